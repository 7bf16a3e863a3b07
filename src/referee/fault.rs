//! Why a request has no answer.

use crate::diagnostic::Diagnostic;
use serde::Serialize;

/// What was wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
    /// Which of the moves, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// From where to where in the FEN, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[usize; 2]>,
    /// What would be right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
}

/// What part of a request is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The line is no JSON object.
    Json,
    /// A field or its value.
    Request,
    Variant,
    Fen,
    Move,
    /// What was asked for is too much.
    Limit,
    /// A mistake of ours.
    Internal,
}

impl Fault {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), index: None, at: None, help: Vec::new() }
    }

    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help.push(help.into());
        self
    }

    /// What is wrong with a FEN.
    pub fn of_fen(fen: &str, found: &Diagnostic) -> Fault {
        let characters = |byte: usize| fen.char_indices().take_while(|(at, _)| *at < byte).count();
        Fault {
            kind: FaultKind::Fen,
            message: found.message.clone(),
            index: None,
            at: Some([found.span.start, found.span.end].map(characters)),
            help: found.help.clone(),
        }
    }
}
