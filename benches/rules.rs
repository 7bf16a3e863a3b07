//! What the parts of the rules core cost, by variant: `cargo bench`.

use criterion::{Criterion, criterion_group, criterion_main};
use griffon::definition::Library;
use griffon::game::Game;
use griffon::movegen;
use griffon::moves::MoveList;
use griffon::rules::Rules;
use std::hint::black_box;
use std::sync::Arc;

/// Positions from the middle of games.
const POSITIONS: &[(&str, &str)] = &[
    ("chess", "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 w - - 0 1"),
    ("crazyhouse", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[Pp] b KQkq - 0 1"),
    ("xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"),
    ("shogi", "lnsgk2nl/1r4gs1/p1pppp1pp/1p4p2/7P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL[Bb] w - - 0 1"),
];

fn operations(criterion: &mut Criterion) {
    let library = Library::shipped();
    for &(variant, fen) in POSITIONS {
        let rules = Arc::new(Rules::compile(library.find(variant).expect("it is shipped")).expect("it compiles"));
        let game = Game::from_fen(rules.clone(), fen).unwrap_or_else(|finding| panic!("{}", finding.message));
        let (mut position, mut list) = (game.position().clone(), MoveList::new());
        let mut group = criterion.benchmark_group(variant);
        group.bench_function("count", |bencher| {
            bencher.iter(|| movegen::count(&rules, black_box(&mut position), &mut list));
        });
        group.bench_function("all moves", |bencher| {
            bencher.iter(|| {
                list.clear();
                movegen::legal(&rules, black_box(&mut position), &mut list);
            });
        });
        group.bench_function("captures and promotions", |bencher| {
            bencher.iter(|| {
                list.clear();
                movegen::noisy(&rules, black_box(&mut position), &mut list);
            });
        });
        group.bench_function("in check", |bencher| bencher.iter(|| black_box(&position).in_check(&rules)));
        let moves = game.legal_moves();
        let mut next = moves.iter().copied().cycle();
        group.bench_function("make and undo", |bencher| {
            bencher.iter(|| {
                position.play(&rules, next.next().expect("a cycle has no end"));
                position.undo(&rules);
            });
        });
        let mut next = moves.iter().copied().cycle();
        group.bench_function("gives check", |bencher| {
            bencher.iter(|| movegen::gives_check(&rules, &mut position, next.next().expect("a cycle has no end")));
        });
        group.bench_function("load", |bencher| {
            let definition = library.find(variant).expect("it is shipped");
            bencher.iter(|| Rules::compile(definition.clone()).is_ok());
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .measurement_time(std::time::Duration::from_secs(1))
        .warm_up_time(std::time::Duration::from_millis(300));
    targets = operations
}
criterion_main!(benches);
