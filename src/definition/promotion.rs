//! The statement `promotion`.

use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::{Kind, PerSide, Side, Zone, armies, lists};
use crate::diagnostic::Diagnostic;
use crate::rules::topology::{Square, SquareSet};
use crate::syntax::variant::TokenKind;

/// A rule of promotion. Several may name the same piece: the choices add up.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    pub pieces: Vec<Kind>,
    pub zone: Zone,
    /// The move ends in the zone.
    pub on_arrival: bool,
    /// And must begin outside it.
    pub entering: bool,
    /// The move begins in the zone.
    pub on_departure: bool,
    /// Only when the move captures.
    pub on_capture_only: bool,
    /// Only when it captures one of these; any, if there are none.
    pub victims: Vec<Kind>,
    /// Only when it doesn't.
    pub on_quiet_only: bool,
    /// A capture may go on as one of what the piece becomes.
    pub while_capturing: bool,
    /// A capture en passant doesn't promote.
    pub not_en_passant: bool,
    /// Promoting without moving is a move.
    pub in_place: bool,
    /// Promoting with a quiet move of what it becomes is a move.
    pub stepping: bool,
    /// Only if what it becomes then attacks nothing.
    pub attacking_nothing: bool,
    /// Outside the zone too, if it is its side's last of the kind.
    pub anywhere_when_last: bool,
    pub to: PromotionTo,
    /// Squares where the piece may not stay as it is.
    pub mandatory: Mandatory,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PromotionTo {
    /// One of these; spelled with the piece's letter.
    Choice(Vec<Kind>),
    /// Each piece has its own partner, in the order of [`Promotion::pieces`]; spelled with `+`.
    Partner(Vec<Kind>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Mandatory {
    Never,
    /// Whenever promotion is possible.
    Always,
    /// On these squares of the promotion zone.
    On(Zone),
    /// Where the piece could never move again.
    WhenStuck,
}

const WORDS: &[&str] = &[
    "to",
    "arriving",
    "entering",
    "leaving",
    "capturing",
    "while",
    "not",
    "in",
    "attacking",
    "anywhere",
    "mandatory",
    "optional",
];

pub(super) fn promotion(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let kinds = lists::list(draft, reader, WORDS)?;
    reader.require("in")?;
    let zone = draft.zones(false).read(reader)?;
    let (mut arrival, mut departure, mut capturing, mut in_place) = (None, false, false, false);
    let (mut quiet, mut not_en_passant, mut entering, mut while_capturing) = (false, false, false, false);
    let (mut stepping, mut attacking_nothing, mut anywhere_when_last) = (false, false, false);
    let mut victims = Vec::new();
    let (mut to, mut mandatory, mut by_file) = (None, None, false);
    let mut by_army = None;
    let mut said = Said::default();
    while !reader.is_done() {
        reader.comma();
        once(reader, &mut said)?;
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
            if names_follow(reader) {
                victims = lists::list(draft, reader, WORDS)?;
            }
        } else if reader.accept("while capturing") {
            while_capturing = true;
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
            mandatory = Some(Mandatory::Never);
        } else if reader.accept("mandatory when stuck") {
            mandatory = Some(Mandatory::WhenStuck);
        } else if reader.accept("mandatory in") {
            mandatory = Some(Mandatory::On(draft.zones(false).read(reader)?));
        } else if reader.accept("mandatory") {
            mandatory = Some(Mandatory::Always);
        } else if reader.accept_any(&["to partners", "to partner"]).is_some() {
            to = Some(PromotionTo::Partner(partners(draft, reader, &kinds)?));
        } else if reader.accept("to what started on the file") {
            let others = if reader.accept("or") { lists::list(draft, reader, WORDS)? } else { Vec::new() };
            by_file = true;
            to = Some(PromotionTo::Choice(others));
        } else if reader.accept("to what the armies hold") {
            let [white, black] = held(draft, reader, &kinds)?.0;
            let others = black.into_iter().filter(|kind| !white.contains(kind)).collect::<Vec<_>>();
            to = Some(PromotionTo::Choice([white, others].concat()));
        } else if reader.accept("to what its army holds") {
            let choices = held(draft, reader, &kinds)?;
            to = Some(PromotionTo::Choice(choices[Side::First].clone()));
            by_army = Some(choices);
        } else if reader.accept("to") {
            to = Some(PromotionTo::Choice(lists::list(draft, reader, WORDS)?));
        } else {
            let complaint = reader.expected_one_of("`to` or how it promotes", WORDS);
            let known = |name: &str| draft.definition.pieces.iter().any(|piece| piece.name == name);
            let next = reader.peek().filter(|token| to.is_some() && known(&token.text));
            let next = next.map(|token| format!("a comma goes before `{}`", token.text));
            return Err(match next {
                Some(help) => complaint.help(help),
                None => complaint,
            });
        }
    }
    if quiet && (capturing || not_en_passant) {
        let message = "a move that must not capture is no capture either";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("say `capturing` or `not capturing`; without either it promotes with any move"));
    }
    let elsewhen = quiet || entering || departure || arrival == Some(false) || !victims.is_empty();
    if while_capturing && (elsewhen || not_en_passant || attacking_nothing) {
        let message = "what promotes while capturing does so whatever it captures, and from wherever it comes";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("leave out the other occasions, or say them in a `promotion` of their own"));
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
    let promotion = Promotion {
        pieces: kinds,
        zone,
        on_arrival: arrival.unwrap_or(true),
        entering,
        on_departure: departure,
        on_capture_only: capturing,
        victims,
        on_quiet_only: quiet,
        while_capturing,
        not_en_passant,
        in_place,
        stepping,
        attacking_nothing,
        anywhere_when_last,
        to,
        mandatory: mandatory.unwrap_or(Mandatory::Always),
    };
    let all = match by_army {
        Some(choices) => for_each_army(&promotion, choices),
        None if by_file => for_each_file(draft, reader, &promotion)?,
        None => vec![promotion],
    };
    draft.definition.promotions.extend(all);
    Ok(())
}

/// An error where a word comes next that contradicts an earlier one, or says the same.
fn once(reader: &Reader, said: &mut Said) -> Read<()> {
    const MATTERS: [(&str, &[&str]); 3] = [
        ("what it promotes to", &["to"]),
        ("whether it must promote", &["optional", "mandatory"]),
        ("when it promotes", &["arriving", "entering", "leaving"]),
    ];
    let Some((matter, _)) = MATTERS.iter().find(|(_, words)| words.iter().any(|word| reader.at_word(word))) else {
        return Ok(());
    };
    let help = "what is true of some occasions only goes into a `promotion` of its own";
    said.once(matter, reader.here()).map_err(|complaint| complaint.help(help))
}

/// What each player's army holds, but for what promotes.
fn held(draft: &Draft, reader: &Reader, promoting: &[Kind]) -> Read<PerSide<Vec<Kind>>> {
    let span = reader.statement().span();
    let Some(holdings) = &draft.holdings else {
        return Err(
            Diagnostic::error(span, "there are no armies in this variant").help(format!("usage: {}", armies::usage()))
        );
    };
    let kinds = holdings.0.each_ref().map(|names| {
        let kinds = names.iter().filter_map(|name| draft.kind(name));
        kinds.filter(|kind| !promoting.contains(kind)).collect::<Vec<_>>()
    });
    match kinds.iter().any(Vec::is_empty) {
        true => Err(Diagnostic::error(span, "an army holds nothing to promote to")
            .help("name its pieces: `army NAME \"RANKS\" of PIECES`")),
        false => Ok(PerSide(kinds)),
    }
}

/// The same for each player, where their armies differ.
fn for_each_army(promotion: &Promotion, choices: PerSide<Vec<Kind>>) -> Vec<Promotion> {
    if choices[Side::First] == choices[Side::Second] {
        return vec![promotion.clone()];
    }
    let of = |side: Side| {
        let mut zone = PerSide::same(SquareSet::new());
        zone[side] = promotion.zone[side].clone();
        Promotion { zone, to: PromotionTo::Choice(choices[side].clone()), ..promotion.clone() }
    };
    Side::BOTH.map(of).into()
}

/// The same, for each set of pieces that a player has on some files at the start; where there is none, what was named.
fn for_each_file(draft: &Draft, reader: &Reader, promotion: &Promotion) -> Read<Vec<Promotion>> {
    let definition = &draft.definition;
    let complain = |message: &str, help: &str| Err(Diagnostic::error(reader.statement().span(), message).help(help));
    if definition.start.shuffle.is_some() {
        return complain(
            "what starts on a file is drawn by lot",
            "a `shuffle` and `to what started on the file` don't go together: name the pieces",
        );
    }
    if promotion.on_departure || promotion.anywhere_when_last {
        return complain(
            "which file is meant isn't clear",
            "the file is that of the square of the zone where the piece arrives or stands: leave out `leaving` and `anywhere when last`",
        );
    }
    let PromotionTo::Choice(others) = &promotion.to else { return Ok(Vec::new()) };
    let mut found: Vec<Promotion> = Vec::new();
    for (file, side) in (0..definition.topology.files()).flat_map(|file| Side::BOTH.map(|side| (file, side))) {
        let mut kinds: Vec<Kind> = Vec::new();
        for man in draft.start_men.iter().filter(|man| man.side == side) {
            let here = man.square.is_some_and(|square| definition.topology.file(square) == file);
            let ordinary = !promotion.pieces.contains(&man.kind) && !definition.piece(man.kind).royal;
            if here && ordinary && !kinds.contains(&man.kind) {
                kinds.push(man.kind);
            }
        }
        let to = PromotionTo::Choice(if kinds.is_empty() { others.clone() } else { kinds });
        let squares = promotion.zone[side].iter().filter(|&square| definition.topology.file(square) == file);
        let squares: Vec<Square> = squares.collect();
        if squares.is_empty() || to == PromotionTo::Choice(Vec::new()) {
            continue;
        }
        let at = found.iter().position(|known| known.to == to).unwrap_or_else(|| {
            let zone = PerSide::same(SquareSet::new());
            found.push(Promotion { zone, to, ..promotion.clone() });
            found.len() - 1
        });
        squares.into_iter().for_each(|square| found[at].zone[side].insert(square));
    }
    match found.is_empty() && draft.start_is_sound {
        true => complain(
            "nothing but royal pieces and these start on the files of the zone",
            "add what they promote to there: `to what started on the file or queen`",
        ),
        false => Ok(found),
    }
}

/// True if pieces are named next.
fn names_follow(reader: &Reader) -> bool {
    reader.peek().is_some_and(|token| token.kind == TokenKind::Word && !WORDS.contains(&token.text.as_str()))
}

/// The partners as listed, or the pieces spelled with a `+`.
fn partners(draft: &Draft, reader: &mut Reader, kinds: &[Kind]) -> Read<Vec<Kind>> {
    if names_follow(reader) {
        let span = reader.here();
        let mut partners = vec![lists::one(draft, reader)?];
        while partners.len() < kinds.len() && reader.comma() {
            partners.push(lists::one(draft, reader)?);
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
