//! How games end.

use super::{Identity, RULE, Row};
use crate::definition::{counting, endings, naming};

pub const ROWS: &[Row] = &[
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
        usage: "stalemate[ of white | black | with fewer | as many | more pieces | but for promotions] is RESULT",
        about: "what it means for the player to move to have no legal move without being in check; of one player, or with so many pieces \
                on the board, compared with the opponent, if such a line fits. After `remove stalemate` it is a draw",
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
                last companion begins anew. Nobody counts against a player who has royals only. While a count runs, `counter` rests",
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
                kind): on the board and in hand, unless hands are endless",
        without: "the game goes on",
        example: "extinct any of pawn, knight, bishop, rook, queen, king is loss",
        identity: Identity::Subject(&["down", "against", "is", "loses", "wins", "draws"]),
        read: endings::extinct,
        ..RULE
    },
    Row {
        word: "reach",
        usage: "reach ZONE with[ N] royals | anything | PIECES[, or full][, unattacked | held | second player answers] is RESULT",
        about: "for the player who has one of these pieces (or N) in the zone: at once; once no enemy attacks it; when that player is to move again; or, for the first player, if the second cannot get there in the next turn",
        without: "the game goes on",
        example: "reach hill with royals is win",
        identity: Identity::Subject(&["is", "loses", "wins", "draws"]),
        read: endings::reach,
        ..RULE
    },
    Row {
        word: "row",
        usage: "row of[ exactly] N | white N black N[ along files, ranks, diagonals, rising diagonals][, gaps allowed] with anything | royals | PIECES is RESULT",
        about: "for the player who has so many of these pieces side by side along a rank, file or diagonal; each its own number, or `never`, where they differ",
        without: "the game goes on",
        example: "row of 5 with anything is win",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::row,
        ..RULE
    },
    Row {
        word: "block",
        usage: "block of N | white N black N with anything | royals | PIECES is RESULT",
        about: "for the player who has a square of N by N of these pieces; each its own number, or `never`, where they differ",
        without: "the game goes on",
        example: "block of 2 with anything is win",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
        read: endings::block,
        ..RULE
    },
    Row {
        word: "chain",
        usage: "chain from ZONE to ZONE[ along files, ranks, diagonals, rising diagonals] with anything | royals | PIECES is RESULT",
        about: "for the player whose pieces, each next to another one, lead from the first zone to the second",
        without: "the game goes on",
        example: "chain from white file a black rank 1 to white file i black rank 9 along files, ranks with anything is win",
        identity: Identity::Case(&["is", "wins", "loses", "draws"]),
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
        about: "for the player who has given so many checks, as many for both or each its own number (`never`: this player's don't count). Where turns have several moves a check counts once the turn is over. Positions list those that are still to be given, `3+5`",
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
                ending it is legal. Where turns have several moves, each of them is an answer",
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
        about: "draws of all kinds are decided by what is left on the board, and where that is even, by `draw`; halves are written 1.5",
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
];
