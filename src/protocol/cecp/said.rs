//! What is said in CECP, and what the documents of the protocol have beside that and this engine never says: the other half of
//! `docs/commands.md`. A test finds each of the first in a dialogue, and none of the second.

/// A line that begins with this word.
pub struct Said {
    pub word: &'static str,
    pub usage: &'static str,
    pub about: &'static str,
}

const fn s(word: &'static str, usage: &'static str, about: &'static str) -> Said {
    Said { word, usage, about }
}

pub const SAID: &[Said] = &[
    s(
        "feature",
        "feature NAME=VALUE ...",
        "after `protover`; `variants` again when a file of variants was added, `dice` or `deck` when a variant needs them",
    ),
    s("move", "move MOVE", "the engine's move; one command for each leg, all but the last with a comma"),
    s("setup", "setup (LETTERS) WxH+S_PARENT FEN", "after `variant`, where XBoard doesn't know it"),
    s("piece", "piece LETTER MOVES", "the same, for every piece that XBoard may know otherwise"),
    s("pong", "pong N", "to `ping`"),
    s("offer", "offer draw", "offered, accepted, or claimed where a rule allows it"),
    s("1-0", "RESULT {WHY}", "the game has ended; in a match only what XBoard believes"),
    s("resign", "resign", "if the option says so and it is hopeless"),
    s("Hint:", "Hint: MOVE", "to `hint`"),
    s("Illegal", "Illegal move (WHY): MOVE", "to a move that isn't legal"),
    s("Error", "Error (WHY): COMMAND", "to what is not understood or can't be done now"),
    s("telluser", "telluser TEXT", "what saving or restoring settings has done"),
    s("tellusererror", "tellusererror TEXT", "what is wrong with a position or a file"),
    s("stat01:", "stat01: TIME NODES DEPTH LEFT MOVES MOVE", "to `.`"),
    s(
        "highlight",
        "highlight COLOURS",
        "to `lift`, `hover` and `put`: yellow quiet, red captures, magenta promotions, cyan where the move goes on; small green, victims elsewhere",
    ),
    s("choice", "choice LETTERS", "with it, where a promotion may be one of several pieces"),
    s("click", "click SQUARE", "with it, if the option `One-click moves` is on and the piece can only go there"),
    s("dice", "dice FACES", "a die is to be thrown, if the GUI accepts `feature dice`"),
    s("deck", "deck SIZE 1", "a card is to be dealt, if it accepts `feature deck`; `-SIZE` from the opponent's deck"),
    s(
        "stack",
        "stack SIZE CARD ...",
        "these cards belong into the deck again: they are shuffled, or a move was taken back",
    ),
    s("#", "# TEXT", "if `feature debug` is accepted: what an unknown command may have meant"),
];

pub const UNSAID: &[Said] = &[
    s(
        "setup",
        "setup (LETTERS) WxH+S_!PARENT FEN",
        "XBoard 4.9.1 takes the exclamation mark for a letter of the parent's name, and then goes by nobody's rules. Nothing is chosen before a game of ours begins: armies are placed by drops that belong to the game, shuffled positions are drawn before they are told",
    ),
    s(
        "move",
        "move with three legs",
        "XBoard 4.9.1 hands on the last leg wrong, sent in one line or in three; in a match nearly the same move is made, with two",
    ),
    s("askuser", "askuser TAG TEXT", "there is nothing to ask: what can be chosen is an option"),
    s("tellall", "tellall, tellothers, tellopponent TEXT", "the engine doesn't chat"),
    s("tellics", "tellics, tellicsnoalias TEXT", "nor with servers"),
    s("++", "++ and --", "a line of thinking ends with `!` or `?` instead"),
    s("White", "White mates, Draw, computer resigns ...", "old forms of results; the new ones are understood by all"),
    s("1.", "1. ... MOVE", "an old form of `move`"),
];

/// Features that are not asked for.
pub const UNASKED: &[Said] = &[
    s("setscore", "setscore", "XBoard 4.9.1 rejects it; the command is obeyed"),
    s("egt", "egt", "there are no endgame tables; `egtpath` is taken without a word"),
    s("level", "level", "XBoard 4.9.1 takes it for a number of sessions; several are understood in any case"),
    s("xedit", "xedit", "positions come with `setboard`, hands included"),
    s("fen960", "fen960, oocastle", "both ways of writing are understood"),
];
