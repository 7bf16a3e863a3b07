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
use super::{Definition, Hints, Kind, Names, PerSide, Presentation, Side, Start, Zone};
use super::{naming, pieces, start};
use crate::diagnostic::{Diagnostic, Place, Span};
use crate::rules::topology::Topology;
use crate::syntax::variant::{Statement, TokenKind, VariantSyntax};
use std::sync::Arc;

/// How complaints begin about what another variant says.
const INHERITED: &str = "what is inherited from";

/// True if the finding is about what another variant says, at the place where that is inherited.
pub(super) fn is_inherited(finding: &Diagnostic) -> bool {
    finding.message.starts_with(INHERITED)
}

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
                borrowing: None,
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
        let message = format!("{INHERITED} `{ancestor}` does not fit: {}", finding.message);
        let label = format!("inherits `{}`", said.statement.text());
        // One complaint about a line is enough: it has to be said anew anyway.
        if !self.diagnostics.iter().any(|known| known.label == label) {
            let complaint = Diagnostic::error(self.origin_span.clone(), message).label(label);
            let place = said.place(finding.span);
            let complaint = place.into_iter().fold(complaint, |complaint, place| complaint.note(place, "said here"));
            let needed = ["board", "start"].contains(&said.statement.word.text.as_str());
            let help = if needed { "say that line anew" } else { "say that line anew, or `remove` it" };
            self.diagnostics.push(complaint.help(help));
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
            declared: None,
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
            self.definition.names.title = naming::title_of(&variant.name.text);
        }
        naming::check_cecp(self);
        // A line that ends with a comma goes on with the next one, and is complained of.
        let swallows = |statement: &Statement, word: &str| {
            statement.rest.windows(2).any(|two| two[0].kind == TokenKind::Comma && two[1].text == word)
        };
        let says = |statement: &Statement, word: &str| statement.word.text == word || swallows(statement, word);
        let said = |word: &str| statements.iter().any(|said| says(&said.statement, word));
        if !said("piece") {
            let complaint = Diagnostic::error(self.name_span.clone(), "this variant has no pieces");
            self.diagnostics.push(complaint.help("declare some, for example `piece rook R \"R\"`"));
        } else if !said("start") {
            let complaint = Diagnostic::error(self.name_span.clone(), "this variant has no start position");
            self.diagnostics.push(complaint.help("add a line `start \"FEN\"`"));
        }
        let begins = self.definition.begins();
        if let Some(turns) = &mut self.definition.turns {
            turns.begins = begins;
        }
        start::check_men(self);
        self.check_consistency(statements);
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
}
