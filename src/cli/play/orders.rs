//! What can be said at the board beside moves.

use crate::protocol::registry::Row;

pub enum Order {
    Help,
    Board,
    Flip,
    Fen,
    /// From a square, or all if empty.
    Moves(String),
    Hint,
    Undo,
    Go,
    Swap,
    Alone,
    Level(f64),
    New,
    Resign,
    Quit,
}

pub const ROWS: &[Row<Order>] = &[
    Row { word: "hint", usage: "hint", about: "ask the engine for a good move", parse: |_| Some(Order::Hint) },
    Row { word: "undo", usage: "undo", about: "take back your last move", parse: |_| Some(Order::Undo) },
    Row {
        word: "moves",
        usage: "moves [SQUARE]",
        about: "list the legal moves, perhaps only from a square",
        parse: |rest| Some(Order::Moves(rest.to_owned())),
    },
    Row { word: "board", usage: "board", about: "draw the board again", parse: |_| Some(Order::Board) },
    Row { word: "flip", usage: "flip", about: "look from the other side", parse: |_| Some(Order::Flip) },
    Row { word: "fen", usage: "fen", about: "print the position as FEN", parse: |_| Some(Order::Fen) },
    Row { word: "go", usage: "go", about: "let the engine play the side to move", parse: |_| Some(Order::Go) },
    Row { word: "swap", usage: "swap", about: "change sides with the engine", parse: |_| Some(Order::Swap) },
    Row { word: "side", usage: "side", about: "the same", parse: |_| Some(Order::Swap) },
    Row { word: "alone", usage: "alone", about: "play both sides yourself", parse: |_| Some(Order::Alone) },
    Row {
        word: "level",
        usage: "level SECONDS",
        about: "how long the engine thinks about a move",
        parse: |rest| super::seconds(rest).ok().map(Order::Level),
    },
    Row { word: "new", usage: "new", about: "begin another game", parse: |_| Some(Order::New) },
    Row { word: "resign", usage: "resign", about: "give up this game", parse: |_| Some(Order::Resign) },
    Row { word: "help", usage: "help", about: "this list", parse: |_| Some(Order::Help) },
    Row { word: "quit", usage: "quit", about: "leave", parse: |_| Some(Order::Quit) },
];
