//! What is said on both sides, written down for those who look for a fault.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// A file that lines are added to.
pub struct Journal {
    file: File,
    began: Instant,
}

impl Journal {
    /// Goes on behind what the file has already.
    pub fn open(path: &Path) -> io::Result<Journal> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Journal { file, began: Instant::now() })
    }

    pub fn heard(&mut self, line: &str) {
        self.write('>', line);
    }

    pub fn said(&mut self, line: &str) {
        self.write('<', line);
    }

    /// `12.345 > go movetime 100`: seconds since it was opened. A full disk ends no game.
    fn write(&mut self, who: char, line: &str) {
        let _ = writeln!(self.file, "{:.3} {who} {line}", self.began.elapsed().as_secs_f64());
    }
}
