//! Groups: the modifier letters of one leg.
//!
//! Letters may come in any order; only direction letters care whether they touch. A prefix is cut at every `a`
//! into one group a leg, and every letter that makes no sense where it stands is reported here.

use super::atom::{Atom, Letter};
use super::directions::{self, Heading, Symmetry, Way};
use super::{Located, MAX_LEGS};
use crate::diagnostic::{Diagnostic, Span};

/// A small letter that means something: `a` to `z` but for `w` and `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModifierLetter(char);

impl ModifierLetter {
    /// The letter, or what to say about one that is none.
    pub fn new(letter: char, span: &Span) -> Result<ModifierLetter, Diagnostic> {
        let error = |message: &str| Diagnostic::error(span.clone(), format!("`{letter}` {message}"));
        match letter {
            'w' => Err(error("is not a modifier").label("unknown modifier").help(KNOWN)),
            'x' => Err(error("(to borrow the moves of another piece) is not supported").label("cannot be played")),
            'a'..='z' => Ok(ModifierLetter(letter)),
            _ => Err(error("is not a modifier").label("unknown modifier").help(KNOWN)),
        }
    }

    pub fn letter(self) -> char {
        self.0
    }
}

const KNOWN: &str = "directions: f b l r v s h; what may stand there: m c d e k t; how it moves: p g n j o i y z q u; \
                     `a` begins another leg";

/// A mode letter that is either there or not, in the order of the canonical spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `m`: to an empty square.
    Move,
    /// `c`: takes an enemy.
    Capture,
    /// `d`: takes a friend.
    Destroy,
    /// `e`: takes en passant.
    EnPassant,
    /// `k`: takes a royal enemy.
    King,
    /// `t`: takes no royal enemy.
    Tame,
    /// `p`: hops.
    Hop,
    /// `g`: hops and lands right behind; on the way it toggles the range.
    Grasshop,
    /// `y`: toggles the range of the legs after it.
    Toggle,
    /// `u`: what is taken is put down where this leg starts.
    Unload,
}

const MODES: [(char, Mode); 10] = [
    ('m', Mode::Move),
    ('c', Mode::Capture),
    ('d', Mode::Destroy),
    ('e', Mode::EnPassant),
    ('k', Mode::King),
    ('t', Mode::Tame),
    ('p', Mode::Hop),
    ('g', Mode::Grasshop),
    ('y', Mode::Toggle),
    ('u', Mode::Unload),
];

/// A set of [`Mode`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Modes(u16);

impl Modes {
    pub fn has(self, mode: Mode) -> bool {
        self.0 & 1 << mode as u16 != 0
    }

    pub fn has_any(self, modes: &[Mode]) -> bool {
        modes.iter().any(|&mode| self.has(mode))
    }

    fn insert(&mut self, mode: Mode) {
        self.0 |= 1 << mode as u16;
    }

    /// The letters of the set in canonical order.
    pub fn letters(self) -> impl Iterator<Item = char> {
        MODES.iter().filter(move |row| self.has(row.1)).map(|row| row.0)
    }
}

/// A ride along a broken line (`z` or `q` on a move of a single leg).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// `z`: right angles to alternate sides.
    Crooked,
    /// `q`: half right angles, always to the same side.
    Circular,
}

/// The modifiers of one leg.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Group {
    /// Number of `i`s.
    pub virgin: u8,
    /// None for the default; read with the atom's symmetry on the first leg, as king's directions later.
    pub headings: Vec<Heading>,
    pub modes: Modes,
    /// `pp`: hops over as many pieces as stand there.
    pub hops_on: bool,
    /// Number of `o`s.
    pub cylinder: u8,
    /// Number of `n`s.
    pub lame: u8,
    pub bend: Option<Bend>,
    /// Number of `j`s.
    pub jump: u8,
}

/// Where a row of letters stands, which decides what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the atom of an ordinary move.
    Move,
    /// In a bracket, on this leg (from 0).
    Bracket { leg: usize, last: bool },
}

/// The letters before one atom as groups, one a leg. Reports every letter that is wrong; `at` is the atom.
pub fn read_groups(
    letters: &[Located<ModifierLetter>],
    atom: Atom,
    at: &Span,
    place: Place,
) -> Result<Vec<Located<Group>>, Vec<Diagnostic>> {
    let parts: Vec<&[Located<ModifierLetter>]> = letters.split(|letter| letter.it.letter() == 'a').collect();
    let mut reader = Reader { atom, place, legs: parts.len(), unload: None, errors: Vec::new() };
    if let (Place::Bracket { .. }, Some(cut)) = (place, letters.iter().find(|letter| letter.it.letter() == 'a')) {
        let error = Diagnostic::error(cut.span.clone(), "`a` cannot stand in a bracket");
        return Err(vec![error.label("begins another leg").help("separate the legs with `-` or `?`")]);
    }
    if atom.letter.is_special()
        && let Some(cut) = letters.iter().find(|letter| letter.it.letter() == 'a')
    {
        let error = Diagnostic::error(cut.span.clone(), format!("`{}` has only one leg", atom.letter.to_char()));
        return Err(vec![error.label("begins another leg")]);
    }
    if parts.len() > MAX_LEGS {
        let error = Diagnostic::error(at.clone(), format!("a move of {} legs is too long", parts.len()));
        return Err(vec![error.label(format!("at most {MAX_LEGS} legs are possible"))]);
    }
    let groups = parts.iter().enumerate().map(|(leg, part)| reader.group(leg, part, at)).collect();
    if reader.errors.is_empty() { Ok(groups) } else { Err(reader.errors) }
}

struct Reader {
    atom: Atom,
    place: Place,
    legs: usize,
    /// Where the `u` was.
    unload: Option<Span>,
    errors: Vec<Diagnostic>,
}

impl Reader {
    fn error(&mut self, span: &Span, message: impl Into<String>, label: &str, help: &str) {
        let mut error = Diagnostic::error(span.clone(), message).label(label);
        if !help.is_empty() {
            error = error.help(help);
        }
        self.errors.push(error);
    }

    fn is_first(&self, leg: usize) -> bool {
        match self.place {
            Place::Move => leg == 0,
            Place::Bracket { leg, .. } => leg == 0,
        }
    }

    fn is_last(&self, leg: usize) -> bool {
        match self.place {
            Place::Move => leg + 1 == self.legs,
            Place::Bracket { last, .. } => last,
        }
    }

    fn group(&mut self, leg: usize, letters: &[Located<ModifierLetter>], at: &Span) -> Located<Group> {
        let span = match letters {
            [first, .., last] => first.span.start..last.span.end.max(first.span.end),
            [only] => only.span.clone(),
            [] => at.clone(),
        };
        let mut group = Group::default();
        // Direction letters that touch; letters met after expanding parentheses touch too.
        let mut run: Vec<(Way, Span)> = Vec::new();
        for Located { it, span } in letters {
            match Way::from_letter(it.letter()) {
                Some(way) if !self.is_bend(way, leg) => run.push((way, span.clone())),
                _ => {
                    self.flush(&mut run, leg, &mut group);
                    self.modifier(it.letter(), span, leg, &mut group);
                }
            }
        }
        self.flush(&mut run, leg, &mut group);
        Located { it: group, span }
    }

    /// `z` and `q` are directions only where there is a leg before them.
    fn is_bend(&self, way: Way, leg: usize) -> bool {
        matches!(way, Way::SameSide | Way::OtherSide) && self.is_first(leg)
    }

    fn flush(&mut self, run: &mut Vec<(Way, Span)>, leg: usize, group: &mut Group) {
        let Some((first, span)) = run.first().cloned() else { return };
        let whole = span.start..run.last().map_or(span.end, |last| last.1.end).max(span.end);
        match self.atom.letter {
            Letter::U => self.error(&whole, "`U` goes to every square and has no directions", "direction", ""),
            Letter::O if self.atom.range == super::Range::Usual => {
                let help = "`O` alone passes the turn; castling has a number of squares, as in `isO2`";
                self.error(&whole, "a direction without a number of squares", "passing goes nowhere", help);
            }
            Letter::O => match run.iter().find(|(way, _)| !matches!(way, Way::Left | Way::Right | Way::Sideways)) {
                Some((way, span)) => {
                    let message = format!("castling cannot go `{}`", way.letter());
                    self.error(span, message, "not sideways", "use `s`, `l` or `r`");
                }
                None => group.headings.extend(run.iter().map(|(way, _)| Heading::One(*way))),
            },
            _ => {
                let symmetry = if self.is_first(leg) { self.atom.symmetry() } else { Symmetry::King };
                match directions::read(run, symmetry) {
                    Ok(headings) => group.headings.extend(headings),
                    Err(span) => {
                        let help = match symmetry {
                            Symmetry::Oblique => "with this atom it stands in `fh bh lh rh hr hl`",
                            Symmetry::King => "here it stands in `fh bh lh rh`",
                            _ => "it halves the directions of `K`, `Q` and oblique atoms only",
                        };
                        self.error(&span, "`h` belongs to no direction letter", "half of what?", help);
                    }
                }
            }
        }
        // The sets are added, so a heading said twice says nothing new.
        let mut kept: Vec<Heading> = Vec::new();
        group.headings.retain(|heading| {
            !kept.contains(heading) && {
                kept.push(*heading);
                true
            }
        });
        let _ = first;
        run.clear();
    }

    fn modifier(&mut self, letter: char, span: &Span, leg: usize, group: &mut Group) {
        let allowed = match self.atom.letter {
            Letter::O if self.atom.range == super::Range::Usual => "i",
            Letter::O => "ij",
            Letter::U => "mcdkti",
            _ => "",
        };
        if !allowed.is_empty() && !allowed.contains(letter) {
            let name = if self.atom.letter == Letter::U { "the universal leaper" } else { "castling or passing" };
            self.error(span, format!("`{letter}` has no meaning with {name}"), "not with this atom", "");
            return;
        }
        match letter {
            'i' => self.count(&mut group.virgin, if self.is_first(leg) { 2 } else { 1 }, 'i', span),
            'j' => self.count(&mut group.jump, 99, 'j', span),
            'o' => self.count(&mut group.cylinder, 2, 'o', span),
            'n' => self.count(&mut group.lame, 2, 'n', span),
            'z' | 'q' => self.bend(letter, span, group),
            'p' if group.modes.has(Mode::Hop) => self.hop_on(span, group),
            _ => {
                if let Some(&(_, mode)) = MODES.iter().find(|row| row.0 == letter) {
                    self.mode(mode, span, leg);
                    group.modes.insert(mode);
                }
            }
        }
        if group.jump > 0 && group.lame > 0 && !self.atom.is_unit() {
            let message = "`n` wants the skipped squares empty and `j` wants them occupied";
            self.error(span, message, "contradicts the other letter", "");
        }
        if letter == 'g' && group.hops_on {
            self.error(span, "`pp` and `g` exclude each other", "contradicts the other letter", "");
        }
        let hops = group.modes.has_any(&[Mode::Hop, Mode::Grasshop]);
        if group.bend.is_some() && (hops || group.jump > 0) && matches!(letter, 'z' | 'q' | 'p' | 'g' | 'j') {
            self.error(span, "a crooked or circular rider cannot hop or skip", "contradicts the other letter", "");
        }
    }

    fn mode(&mut self, mode: Mode, span: &Span, leg: usize) {
        match (mode, self.place) {
            (Mode::Toggle, Place::Bracket { .. }) => {
                let help = "every leg of a bracket has a range of its own";
                self.error(span, "`y` cannot stand in a bracket", "toggles the range", help);
            }
            (Mode::Toggle, Place::Move) if self.is_last(leg) => {
                let help = "`y` changes the range of the legs after its own; add one with `a`";
                self.error(span, "`y` on the last leg of a move", "no leg follows", help);
            }
            (Mode::Grasshop, Place::Bracket { last: false, .. }) => {
                self.error(span, "`g` on a leg in the middle of a bracket", "toggles the range", "hop with `p`");
            }
            (Mode::Unload, _) if self.unload.is_some() => {
                self.error(span, "a second `u`", "only one piece can be put down in a move", "");
            }
            (Mode::Unload, _) => self.unload = Some(span.clone()),
            _ => {}
        }
    }

    /// A second `p`.
    fn hop_on(&mut self, span: &Span, group: &mut Group) {
        let help = "`p` hops over one piece, `pp` over one or more, as a slide along one line";
        let slides = self.atom.letter.is_slider() || self.atom.range != super::Range::Usual;
        if group.hops_on {
            self.error(span, "`p` more than twice", "too many", help);
        } else if self.place != Place::Move || self.legs > 1 {
            self.error(span, "`pp` in a move of several legs", "hops over any number", help);
        } else if !slides || self.atom.range == super::Range::AtMost(1) {
            self.error(span, "`pp` with an atom that makes one step", "no room for more than one hurdle", help);
        } else if group.modes.has(Mode::Grasshop) {
            self.error(span, "`pp` and `g` exclude each other", "contradicts the other letter", help);
        } else {
            group.hops_on = true;
        }
    }

    fn bend(&mut self, letter: char, span: &Span, group: &mut Group) {
        let bend = if letter == 'z' { Bend::Crooked } else { Bend::Circular };
        if self.place != Place::Move || self.legs > 1 {
            let help =
                "`z` and `q` compare with a turn made before; on a single leg they make a crooked or circular ride";
            self.error(span, format!("`{letter}` on the first of several legs"), "no leg before it", help);
        } else if group.bend.is_some_and(|other| other != bend) {
            self.error(span, "`z` and `q` exclude each other", "crooked or circular, not both", "");
        } else {
            group.bend = Some(bend);
        }
    }

    fn count(&mut self, counter: &mut u8, most: u8, letter: char, span: &Span) {
        if *counter >= most {
            let times = match most {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                _ => format!("{most} times"),
            };
            let help = match letter {
                'i' => "`i`: only a piece that has not moved; `ii`: only one rank ahead of where its kind begins",
                'o' => "`o` joins the left and right edges of the board, `oo` all of them",
                'n' => "`n` is stopped by what stands on the way, `nn` also leaves itself open to capture en passant",
                _ => "",
            };
            self.error(span, format!("`{letter}` more than {times}"), "too many", help);
        } else {
            *counter += 1;
        }
    }
}
