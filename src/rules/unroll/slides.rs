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

    /// A slide that is shared.
    pub(super) fn slide(&mut self, number: u32, from: Square, direction: u8, path: Path) -> Result<u32, Refused> {
        let here = (number as usize * self.topology.cells() + from.index()) * 8 + usize::from(direction & 7);
        if let Some(known) = self.known.slides.get(here).and_then(|known| known.checked_sub(1)) {
            return Ok(known);
        }
        let ray = self.ray(&self.paths.node(number).leg, from, direction, path, 1);
        let walk = match ray.first() {
            None => END,
            Some(stop) => {
                let beyond = self.slide(number, stop.square, direction, path)?;
                self.way(number, direction, &ray, beyond, path)?
            }
        };
        if self.known.slides.is_empty() {
            self.known.slides = vec![0; self.paths.count() * self.topology.cells() * 8];
        }
        self.known.slides[here] = walk + 1;
        Ok(walk)
    }
}
