//! Who promotes where to what: `promoZone`, `maxPromote`, `promoChoice` and `promoOffset`.

use super::Writer;
use crate::definition::Side;
use crate::diagnostic::Diagnostic;

/// What a piece may become, as `promoChoice` says it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub piece: usize,
    /// `!`: not on the last rank.
    not_last: bool,
    /// `*`: only if one has been captured, or was held from the start.
    pub held: bool,
    /// Digits after it: only on so many ranks.
    depth: u16,
}

/// What somebody promotes to on some ranks.
#[derive(PartialEq)]
struct Offer {
    targets: Vec<usize>,
    may_stay: bool,
}

/// What is chosen from where nothing is said.
const USUAL: &str = "QNRB";

impl Writer<'_> {
    /// The choices in order; all pieces but the first and the royal ones where `promoChoice` is empty.
    pub(super) fn choices(&self, found: &mut Vec<Diagnostic>) -> Vec<Choice> {
        let diagram = self.diagram;
        let depth = diagram.depth;
        let free = |piece: usize| Choice { piece, not_last: false, held: false, depth };
        let Some(word) = &diagram.choice else {
            let known = |letter: char| diagram.pieces.iter().position(|piece| piece.id() == letter.to_string());
            return USUAL.chars().filter_map(known).map(free).collect();
        };
        if word.text.is_empty() {
            return (1..diagram.pieces.len()).filter(|index| !self.royals.contains(index)).map(free).collect();
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut signs = (false, false);
        let mut rest = word.text.as_str();
        while let Some(first) = rest.chars().next() {
            let at = word.span.start + word.text.len() - rest.len();
            let number = rest.bytes().take_while(u8::is_ascii_digit).count();
            if let Some(piece) = self.starting(rest) {
                choices.push(Choice { piece, not_last: signs.0, held: signs.1, depth });
                signs = (false, false);
                rest = &rest[diagram.pieces[piece].id().len()..];
            } else if number > 0 {
                if let (Some(choice), Ok(ranks)) = (choices.last_mut(), rest[..number].parse::<u16>()) {
                    choice.depth = ranks.min(depth);
                }
                rest = &rest[number..];
            } else {
                match first {
                    '!' => signs.0 = true,
                    '*' => signs.1 = true,
                    ',' => {}
                    _ => found.push(self.no_such_id(first, at)),
                }
                rest = &rest[first.len_utf8()..];
            }
        }
        // What nobody has ever had can't be captured.
        choices.retain(|choice| !choice.held || self.supply(choice.piece) > 0);
        choices
    }

    /// The lines about promotion.
    pub(super) fn promotions(&self, choices: &[Choice], found: &mut Vec<Diagnostic>) -> Vec<String> {
        let diagram = self.diagram;
        let most = diagram.most_promoting.min(diagram.pieces.len());
        if diagram.depth == 0 || most == 0 {
            return Vec::new();
        }
        if diagram.offset > 0 {
            return self.turning_over(most, found);
        }
        let depth = diagram.depth.min(diagram.ranks);
        let mut lines = Vec::new();
        let mut done: Vec<usize> = Vec::new();
        for first in 0..most {
            if done.contains(&first) {
                continue;
            }
            // Those that promote alike are said together.
            let offers = |piece: usize| (1..=depth).map(|rank| offer(choices, piece, rank)).collect::<Vec<_>>();
            let own = offers(first);
            let alike: Vec<usize> = (first..most).filter(|&other| offers(other) == own).collect();
            let who = self.list(&alike);
            done.extend(alike);
            let mut near = 1;
            while near <= depth {
                let same = (near..=depth).take_while(|&rank| own[usize::from(rank) - 1] == own[usize::from(near) - 1]);
                let far = same.last().unwrap_or(near);
                let Offer { targets, may_stay } = &own[usize::from(near) - 1];
                if !targets.is_empty() {
                    let stays = if *may_stay { ", optional" } else { "" };
                    lines.push(format!(
                        "promotion {who} in {}, to {}{stays}",
                        self.last_ranks(near, far),
                        self.list(targets)
                    ));
                }
                near = far + 1;
            }
        }
        lines
    }

    /// From the one to the other, counted from the last rank.
    fn last_ranks(&self, near: u16, far: u16) -> String {
        let rank = |from_last: u16| self.diagram.ranks + 1 - from_last;
        if near == far { format!("rank {}", rank(near)) } else { format!("ranks {}-{}", rank(far), rank(near)) }
    }

    /// `promoOffset`: each to the piece so much further down the list; where there is none, to the first of those.
    fn turning_over(&self, most: usize, found: &mut Vec<Diagnostic>) -> Vec<String> {
        let diagram = self.diagram;
        let most = most.min(diagram.offset);
        if diagram.offset >= diagram.pieces.len() {
            let message = format!("no piece stands {} places after another", diagram.offset);
            found.push(Diagnostic::warning(diagram.promotion_span.clone(), message).label("nothing promotes"));
            return Vec::new();
        }
        let from: Vec<usize> = (0..most).collect();
        let to: Vec<usize> = from.iter().map(|&piece| self.turned_over(piece)).collect();
        let zone = self.last_ranks(1, diagram.depth.min(diagram.ranks));
        let line = |when: &str, must: &str| {
            format!("promotion {} in {zone}, {when}, to partners {}, {must}", self.list(&from), self.list(&to))
        };
        match diagram.holdings {
            0 => vec![line("entering", "optional"), line("arriving or leaving, capturing", "optional")],
            _ => vec![line("arriving or leaving", "mandatory when stuck")],
        }
    }

    fn turned_over(&self, piece: usize) -> usize {
        let other = piece + self.diagram.offset;
        if other < self.diagram.pieces.len() { other } else { self.diagram.offset }
    }

    /// What a piece is in the hand of who takes it, if it is another one.
    pub(super) fn demoted(&self, piece: usize) -> Option<usize> {
        let turned = self.diagram.holdings == -1 && self.diagram.offset > 0;
        piece.checked_sub(self.diagram.offset).filter(|_| turned)
    }

    /// Most of a kind on the board, where one promotes only to what has been captured, or to what was held from the start.
    pub(super) fn limit(&self, choices: &[Choice], piece: usize) -> Option<u16> {
        let held = choices.iter().any(|choice| choice.piece == piece && choice.held);
        held.then(|| self.supply(piece))
    }

    /// How many of a kind a player has at the start, in hand, too.
    fn supply(&self, piece: usize) -> u16 {
        let count = |side: Side| self.count(piece, side) + self.diagram.pieces[piece].in_hand[side];
        count(Side::First).max(count(Side::Second))
    }
}

/// What a piece may become on a rank, counted from the last one.
fn offer(choices: &[Choice], piece: usize, rank: u16) -> Offer {
    let open = choices.iter().filter(|choice| rank <= choice.depth && !(choice.not_last && rank == 1));
    let mut targets: Vec<usize> = Vec::new();
    open.map(|choice| choice.piece).for_each(|target| {
        if !targets.contains(&target) {
            targets.push(target);
        }
    });
    let may_stay = targets.contains(&piece);
    targets.retain(|&target| target != piece);
    Offer { targets, may_stay }
}
