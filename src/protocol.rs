//! Talking with programs: one session, and thin codecs for what GUIs speak.
//!
//! Lines come in from a reader thread, search results from the thinking thread, both through one channel
//! ([`serve`]). The [`Console`] hands each line to the codec, the codec's [`Command`]s to the [`Session`], and the
//! session's [`Reply`]s back through the codec. Whatever is sent, nothing here panics: the lints below say so.
//! Nothing here knows rules; what is legal is asked of the game.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod armies;
pub mod cecp;
mod console;
pub mod input;
mod journal;
pub mod options;
pub mod page;
pub mod registry;
pub mod session;
pub mod thinker;
pub mod timing;
pub mod ucci;
pub mod uci;
pub mod usi;
pub mod xboard_letters;
pub mod xboard_pieces;
pub mod xci;

pub use console::{Codec, Console, Flow, Output};
pub use session::{Command, Reply, Session};

use crate::definition::Library;
use input::Event;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Which protocol is spoken from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The first command tells.
    Detect,
    Cecp,
    Uci,
}

/// How long a GUI may take between lines that belong together, and for all of them.
const PAUSE: Duration = Duration::from_millis(20);
const LOOK_AHEAD: Duration = Duration::from_millis(100);

/// Serves a GUI on standard input and output until it quits, closes a pipe, or input ends. It hears of the `faults` in files
/// of the user's, too: few programs show what engines say on the error channel.
pub fn serve(library: Arc<Library>, faults: Vec<String>, protocol: Protocol) {
    let (events, inbox) = mpsc::channel();
    input::read_in_background(std::io::stdin(), events.clone());
    let thinker = thinker::Threaded::start(events);
    let Some(mut session) = Session::new(library, Box::new(thinker), Box::new(timing::WallClock::start())) else {
        let _ = writeln!(std::io::stderr(), "error: there is no variant to play");
        return;
    };
    session.settings.remembers = true;
    session.faults = faults;
    let mut console = Console::new(session, protocol);
    let mut stdout = std::io::stdout().lock();
    let mut ahead = VecDeque::new();
    while let Some(event) = ahead.pop_front().or_else(|| inbox.recv().ok()) {
        let mut output = Output::default();
        if console.looks_ahead(&event) {
            let end = Instant::now() + LOOK_AHEAD;
            while let Ok(event) = inbox.recv_timeout(end.saturating_duration_since(Instant::now()).min(PAUSE)) {
                ahead.push_back(event);
            }
            console.foresee(&ahead);
        }
        if let (Event::Line(line), Some(journal)) = (&event, &mut console.session_mut().journal) {
            journal.heard(line);
        }
        if matches!(&event, Event::Line(line) if line.trim() == "xboard") {
            ignore_interrupts();
        }
        let flow = console.handle(event, &mut output);
        if let Some(journal) = &mut console.session_mut().journal {
            output.lines().iter().for_each(|line| journal.said(line));
        }
        let written = output.lines().iter().try_for_each(|line| writeln!(stdout, "{line}"));
        if written.and_then(|()| stdout.flush()).is_err() || flow == Flow::Quit {
            return;
        }
    }
}

/// XBoard interrupts engines that haven't told it not to, as those that speak the first version of its protocol can't.
fn ignore_interrupts() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigHandler, Signal, signal};
        // SAFETY: there is no handler of ours that could be replaced.
        let _ = unsafe { signal(Signal::SIGINT, SigHandler::SigIgn) };
    }
}

/// A console for tests: no threads, a clock that stands still, and searches of so many nodes.
pub fn scripted(library: Arc<Library>, nodes: u64) -> Option<Console> {
    let thinker = thinker::Inline::new(nodes);
    let session = Session::new(library, Box::new(thinker), Box::new(timing::StillClock))?;
    Some(Console::new(session, Protocol::Detect))
}

impl Event {
    /// For scripts: a line as it would be read.
    pub fn line(text: &str) -> Event {
        Event::Line(text.to_owned())
    }
}
