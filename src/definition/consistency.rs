//! Whether statements that are sound one by one go together.

use super::inherit::{Inherited, Origin};
use super::resolve::Draft;
use super::{
    Aftermath, Condition, DropLimit, Effect, Ending, Fate, HandSource, Hands, Kind, Restriction, Side, Verdict, Wall,
};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::leg::MoveProgram;
use crate::rules::topology::Square;

const WITHOUT_CHECK: &str = "`remove illegal royal left in check` to play without check, and `extinct royals is loss` to end the game with the royal";

impl Draft {
    pub(super) fn check_consistency(&mut self, statements: &[Inherited]) {
        self.check_promotions(statements);
        self.check_insufficient(statements);
        self.check_aftermath();
        self.check_tests_of_mate();
        self.check_rebirth();
        self.check_converting_drops();
        self.check_dropping_zones();
        self.check_gates();
        self.check_captures();
        self.check_borrowing();
    }

    /// Material is judged by whether mate, a check that counts, or a royal's capture is possible: other ways to win, and
    /// what brings more material, have no place beside it. An inherited line goes without a word where it doesn't fit.
    fn check_insufficient(&mut self, statements: &[Inherited]) {
        let definition = &self.definition;
        if !definition.endings.iter().any(|ending| ending.condition == Condition::InsufficientMaterial) {
            return;
        }
        let decides = |ending: &Ending| match ending.condition {
            Condition::Checkmate
            | Condition::CheckmateBy(_)
            | Condition::CheckmateWithout(_)
            | Condition::Repetition { .. }
            | Condition::MoveCount { .. }
            | Condition::Counting(_)
            | Condition::Checks { .. }
            | Condition::InsufficientMaterial => false,
            // As little as a mate: a royal has to be captured.
            Condition::Extinct { ref kinds, .. } => kinds.iter().any(|&kind| !definition.piece(kind).royal),
            Condition::Stalemate | Condition::StalemateOf(_) | Condition::OnlyPromotions => {
                ending.result != Verdict::Draw
            }
            _ => true,
        };
        let refilled = |hands: &Hands| hands.source != HandSource::Start;
        let trouble = if definition.hands.as_ref().is_some_and(refilled) {
            "hands are filled again"
        } else if definition.topology.layers
            || definition.wall.is_some()
            || !definition.aftermath.is_empty()
            || definition.borrowing.is_some()
        {
            "moves do more than move"
        } else if definition.endings.iter().any(decides) {
            "there are other ways to win than mate"
        } else {
            return;
        };
        let Some(span) = own_spans(statements, "insufficient").pop().flatten() else {
            while let Some(at) = self.position_of(&Condition::InsufficientMaterial) {
                self.definition.endings.remove(at);
                self.places.forget_ending(at);
            }
            return;
        };
        let complaint = Diagnostic::error(span, format!("material cannot be called insufficient where {trouble}"));
        self.diagnostics.push(complaint.help("leave it out"));
    }

    fn position_of(&self, condition: &Condition) -> Option<usize> {
        self.definition.endings.iter().position(|ending| ending.condition == *condition)
    }

    /// Who may capture in passing is known by what pieces are, not by what they move like at the time.
    fn check_borrowing(&mut self) {
        let definition = &self.definition;
        let Some(borrowing) = &definition.borrowing else { return };
        let mut found = Vec::new();
        let changes = |kind: &Kind| borrowing.by.contains(kind) && !borrowing.besides;
        for kind in definition.kinds().filter(changes) {
            let piece = definition.piece(kind);
            let programs = piece.moves.iter().flat_map(|clause| &clause.programs.0).flatten();
            if programs.into_iter().any(MoveProgram::takes_en_passant) {
                let message =
                    format!("`{}` captures in passing, which it can do only while it moves as itself", piece.name);
                let said = self.places.piece(kind.index());
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                let help = format!(
                    "leave `e` out of its moves, or let it keep them: `by all except {}`, or `besides its own`",
                    piece.name
                );
                found.push(complaint.help(help));
            }
        }
        self.diagnostics.extend(found);
    }

    /// What follows from a move may take a royal without attacking it: no rule about check sees that coming.
    fn check_aftermath(&mut self) {
        let about_check = |restriction: &Restriction| {
            matches!(
                restriction,
                Restriction::RoyalInCheck | Restriction::AllRoyalsInCheck | Restriction::GivingCheck { .. }
            )
        };
        let definition = &self.definition;
        if !definition.restrictions.iter().any(about_check) {
            return;
        }
        let mut found = Vec::new();
        for shy in definition.kinds().filter(|&kind| definition.piece(kind).shy) {
            let name = &definition.piece(shy).name;
            let message = format!("whether `{name}` gives check would depend on whether the royal piece is protected");
            let said = self.places.piece(shy.index());
            let complaint = self.places.complain(said, |statement| statement.span(), message);
            found.push(complaint.help(WITHOUT_CHECK));
        }
        if let Some(royal) = definition.pieces.iter().find(|piece| piece.royal) {
            let promotions = definition.promotions.iter().enumerate().filter(|(_, it)| it.while_capturing);
            let pieces = definition.pieces.iter().enumerate().filter(|(_, it)| it.goes_on);
            let effects = definition.effects.iter().enumerate().filter(|(_, it)| **it == Effect::AtOnce);
            let statements = promotions.map(|(at, _)| self.places.promotion(at));
            let statements = statements.chain(pieces.map(|(at, _)| self.places.piece(at)));
            for said in statements.chain(effects.map(|(at, _)| self.places.effect(at))) {
                let message =
                    format!("`{}` could be lost to a capture that goes on although it is not in check", royal.name);
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                found.push(complaint.help(WITHOUT_CHECK));
            }
        }
        for (index, aftermath) in definition.aftermath.iter().enumerate() {
            let comes_there = |kind: &Kind| {
                let Some(zone) = aftermath.loses_in(*kind) else { return false };
                let piece = definition.piece(*kind);
                let kept = piece.confined.as_ref().or(piece.stops.as_ref());
                Side::BOTH
                    .iter()
                    .any(|&side| zone[side].iter().any(|square| kept.is_none_or(|kept| kept[side].contains(square))))
            };
            let exposed =
                |kind: &Kind| definition.piece(*kind).royal && (aftermath.affects(*kind) || comes_there(kind));
            if let Some(royal) = definition.kinds().find(exposed) {
                let name = &definition.piece(royal).name;
                let said = self.places.aftermath(index);
                let message = format!("`{name}` could be lost by this although it is not in check");
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                let keep = match aftermath {
                    Aftermath::Burning { .. } | Aftermath::Seizing(_) | Aftermath::Drowning { .. } => {
                        format!("add `sparing {name}`")
                    }
                    Aftermath::Turning { .. } => format!("leave `{name}` out"),
                    Aftermath::Entering { .. } => format!("keep `{name}` away, with `stays in` a zone elsewhere"),
                };
                let help = format!("{keep}, or {WITHOUT_CHECK}");
                found.push(complaint.help(help));
            }
        }
        self.diagnostics.extend(found);
    }

    /// What is asked of the replies to a move must not be asked of the replies to those, and so on.
    fn check_tests_of_mate(&mut self) {
        let definition = &self.definition;
        let only_mates = definition.restrictions.contains(&Restriction::GivingCheck { unless_mate: true });
        let mut found = Vec::new();
        if only_mates && definition.turns.is_some() {
            let message = "whether a check is mate can't be told from one reply in turns of several moves";
            let complaint = self.places.complain(self.places.word("turn"), |statement| statement.span(), message);
            found.push(complaint.help("`illegal giving check, except mate` goes with turns of one move only"));
        }
        let takes = |it: &Aftermath| matches!(it, Aftermath::Seizing(seizing) if seizing.fate == Fate::Taken);
        let hands =
            definition.hands.iter().filter(|hands| !matches!(hands.source, HandSource::Start | HandSource::Outside));
        if let Some(taking) = definition.aftermath.iter().position(takes) {
            for (index, _) in
                hands.flat_map(|hands| &hands.rules).enumerate().filter(|(_, rule)| rule.limit == DropLimit::NoMate)
            {
                let message =
                    "whether a drop is mate could be asked for ever: drops take pieces that are dropped again";
                let complaint = self.places.complain(self.places.drop(index), |statement| statement.span(), message);
                let complaint = complaint.help("`mate is loss` asks when the move is made");
                found.push(self.places.also(complaint, self.places.aftermath(taking), "because of this"));
            }
        }
        self.diagnostics.extend(found);
    }

    /// What comes back has one place to come to.
    fn check_rebirth(&mut self) {
        let definition = &self.definition;
        let rebirth = |effect: &Effect| matches!(effect, Effect::Rebirth { .. });
        let Some(index) = definition.effects.iter().position(rebirth) else { return };
        let fills = |hands: &Hands| !matches!(hands.source, HandSource::Start | HandSource::Outside);
        let reasons = [
            (
                definition.start.shuffle.is_some(),
                "shuffle",
                "where pieces begin is drawn by lot, so that they cannot come back there",
            ),
            (
                definition.hands.as_ref().is_some_and(fills),
                "hand",
                "what is captured comes into a hand, and cannot come back as well",
            ),
        ];
        let said = self.places.effect(index);
        let found: Vec<Diagnostic> = reasons
            .into_iter()
            .filter(|reason| reason.0)
            .map(|(_, word, message)| {
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                self.places.also(complaint, self.places.word(word), "because of this")
            })
            .collect();
        self.diagnostics.extend(found);
    }

    /// What has to convert somebody where it is dropped needs a rule that says whom.
    fn check_converting_drops(&mut self) {
        let definition = &self.definition;
        let converts = |it: &Aftermath| matches!(it, Aftermath::Seizing(seizing) if seizing.fate == Fate::Converted);
        if definition.aftermath.iter().any(converts) {
            return;
        }
        let rules = definition.hands.iter().flat_map(|hands| &hands.rules);
        let Some(index) = rules.clone().position(|rule| rule.limit == DropLimit::Converting) else { return };
        let message = "no move converts anybody in this variant, so these could never be dropped";
        let complaint = self.places.complain(self.places.drop(index), |statement| statement.span(), message);
        self.diagnostics
            .push(complaint.help("say who changes sides: `move converts enclosed`, `beside` or `attacked`"));
    }

    /// Limits on drops that leave no square although each of them does.
    fn check_dropping_zones(&mut self) {
        let definition = &self.definition;
        let rules = definition.hands.as_ref().map_or(&[][..], |hands| &hands.rules);
        let allows = |limit: &DropLimit, side: Side, square: Square| match limit {
            DropLimit::Within(zone) => zone[side].contains(square),
            DropLimit::NotWithin(zone) => !zone[side].contains(square),
            _ => true,
        };
        let nowhere = |limits: &[&DropLimit]| {
            let open = |side: Side, square: Square| limits.iter().all(|limit| allows(limit, side, square));
            !Side::BOTH.iter().any(|&side| definition.topology.squares().any(|square| open(side, square)))
        };
        let mut found = Vec::new();
        for kind in definition.kinds() {
            let mut own = (0..rules.len()).filter(|&index| rules[index].pieces.contains(&kind));
            let limits: Vec<&DropLimit> = own.clone().map(|index| &rules[index].limit).collect();
            let Some(last) =
                own.next_back().filter(|_| nowhere(&limits) && !limits.iter().any(|limit| nowhere(&[limit])))
            else {
                continue;
            };
            let message = format!("no square is left where `{}` could be dropped", definition.piece(kind).name);
            let complaint = self.places.complain(self.places.drop(last), |statement| statement.span(), message);
            found.push(complaint.help("all limits on its drops hold together: zones are joined with `+`"));
        }
        self.diagnostics.extend(found);
    }

    /// A square cannot be left to a wall and to a piece from the hand.
    fn check_gates(&mut self) {
        let behind = self.definition.wall.as_ref().is_some_and(|walling| walling.wall == Wall::Behind);
        let (word, message) = match self.definition.hands.as_ref().filter(|_| behind) {
            Some(hands) if hands.gates.is_some() => {
                ("gate", "what enters behind a piece and a wall behind it would need the same square")
            }
            Some(hands) if hands.drops => ("hand", "what is dropped leaves no square for the wall behind it"),
            _ => return,
        };
        let complaint = self.places.complain(self.places.word(word), |statement| statement.span(), message);
        let complaint = self.places.also(complaint, self.places.word("wall"), "the wall");
        self.diagnostics.push(complaint.help("leave out one of them, or put walls elsewhere: `wall anywhere`"));
    }

    /// Contradictions about captures.
    fn check_captures(&mut self) {
        let definition = &self.definition;
        let mut found = Vec::new();
        let forbids = |restriction: &Restriction| *restriction == Restriction::Capturing;
        if let Some(none) = definition.restrictions.iter().position(forbids) {
            let asks = |restriction: &Restriction| match restriction {
                Restriction::CaptureIsMandatory
                | Restriction::StoppingCaptures
                | Restriction::CapturingFewer
                | Restriction::Unpreferred(_) => true,
                Restriction::RoyalInCheck
                | Restriction::AllRoyalsInCheck
                | Restriction::RoyalFleeing
                | Restriction::RoyalsFacing(_)
                | Restriction::GivingCheck { .. }
                | Restriction::RoyalPassing
                | Restriction::Capturing
                | Restriction::Repeating
                | Restriction::Held { .. }
                | Restriction::Tamed { .. }
                | Restriction::Guarded { .. }
                | Restriction::Trading { .. } => false,
            };
            let effects = (0..definition.effects.len()).map(|index| self.places.effect(index));
            let restrictions = (0..definition.restrictions.len()).filter(|&at| asks(&definition.restrictions[at]));
            for said in effects.chain(restrictions.map(|index| self.places.restriction(index))) {
                let message = "this is about captures, and all of them are illegal";
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                found.push(self.places.also(complaint, self.places.restriction(none), "by this rule"));
            }
        }
        // What becomes of a piece that has captured, and whether that is the end of it.
        let fates: Vec<(usize, &[Kind], bool)> = definition
            .effects
            .iter()
            .enumerate()
            .filter_map(|(index, effect)| match effect {
                Effect::CapturerLeaves { kinds } | Effect::CapturerPetrifies { kinds } => {
                    Some((index, kinds.as_slice(), true))
                }
                Effect::CapturerConverts { kinds } | Effect::CapturerMorphs { kinds } => {
                    Some((index, kinds.as_slice(), false))
                }
                Effect::Explosion { .. } | Effect::Contagion { .. } | Effect::Rebirth { .. } | Effect::AtOnce => None,
            })
            .collect();
        for (at, (index, kinds, goes)) in fates.iter().enumerate() {
            let clash = fates[..at].iter().find_map(|(earlier, others, other_goes)| {
                let kind = kinds.iter().find(|kind| others.contains(kind))?;
                (*goes || *other_goes).then_some((*earlier, *kind))
            });
            let Some((earlier, kind)) = clash else { continue };
            let message = format!("what becomes of `{}` when it captures is said twice", definition.piece(kind).name);
            let complaint = self.places.complain(self.places.effect(*index), |statement| statement.span(), message);
            found.push(self.places.also(complaint, self.places.effect(earlier), "said before"));
        }
        self.diagnostics.extend(found);
    }

    /// A promotion whose zone is empty.
    fn check_promotions(&mut self, statements: &[Inherited]) {
        let spans = own_spans(statements, "promotion");
        let mut found = Vec::new();
        if spans.len() == self.definition.promotions.len() {
            for (promotion, span) in self.definition.promotions.iter().zip(spans) {
                let empty = Side::BOTH.iter().all(|&side| promotion.zone[side].is_empty());
                if let Some(span) = span.filter(|_| empty) {
                    found.push(Diagnostic::warning(span, "no square is in this zone: the rule never applies"));
                }
            }
        }
        self.diagnostics.extend(found);
    }
}

/// Where the statements with this word stand; those of other files have no place.
fn own_spans(statements: &[Inherited], word: &str) -> Vec<Option<Span>> {
    let said = statements.iter().filter(|said| said.statement.word.text == word);
    said.map(|said| (said.origin == Origin::Own).then(|| said.statement.span())).collect()
}
