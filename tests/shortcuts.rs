//! Shortcuts must say what the long way says.

use griffon::definition::{Condition, Kind, Library, Side};
use griffon::game::material::can_be_decided;
use griffon::movegen;
use griffon::moves::{Action, MoveList};
use griffon::position::{Position, fen};
use griffon::rules::{Piece, Rules};

mod side_by_side;

#[test]
fn looking_only_where_pieces_see_one_another_finds_the_same() {
    let library = Library::shipped();
    let names: Vec<&String> = library.names().map(|names| &names.name).collect();
    // For each player of each variant: whether there is anything left to be won.
    let judged = side_by_side::each(&names, |name| {
        let definition = library.find(name).expect("shipped variants are sound");
        let judges = definition.endings.iter().any(|ending| ending.condition == Condition::InsufficientMaterial);
        if !judges || definition.topology.cells() > 64 {
            return vec![];
        }
        let rules = Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        let royals = Side::BOTH.map(|side| Position::start(&rules).royals(side).len());
        let Some(royal) = rules.definition.kinds().find(|&kind| rules.kind(kind).royal) else { return vec![] };
        let others: Vec<Kind> = rules.definition.kinds().filter(|&kind| !rules.kind(kind).royal).collect();
        if royals != [1, 1] || others.is_empty() {
            return vec![];
        }
        let other = others[fastrand::Rng::with_seed(name.len() as u64).usize(0..others.len())];
        let mut material = vec![Piece::new(other, Side::First)];
        material.extend(Side::BOTH.map(|side| Piece::new(royal, side)));
        let judge = |side: Side| {
            let found = can_be_decided(&rules, &material, side, false);
            assert_eq!(can_be_decided(&rules, &material, side, true), found, "{name}: {material:?}, {side:?} to move");
            found
        };
        Side::BOTH.map(judge).to_vec()
    });
    let judged = judged.concat();
    let dead = judged.iter().filter(|&&found| !found).count();
    assert!(judged.len() > 50 && dead > 5, "{} judged, {dead} dead", judged.len());
}

#[test]
fn who_must_capture_is_offered_what_it_could_take() {
    let rules = Rules::compile(Library::shipped().find("antichess").expect("shipped")).expect("it compiles");
    let offered = |text: &str| {
        let mut position = fen::parse(&rules, text).expect("a position");
        let mut list = MoveList::new();
        let any = movegen::offers(&rules, &mut position, &mut list);
        let squares: Vec<String> = list.iter().map(|mv| rules.topology().name(mv.to)).collect();
        (any, squares.join(" "))
    };
    let both = |any: bool, squares: &str| (any, squares.to_owned());
    assert_eq!(offered("7k/8/8/2p5/8/8/1P6/8 w - - 0 1"), both(true, "b4"));
    assert_eq!(offered("7r/8/8/8/8/8/1P6/8 w - - 0 1"), both(true, ""));
    assert_eq!(offered("8/8/8/8/8/1p6/1P6/8 w - - 0 1"), both(false, ""));
}

/// Asks before each move of a random game of every variant. Where nothing but the move itself changes the position, the
/// key must be the one that comes about.
#[test]
fn plain_moves_lead_where_they_are_expected_to() {
    let mut random = fastrand::Rng::with_seed(11);
    let (library, mut plain, mut all) = (Library::shipped(), 0, 0);
    for name in library.names().map(|names| &names.name) {
        let definition = library.find(name).expect("shipped variants are sound");
        if definition.topology.cells() > 144 {
            continue;
        }
        let rules = Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        let (mut position, mut moves) = (Position::start(&rules), MoveList::new());
        for _ in 0..30 {
            moves.clear();
            movegen::legal(&rules, &mut position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.usize(..moves.len())];
            let (expected, rights) = (position.key_ahead(&rules, mv), position.rights());
            // The last piece of an endless hand stays there.
            let least = 1 + u16::from(rules.definition.hands.as_ref().is_some_and(|hands| hands.endless));
            let held = mv.placed().is_none_or(|kind| position.hand(position.side_to_move(), kind) >= least);
            let is_plain = match mv.action {
                Action::Plain => mv.from != mv.to,
                Action::Drop => held,
                _ => false,
            };
            position.play(&rules, mv);
            all += 1;
            if is_plain && rules.shortcuts.moves_are_plain && position.rights() == rights {
                assert_eq!(expected, position.key(), "{name}: {mv:?}");
                plain += 1;
            }
        }
    }
    assert!(2 * plain > all && plain > 2000, "{plain} of {all} moves are plain");
}
