//! The statements `hand` and `drop`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{DropLimit, DropRule, HandSource, Hands, Kind, Lines, pieces, restrictions};
use crate::diagnostic::Diagnostic;

const HAND: &[&str] = &["as", "returned", "of", "kept", "dropped"];
const DROP: &[&str] =
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
    let (mut kinds, mut drops, mut first) = (None, true, None);
    while reader.comma() {
        if captures && reader.accept("as captured") {
            source = HandSource::CapturesUndemoted;
        } else if captures && reader.accept("returned") {
            source = HandSource::CapturesReturned;
        } else if reader.accept("dropped first") {
            first = Some(None);
        } else if reader.accept("kept") {
            drops = false;
        } else if reader.accept("of") {
            kinds = Some(pieces::list(draft, reader, HAND)?);
        } else if reader.peek().is_some_and(|token| draft.kind(&token.text).is_some()) {
            first = Some(Some(pieces::list(draft, reader, HAND)?));
            reader.require("dropped first")?;
        } else {
            return Err(reader.expected_one_of("what goes into the hand", HAND));
        }
    }
    reader.end()?;
    let kinds = kinds.unwrap_or_else(|| holdable(draft, source));
    let first = first.map_or(Vec::new(), |listed: Option<Vec<Kind>>| listed.unwrap_or_else(|| kinds.clone()));
    draft.definition.hands = Some(Hands { source, kinds, drops, first, gates: None, rules: Vec::new() });
    Ok(())
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

/// `gate hawk, elephant behind rank 1`
pub(super) fn gate(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = pieces::list(draft, reader, &["behind"])?;
    reader.require("behind")?;
    let zone = draft.zones(true).read(reader)?;
    reader.end()?;
    let Some(hands) = &draft.definition.hands else {
        // A hand that could not be read has been spoken of.
        if draft.places.word("hand").is_some() {
            return Err(Diagnostic::said_already(reader.statement().span()));
        }
        return Err(Diagnostic::error(reader.statement().span(), "nothing is ever in hand in this variant")
            .help("say where pieces in hand come from: `hand from start`"));
    };
    if let Some(&kind) = kinds.iter().find(|kind| !hands.kinds.contains(kind)) {
        return Err(not_in_hand(draft, reader, kind));
    }
    if let Some(hands) = &mut draft.definition.hands {
        hands.gates = Some((kinds, zone));
    }
    Ok(())
}

pub(super) fn drop(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = pieces::list(draft, reader, DROP)?;
    let mut rules = Vec::new();
    loop {
        let limit = limit(draft, reader, &kinds)?;
        rules.push(DropRule { pieces: kinds.clone(), limit });
        if !reader.comma() {
            break;
        }
    }
    reader.end()?;
    let Some(hands) = &draft.definition.hands else {
        // A hand that could not be read has been spoken of.
        if draft.places.word("hand").is_some() {
            return Err(Diagnostic::said_already(reader.statement().span()));
        }
        return Err(Diagnostic::error(reader.statement().span(), "nothing is ever dropped in this variant")
            .help("say where dropped pieces come from: `hand from captures`"));
    };
    if let Some(&kind) = kinds.iter().find(|kind| !hands.kinds.contains(kind)) {
        return Err(not_in_hand(draft, reader, kind));
    }
    if let Some(hands) = &mut draft.definition.hands {
        hands.rules.extend(rules);
    }
    Ok(())
}

/// A piece that the hand doesn't hold.
fn not_in_hand(draft: &Draft, reader: &Reader, kind: Kind) -> Diagnostic {
    let piece = draft.definition.piece(kind);
    let token = reader.statement().rest.iter().find(|token| token.text == piece.name);
    let span = token.map_or(reader.statement().span(), |token| token.span.clone());
    let complaint = Diagnostic::error(span, format!("`{}` never comes into a hand", piece.name));
    let complaint = draft.places.also(complaint, draft.places.word("hand"), "this says what does");
    match piece.demotes_to.map(|plain| &draft.definition.piece(plain).name) {
        _ if piece.royal => {
            complaint.help("royal pieces are in hand only where they are listed: `hand from captures, of ...`")
        }
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
    } else if reader.accept("not beside enemies") {
        let along = reader.accept("along");
        Ok(DropLimit::NotBesideEnemies(if along { restrictions::lines(reader)? } else { Lines::ALL }))
    } else if reader.accept("falling") {
        Ok(DropLimit::Falling { from_every_side: reader.accept("from every side") })
    } else if reader.accept("converting") {
        Ok(DropLimit::Converting)
    } else if reader.accept("at most") {
        let most = reader.number("a number of pieces", 1, 100)? as u16;
        reader.require("a file")?;
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
            forms.push(pieces::one(draft, reader)?);
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
