//! From statements to a [`Definition`]: the one place where names are looked up and defaults filled in.
//!
//! Statements are read in stages (board, zones, pieces, rules, start position), so that a file may say things in any
//! order. A statement that cannot be understood is reported and left out; everything else is still looked at.

use super::armies::Holdings;
use super::inherit::{Inherited, Origin, ROYAL_DEFAULTS};
use super::keys::{self, Stage};
use super::places::Places;
use super::reader::Reader;
use super::start::Man;
use super::zones::Zones;
use super::{
    Aftermath, Condition, Definition, DropLimit, Effect, Ending, HandSource, Hands, Hints, Kind, Names, PerSide,
    Presentation, Restriction, Side, Start, Verdict, Wall, Zone,
};
use super::{naming, pieces, start};
use crate::diagnostic::{Diagnostic, Place, Span};
use crate::rules::leg::MoveProgram;
use crate::rules::topology::{Square, Topology};
use crate::syntax::variant::VariantSyntax;
use std::sync::Arc;

/// A definition in the making.
pub(super) struct Draft {
    pub definition: Definition,
    pub diagnostics: Vec<Diagnostic>,
    pub has_board: bool,
    /// Of the variant's name.
    pub name_span: Span,
    /// Of its parent's, if it has one: where what is inherited comes from.
    pub origin_span: Span,
    pub cecp_span: Option<Span>,
    /// It was read without a complaint.
    pub start_is_sound: bool,
    /// Where each piece's letter was given.
    pub letters: Vec<Option<Place>>,
    /// Names of pieces and zones whose declaration is at fault, which has been said.
    pub broken: Vec<String>,
    /// How many pieces are declared, soundly or not.
    letters_wanted: usize,
    pub start_men: Vec<Man>,
    /// Pieces that may not outnumber those at the start.
    pub limited_by_start: Vec<Kind>,
    zones_used: Vec<String>,
    pub places: Places,
    /// What the players' armies hold, where there are armies.
    pub holdings: Option<Holdings>,
    /// The statement being read.
    said: Option<Inherited>,
}

/// The definition, if nothing was wrong with it, and everything there is to say.
pub(super) fn resolve(
    variant: &VariantSyntax,
    statements: Vec<Inherited>,
    holdings: Option<Holdings>,
) -> (Option<Definition>, Vec<Diagnostic>, Places) {
    let mut draft = Draft { holdings, ..Draft::new(variant) };
    let statements = Arc::new(statements);
    draft.places = Places::new(draft.origin_span.clone(), statements.clone());
    draft.stages(&statements);
    if draft.has_board {
        draft.finish(variant, &statements);
    }
    let sound = !draft.diagnostics.iter().any(Diagnostic::is_error);
    (sound.then_some(draft.definition), draft.diagnostics, draft.places)
}

impl Draft {
    fn new(variant: &VariantSyntax) -> Draft {
        let name = variant.name.text.clone();
        let names = Names {
            title: String::new(),
            about: String::new(),
            comment: variant.comment.clone(),
            parent: variant.parent.as_ref().map(|parent| parent.text.clone()),
            uci: name.clone(),
            cecp: name.clone(),
            aliases: Vec::new(),
            name,
        };
        let presentation = Presentation {
            first_rank: 1,
            colours: PerSide(["White".to_owned(), "Black".to_owned()]),
            ..Presentation::default()
        };
        Draft {
            definition: Definition {
                names,
                topology: Topology::new(1, 1),
                zones: Vec::new(),
                pieces: Vec::new(),
                start: Start { fen: String::new(), shuffle: None },
                promotions: Vec::new(),
                hands: None,
                castling: Vec::new(),
                effects: Vec::new(),
                aftermath: Vec::new(),
                wall: None,
                standing_walls: false,
                restrictions: Vec::new(),
                lender: None,
                pass: PerSide::same(None),
                turns: None,
                lots: None,
                endings: Vec::new(),
                draws_for: None,
                points: None,
                presentation,
                hints: Hints::default(),
                weights: None,
            },
            diagnostics: Vec::new(),
            has_board: false,
            name_span: variant.name.span.clone(),
            origin_span: variant.parent.as_ref().unwrap_or(&variant.name).span.clone(),
            cecp_span: None,
            start_is_sound: false,
            letters: Vec::new(),
            broken: Vec::new(),
            letters_wanted: 0,
            start_men: Vec::new(),
            limited_by_start: Vec::new(),
            zones_used: Vec::new(),
            places: Places::default(),
            holdings: None,
            said: None,
        }
    }

    fn stages(&mut self, statements: &[Inherited]) {
        self.letters_wanted = statements.iter().filter(|said| said.statement.word.text == "piece").count();
        for stage in Stage::ALL {
            if stage == Stage::Pieces {
                for (at, said) in statements.iter().enumerate().filter(|(_, said)| said.statement.word.text == "piece")
                {
                    self.with((at, said), |draft| pieces::declare(draft, &said.statement));
                }
            }
            let royal = self.definition.pieces.iter().any(|piece| piece.royal);
            let idle = |said: &Inherited| {
                !royal && said.origin == Origin::Default && ROYAL_DEFAULTS.contains(&said.statement.text().as_str())
            };
            for (at, said) in statements.iter().enumerate() {
                let Some(row) = keys::row(&said.statement.word.text).filter(|row| row.stage == stage) else { continue };
                if stage == Stage::Rules && idle(said) {
                    continue;
                }
                self.with((at, said), |draft| (row.read)(draft, &mut Reader::new(&said.statement)));
            }
            let tried = statements.iter().any(|said| said.statement.word.text == "board");
            if stage == Stage::Board && !self.has_board {
                if !tried {
                    let complaint = Diagnostic::error(self.name_span.clone(), "this variant has no board");
                    let help = "say how large it is, for example `board 8x8`; or take over all of another variant's rules: `variant NAME from chess`";
                    self.diagnostics.push(complaint.help(help));
                }
                return;
            }
        }
    }

    /// Reads a statement, remembering where it comes from.
    fn with(&mut self, (at, said): (usize, &Inherited), read: impl FnOnce(&mut Draft) -> Result<(), Diagnostic>) {
        self.said = Some(said.clone());
        if let Err(finding) = read(self) {
            self.report(finding);
            let named = ["piece", "zone"].contains(&said.statement.word.text.as_str());
            self.broken.extend(said.statement.rest.first().filter(|_| named).map(|name| name.text.clone()));
        }
        self.places.note(&self.definition, at);
        self.said = None;
    }

    /// Reports something about the statement being read. If that stands in another file, the complaint is about the
    /// line that inherits it.
    pub fn report(&mut self, finding: Diagnostic) {
        // What is said about a name whose declaration is at fault would only hide the cause.
        if finding.message.is_empty() {
            return;
        }
        let Some(said @ Inherited { origin: Origin::From(ancestor, _), .. }) = &self.said else {
            self.diagnostics.push(finding);
            return;
        };
        if !finding.is_error() {
            return;
        }
        let message = format!("what is inherited from `{ancestor}` does not fit: {}", finding.message);
        let label = format!("inherits `{}`", said.statement.text());
        // One complaint about a line is enough: it has to be said anew anyway.
        if !self.diagnostics.iter().any(|known| known.label == label) {
            let complaint = Diagnostic::error(self.origin_span.clone(), message).label(label);
            let place = said.place(finding.span);
            let complaint = place.into_iter().fold(complaint, |complaint, place| complaint.note(place, "said here"));
            self.diagnostics.push(complaint.help("say that line anew, or `remove` it"));
        }
    }

    /// Some piece could not be declared.
    pub fn lacks_pieces(&self) -> bool {
        self.definition.pieces.len() < self.letters_wanted
    }

    /// Where a part of the statement being read can be shown.
    pub fn place(&self, span: Span) -> Option<Place> {
        self.said.as_ref()?.place(span)
    }

    /// Where the statement stands that declares a piece.
    pub fn letter_place(&self, kind: Kind) -> Option<Place> {
        self.letters.get(kind.index()).cloned().flatten()
    }

    pub fn kind(&self, name: &str) -> Option<Kind> {
        let at = self.definition.pieces.iter().position(|piece| piece.name == name)?;
        Some(Kind(at as u16))
    }

    pub fn kind_of_symbol(&self, symbol: &str) -> Option<Kind> {
        let at = self.definition.pieces.iter().position(|piece| piece.symbol == symbol)?;
        Some(Kind(at as u16))
    }

    /// A reader of zones; with `commas`, a comma joins two of them.
    pub fn zones(&mut self, commas: bool) -> Zones<'_> {
        Zones {
            topology: &self.definition.topology,
            named: &self.definition.zones,
            used: &mut self.zones_used,
            places: &self.places,
            broken: &self.broken,
            commas,
        }
    }

    /// The rest of the board.
    pub fn outside(&self, zone: &Zone) -> Zone {
        let board = &self.definition.topology;
        PerSide(Side::BOTH.map(|side| board.squares().filter(|&square| !zone[side].contains(square)).collect()))
    }

    fn finish(&mut self, variant: &VariantSyntax, statements: &[Inherited]) {
        if self.definition.names.title.is_empty() {
            let name = &variant.name.text;
            let mut letters = name.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            self.definition.names.title = first.into_iter().chain(letters).collect::<String>().replace('-', " ");
        }
        naming::check_cecp(self);
        let said = |word: &str| statements.iter().any(|said| said.statement.word.text == word);
        if !said("piece") {
            let complaint = Diagnostic::error(self.name_span.clone(), "this variant has no pieces");
            self.diagnostics.push(complaint.help("declare some, for example `piece rook R \"R\"`"));
        } else if !said("start") {
            let complaint = Diagnostic::error(self.name_span.clone(), "this variant has no start position");
            self.diagnostics.push(complaint.help("add a line `start \"FEN\"`"));
        }
        start::check_men(self);
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
        for said in statements.iter().filter(|said| said.origin == Origin::Own && said.statement.word.text == "zone") {
            let Some(name) = said.statement.rest.first() else { continue };
            if !self.zones_used.contains(&name.text) && self.definition.zones.iter().any(|(zone, _)| *zone == name.text)
            {
                let message = format!("the zone `{}` is never used", name.text);
                self.diagnostics.push(Diagnostic::warning(name.span.clone(), message));
            }
        }
        self.diagnostics.sort_by_key(|finding| finding.span.start);
        // A statement that is read twice may be complained about twice.
        self.diagnostics.dedup();
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
            Condition::Stalemate | Condition::StalemateWith(_) | Condition::OnlyPromotions => {
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
            || definition.lender.is_some()
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
        if definition.lender.is_none() {
            return;
        }
        let mut found = Vec::new();
        for kind in definition.kinds() {
            let piece = definition.piece(kind);
            let programs = piece.moves.iter().flat_map(|clause| &clause.programs.0).flatten();
            if programs.into_iter().any(MoveProgram::takes_en_passant) {
                let message = format!("`{}` captures in passing, which cannot be borrowed", piece.name);
                let said = self.places.piece(kind.index());
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                found.push(complaint.help("leave `e` out of its moves, or don't `borrow moves`"));
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
            found.push(complaint.help("`remove illegal royal left in check` to play without check"));
        }
        let royal = definition.pieces.iter().find(|piece| piece.royal);
        for (index, promotion) in definition.promotions.iter().enumerate() {
            if let Some(royal) = royal.filter(|_| promotion.while_capturing) {
                let message =
                    format!("`{}` could be lost to a capture that goes on although it is not in check", royal.name);
                let said = self.places.promotion(index);
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                found.push(complaint.help("`remove illegal royal left in check` to play without check"));
            }
        }
        for (index, aftermath) in definition.aftermath.iter().enumerate() {
            let waits = |kind: &Kind| {
                let Aftermath::Entering { zone } = aftermath else { return false };
                let piece = definition.piece(*kind);
                let kept = piece.confined.as_ref().or(piece.stops.as_ref());
                Side::BOTH
                    .iter()
                    .any(|&side| zone[side].iter().any(|square| kept.is_none_or(|kept| kept[side].contains(square))))
            };
            let exposed = |kind: &Kind| definition.piece(*kind).royal && (aftermath.affects(*kind) || waits(kind));
            if let Some(royal) = definition.kinds().find(exposed) {
                let name = &definition.piece(royal).name;
                let said = self.places.aftermath(index);
                let message = format!("`{name}` could be lost by this although it is not in check");
                let complaint = self.places.complain(said, |statement| statement.span(), message);
                let keep = match aftermath {
                    Aftermath::Burning { .. } | Aftermath::Seizing(_) => format!("add `sparing {name}`"),
                    Aftermath::Turning { .. } => format!("leave `{name}` out"),
                    Aftermath::Entering { .. } => format!("keep `{name}` away, with `stays in` a zone elsewhere"),
                };
                let help = format!("{keep}, or `remove illegal royal left in check` to play without check");
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
        let takes = |it: &Aftermath| matches!(it, Aftermath::Seizing(seizing) if seizing.fate == super::Fate::Taken);
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
        let fills = |hands: &Hands| !matches!(hands.source, super::HandSource::Start | super::HandSource::Outside);
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
        let converts =
            |it: &Aftermath| matches!(it, Aftermath::Seizing(seizing) if seizing.fate == super::Fate::Converted);
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
                Restriction::CaptureIsMandatory | Restriction::StoppingCaptures | Restriction::CapturingFewer => true,
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
                Effect::Explosion { .. } | Effect::Contagion { .. } | Effect::Rebirth { .. } => None,
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
