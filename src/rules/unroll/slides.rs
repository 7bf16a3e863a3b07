//! Slides: what a piece does from a square on is what it does from the one before, but for one stop.

use super::paths::Memory;
use super::{Node, Path, Refused, Unroller};
use crate::rules::step::END;
use crate::rules::topology::Square;

impl Unroller<'_> {
    /// The slide is the same whatever the origin is, or what of it is behind is.
    pub(super) fn is_shared_slide(&self, number: u32, from: Square, direction: u8, origin: Square) -> bool {
        let Node { slides, onward, leg, .. } = self.paths.node(number);
        let ahead = |origin: Square| {
            let place = |square| (i32::from(self.topology.file(square)), i32::from(self.topology.rank(square)));
            let ((x, y), (file, rank)) = (place(from), place(origin));
            let (dx, dy) = leg.leap.vector(direction);
            let (across, up) = (file - x, rank - y);
            across * dy == up * dx && across * dx + up * dy > 0
        };
        *slides
            && match self.paths.memory {
                Memory::AllOrigins => true,
                Memory::None | Memory::OneOrigin => onward.is_empty() && !ahead(origin),
            }
    }

    /// A slide that is shared. Without recursion along it: several legs of a hundred squares each would not fit on the stack.
    pub(super) fn slide(&mut self, number: u32, from: Square, direction: u8, path: Path) -> Result<u32, Refused> {
        if let Some(known) = self.known_slide(number, from, direction) {
            return Ok(known);
        }
        if self.known.slides.is_empty() {
            self.known.slides = vec![0; self.paths.count() * self.topology.cells() * 8];
        }
        let leg = &self.paths.node(number).leg;
        let mut ray = self.ray(leg, from, direction, path, 1);
        let beyond = ray.first().and_then(|stop| self.known_slide(number, stop.square, direction));
        if beyond.is_none() {
            ray = self.ray(leg, from, direction, path, usize::MAX);
        }
        let mut walk = beyond.unwrap_or(END);
        for n in (0..ray.len()).rev() {
            let before = if n == 0 { from } else { ray[n - 1].square };
            walk = match self.known_slide(number, before, direction) {
                Some(known) => known,
                None => self.way(number, direction, &ray[n..=n], walk, path)?,
            };
            let here = self.slide_index(number, before, direction);
            self.known.slides[here] = walk + 1;
        }
        Ok(walk)
    }

    fn known_slide(&self, number: u32, from: Square, direction: u8) -> Option<u32> {
        self.known.slides.get(self.slide_index(number, from, direction))?.checked_sub(1)
    }

    fn slide_index(&self, number: u32, from: Square, direction: u8) -> usize {
        (number as usize * self.topology.cells() + from.index()) * 8 + usize::from(direction & 7)
    }
}
