//! The statements `hand` and `drop`.

use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::{Kind, Lines, Zone, lists, restrictions};
use crate::diagnostic::Diagnostic;

/// Pieces kept off the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    pub source: HandSource,
    /// Which pieces can be in a hand, in the order they are written.
    pub kinds: Vec<Kind>,
    /// There is always enough: a position that says nothing about hands has those of the start.
    pub endless: bool,
    /// Pieces in hand may be placed instead of moving.
    pub drops: bool,
    /// As long as one of these is in hand nothing else is done than dropping it.
    pub first: Vec<Kind>,
    /// Pieces that may enter on a square of the zone when the piece that began there leaves it.
    pub gates: Option<(Vec<Kind>, Zone)>,
    pub rules: Vec<DropRule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandSource {
    /// Only what the start position gives.
    Start,
    /// What the protocol says: another board's captures.
    Outside,
    /// Captured pieces change sides and become what they were before promotion.
    Captures,
    /// Captured pieces change sides and stay as they are.
    CapturesUndemoted,
    /// Captured pieces go back to their owner's hand.
    CapturesReturned,
}

/// A limit on drops of some pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRule {
    pub pieces: Vec<Kind>,
    pub limit: DropLimit,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DropLimit {
    Within(Zone),
    NotWithin(Zone),
    /// Not where it could never move again.
    NotStuck,
    /// At most this many of the same side and kind on a file.
    PerFile(u16),
    /// One on each colour of squares.
    OppositeColours,
    /// Only in the zone as long as a square there is empty; until then nothing else is asked.
    FirstWithin(Zone),
    /// Only where it converts somebody.
    Converting,
    /// Only on a square next to another piece of its side, diagonals included.
    BesideFriends,
    /// Not on a square next to an enemy along one of these lines, or to a friend.
    NotBeside {
        enemies: bool,
        lines: Lines,
    },
    /// Only where it comes to rest that falls from the second player's edge, or from any.
    Falling {
        from_every_side: bool,
    },
    /// Mate by such a drop is not a legal move.
    NoMate,
    /// Mate by such a drop loses.
    MateLoses,
    /// Such a drop may not give check.
    NoCheck,
    /// Also where there are as many as there may be on the board; the limit is for promotion only.
    BeyondLimit,
    /// May also be dropped promoted, as these (same order as `pieces`).
    Promoted(Vec<Kind>),
}

const HAND: &[&str] = &["as", "returned", "endless", "of", "kept", "dropped"];
/// What a limit on drops begins with, behind the pieces.
pub(super) const DROP: &[&str] =
    &["in", "outside", "not", "on", "at", "mate", "check", "also", "beyond", "converting", "beside", "falling"];

pub(super) fn hand(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("from")?;
    let mut source = match reader.accept_any(&["captures", "start", "outside"]) {
        Some("captures") => HandSource::Captures,
        Some("start") => HandSource::Start,
        Some(_) => HandSource::Outside,
        None => {
            let words = ["captures", "start", "outside"];
            return Err(reader.expected_one_of("`captures`, `start` or `outside`", &words));
        }
    };
    let captures = source == HandSource::Captures;
    let (mut kinds, mut endless, mut drops, mut first) = (None, false, true, None);
    let mut said = Said::default();
    while reader.comma() {
        let span = reader.here();
        if captures && reader.accept("as captured") {
            said.once("what becomes of what is captured", span)?;
            source = HandSource::CapturesUndemoted;
        } else if captures && reader.accept("returned") {
            said.once("what becomes of what is captured", span)?;
            source = HandSource::CapturesReturned;
        } else if source == HandSource::Start && reader.accept("endless") {
            endless = true;
        } else if reader.accept("dropped first") {
            first = Some(None);
        } else if reader.accept("kept") {
            drops = false;
        } else if reader.accept("of") {
            said.once("what may be in hand", span)?;
            let (held, urgent) = held(draft, reader)?;
            kinds = Some(held);
            first = urgent.map(Some).or(first);
        } else if reader.peek().is_some_and(|token| draft.kind(&token.text).is_some()) {
            first = Some(Some(lists::list(draft, reader, HAND)?));
            reader.require("dropped first")?;
        } else {
            return Err(reader.expected_one_of("what goes into the hand", HAND));
        }
    }
    reader.end()?;
    if !drops && first.is_some() {
        return Err(Diagnostic::error(reader.statement().span(), "what is kept is not dropped, first or later")
            .help("leave out `kept` or `dropped first`"));
    }
    let mut kinds = kinds.unwrap_or_else(|| holdable(draft, source));
    let first = first.map_or(Vec::new(), |listed: Option<Vec<Kind>>| listed.unwrap_or_else(|| kinds.clone()));
    // What is dropped first is in hand, whether it was named before or not.
    let more: Vec<Kind> = first.iter().copied().filter(|kind| !kinds.contains(kind)).collect();
    kinds.extend(more);
    draft.definition.hands = Some(Hands { source, kinds, endless, drops, first, gates: None, rules: Vec::new() });
    Ok(())
}

/// Pieces in hand, and those among them that are dropped first if the words for that follow right after their names:
/// `king, rook, king dropped first`.
fn held(draft: &Draft, reader: &mut Reader) -> Read<(Vec<Kind>, Option<Vec<Kind>>)> {
    if reader.at_word("all") {
        return Ok((lists::list(draft, reader, HAND)?, None));
    }
    let names = lists::names(draft, reader, HAND)?;
    if !reader.accept("dropped first") {
        return Ok((lists::once(&names)?, None));
    }
    // These begin with the first name that is said again; if none is, it is the last one alone.
    let again = |at: &usize| names[..*at].iter().any(|(_, kind)| *kind == names[*at].1);
    let (held, first) = names.split_at((0..names.len()).find(again).unwrap_or(names.len() - 1));
    Ok((lists::once(held)?, Some(lists::once(first)?)))
}

/// Everything that can be captured, in the form in which it arrives.
fn holdable(draft: &Draft, source: HandSource) -> Vec<Kind> {
    let definition = &draft.definition;
    let arrives = |&kind: &Kind| {
        let piece = definition.piece(kind);
        !piece.royal && (piece.demotes_to.is_none() || source == HandSource::CapturesUndemoted)
    };
    definition.kinds().filter(arrives).collect()
}

/// Some pieces that come into hands; `all` are no more than these.
fn held_of(draft: &Draft, reader: &mut Reader, stops: &[&str]) -> Read<Vec<Kind>> {
    let all = reader.at_word("all");
    let mut kinds = lists::list(draft, reader, stops)?;
    if let Some(hands) = draft.definition.hands.as_ref().filter(|_| all) {
        kinds.retain(|kind| hands.kinds.contains(kind));
        if kinds.is_empty() {
            let complaint = Diagnostic::error(reader.statement().span(), "none of these pieces ever comes into a hand");
            return Err(draft.places.also(complaint, draft.places.word("hand"), "this says what does"));
        }
    }
    Ok(kinds)
}

/// `gate hawk, elephant behind rank 1`
pub(super) fn gate(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = held_of(draft, reader, &["behind"])?;
    reader.require("behind")?;
    let zone = draft.zones(true).read(reader)?;
    reader.end()?;
    let nothing = "nothing is ever in hand in this variant";
    let help = "say where pieces in hand come from: `hand from start`";
    let hands = hands_with(draft, reader, &kinds, (nothing, help))?;
    hands.gates = Some((kinds, zone));
    Ok(())
}

pub(super) fn drop(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = held_of(draft, reader, DROP)?;
    let (mut rules, mut said) = (Vec::new(), Said::default());
    loop {
        let span = reader.here();
        let limit = limit(draft, reader, &kinds)?;
        match limit {
            DropLimit::PerFile(_) => said.once("how many may stand on a file", span)?,
            DropLimit::NoMate | DropLimit::MateLoses => said.once("what mate by a drop means", span)?,
            _ => {}
        }
        rules.push(DropRule { pieces: kinds.clone(), limit });
        if !reader.comma() {
            break;
        }
    }
    reader.end()?;
    let nothing = "nothing is ever dropped in this variant";
    let help = "say where dropped pieces come from: `hand from captures`";
    hands_with(draft, reader, &kinds, (nothing, help))?.rules.extend(rules);
    Ok(())
}

/// The hands, which must hold these pieces; what to say where there are none, and what helps.
fn hands_with<'a>(
    draft: &'a mut Draft,
    reader: &Reader,
    kinds: &[Kind],
    (nothing, help): (&str, &str),
) -> Read<&'a mut Hands> {
    let missing = match &draft.definition.hands {
        Some(hands) => kinds.iter().find(|kind| !hands.kinds.contains(kind)),
        // A hand that could not be read has been spoken of.
        None if draft.places.word("hand").is_some() => return Err(Diagnostic::said_already(reader.statement().span())),
        None => None,
    };
    if let Some(&kind) = missing {
        return Err(not_in_hand(draft, reader, kind));
    }
    draft.definition.hands.as_mut().ok_or_else(|| Diagnostic::error(reader.statement().span(), nothing).help(help))
}

/// A piece that the hand doesn't hold.
fn not_in_hand(draft: &Draft, reader: &Reader, kind: Kind) -> Diagnostic {
    let piece = draft.definition.piece(kind);
    let token = reader.statement().rest.iter().find(|token| token.text == piece.name);
    let span = token.map_or(reader.statement().span(), |token| token.span.clone());
    let complaint = Diagnostic::error(span, format!("`{}` never comes into a hand", piece.name));
    let complaint = draft.places.also(complaint, draft.places.word("hand"), "this says what does");
    match piece.demotes_to.map(|plain| &draft.definition.piece(plain).name) {
        _ if piece.royal => complaint.help("royal pieces are in hand only where they are listed, after `of`"),
        Some(plain) => complaint.help(format!("a captured `{}` becomes a `{plain}`", piece.name)),
        None => complaint.help("add it to the pieces listed after `of`"),
    }
}

fn limit(draft: &mut Draft, reader: &mut Reader, kinds: &[Kind]) -> Read<DropLimit> {
    if reader.accept("in") {
        let zone = draft.zones(false).read(reader)?;
        Ok(if reader.accept("first") { DropLimit::FirstWithin(zone) } else { DropLimit::Within(zone) })
    } else if reader.accept("outside") {
        Ok(DropLimit::NotWithin(draft.zones(false).read(reader)?))
    } else if reader.accept("not where stuck") {
        Ok(DropLimit::NotStuck)
    } else if reader.accept("on opposite colours") {
        Ok(DropLimit::OppositeColours)
    } else if reader.accept("beside friends") {
        Ok(DropLimit::BesideFriends)
    } else if let Some(phrase) = reader.accept_any(&["not beside enemies", "not beside friends"]) {
        let lines = if reader.accept("along") { restrictions::lines(reader)? } else { Lines::ALL };
        Ok(DropLimit::NotBeside { enemies: phrase == "not beside enemies", lines })
    } else if reader.accept("falling") {
        Ok(DropLimit::Falling { from_every_side: reader.accept("from every side") })
    } else if reader.accept("converting") {
        Ok(DropLimit::Converting)
    } else if reader.accept("at most") {
        let most = reader.number("a number of pieces", 1, 100)? as u16;
        if !reader.accept("a file") {
            let complaint = reader.expected("`a file`");
            return Err(complaint.help(format!("of one kind on each file: `at most {most} a file`")));
        }
        Ok(DropLimit::PerFile(most))
    } else if reader.accept("mate is loss") || reader.accept("mate loses") {
        Ok(DropLimit::MateLoses)
    } else if reader.accept("mate is illegal") {
        Ok(DropLimit::NoMate)
    } else if reader.accept("check is illegal") {
        Ok(DropLimit::NoCheck)
    } else if reader.accept("beyond the limit") {
        Ok(DropLimit::BeyondLimit)
    } else if reader.accept("also promoted") {
        let listed = reader.accept("as");
        promoted(draft, reader, kinds, listed)
    } else {
        Err(reader.expected_one_of("a limit on drops", DROP))
    }
}

fn promoted(draft: &Draft, reader: &mut Reader, kinds: &[Kind], listed: bool) -> Read<DropLimit> {
    let mut forms = Vec::new();
    for (index, &kind) in kinds.iter().enumerate() {
        if listed {
            if index > 0 && !reader.comma() {
                return Err(reader.expected("one promoted form for each piece"));
            }
            let at = reader.here();
            let form = lists::one(draft, reader)?;
            let held = draft.definition.hands.iter().any(|hands| hands.kinds.contains(&form));
            if held && form != kind && draft.definition.piece(form).demotes_to != Some(kind) {
                let names = [form, kind].map(|kind| &draft.definition.piece(kind).name);
                let message =
                    format!("`{}` may be in hand itself, so that it couldn't be told what is dropped", names[0]);
                return Err(Diagnostic::error(at, message)
                    .help(format!("a piece that is only dropped so has `demotes to {}`", names[1])));
            }
            forms.push(form);
        } else {
            let piece = draft.definition.piece(kind);
            let form = draft.kind_of_symbol(&format!("+{}", piece.symbol)).ok_or_else(|| {
                let message = format!("`{}` has no promoted form", piece.name);
                Diagnostic::error(reader.statement().span(), message)
            })?;
            forms.push(form);
        }
    }
    Ok(DropLimit::Promoted(forms))
}
