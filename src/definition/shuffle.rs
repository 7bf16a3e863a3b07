//! The statement `shuffle`: start positions that are drawn by lot.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, Start, Zone, lists};
use crate::diagnostic::Diagnostic;

/// A random set-up, as constraints on the first rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    pub constraints: Vec<ShuffleConstraint>,
    pub symmetry: Symmetry,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShuffleConstraint {
    /// All pieces of this kind stand on differently coloured squares.
    OppositeColours(Kind),
    /// The first kind's piece stands between two pieces of the second kind.
    Between(Kind, Kind),
    /// Pieces of this kind keep their places.
    Fixed(Kind),
    /// One of this kind takes the place of one of those.
    InPlaceOf(Kind, Vec<Kind>),
    /// No piece of the first kind stands on the colour of one of the second.
    Apart(Kind, Kind),
    /// All pieces of this kind stand there.
    In(Kind, Zone),
    /// All pieces of this kind, on whatever rank, are protected.
    Protected(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// The second player's camp is the first's across the middle line.
    Mirrored,
    /// The second player's camp is the first's turned round.
    Rotated,
    /// Each side is drawn by itself.
    Independent,
}

/// What may follow the name of a piece.
const CONDITIONS: &[&str] = &["on", "between", "fixed", "and", "in", "protected"];

pub(super) fn shuffle(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let (mut constraints, mut drawn) = (Vec::new(), Vec::new());
    let symmetry = loop {
        if reader.accept("mirrored") {
            break Symmetry::Mirrored;
        } else if reader.accept("rotated") {
            break Symmetry::Rotated;
        } else if reader.accept("independent") {
            break Symmetry::Independent;
        }
        let span = reader.here();
        let constraint = constraint(draft, reader)?;
        let draws = constraint.draws();
        if let Some(&twice) = draws.iter().find(|kind| drawn.contains(*kind)) {
            let message = format!("another condition speaks of `{}` already", draft.definition.piece(twice).name);
            return Err(Diagnostic::error(span, message).help("a kind of piece is drawn by one condition only"));
        }
        drawn.extend(draws);
        constraints.push(constraint);
        if !reader.comma() {
            return Err(reader.expected_one_of(
                "`, mirrored`, `, rotated` or `, independent`",
                &["mirrored", "rotated", "independent"],
            ));
        }
    };
    reader.end()?;
    let start = std::mem::replace(&mut draft.definition.start, Start { fen: String::new(), shuffle: None });
    draft.definition.start = Start { shuffle: Some(Shuffle { constraints, symmetry }), ..start };
    Ok(())
}

fn constraint(draft: &mut Draft, reader: &mut Reader) -> Read<ShuffleConstraint> {
    let kind = lists::one(draft, reader)?;
    Ok(if reader.accept("on opposite colours") {
        ShuffleConstraint::OppositeColours(kind)
    } else if reader.accept("between") {
        ShuffleConstraint::Between(kind, lists::one(draft, reader)?)
    } else if reader.accept("fixed") {
        ShuffleConstraint::Fixed(kind)
    } else if reader.accept("in place of") {
        ShuffleConstraint::InPlaceOf(kind, lists::either(draft, reader)?)
    } else if reader.accept("and") {
        let other = lists::one(draft, reader)?;
        reader.require("on opposite colours")?;
        ShuffleConstraint::Apart(kind, other)
    } else if reader.accept("in") {
        ShuffleConstraint::In(kind, draft.zones(false).read(reader)?)
    } else if reader.accept("protected") {
        ShuffleConstraint::Protected(kind)
    } else {
        let what = "`on opposite colours`, `between`, `fixed`, `in place of`, `and`, `in` or `protected`";
        return Err(reader.expected_one_of(what, CONDITIONS));
    })
}

impl ShuffleConstraint {
    /// The kinds whose places are drawn as this says; other constraints only choose among what is drawn.
    fn draws(&self) -> Vec<Kind> {
        match *self {
            ShuffleConstraint::OppositeColours(kind)
            | ShuffleConstraint::Fixed(kind)
            | ShuffleConstraint::InPlaceOf(kind, _) => vec![kind],
            ShuffleConstraint::Between(inner, outer) => vec![inner, outer],
            ShuffleConstraint::Apart(..) | ShuffleConstraint::In(..) | ShuffleConstraint::Protected(_) => Vec::new(),
        }
    }
}
