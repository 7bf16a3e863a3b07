//! FEN in and out.
//!
//! `board[hand] side castling en-passant halfmoves move`. Fields that a variant doesn't need may be missing on input;
//! output always has all six. `*` is a hole, `+P` and `Q~` are symbols like any other.

mod hands;
mod parts;
mod rights;
mod show;

pub(crate) use parts::Parts;
pub(crate) use show::show_row;
pub use show::{show, show_board};

use super::{Position, leading, turn};
use crate::definition::Side;
use crate::diagnostic::{Diagnostic, Span};
use crate::notation::{Dialect, find_square, sfen};
use crate::rules::topology::{Square, Topology};
use crate::rules::{Piece, Rules, Zobrist};

/// Reads a FEN with whatever the variant needs (hands, promoted pieces, rights…). Fields that XBoard leaves out for
/// some variants may be missing. Spans are byte ranges into `text`.
pub fn parse(rules: &Rules, text: &str) -> Result<Position, Diagnostic> {
    hands::none_apart(rules, text)?;
    if sfen::is_sfen(text, rules) {
        return Err(Diagnostic::error(0..text.len(), "this is an SFEN, not a FEN: its `b` is the player who begins")
            .help(format!("the same as a FEN: `{}`", sfen::to_fen(text, rules)))
            .help("SFENs are read in the notation `usi`, and by USI's `position sfen`"));
    }
    let fields = Fields::split(text)?;
    let symbols: Vec<(Piece, &str)> = all_symbols(rules);
    let mut position = Position::empty(rules);
    for (square, piece) in read_placement(rules.topology(), &symbols, text)? {
        let info = rules.kind(piece.kind());
        if info.royal && position.royals(piece.side()).len() == usize::from(u8::MAX) {
            return Err(Diagnostic::error(fields.board.clone(), "too many royal pieces"));
        }
        if info.is_wall {
            position.toggle_wall(rules, square);
        } else {
            position.put(rules, square, piece);
        }
    }
    hands::read(rules, &mut position, text, &symbols)?;
    let side = match &text[fields.side.clone()] {
        "w" | "W" | "r" => Side::First,
        "b" | "B" => Side::Second,
        other => {
            return Err(Diagnostic::error(fields.side, format!("`{other}` is not a side to move"))
                .help("the field after the board is `w` or `b`"));
        }
    };
    position.state.side = side;
    position.paint_walls(rules);
    if let Some(span) = fields.castling {
        position.state.rights = rights::read(rules, &position, &text[span.clone()], span.start)?;
        position.close_gates(rules);
    }
    position.state.key ^= rules.zobrist.rights(position.state.rights);
    if side == Side::Second {
        position.state.key ^= Zobrist::SIDE;
    }
    if let Some(span) = fields.traded {
        let square = read_trade(rules, text, span)?;
        position.note_trade(rules, square);
    }
    if let Some(span) = fields.leader {
        position.read_leader(rules, text, span)?;
    }
    if let Some(span) = fields.checks {
        position.state.checks = read_checks(rules, text, span)?;
        position.state.key ^= rules.zobrist.checks(position.state.checks);
    }
    if let Some(span) = fields.limit.clone().filter(|_| !rules.has_counting) {
        for other in [&fields.counter, &fields.move_number].into_iter().flatten() {
            read_number(text, other.clone())?;
        }
        let word = &text[span.clone()];
        return Err(Diagnostic::error(span, format!("`{word}` is one number too many"))
            .help("nothing is counted up to a limit here: half-moves and move number are expected"));
    }
    if let Some(span) = fields.counter {
        match fields.limit {
            None => position.state.counter = read_number(text, span)?,
            Some(limit) => {
                position.state.count = read_up_to(text, span, u16::MAX.into())? as u16;
                position.state.count_limit = read_up_to(text, limit, u16::MAX.into())? as u16;
            }
        }
    }
    if let Some(span) = fields.move_number {
        position.state.move_number = read_number(text, span)?.max(1);
    }
    position.read_turn(rules, text, fields.turn)?;
    if let Some(span) = fields.en_passant {
        read_en_passant(rules, &mut position, &text[span.clone()], span)?;
    }
    position.state.faces = rules.has_bikjang && position.royals_face(rules);
    position.past.clear();
    position.echo.clear();
    position.log.clear();
    // Where royals may blow up or burn, who has none has lost it, as if it had happened in the game.
    let may_lose = !rules.effects.is_empty() || rules.aftermath.is_some();
    position.began_with_royals =
        Side::BOTH.map(|side| !position.royals(side).is_empty() || may_lose && rules.starts_with_royals(side));
    Ok(position)
}

fn all_symbols(rules: &Rules) -> Vec<(Piece, &str)> {
    let mut symbols = Vec::new();
    // Of two that fit, the last is taken.
    for (index, info) in rules.kinds.iter().enumerate() {
        for (side, other) in info.read_as.iter().flat_map(|other| Side::BOTH.map(|side| (side, other))) {
            symbols.push((Piece::new(crate::definition::Kind(index as u16), side), other[side].as_str()));
        }
    }
    for (index, info) in rules.kinds.iter().enumerate() {
        for side in Side::BOTH {
            let kind = crate::definition::Kind(index as u16);
            symbols.push((Piece::new(kind, side), info.symbol[side].as_str()));
        }
    }
    symbols
}

/// Where the fields of a FEN are.
struct Fields {
    board: Span,
    side: Span,
    castling: Option<Span>,
    en_passant: Option<Span>,
    limit: Option<Span>,
    checks: Option<Span>,
    traded: Option<Span>,
    turn: Option<Span>,
    leader: Option<Span>,
    counter: Option<Span>,
    move_number: Option<Span>,
}

impl Fields {
    fn split(text: &str) -> Result<Fields, Diagnostic> {
        let mut spans = text.split_ascii_whitespace().map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        });
        let end = text.len();
        let board = spans.next().ok_or_else(|| {
            Diagnostic::error(0..end, "the position is empty").help("a FEN begins with the board, rank by rank")
        })?;
        let side = spans.next().ok_or_else(|| {
            Diagnostic::error(end..end, "the side to move is missing").help("add ` w` or ` b` after the board")
        })?;
        let mut rest: Vec<Span> = spans.collect();
        // Checks are recognised by their sign, wherever they stand: servers disagree about the place.
        let checks = rest.iter().position(|span| text[span.clone()].contains('+')).map(|at| rest.remove(at));
        let traded = rest.iter().position(|span| text[span.clone()].starts_with('!')).map(|at| rest.remove(at));
        let mut after = |word: &str| {
            let at = rest.iter().position(|span| text[span.clone()].starts_with(word));
            at.map(|at| rest.remove(at))
        };
        let (turn, leader) = (after(turn::WORD), after(leading::WORD));
        let is_number = |span: &Span| text[span.clone()].bytes().all(|byte| byte.is_ascii_digit());
        let words = rest.iter().take_while(|span| !is_number(span)).count();
        let looks_like_square = |span: &Span| {
            let word = &text[span.clone()];
            word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_digit())
        };
        let (castling, en_passant) = match words {
            0 => (None, None),
            1 if looks_like_square(&rest[0]) => (None, Some(rest[0].clone())),
            1 => (Some(rest[0].clone()), None),
            2 => (Some(rest[0].clone()), Some(rest[1].clone())),
            _ => {
                let span = rest[2].clone();
                let word = &text[span.clone()];
                return Err(Diagnostic::error(span, format!("`{word}` is not a number of half-moves"))
                    .help("after the board: side, castling, en passant, half-moves, move number"));
            }
        };
        // While a count runs, its limit stands where en passant squares would, and the count itself after it.
        let limit = (rest.len() == words + 3).then(|| rest[words].clone());
        let words = words + usize::from(limit.is_some());
        if let Some(extra) = rest.get(words + 2) {
            let word = &text[extra.clone()];
            return Err(Diagnostic::error(extra.clone(), format!("nothing is expected here, found `{word}`")));
        }
        Ok(Fields {
            board,
            side,
            castling,
            en_passant,
            limit,
            checks,
            traded,
            turn,
            leader,
            counter: rest.get(words).cloned(),
            move_number: rest.get(words + 1).cloned(),
        })
    }
}

/// `3+3`: how many checks White and Black still have to give; `+0+1`: how many they have given.
fn read_checks(rules: &Rules, text: &str, span: Span) -> Result<[u8; 2], Diagnostic> {
    let word = &text[span.clone()];
    let Some(most) = rules.most_checks else {
        return Err(Diagnostic::error(span, format!("`{word}`: checks are not counted in this variant")));
    };
    let (given, numbers) = match word.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let read = |text: &str, side: Side| {
        let number = text.parse::<u8>().ok().filter(|&number| number <= most[side])?;
        Some(if given { number } else { most[side] - number })
    };
    let [whites, blacks] = most.0;
    match numbers.split_once('+').map(|(first, second)| (read(first, Side::First), read(second, Side::Second))) {
        Some((Some(first), Some(second))) => Ok([first, second]),
        _ => Err(Diagnostic::error(span, format!("`{word}` is not a number of checks"))
            .help(format!("`{whites}+{blacks}` are the checks that White and Black still have to give"))),
    }
}

/// `!f6`: where the last move took something that may not be traded.
fn read_trade(rules: &Rules, text: &str, span: Span) -> Result<Square, Diagnostic> {
    let word = &text[span.clone()];
    if rules.restraints.trades.is_none() {
        return Err(Diagnostic::error(span, format!("`{word}`: everything may be traded in this variant")));
    }
    find_square(rules, &word[1..], Dialect::Uci)
        .ok_or_else(|| Diagnostic::error(span, format!("`{word}` is not a square of the board after `!`")))
}

fn read_number(text: &str, span: Span) -> Result<u32, Diagnostic> {
    read_up_to(text, span, 1_000_000)
}

fn read_up_to(text: &str, span: Span, most: u32) -> Result<u32, Diagnostic> {
    let word = &text[span.clone()];
    match word.parse::<u32>() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(Diagnostic::error(span, format!("`{word}` is not a number up to {most}"))),
    }
}

/// The pieces on the board, given all symbols.
pub(crate) fn read_placement(
    topology: &Topology,
    symbols: &[(Piece, &str)],
    text: &str,
) -> Result<Vec<(Square, Piece)>, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let mut at = start;
    let mut placed = Vec::new();
    let (files, ranks) = (topology.files(), topology.ranks());
    for row in 0..ranks {
        let rank = ranks - 1 - row;
        let row_start = at;
        let mut file = 0u32;
        loop {
            let rest = &text[at..];
            let Some(first) = rest.chars().next() else { break };
            if first == '/' || first.is_ascii_whitespace() || (first == '[' && file >= files as u32) {
                break;
            }
            let too_long = |end: usize| {
                Diagnostic::error(row_start..end, format!("rank {} is longer than {files} squares", rank + 1))
            };
            if first.is_ascii_digit() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let run: u32 = rest[..digits].parse().unwrap_or(u32::MAX);
                file = file.saturating_add(run);
                at += digits;
                if run == 0 {
                    return Err(Diagnostic::error(at - digits..at, "a run of 0 empty squares"));
                }
                if file > files as u32 {
                    return Err(too_long(at));
                }
                continue;
            }
            let square = u16::try_from(file).ok().and_then(|file| topology.square(file, rank));
            if first == '*' {
                let wall = symbols.iter().find(|(_, symbol)| *symbol == "*");
                match square {
                    Some(square) if topology.is_hole(square) => {}
                    Some(square) if wall.is_some() => placed.extend(wall.map(|&(piece, _)| (square, piece))),
                    Some(_) => return Err(Diagnostic::error(at..at + 1, "the board has no hole here")),
                    None => return Err(too_long(at + 1)),
                }
                file += 1;
                at += 1;
                continue;
            }
            let found =
                symbols.iter().filter(|(_, symbol)| rest.starts_with(symbol)).max_by_key(|(_, symbol)| symbol.len());
            let Some(&(piece, symbol)) = found else {
                let word: String = rest.chars().take(if first == '+' { 2 } else { 1 }).collect();
                // The last symbol of each piece is its own, those before are read as well.
                let is_own = |&(at, (piece, _)): &(usize, &(Piece, _))| {
                    piece.side() == Side::First && symbols[at + 1..].iter().all(|(other, _)| other != piece)
                };
                let known: Vec<&str> =
                    symbols.iter().enumerate().filter(is_own).map(|(_, (_, symbol))| *symbol).collect();
                return Err(Diagnostic::error(at..at + word.len(), format!("`{word}` is not a piece of this variant"))
                    .help(format!("pieces are {}", known.join(" "))));
            };
            let Some(square) = square else { return Err(too_long(at + symbol.len())) };
            if topology.is_hole(square) {
                return Err(Diagnostic::error(at..at + symbol.len(), "a piece stands on a hole of the board"));
            }
            placed.push((square, piece));
            file += 1;
            at += symbol.len();
            // Some programs mark whatever stands where something promoted was taken.
            at += usize::from(text[at..].starts_with('~'));
        }
        if file != files as u32 {
            return Err(Diagnostic::error(
                row_start..at.max(row_start),
                format!("rank {} has {file} squares instead of {files}", rank + 1),
            )
            .help("digits count empty squares, letters are pieces"));
        }
        let more = text[at..].starts_with('/');
        if row + 1 < ranks {
            if !more {
                return Err(Diagnostic::error(
                    at..at,
                    format!("the board has {ranks} ranks, but only {} are given", row + 1),
                )
                .help("ranks are separated by `/`, the far one first"));
            }
            at += 1;
        }
    }
    let rest = &text[at..];
    if let Some(next) = rest.chars().next()
        && !next.is_ascii_whitespace()
        && next != '['
        && next != '/'
    {
        return Err(Diagnostic::error(at..at + next.len_utf8(), format!("`{next}` after the last rank")));
    }
    Ok(placed)
}

fn read_en_passant(rules: &Rules, position: &mut Position, word: &str, span: Span) -> Result<(), Diagnostic> {
    if word == "-" {
        return Ok(());
    }
    let mut squares = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, tail) = rest.split_at(letters + digits);
        let square = find_square(rules, name, Dialect::Uci).filter(|_| letters > 0 && digits > 0);
        let Some(square) = square else {
            return Err(Diagnostic::error(span, format!("`{word}` is not a square"))
                .help("the en passant field is `-` or the square that was skipped"));
        };
        squares.push(square);
        rest = tail;
    }
    position.set_trails(rules, squares);
    Ok(())
}
