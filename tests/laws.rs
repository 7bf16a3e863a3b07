//! Laws that hold in every position of every shipped variant and of some that nobody knows, tried along seeded random games.

use griffon::definition::{Kind, Library, MoveClause, Restriction, Side, TurnChecks, Turns, Verdict};
use griffon::evaluation;
use griffon::evaluation::terms::Group;
use griffon::evaluation::trace::{Entry, Trace};
use griffon::game::{self, Game};
use griffon::movegen::interpreter::{self, Trace as Found};
use griffon::movegen::{self, Later, PositionScene, Wanted};
use griffon::moves::{Action, Move, MoveList};
use griffon::notation::{self, Dialect, Sans};
use griffon::position::{Position, fen};
use griffon::rules::Rules;
use griffon::rules::leg::MoveProgram;
use griffon::rules::topology::{Square, Wrap};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

fn times() -> u64 {
    std::env::var("GRIFFON_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// A variant, compiled for the first law that asks for it and kept for the others.
type Variant = (String, OnceLock<Arc<Rules>>);

/// What the laws hold in.
static VARIANTS: LazyLock<(Library, Vec<Variant>)> = LazyLock::new(|| {
    let mut library = Library::shipped();
    for folder in ["tests/unseen", "tests/laws"] {
        library.add_path(Path::new(folder)).expect("the files can be read");
    }
    let variants: Vec<Variant> = library.names().map(|names| (names.name.clone(), OnceLock::new())).collect();
    assert!(variants.len() > 20);
    (library, variants)
});

/// Plays random games in every variant and shows each position to the law; `GRIFFON_GAMES=10`: ten times as many games, and texts of a
/// position.
fn for_each_random_position(games: u64, plies: usize, mut law: impl FnMut(&Game)) {
    let games = games * times();
    let (library, variants) = &*VARIANTS;
    for (name, rules) in variants {
        let rules = rules.get_or_init(|| {
            let definition = library.find(name).unwrap_or_else(|error| panic!("{error}"));
            Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")))
        });
        for seed in 0..games {
            let mut random = fastrand::Rng::with_seed(seed * 7919 + name.len() as u64);
            let mut game = Game::new(rules.clone());
            for _ in 0..plies {
                law(&game);
                let moves = game.legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                // Captures and promotions rather often, so that hands fill and rare pieces appear.
                let lively: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| game.position().is_capture(mv) || mv.is_promotion() || mv.is_drop())
                    .collect();
                let pool = if !lively.is_empty() && random.u8(..) < 90 { &lively } else { &moves };
                game.play(pool[random.usize(..pool.len())]);
            }
        }
    }
}

fn pseudo_legal(rules: &Rules, position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    movegen::pseudo_legal(rules, &mut position.clone(), &mut list);
    list.to_vec()
}

/// True if a piece of a side and one of these kinds stands within a king's step.
fn is_beside(rules: &Rules, position: &Position, square: Square, side: Side, kinds: &[Kind]) -> bool {
    position.pieces(side).any(|at| {
        let (board, kind) = (rules.topology(), rules.kind(position.at(at).kind()).base);
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        kinds.contains(&kind)
            && at != square
            && steps.into_iter().any(|(dx, dy)| board.leap(at, dx, dy, Wrap::AsBoard) == Some(square))
    })
}

/// False for captures by what an enemy beside it tames, of what a friend beside it guards, of iron, and of one's own royals.
fn may_capture(rules: &Rules, position: &Position, from: Square, trace: &Found) -> bool {
    let side = position.at(from).side();
    let forbids = |restriction: &Restriction| match restriction {
        Restriction::Tamed { by } => !trace.captures.is_empty() && is_beside(rules, position, from, side.other(), by),
        Restriction::Guarded { by } => {
            trace.captures.iter().any(|&at| is_beside(rules, position, at, position.at(at).side(), by))
        }
        _ => false,
    };
    let iron = |&at: &Square| {
        let piece = position.at(at);
        !piece.is_empty() && rules.definition.piece(rules.kind(piece.kind()).base).iron
    };
    let own_royal = |&at: &Square| {
        let piece = position.at(at);
        !piece.is_empty() && piece.side() == side && rules.kind(piece.kind()).royal
    };
    !rules.definition.restrictions.iter().any(forbids)
        && !trace.captures.iter().any(iron)
        && !trace.captures.iter().any(own_royal)
}

/// What the interpreter says a piece may do, without confinement.
fn interpreted(rules: &Rules, position: &Position, side: Side, from: Square) -> Vec<Found> {
    let mut found = Vec::new();
    for manner in movegen::manners(rules, position, from) {
        let like = interpreted_like(rules, position, side, from, rules.kind(manner).base);
        let new: Vec<Found> = like.into_iter().filter(|trace| !found.contains(trace)).collect();
        found.extend(new);
    }
    found
}

/// The same for a piece that moves like this kind.
fn interpreted_like(rules: &Rules, position: &Position, side: Side, from: Square, kind: Kind) -> Vec<Found> {
    let piece = rules.definition.piece(kind);
    let confined = piece.confined.as_ref().map(|zone| &zone[side]);
    let scene = PositionScene { within: confined, like: Some(kind), ..PositionScene::new(rules, position, side, from) };
    let has_captured = || position.piece_count(side.other()) < Position::start(rules).piece_count(side.other());
    let open = |clause: &&MoveClause| {
        clause.from.as_ref().is_none_or(|zone| zone[side].contains(from)) && (!clause.after_capture || has_captured())
    };
    // What is held stays where it is: an enemy that holds it stands within a king's step.
    let holds = |restriction: &Restriction| match restriction {
        Restriction::Held { kinds, by } if kinds.is_empty() || kinds.contains(&kind) => {
            is_beside(rules, position, from, side.other(), by)
        }
        _ => false,
    };
    if rules.definition.restrictions.iter().any(holds) {
        return Vec::new();
    }
    let clauses = piece.moves.iter().filter(open);
    let mut traces: Vec<Found> = clauses
        .flat_map(|clause| {
            let programs: Vec<MoveProgram> = clause.programs[side]
                .iter()
                .filter(|program| !matches!(program, MoveProgram::Castle { .. }))
                .cloned()
                .collect();
            // On lines drawn on the board a piece keeps to them.
            let lines = clause.from.as_ref().filter(|_| clause.along).map(|zone| &zone[side]);
            let scene = PositionScene { within: lines.or(confined), ..scene };
            let mut found = interpreter::moves_in_order(&scene, &programs, from, side == Side::Second);
            let wanted = |at: &Square| {
                let piece = position.at(*at);
                clause.takes.is_empty() || piece.is_empty() || clause.takes.contains(&rules.kind(piece.kind()).base)
            };
            found.retain(|trace| trace.captures.iter().all(wanted));
            found.retain(|trace| clause.into.as_ref().is_none_or(|zone| zone[side].contains(trace.to)));
            found
        })
        .collect();
    let restricts = |restriction| rules.definition.restrictions.contains(&restriction);
    if restricts(Restriction::StoppingCaptures) || restricts(Restriction::CapturingFewer) {
        let once = |trace: &Found| trace.order.len() == trace.captures.len();
        traces.retain(once);
        let courses: Vec<_> = traces.iter().map(|trace| trace.order.clone()).collect();
        let goes_on = |one: &[Square], other: &[Square]| one.len() < other.len() && other.starts_with(one);
        traces.retain(|Found { order, .. }| order.is_empty() || !courses.iter().any(|other| goes_on(order, other)));
    }
    traces.retain(|trace| movegen::relations_allow(rules, position, from, trace.to, &trace.captures));
    traces.retain(|trace| may_capture(rules, position, from, trace));
    traces.retain(|trace| piece.confined.as_ref().is_none_or(|zone| zone[side].contains(trace.to)));
    traces
}

#[test]
fn undo_restores_everything() {
    for_each_random_position(2, 60, |game| {
        let (rules, before) = (game.rules(), game.position());
        for mv in pseudo_legal(rules, before) {
            let mut position = before.clone();
            position.play(rules, mv);
            position.undo(rules);
            assert_eq!(position, *before, "{} in {}", notation::show(rules, before, mv, Dialect::Uci), game.fen());
        }
        let mut position = before.clone();
        position.play_null(rules);
        position.undo(rules);
        assert_eq!(position, *before, "null move in {}", game.fen());
    });
}

/// Counting two plies looks at moves without playing them; the position must not remember.
#[test]
fn counting_ahead_is_playing_and_counting() {
    let mut looked = 0;
    for_each_random_position(1, 80, |game| {
        let (rules, mut position) = (game.rules(), game.position().clone());
        let (before, mut moves, mut replies) = (position.clone(), MoveList::new(), MoveList::new());
        movegen::legal(rules, &mut position, &mut moves);
        if moves.len() > 120 {
            return;
        }
        looked += 1;
        let mut sum = 0;
        for &mv in moves.iter() {
            position.play(rules, mv);
            replies.clear();
            movegen::legal(rules, &mut position, &mut replies);
            sum += replies.len() as u64;
            position.undo(rules);
        }
        assert_eq!(movegen::perft(rules, &mut position, 2), sum, "{} in {}", rules.definition.names.name, game.fen());
        assert!(position == before, "{} in {}", rules.definition.names.name, game.fen());
    });
    assert!(looked > 1000, "only {looked} positions were looked at");
}

/// Searches ask only what the last move has touched.
#[test]
fn the_last_move_tells_who_is_in_check() {
    let mut looked = 0;
    for_each_random_position(2, 80, |game| {
        let (rules, mut position) = (game.rules(), game.position().clone());
        // How a start position came about nobody knows.
        if position.last_move().is_none() {
            return;
        }
        looked += 1;
        for mv in game.legal_moves() {
            position.play(rules, mv);
            let (side, name) = (position.side_to_move(), &rules.definition.names.name);
            let expected = movegen::in_check(rules, &position, side);
            assert_eq!(movegen::in_check_now(rules, &position), expected, "{mv:?} in {name}, {}", game.fen());
            position.undo(rules);
        }
    });
    assert!(looked > 1000, "only {looked} positions were looked at");
}

#[test]
fn a_position_read_from_its_fen_is_the_same() {
    for_each_random_position(3, 80, |game| {
        let (rules, position) = (game.rules(), game.position());
        let text = fen::show(rules, position);
        let read = fen::parse(rules, &text).unwrap_or_else(|finding| panic!("{text}: {}", finding.message));
        assert_eq!(fen::show(rules, &read), text);
        assert_eq!(read.key(), position.key(), "key of {text} in {}", rules.definition.names.name);
        assert_eq!(read.score(), position.score(), "score of {text} in {}", rules.definition.names.name);
        assert_eq!(
            evaluation::evaluate(rules, &read),
            evaluation::evaluate(rules, position),
            "value of {text} in {}",
            rules.definition.names.name
        );
    });
}

#[test]
fn tables_and_interpreter_agree() {
    let mut looked = 0;
    for_each_random_position(2, 60, |game| {
        let (rules, position) = (game.rules(), game.position());
        let side = position.side_to_move();
        if drops_first(game) {
            return;
        }
        looked += 1;
        let by_table: BTreeSet<(Square, Square, Vec<Square>)> = pseudo_legal(rules, position)
            .into_iter()
            .filter(|mv| {
                !matches!(mv.action, Action::Drop | Action::Castle | Action::CastleGate | Action::CastleGatePartner)
            })
            .filter(|&mv| {
                let in_place = mv.from == mv.to && position.captures(rules, mv).is_empty();
                !(mv.is_promotion() && (in_place || steps_when_promoting(rules, position, mv.from)))
            })
            .map(|mv| {
                let mut captures = position.captures(rules, mv).to_vec();
                captures.sort();
                (mv.from, mv.to, captures)
            })
            .filter(|(from, _, captures)| captures.is_empty() || !may_turn(rules, position, *from))
            .collect();
        let by_legs: BTreeSet<(Square, Square, Vec<Square>)> = position
            .pieces(side)
            .flat_map(|from| {
                let traces = interpreted(rules, position, side, from);
                traces.into_iter().map(move |trace| (from, trace.to, trace.captures.to_vec()))
            })
            .filter(|(from, _, captures)| captures.is_empty() || !may_turn(rules, position, *from))
            // Walls look like friends, but are none to capture or to change places with.
            .filter(|(_, to, captures)| !captures.iter().chain([to]).any(|&at| is_wall(rules, position, at)))
            // A piece with a promotion it must take and can't has no such move at all.
            .filter(|(from, to, _)| {
                by_table.iter().any(|mv| mv.0 == *from && mv.1 == *to) || !may_be_barred(rules, position, *from)
            })
            .collect();
        assert_eq!(by_table, by_legs, "{} in {}", rules.definition.names.name, game.fen());
    });
    assert!(looked > 1000, "only {looked} positions were looked at");
}

fn is_wall(rules: &Rules, position: &Position, at: Square) -> bool {
    !position.at(at).is_empty() && rules.kind(position.at(at).kind()).is_wall
}

/// What promotes in the midst of a capture goes on as no interpreter of its own moves knows.
fn may_turn(rules: &Rules, position: &Position, from: Square) -> bool {
    let kind = rules.kind(position.at(from).kind()).base;
    rules.definition.promotions.iter().any(|promotion| promotion.while_capturing && promotion.pieces.contains(&kind))
        || rules.definition.piece(kind).goes_on
}

/// Nothing may move as long as the hand isn't empty.
fn drops_first(game: &Game) -> bool {
    let hands = game.rules().definition.hands.as_ref();
    hands.is_some_and(|hands| !hands.first.is_empty()) && game.position().hand_total(game.position().side_to_move()) > 0
}

/// It may promote with a move of what it becomes.
fn steps_when_promoting(rules: &Rules, position: &Position, from: Square) -> bool {
    let kind = rules.kind(position.at(from).kind()).base;
    rules.definition.promotions.iter().any(|promotion| promotion.stepping && promotion.pieces.contains(&kind))
}

fn may_be_barred(rules: &Rules, position: &Position, from: Square) -> bool {
    let kind = rules.kind(position.at(from).kind()).base;
    rules.definition.promotions.iter().any(|promotion| promotion.pieces.contains(&kind))
        && rules.kinds.iter().any(|kind| kind.limit.is_some())
}

#[test]
fn set_tables_and_walks_agree() {
    for_each_random_position(2, 100, |game| {
        let (rules, mut position) = (game.rules(), game.position().clone());
        let (mut by_sets, mut by_walks) = (MoveList::new(), MoveList::new());
        movegen::legal(rules, &mut position, &mut by_sets);
        movegen::without_sets(rules, &mut position, Wanted::All, &mut by_walks);
        let name = &rules.definition.names.name;
        let distinct = |list: &MoveList| -> HashSet<Move> { list.iter().copied().collect() };
        assert_eq!(by_sets.len(), distinct(&by_sets).len(), "a move twice in {name}, {}", game.fen());
        assert_eq!(distinct(&by_sets), distinct(&by_walks), "{name}, {}", game.fen());
        assert_eq!(movegen::perft(rules, &mut position, 1), by_sets.len() as u64, "{name}, {}", game.fen());
        for &mv in by_sets.iter() {
            let said = movegen::gives_check(rules, &mut position, mv);
            position.play(rules, mv);
            let given = movegen::in_check(rules, &position, game.position().side_to_move().other());
            position.undo(rules);
            assert_eq!(said, given, "{mv:?} in {name}, {}", game.fen());
        }
        let (mut by_stages, mut later) = (MoveList::new(), Later::default());
        movegen::by_stages(rules, &mut position, Wanted::All, &mut by_stages, &mut later);
        assert_eq!(by_stages.len() + later.count(), by_sets.len(), "in stages: {name}, {}", game.fen());
        let known = by_sets.iter().copied().find(|&mv| !by_stages.contains(&mv));
        if let Some(mv) = known {
            assert!(later.take(mv) && !later.take(mv), "{mv:?} in {name}, {}", game.fen());
            by_stages.push(mv);
        }
        later.list(&mut by_stages);
        assert_eq!(distinct(&by_stages), distinct(&by_sets), "in stages: {name}, {}", game.fen());
        assert_eq!(by_stages.len(), by_sets.len(), "in stages: {name}, {}", game.fen());
        let mut quiet_checks = MoveList::new();
        movegen::quiet_checks(rules, &mut position, &mut quiet_checks, &mut Vec::new());
        let is_one = |&mv: &Move| {
            let mut position = position.clone();
            !position.is_capture(mv) && !mv.is_promotion() && movegen::gives_check(rules, &mut position, mv)
        };
        let found: HashSet<Move> = by_sets.iter().copied().filter(is_one).collect();
        assert_eq!(distinct(&quiet_checks), found, "quiet checks: {name}, {}", game.fen());
        assert_eq!(quiet_checks.len(), found.len(), "{name}, {}", game.fen());
        let (mut by_sets, mut by_walks) = (MoveList::new(), MoveList::new());
        movegen::noisy(rules, &mut position, &mut by_sets);
        movegen::without_sets(rules, &mut position, Wanted::Noisy, &mut by_walks);
        assert_eq!(distinct(&by_sets), distinct(&by_walks), "noisy: {name}, {}", game.fen());
        by_stages.clear();
        movegen::by_stages(rules, &mut position, Wanted::Noisy, &mut by_stages, &mut later);
        later.list(&mut by_stages);
        assert_eq!(distinct(&by_stages), distinct(&by_sets), "noisy in stages: {name}, {}", game.fen());
        assert_eq!(by_stages.len(), by_sets.len(), "noisy in stages: {name}, {}", game.fen());
        assert_eq!(&position, game.position());
    });
}

/// Who could take the king with the first of two moves has won then, and has no second one.
#[test]
fn a_game_ends_in_the_midst_of_a_turn() {
    let rules = Library::shipped().find("marseillais").map(Rules::compile).expect("it is shipped");
    let rules = Arc::new(rules.expect("it is sound"));
    let fen = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    let mut game = Game::from_fen(rules.clone(), fen).expect("it is a position");
    let taking = notation::find(&game, "e7e8", Dialect::Uci).expect("it can be taken");
    game.play(taking);
    assert_eq!((game.position().side_to_move(), game.legal_moves().len()), (Side::First, 0));
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
    assert_eq!(game::ended_in_search(&rules, game.position(), 0).map(|ended| ended.verdict), Some(Verdict::Win));
}

/// White's royal stands in check already: black's gold general may take it, where a bishop would take, too.
#[test]
fn checks_are_told_where_a_royal_stands_in_check() {
    let rules =
        Library::shipped().find("macadamia-shogi").map(Rules::compile).expect("it is shipped").expect("it is sound");
    let fen = "lx2gi'kj'2co1/rf's1+Ktetgs1f'l/3c3dd1w'l'r/p5p2pppp/3p'9/1+p5p1p'3/8D4/10W!2/1W'5P4+P/P1bPPDP2PPP1/3B1C!3G'3/\
        +L!F'2G2TS4/LOCSTI'1J'1G+PXL b - - 1 41";
    let mut position = fen::parse(&rules, fen).expect("it is a position");
    let mut moves = MoveList::new();
    movegen::legal(&rules, &mut position, &mut moves);
    for &mv in moves.iter() {
        let said = movegen::gives_check(&rules, &mut position, mv);
        position.play(&rules, mv);
        assert_eq!(said, movegen::in_check(&rules, &position, Side::First), "{mv:?}");
        position.undo(&rules);
    }
    let mut listed = MoveList::new();
    movegen::quiet_checks(&rules, &mut position, &mut listed, &mut Vec::new());
    let is_quiet = |mv: &Move| !position.is_capture(*mv) && !mv.is_promotion();
    let quiet: Vec<Move> = moves.iter().copied().filter(is_quiet).collect();
    let checks = quiet.into_iter().filter(|&mv| movegen::gives_check(&rules, &mut position, mv));
    assert_eq!(listed.iter().copied().collect::<HashSet<Move>>(), checks.collect());
}

#[test]
fn the_evaluation_is_the_sum_of_its_terms() {
    let mut looked = 0;
    for_each_random_position(2, 100, |game| {
        let (rules, position) = (game.rules(), game.position());
        let name = &rules.definition.names.name;
        let said = evaluation::evaluate(rules, position);
        let terms = Trace::of(rules, position);
        // Which empty squares are covered, and what follows from that, the tables don't know of all pieces.
        let covers = |entry: &&Entry| {
            matches!(rules.weights.layout().group_of(entry.term as usize), Group::Menace | Group::Race)
        };
        let sorted = |trace: &Trace| {
            let entries = trace.entries.iter().filter(|entry| !covers(entry));
            let mut entries: Vec<(u32, i64)> = entries.map(|entry| (entry.term, entry.middle as i64)).collect();
            entries.sort_unstable();
            entries
        };
        let walked = Trace::by(rules, position, false);
        assert_eq!(sorted(&terms), sorted(&walked), "tables and walks: {name}, {}", game.fen());
        if terms.unusual || said.abs() > 20_000 {
            return;
        }
        looked += 1;
        let sum = terms.value(rules.weights.terms()) * if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
        // The right to move, and rounding of terms that count in part.
        let near = 16.0 + terms.entries.iter().filter(|entry| entry.middle.fract() != 0.0).count() as f32;
        assert!((said as f32 - sum).abs() <= near, "{said} and {sum}: {name}, {}", game.fen());
    });
    assert!(looked > 1000, "only {looked} positions were looked at");
}

/// An enemy royal sees this one along a line on which royals may not face each other.
fn faces_another(rules: &Rules, position: &Position, side: Side, royal: Square) -> bool {
    let lines = rules.definition.restrictions.iter().find_map(|restriction| match restriction {
        Restriction::RoyalsFacing(lines) => Some(*lines),
        _ => None,
    });
    let enemies = position.royals(side.other());
    let sees = |(dx, dy): (i32, i32)| {
        let step = |at: &Square| rules.topology().leap(*at, dx, dy, Default::default());
        let mut squares = std::iter::successors(step(&royal), step).take(rules.topology().cells());
        squares.find(|&at| !position.at(at).is_empty()).is_some_and(|at| enemies.contains(&at))
    };
    lines.is_some_and(|lines| lines.steps().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]).any(sees))
}

#[test]
fn the_attack_tries_and_the_interpreter_agree() {
    for_each_random_position(2, 60, |game| {
        let (rules, position) = (game.rules(), game.position());
        for side in Side::BOTH {
            for &royal in position.royals(side) {
                let enemy = side.other();
                let by_legs = position.pieces(enemy).any(|from| {
                    // What captures only what is not protected gives no check.
                    let kind = rules.kind(position.at(from).kind()).base;
                    !rules.definition.piece(kind).shy
                        && interpreted(rules, position, enemy, from).iter().any(|trace| trace.captures.contains(&royal))
                });
                let attacked = movegen::attacked(rules, position, side, royal);
                let shielded = movegen::shielded(rules, position, side, royal);
                let reached = by_legs || faces_another(rules, position, side, royal);
                let name = &rules.definition.names.name;
                assert_eq!(attacked, reached && !shielded, "{name} in {}", game.fen());
            }
        }
    });
}

#[test]
fn legal_moves_are_those_after_which_no_royal_can_be_taken() {
    let mut looked = 0;
    for_each_random_position(2, 60, |game| {
        let (rules, position) = (game.rules(), game.position());
        // Other restrictions, and royals that come and go, have tables of their own.
        let plain = |restriction: &Restriction| {
            let held = matches!(
                restriction,
                Restriction::Held { .. } | Restriction::Tamed { .. } | Restriction::Guarded { .. }
            );
            held || matches!(restriction, Restriction::RoyalInCheck | Restriction::RoyalsFacing { .. })
        };
        let varies =
            rules.definition.pieces.iter().any(|piece| piece.royal_at_most.is_some() || piece.royal_nearest.is_some());
        let passes = rules.definition.has_passes() || rules.definition.wall.is_some();
        let waits = |turns: &Turns| turns.checks == TurnChecks::LastOnly;
        if game.outcome().is_some()
            || passes
            || rules.definition.turns.as_ref().is_some_and(waits)
            || drops_first(game)
            || varies
            || !rules.definition.restrictions.iter().all(plain)
        {
            return;
        }
        looked += 1;
        let side = position.side_to_move();
        let legal: BTreeSet<String> =
            game.legal_moves().into_iter().map(|mv| notation::show(rules, position, mv, Dialect::Uci)).collect();
        let safe: BTreeSet<String> = pseudo_legal(rules, position)
            .into_iter()
            .filter(|&mv| {
                let mut after = position.clone();
                after.play(rules, mv);
                // Effects of a move may cost royals; without its last one the enemy captures nothing any more.
                let kept = after.royals(side).len() >= position.royals(side).len();
                let won = after.royals(side.other()).is_empty() && !position.royals(side.other()).is_empty();
                let won = won && !rules.definition.effects.is_empty();
                mv.action == Action::Castle
                    || kept
                        && (won
                            || !after.royals(side).iter().any(|&royal| movegen::attacked(rules, &after, side, royal)))
            })
            .map(|mv| notation::show(rules, position, mv, Dialect::Uci))
            .collect();
        // Nor is this about what royals go through: with castling, or to another layer.
        // Nothing enters behind a move that would not be legal by itself, as a shield against the check that it leaves.
        let goes_through = |mv: &Move| {
            let plain = notation::show(rules, position, mv.base(), Dialect::Uci);
            let leaves = mv.action == Action::Gate && !legal.contains(&plain);
            mv.base().action == Action::Castle
                || leaves
                || rules.topology().layers && position.royals(side).contains(&mv.from)
        };
        let exempt: BTreeSet<String> = pseudo_legal(rules, position)
            .into_iter()
            .filter(goes_through)
            .map(|mv| notation::show(rules, position, mv, Dialect::Uci))
            .collect();
        let name = &rules.definition.names.name;
        assert!(legal.is_subset(&safe), "{name}: {:?} in {}", legal.difference(&safe), game.fen());
        let missing: Vec<&String> = safe.difference(&legal).filter(|mv| !exempt.contains(*mv)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?} in {}", game.fen());
    });
    assert!(looked > 1000, "only {looked} positions were looked at");
}

#[test]
fn a_spelled_move_is_found_again() {
    for_each_random_position(1, 40, |game| {
        let (rules, position) = (game.rules(), game.position());
        for dialect in Dialect::ALL {
            let mut seen = BTreeSet::new();
            let legal = game.legal_moves();
            // To find one all must be spelled, and there may be thousands: some of them, others on the next ply.
            let every = legal.len() / (10 * times() as usize) + 1;
            let turn = position.plies();
            for (number, mv) in legal.into_iter().enumerate() {
                let text = notation::show(rules, position, mv, dialect);
                if (number + turn) % every != 0 {
                    assert!(
                        mv.action == Action::Pass || seen.insert(text.clone()),
                        "{text} means two moves in {}",
                        game.fen()
                    );
                    continue;
                }
                let found = notation::find(game, &text, dialect);
                // Whoever steps out and back, it is the same pass.
                if mv.action == Action::Pass && found.is_some_and(|found| found.action == Action::Pass) {
                    continue;
                }
                assert!(seen.insert(text.clone()), "{text} means two moves in {}", game.fen());
                assert_eq!(found, Some(mv), "{text} in {}", game.fen());
            }
        }
    });
}

#[test]
fn san_names_each_legal_move_once() {
    for_each_random_position(1, 30, |game| {
        let name = &game.rules().definition.names.name;
        let (legal, mut position) = (game.legal_moves(), game.position().clone());
        let sans = Sans::new(game.rules(), &legal);
        let mut seen = BTreeSet::new();
        for &mv in &legal {
            let text = sans.write(&mut position, mv);
            assert!(seen.insert(text.clone()), "{text} means two moves in {name} {}", game.fen());
        }
        assert_eq!(&position, game.position());
        // Some of them, as there may be thousands.
        for &mv in legal.iter().step_by(legal.len() / (4 * times() as usize) + 1) {
            let text = notation::san(game, mv);
            assert_eq!(notation::find_san(game, &text), Some(mv), "{text} in {name} {}", game.fen());
            assert_eq!(notation::find_san(game, &format!("{text}!?")), Some(mv), "{text}!? in {name} {}", game.fen());
        }
    });
}
