//! Variants for XBoard: which are announced, and how one that it doesn't know is described to it.

use super::super::console::Output;
use super::super::session::Session;
use super::super::xboard_letters::{Letters, MAKRUK, Royalty, castles_by_itself, letters, promotes_by_letter, rook};
use super::super::xboard_pieces::{Edges, Told, tell};
use super::{castling, stuck};
use crate::definition::xboard_names::recognised;
use crate::definition::{
    Condition, Definition, Ending, HandSource, Kind, Library, Mandatory, PerSide, PromotionTo, Restriction, Side, Zone,
};
use crate::game::Game;
use crate::moves::Move;
use crate::position::fen;
use crate::rules::leg::{Leg, MoveProgram};
use crate::rules::topology::Topology;
use crate::rules::{Piece, Rules};
use crate::syntax::betza::{self, Movement, Range, Simple, Symmetry};
use hashbrown::HashSet;

/// XBoard's name for it.
const CHESS: &str = "normal";

/// XBoard's rules for whatever a file doesn't say: orthodox.
const DEFAULT_PARENT: &str = "fairy";

/// Beyond these sizes XBoard ends itself or misreads moves. A hand takes the place of four files.
const MOST_FILES: u16 = 16;
const MOST_RANKS: u16 = 15;

/// True for variants that XBoard has rules and a start position for.
pub fn is_standard(name: &str) -> bool {
    recognised(name) == Some(name)
}

/// Which of our variants are shown where there isn't room for all.
const FIRST: &str = include_str!("first.txt");

/// Names for the `variants` feature: those that XBoard will not take for something else, its own first.
pub fn announced(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in library.told() {
        let known = is_standard(&entry.cecp);
        let usable = known || recognised(&entry.cecp).is_none() && fits_by_name(library, &entry.name);
        if usable && !names.contains(&entry.cecp) {
            names.push(entry.cecp.clone());
        }
    }
    // XBoard begins with the first variant if it cannot begin with chess, and shows only so many of the unknown ones: those that
    // the user has brought come before ours.
    let place = |name: &String| FIRST.lines().position(|first| first == name).unwrap_or(usize::MAX);
    names.sort_by_key(|name| (name != CHESS, !is_standard(name), !library.is_brought(name), place(name)));
    // A list without names is one name to it, a quotation mark.
    if names.is_empty() && library.glance(CHESS).is_ok() {
        names.push(CHESS.to_owned());
    }
    names
}

/// Variants that the user named and XBoard can't play, and why.
pub fn withheld(library: &Library) -> Vec<(&str, &'static str)> {
    library.told().filter_map(|entry| Some((entry.name.as_str(), unshowable(library, &entry.name)?))).collect()
}

/// Why XBoard can't play the variant of this name, if there is one and it can't.
pub fn unshowable(library: &Library, name: &str) -> Option<&'static str> {
    unplayable(&library.glance(name).ok()?)
}

fn fits_by_name(library: &Library, name: &str) -> bool {
    library.glance(name).is_ok_and(|definition| describable(&definition).is_ok())
}

/// The file's own, or the nearest of those that are orthodox but for one thing.
pub fn parent(definition: &Definition) -> &str {
    if let Some(parent) = &definition.presentation.xboard_parent {
        return parent;
    }
    match &definition.hands {
        // Everywhere else XBoard puts what is captured into the hand.
        Some(hands) if matches!(hands.source, HandSource::Start | HandSource::Outside) => match hands.gates {
            Some(_) => "seirawan",
            None => "bughouse",
        },
        None if stuck::is_giveaway(definition) => "giveaway",
        // Elsewhere a pawn that goes past another on the next file captures it en passant; here those do that go straight.
        None if pawns_leave_their_files(definition) => "berolina",
        _ => DEFAULT_PARENT,
    }
}

/// XBoard's rules of promotion are those of chess.
fn is_orthodox(parent: &str) -> bool {
    [DEFAULT_PARENT, "bughouse", "berolina", "giveaway"].contains(&parent)
}

/// None of those that promote by letter stays on its file, unless it captures.
fn pawns_leave_their_files(definition: &Definition) -> bool {
    let mut pawns = definition.kinds().filter(|&kind| promotes_by_letter(definition, kind)).peekable();
    pawns.peek().is_some() && pawns.all(|kind| leaves_file(definition, kind))
}

fn leaves_file(definition: &Definition, kind: Kind) -> bool {
    let mut moves = 0;
    let programs = definition.piece(kind).moves.iter().flat_map(|way| &way.programs[Side::First]);
    let all = programs.filter(|program| !only_captures(program)).all(|program| {
        moves += 1;
        let aside = |leg: &Leg| leg.directions.iter().all(|direction| leg.leap.vector(direction).0 != 0);
        matches!(program.legs(), Some([leg]) if aside(leg))
    });
    all && moves > 0
}

fn only_captures(program: &MoveProgram) -> bool {
    program.legs().is_some_and(|legs| legs.iter().any(|leg| !leg.modes.empty && !leg.modes.hop))
}

/// Why XBoard can't play a variant, if it can't.
pub fn unplayable(definition: &Definition) -> Option<&'static str> {
    let name = &definition.names.cecp;
    match recognised(name) {
        Some(known) if known == name => None,
        Some(_) => Some("it takes the name for a variant of its own (`cecp NAME` gives another)"),
        None => describable(definition).err(),
    }
}

/// The table of letters, or why XBoard can't show this board and these pieces.
fn describable(definition: &Definition) -> Result<Letters, &'static str> {
    let topology = &definition.topology;
    let files = topology.files() + if definition.hands.is_some() { 4 } else { 0 };
    let held = definition.hands.as_ref().map_or(0, |hands| hands.kinds.len());
    let black_begins = definition.begins() == Side::Second;
    // What it doesn't know would leave it with another board than ours.
    let unknown = [
        (files > MOST_FILES && definition.hands.is_some(), "with hands, it has no boards of more than 12 files"),
        (files > MOST_FILES, "it has no boards of more than 16 files"),
        (topology.ranks() > MOST_RANKS, "it has no boards of more than 15 ranks"),
        (held > usize::from(topology.ranks()), "a hand has no room for more kinds of pieces than the board has ranks"),
        (topology.wrap_ranks, "it has no boards with joined ranks"),
        (topology.layers, "it has no second board"),
        (black_begins, "it lets White begin"),
        (definition.wall.is_some(), "it knows no walls"),
        (
            !definition.effects.is_empty() && parent(definition) != "atomic",
            "it doesn't know what captures do here besides",
        ),
        (!definition.aftermath.is_empty(), "it doesn't know what moves do here besides"),
        (definition.borrowing.is_some(), "it doesn't know whose moves pieces borrow"),
        (definition.turns.is_some(), "it knows no turns of several moves"),
        (must_promote_early(definition), "it lets pawns promote on the last rank only"),
        (
            parent(definition) == MAKRUK && !promotes_as_makruk(definition),
            "it lets pawns promote on the last three ranks, and always to one piece",
        ),
        (castles_with_others(definition), "it lets kings castle with rooks only"),
        (must_shoot(definition), "it can't be told some captures that must be made"),
        (unloads(definition), "it knows no pieces that change places or put down what they take"),
    ];
    if let Some((_, why)) = unknown.into_iter().find(|(is, _)| *is) {
        return Err(why);
    }
    letters(definition, parent(definition), royalty(definition)).ok_or("it has too few letters for these pieces")
}

/// XBoard may only watch the king if it knows exactly how everything moves.
fn royalty(definition: &Definition) -> Royalty {
    let unknown = definition.topology.grid.is_some()
        || definition.holds_pieces()
        || Side::BOTH.into_iter().any(|side| lacks_king(definition, side));
    if unknown || definition.castling.is_empty() && is_no_king(definition) {
        return Royalty::Unwatched;
    }
    let watched = letters(definition, parent(definition), Royalty::Watched);
    let exact = |kind: Kind| {
        let native = watched.as_ref().is_some_and(|letters| letters.native.contains(&kind));
        native || Side::BOTH.into_iter().all(|side| told(definition, kind, side).exact)
    };
    let kings = definition.pieces.iter().filter(|piece| piece.royal).count();
    if kings == 1 && definition.kinds().all(exact) { Royalty::Watched } else { Royalty::Unwatched }
}

/// A player who begins without a royal piece: every move would be illegal to XBoard.
fn lacks_king(definition: &Definition, side: Side) -> bool {
    let symbols = definition.kinds().flat_map(|kind| {
        let symbol = &definition.piece(kind).symbol;
        [(Piece::new(kind, Side::First), symbol.clone()), (Piece::new(kind, Side::Second), symbol.to_lowercase())]
    });
    let symbols: Vec<(Piece, String)> = symbols.collect();
    let symbols: Vec<(Piece, &str)> = symbols.iter().map(|(piece, symbol)| (*piece, symbol.as_str())).collect();
    let placed = fen::read_placement(&definition.topology, &symbols, &definition.start.fen).unwrap_or_default();
    !placed.iter().any(|(_, piece)| piece.side() == side && definition.piece(piece.kind()).royal)
}

/// Without a king on the board XBoard thinks every move illegal; one that goes farther than a step along its rank castles to its
/// mind; and one that is left alone cannot win.
fn is_no_king(definition: &Definition) -> bool {
    let royal = |kind: &Kind| definition.piece(*kind).royal;
    let is_dropped = definition.hands.as_ref().is_some_and(|hands| hands.kinds.iter().any(royal));
    let goes_far = |movement: &Movement| match movement {
        Movement::Simple(Simple { atom, .. }) => {
            let step = atom.it.is_unit() && !atom.it.letter.is_slider() && atom.it.range == Range::Usual;
            !(step || atom.it.symmetry() == Symmetry::Oblique)
        }
        Movement::Bracket(_) => true,
    };
    if definition.kinds().any(|king| castles_by_itself(definition, king)) {
        return false;
    }
    let ways = definition.kinds().filter(royal).flat_map(|kind| &definition.piece(kind).moves);
    let mut texts = ways.filter_map(|way| betza::parse(&way.text[Side::First]).ok());
    let races = |ending: &Ending| matches!(&ending.condition, Condition::Reach { kinds, .. } if kinds.is_empty() || kinds.iter().any(royal));
    is_dropped
        || definition.endings.iter().any(races)
        || texts.any(|text| text.moves.iter().any(|movement| goes_far(&movement.it)))
}

/// The variant whose rules XBoard goes by.
fn rules_of(definition: &Definition) -> &str {
    if is_standard(&definition.names.cecp) { &definition.names.cecp } else { parent(definition) }
}

/// What XBoard makes of a variant, as far as moves depend on it. It takes some time to find out.
pub struct Idea {
    /// One of its own.
    pub is_standard: bool,
    /// Its own variant whose rules it goes by.
    pub parent: String,
    /// What castles is a king that it takes for one.
    pub castles: bool,
    /// Kinds that it takes for pawns: those with the picture of its pawn or its lance.
    pub pawns: Vec<Kind>,
    /// Kinds with moves of several legs that it hasn't been told of.
    pub untold_legs: Vec<Kind>,
}

impl Idea {
    pub fn of(definition: &Definition) -> Idea {
        let royalty = royalty(definition);
        Idea {
            is_standard: is_standard(&definition.names.cecp),
            parent: rules_of(definition).to_owned(),
            castles: definition.pieces.iter().any(|piece| piece.royal) && royalty == Royalty::Watched,
            pawns: letters(definition, parent(definition), royalty).map(|letters| letters.pawns).unwrap_or_default(),
            untold_legs: definition.kinds().filter(|&kind| has_untold_legs(definition, kind)).collect(),
        }
    }
}

/// Kinds in the order in which XBoard keeps them in a hand.
pub fn hand_order(definition: &Definition) -> Vec<Kind> {
    let known = letters(definition, parent(definition), Royalty::Watched);
    let mut kinds = Vec::new();
    for kind in known.map(|letters| letters.order).unwrap_or_default() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// XBoard doesn't check claims where pieces are held in hand.
pub fn unchecked(definition: &Definition) -> bool {
    definition.hands.is_some() && !["super", "great", "grand"].contains(&parent(definition))
}

/// XBoard sees no stalemate in it.
pub fn hides_stalemate(definition: &Definition) -> bool {
    !is_standard(&definition.names.cecp) && stuck::hides_it(definition, parent(definition))
}

fn told(definition: &Definition, kind: Kind, side: Side) -> Told {
    let edges = if definition.topology.wrap_files { Edges::Joined } else { Edges::Closed };
    tell(definition.piece(kind), side, edges)
}

/// Variants of XBoard's own whose pieces it wants to be told of: it knows where they stand, not how they move.
const WANTS_PIECES: &[&str] = &["great", "berolina", "cylinder"];

/// `setup` and `piece` for a variant that XBoard doesn't know; little or nothing for others.
pub fn describe(session: &Session, begins_at: Option<String>, output: &mut Output) {
    let (rules, definition) = (session.rules(), session.definition());
    let name = definition.names.cecp.as_str();
    if WANTS_PIECES.contains(&name) {
        definition.kinds().for_each(|kind| tell_piece(rules, (kind, false), DEFAULT_PARENT, output));
    }
    if is_standard(name) {
        return;
    }
    let Ok(letters) = describable(definition) else { return };
    let topology = &definition.topology;
    let parent = parent(definition);
    let begins_at = begins_at.and_then(|fen| Some(Game::from_fen(rules.clone(), &fen).ok()?.fen()));
    // A hand holds every kind that the table lists before the king.
    let hand = definition.hands.as_ref().map_or(0, |hands| {
        let last = hands.kinds.iter().filter_map(|kind| letters.order.iter().position(|other| other == kind)).max();
        last.map_or(0, |last| last + 1).min(usize::from(topology.ranks()))
    });
    output.say(format!(
        "setup ({}) {}x{}+{hand}_{parent} {}",
        letters.table,
        topology.files(),
        topology.ranks(),
        start(begins_at.as_deref().unwrap_or(session.game().start_fen()), parent)
    ));
    let never_stuck = stuck::hides_it(definition, parent);
    for kind in definition.kinds().filter(|&kind| letters.wild != Some(kind)) {
        // Its own pieces don't cross joined edges.
        if never_stuck || topology.wrap_files || !letters.native.contains(&kind) {
            tell_piece(rules, (kind, true), parent, output);
        }
    }
}

/// `anew` if XBoard has no piece of its own for it.
fn tell_piece(rules: &Rules, (kind, anew): (Kind, bool), parent: &str, output: &mut Output) {
    let definition = &rules.definition;
    let piece = definition.piece(kind);
    let [mut first, mut second] = Side::BOTH.map(|side| told(definition, kind, side));
    if piece.royal {
        // XBoard's own king castles as in chess; one that is described only as described.
        if definition.castling.iter().any(|rule| rule.mover == kind) {
            if first.text == "K" && !anew {
                return;
            }
            first.text.push_str(&castling::tell(rules, kind, Side::First));
            second.text.push_str(&castling::tell(rules, kind, Side::Second));
        }
    }
    if anew && stuck::hides_it(definition, parent) {
        [&mut first, &mut second].into_iter().for_each(|told| told.text.insert_str(0, stuck::STEP));
    }
    // XBoard promotes a described pawn on the last rank only; its own knows the zones of some parents.
    if !is_orthodox(parent) && promotes_early(definition, kind) {
        return;
    }
    if first.text == second.text {
        output.say(format!("piece {}& {}", piece.symbol, first.text));
    } else {
        output.say(format!("piece {} {}", piece.symbol, first.text));
        output.say(format!("piece {} {}", piece.symbol.to_lowercase(), second.text));
    }
}

/// A promotion by letter on a rank where XBoard, which follows our description, sees none.
pub fn promotes_too_early(session: &Session, mv: Move) -> bool {
    let (rules, definition) = (session.rules(), session.definition());
    let position = session.game().position();
    let kind = rules.kind(position.at(mv.from).kind()).base;
    let last_rank = match position.side_to_move() {
        Side::First => definition.topology.ranks() - 1,
        Side::Second => 0,
    };
    // A step that only promotes is no move of the piece as it was described.
    let in_place = definition.promotions.iter().any(|rule| rule.in_place && rule.pieces.contains(&kind));
    is_orthodox(parent(definition))
        && promotes_early(definition, kind)
        && (in_place || definition.topology.rank(mv.to) != last_rank)
}

/// Pieces may promote where XBoard sees no promotion.
pub fn promotes_unseen(definition: &Definition) -> bool {
    !is_standard(&definition.names.cecp)
        && is_orthodox(parent(definition))
        && definition.kinds().any(|kind| promotes_early(definition, kind))
}

fn promotes_early(definition: &Definition, kind: Kind) -> bool {
    definition.promotions.iter().any(|promotion| {
        matches!(promotion.to, PromotionTo::Choice(_))
            && promotion.pieces.contains(&kind)
            && is_early(&definition.topology, &promotion.zone)
    })
}

/// Some of these squares are not on the last rank of their player.
fn is_early(topology: &Topology, zone: &Zone) -> bool {
    let last = PerSide([topology.ranks() - 1, 0]);
    Side::BOTH.into_iter().any(|side| zone[side].iter().any(|square| topology.rank(square) != last[side]))
}

/// A pawn that has no choice but to promote where XBoard sees no promotion.
fn must_promote_early(definition: &Definition) -> bool {
    let topology = &definition.topology;
    is_orthodox(parent(definition))
        && definition.promotions.iter().any(|promotion| {
            matches!(promotion.to, PromotionTo::Choice(_))
                && promotion.on_arrival
                && match &promotion.mandatory {
                    Mandatory::Always => is_early(topology, &promotion.zone),
                    Mandatory::On(zone) => is_early(topology, zone),
                    Mandatory::Never | Mandatory::WhenStuck => false,
                }
        })
}

/// Promotions by letter are those of the parent whose pawns have no choice.
fn promotes_as_makruk(definition: &Definition) -> bool {
    let (topology, depth) = (&definition.topology, 3);
    let ranks = topology.ranks();
    let last = |side, square| match side {
        Side::First => topology.rank(square) + depth >= ranks,
        Side::Second => topology.rank(square) < depth,
    };
    let whole = |zone: &Zone| {
        Side::BOTH.into_iter().all(|side| {
            usize::from(topology.files() * depth) == zone[side].len()
                && zone[side].iter().all(|square| last(side, square))
        })
    };
    definition.promotions.iter().all(|rule| match &rule.to {
        PromotionTo::Choice(to) => {
            to.len() == 1 && rule.on_arrival && rule.mandatory == Mandatory::Always && whole(&rule.zone)
        }
        PromotionTo::Partner(_) => true,
    })
}

/// It has moves of several legs that XBoard isn't told of.
fn has_untold_legs(definition: &Definition, kind: Kind) -> bool {
    Side::BOTH.into_iter().any(|side| !told(definition, kind, side).legs)
}

/// Captures must be made, and some can't be said.
fn must_shoot(definition: &Definition) -> bool {
    let forced = [Restriction::CaptureIsMandatory, Restriction::CapturingFewer];
    forced.iter().any(|restriction| definition.restrictions.contains(restriction))
        && definition.kinds().any(|kind| has_untold_legs(definition, kind))
}

/// Some piece puts what it takes elsewhere; in XBoard that is a capture.
fn unloads(definition: &Definition) -> bool {
    let legs = |program: &MoveProgram| program.legs().is_some_and(|legs| legs.iter().any(|leg| leg.unload));
    let ways = definition.pieces.iter().flat_map(|piece| &piece.moves);
    ways.flat_map(|way| &way.programs[Side::First]).any(legs)
}

/// XBoard keeps rights to castle with one kind of partner only, its rook; others are lost on the way to a second engine.
fn castles_with_others(definition: &Definition) -> bool {
    let several = definition.castling.iter().flat_map(|rule| &rule.partners).collect::<HashSet<_>>().len() > 1;
    several || definition.kinds().any(|kind| castles_by_itself(definition, kind)) && rook(definition).is_none()
}

/// The start position with the fields that XBoard reads for this parent.
fn start(fen: &str, parent: &str) -> String {
    let words: Vec<&str> = fen.split_whitespace().collect();
    let board = words.first().copied().unwrap_or_default().trim_end_matches("[]");
    let side = words.get(1).copied().unwrap_or("w");
    let castling = words.get(2).copied().unwrap_or("-");
    let without = |names: &[&str]| names.contains(&parent);
    let mut fen = format!("{board} {side}");
    if !without(&["shatranj", "courier", "makruk", "asean", "grand", "shogi", "chu", "xiangqi", "nocastle"]) {
        fen.push_str(&format!(" {castling}"));
    }
    if !without(&["shogi", "xiangqi", "shatranj", "courier", "makruk", "asean"]) {
        fen.push_str(" -");
    }
    fen + " 0 1"
}
