//! Brackets: legs with atoms of their own.
//!
//! Whether "straight on" is possible depends on whether the leg before went along a line or a diagonal, so
//! king-like legs are taken apart into both and put together again when the list is merged.

use super::leg::{End, push, reach};
use super::path::by_side;
use super::{Legs, List, virgin};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::leg::{Directions, MoveProgram, Reach, Virgin};
use crate::syntax::betza::{Atom, Bracket, BracketLeg, Choice, Group, Located, Symmetry, Turn, union};

/// Adds the programs of a bracket: one for every choice of atoms and every place to stop.
pub(super) fn compile(bracket: &Bracket, span: &Span, list: &mut List) -> Result<(), Vec<Diagnostic>> {
    let needs_turn = |leg: &BracketLeg| {
        leg.choices.iter().any(|choice| choice.it.group.headings.iter().any(|heading| heading.needs_turn()))
    };
    let last_turn = bracket.legs.iter().rposition(needs_turn).unwrap_or(0);
    let mut walk = Walk { bracket, span, list, last_turn, complete: false, budget: 20_000 };
    walk.leg(&mut Vec::new(), None, None)?;
    if walk.complete {
        return Ok(());
    }
    let error = Diagnostic::error(span.clone(), "no path leads through this bracket").label("cannot be completed");
    Err(vec![error.help("after a step along a line `W`, `D`, `H`, `R` turn by 90° and `F`, `A`, `G`, `B` by 45°")])
}

/// How the squares of a leg lie: directions of one parity, or an oblique ring.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Straight,
    Diagonal,
    Oblique,
}

impl Kind {
    fn of(atom: Atom) -> &'static [Kind] {
        match atom.symmetry() {
            Symmetry::Orthogonal => &[Kind::Straight],
            Symmetry::Diagonal => &[Kind::Diagonal],
            Symmetry::Oblique => &[Kind::Oblique],
            Symmetry::King => &[Kind::Straight, Kind::Diagonal],
        }
    }

    fn absolute(self) -> u8 {
        match self {
            Kind::Straight => 0x55,
            Kind::Diagonal => 0xAA,
            Kind::Oblique => 0xFF,
        }
    }

    /// Relative directions that lead from a leg of one kind to a leg of another.
    fn relative(self, next: Kind) -> u8 {
        match (self, next) {
            (Kind::Oblique, _) | (_, Kind::Oblique) => 0xFF,
            (one, other) if one == other => 0x55,
            _ => 0xAA,
        }
    }
}

/// A leg that has been chosen.
#[derive(Clone)]
struct Chosen<'a> {
    group: &'a Group,
    atom: Atom,
    kind: Kind,
    set: u8,
}

struct Walk<'a, 'l> {
    bracket: &'a Bracket,
    span: &'a Span,
    list: &'l mut List,
    /// The last leg that asks which way the path has turned.
    last_turn: usize,
    /// Some path uses all legs.
    complete: bool,
    /// Steps left before the choices are too many.
    budget: usize,
}

impl<'a> Walk<'a, '_> {
    fn leg(
        &mut self,
        path: &mut Vec<Chosen<'a>>,
        before: Option<Kind>,
        turn: Option<Turn>,
    ) -> Result<(), Vec<Diagnostic>> {
        let Some(BracketLeg { choices, may_stop }) = self.bracket.legs.get(path.len()) else { return Ok(()) };
        let last = path.len() + 1 == self.bracket.legs.len();
        for Located { it: Choice { group, atom }, .. } in choices {
            for &kind in Kind::of(*atom) {
                let set = directions(group, *atom, kind, before, turn);
                let sides = if path.len() < self.last_turn && before.is_some() {
                    by_side(set, turn)
                } else {
                    vec![(set, turn)]
                };
                for (set, turn) in sides.into_iter().filter(|part| part.0 != 0) {
                    self.spend()?;
                    self.complete |= last;
                    path.push(Chosen { group, atom: *atom, kind, set });
                    if last || *may_stop {
                        self.emit(path)?;
                    }
                    self.leg(path, Some(kind), turn)?;
                    path.pop();
                }
            }
        }
        Ok(())
    }

    fn spend(&mut self) -> Result<(), Vec<Diagnostic>> {
        self.budget = self.budget.checked_sub(1).ok_or_else(|| {
            let error = Diagnostic::error(self.span.clone(), "this bracket stands for too many different moves");
            vec![error.label("grows too large").help("use fewer legs or fewer atoms a leg")]
        })?;
        Ok(())
    }

    fn emit(&mut self, path: &[Chosen]) -> Result<(), Vec<Diagnostic>> {
        if self.bracket.filter.is_empty() || path.len() < self.bracket.legs.len() {
            return self.add(path);
        }
        let [first, second] = path else {
            let error = Diagnostic::error(self.span.clone(), "directions before a bracket of more than two legs");
            return Err(vec![error.label("not a single bend").help("write them on the legs inside")]);
        };
        if first.kind == Kind::Oblique || second.set & !0x82 != 0 {
            let error = Diagnostic::error(self.span.clone(), "directions before a bracket that does not bend by 45°");
            return Err(vec![error.label("no oblique shape").help("write them on the legs inside")]);
        }
        // The bent path lies in the octant between the two directions; octants count like oblique leaps.
        let octants = union(&self.bracket.filter, Symmetry::Oblique, None);
        for (relative, allowed) in [(0x02, octants), (0x80, octants.rotate_left(1))] {
            let turned = Chosen { set: second.set & relative, ..second.clone() };
            self.add(&[Chosen { set: first.set & allowed, ..first.clone() }, turned])?;
        }
        Ok(())
    }

    fn add(&mut self, path: &[Chosen]) -> Result<(), Vec<Diagnostic>> {
        let mut legs = Legs::new();
        let mut condition = if self.bracket.virgin { Virgin::Unmoved } else { Virgin::Always };
        for (at, Chosen { group, atom, set, .. }) in path.iter().enumerate() {
            let end = if at + 1 == path.len() { End::Last } else { End::Joint };
            let own = match at {
                0 => virgin(group.virgin),
                _ if group.virgin > 0 && legs.iter().all(|leg| leg.reach == Reach::Steps(1)) => Virgin::Unmoved,
                _ => Virgin::Always,
            };
            condition = match (condition, own) {
                (Virgin::Always, own) => own,
                (condition, Virgin::Always) => condition,
                (condition, own) if condition == own => condition,
                _ => {
                    let error = Diagnostic::error(self.span.clone(), "`i` and `ii` in one move");
                    return Err(vec![error.label("two conditions on the start")]);
                }
            };
            push(&mut legs, group, *atom, Directions(*set), reach(*atom), end);
        }
        self.list.add(MoveProgram::Path { legs, virgin: condition }, self.span)
    }
}

/// The directions of a leg of this kind.
fn directions(group: &Group, atom: Atom, kind: Kind, before: Option<Kind>, turn: Option<Turn>) -> u8 {
    let headings = group.headings.as_slice();
    let Some(before) = before else {
        let said = if headings.is_empty() { atom.symmetry().all() } else { union(headings, atom.symmetry(), None) };
        return said & kind.absolute();
    };
    let possible = before.relative(kind);
    match headings {
        // As straight as possible; a king-like leg always can go straight on.
        [] if atom.symmetry() == Symmetry::King => 0x01 & possible,
        [] if possible & 0x01 != 0 => 0x01,
        [] => 0x82 & possible,
        headings => union(headings, Symmetry::King, turn) & possible,
    }
}
