//! What other programs are told.

use super::{RULE, Row};
use crate::definition::naming;

pub const ROWS: &[Row] = &[
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
