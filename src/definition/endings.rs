//! The statements about how a game ends.

use super::reader::{Read, Reader, is_number};
use super::resolve::Draft;
use super::{
    Arrival, Cause, Condition, Ending, Gaps, Impasse, Kind, Lines, Numbers, PerSide, Points, RepetitionCause, Side,
    Stuck, Wing, lists, restrictions,
};
use crate::diagnostic::Diagnostic;

/// Reads the result and the end of the line, and adds the ending.
pub(super) fn finish(draft: &mut Draft, reader: &mut Reader, condition: Condition) -> Read<()> {
    let result = reader.verdict()?;
    reader.end()?;
    draft.definition.endings.push(Ending { condition, result });
    Ok(())
}

pub(super) fn checkmate(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const STOPS: &[&str] = &["is", "wins", "loses", "draws"];
    let condition = if reader.accept("by") {
        Condition::CheckmateBy(lists::list(draft, reader, STOPS)?)
    } else if reader.accept("without check by") {
        Condition::CheckmateWithout(lists::list(draft, reader, STOPS)?)
    } else {
        Condition::Checkmate
    };
    finish(draft, reader, condition)
}

/// `row of 5 along files, ranks, gaps allowed with anything is win`, `row of exactly 5 with anything is win`
pub(super) fn row(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("of")?;
    let exact = reader.accept("exactly");
    let length = numbers(reader, "a number of pieces", 2, 1000)?;
    let lines = if reader.accept("along") { restrictions::lines(reader)? } else { Lines::ALL };
    let gaps = match (exact, !exact && reader.comma()) {
        (true, _) => Gaps::Exact,
        (false, false) => Gaps::None,
        (false, true) => {
            reader.require("gaps allowed")?;
            Gaps::Allowed
        }
    };
    reader.require("with")?;
    let kinds = subject(draft, reader, &[])?;
    finish(draft, reader, Condition::Row { kinds, length, lines, gaps })
}

/// `block of 2 with anything is win`
pub(super) fn block(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("of")?;
    let size = numbers(reader, "how many files and ranks", 2, 1000)?;
    reader.require("with")?;
    let kinds = subject(draft, reader, &[])?;
    finish(draft, reader, Condition::Block { kinds, size })
}

/// `full board is draw`
pub(super) fn full(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("board")?;
    finish(draft, reader, Condition::FullBoard)
}

/// `chain from file a to file i along files, ranks with anything is win`
pub(super) fn chain(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("from")?;
    let from = draft.zones(false).read(reader)?;
    reader.require("to")?;
    let to = draft.zones(false).read(reader)?;
    let lines = if reader.accept("along") { restrictions::lines(reader)? } else { Lines::ALL };
    reader.require("with")?;
    let kinds = subject(draft, reader, &[])?;
    finish(draft, reader, Condition::Chain { kinds, ends: [from, to], lines })
}

pub(super) fn stalemate(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    if reader.accept("but for promotions") {
        return finish(draft, reader, Condition::OnlyPromotions);
    }
    if reader.accept("of") {
        let player = reader.player()?;
        return finish(draft, reader, Condition::StalemateOf(Stuck::Player(player)));
    }
    if !reader.accept("with") {
        return finish(draft, reader, Condition::Stalemate);
    }
    const MATERIAL: &[&str] = &["fewer pieces", "as many pieces", "more pieces"];
    let material = match reader.accept_any(MATERIAL) {
        Some("fewer pieces") => Stuck::Fewer,
        Some("as many pieces") => Stuck::AsMany,
        Some(_) => Stuck::More,
        None => return Err(reader.expected_one_of("how many pieces", MATERIAL)),
    };
    finish(draft, reader, Condition::StalemateOf(material))
}

pub(super) fn bare(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("royal")?;
    let result = reader.verdict()?;
    let may_bare_back = reader.comma();
    if may_bare_back {
        reader.require("unless it bares back")?;
    }
    reader.end()?;
    draft.definition.endings.push(Ending { condition: Condition::Bare { may_bare_back }, result });
    Ok(())
}

pub(super) fn repetition(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const CAUSES: &[(&str, Cause)] = &[
        ("perpetual check", Cause::PerpetualCheck),
        ("perpetual chase", Cause::PerpetualChase),
        ("first player", Cause::FirstPlayer),
    ];
    let times = reader.number("how many times", 2, 100)? as u8;
    let made = reader.accept("made");
    let result = reader.verdict()?;
    let mut causes: Vec<RepetitionCause> = Vec::new();
    while reader.comma() {
        let span = reader.here();
        let Some(&(words, cause)) = CAUSES.iter().find(|(words, _)| reader.accept(words)) else {
            return Err(reader
                .expected_one_of("`perpetual check`, `perpetual chase` or `first player`", &["perpetual", "first"]));
        };
        if causes.iter().any(|known| known.cause == cause) {
            return Err(Diagnostic::error(span, format!("`{words}` is judged twice")));
        }
        if causes.iter().any(|known| known.cause == Cause::FirstPlayer) {
            return Err(Diagnostic::error(span, format!("`{words}` is never judged"))
                .help("somebody is always the first player: what is said of that one comes last"));
        }
        causes.push(RepetitionCause { cause, result: reader.verdict()? });
    }
    reader.end()?;
    draft.definition.endings.push(Ending { condition: Condition::Repetition { times, made, causes }, result });
    Ok(())
}

pub(super) fn counter(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("at")?;
    let count = reader.number("a number of moves", 1, 100_000)?;
    let plies = if reader.accept_any(&["moves", "move"]).is_some() {
        2 * count
    } else if reader.accept_any(&["plies", "ply"]).is_some() {
        count
    } else {
        return Err(reader.expected_one_of("`moves` or `plies`", &["moves", "plies"]));
    };
    finish(draft, reader, Condition::MoveCount { plies })
}

pub(super) fn extinct(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let any = reader.accept("any of");
    let kinds = if any {
        lists::list(draft, reader, &["down", "against"])?
    } else {
        subject(draft, reader, &["down", "against"])?
    };
    let player = reader.accept_any(&["of white", "of black"]);
    let player = player.map(|player| if player == "of white" { Side::First } else { Side::Second });
    reader.comma();
    let count = if reader.accept("down to") { reader.number("a number of pieces", 0, 10_000)? as u16 } else { 0 };
    reader.comma();
    let against = if reader.accept("against") { reader.number("a number of pieces", 1, 10_000)? as u16 } else { 0 };
    finish(draft, reader, Condition::Extinct { kinds, any, player, count, against })
}

pub(super) fn reach(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let zone = draft.zones(false).read(reader)?;
    reader.require("with")?;
    let counted = reader.peek().is_some_and(|token| is_number(&token.text));
    let number = if counted { reader.number("a number of pieces", 1, 10_000)? as u16 } else { 1 };
    let kinds = subject(draft, reader, &["or", "unattacked", "held", "second"])?;
    let mut more = reader.comma();
    let or_full = more && reader.accept("or full");
    more = if or_full { reader.comma() } else { more };
    let arrival = match reader.accept_any(&["unattacked", "held", "second player answers"]) {
        None if more => {
            return Err(reader.expected_one_of("`or full` or when it counts", &["or", "unattacked", "held"]));
        }
        None => Arrival::AtOnce,
        Some("unattacked") => Arrival::Unattacked,
        Some("held") => Arrival::Held,
        Some(_) => Arrival::SecondAnswers,
    };
    finish(draft, reader, Condition::Reach { kinds, zone, number, or_full, arrival })
}

/// `3`, `white 3 black 5` or, for one player only, `white 3 black never`.
fn numbers(reader: &mut Reader, what: &str, least: u32, most: u32) -> Read<Numbers> {
    let span = reader.here();
    if reader.accept_any(&["white", "first"]).is_none() {
        return Ok(PerSide::same(Some(reader.number(what, least, most)? as u16)));
    }
    let own = |reader: &mut Reader| match reader.accept("never") {
        true => Ok(None),
        false => Ok(Some(reader.number(what, least, most)? as u16)),
    };
    let first = own(reader)?;
    if reader.accept_any(&["black", "second"]).is_none() {
        return Err(reader.expected_one_of("`black` and the other player's number, or `black never`", &["black"]));
    }
    let both = PerSide([first, own(reader)?]);
    if both == PerSide::same(None) {
        return Err(Diagnostic::error(span, "neither player has a number").help("leave the line out"));
    }
    Ok(both)
}

/// `royals`, `anything` or pieces; royals are the empty list.
fn subject(draft: &Draft, reader: &mut Reader, stops: &[&str]) -> Read<Vec<Kind>> {
    if reader.accept("royals") {
        Ok(Vec::new())
    } else if reader.accept("anything") {
        Ok(draft.definition.kinds().collect())
    } else {
        lists::list(draft, reader, stops)
    }
}

pub(super) fn checks(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let count = numbers(reader, "a number of checks", 1, 100)?;
    finish(draft, reader, Condition::Checks { count })
}

pub(super) fn castled(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let wing = wing(reader)?;
    finish(draft, reader, Condition::Castled(wing))
}

pub(super) fn castling_lost(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let wing = wing(reader)?;
    finish(draft, reader, Condition::CastlingLost(wing))
}

/// `left by black`
fn wing(reader: &mut Reader) -> Read<Wing> {
    let right = reader.accept_any(&["left", "right"]).map(|word| word == "right");
    let player = if reader.accept("by") { Some(reader.player()?) } else { None };
    Ok(Wing { player, right })
}

pub(super) fn bikjang(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    finish(draft, reader, Condition::Bikjang)
}

pub(super) fn passes(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("by both")?;
    finish(draft, reader, Condition::BothPassed)
}

pub(super) fn points(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let mut points = Points { values: Vec::new(), second: 0 };
    loop {
        if reader.accept("second player") {
            points.second = halves(reader)?;
        } else {
            let span = reader.here();
            let kind = lists::one(draft, reader)?;
            if points.values.iter().any(|&(known, _)| known == kind) {
                let name = &draft.definition.piece(kind).name;
                return Err(Diagnostic::error(span, format!("what `{name}` counts for is said twice")));
            }
            points.values.push((kind, halves(reader)?));
        }
        if !reader.comma() {
            break;
        }
    }
    reader.end()?;
    draft.definition.points = Some(points);
    Ok(())
}

/// A number of points, `13` or `1.5`, in halves.
fn halves(reader: &mut Reader) -> Read<u16> {
    let token = reader.word("a number of points")?;
    let (whole, half) = match token.text.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (token.text.as_str(), 0),
    };
    match whole.parse::<u16>() {
        Ok(number) if is_number(whole) && number <= 1000 => Ok(2 * number + half),
        _ => Err(Diagnostic::error(token.span.clone(), format!("`{}` is not a number of points", token.text))
            .label("up to 1000, in halves: `1.5`")),
    }
}

pub(super) fn draw(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("wins for")?;
    draft.definition.draws_for = Some(reader.player()?);
    reader.end()
}

pub(super) fn insufficient(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("material")?;
    finish(draft, reader, Condition::InsufficientMaterial)
}

/// `impasse in ranks 7-9 with 10 men, 28 points, second player 27, rook 5, bishop 5 is win`
pub(super) fn impasse(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("in")?;
    let zone = draft.zones(false).read(reader)?;
    reader.require("with")?;
    let men = reader.number("a number of pieces", 0, 10_000)? as u16;
    reader.require("men")?;
    reader.comma();
    let first = reader.number("a number of points", 1, 10_000)? as u16;
    reader.require("points")?;
    let mut impasse = Impasse { zone, men, points: PerSide::same(first), values: Vec::new() };
    while reader.comma() {
        if reader.accept("second player") {
            impasse.points[Side::Second] = reader.number("a number of points", 1, 10_000)? as u16;
        } else {
            let kind = lists::one(draft, reader)?;
            impasse.values.push((kind, reader.number("a number of points", 0, 1000)? as u16));
        }
    }
    finish(draft, reader, Condition::Impasse(impasse))
}
