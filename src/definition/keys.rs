//! The registry of statements: each word of the language with its usage, meaning, example and reader.
//!
//! Help, suggestions, `docs/language.md` and the tests all read these rows, so they cannot disagree.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{
    armies, board, castling, counting, effects, endings, hands, lots, naming, pieces, promotion, restrictions, start,
    turns,
};

/// One kind of statement.
pub struct Row {
    /// The word a line begins with.
    pub word: &'static str,
    pub usage: &'static str,
    pub about: &'static str,
    /// What holds where it is not said.
    pub without: &'static str,
    /// A line of a shipped file, if any has one.
    pub example: &'static str,
    pub identity: Identity,
    /// Handed down to variants made `from` this one.
    pub inherited: bool,
    pub(super) stage: Stage,
    pub(super) read: fn(&mut Draft, &mut Reader) -> Read<()>,
}

/// Which statements are about the same thing, so that one replaces the other in a derived variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// There is one of these.
    Single,
    /// One for each name after the word.
    Named,
    /// One or more for each name after the word.
    Several,
    /// One for each case: everything up to one of these words.
    Case(&'static [&'static str]),
    /// One or more for each subject: everything up to one of these words.
    Subject(&'static [&'static str]),
}

/// Statements are read stage by stage, whatever order they stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Names,
    Board,
    Holes,
    Zones,
    Pieces,
    /// Before the drops that speak of it.
    Hand,
    Rules,
    Start,
    /// What speaks of the start.
    Promotion,
}

impl Stage {
    pub const ALL: [Stage; 9] = [
        Stage::Names,
        Stage::Board,
        Stage::Holes,
        Stage::Zones,
        Stage::Pieces,
        Stage::Hand,
        Stage::Rules,
        Stage::Start,
        Stage::Promotion,
    ];
}

/// The row of a word.
pub fn row(word: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.word == word)
}

/// Words that people try, and the statement they want.
const TRIED: &[(&str, &str)] = &[
    ("castle", "castling"),
    ("castles", "castling"),
    ("size", "board"),
    ("files", "board"),
    ("ranks", "board"),
    ("fen", "start"),
    ("position", "start"),
    ("setup", "start"),
    ("name", "title"),
    ("description", "about"),
    ("alias", "also"),
    ("king", "piece"),
    ("pawn", "piece"),
    ("royal", "piece"),
    ("promote", "promotion"),
    ("promotes", "promotion"),
    ("hands", "hand"),
    ("pocket", "hand"),
    ("pockets", "hand"),
    ("drops", "drop"),
    ("mate", "checkmate"),
    ("goal", "reach"),
    ("flag", "reach"),
    ("win", "reach"),
    ("threefold", "repetition"),
    ("fifty", "counter"),
    ("explode", "capture"),
    ("explodes", "capture"),
    ("atomic", "capture"),
    ("burn", "move"),
    ("burns", "move"),
    ("moves", "move"),
    ("convert", "move"),
    ("custodian", "move"),
    ("enclosed", "move"),
    ("enclose", "move"),
    ("forbidden", "illegal"),
    ("immobilize", "illegal"),
    ("immobilizes", "illegal"),
    ("freeze", "illegal"),
    ("freezes", "illegal"),
    ("region", "zone"),
    ("area", "zone"),
    ("hole", "holes"),
    ("walls", "wall"),
    ("armies", "army"),
    ("side", "army"),
];

/// The statement that somebody wants who begins a line with this word.
pub fn meant(word: &str) -> Option<&'static str> {
    TRIED.iter().find(|(tried, _)| *tried == word).map(|(_, meant)| *meant)
}

/// The words that can begin a statement.
pub fn words() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.word).chain(["remove", "variant"])
}

const OWN: Row = Row {
    word: "",
    usage: "",
    about: "",
    without: "",
    example: "",
    identity: Identity::Single,
    inherited: false,
    stage: Stage::Names,
    read: naming::title,
};

const RULE: Row = Row { inherited: true, stage: Stage::Rules, ..OWN };

/// Every statement, in the order in which [`super::print`] writes them.
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
        about: "the size of the board; joined edges make a cylinder or a torus; `layers 2` are two boards side by side between which what moves crosses over; moves have to cross lines of the `grid`; `ranks from 0` is how CECP counts them",
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
        usage: "piece NAME LETTER[ or LETTER] \"MOVES\"[, in ZONE \"MOVES\"][, outside ZONE \"MOVES\"][, taking only PIECES \"MOVES\"][, PROPERTY ...]",
        about: "a kind of piece: its name, its letter in positions, its moves in XBetza (one for both players or \
                `white \"...\" black \"...\"`), and its properties in any order",
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
        about: "the position a game begins with; pieces with special first moves count as unmoved there, whatever the rights in it say of them",
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
        usage: "shuffle [PIECE on opposite colours][, PIECE between PIECE][, PIECE fixed], mirrored | rotated | independent",
        about: "the pieces behind the pawns are drawn by lot; the last word says how the second player's follow",
        without: "the start position is always the same",
        example: "shuffle bishop on opposite colours, king between rook, mirrored",
        stage: Stage::Start,
        read: start::shuffle,
        ..RULE
    },
    Row {
        word: "promotion",
        usage: "promotion PIECES in ZONE[, arriving | entering | leaving | arriving or leaving][, capturing[ PIECES] | not capturing][, while capturing][, not en passant][, in place[ or stepping]][, attacking nothing][, anywhere when last], \
                to PIECES | to partners[ PIECES] | to what started on the file[ or PIECES] | to what the armies hold | to what its army holds[, mandatory | optional | mandatory in ZONE | mandatory when stuck]",
        about: "who promotes where, to what, and whether it must; `entering` is arriving from outside; `while capturing` it does so in the midst of a move; `partners` are the pieces spelled `+`; `in place` is a move by itself, `stepping` a quiet one of what it becomes",
        without: "nothing promotes",
        example: "promotion pawn in rank 8, to queen, rook, bishop, knight",
        identity: Identity::Subject(&["in"]),
        stage: Stage::Promotion,
        read: promotion::promotion,
        ..RULE
    },
    Row {
        word: "castling",
        usage: "castling PIECE with PIECES[, left to FILE[ with partner to FILE]][, right to FILE[ with partner to FILE]][, on FILE][, opposite][, through check][, anywhere][, by white | black | ARMY]",
        about: "where the first piece lands when it castles with a partner on its left or right, both unmoved; the \
                partner lands beside it. `on`: it castles from this file with partners in the corners, having been dropped there; `opposite`: the opponent may not castle to the same side afterwards; `through check`: \
                out of check and across attacked squares, if not onto one; `anywhere`: they may start on any files (Chess960); `by`: only this player, or only who has this army",
        without: "nobody castles, except by `O` in the moves",
        example: "castling king with rook, left to c, right to g",
        identity: Identity::Subject(castling::WORDS),
        read: castling::castling,
        ..RULE
    },
    Row {
        word: "hand",
        usage: "hand from captures | start | outside[, as captured | returned][, endless][, of PIECES][, kept][,[ PIECES] dropped first]",
        about: "pieces off the board that may be dropped instead of moving; captured pieces change sides and lose their \
                promotion unless said otherwise; in a FEN `Q~` is a queen that goes back as what it was, and where two kinds become \
                queens, the other's is `Q~'`; `kept` pieces are not dropped; with `dropped first` nothing moves before the hand is empty (of these)",
        without: "what is captured is gone, and nothing is dropped",
        example: "hand from captures",
        stage: Stage::Hand,
        read: hands::hand,
        ..RULE
    },
    Row {
        word: "drop",
        usage: "drop PIECES in ZONE[ first] | outside ZONE | not where stuck | on opposite colours | at most N a file | \
                beside friends | not beside enemies[ along files, ranks, diagonals] | \
                falling[ from every side] | converting | mate is loss | mate is illegal | check is illegal | beyond the limit | \
                also promoted[ as PIECES]",
        about: "limits where and how some pieces are dropped; several limits are separated by commas. `beyond the limit`: even if \
                there are as many on the board as the piece's `at most` allows, which is then about promotion only. `converting`: \
                only where that makes enemies change sides, by `move converts`. `in ZONE first`: until all squares there are taken, \
                only there, whatever else is said",
        without: "on every empty square",
        example: "drop pawn at most 1 a file, not where stuck, mate is loss",
        identity: Identity::Subject(&[
            "in",
            "outside",
            "not",
            "at",
            "mate",
            "check",
            "also",
            "beyond",
            "converting",
            "beside",
            "falling",
        ]),
        read: hands::drop,
        ..RULE
    },
    Row {
        word: "gate",
        usage: "gate PIECES behind ZONE",
        about: "pieces in hand that may enter, with a move of a piece that has stood in the zone since the start, on the \
                square that it leaves. In a FEN, the castling field says which pieces have stood there, by the letters of their \
                files, capitals for the first player: `KQBCDFGkqbcdfg`, where `K` and `Q` are the king and the rooks that castle. \
                `wall behind` would need the same square",
        without: "pieces in hand are dropped",
        example: "gate hawk, elephant behind rank 1",
        read: hands::gate,
        ..RULE
    },
    Row {
        word: "capture",
        usage: "capture explodes[ within N][, sparing PIECES][, immune PIECES][, leaving walls] | removes PIECES | \
                converts PIECES | petrifies PIECES | morphs PIECES | spreads PIECES[, sparing PIECES] | \
                revives PIECES[, by file PIECES]",
        about: "what else a capture does, in the order of these lines. An explosion takes the capturing piece and all \
                pieces around it off the board; `spared` ones stay unless they capture, `immune` ones stay even \
                then. The next words are about the piece that captures: it leaves the board, changes sides, turns into \
                a wall, or becomes what it captured. The last two are about what is captured: whatever captures one of \
                these becomes one, and these come back where they began, if that square is empty after the move; a \
                piece that comes back counts as moved",
        without: "nothing else",
        example: "capture explodes, sparing pawn",
        identity: Identity::Named,
        read: effects::capture,
        ..RULE
    },
    Row {
        word: "move",
        usage: "move burns beside PIECES[, within N][, sparing PIECES] | \
                takes | converts WHOM[, by PIECES][, going straight][, safe in ZONE][, sparing PIECES] | turns PIECES | brings up from ZONE; \
                WHOM: attacked | beside[ unless dropped alone] | crossed with PIECES | \
                surrounded[, against ZONE] | enclosed[, against ZONE][, round corners] | around | left behind | ahead\
                [, straight][, at most N]",
        about: "what else every move does, in the order of these lines. `burns`: a piece that ends its move beside an enemy of \
                these kinds leaves the board; beside none, one of these kinds takes all enemies around it off the board. \
                `takes`: enemies are captured, besides what the piece that moved has captured itself; `converts`: they change \
                sides. Which ones: all that it could capture next; all next to it; those that its side surrounds on all squares next to them along files and ranks; those in a row \
                that it encloses with another of its side, straight or diagonal; two between which it has come; rows that it goes away from, or comes up to; or those on \
                its file and the rank of another of its side, and the other way round. It does so when it is dropped, too. `turns`: a piece \
                of these kinds that has captured nothing changes sides itself. `spared` ones stay as \
                they are; royal pieces that may not be left in check have to be spared. `brings up`: what stands in the zone right \
                behind a square that its player leaves comes onto it; when the piece before it is captured it leaves the board",
        without: "nothing else",
        example: "move burns beside demon, buffalo-demon",
        identity: Identity::Several,
        read: effects::movement,
        ..RULE
    },
    Row {
        word: "wall",
        usage: "wall wanders | behind | like an arrow | at the edge | anywhere[, in ZONE][, instead of moving] | never",
        about: "every move ends with a wall on an empty square, which nothing enters or passes: one wall that is put elsewhere \
                each time, one more on the square that was left, one more where the piece could go on to, on the edge or beside \
                a wall, or anywhere. `instead of moving`: a move or a wall, not both; in check it must be a move",
        without: "there are none",
        example: "wall wanders",
        read: effects::wall,
        ..RULE
    },
    Row {
        word: "illegal",
        usage: "illegal royal left in check | all royals left in check | royal fleeing from check | royal passing through check | \
                royals facing on files, ranks, diagonals | giving check[, except mate] | \
                ignoring captures | stopping captures | capturing fewer than possible | capturing | repeating a position | \
                moving[ PIECES] beside PIECES | capturing beside PIECES | capturing what is beside PIECES | trading PIECES[, not counting PIECES]",
        about: "moves that could be made but must not be. `moving beside`: a piece next to an enemy that holds it neither moves nor \
                captures, and attacks nothing. `capturing beside`: it moves, but captures and attacks nothing. `capturing what is beside`: \
                a piece next to a friend that guards it is safe, and so never in check; what is taken in other ways than by a move \
                (`move takes`, explosions) is not captured so. `trading` are the lion-trading rules of chu shogi: such a piece may not \
                capture another one at a distance that is protected, unless it takes something else with it (not counting some), and \
                after one was captured by any other piece, the answer may not do the same on another square",
        without: "`illegal royal left in check`, if there is a royal piece",
        example: "illegal royals facing on files",
        identity: Identity::Subject(&["on"]),
        read: restrictions::illegal,
        ..RULE
    },
    Row {
        word: "borrow",
        usage: "borrow moves from behind | from ahead",
        about: "a piece with a friend right behind it (or ahead), as its player sees it, moves and captures as that does, not as \
                itself. It promotes as itself, and castles as itself; nothing counts as stuck",
        without: "every piece moves as itself",
        example: "borrow moves from behind",
        read: restrictions::borrow,
        ..RULE
    },
    Row {
        word: "pass",
        usage: "pass always | when stalemated[ by white | black]",
        about: "a player who isn't in check may leave the board as it is, walls included: at any time, or without another move; what the players may \
                differently stands with a comma between",
        without: "every turn is a move",
        example: "pass when stalemated",
        read: restrictions::pass,
        ..RULE
    },
    Row {
        word: "turn",
        usage: "turn N moves[ by white | black][, first N][, one more each time][, until check | check with the last only]",
        about: "how many moves a player makes before it is the other's turn; each must be legal by itself. What the players may differently \
                stands with a comma between. In the middle of a turn a FEN says how many moves are left of it, as `left:1`. En passant \
                answers any move of the last turn, with the first move or after others that did so; a FEN names the squares of all of \
                them. No legal move in the middle of a turn is a stalemate",
        without: "every turn is one move",
        example: "turn 2 moves, first 1, until check",
        read: turns::turn,
        ..RULE
    },
    Row {
        word: "dice",
        usage: "dice PIECES",
        about: "a die with a face for each of these is thrown before each move; only pieces of the kind that it shows may move, and if none of \
                them can, the player passes. What was thrown is no part of the position: the search knows it for the first move, and takes it \
                that later ones are free",
        without: "nothing is left to chance",
        example: "dice pawn, knight, bishop, rook, queen, king",
        read: lots::dice,
        ..RULE
    },
    Row {
        word: "deck",
        usage: "deck N PIECE or PIECE ..., N PIECE ...",
        about: "each player has a deck with so many cards for each of these, and draws one before each move; only pieces that it names may \
                move, and if none of them can, the player passes. The card is laid aside until the whole deck is: then all are shuffled again. \
                What is left follows the FEN, as `cards:7,2,1/8,2,1/1`: the cards of White, those of Black, and which one was drawn for this turn. \
                It and an inherited `dice` replace each other",
        without: "nothing is left to chance",
        example: "deck 8 pawn, 2 knight, 2 bishop, 2 rook, 1 queen, 1 king",
        read: lots::deck,
        ..RULE
    },
    Row {
        word: "checkmate",
        usage: "checkmate[ by PIECES | without check by PIECES] is RESULT",
        about: "what it means for the player to move to be in check without a legal move; `by`: if all checks come from these \
                pieces; `without check by`: if these gave none of the checks that followed one another up to the mate",
        without: "`checkmate is loss`, if there is a royal piece",
        example: "checkmate is loss",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::checkmate,
        ..RULE
    },
    Row {
        word: "stalemate",
        usage: "stalemate[ with fewer | as many | more pieces | but for promotions] is RESULT",
        about: "what it means for the player to move to have no legal move without being in check; with so many pieces \
                on the board, compared with the opponent, if such a line fits",
        without: "`stalemate is draw`",
        example: "stalemate is draw",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::stalemate,
        ..RULE
    },
    Row {
        word: "bare",
        usage: "bare royal is RESULT[, unless it bares back]",
        about: "for the player who has nothing but royals left, against more",
        without: "the game goes on",
        example: "bare royal is loss, unless it bares back",
        read: endings::bare,
        ..RULE
    },
    Row {
        word: "repetition",
        usage: "repetition N[ made] is RESULT[, perpetual check is RESULT][, perpetual chase is RESULT][, first player RESULT]",
        about: "the same position for the N-th time, for the player to move (with `made`, the one that was set up does not count); then who forced it, who is judged first",
        without: "the game goes on",
        example: "repetition 4 is draw, perpetual check is loss",
        read: endings::repetition,
        ..RULE
    },
    Row {
        word: "counter",
        usage: "counter at N moves | plies is RESULT",
        about: "so long without a capture or a move of a piece that `resets counter`; a move is one by each player",
        without: "the game goes on",
        example: "counter at 50 moves is draw",
        read: endings::counter,
        ..RULE
    },
    Row {
        word: "count",
        usage: "count from 0 | pieces left to N moves for bare royal | N to N pieces | anyone[ against N PIECE]\
                [, without PIECES] is RESULT",
        about: "how long a player with so little left has to be mated: the first of these lines that fits the pieces on \
                the board, for the player to move, begins, and goes on while any of them fits; a king that loses its \
                last companion begins anew. While a count runs, `counter` rests",
        without: "nobody counts",
        example: "count from pieces left to 16 moves for bare royal against 1 rook, without pawn is draw",
        identity: Identity::Subject(&["is", "loses", "wins", "draws"]),
        read: counting::count,
        ..RULE
    },
    Row {
        word: "extinct",
        usage: "extinct royals | anything | PIECES | any of PIECES[ of white | black][, down to N][, against N] is RESULT",
        about: "for the player, or only for that one, whose pieces of these kinds are gone (all of them together, or any one \
                kind): on the board and in hand, where there are hands",
        without: "the game goes on",
        example: "extinct any of pawn, knight, bishop, rook, queen, king is loss",
        identity: Identity::Subject(&["down", "is", "loses", "wins", "draws"]),
        read: endings::extinct,
        ..RULE
    },
    Row {
        word: "reach",
        usage: "reach ZONE with[ N] royals | anything | PIECES[, or full][, unattacked | held | second player answers] is RESULT",
        about: "for the player who has one of these pieces (or N) in the zone: at once; once no enemy attacks it; when that player is to move again; or, for the first player, if the second cannot get there with the next move",
        without: "the game goes on",
        example: "reach hill with royals is win",
        identity: Identity::Subject(&["is", "loses", "wins", "draws"]),
        read: endings::reach,
        ..RULE
    },
    Row {
        word: "row",
        usage: "row of N | white N black N[ along files, ranks, diagonals][, gaps allowed] with anything | royals | PIECES is RESULT",
        about: "for the player who has so many of these pieces side by side along a rank, file or diagonal; each its own number, or `never`, where they differ",
        without: "the game goes on",
        example: "row of 5 with anything is win",
        read: endings::row,
        ..RULE
    },
    Row {
        word: "block",
        usage: "block of N | white N black N with anything | royals | PIECES is RESULT",
        about: "for the player who has a square of N by N of these pieces; each its own number, or `never`, where they differ",
        without: "the game goes on",
        example: "block of 2 with anything is win",
        read: endings::block,
        ..RULE
    },
    Row {
        word: "chain",
        usage: "chain from ZONE to ZONE[ along files, ranks, diagonals] with anything | royals | PIECES is RESULT",
        about: "for the player whose pieces, each next to another one, lead from the first zone to the second",
        without: "the game goes on",
        example: "chain from white file a black rank 1 to white file i black rank 9 along files, ranks with anything is win",
        read: endings::chain,
        ..RULE
    },
    Row {
        word: "full",
        usage: "full board is RESULT",
        about: "for the player to move when no square is empty",
        without: "the game goes on",
        example: "full board is draw",
        read: endings::full,
        ..RULE
    },
    Row {
        word: "checks",
        usage: "checks N | white N black N is RESULT",
        about: "for the player who has given so many checks, as many for both or each its own number (`never`: this player's don't count). Positions list those that are still to be given, `3+5`",
        without: "the game goes on",
        example: "checks 3 is win",
        read: endings::checks,
        ..RULE
    },
    Row {
        word: "castled",
        usage: "castled[ left | right][ by white | black] is RESULT",
        about: "for the player who has just castled, with a partner on its left or right as the first player sees it",
        without: "the game goes on",
        example: "castled left by black is win",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::castled,
        ..RULE
    },
    Row {
        word: "castling-lost",
        usage: "castling-lost[ left | right][ by white | black] is RESULT",
        about: "for the player who has no right to castle (to that side) any more",
        without: "the game goes on",
        example: "castling-lost left by black is loss",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::castling_lost,
        ..RULE
    },
    Row {
        word: "draw",
        usage: "draw wins for white | black",
        about: "draws of all kinds are wins for one player",
        without: "a draw is a draw",
        example: "draw wins for black",
        read: endings::draw,
        ..RULE
    },
    Row {
        word: "bikjang",
        usage: "bikjang is RESULT",
        about: "when kings that face each other along an open file do so again after the answer; until then only passing or \
                ending it is legal",
        without: "kings may face each other",
        example: "bikjang is draw",
        read: endings::bikjang,
        ..RULE
    },
    Row {
        word: "passes",
        usage: "passes by both is RESULT",
        about: "when both players have passed, one after the other",
        without: "the game goes on",
        example: "passes by both is draw",
        read: endings::passes,
        ..RULE
    },
    Row {
        word: "points",
        usage: "points PIECE N, PIECE N ...[, second player N]",
        about: "draws of all kinds are decided by what is left on the board; halves are written 1.5",
        without: "a draw is a draw",
        example: "points chariot 13, cannon 7, horse 5, elephant 3, guard 3, soldier 2, second player 1.5",
        read: endings::points,
        ..RULE
    },
    Row {
        word: "insufficient",
        usage: "insufficient material is RESULT",
        about: "when no position with what is left is mate (or check, where checks win); judged with up to three pieces on the board and none in hand. Only where royals are all that is played for and captures fill no hand: elsewhere an inherited line of this kind is dropped",
        without: "the game goes on",
        example: "insufficient material is draw",
        read: endings::insufficient,
        ..RULE
    },
    Row {
        word: "impasse",
        usage: "impasse in ZONE with N men, N points[, second player N][, PIECE N ...] is RESULT",
        about: "for the player to move, not in check, whose royal is in the zone with so many other pieces, if these and \
                the hand count for so many points (each 1, if not said otherwise): the declaration of shogi",
        without: "nobody declares",
        example: "impasse in camp with 10 men, 28 points, second player 27, rook 5, bishop 5, dragon 5, horse 5 is win",
        read: endings::impasse,
        ..RULE
    },
    Row {
        word: "players",
        usage: "players \"FIRST\", \"SECOND\"",
        about: "what the two sides are called",
        without: "White and Black",
        example: "players \"Red\", \"Black\"",
        read: naming::players,
        ..RULE
    },
    Row {
        word: "xboard-parent",
        usage: "xboard-parent NAME",
        about: "the XBoard variant whose own rules come nearest",
        without: "the nearest one is found by the program",
        example: "xboard-parent shogi",
        read: naming::xboard_parent,
        ..RULE
    },
    Row {
        word: "xboard-letters",
        usage: "xboard-letters \"TABLE\"",
        about: "XBoard's PieceToChar table, where the automatic one isn't right",
        without: "the table is made by the program",
        example: "xboard-letters \"S.F......C.+.+........LRPKs.f......c.+.+........lrpk\"",
        read: naming::xboard_letters,
        ..RULE
    },
    Row {
        word: "null-move",
        usage: "null-move sound | unsound",
        about: "advice for the search: whether passing is nearly always worse than moving",
        without: "sound, unless captures are forced or losing wins",
        example: "null-move unsound",
        read: naming::null_move,
        ..RULE
    },
];
