//! The registry of phrases: what may stand in a statement, and what it means.
//!
//! Capitals stand for what is filled in. `docs/language.md` is made from these rows and those of [`super::keys`]; a
//! test finds an example of each in the shipped files.

/// A part of a statement.
pub struct Phrase {
    pub words: &'static str,
    pub about: &'static str,
}

/// The phrases of a statement; none if its usage says all.
pub fn of(word: &str) -> &'static [Phrase] {
    PHRASES.iter().find(|(of, _)| *of == word).map_or(&[], |(_, phrases)| phrases)
}

const fn p(words: &'static str, about: &'static str) -> Phrase {
    Phrase { words, about }
}

pub const PHRASES: &[(&str, &[Phrase])] = &[
    (
        "board",
        &[
            p("files joined", "the left and right edges are one: a cylinder"),
            p("ranks joined", "so are the first and the last rank; with both, a torus"),
            p(
                "layers 2",
                "the left and the right half are boards of their own; what has moved on one crosses to the same square of the other, which must be empty, as it must where a piece is dropped or reborn; a royal must not be attacked before it crosses, either",
            ),
            p(
                "grid SIZE",
                "lines divide the board into cells of so many files and ranks; every move has to leave its cell",
            ),
            p("grid SIZE from SQUARE", "the cells begin at this square instead of a1"),
            p(
                "ranks from 0",
                "how CECP counts ten ranks, whether it is said or not; everywhere else but in UCCI and UCI-Cyclone they begin with 1",
            ),
        ],
    ),
    (
        "piece",
        &[
            p(
                "or LETTER",
                "its letter in games in which another piece has the first one; such meet where there are armies",
            ),
            p("in ZONE \"MOVES\"", "it also moves so, from these squares"),
            p("outside ZONE \"MOVES\"", "it also moves so, from all other squares; `beyond` says the same"),
            p(
                "into ZONE \"MOVES\"",
                "it also moves so, where the move ends on these squares; after `in` or `outside ZONE`, too",
            ),
            p("along ZONE \"MOVES\"", "it also moves so, from square to square of this zone: lines drawn on the board"),
            p(
                "once something is captured \"MOVES\"",
                "it also moves so, while the opponent has fewer pieces on the board than at the start",
            ),
            p(
                "taking only PIECES \"MOVES\"",
                "it also moves so, but captures none but these in this way; the words may stand before any moves",
            ),
            p(
                "white \"MOVES\" black \"MOVES\"",
                "the players' moves differ, each as that player sees them; wherever moves are said",
            ),
            p("royal", "what check, checkmate and `royals` are about"),
            p(
                "royal when last",
                "only while its player has one of it, and of all other kinds that are royal so; a move leaves safe what was royal before, unless it makes another of a kind that is counted by itself",
            ),
            p("royal when last of its kind", "only while its player has one of it, whatever other kinds are royal"),
            p(
                "royal when at most N",
                "only while its player has so many of it, and of all other kinds that are royal so, or fewer",
            ),
            p("royal when at most N of its kind", "only while its player has so many of it or fewer"),
            p(
                "royal when nearest to SQUARE",
                "of several, the one on the nearest file, and of several there that on the nearest rank",
            ),
            p("iron", "cannot be captured, by `move takes` neither; what explodes or burns is lost all the same"),
            p(
                "resets counter",
                "its moves begin `counter` anew, as pawns' do, but for those that it could take back with its next move",
            ),
            p("stays in ZONE", "never moves or captures out of it"),
            p("stops in ZONE", "its moves may end there only; it may pass other squares, and be dropped on them"),
            p(
                "goes on capturing",
                "a capture may go on with another one from where it has come to, in the same move and as often as it can; nothing is taken twice. \
                 Each begins as if it were the first: what captures forward never captures back. Only where royals may be left in check",
            ),
            p("cannot capture PIECES", "these are safe from it"),
            p("cannot capture what is protected", "nor a piece on a square where the enemy could capture it in turn"),
            p("cannot hop over PIECES", "these are no hurdles for it"),
            p("cannot hop over or onto PIECES", "nor does it capture them by hopping over others"),
            p(
                "chases freely",
                "it may attack other pieces for ever, where `repetition` says what a `perpetual chase` is",
            ),
            p(
                "chased even protected by PIECES",
                "their attack on it is a chase though it is protected; others chase only what is not",
            ),
            p("chased freely in ZONE", "it may be attacked there for ever, where that is judged"),
            p("initial moves not in check", "its `i` moves are for a player who is not in check"),
            p(
                "initial moves until in line with PIECES",
                "its `i` moves are lost once an enemy of these kinds has come to its rank or file",
            ),
            p(
                "at most N",
                "promotions, drops and gates bring no more of it onto the board: where one would have to promote to nothing else, it can't move there",
            ),
            p("at most as at the start", "the same, as many as the start position has"),
            p(
                "demotes to PIECE",
                "what it is again when `hand from captures` brings it into a hand, whatever it was before it promoted; `+X` demotes to `X`, and then only if it isn't `as captured`",
            ),
            p("demotes to itself", "it stays promoted in the hand"),
            p("glyphs \"XY\"", "a character for each player, in the terminal"),
            p("also X", "another letter that is accepted in a FEN, unless a piece has it as its own"),
            p("value N", "what it is worth, 300 being a knight; derived from its moves if not said"),
            p(
                "image \"NAME\"",
                "a hint for programs that show the game: what its picture is called; our own pictures go by glyphs",
            ),
        ],
    ),
    (
        "shuffle",
        &[
            p("PIECE on opposite colours", "one stands on a light square, one on a dark one"),
            p("PIECE between PIECE", "it stands between two of these"),
            p("PIECE fixed", "it keeps its place"),
            p("PIECE in place of PIECE or PIECE", "one takes the place of one of these, whoever has been drawn there"),
            p("PIECE in ZONE", "it stands there"),
            p("PIECE and PIECE on opposite colours", "none of the one kind stands on the colour of one of the other"),
            p("PIECE protected", "all of this kind are, on whatever rank they begin"),
            p("mirrored", "the second player's pieces stand opposite the first player's"),
            p("rotated", "they stand as the board is turned round"),
            p("independent", "they are drawn apart"),
        ],
    ),
    (
        "army",
        &[
            p(
                "of PIECES",
                "its own pieces, in the order in which they are offered to what promotes; all in its ranks but royal ones, if nothing is said",
            ),
            p("called \"TITLE\"", "its full name; its own name, with a capital, if nothing is said"),
            p("white \"RANKS\" black \"RANKS\"", "each player's own, where they don't stand opposite each other"),
        ],
    ),
    (
        "promotion",
        &[
            p("arriving", "with moves that end in the zone; so it is if nothing is said"),
            p("entering", "with moves that come into it from outside"),
            p("leaving", "with moves that begin there"),
            p("arriving or leaving", "with either"),
            p("capturing", "with captures only"),
            p("capturing PIECES", "with captures of these only"),
            p("not capturing", "with other moves only"),
            p(
                "while capturing",
                "a capture that brings it there may go on in the same move, as captures of what it becomes",
            ),
            p("not en passant", "not with that capture"),
            p("in place", "as a move by itself, without going anywhere"),
            p("in place or stepping", "so, or with a quiet move of the piece that it becomes"),
            p("attacking nothing", "what it becomes must not attack anything from there"),
            p("anywhere when last", "anywhere on the board, if it is the player's last of its kind"),
            p("to PIECES", "the choice"),
            p("to partners", "each to the piece whose letter is its own with a `+`"),
            p("to partners PIECES", "each to its own, in the same order"),
            p(
                "to what started on the file",
                "to what its player had on the file of the square at the start, but for royal pieces and its like; where that is nothing, it doesn't promote",
            ),
            p("to what started on the file or PIECES", "the same, and to one of these where that is nothing"),
            p("to what the armies hold", "to the pieces of both armies in the game, the first player's first"),
            p("to what its army holds", "to those of its player's army"),
            p("mandatory", "it must; so it is if nothing is said"),
            p("optional", "it may"),
            p("mandatory in ZONE", "it may, and in this part of the zone must"),
            p("mandatory when stuck", "it may, and must where it could never move again"),
        ],
    ),
    (
        "castling",
        &[
            p(
                "left to FILE",
                "where the first piece lands when the partner stands on its left; may be said several times",
            ),
            p("right to FILE", "the same on its right"),
            p("with partner to FILE", "where the partner lands, if not right beside the piece on its other side"),
            p("on FILE", "it castles from this file with partners in the corners, having been dropped there"),
            p("opposite", "the opponent may not castle to the same side afterwards"),
            p("through check", "a royal piece may be in check and cross attacked squares"),
            p("anywhere", "both may start on any file of their rank (Chess960)"),
            p("by white", "only this player castles so"),
            p("by black", "likewise"),
        ],
    ),
    (
        "hand",
        &[
            p("from captures", "what is captured changes sides and goes to the hand of the player who took it"),
            p("from start", "what the start position has in brackets"),
            p("from outside", "what comes from another board"),
            p("as captured", "promoted pieces stay promoted"),
            p("returned", "what is captured goes back to the player who lost it"),
            p(
                "endless",
                "of the start: there is always enough, and a FEN without a hand has that of the start position",
            ),
            p("of PIECES", "only these; otherwise all but royal and promoted ones"),
            p("kept", "they are not dropped: `gate` brings them in, or endings count them"),
            p("dropped first", "nothing moves before the hand is empty"),
            p(
                "PIECES dropped first",
                "nothing moves before these are on the board; where they can't be dropped pieces move, but nothing else is dropped; right after `of PIECES` they begin with the first name that is said again",
            ),
        ],
    ),
    (
        "drop",
        &[
            p("in ZONE", "on these squares only"),
            p("in ZONE first", "on these squares until all are taken; until then nothing else is asked"),
            p("outside ZONE", "on all but these"),
            p("not where stuck", "not where it could never move"),
            p("on opposite colours", "half of them, rounded up, stand on squares of each colour: of two one on each"),
            p("beside friends", "only next to another piece of its player"),
            p("not beside enemies", "on no square next to an enemy"),
            p(
                "not beside enemies along files",
                "on no square next to an enemy on the same file; several lines are separated by commas",
            ),
            p(
                "not beside friends",
                "on no square next to another piece of its player; along some lines only, if these are said",
            ),
            p("not beside enemies along ranks", "the same for ranks"),
            p("not beside enemies along diagonals", "the same for diagonals"),
            p("falling", "only where it comes to rest that falls down a file from the second player's edge"),
            p(
                "falling from every side",
                "only where it comes to rest that is pushed in from any edge of the board, along files or ranks",
            ),
            p("converting", "only where it converts somebody, by `move converts`"),
            p("at most N a file", "no more of its player's own on one file"),
            p("mate is loss", "a drop that mates loses"),
            p("mate is illegal", "a drop must not mate"),
            p("check is illegal", "a drop must not give check"),
            p("beyond the limit", "even if `at most` is reached, which then is about promotion only"),
            p("also promoted", "with the promoted side up, if the player likes"),
            p("also promoted as PIECES", "as these instead, one for each, in the same order"),
        ],
    ),
    (
        "capture",
        &[
            p("explodes", "the piece that captures and all around it leave the board"),
            p("explodes within N", "all that are so near; 0 is the piece alone"),
            p("sparing PIECES", "these survive, unless they capture"),
            p("immune PIECES", "these survive even then"),
            p("leaving walls", "what stood around turns into walls"),
            p("removes PIECES", "when one of these captures, it leaves the board"),
            p("converts PIECES", "it changes sides"),
            p("petrifies PIECES", "it turns into a wall"),
            p("morphs PIECES", "it becomes what it captured, and doesn't promote by that move"),
            p("spreads PIECES", "what captures one of these becomes one, instead of promoting"),
            p(
                "revives PIECES",
                "when one of these is captured it comes back where one began: on a square of the colour on which it was \
                 captured, if there is one",
            ),
            p("by file PIECES", "these come back where one began on the file on which it was captured"),
            p(
                "at once",
                "of several pieces captured in one move each leaves the board before the move goes on, and stands in its way no longer; \
                 not where royals may not be left in check",
            ),
        ],
    ),
    (
        "move",
        &[
            p(
                "burns beside PIECES",
                "what comes to stand beside one of these leaves the board, and enemies beside which one of these comes",
            ),
            p("within N", "beside means: at most so many squares away in both directions"),
            p("takes WHOM", "besides, these enemies are captured by the piece that has moved"),
            p("converts WHOM", "these change sides"),
            p("attacked", "those that the piece could capture next"),
            p("enclosed", "those in a row between it and another of its side"),
            p(
                "surrounded",
                "those with none but pieces of this side on all squares next to them along files and ranks",
            ),
            p("beside", "those next to it"),
            p(
                "beside unless dropped alone",
                "so, but not when it was dropped where no other of its side is next to it",
            ),
            p("around", "two on both sides of it: it has come between them"),
            p("left behind", "those in a row from the square that it has left, when it goes straight away from them"),
            p("ahead", "those in a row before it, when it has come straight towards them"),
            p(
                "crossed with PIECES",
                "those on its file and the rank of one of these of its side, or the other way round",
            ),
            p("straight", "rows along files and ranks only"),
            p("round corners", "a row along the edge goes on round the corner"),
            p("at most N", "longer rows are safe from being enclosed; of others the nearest so many"),
            p("against ZONE", "an empty square there encloses as one of its own pieces would"),
            p("by PIECES", "only these do it"),
            p("going straight", "only when it has moved along a file or rank"),
            p("safe in ZONE", "who stands there is spared"),
            p("turns PIECES", "when one of these moves without capturing, it changes sides"),
            p(
                "brings up from ZONE",
                "what waits there behind a piece takes its place when it moves, and is lost with it when it is captured",
            ),
            p(
                "drowns in ZONE",
                "what its player had there before the move, and still has there after it, leaves the board",
            ),
            p("sparing PIECES", "nothing happens to these"),
        ],
    ),
    (
        "wall",
        &[
            p("wanders", "there is one wall; each move ends by putting it elsewhere"),
            p("never", "no move puts one, but positions that are set up may have some, `*` in a FEN"),
            p("behind", "each move leaves a wall where it began"),
            p("like an arrow", "each move ends with a wall where the piece could go on to"),
            p("at the edge", "a wall is put on the edge or beside another one"),
            p("anywhere", "a wall is put on any empty square"),
            p("in ZONE", "on these squares only"),
            p("instead of moving", "a move or a wall, not both; in check it must be a move"),
        ],
    ),
    (
        "illegal",
        &[
            p("royal left in check", "a royal piece that can be captured after the move"),
            p("all royals left in check", "every one of them can be; with several, one may be given away"),
            p("royal fleeing from check", "a royal piece that moves out of check, except to capture what checks it"),
            p(
                "royal passing through check",
                "a royal piece that slides or leaps straight over a square where it could be captured, or like a knight between two of them",
            ),
            p(
                "royals facing on files",
                "two kings in line with nothing between; several lines are separated by commas",
            ),
            p("royals facing on ranks", "along ranks"),
            p("royals facing on diagonals", "along diagonals"),
            p("giving check", "the opponent's royal piece may not be attacked"),
            p("except mate", "unless the opponent then has no move"),
            p("ignoring captures", "a player who can capture must"),
            p(
                "stopping captures",
                "a capture that could go on: a piece that captures several, one after the other, takes all that it can on its way, \
                 and nothing twice; what it has taken stands in the way until the move is over",
            ),
            p(
                "capturing fewer than possible",
                "a move while another one captures more; nothing is taken twice here, either, and all of it stands in the way until the move is over",
            ),
            p("capturing by others than PIECES", "a capture by anything else while one of these can capture"),
            p("capturing fewer PIECES than possible", "a capture while another one takes more of these"),
            p(
                "capturing PIECES later than possible",
                "a capture while another one takes the first of these earlier on its way, or if not, the second, and so on",
            ),
            p("capturing", "a move may not take anything; what pieces attack is the same as ever"),
            p(
                "repeating a position",
                "a position that has been before, with the same player to move; who may pass may do so all the same",
            ),
            p(
                "moving beside PIECES",
                "a move of a piece that stands next to one of these of the enemy, whatever it is: it is held",
            ),
            p("moving PIECES beside PIECES", "only the former are held, and only by the latter"),
            p(
                "capturing beside PIECES",
                "a capture by a piece that stands next to one of these of the enemy; it may move otherwise",
            ),
            p(
                "capturing what is beside PIECES",
                "a capture of what stands next to another piece of its own side, of these kinds: that one guards it",
            ),
            p(
                "trading PIECES",
                "one of these captures another at a distance where it is protected; and after one was \
                                 captured by another piece, the answer may not do the same on another square",
            ),
            p("adjacent or not", "nor may it capture one next to it that is protected"),
            p("not counting PIECES", "a capture of these in passing does not make such a trade legal"),
            p("not protected by PIECES", "what only these could recapture is not protected from it"),
        ],
    ),
    (
        "borrow",
        &[
            p("behind", "the lender stands on the next square towards the player's own edge"),
            p("ahead", "it stands on the next square towards the opponent's"),
            p("beside", "on the next square of the same rank, to either side"),
            p("around", "on any square next to it"),
            p("from \"MOVES\"", "where a piece with these moves, which are leaps, would go to, in XBetza"),
            p("enemies", "enemies that stand there lend their moves, not friends"),
            p("protectors", "friends lend that could capture an enemy in its place, moving as themselves"),
            p(
                "what moved last",
                "what either player moved or dropped last lends, wherever it is now and whatever it has become; what moves so \
                 itself is passed over, unless `of` names it",
            ),
            p("of PIECES", "only these lend"),
            p("by PIECES", "only these borrow"),
            p("besides its own", "the moves of its own kind remain"),
        ],
    ),
    (
        "pass",
        &[
            p("always", "at any time, except in check"),
            p("when stalemated", "if there is no other move, except in check"),
            p("by black", "for this player only"),
        ],
    ),
    (
        "turn",
        &[
            p("by black", "for this player only"),
            p("first N", "the first turn of the game is so long, whatever the others are"),
            p("one more each time", "each turn of the game is one move longer than the one before"),
            p("until check", "a move that gives check ends its turn"),
            p("check with the last only", "no move but the last of a turn may give check"),
        ],
    ),
    (
        "checkmate",
        &[
            p("by PIECES", "if all checks come from these"),
            p("without check by PIECES", "if these gave none of the checks that followed one another up to the mate"),
        ],
    ),
    (
        "stalemate",
        &[
            p("of black", "for this player only; asked before what is said of both"),
            p("with fewer pieces", "for a player who has fewer than the opponent"),
            p("with as many pieces", "for a player who has as many"),
            p("with more pieces", "for a player who has more"),
            p("but for promotions", "for a player whose moves all promote; the game ends though they are legal"),
        ],
    ),
    ("checks", &[p("white N black N", "each player's own number; `never` is for a player whose checks don't count")]),
    ("bare", &[p("unless it bares back", "not if the answer leaves the opponent bare as well")]),
    (
        "repetition",
        &[
            p("made", "the position that was set up does not count"),
            p("perpetual check is RESULT", "for a player who alone gave check with every move between"),
            p(
                "perpetual chase is RESULT",
                "for a player who alone attacked an unprotected piece with every move between",
            ),
            p("first player RESULT", "for the first player, whoever moves"),
        ],
    ),
    (
        "counter",
        &[
            p("at N moves", "a move is one by each player"),
            p("at N plies", "a ply is a move by one of them; `1 move` and `1 ply` are understood, too"),
        ],
    ),
    (
        "count",
        &[
            p("from 0", "the count begins with 0"),
            p("from pieces left", "it begins with the number of pieces on the board"),
            p("for bare royal", "for a player who has nothing but royals"),
            p("for N to N pieces", "for a player who has so many pieces"),
            p("for anyone", "for both"),
            p("against N PIECE", "if the opponent has so many of these"),
            p("without PIECES", "if there are none of these on the board"),
        ],
    ),
    (
        "extinct",
        &[
            p("royals", "all royal pieces"),
            p("anything", "all pieces"),
            p("any of PIECES", "one kind is enough"),
            p("of white", "only this player is asked: the other may have none from the start"),
            p("of black", "the same for the second player"),
            p("down to N", "gone means: so many are left, or fewer"),
            p("against N", "if the opponent has at least so many pieces of these kinds"),
        ],
    ),
    (
        "reach",
        &[
            p("with royals", "one of the player's royal pieces"),
            p("with anything", "any piece"),
            p("with N PIECES", "so many of them together"),
            p("or full", "or one of them, when no square of the zone is empty"),
            p("unattacked", "once no enemy attacks it"),
            p("held", "once that player is to move again"),
            p("second player answers", "for the first player, if the second cannot get there in the next turn"),
        ],
    ),
    (
        "row",
        &[
            p("exactly", "more of them in the same row don't count"),
            p("white N black N", "each player's own number; `never` is for a player who can't do it"),
            p("along files", "only so; several lines are separated by commas. If nothing is said, along any line"),
            p("along ranks", "only so"),
            p("along diagonals", "only so"),
            p(
                "along rising diagonals",
                "only those that rise to the right, as the first player sees them; `falling diagonals` are the others",
            ),
            p("gaps allowed", "anything or nothing may stand between them"),
            p("with royals", "the player's royal pieces"),
            p("with anything", "any pieces of one player"),
            p("with PIECES", "these"),
        ],
    ),
    (
        "block",
        &[
            p("white N black N", "each player's own number; `never` is for a player who can't do it"),
            p("with royals", "of the player's royal pieces"),
            p("with anything", "of any pieces of one player"),
            p("with PIECES", "of these"),
        ],
    ),
    (
        "chain",
        &[
            p(
                "along files",
                "next to another along a file; several lines are separated by commas. If nothing is said, along any line",
            ),
            p("along ranks", "along a rank"),
            p("along diagonals", "along a diagonal"),
            p(
                "along rising diagonals",
                "along one that rises to the right, as the first player sees it; `falling diagonals` are the others. Either one is the third \
                 line of a board of hexagons",
            ),
            p("with royals", "the player's royal pieces"),
            p("with anything", "any pieces of one player"),
            p("with PIECES", "these"),
        ],
    ),
    (
        "castled",
        &[
            p("left", "with a partner on its left, as the first player sees it"),
            p("right", "on its right"),
            p("by black", "for this player only"),
        ],
    ),
    (
        "castling-lost",
        &[
            p("left", "to the left, as the first player sees it"),
            p("right", "to the right"),
            p("by black", "for this player only"),
        ],
    ),
    ("points", &[p("second player N", "so many in advance, for moving second")]),
    (
        "impasse",
        &[
            p("with N men", "other pieces of that player in the zone"),
            p("N points", "what they and the hand must count"),
            p("second player N", "what the second player needs"),
            p("PIECE N", "what one of these counts; 1 if not said"),
        ],
    ),
];
