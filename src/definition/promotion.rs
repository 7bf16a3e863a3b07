//! The statement `promotion`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, Mandatory, Promotion, PromotionTo, pieces};
use crate::diagnostic::Diagnostic;
use crate::syntax::variant::TokenKind;

const WORDS: &[&str] = &[
    "to",
    "arriving",
    "entering",
    "leaving",
    "capturing",
    "not",
    "in",
    "attacking",
    "anywhere",
    "mandatory",
    "optional",
];

pub(super) fn promotion(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = pieces::list(draft, reader, WORDS)?;
    reader.require("in")?;
    let zone = draft.zones(false).read(reader)?;
    let (mut arrival, mut departure, mut capturing, mut in_place) = (None, false, false, false);
    let (mut quiet, mut not_en_passant, mut entering) = (false, false, false);
    let (mut stepping, mut attacking_nothing, mut anywhere_when_last) = (false, false, false);
    let (mut to, mut mandatory) = (None, Mandatory::Always);
    while !reader.is_done() {
        reader.comma();
        if reader.accept("arriving or leaving") {
            (arrival, departure) = (Some(true), true);
        } else if reader.accept("arriving") {
            arrival = Some(true);
        } else if reader.accept("entering") {
            (arrival, entering) = (Some(true), true);
        } else if reader.accept("leaving") {
            (arrival, departure) = (Some(false), true);
        } else if reader.accept("capturing") {
            capturing = true;
        } else if reader.accept("not capturing") {
            quiet = true;
        } else if reader.accept("not en passant") {
            not_en_passant = true;
        } else if reader.accept("in place or stepping") {
            (arrival, in_place, stepping) = (arrival.or(Some(false)), true, true);
        } else if reader.accept("attacking nothing") {
            attacking_nothing = true;
        } else if reader.accept("anywhere when last") {
            anywhere_when_last = true;
        } else if reader.accept("in place") {
            (arrival, in_place) = (arrival.or(Some(false)), true);
        } else if reader.accept("optional") {
            mandatory = Mandatory::Never;
        } else if reader.accept("mandatory when stuck") {
            mandatory = Mandatory::WhenStuck;
        } else if reader.accept("mandatory in") {
            mandatory = Mandatory::On(draft.zones(false).read(reader)?);
        } else if reader.accept("mandatory") {
            mandatory = Mandatory::Always;
        } else if reader.accept_any(&["to partners", "to partner"]).is_some() {
            to = Some(PromotionTo::Partner(partners(draft, reader, &kinds)?));
        } else if reader.accept("to") {
            to = Some(PromotionTo::Choice(pieces::list(draft, reader, WORDS)?));
        } else {
            return Err(reader.expected_one_of("`to` or how it promotes", WORDS));
        }
    }
    if quiet && (capturing || not_en_passant) {
        let message = "a move that must not capture is no capture either";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("say `capturing` or `not capturing`; without either it promotes with any move"));
    }
    let Some(to) = to else {
        return Err(reader.expected("`to` and what it promotes to"));
    };
    let unmoved = |pair: (&Kind, &Kind)| pair.0 == pair.1;
    if let PromotionTo::Partner(partners) = &to
        && let Some((kind, _)) = kinds.iter().zip(partners).find(|&pair| unmoved(pair))
    {
        let name = &draft.definition.piece(*kind).name;
        return Err(Diagnostic::error(reader.statement().span(), format!("`{name}` would promote to itself")));
    }
    draft.definition.promotions.push(Promotion {
        pieces: kinds,
        zone,
        on_arrival: arrival.unwrap_or(true),
        entering,
        on_departure: departure,
        on_capture_only: capturing,
        on_quiet_only: quiet,
        not_en_passant,
        in_place,
        stepping,
        attacking_nothing,
        anywhere_when_last,
        to,
        mandatory,
    });
    Ok(())
}

/// The partners as listed, or the pieces spelled with a `+`.
fn partners(draft: &Draft, reader: &mut Reader, kinds: &[Kind]) -> Read<Vec<Kind>> {
    let listed =
        reader.peek().is_some_and(|token| token.kind == TokenKind::Word && !WORDS.contains(&token.text.as_str()));
    if listed {
        let span = reader.here();
        let mut partners = vec![pieces::one(draft, reader)?];
        while partners.len() < kinds.len() && reader.comma() {
            partners.push(pieces::one(draft, reader)?);
        }
        if partners.len() == kinds.len() {
            return Ok(partners);
        }
        let message = format!("{} pieces promote, but {} partners are named", kinds.len(), partners.len());
        return Err(Diagnostic::error(span, message).help("name one partner for each piece, in the same order"));
    }
    let partner = |&kind: &Kind| {
        let piece = draft.definition.piece(kind);
        draft.kind_of_symbol(&format!("+{}", piece.symbol)).ok_or_else(|| {
            let message = format!("`{}` has no promoted form", piece.name);
            Diagnostic::error(reader.statement().span(), message)
                .help(format!("declare a piece with the letter `+{}`, or name the partners", piece.symbol))
        })
    };
    kinds.iter().map(partner).collect()
}
