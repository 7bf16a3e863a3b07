//! Moves as text. A text becomes a move only by being found among the legal ones.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod find;
mod impossible;
mod named;
pub mod pgn;
mod san;
pub(crate) mod sfen;

pub use find::find;
pub use impossible::why_impossible;
pub use named::Notation;
pub use san::{Sans, find_san, possible_san, san};

use crate::definition::{Kind, PromotionTo};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::topology::{Square, Topology};
use crate::rules::{Castle, Rules};
use smallvec::SmallVec;

/// Whose spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XBoard: ten-rank boards count from 0, `@@@@` is a pass, legs are joined by commas.
    Cecp,
    /// As Fairy-Stockfish spells it: ranks from 1, from-to-same-square passes.
    Uci,
    /// As chinese programs spell it: ranks from 0.
    Ucci,
    /// As `Uci`, but castling is always the king's way, with `k` behind it where that could be a king's step.
    Xci,
    /// Shogi: files as numbers from the right, ranks as letters from the top, `P*5e`, `7g7f+`.
    Usi,
}

impl Dialect {
    pub const ALL: [Dialect; 5] = [Dialect::Cecp, Dialect::Uci, Dialect::Ucci, Dialect::Xci, Dialect::Usi];
}

/// Spells a move of this position.
pub fn show(rules: &Rules, position: &Position, mv: Move, dialect: Dialect) -> String {
    if mv.wall.is_some() {
        let base = show(rules, position, mv.walling(Square::NONE), dialect);
        return format!("{base},{}{}", show_square(rules, mv.to, dialect), show_square(rules, mv.wall, dialect));
    }
    if let Some((kind, gate)) = mv.gate() {
        // Castling with a piece behind the partner is spelled as the partner's move to the king's square.
        let base = match mv.action {
            Action::CastleGatePartner => {
                format!("{}{}", show_square(rules, gate, dialect), show_square(rules, mv.from, dialect))
            }
            _ => show(rules, position, mv.base(), dialect),
        };
        let letter = &rules.kind(kind).symbol.0[1];
        return if promotes_alike(rules, position, mv, kind) { format!("{base}/{letter}") } else { base + letter };
    }
    let square = |square| show_square(rules, square, dialect);
    match mv.action {
        Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate => String::new(),
        Action::Drop => {
            let symbol = mv.placed().map_or("", |kind| &rules.kind(kind).symbol.0[0]);
            let mark = if dialect == Dialect::Usi { '*' } else { '@' };
            format!("{symbol}{mark}{}", square(mv.to))
        }
        Action::Pass => match dialect {
            Dialect::Cecp => "@@@@".to_owned(),
            Dialect::Usi => "0000".to_owned(),
            Dialect::Uci | Dialect::Ucci | Dialect::Xci if mv.from.is_some() => format!("{0}{0}", square(mv.from)),
            Dialect::Uci | Dialect::Ucci | Dialect::Xci => "0000".to_owned(),
        },
        Action::Castle if dialect == Dialect::Xci => {
            let castle = castle_of(rules, position, mv);
            let is_step = castle.is_some_and(|castle| castle.takes_partner && !castle.by_file);
            let mark = if is_step || rules.topology().distance(mv.from, mv.to) < 2 { "k" } else { "" };
            format!("{}{}{mark}", square(mv.from), square(mv.to))
        }
        Action::Castle => match takes_partner(rules, position, mv) {
            false => format!("{}{}", square(mv.from), square(mv.to)),
            // By these XBoard means its king.
            true if dialect == Dialect::Cecp && is_royal(rules, position, mv) => {
                if mv.via[0] > mv.from {
                    "O-O".to_owned()
                } else {
                    "O-O-O".to_owned()
                }
            }
            true => format!("{}{}", square(mv.from), square(mv.via[0])),
        },
        Action::Plain | Action::Trail => {
            format!("{}{}{}", square(mv.from), square(mv.to), promotion_mark(rules, position, mv))
        }
        Action::Locust if is_in_passing_alone(rules, position, mv) => {
            format!("{}{}{}", square(mv.from), square(mv.to), promotion_mark(rules, position, mv))
        }
        Action::Locust | Action::Chain | Action::Unload | Action::UnloadChain => {
            let path = path(rules, position, mv);
            let mark = if dialect == Dialect::Usi { '*' } else { '@' };
            let put = told_apart_by(rules, position, mv).map(|at| format!("{mark}{}", square(at))).unwrap_or_default();
            let more = promotion_mark(rules, position, mv) + &put;
            if dialect == Dialect::Usi {
                // Squares follow each other: a lion's `6f6e6d`.
                return path.iter().map(|&at| square(at)).collect::<String>() + &more;
            }
            let legs = path.windows(2).map(|leg| format!("{}{}", square(leg[0]), square(leg[1])));
            legs.collect::<Vec<_>>().join(",") + &more
        }
    }
}

/// The squares a moving piece visits as the move is spelled: its own, where it takes something in passing, and where
/// it ends. Castling that is spelled as taking the partner ends on the partner. A drop has only its end.
pub fn path(rules: &Rules, position: &Position, mv: Move) -> SmallVec<[Square; 4]> {
    let mut path = SmallVec::new();
    if mv.wall.is_some() {
        path = self::path(rules, position, mv.walling(Square::NONE));
        path.push(mv.wall);
        return path;
    }
    if mv.action == Action::CastleGatePartner {
        path.extend([mv.via[0], mv.from]);
        return path;
    }
    let mv = mv.base();
    match mv.action {
        Action::Drop => path.push(mv.to),
        Action::Castle if takes_partner(rules, position, mv) => path.extend([mv.from, mv.via[0]]),
        Action::Locust | Action::Chain if !is_in_passing_alone(rules, position, mv) => {
            path = by_way_of(rules, position, mv, position.captures(rules, mv));
        }
        Action::Unload | Action::UnloadChain => {
            let mut taken = position.captures(rules, mv);
            taken.extend(position.unloads(rules, mv).map(|[taken_on, _]| taken_on));
            path = by_way_of(rules, position, mv, taken);
        }
        Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate => {}
        Action::Plain | Action::Castle | Action::Trail | Action::Locust | Action::Chain | Action::Pass => {
            path.extend([mv.from, mv.to]);
        }
    }
    path
}

/// Where a move puts down what it takes, if the piece could go the same way without putting it there: `c1c2@c1` beside the
/// capture `c1c2`.
fn told_apart_by(rules: &Rules, position: &Position, mv: Move) -> Option<Square> {
    let [_, put_at] = position.unloads(rules, mv)?;
    let all = all_moves(rules, position);
    let way = path(rules, position, mv);
    let alike = |other: &&Move| {
        (other.from, other.to) == (mv.from, mv.to)
            && position.unloads(rules, **other) != position.unloads(rules, mv)
            && path(rules, position, **other) == way
    };
    all.iter().find(alike).map(|_| put_at)
}

/// True if the piece could also promote there to what the move lets in: `a1a5/h` beside the promotion `a1a5h`.
fn promotes_alike(rules: &Rules, position: &Position, mv: Move, gated: Kind) -> bool {
    let base = mv.base();
    let moved = position.at(base.from);
    if moved.is_empty() {
        return false;
    }
    let mover = rules.kind(moved.kind()).base;
    let alike = |kind: Kind| rules.kind(kind).base == rules.kind(gated).base;
    let is_choice = rules.definition.promotions.iter().any(|promotion| match &promotion.to {
        PromotionTo::Choice(kinds) => promotion.pieces.contains(&mover) && kinds.iter().any(|&kind| alike(kind)),
        PromotionTo::Partner(_) => false,
    });
    is_choice
        && all_moves(rules, position).iter().any(|other| {
            (other.from, other.to) == (base.from, base.to) && other.is_promotion() && other.placed().is_some_and(alike)
        })
}

/// True for a capture in passing to where the piece can't go without it: `g5e3`. If it can, that is spelled so, and the capture
/// by its way, `g5e4,e4e3`.
fn is_in_passing_alone(rules: &Rules, position: &Position, mv: Move) -> bool {
    let alike = |other: &Move| {
        (other.from, other.to, other.placed()) == (mv.from, mv.to, mv.placed())
            && matches!(other.action, Action::Plain | Action::Trail)
    };
    is_en_passant(rules, position, mv) && !all_moves(rules, position).iter().any(alike)
}

/// What can be played, whether or not it is legal.
fn all_moves(rules: &Rules, position: &Position) -> MoveList {
    let mut all = MoveList::new();
    crate::movegen::pseudo_legal(rules, &mut position.clone(), &mut all);
    all
}

/// The path of a move that takes something on these squares. Moves don't keep in which order: several have to be looked for; what
/// also puts something down takes what is near before what is far.
fn by_way_of(rules: &Rules, position: &Position, mv: Move, mut taken: SmallVec<[Square; 4]>) -> SmallVec<[Square; 4]> {
    taken.retain(|via| *via != mv.to);
    let several = taken.len() > 1 && position.unloads(rules, mv).is_none();
    let ordered = several.then(|| crate::movegen::captures_in_order(rules, position, mv, &taken)).flatten();
    let mut path = SmallVec::from_slice(&[mv.from]);
    match ordered {
        Some(ordered) => path.extend(ordered),
        None => {
            let mut here = mv.from;
            while let Some(next) = (0..taken.len()).min_by_key(|&at| rules.topology().distance(here, taken[at])) {
                here = taken.remove(next);
                path.push(here);
            }
        }
    }
    path.push(mv.to);
    path
}

/// True for castling that is spelled as the mover taking its partner.
fn takes_partner(rules: &Rules, position: &Position, mv: Move) -> bool {
    castle_of(rules, position, mv).is_some_and(|castle| castle.takes_partner)
}

fn castle_of<'r>(rules: &'r Rules, position: &Position, mv: Move) -> Option<&'r Castle> {
    let castles = &rules.sides[position.side_to_move()].castles;
    let same = |castle: &&Castle| (castle.mover, castle.mover_to, castle.partner) == (mv.from, mv.to, mv.via[0]);
    castles.iter().find(same)
}

/// True if a royal piece moves.
fn is_royal(rules: &Rules, position: &Position, mv: Move) -> bool {
    mv.from.is_some() && rules.kind(position.at(mv.from).kind()).royal
}

/// The captured piece is the one that has just left en passant squares.
pub fn is_en_passant(rules: &Rules, position: &Position, mv: Move) -> bool {
    mv.action == Action::Locust && !mv.via[1].is_some() && position.is_in_passing(rules, mv.to, &mv.via[..1])
}

/// `+` for a fixed partner, `-` for one that turns back to what it was, else the letter of what is chosen; nothing without promotion.
fn promotion_mark(rules: &Rules, position: &Position, mv: Move) -> String {
    let Some(placed) = mv.placed() else { return String::new() };
    let moved = position.at(mv.from);
    let base = rules.kind(placed).base;
    if !moved.is_empty() && is_partner(rules, rules.kind(moved.kind()).base, base) {
        let was = rules.kind(moved.kind());
        let turned_back = rules.definition.piece(was.base).demotes_to == Some(base)
            || was.symbol.0[0].strip_prefix('+') == Some(&rules.kind(base).symbol.0[0]);
        return if turned_back { "-" } else { "+" }.to_owned();
    }
    rules.kind(base).symbol.0[1].clone()
}

fn is_partner(rules: &Rules, from: Kind, to: Kind) -> bool {
    rules.definition.promotions.iter().any(|promotion| match &promotion.to {
        PromotionTo::Partner(partners) => {
            promotion.pieces.iter().zip(partners).any(|(&piece, &partner)| piece == from && partner == to)
        }
        PromotionTo::Choice(_) => false,
    })
}

pub fn show_square(rules: &Rules, square: Square, dialect: Dialect) -> String {
    let mut text = String::with_capacity(4);
    push_square(&mut text, rules, square, dialect);
    text
}

/// Appends what `show_square` says.
fn push_square(text: &mut String, rules: &Rules, square: Square, dialect: Dialect) {
    if !square.is_some() {
        return text.push('-');
    }
    let topology = rules.topology();
    let (file, rank) = (topology.file(square), topology.rank(square));
    let first_rank = match dialect {
        Dialect::Usi => {
            push_number(text, topology.files() - file);
            return Topology::push_file_name(text, topology.ranks() - 1 - rank);
        }
        Dialect::Uci | Dialect::Xci => 1,
        Dialect::Ucci => 0,
        Dialect::Cecp => first_rank(rules),
    };
    Topology::push_file_name(text, file);
    push_number(text, rank + first_rank);
}

/// XBoard counts the ranks of ten-rank boards, and only those, from 0.
fn first_rank(rules: &Rules) -> u16 {
    u16::from(rules.topology().ranks() != 10)
}

fn push_number(text: &mut String, number: u16) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

fn from_letters(text: &str) -> Option<u16> {
    let digit = |byte: u8| byte.is_ascii_lowercase().then(|| (byte - b'a') as u16);
    match text.as_bytes() {
        [one] => digit(*one),
        [high, low] => Some((digit(*high)? + 1) * 26 + digit(*low)?),
        _ => None,
    }
}

/// A square as this dialect writes it.
pub fn find_square(rules: &Rules, text: &str, dialect: Dialect) -> Option<Square> {
    let topology = rules.topology();
    let lower = text.to_ascii_lowercase();
    let text = lower.as_str();
    if !text.is_ascii() {
        return None;
    }
    let square = if dialect == Dialect::Usi {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let file = topology.files().checked_sub(text[..digits].parse().ok()?)?;
        let rank = topology.ranks().checked_sub(from_letters(&text[digits..])? + 1)?;
        topology.square(file, rank)?
    } else {
        let split = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let first = match dialect {
            Dialect::Cecp => first_rank(rules),
            Dialect::Ucci => 0,
            Dialect::Uci | Dialect::Xci | Dialect::Usi => 1,
        };
        let rank: u16 = text[split..].parse().ok()?;
        topology.square(from_letters(&text[..split])?, rank.checked_sub(first)?)?
    };
    (!topology.is_hole(square)).then_some(square)
}
