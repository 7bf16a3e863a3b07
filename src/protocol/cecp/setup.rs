//! Variants for XBoard: which are announced, and how one that it doesn't know is described to it.

use super::super::console::Output;
use super::super::session::Session;
use super::super::xboard_letters::{Letters, Royalty, letters};
use super::super::xboard_pieces::{Edges, Told, tell};
use crate::definition::xboard_names::recognised;
use crate::definition::{Definition, Kind, Library, Mandatory, PromotionTo, Side};
use crate::moves::Move;
use crate::rules::topology::{SquareSet, Topology};

/// XBoard's rules for whatever a file doesn't say: orthodox.
const DEFAULT_PARENT: &str = "fairy";

/// Beyond these sizes XBoard ends itself or misreads moves. A hand takes the place of four files.
const MOST_FILES: u16 = 16;
const MOST_RANKS: u16 = 15;

/// True for variants that XBoard has rules and a start position for.
pub fn is_standard(name: &str) -> bool {
    recognised(name) == Some(name)
}

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
    // XBoard begins with the first variant if it cannot begin with chess, and shows only so many of the unknown ones.
    names.sort_by_key(|name| (name != "normal", !is_standard(name)));
    names
}

fn fits_by_name(library: &Library, name: &str) -> bool {
    library.find(name).is_ok_and(|definition| describable(&definition).is_some())
}

fn parent(definition: &Definition) -> &str {
    definition.presentation.xboard_parent.as_deref().unwrap_or(DEFAULT_PARENT)
}

/// The table of letters, if XBoard can show this board and these pieces at all.
fn describable(definition: &Definition) -> Option<Letters> {
    let topology = &definition.topology;
    let files = topology.files() + if definition.hands.is_some() { 4 } else { 0 };
    if files > MOST_FILES || topology.ranks() > MOST_RANKS || topology.wrap_ranks {
        return None;
    }
    // Walls, and captures that do more than take, would leave XBoard with another board than ours.
    let knows_effects = definition.effects.is_empty() || parent(definition) == "atomic";
    let unknown =
        definition.wall.is_some() || !knows_effects || !definition.aftermath.is_empty() || definition.lender.is_some();
    if unknown || must_promote_early(definition) || castles_with_others(definition) {
        return None;
    }
    letters(definition, parent(definition), royalty(definition))
}

/// XBoard may only watch the king if it knows exactly how everything moves.
fn royalty(definition: &Definition) -> Royalty {
    let watched = letters(definition, parent(definition), Royalty::Watched);
    let exact = |kind: Kind| {
        let native = watched.as_ref().is_some_and(|letters| letters.native.contains(&kind));
        native || Side::BOTH.into_iter().all(|side| told(definition, kind, side).exact)
    };
    let kings = definition.pieces.iter().filter(|piece| piece.royal).count();
    if kings == 1 && definition.kinds().all(exact) { Royalty::Watched } else { Royalty::Unwatched }
}

/// The variant whose rules XBoard goes by.
pub fn rules_of(definition: &Definition) -> &str {
    if is_standard(&definition.names.cecp) { &definition.names.cecp } else { parent(definition) }
}

/// True if what castles is a king that XBoard takes for one.
pub fn castles(definition: &Definition) -> bool {
    definition.pieces.iter().any(|piece| piece.royal) && matches!(royalty(definition), Royalty::Watched)
}

/// Kinds in the order in which XBoard keeps them in a hand.
pub fn hand_order(definition: &Definition) -> Vec<Kind> {
    let known = letters(definition, parent(definition), Royalty::Watched);
    known.map(|letters| letters.order).unwrap_or_default()
}

/// XBoard doesn't check claims where pieces are held in hand.
pub fn unchecked(definition: &Definition) -> bool {
    definition.hands.is_some() && !["super", "great", "grand"].contains(&parent(definition))
}

fn told(definition: &Definition, kind: Kind, side: Side) -> Told {
    let edges = if definition.topology.wrap_files { Edges::Joined } else { Edges::Closed };
    tell(definition.piece(kind), side, edges)
}

/// Variants of XBoard's own whose pieces it wants to be told of: it knows where they stand, not how they move.
const WANTS_PIECES: &[&str] = &["great", "berolina", "cylinder"];

/// `setup` and `piece` for a variant that XBoard doesn't know; little or nothing for others.
pub fn describe(session: &Session, output: &mut Output) {
    let definition = session.definition();
    let name = definition.names.cecp.as_str();
    if WANTS_PIECES.contains(&name) {
        definition.kinds().for_each(|kind| tell_piece(definition, (kind, false), DEFAULT_PARENT, output));
    }
    if is_standard(name) {
        return;
    }
    let Some(letters) = describable(definition) else { return };
    let topology = &definition.topology;
    let parent = parent(definition);
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
        start(session.game().start_fen(), parent)
    ));
    for kind in definition.kinds() {
        if !letters.native.contains(&kind) {
            tell_piece(definition, (kind, true), parent, output);
        }
    }
}

/// The same in a line for those who hand it on from a UCI engine; nothing about what XBoard knows by that name.
pub fn for_uci(session: &Session, output: &mut Output) {
    let definition = session.definition();
    let name = &definition.names.uci;
    if is_standard(name) {
        return;
    }
    let (files, ranks) = (definition.topology.files(), definition.topology.ranks());
    let hand = definition.hands.as_ref().map_or(0, |hands| hands.kinds.len());
    let (parent, start) = (parent(definition), session.game().start_fen());
    output.say(format!(
        "info string variant {name} files {files} ranks {ranks} pocket {hand} template {parent} startpos {start}"
    ));
}

/// `anew` if XBoard has no piece of its own for it.
fn tell_piece(definition: &Definition, (kind, anew): (Kind, bool), parent: &str, output: &mut Output) {
    let piece = definition.piece(kind);
    let [mut first, second] = Side::BOTH.map(|side| told(definition, kind, side));
    if piece.royal {
        // XBoard's own king castles as in chess; one that is described only as described.
        match castling(definition, kind) {
            Castling::Usual(_) if first.text == "K" && !anew => return,
            Castling::Usual(steps) | Castling::Steps(steps) => first.text.push_str(&format!("isO{steps}")),
            Castling::None => {}
        }
    }
    // XBoard promotes a described pawn on the last rank only; its own knows the zones of some parents.
    if parent != DEFAULT_PARENT && promotes_early(definition, kind) {
        return;
    }
    if first.text == second.text || piece.royal {
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
    parent(definition) == DEFAULT_PARENT
        && promotes_early(definition, kind)
        && (in_place || definition.topology.rank(mv.to) != last_rank)
}

fn promotes_early(definition: &Definition, kind: Kind) -> bool {
    let last =
        |topology: &Topology, zone: &SquareSet| zone.iter().all(|square| topology.rank(square) + 1 == topology.ranks());
    definition.promotions.iter().any(|promotion| {
        matches!(promotion.to, PromotionTo::Choice(_))
            && promotion.pieces.contains(&kind)
            && !last(&definition.topology, &promotion.zone[Side::First])
    })
}

/// A pawn that has no choice but to promote where XBoard sees no promotion.
fn must_promote_early(definition: &Definition) -> bool {
    let topology = &definition.topology;
    parent(definition) == DEFAULT_PARENT
        && definition.promotions.iter().any(|promotion| {
            let early = |zone: &SquareSet| zone.iter().any(|square| topology.rank(square) + 1 < topology.ranks());
            matches!(promotion.to, PromotionTo::Choice(_))
                && promotion.on_arrival
                && match &promotion.mandatory {
                    Mandatory::Always => early(&promotion.zone[Side::First]),
                    Mandatory::On(zone) => early(&zone[Side::First]),
                    Mandatory::Never | Mandatory::WhenStuck => false,
                }
        })
}

enum Castling {
    None,
    /// By so many steps, to two files from either edge, as XBoard has it.
    Usual(u16),
    Steps(u16),
}

fn castling(definition: &Definition, king: Kind) -> Castling {
    let Some(rule) = definition.castling.iter().find(|rule| rule.mover == king) else { return Castling::None };
    let files = definition.topology.files();
    let (Some(left), Some(right)) = (rule.left, rule.right) else { return Castling::None };
    let steps = right.saturating_sub(left) / 2;
    if left == 2 && right + 2 == files { Castling::Usual(steps) } else { Castling::Steps(steps) }
}

/// XBoard keeps rights to castle with rooks only; other partners are lost on the way to a second engine.
fn castles_with_others(definition: &Definition) -> bool {
    let is_rook = |piece: &Kind| definition.piece(*piece).symbol == "R";
    let king = definition.kinds().find(|&kind| definition.piece(kind).royal);
    let castles = |king: Kind| definition.piece(king).moves.iter().any(|way| way.text[Side::First].contains('O'));
    definition.castling.iter().any(|rule| !rule.partners.iter().all(is_rook))
        || king.is_some_and(castles) && !definition.kinds().any(|kind| is_rook(&kind))
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
