//! Between lines and the session: picks the codec, hands it lines, and gathers what is to be printed.

use super::cecp::Cecp;
use super::input::{Event, LONGEST};
use super::registry::{help, split};
use super::session::{Command, Reply, Session, Wanted};
use super::ucci::Ucci;
use super::uci::Uci;
use super::usi::Usi;
use super::xci::Xci;
use super::{Protocol, cecp, uci};
use std::collections::VecDeque;

/// Lines to be printed.
#[derive(Default)]
pub struct Output {
    lines: Vec<String>,
}

impl Output {
    pub fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

/// The words of one protocol. A codec remembers only what concerns its own wording.
pub trait Codec {
    /// What a line asks for. What the session need not know is answered at once.
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command>;
    /// Words a reply.
    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output);
    /// True where each question for a move is answered, whatever comes in between.
    fn answers_all(&self) -> bool {
        false
    }
    /// True for a line whose answer depends on what the GUI is about to say.
    fn looks_ahead(&self, _line: &str) -> bool {
        false
    }
    /// What has been said after such a line before it is read.
    fn foresee(&mut self, _lines: &mut dyn Iterator<Item = &str>) {}
}

/// What has been said to us and must wait until a search that has been stopped is answered.
enum Waiting {
    Event(Event),
    Command(Command),
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Continue,
    Quit,
}

/// One conversation.
pub struct Console {
    session: Session,
    codec: Option<Box<dyn Codec>>,
    /// Nothing more will be said to us: all that is left is to answer.
    closing: bool,
    waiting: VecDeque<Waiting>,
}

impl Console {
    pub fn new(session: Session, protocol: Protocol) -> Console {
        let mut console = Console { session, codec: None, closing: false, waiting: VecDeque::new() };
        match protocol {
            Protocol::Detect => {}
            Protocol::Cecp => console.speak_cecp(),
            Protocol::Uci => console.speak_uci(),
        }
        console
    }

    fn speak_cecp(&mut self) {
        self.codec = Some(Box::new(Cecp::new(&mut self.session)));
    }

    fn speak_uci(&mut self) {
        self.codec = Some(Box::new(Uci::new(&mut self.session)));
    }

    /// The codec whose greeting this word is.
    fn speak(&mut self, greeting: &str) -> bool {
        self.codec = Some(match greeting {
            "usi" => Box::new(Usi::new(&mut self.session)),
            "ucci" => Box::new(Ucci::new(&mut self.session)),
            "xci" => Box::new(Xci::new(&mut self.session)),
            _ => return false,
        });
        true
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// True for what should be handled only once it is known what comes right after it: [`Console::foresee`] is told.
    pub fn looks_ahead(&self, event: &Event) -> bool {
        matches!((event, &self.codec), (Event::Line(line), Some(codec)) if codec.looks_ahead(line))
    }

    pub fn foresee<'a>(&mut self, ahead: impl IntoIterator<Item = &'a Event>) {
        let mut lines = ahead.into_iter().filter_map(|event| match event {
            Event::Line(line) => Some(line.as_str()),
            Event::TooLong | Event::EndOfInput | Event::Search(_) => None,
        });
        if let Some(codec) = &mut self.codec {
            codec.foresee(&mut lines);
        }
    }

    pub fn handle(&mut self, event: Event, output: &mut Output) -> Flow {
        let is_said = matches!(event, Event::Line(_) | Event::EndOfInput);
        if is_said && (self.session.is_stopping() || !self.waiting.is_empty()) {
            self.waiting.push_back(Waiting::Event(event));
            return Flow::Continue;
        }
        if self.deal_with(event, output) == Flow::Quit {
            return Flow::Quit;
        }
        while !self.session.is_stopping() {
            let flow = match self.waiting.pop_front() {
                Some(Waiting::Event(event)) => self.deal_with(event, output),
                Some(Waiting::Command(command)) => self.obey(command, output),
                None => break,
            };
            if flow == Flow::Quit {
                return Flow::Quit;
            }
        }
        self.flow()
    }

    fn deal_with(&mut self, event: Event, output: &mut Output) -> Flow {
        match event {
            Event::Line(line) => self.line(&line, output),
            Event::TooLong => {
                let reply = Reply::Refused {
                    why: format!("longer than {LONGEST} bytes"),
                    what: Wanted::Command("line".to_owned()),
                };
                match &mut self.codec {
                    Some(codec) => codec.say(&self.session, &reply, output),
                    None => output.say(format!("Error (longer than {LONGEST} bytes): line")),
                }
                Flow::Continue
            }
            Event::EndOfInput => {
                self.closing = true;
                // A count has no answer before its end, so it goes on to that.
                if let (Some(codec), false) = (&mut self.codec, self.session.is_counting()) {
                    self.session.handle(Command::MoveNow, &mut |session, reply| codec.say(session, &reply, output));
                }
                self.flow()
            }
            Event::Search(progress) => {
                if let Some(codec) = &mut self.codec {
                    self.session.search_says(progress, &mut |session, reply| codec.say(session, &reply, output));
                }
                self.flow()
            }
        }
    }

    /// After the end of input only until what was asked for is answered.
    fn flow(&self) -> Flow {
        if self.closing && !self.session.owes() { Flow::Quit } else { Flow::Continue }
    }

    fn line(&mut self, line: &str, output: &mut Output) -> Flow {
        if self.codec.is_none() && !self.detect(line, output) {
            return if split(line).0 == "quit" { Flow::Quit } else { Flow::Continue };
        }
        let Some(codec) = &mut self.codec else { return Flow::Continue };
        let commands = codec.read(line, &mut self.session, output);
        // In front of what has come after this line.
        for command in commands.into_iter().rev() {
            self.waiting.push_front(Waiting::Command(command));
        }
        Flow::Continue
    }

    fn obey(&mut self, command: Command, output: &mut Output) -> Flow {
        let Some(codec) = &mut self.codec else { return Flow::Continue };
        let quit = command == Command::Quit;
        let answers_all = codec.answers_all();
        let mut say = |session: &Session, reply| codec.say(session, &reply, output);
        if answers_all && self.session.must_answer_before(&command) {
            self.session.handle(Command::MoveNow, &mut say);
            if self.session.is_stopping() {
                self.waiting.push_front(Waiting::Command(command));
                return Flow::Continue;
            }
        }
        self.session.handle(command, &mut say);
        if quit { Flow::Quit } else { Flow::Continue }
    }

    /// The first command tells which protocol is spoken; true if it does.
    fn detect(&mut self, line: &str, output: &mut Output) -> bool {
        let (word, _) = split(line);
        match word {
            "" | "quit" => return false,
            "help" | "?" => {
                help_before_protocol().into_iter().for_each(|line| output.say(line));
                return false;
            }
            _ => {}
        }
        if self.speak(word) {
            return true;
        }
        if uci::ROWS.iter().any(|row| row.word == word) && !cecp::ROWS.iter().any(|row| row.word == word) {
            self.speak_uci();
        } else if cecp::ROWS.iter().any(|row| row.word == word) {
            self.speak_cecp();
        } else {
            // What comes before a greeting may mean nothing.
            let greets = |word: &&str| ["xboard", "uci", "usi", "ucci", "xci"].contains(word);
            if let Some(greeting) = line.split_whitespace().find(greets) {
                return self.detect(greeting, output);
            }
            output.say(format!("Error (unknown command; `help` lists those there are): {word}"));
            return false;
        }
        true
    }

    /// For scripts: what the engine says without waiting for its search.
    pub fn ready(&mut self, output: &mut Output) {
        while let Some(progress) = self.session.poll(false) {
            self.handle(Event::Search(progress), output);
        }
    }

    /// For scripts: lets the engine think until it has nothing more to say.
    pub fn settle(&mut self, output: &mut Output) {
        while let Some(progress) = self.session.poll(true) {
            self.handle(Event::Search(progress), output);
        }
    }
}

fn help_before_protocol() -> Vec<String> {
    let mut lines = vec![
        "Griffon waits for a chess program: the first command tells which protocol it speaks.".to_owned(),
        "To play in this window, quit and start `griffon play VARIANT`.".to_owned(),
        String::new(),
        "XBoard (CECP):".to_owned(),
    ];
    lines.extend(help(cecp::ROWS));
    lines.extend([String::new(), "UCI:".to_owned()]);
    lines.extend(help(uci::ROWS));
    lines.push(String::new());
    lines.push("USI, UCCI and XCI: see docs/commands.md.".to_owned());
    lines
}
