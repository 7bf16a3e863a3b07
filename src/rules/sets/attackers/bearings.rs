//! Where squares lie from each other, as numbers to sort by.

use crate::rules::topology::{Square, Topology};

/// By the line (the same for a direction and its opposite), the direction, the distance.
pub struct Bearings {
    /// By square.
    places: Box<[(i32, i32)]>,
    /// By difference of ranks, then of files.
    numbers: Box<[u64]>,
    files: i32,
    ranks: i32,
}

impl Bearings {
    /// Bits of each part: enough for boards of 256 squares in one row.
    const PART: u32 = 10;

    pub fn new(topology: &Topology) -> Bearings {
        let (files, ranks) = (i32::from(topology.files()), i32::from(topology.ranks()));
        let place = |square| (i32::from(topology.file(square)), i32::from(topology.rank(square)));
        let number = |(dx, dy): (i32, i32)| {
            let steps = gcd(dx.abs(), dy.abs()).max(1);
            let (dx, dy) = (dx / steps, dy / steps);
            let line = if (dy, dx) < (0, 0) { (-dy, -dx) } else { (dy, dx) };
            [line.0, line.1, dy, dx, steps].into_iter().fold(0, |all, part| all << Self::PART | (part + 512) as u64)
        };
        let differences = (1 - ranks..ranks).flat_map(|dy| (1 - files..files).map(move |dx| (dx, dy)));
        Bearings {
            places: (0..topology.cells()).map(Square::from_index).map(place).collect(),
            numbers: differences.map(number).collect(),
            files,
            ranks,
        }
    }

    /// Where an origin lies from a target.
    pub fn from(&self, to: usize, origin: usize) -> u64 {
        let ((x, y), (file, rank)) = (self.places[to], self.places[origin]);
        let row = (rank - y + self.ranks - 1) * (2 * self.files - 1);
        self.numbers[(row + file - x + self.files - 1) as usize]
    }

    pub fn line(bearing: u64) -> u64 {
        bearing >> (3 * Self::PART)
    }

    pub fn direction(bearing: u64) -> u64 {
        bearing >> Self::PART
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
