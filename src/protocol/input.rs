//! Reading lines, on a thread of its own, so that a line is noticed while the engine thinks.
//!
//! Lines are of bounded length, and bytes that are not UTF-8 are replaced; a carriage return at the end is dropped.

use super::thinker::Progress;
use std::io::{self, BufRead, BufReader, Read};
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
pub const LONGEST: usize = 1 << 16;

/// Sends every line of `source` as an event, and the end.
pub fn read_in_background(source: impl Read + Send + 'static, events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut source = BufReader::new(source);
        loop {
            let event = next(&mut source);
            let last = matches!(event, Event::EndOfInput);
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

/// The next line; an error reading is an end.
pub fn next(source: &mut impl BufRead) -> Event {
    let mut bytes = Vec::new();
    match source.take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return Event::EndOfInput,
        Ok(_) => {}
    }
    if bytes.len() > LONGEST && bytes.last() != Some(&b'\n') {
        return match skip_line(source) {
            Ok(()) => Event::TooLong,
            Err(_) => Event::EndOfInput,
        };
    }
    let text = String::from_utf8_lossy(&bytes);
    Event::Line(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// Reads on to the end of the line without keeping it.
fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let held = source.fill_buf()?;
        let end = held.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(held.len(), |end| end + 1);
        let done = end.is_some() || held.is_empty();
        source.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_bytes_and_long_lines_are_survived() {
        let long = "x".repeat(3 * LONGEST);
        let text = [b"ping 1\r\n".as_slice(), b"\xff\xfe\n", long.as_bytes(), b"\nlast"].concat();
        let mut source = BufReader::new(text.as_slice());
        assert!(matches!(next(&mut source), Event::Line(line) if line == "ping 1"));
        assert!(matches!(next(&mut source), Event::Line(line) if line == "\u{fffd}\u{fffd}"));
        assert!(matches!(next(&mut source), Event::TooLong));
        assert!(matches!(next(&mut source), Event::Line(line) if line == "last"));
        assert!(matches!(next(&mut source), Event::EndOfInput));
    }
}
