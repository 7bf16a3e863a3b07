//! What players may do, and what their moves do.

use super::{Identity, RULE, Row, Stage};
use crate::definition::{borrowing, effects, hands, lots, restrictions, turns};

pub const ROWS: &[Row] = &[
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
                beside friends | not beside enemies[ along files, ranks, diagonals] | not beside friends[ along files, ranks, diagonals] | \
                falling[ from every side] | converting | mate is loss | mate is illegal | check is illegal | beyond the limit | \
                also promoted[ as PIECES]",
        about: "limits where and how some pieces are dropped; several limits are separated by commas. `beyond the limit`: even if \
                there are as many on the board as the piece's `at most` allows, which is then about promotion only. `converting`: \
                only where that makes enemies change sides, by `move converts`. `in ZONE first`: until all squares there are taken, \
                only there, whatever else is said",
        without: "on every empty square",
        example: "drop pawn at most 1 a file, not where stuck, mate is loss",
        identity: Identity::Subject(hands::DROP),
        read: hands::drop,
        ..RULE
    },
    Row {
        word: "gate",
        usage: "gate PIECES behind ZONE",
        about: "pieces in hand that may enter, with a move of a piece that has stood in the zone since the start, on the \
                square that it leaves. In a FEN, the castling field says which pieces have stood there, by the letters of their \
                files, capitals for the first player: `KQBCDFGkqbcdfg`, where `K` and `Q` are the king and the rooks that castle. \
                `wall behind` would need the same square. They may be dropped, too, unless the hand says `kept`. The letter of \
                what enters follows the move, `b1c3h`, behind a slash where the piece could promote to that, `a1a5/h`. \
                With a move that promotes nothing enters",
        without: "pieces in hand are dropped",
        example: "gate hawk, elephant behind rank 1",
        read: hands::gate,
        ..RULE
    },
    Row {
        word: "capture",
        usage: "capture explodes[ within N][, sparing PIECES][, immune PIECES][, leaving walls] | removes PIECES | \
                converts PIECES | petrifies PIECES | morphs PIECES | spreads PIECES[, sparing PIECES] | \
                revives PIECES[, by file PIECES] | at once",
        about: "what else a capture does, in the order of these lines. An explosion takes the capturing piece and all \
                pieces around it off the board; `spared` ones stay unless they capture, `immune` ones stay even \
                then. The next words are about the piece that captures: it leaves the board, changes sides, turns into \
                a wall, or becomes what it captured. The last two are about what is captured: whatever captures one of \
                these becomes one, and these come back where they began, on the first such square (from a1 along the \
                ranks) that is empty after the move, or not at all; a piece that comes back counts as moved. Where captured pieces come \
                into a hand, so does what an effect takes off the board or turns into a wall, as if the other player had \
                captured it",
        without: "nothing else",
        example: "capture explodes, sparing pawn",
        identity: Identity::Named,
        read: effects::capture,
        ..RULE
    },
    Row {
        word: "move",
        usage: "move burns beside PIECES[, within N][, sparing PIECES] | \
                takes | converts WHOM[, by PIECES][, going straight][, safe in ZONE][, sparing PIECES] | turns PIECES | brings up from ZONE | drowns in ZONE[, sparing PIECES]; \
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
                behind a square that its player leaves comes onto it; when the piece before it is captured it leaves the board. \
                `drowns`: what its player had in the zone before the move, and still has there after it, or after a pass, leaves the board",
        without: "nothing else",
        example: "move burns beside demon, buffalo-demon",
        identity: Identity::Several,
        read: effects::movement,
        ..RULE
    },
    Row {
        word: "wall",
        usage: "wall wanders | behind | like an arrow | at the edge | anywhere[, in ZONE][, instead of moving] | never",
        about: "every move ends with a wall on an empty square, which nothing enters or passes and hoppers hop over: one wall that is \
                put elsewhere each time, one more on the square that was left, one more where the piece could go on to, on the \
                edge or beside a wall, or anywhere. `instead of moving`: a move or a wall, not both; in check it must be a move",
        without: "there are none",
        example: "wall wanders",
        read: effects::wall,
        ..RULE
    },
    Row {
        word: "illegal",
        usage: "illegal royal left in check | all royals left in check | royal fleeing from check | royal passing through check | \
                royals facing on files, ranks, diagonals | giving check[, except mate] | \
                ignoring captures | stopping captures | capturing fewer than possible | capturing by others than PIECES | capturing fewer PIECES than possible | \
                capturing PIECES later than possible | capturing | repeating a position | \
                moving[ PIECES] beside PIECES | capturing beside PIECES | capturing what is beside PIECES | trading PIECES[, adjacent or not][, not counting PIECES][, \
                not protected by PIECES]",
        about: "moves that could be made but must not be. `moving beside`: a piece next to an enemy that holds it neither moves nor \
                captures, and attacks nothing. `capturing beside`: it moves, but captures and attacks nothing. `capturing what is beside`: \
                a piece next to a friend that guards it is safe, and so never in check; what is taken in other ways than by a move \
                (`move takes`, explosions) is not captured so. Of several lines about captures each is asked of those that the lines above it leave. `trading` are the lion-trading rules of chu shogi: such a piece may not \
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
        usage: "borrow moves from [enemies ]behind | ahead | beside | around | \"MOVES\" | protectors | what moved last[, of PIECES][, by PIECES][, besides its own]",
        about: "a piece with a friend right behind it (or elsewhere), as its player sees it, moves and captures as that does by itself, \
                not as its own kind; with several friends there as any of them. It promotes as itself, castles as itself, and captures in passing as \
                itself, so that what moves like others only cannot do that; nothing counts as stuck. Where pieces move like what moved last, that \
                follows a FEN, as `last:N`; it attacks and checks so, too",
        without: "every piece moves as itself",
        example: "borrow moves from behind",
        read: borrowing::borrow,
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
];
