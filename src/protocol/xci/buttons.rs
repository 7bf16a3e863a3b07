//! Buttons of our own: what they ask the user for, and what they print.

use super::super::console::Output;
use super::super::options::Kind;
use super::super::session::{Command, Session};
use super::super::uci::show;

/// A question that the GUI puts to the user before it tells us that a button was pressed.
pub struct Input {
    pub id: &'static str,
    pub default: i64,
    pub least: i64,
    pub most: i64,
    pub prompt: &'static str,
}

/// A button that prints something.
pub struct Row {
    pub id: &'static str,
    pub inputs: &'static [Input],
    pub about: &'static str,
    press: fn(&[i64], &Session) -> Button,
}

/// What happens when it is pressed.
pub enum Button {
    Printed(Vec<String>),
    /// The command prints, in its time.
    Does(Command),
}

pub const ROWS: &[Row] = &[
    Row {
        id: "count-moves",
        inputs: &[Input { id: "depth", default: 3, least: 1, most: 20, prompt: "How many moves deep?" }],
        about: "count the sequences of moves from here",
        press: |values, _| Button::Does(Command::Perft(values.first().map_or(1, |&depth| depth as u32))),
    },
    Row {
        id: "show-position",
        inputs: &[],
        about: "print the board, and the position in words",
        press: |_, session| printed(session, show::position),
    },
    Row {
        id: "explain-evaluation",
        inputs: &[],
        about: "print what the position is worth, term by term",
        press: |_, session| printed(session, show::evaluation),
    },
];

fn printed(session: &Session, show: fn(&Session, &mut Output)) -> Button {
    let mut output = Output::default();
    show(session, &mut output);
    Button::Printed(output.lines().to_vec())
}

pub fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id.eq_ignore_ascii_case(name))
}

impl Row {
    /// With what the user has entered; what is missing has its default.
    pub fn press(&self, entered: &[(String, String)], session: &Session) -> Result<Button, String> {
        if let Some((id, _)) = entered.iter().find(|(id, _)| self.inputs.iter().all(|input| input.id != id)) {
            return Err(format!("`{}` has no input `{id}`", self.id));
        }
        let values: Result<Vec<i64>, String> = self.inputs.iter().map(|input| input.value(entered)).collect();
        Ok((self.press)(&values?, session))
    }
}

impl Input {
    fn value(&self, entered: &[(String, String)]) -> Result<i64, String> {
        let Some((_, text)) = entered.iter().find(|(id, _)| id == self.id) else { return Ok(self.default) };
        let kind = Kind::Spin { default: self.default, least: self.least, most: self.most };
        let checked = kind.check(text).map_err(|why| format!("{}: {why}", self.id))?;
        Ok(checked.parse().unwrap_or(self.default))
    }
}
