//! What can be asked: one row for each request, one field for each thing that a request may say.

use super::fault::{Fault, FaultKind};
use crate::diagnostic::did_you_mean;
use crate::notation::Notation;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Whatever the asker knows a request by, as it was written.
pub type Id = Box<RawValue>;

/// A request, as it was sent.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// Comes back with the answer: numbers of any size, `null`, too.
    #[serde(deserialize_with = "as_written")]
    pub id: Option<Id>,
    /// What is asked for: the word of a row.
    pub ask: String,
    pub variant: Option<String>,
    /// The position, if it isn't the variant's own.
    pub fen: Option<String>,
    /// The number of the start position where it is drawn by lot.
    pub number: Option<u64>,
    /// Moves that are played first.
    pub moves: Option<Vec<String>>,
    /// How moves and squares are written, in the request and in the answer; UCI if not said.
    pub notation: Option<String>,
    pub depth: Option<u32>,
    pub divide: Option<bool>,
    pub from: Option<Path>,
    pub hand: Option<String>,
    pub over: Option<String>,
    /// Words that the names or the description of a variant must contain.
    pub words: Option<Vec<String>>,
    /// The text of variants, and the name of its file.
    pub text: Option<String>,
    pub name: Option<String>,
}

fn as_written<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Id>, D::Error> {
    let id = Id::deserialize(value)?;
    // What is told apart by its form alone may still be no text and no number: half a character, 1e999.
    serde_json::from_str::<Value>(id.get()).map_err(serde::de::Error::custom)?;
    Ok(Some(id))
}

/// What any JSON object can be asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Anything {
    #[serde(deserialize_with = "as_written")]
    id: Option<Id>,
}

/// A square, or several that follow each other.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a square or a list of squares")]
pub enum Path {
    One(String),
    Several(Vec<String>),
}

impl Path {
    pub(super) fn squares(&self) -> &[String] {
        match self {
            Path::One(square) => std::slice::from_ref(square),
            Path::Several(squares) => squares,
        }
    }
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Moves,
    Apply,
    Result,
    Check,
    Fen,
    San,
    Validate,
    Highlight,
    Perft,
    Variants,
    Define,
}

/// A request: its word, what it says, and its fields beside `id` and `ask`.
pub struct Row {
    pub word: &'static str,
    pub ask: Ask,
    pub about: &'static str,
    pub fields: &'static [&'static str],
}

const GAME: &[&str] = &["variant", "fen", "number", "moves", "notation"];

/// All requests.
pub const ASKS: &[Row] = &[
    Row { word: "moves", ask: Ask::Moves, about: "the legal moves, and what each does", fields: GAME },
    Row { word: "apply", ask: Ask::Apply, about: "the position after the moves, and what each did", fields: GAME },
    Row { word: "result", ask: Ask::Result, about: "how the game stands, and by which rule", fields: GAME },
    Row {
        word: "check",
        ask: Ask::Check,
        about: "whether the player to move is in check, and from where",
        fields: GAME,
    },
    Row { word: "fen", ask: Ask::Fen, about: "the position after the moves", fields: GAME },
    Row { word: "san", ask: Ask::San, about: "the moves in every notation", fields: GAME },
    Row {
        word: "validate",
        ask: Ask::Validate,
        about: "whether a position can be set up",
        fields: &["variant", "fen", "notation"],
    },
    Row {
        word: "highlight",
        ask: Ask::Highlight,
        about: "squares that light up when a piece is touched",
        fields: &["variant", "fen", "number", "moves", "notation", "from", "hand", "over"],
    },
    Row {
        word: "perft",
        ask: Ask::Perft,
        about: "the number of sequences of legal moves",
        fields: &["variant", "fen", "number", "moves", "notation", "depth", "divide"],
    },
    Row { word: "variants", ask: Ask::Variants, about: "the variants there are", fields: &["words"] },
    Row {
        word: "define",
        ask: Ask::Define,
        about: "reads variants from a text; they can be asked for afterwards",
        fields: &["text", "name"],
    },
];

impl Request {
    /// Reads a line. What can be saved of a wrong one is its `id`.
    pub fn read(line: &[u8]) -> Result<Request, Box<(Option<Id>, Fault)>> {
        // A list of the fields' values would be read, too.
        let read = match line.trim_ascii_start().first() {
            Some(b'[') => Err(serde::de::Error::custom("a list")),
            _ => serde_json::from_slice(line),
        };
        read.map_err(|error| Box::new(explain(line, &error)))
    }

    /// What is asked for, if all fields belong to it.
    pub(super) fn row(&self) -> Result<&'static Row, Fault> {
        let Some(row) = ASKS.iter().find(|row| row.word == self.ask) else {
            let words: Vec<&str> = ASKS.iter().map(|row| row.word).collect();
            let message = match self.ask.as_str() {
                "" => "nothing is asked for: `ask` is missing".to_owned(),
                ask => format!("`{}` cannot be asked for", quoted(ask)),
            };
            let fault = Fault::new(FaultKind::Request, message);
            return Err(match did_you_mean(&self.ask, words.iter().copied()) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help(format!("`ask` is one of {}", words.join(", "))),
            });
        };
        match self.said().into_iter().find(|(field, said)| *said && !row.fields.contains(field)) {
            Some((field, _)) => {
                let message = format!("`{field}` has no meaning when `{}` is asked for", row.word);
                Err(Fault::new(FaultKind::Request, message).help(format!("fields are {}", row.fields.join(", "))))
            }
            None => Ok(row),
        }
    }

    /// Which fields are there.
    fn said(&self) -> [(&'static str, bool); 13] {
        [
            ("variant", self.variant.is_some()),
            ("fen", self.fen.is_some()),
            ("number", self.number.is_some()),
            ("moves", self.moves.is_some()),
            ("notation", self.notation.is_some()),
            ("depth", self.depth.is_some()),
            ("divide", self.divide.is_some()),
            ("from", self.from.is_some()),
            ("hand", self.hand.is_some()),
            ("over", self.over.is_some()),
            ("words", self.words.is_some()),
            ("text", self.text.is_some()),
            ("name", self.name.is_some()),
        ]
    }

    pub(super) fn notation(&self) -> Result<Notation, Fault> {
        let Some(name) = &self.notation else { return Ok(Notation::ALL[0].1) };
        Notation::by_name(name).ok_or_else(|| {
            let names: Vec<&str> = Notation::ALL.iter().map(|(name, _)| *name).collect();
            Fault::new(FaultKind::Request, format!("`{}` is not a notation", quoted(name)))
                .help(format!("`notation` is one of {}", names.join(", ")))
        })
    }
}

/// What is wrong with a line that is no request, and its `id` if it has one.
fn explain(line: &[u8], error: &serde_json::Error) -> (Option<Id>, Fault) {
    let Ok(Value::Object(object)) = serde_json::from_slice::<Value>(line) else {
        let message = match error.is_syntax() || error.is_eof() {
            true => format!("the line is no JSON: {error}"),
            false => "the line is no JSON object".to_owned(),
        };
        let fault = Fault::new(FaultKind::Json, message);
        return (None, fault.help("a request is a line like {\"ask\":\"moves\",\"variant\":\"chess\"}"));
    };
    let Anything { id } = serde_json::from_slice(line).unwrap_or_default();
    let all = || ASKS.iter().flat_map(|row| row.fields).copied().chain(["id", "ask"]);
    if let Some(unknown) = object.keys().find(|key| !all().any(|field| field == *key)) {
        return (id, unknown_field(unknown, all()));
    }
    // What is wrong is the value of a field.
    let field = object.iter().find(|(key, value)| !fits(key, value)).map(|(key, _)| key.as_str());
    let message = field.map_or(error.to_string(), |field| format!("`{field}`: {error}"));
    (id, Fault::new(FaultKind::Request, message))
}

/// A field that must be there.
pub(super) fn needed<'t>(value: &'t Option<String>, field: &str) -> Result<&'t str, Fault> {
    value.as_deref().ok_or_else(|| Fault::new(FaultKind::Request, format!("`{field}` is missing")))
}

fn unknown_field<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Fault {
    let fault = Fault::new(FaultKind::Request, format!("there is no field `{}`", quoted(name)));
    match did_you_mean(name, all) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault,
    }
}

fn quoted(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// The value may stand in this field.
fn fits(field: &str, value: &Value) -> bool {
    let strings = || value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    match field {
        "id" => true,
        _ if value.is_null() => field != "ask",
        "moves" | "words" => strings(),
        "from" => value.is_string() || strings(),
        "number" => value.is_u64(),
        "depth" => value.as_u64().is_some_and(|depth| depth <= u64::from(u32::MAX)),
        "divide" => value.is_boolean(),
        _ => value.is_string(),
    }
}
