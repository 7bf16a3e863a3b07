//! What a variant is called, its board, its pieces, and how they stand at first.

use super::{Identity, OWN, RULE, Row, Stage};
use crate::definition::{armies, board, castling, naming, pieces, promotion, shuffle, start};

pub const ROWS: &[Row] = &[
    Row {
        word: "title",
        usage: "title \"NAME\"",
        about: "the full name, as people write it",
        without: "the variant's own name, with a capital",
        example: "title \"Los Alamos Chess\"",
        read: naming::title,
        ..OWN
    },
    Row {
        word: "about",
        usage: "about \"TEXT\"",
        about: "one line for lists of variants",
        without: "nothing is listed beside the name",
        example: "about \"chess without bishops on six by six squares\"",
        read: naming::about,
        ..OWN
    },
    Row {
        word: "uci",
        usage: "uci NAME",
        about: "the name in UCI_Variant and other engines; its own name if not said",
        without: "the variant's own name",
        example: "uci losalamos",
        read: naming::uci,
        ..OWN
    },
    Row {
        word: "cecp",
        usage: "cecp NAME",
        about: "the name XBoard and WinBoard know; its own name if not said",
        without: "the variant's own name",
        example: "cecp normal",
        read: naming::cecp,
        ..OWN
    },
    Row {
        word: "also",
        usage: "also NAME, NAME ...",
        about: "further names under which the variant is found",
        without: "none",
        example: "also king-of-the-hill, koth",
        read: naming::also,
        ..OWN
    },
    Row {
        word: "based",
        usage: "based on NAME",
        about: "names the variant it was made from without inheriting anything; `griffon show` writes this",
        without: "not known",
        example: "based on chess",
        read: naming::based,
        ..OWN
    },
    Row {
        word: "board",
        usage: "board WIDTHxHEIGHT[, files joined][, ranks joined][, layers 2][, grid SIZE[ from SQUARE]][, ranks from 0]",
        about: "the size of the board; joined edges make a cylinder or a torus; `layers 2` are two boards side by side between which what moves crosses over; moves have to cross lines of the `grid`; `ranks from 0` is how CECP counts ten ranks",
        without: "an error: there is no board without a size",
        example: "board 9x10, ranks from 0",
        stage: Stage::Board,
        read: board::board,
        ..RULE
    },
    Row {
        word: "holes",
        usage: "holes ZONE",
        about: "squares that are missing from the board; the start position shows them as `*`",
        without: "there are none",
        example: "holes a2-a7, j2-j7",
        stage: Stage::Holes,
        read: board::holes,
        ..RULE
    },
    Row {
        word: "zone",
        usage: "zone NAME = ZONE",
        about: "gives squares a name, as the first player sees them; the second player's are turned round",
        without: "only the zones that the language knows",
        example: "zone palace = d1-f3",
        identity: Identity::Named,
        stage: Stage::Zones,
        read: board::zone,
        ..RULE
    },
    Row {
        word: "piece",
        usage: "piece NAME LETTER[ or LETTER] \"MOVES\"[, in ZONE \"MOVES\"][, outside ZONE \"MOVES\"][, into ZONE \"MOVES\"][, taking only PIECES \"MOVES\"][, PROPERTY ...]",
        about: "a kind of piece: its name, in small letters, digits and hyphens; its letter in positions, a capital (`P`), marked (`+P`, `N'`, \
                `N!`) or several in brackets (`[DK]`); its moves in XBetza (one for both players or `white \"...\" black \"...\"`), which may be \
                missing where it has none; and its properties in any order",
        without: "an error: a variant has pieces",
        example: "piece soldier P \"fW\", outside home \"sW\", chases freely, chased freely in home, glyphs \"兵卒\"",
        identity: Identity::Named,
        stage: Stage::Pieces,
        read: pieces::piece,
        ..RULE
    },
    Row {
        word: "start",
        usage: "start \"FEN\"",
        about: "the position a game begins with; pieces with special first moves, and those that let others enter, count as unmoved there, whatever the rights in \
                it say of them. In other positions the rights field names the files of unmoved pieces beside `KQkq`. If a file is \
                not enough (two such pieces on it), a square is written: `A2` has its first move, `H1=` may castle (`H1=~E1` only with what stands on e1), `B1^` may \
                still be replaced by a piece that enters",
        without: "an error: a game begins somewhere",
        example: "start \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"",
        stage: Stage::Start,
        read: start::start,
        ..RULE
    },
    Row {
        word: "army",
        usage: "army NAME \"RANKS\" | white \"RANKS\" black \"RANKS\"[ of PIECES][, called \"TITLE\"]",
        about: "something that a player may begin with, as in a FEN, in place of the outermost ranks of the start position; one text \
                is as the first player sees it, and the second player's pieces stand opposite the first player's. Each pair of armies \
                is a game called `WHITE-BLACK` (`VARIANT-WHITE-BLACK`, if the variant inherits both), which has no pieces of other armies; \
                the variant's own name is the game of the first army against the second, where nobody chooses others",
        without: "the start position is the same for everybody",
        example: "army rookies \"SWHMKHWS\" of marshal, half-duck, short-rook, woody-rook, called \"Remarkable Rookies\"",
        identity: Identity::Named,
        stage: Stage::Start,
        read: armies::army,
        ..RULE
    },
    Row {
        word: "shuffle",
        usage: "shuffle [PIECE on opposite colours][, PIECE between PIECE][, PIECE fixed][, PIECE in place of PIECE[ or PIECE...]][, PIECE in ZONE][, PIECE and PIECE on opposite colours][, PIECE protected], mirrored | rotated | independent",
        about: "the pieces on the first rank are drawn by lot; the last word says how the second player's follow. Start positions have numbers; \
                one that breaks a condition after `in`, `and` or `protected` is passed over, and its number is another name of one that keeps them",
        without: "the start position is always the same",
        example: "shuffle bishop on opposite colours, king between rook, mirrored",
        stage: Stage::Start,
        read: shuffle::shuffle,
        ..RULE
    },
    Row {
        word: "promotion",
        usage: "promotion PIECES in ZONE[, arriving | entering | leaving | arriving or leaving][, capturing[ PIECES] | not capturing][, while capturing][, not en passant][, in place[ or stepping]][, attacking nothing][, anywhere when last], \
                to PIECES | to partners[ PIECES] | to what started on the file[ or PIECES] | to what the armies hold | to what its army holds[, mandatory | optional | mandatory in ZONE | mandatory when stuck]",
        about: "who promotes where, to what, and whether it must; `entering` is arriving from outside; `while capturing` it does so in the midst of a move; `partners` are the pieces spelled `+`; `in place` is a move by itself, `stepping` a quiet one of what it becomes",
        without: "nothing promotes",
        example: "promotion pawn in rank 8, to queen, rook, bishop, knight",
        identity: Identity::Pieces(&["in"]),
        stage: Stage::Promotion,
        read: promotion::promotion,
        ..RULE
    },
    Row {
        word: "castling",
        usage: "castling PIECE with PIECES[, left to FILE[ with partner to FILE]][, right to FILE[ with partner to FILE]][, on FILE][, opposite][, through check][, anywhere][, by white | black | ARMY]",
        about: "where the first piece lands when it castles with a partner on its left or right, both unmoved; the \
                partner lands beside it. `on`: it castles from this file with partners in the corners, having been dropped there; `opposite`: the opponent may not castle to the same side afterwards; `through check`: \
                out of check and across attacked squares, if not onto one; `anywhere`: they may start on any files (Chess960); `by`: only this player, or only who has this army. \
                Nobody castles to where `stays in`, `stops in` or a `grid` doesn't let it go",
        without: "nobody castles, except by `O` in the moves",
        example: "castling king with rook, left to c, right to g",
        identity: Identity::Subject(castling::WORDS),
        read: castling::castling,
        ..RULE
    },
];
