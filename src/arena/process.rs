//! A program that reads and writes lines.
//!
//! Threads of its own read what it says, stamp each line with the time, and write what it is told, so that a program that
//! neither reads nor writes holds nobody up.

use super::Trouble;
use super::spec::Spec;
use crate::protocol::input::{Event, Lines};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};

/// Lines that wait to be heard; a program that says more is made to wait.
const WAITING: usize = 10_000;
/// Lines that are kept for reports.
const REMEMBERED: usize = 12;
/// How often a wait is interrupted to see whether the match is stopped.
const SLICE: Duration = Duration::from_millis(50);
/// How long a program may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

pub struct Process {
    child: Child,
    /// None once it is told to end.
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    recent: VecDeque<String>,
    stop: Arc<AtomicBool>,
}

enum Heard {
    Line(Instant, String),
    /// On the error channel.
    Aside(String),
    End,
}

impl Process {
    /// Starts the program. `stop` interrupts all waiting for it.
    pub fn start(spec: &Spec, stop: &Arc<AtomicBool>) -> Result<Process, Trouble> {
        let (program, arguments) = spec.command.split_first().ok_or(Trouble::Unable("there is no command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        if let Some(files) = &spec.files {
            command.env("GRIFFON_VARIANTS", files);
        }
        // In a group of its own it is not hit by an interrupt from the keyboard, and ends with all it has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error: std::io::Error| Trouble::Unable(format!("`{program}` can't be started: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let (input, lines) = mpsc::channel::<String>();
        let (sender, output) = mpsc::sync_channel(WAITING);
        if let Some(mut pipe) = child.stdin.take() {
            std::thread::spawn(move || {
                while let Ok(line) = lines.recv() {
                    if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(pipe) = child.stderr.take() {
            listen(pipe, sender.clone(), |line| Some(Heard::Aside(line?)));
        }
        if let Some(pipe) = child.stdout.take() {
            listen(pipe, sender, |line| Some(line.map_or(Heard::End, |line| Heard::Line(Instant::now(), line))));
        }
        Ok(Process { child, input: Some(input), output, recent: VecDeque::new(), stop: stop.clone() })
    }

    pub fn say(&mut self, line: &str) {
        // That nobody listens any more is noticed when nothing comes back.
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
        self.remember(format!("> {line}"));
    }

    /// Hears lines until one is found to be what is waited for; says what was made of it, and when it came. One that comes
    /// after the deadline counts if nothing else came between.
    pub fn await_line<T>(
        &mut self,
        deadline: Instant,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<(Instant, T), Trouble> {
        loop {
            let (at, line) = self.hear(deadline)?;
            match wanted(&line) {
                Some(found) => return Ok((at, found)),
                // Who talks without end is late all the same.
                None if at > deadline => return Err(Trouble::Late),
                None => {}
            }
        }
    }

    fn hear(&mut self, deadline: Instant) -> Result<(Instant, String), Trouble> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Trouble::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(SLICE)) {
                Ok(Heard::Line(at, line)) => {
                    // Comments can be many.
                    if !line.starts_with('#') {
                        self.remember(format!("< {line}"));
                    }
                    return Ok((at, line));
                }
                Ok(Heard::Aside(line)) => self.remember(format!("! {line}")),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Err(Trouble::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The last lines of the dialogue, `>` said to the program, `<` said by it, `!` on its error channel.
    pub fn recent(&self) -> Vec<String> {
        self.recent.iter().cloned().collect()
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.input = None;
        #[cfg(unix)]
        if let (Ok(group), Ok(None)) = (i32::try_from(self.child.id()), self.child.try_wait()) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn remember(&mut self, mut line: String) {
        if let Some((cut, _)) = line.char_indices().nth(300) {
            line.truncate(cut);
            line.push('…');
        }
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(line);
    }

    /// It says nothing more: waits for its last words and how it ended.
    fn died(&mut self) -> Trouble {
        let deadline = Instant::now() + FAREWELL;
        while let Ok(heard) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            if let Heard::Aside(line) = heard {
                self.remember(format!("! {line}"));
            }
        }
        let ended = self.ended_by(deadline);
        let how = ended.map_or("it closed its output".to_owned(), |status| format!("it ended ({status})"));
        self.kill();
        Trouble::Died(how)
    }

    fn ended_by(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        if self.ended_by(Instant::now() + FAREWELL).is_none() {
            self.kill();
        }
    }
}

/// Reads lines on a thread of its own; `None` is the end.
fn listen(
    pipe: impl Read + Send + 'static,
    sender: SyncSender<Heard>,
    heard: impl Fn(Option<String>) -> Option<Heard> + Send + 'static,
) {
    std::thread::spawn(move || {
        let mut lines = Lines::new(BufReader::new(pipe));
        loop {
            let line = match lines.read() {
                Event::Line(line) => Some(line),
                Event::EndOfInput => None,
                Event::TooLong | Event::Search(_) => continue,
            };
            let last = line.is_none();
            let received = heard(line).is_none_or(|heard| sender.send(heard).is_ok());
            if last || !received {
                return;
            }
        }
    });
}
