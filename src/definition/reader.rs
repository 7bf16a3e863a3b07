//! A finger moving along the words of one statement.
//!
//! Readers of statements ask it for what they expect and get the word or a finished complaint about what stands
//! there instead.

use super::{Side, Verdict, keys};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::syntax::variant::{Statement, Token, TokenKind};

pub(super) type Read<T> = Result<T, Diagnostic>;

pub(super) struct Reader<'s> {
    statement: &'s Statement,
    at: usize,
    /// The longest beginning of a phrase that was found where the reader stands, and the words that would go on.
    begun: usize,
    next: Vec<String>,
    /// Everything that was looked for here.
    tried: Vec<&'static str>,
}

/// What a statement has said already, of matters that it may say something about once.
#[derive(Default)]
pub(super) struct Said(Vec<&'static str>);

impl Said {
    /// An error if something about this matter has been said before; `span` is where it is said now.
    pub fn once(&mut self, matter: &'static str, span: Span) -> Read<()> {
        if self.0.contains(&matter) {
            return Err(Diagnostic::error(span, format!("{matter} is said twice")));
        }
        self.0.push(matter);
        Ok(())
    }

    /// True if something about this matter has been said.
    pub fn before(&self, matter: &str) -> bool {
        self.0.contains(&matter)
    }
}

impl<'s> Reader<'s> {
    pub fn new(statement: &'s Statement) -> Reader<'s> {
        Reader { statement, at: 0, begun: 0, next: Vec::new(), tried: Vec::new() }
    }

    pub fn statement(&self) -> &'s Statement {
        self.statement
    }

    pub fn peek(&self) -> Option<&'s Token> {
        self.statement.rest.get(self.at)
    }

    pub fn before(&self) -> Option<&'s Token> {
        self.at.checked_sub(1).and_then(|at| self.statement.rest.get(at))
    }

    pub fn peek_after(&self) -> Option<&'s Token> {
        self.statement.rest.get(self.at + 1)
    }

    pub fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// The next token, whatever it is.
    pub fn take(&mut self) -> Option<&'s Token> {
        let token = self.peek();
        self.advance(usize::from(token.is_some()));
        token
    }

    fn advance(&mut self, words: usize) {
        if words > 0 {
            self.at += words;
            self.begun = 0;
            self.next.clear();
            self.tried.clear();
        }
    }

    /// The place of the next word, or the end of the statement.
    pub fn here(&self) -> Span {
        match self.peek() {
            Some(token) => token.span.clone(),
            None => self.statement.span().end.saturating_sub(1)..self.statement.span().end,
        }
    }

    /// "expected WHAT, found …" at the next word; or at a later one if what comes next begins well.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let words = &self.statement.rest[self.at..(self.at + self.begun).min(self.statement.rest.len())];
        let begun: Vec<&str> = words.iter().map(|token| token.text.as_str()).collect();
        let further = Reader { at: self.at + self.begun, ..Reader::new(self.statement) };
        let what = match self.next.split_last() {
            None => what.to_owned(),
            Some((last, [])) => format!("{last} after `{}`", begun.join(" ")),
            Some((last, others)) => format!("{} or {last} after `{}`", others.join(", "), begun.join(" ")),
        };
        let found = match further.peek() {
            None => "the line ends".to_owned(),
            Some(token) if token.kind == TokenKind::Text => format!("found \"{}\"", token.text),
            Some(token) => format!("found `{}`", token.text),
        };
        let mut complaint = Diagnostic::error(further.here(), format!("expected {what}, {found}"));
        let going_on = self.next.iter().map(|word| word.trim_matches('`'));
        let other = self.tried.iter().copied().filter(|_| self.begun == 0);
        let near = further.peek().and_then(|token| did_you_mean(&token.text, going_on.chain(other)));
        let habit = further.peek().and_then(habit);
        if let Some(near) = near.filter(|_| habit.is_none()) {
            complaint = complaint.help(format!("did you mean `{near}`?"));
        }
        complaint.help.extend(habit);
        match further.peek() {
            Some(token) if token.text.contains(['“', '”', '„', '‘', '’', '«', '»', '\'']) => {
                complaint = complaint.help("texts stand in straight double quotes: `\"`");
            }
            Some(token) if token.kind == TokenKind::Equals => {
                complaint = complaint.help("only `zone NAME = ...` has a `=`");
            }
            Some(token) if token.kind == TokenKind::Text && !what.contains("quotes") && token.text.len() < 40 => {
                complaint = complaint.help(format!("without quotes: `{}`", token.text));
            }
            _ => {}
        }
        if let Some(row) = keys::row(&self.statement.word.text) {
            complaint = complaint.help(format!("usage: {}", row.usage));
        }
        complaint
    }

    /// As [`Reader::expected`] one of some words, with the likeliest one if a slip of the finger is near.
    pub fn expected_one_of(&self, what: &str, words: &[&str]) -> Diagnostic {
        let mut complaint = self.expected(what);
        let found = self.peek().map_or("", |token| token.text.as_str());
        let near = did_you_mean(found, words.iter().copied()).filter(|near| *near != found && self.begun == 0);
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        complaint.help.splice(0..0, hint.filter(|hint| !complaint.help.contains(hint)));
        complaint
    }

    fn at_kind(&self, kind: TokenKind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    pub fn at_word(&self, word: &str) -> bool {
        self.at_kind(TokenKind::Word) && self.peek().is_some_and(|token| token.text == word)
    }

    /// True if these words come next.
    pub fn at_phrase(&self, phrase: &str) -> bool {
        let words = phrase.split(' ');
        let there = self.statement.rest.get(self.at..self.at + words.clone().count());
        there.is_some_and(|tokens| {
            tokens.iter().zip(words).all(|(token, word)| token.kind == TokenKind::Word && token.text == word)
        })
    }

    /// Moves past these words if they come next, all of them.
    pub fn accept(&mut self, phrase: &'static str) -> bool {
        let words: Vec<&str> = phrase.split(' ').collect();
        let same = self.at_phrase(phrase);
        if same {
            self.advance(words.len());
        } else {
            self.tried.push(phrase);
            self.note_beginning(&words);
        }
        same
    }

    /// Remembers how far a phrase goes that is not there as a whole.
    fn note_beginning(&mut self, words: &[&str]) {
        let there = self.statement.rest[self.at.min(self.statement.rest.len())..].iter();
        let same = |(token, word): &(&Token, &&str)| token.kind == TokenKind::Word && token.text == ***word;
        let begun = there.zip(words).take_while(same).count();
        if begun == 0 || begun < self.begun {
            return;
        }
        if begun > self.begun {
            self.begun = begun;
            self.next.clear();
        }
        let next = format!("`{}`", words[begun]);
        if !self.next.contains(&next) {
            self.next.push(next);
        }
    }

    /// Which of these phrases comes next; moves past it.
    pub fn accept_any(&mut self, phrases: &[&'static str]) -> Option<&'static str> {
        phrases.iter().copied().find(|phrase| self.accept(phrase))
    }

    pub fn accept_kind(&mut self, kind: TokenKind) -> bool {
        self.take_kind(kind).is_some()
    }

    pub fn comma(&mut self) -> bool {
        self.accept_kind(TokenKind::Comma)
    }

    pub fn require(&mut self, phrase: &'static str) -> Read<()> {
        if self.accept(phrase) { Ok(()) } else { Err(self.expected_one_of(&format!("`{phrase}`"), &[phrase])) }
    }

    fn take_kind(&mut self, kind: TokenKind) -> Option<&'s Token> {
        let token = self.peek().filter(|token| token.kind == kind);
        self.advance(usize::from(token.is_some()));
        token
    }

    pub fn word(&mut self, what: &str) -> Read<&'s Token> {
        self.take_kind(TokenKind::Word).ok_or_else(|| self.expected(what))
    }

    /// A text in double quotes.
    pub fn text(&mut self, what: &str) -> Read<&'s Token> {
        self.take_kind(TokenKind::Text).ok_or_else(|| self.expected(&format!("{what} in double quotes")))
    }

    pub fn number(&mut self, what: &str, least: u32, most: u32) -> Read<u32> {
        let is_number = |token: &&Token| token.kind == TokenKind::Word && is_number(&token.text);
        let Some(token) = self.peek().filter(is_number) else {
            let word = self.peek().filter(|token| token.text.chars().all(char::is_alphabetic));
            let complaint = self.expected(what);
            return Err(if word.is_some() { complaint.help("numbers are written in digits") } else { complaint });
        };
        self.advance(1);
        match token.text.parse::<u32>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Diagnostic::error(token.span.clone(), format!("`{}` is out of range", token.text))
                .label(format!("from {least} to {most}"))),
        }
    }

    /// `white` or `black`, also as `first` or `second`.
    pub fn player(&mut self) -> Read<Side> {
        match self.accept_any(&["white", "first", "black", "second"]) {
            Some("white" | "first") => Ok(Side::First),
            Some(_) => Ok(Side::Second),
            None => Err(self.expected_one_of("`white` or `black`", &["white", "black"])),
        }
    }

    /// A player after `by`, if that is there.
    pub fn by_player(&mut self) -> Option<Side> {
        let word = self.accept_any(&["by white", "by first", "by black", "by second"])?;
        Some(if matches!(word, "by white" | "by first") { Side::First } else { Side::Second })
    }

    /// `is loss`, `loses` and the like.
    pub fn verdict(&mut self) -> Read<Verdict> {
        const WORDS: &[(&str, Verdict)] = &[
            ("is loss", Verdict::Loss),
            ("is draw", Verdict::Draw),
            ("is win", Verdict::Win),
            ("loses", Verdict::Loss),
            ("draws", Verdict::Draw),
            ("wins", Verdict::Win),
        ];
        match WORDS.iter().find(|(phrase, _)| self.accept(phrase)) {
            Some(&(_, verdict)) => Ok(verdict),
            None => {
                self.accept("is");
                Err(self.expected_one_of("a result: `is win`, `is draw` or `is loss`", &["win", "draw", "loss"]))
            }
        }
    }

    /// Nothing more may come.
    pub fn end(&mut self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(token) => {
                let mut complaint =
                    Diagnostic::error(token.span.clone(), format!("`{}` is not expected here", token.text));
                if let Some(row) = keys::row(&self.statement.word.text) {
                    if row.usage.contains(&format!("[, {}", token.text)) {
                        complaint = complaint.help(format!("a comma goes before `{}`", token.text));
                    }
                    complaint = complaint.help(format!("usage: {}", row.usage));
                }
                complaint.help.splice(0..0, habit(token));
                let before = self.at.checked_sub(1).and_then(|at| self.statement.rest.get(at));
                if before.is_some_and(|before| ["white", "black"].contains(&before.text.as_str())) {
                    complaint
                        .help
                        .insert(0, "a comma goes between what is said for one player and for the other".to_owned());
                }
                let begins_a_line = |token: &Token| token.kind == TokenKind::Word && keys::row(&token.text).is_some();
                let read = &self.statement.rest[..(self.at + 2).min(self.statement.rest.len())];
                if read.windows(2).any(|pair| pair[0].kind == TokenKind::Comma && begins_a_line(&pair[1])) {
                    complaint = complaint.help("a line that ends with a comma goes on in the next line");
                }
                Err(complaint)
            }
        }
    }
}

/// What somebody is told who writes this as other languages do.
fn habit(token: &Token) -> Option<String> {
    match token.text.as_str() {
        _ if token.kind != TokenKind::Word => None,
        "and" | "&" => Some("what is listed is divided by commas: `queen, rook`".to_owned()),
        text if text.starts_with("//") || text.starts_with(';') => Some("comments begin with `#`".to_owned()),
        _ => None,
    }
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
