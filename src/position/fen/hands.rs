//! The hands in a FEN: `[QPp]` right after the board.

use super::super::Position;
use crate::definition::hand_opening;
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::{Piece, Rules};

/// A hand belongs right after the board, if there are hands at all.
pub(super) fn none_apart(rules: &Rules, text: &str) -> Result<(), Diagnostic> {
    match text.split_ascii_whitespace().nth(1).filter(|word| word.starts_with('[')) {
        None => Ok(()),
        Some(word) => {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let span = start..start + word.len();
            Err(match rules.definition.hands {
                None => without_hands(span),
                Some(_) => Diagnostic::error(span, "there is a space between the board and the hand")
                    .help("pieces in hand stand right after the last rank: `.../RNBQKBNR[Pp] w`"),
            })
        }
    }
}

/// Reads the hands if there are any. Those that never run out need not be written.
pub(super) fn read(
    rules: &Rules,
    position: &mut Position,
    text: &str,
    symbols: &[(Piece, &str)],
) -> Result<(), Diagnostic> {
    let said = read_written(rules, position, text, symbols)?;
    if !said && rules.definition.hands.as_ref().is_some_and(|hands| hands.endless) {
        read_written(rules, position, &rules.definition.start.fen, symbols)?;
    }
    Ok(())
}

/// Reads `[QPp]` (or a `/QPp` after the last rank); false if there is none.
fn read_written(
    rules: &Rules,
    position: &mut Position,
    text: &str,
    symbols: &[(Piece, &str)],
) -> Result<bool, Diagnostic> {
    let board = text.split_ascii_whitespace().next().unwrap_or("");
    let board_start = text.len() - text.trim_start().len();
    let slashes = board.matches('/').count();
    let ranks = rules.topology().ranks() as usize;
    let (start, end) = if board.ends_with(']') {
        // A bracketed symbol may end a board without a hand; a hand's bracket follows a full rank.
        match hand_opening(board) {
            Some(open) if slashes < ranks && !symbols.iter().any(|(_, symbol)| board[open..] == **symbol) => {
                (open + 1, board.len() - 1)
            }
            Some(_) if slashes >= ranks => return Err(too_many_ranks(rules, board, board_start)),
            _ => return Ok(false),
        }
    } else if slashes >= ranks {
        let hand = board.rfind('/').map_or(board.len(), |slash| slash + 1);
        let definition = &rules.definition;
        let may_wait = definition.hands.is_some() || definition.pieces.iter().any(|piece| piece.limit.is_some());
        if !may_wait || slashes > ranks || board[hand..].contains(|c: char| c.is_ascii_digit()) {
            return Err(too_many_ranks(rules, board, board_start));
        }
        (hand, board.len())
    } else {
        return match board.rfind('[') {
            Some(open) if !board[open..].contains(']') => {
                let span = board_start + open..board_start + board.len();
                Err(Diagnostic::error(span, "the hand is not closed").help("add `]`"))
            }
            _ => Ok(false),
        };
    };
    let may_wait = rules.definition.pieces.iter().any(|piece| piece.limit.is_some());
    if rules.definition.hands.is_none() && !may_wait && !board[start..end].bytes().all(|byte| byte == b'-') {
        let opened = start - usize::from(board.ends_with(']'));
        return Err(without_hands(board_start + opened..board_start + board.len()));
    }
    let mut at = start;
    while at < end {
        let rest = &board[at..end];
        if rest.starts_with('-') {
            at += 1;
            continue;
        }
        let span_at = board_start + at;
        let found =
            symbols.iter().filter(|(_, symbol)| rest.starts_with(symbol)).max_by_key(|(_, symbol)| symbol.len());
        let Some(&(piece, symbol)) = found else {
            let word: String = rest.chars().take(1).collect();
            return Err(Diagnostic::error(
                span_at..span_at + word.len(),
                format!("`{word}` is not a piece of this variant"),
            ));
        };
        let span = span_at..span_at + symbol.len();
        if rules.definition.hands.is_none() && rules.kind(piece.kind()).limit.is_some() {
            // Off the board, where it may come back from by promotion: how many there are follows from the board.
            at += symbol.len();
            continue;
        }
        let Some(hands) = &rules.definition.hands else {
            return Err(without_hands(span));
        };
        if !hands.kinds.contains(&piece.kind()) {
            let refused = Diagnostic::error(span, format!("`{symbol}` can't be in hand in this variant"));
            return Err(match rules.kind(piece.kind()).royal {
                true => refused.help("royal pieces are in hand only where `hand from …` lists them, after `of`"),
                false => refused,
            });
        }
        if position.hand_total(piece.side()) >= 1000 {
            return Err(Diagnostic::error(span, "more than 1000 pieces in hand"));
        }
        position.add_to_hand(rules, piece.side(), piece.kind());
        at += symbol.len();
    }
    Ok(true)
}

fn too_many_ranks(rules: &Rules, board: &str, at: usize) -> Diagnostic {
    let ranks = rules.topology().ranks() as usize;
    let (extra, _) = board.match_indices('/').nth(ranks - 1).unwrap_or((0, ""));
    let message = format!("{} ranks, but the board has {ranks}", board.matches('/').count() + 1);
    Diagnostic::error(at + extra + 1..at + board.len(), message).label("too many")
}

fn without_hands(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this variant has no pieces in hand")
        .help("leave the brackets out; in a variant file, a line like `hand from captures` makes hands")
}
