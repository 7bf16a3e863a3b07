//! Standard algebraic notation, as PGN wants it.

use super::{Dialect, is_en_passant, is_royal, promotion_mark, push_square, show, show_square, takes_partner};
use crate::definition::Kind;
use crate::game::Game;
use crate::movegen;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Castle, Rules};

/// Standard algebraic notation, unambiguous: `Nbd7`, `exd5`, `O-O`, `P@e5`, `Sxe5+`. The first kind whose moves reset the
/// move counter is written without a letter, as pawns are.
pub fn san(game: &Game, mv: Move) -> String {
    let mut position = game.position().clone();
    Sans::new(game.rules(), &game.legal_moves()).write(&mut position, mv)
}

/// The legal move that a text of SAN means: written as `san` does, or without its sign for check, or with signs of
/// praise; else as `find` reads moves in the spelling of UCI.
pub fn find_san(game: &Game, text: &str) -> Option<Move> {
    let (legal, mut position) = (game.legal_moves(), game.position().clone());
    let sans = Sans::new(game.rules(), &legal);
    let text = text.trim_end_matches(['!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    let castling = text.starts_with("0-0").then(|| text.replace('0', "O"));
    let text = castling.as_deref().unwrap_or(text);
    let spelled: Vec<(Move, String)> = legal.iter().map(|&mv| (mv, sans.write(&mut position, mv))).collect();
    let exactly = spelled.iter().find(|(_, san)| san == text).map(|&(mv, _)| mv);
    let one = |wanted: &str, spell: &dyn Fn(Move, &str) -> String| {
        let mut same = spelled.iter().filter(|(mv, san)| spell(*mv, san) == wanted).map(|&(mv, _)| mv);
        same.next().filter(|_| same.next().is_none())
    };
    // Whose `+` it is, a check's or a promotion's, only the moves tell.
    let calm = |mv: Move, san: &str| match sans.checks(&mut position.clone(), mv) {
        true => san[..san.len() - 1].to_owned(),
        false => san.to_owned(),
    };
    exactly
        .or_else(|| one(text, &calm))
        .or_else(|| one(text.strip_suffix(['+', '#'])?, &calm))
        .or_else(|| one(&text.replace(['=', 'x'], ""), &|_, san| san.replace(['=', 'x'], "")))
        .or_else(|| {
            let wanted = bare(text);
            let mut same = spelled.iter().filter(|(mv, san)| says_more(game, *mv, &bare(san), &wanted));
            same.next().filter(|_| same.next().is_none()).map(|&(mv, _)| mv)
        })
        .or_else(|| super::find(game, text, Dialect::Uci))
}

/// SAN without signs of captures, promotions and checks.
fn bare(san: &str) -> String {
    san.trim_end_matches(['+', '#']).replace(['=', 'x', '-'], "")
}

/// True if a text names a move as bare SAN does, but says where the piece comes from although nobody need know.
fn says_more(game: &Game, mv: Move, san: &str, wanted: &str) -> bool {
    if !matches!(mv.action, Action::Plain | Action::Trail | Action::Locust) || !mv.from.is_some() {
        return false;
    }
    let (rules, position) = (game.rules(), game.position());
    let topology = rules.topology();
    let [from, to] = [mv.from, mv.to].map(|square| topology.name(square));
    let letter = &rules.kind(rules.kind(position.at(mv.from).kind()).base).symbol.0[0];
    let letter = if san.starts_with(letter.as_str()) { letter.as_str() } else { "" };
    let Some((_, rest)) = san.rmatch_indices(&to).next().map(|(at, _)| san.split_at(at)) else { return false };
    let (file, rank) = from.split_at(from.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    [file, rank, &from].iter().any(|origin| wanted == format!("{letter}{origin}{rest}"))
}

/// The move that a text of SAN would mean if it were legal, as UCI spells it.
pub fn possible_san(game: &Game, text: &str) -> Option<String> {
    let (mut list, mut position) = (MoveList::new(), game.position().clone());
    movegen::pseudo_legal(game.rules(), &mut position, &mut list);
    let (sans, calm) = (Sans::new(game.rules(), &list), |text: &str| text.trim_end_matches(['+', '#']).to_owned());
    let wanted = calm(text);
    let meant = list.iter().find(|&&mv| calm(&sans.name(&position, mv)) == wanted)?;
    Some(show(game.rules(), game.position(), *meant, Dialect::Uci))
}

/// Names the legal moves of one position.
pub struct Sans<'a> {
    rules: &'a Rules,
    /// The legal moves, by target.
    by_target: Vec<Move>,
    /// Written without a letter.
    pawn: Option<Kind>,
}

impl<'a> Sans<'a> {
    /// `legal` are all legal moves of a position.
    pub fn new(rules: &'a Rules, legal: &[Move]) -> Sans<'a> {
        let mut by_target = legal.to_vec();
        by_target.sort_unstable_by_key(|mv| (mv.to, mv.from));
        let pawn = rules.definition.kinds().find(|&kind| rules.kind(kind).resets_counter);
        Sans { rules, by_target, pawn }
    }

    /// The name of one of the legal moves; the position is left as it was.
    pub fn write(&self, position: &mut Position, mv: Move) -> String {
        let mut text = self.name(position, mv);
        if self.checks(position, mv) {
            position.play(self.rules, mv);
            let mut answers = MoveList::new();
            movegen::legal(self.rules, position, &mut answers);
            position.undo(self.rules);
            text.push(if answers.is_empty() { '#' } else { '+' });
        }
        text
    }

    /// The name without a sign for check.
    pub(super) fn name(&self, position: &Position, whole: Move) -> String {
        let rules = self.rules;
        let mv = whole.base().walling(Square::NONE);
        let mut text = match mv.action {
            Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate => String::new(),
            Action::Castle => self.castling(position, mv),
            Action::Drop | Action::Pass | Action::Chain | Action::Unload | Action::UnloadChain => {
                show(rules, position, mv, Dialect::Uci)
            }
            Action::Locust if !is_en_passant(rules, position, mv) => {
                let letter = &rules.kind(rules.kind(position.at(mv.from).kind()).base).symbol.0[0];
                format!("{letter}{}", show(rules, position, mv, Dialect::Uci).replace(',', "-"))
            }
            Action::Plain | Action::Trail | Action::Locust => self.plain(position, mv),
        };
        if let Some((kind, gate)) = whole.gate() {
            text.push('/');
            text.push_str(&rules.kind(kind).symbol.0[0]);
            if whole.action == Action::CastleGatePartner {
                push_square(&mut text, rules, gate, Dialect::Uci);
            }
        }
        if whole.wall.is_some() {
            text.push('@');
            push_square(&mut text, rules, whole.wall, Dialect::Uci);
        }
        text
    }

    fn checks(&self, position: &mut Position, mv: Move) -> bool {
        movegen::gives_check(self.rules, position, mv)
    }

    fn castling(&self, position: &Position, mv: Move) -> String {
        let rules = self.rules;
        let right = mv.via[0] > mv.from;
        let stands = |castle: &&Castle| {
            let piece = position.at(castle.mover);
            !piece.is_empty() && rules.kind(piece.kind()).base == castle.kind
        };
        let castles = rules.sides[position.side_to_move()].castles.iter();
        let same_side = castles.filter(|castle| castle.is_to_right() == right).filter(stands);
        let letter = &rules.kind(position.at(mv.from).kind()).symbol.0[0];
        // Where others castle as well, only the king needs no name.
        let is_royal = is_royal(rules, position, mv);
        let rivals = |castle: &Castle| castle.mover != mv.from && (!is_royal || rules.kind(castle.kind).royal);
        if same_side.clone().any(rivals) {
            return format!("{letter}{}", show(rules, position, mv, Dialect::Uci));
        }
        let mut targets: Vec<Square> =
            same_side.filter(|castle| castle.mover == mv.from).map(|castle| castle.mover_to).collect();
        targets.dedup();
        if targets.len() > 1 {
            let to = if takes_partner(rules, position, mv) { mv.via[0] } else { mv.to };
            return format!("{letter}{}", show_square(rules, to, Dialect::Uci));
        }
        if right { "O-O".to_owned() } else { "O-O-O".to_owned() }
    }

    fn plain(&self, position: &Position, mv: Move) -> String {
        let rules = self.rules;
        let info = rules.kind(position.at(mv.from).kind());
        let captures = position.is_capture(mv);
        let first = self.by_target.partition_point(|other| other.to < mv.to);
        let same_target = self.by_target[first..].iter().take_while(|other| other.to == mv.to);
        let rivals = same_target.clone().filter(|other| {
            let same_kind = |square: Square| {
                let other = position.at(square);
                !other.is_empty() && rules.kind(other.kind()).base == info.base
            };
            other.gate().is_none() && other.from != mv.from && other.from.is_some() && same_kind(other.from)
        });
        let topology = rules.topology();
        let (mut has_rivals, mut same_file, mut same_rank) = (false, false, false);
        for rival in rivals {
            has_rivals = true;
            same_file |= topology.file(rival.from) == topology.file(mv.from);
            same_rank |= topology.rank(rival.from) == topology.rank(mv.from);
        }
        let is_pawn = self.pawn == Some(info.base);
        let mut text = String::with_capacity(12);
        if !is_pawn {
            text.push_str(&rules.kind(info.base).symbol.0[0]);
        }
        if has_rivals || is_pawn && captures {
            let origin = show_square(rules, mv.from, Dialect::Uci);
            let split = origin.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (file, rank) = origin.split_at(split);
            // After the file z a file's letters may be those of the square that follows.
            let is_wide = topology.files() > 26;
            text.push_str(match (same_file, same_rank) {
                _ if is_wide => &origin,
                (false, _) => file,
                (true, false) => rank,
                (true, true) => &origin,
            });
        }
        if captures {
            text.push('x');
        }
        push_square(&mut text, rules, mv.to, Dialect::Uci);
        match promotion_mark(rules, position, mv).as_str() {
            "" => {
                let could_promote = |other: &Move| other.from == mv.from && other.is_promotion();
                if same_target.clone().any(could_promote) {
                    text.push('=');
                }
            }
            mark @ ("+" | "-") => text.push_str(mark),
            letter => text.push_str(&format!("={}", letter.to_uppercase())),
        }
        text
    }
}
