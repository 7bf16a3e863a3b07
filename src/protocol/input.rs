//! Reading lines, on a thread of its own, so that a line is noticed while the engine thinks.
//!
//! Lines are of bounded length and end with a line feed, a carriage return or both; bytes that are not UTF-8 are replaced, and the
//! mark that some programs put in front of UTF-8 is dropped.

use super::thinker::Progress;
use crate::diagnostic::MARK;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::Sender;

/// What the session's channel carries.
#[derive(Debug)]
pub enum Event {
    Line(String),
    /// A line was longer than [`LONGEST`] and was dropped.
    TooLong,
    EndOfInput,
    Search(Progress),
}

/// Longest line that is read, in bytes: a `position` command with some ten thousand moves.
pub const LONGEST: usize = 1 << 20;

/// Sends every line of `source` as an event, and the end.
pub fn read_in_background(source: impl Read + Send + 'static, events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut lines = Lines::new(BufReader::new(source));
        loop {
            let event = lines.read();
            let last = matches!(event, Event::EndOfInput);
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

/// Cuts what is read into lines.
pub struct Lines<R> {
    source: R,
    /// The line before ended with a carriage return: a line feed that follows belongs to it.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    pub fn new(source: R) -> Lines<R> {
        Lines { source, after_return: false }
    }

    /// The next line; an error reading is an end.
    pub fn read(&mut self) -> Event {
        let (mut bytes, mut too_long) = (Vec::new(), false);
        loop {
            let mut held = match self.source.fill_buf() {
                Ok(held) => held,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Event::EndOfInput,
            };
            if held.is_empty() && bytes.is_empty() && !too_long {
                return Event::EndOfInput;
            }
            let at_end = held.is_empty();
            let joined = std::mem::take(&mut self.after_return) && held.first() == Some(&b'\n');
            if joined {
                held = held.get(1..).unwrap_or_default();
            }
            let part = held.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
            let end = held.get(part.len()).copied();
            too_long |= bytes.len() + part.len() > LONGEST;
            if !too_long {
                bytes.extend_from_slice(part);
            }
            self.after_return = end == Some(b'\r');
            let used = usize::from(joined) + part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() || at_end {
                break;
            }
        }
        if too_long {
            return Event::TooLong;
        }
        let text = String::from_utf8_lossy(&bytes);
        Event::Line(text.trim_start_matches(MARK).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_bytes_and_long_lines_are_survived() {
        let long = "x".repeat(3 * LONGEST);
        let text = [b"ping 1\r\n".as_slice(), b"\xff\xfe\n", long.as_bytes(), b"\nlast"].concat();
        let mut lines = Lines::new(BufReader::with_capacity(16, text.as_slice()));
        assert!(matches!(lines.read(), Event::Line(line) if line == "ping 1"));
        assert!(matches!(lines.read(), Event::Line(line) if line == "\u{fffd}\u{fffd}"));
        assert!(matches!(lines.read(), Event::TooLong));
        assert!(matches!(lines.read(), Event::Line(line) if line == "last"));
        assert!(matches!(lines.read(), Event::EndOfInput));
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = b"\xef\xbb\xbfuci\risready\r\n\ngo\n\rquit";
        let mut lines = Lines::new(BufReader::with_capacity(4, text.as_slice()));
        for expected in ["uci", "isready", "", "go", "", "quit"] {
            assert!(matches!(lines.read(), Event::Line(line) if line == expected), "{expected}");
        }
        assert!(matches!(lines.read(), Event::EndOfInput));
    }
}
