//! The statement `borrow`.

use super::lists;
use super::pieces;
use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::{Kind, PerSide, Side};
use crate::diagnostic::Diagnostic;
use crate::rules::leg::{Hurdle, Leap, Leg, MoveProgram, Reach, Skipped, Virgin};
use crate::syntax::variant::TokenKind;

/// Whose moves pieces make.
#[derive(Clone, Debug, PartialEq)]
pub struct Borrowing {
    pub lenders: Lenders,
    /// The kinds that lend, and those that borrow.
    pub of: Vec<Kind>,
    pub by: Vec<Kind>,
    /// Beside its own moves, not instead.
    pub besides: bool,
}

/// Who lends a piece its moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Lenders {
    /// Friends at these places, or enemies.
    At { place: Place, enemies: bool },
    /// Friends that, moving as themselves, could capture there if an enemy stood there.
    Protectors,
    /// Whatever of the kinds that lend was moved or dropped last, by either player; if nothing else is said, who borrows so doesn't
    /// lend.
    LastMoved,
}

/// Where lenders stand, as the player whose piece borrows sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Behind,
    Ahead,
    Beside,
    Around,
    /// Where these moves, single leaps, would go: what was written, and steps to the right and ahead on the board.
    Leaps {
        text: PerSide<String>,
        steps: PerSide<Vec<(i32, i32)>>,
    },
}

impl Place {
    /// Files to the right and ranks up, as the first player sees them.
    pub fn steps(&self, side: Side) -> Vec<(i32, i32)> {
        let ahead = if side == Side::First { 1 } else { -1 };
        match self {
            Place::Behind => vec![(0, -ahead)],
            Place::Ahead => vec![(0, ahead)],
            Place::Beside => vec![(1, 0), (-1, 0)],
            Place::Around => (0..8).map(|direction| Leap::Radial(1).vector(direction)).collect(),
            Place::Leaps { steps, .. } => steps[side].clone(),
        }
    }
}

/// Who lends: after `enemies` only the first four, which are places.
const LENDERS: &[&str] = &["behind", "ahead", "beside", "around", "enemies", PROTECTORS, LAST_MOVED];
const PROTECTORS: &str = "protectors";
const LAST_MOVED: &str = "what moved last";
const PLACES: &[&str] = LENDERS.split_at(4).0;
/// What is said by `of`.
const LENT: &str = "whose moves are borrowed";
/// What may come after the place.
const MORE: &[&str] = &["of", "by", "besides"];

pub(super) fn borrow(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("moves")?;
    reader.require("from")?;
    let lenders = match reader.accept_any(&[PROTECTORS, LAST_MOVED]) {
        Some(PROTECTORS) => Lenders::Protectors,
        Some(_) => Lenders::LastMoved,
        None => {
            let enemies = reader.accept("enemies");
            Lenders::At { place: place(draft, reader, enemies)?, enemies }
        }
    };
    let mut said = Said::default();
    let all: Vec<Kind> = draft.definition.kinds().collect();
    let mut borrowing = Borrowing { lenders, of: all.clone(), by: all.clone(), besides: false };
    while reader.comma() {
        let span = reader.here();
        match reader.accept_any(MORE) {
            Some("of") => {
                said.once(LENT, span)?;
                borrowing.of = lists::list(draft, reader, MORE)?;
            }
            Some("by") => {
                said.once("who borrows moves", span)?;
                borrowing.by = lists::list(draft, reader, MORE)?;
            }
            Some(_) => {
                said.once("what becomes of its own moves", span)?;
                reader.require("its own")?;
                borrowing.besides = true;
            }
            None => return Err(reader.expected_one_of("`of`, `by` or `besides its own`", MORE)),
        }
    }
    // Who follows others is passed over when it is asked what moved last, unless that is said otherwise.
    if borrowing.lenders == Lenders::LastMoved && !said.before(LENT) {
        let followers = &borrowing.by;
        borrowing.of.retain(|kind| !followers.contains(kind) || followers.len() == all.len());
    }
    draft.definition.borrowing = Some(borrowing);
    reader.end()
}

fn place(draft: &mut Draft, reader: &mut Reader, enemies: bool) -> Read<Place> {
    let quoted = reader.peek().is_some_and(|token| token.kind == TokenKind::Text);
    if quoted || ["white", "first"].iter().any(|word| reader.at_word(word)) {
        return leaps(draft, reader);
    }
    Ok(match reader.accept_any(PLACES) {
        Some("behind") => Place::Behind,
        Some("ahead") => Place::Ahead,
        Some("beside") => Place::Beside,
        Some(_) => Place::Around,
        None => {
            let words = if enemies { PLACES } else { LENDERS };
            let what = format!("`{}` or moves such as `\"N\"`", words.join("`, `"));
            return Err(reader.expected_one_of(&what, words));
        }
    })
}

fn leaps(draft: &mut Draft, reader: &mut Reader) -> Read<Place> {
    let span = reader.here();
    let clause = pieces::moves(draft, reader, None)?;
    let mut steps = PerSide([Vec::new(), Vec::new()]);
    for side in Side::BOTH {
        for program in &clause.programs[side] {
            let Some(leg) = leap(program) else {
                let error =
                    Diagnostic::error(span, "a piece borrows from where one leap goes, whatever stands between");
                return Err(
                    error.help("leaps and steps only, all of them without conditions: `\"N\"`, `\"fW\"`, `\"FD\"`")
                );
            };
            let more = leg.directions.of(side).map(|direction| leg.leap.vector(direction));
            steps[side].extend(more);
        }
        steps[side].sort_unstable();
        steps[side].dedup();
    }
    Ok(Place::Leaps { text: clause.text, steps })
}

/// The one leg of a plain leap that goes everywhere or nowhere.
fn leap(program: &MoveProgram) -> Option<&Leg> {
    let MoveProgram::Path { legs, virgin: Virgin::Always } = program else { return None };
    let [leg] = legs.as_slice() else { return None };
    let plain = leg.reach == Reach::Steps(1)
        && leg.modes.empty
        && leg.modes.enemy
        && leg.hurdle == Hurdle::None
        && leg.skipped == Skipped::Any
        && leg.jump == 0
        && !leg.unload;
    plain.then_some(leg)
}
