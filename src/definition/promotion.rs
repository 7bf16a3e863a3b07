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

/// What the pieces of a statement promote to: the same for all, or as each file or army has it.
enum Target {
    Same(PromotionTo),
    /// These where nothing started on the file.
    ByFile(Vec<Kind>),
    ByArmy(PerSide<Vec<Kind>>),
}

/// Matters that a statement speaks of once.
const TARGET: &str = "what it promotes to";
const WHEN: &str = "when it promotes";

pub(super) fn promotion(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let pieces = lists::list(draft, reader, WORDS)?;
    reader.require("in")?;
    let zone = draft.zones(false).read(reader)?;
    let mut promotion = Promotion {
        pieces,
        zone,
        on_arrival: true,
        entering: false,
        on_departure: false,
        on_capture_only: false,
        victims: Vec::new(),
        on_quiet_only: false,
        while_capturing: false,
        not_en_passant: false,
        in_place: false,
        stepping: false,
        attacking_nothing: false,
        anywhere_when_last: false,
        to: PromotionTo::Choice(Vec::new()),
        mandatory: Mandatory::Always,
    };
    let mut said = Said::default();
    let mut target = None;
    while !reader.is_done() {
        reader.comma();
        once(reader, &mut said)?;
        if occasion(draft, reader, &mut promotion)? || duty(draft, reader, &mut promotion)? {
            continue;
        }
        match read_target(draft, reader, &promotion.pieces)? {
            None => return Err(unknown(draft, reader, &said)),
            found => target = found,
        }
    }
    if promotion.in_place && !said.before(WHEN) {
        promotion.on_arrival = false;
    }
    contradictions(reader, &promotion)?;
    let all = match target.ok_or_else(|| reader.expected("`to` and what it promotes to"))? {
        Target::Same(to) => vec![with_partners(draft, reader, Promotion { to, ..promotion })?],
        Target::ByFile(others) => for_each_file(draft, reader, &promotion, &others)?,
        Target::ByArmy(choices) => for_each_army(&promotion, choices),
    };
    draft.definition.promotions.extend(all);
    Ok(())
}

/// When it promotes; false if that doesn't come next.
fn occasion(draft: &mut Draft, reader: &mut Reader, promotion: &mut Promotion) -> Read<bool> {
    if reader.accept("arriving or leaving") {
        promotion.on_departure = true;
    } else if reader.accept("arriving") {
        promotion.on_arrival = true;
    } else if reader.accept("entering") {
        promotion.entering = true;
    } else if reader.accept("leaving") {
        (promotion.on_arrival, promotion.on_departure) = (false, true);
    } else if reader.accept("capturing") {
        promotion.on_capture_only = true;
        if names_follow(reader) {
            promotion.victims = lists::list(draft, reader, WORDS)?;
        }
    } else if reader.accept("while capturing") {
        promotion.while_capturing = true;
    } else if reader.accept("not capturing") {
        promotion.on_quiet_only = true;
    } else if reader.accept("not en passant") {
        promotion.not_en_passant = true;
    } else if reader.accept("in place or stepping") {
        (promotion.in_place, promotion.stepping) = (true, true);
    } else if reader.accept("attacking nothing") {
        promotion.attacking_nothing = true;
    } else if reader.accept("anywhere when last") {
        promotion.anywhere_when_last = true;
    } else if reader.accept("in place") {
        promotion.in_place = true;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Whether it must promote; false if that doesn't come next.
fn duty(draft: &mut Draft, reader: &mut Reader, promotion: &mut Promotion) -> Read<bool> {
    promotion.mandatory = if reader.accept("optional") {
        Mandatory::Never
    } else if reader.accept("mandatory when stuck") {
        Mandatory::WhenStuck
    } else if reader.accept("mandatory in") {
        Mandatory::On(draft.zones(false).read(reader)?)
    } else if reader.accept("mandatory") {
        Mandatory::Always
    } else {
        return Ok(false);
    };
    Ok(true)
}

/// What it promotes to, if that comes next.
fn read_target(draft: &mut Draft, reader: &mut Reader, promoting: &[Kind]) -> Read<Option<Target>> {
    Ok(Some(if reader.accept_any(&["to partners", "to partner"]).is_some() {
        Target::Same(PromotionTo::Partner(partners(draft, reader, promoting)?))
    } else if reader.accept("to what started on the file") {
        Target::ByFile(if reader.accept("or") { lists::list(draft, reader, WORDS)? } else { Vec::new() })
    } else if reader.accept("to what the armies hold") {
        let [white, black] = held(draft, reader, promoting)?.0;
        let others = black.into_iter().filter(|kind| !white.contains(kind)).collect::<Vec<_>>();
        Target::Same(PromotionTo::Choice([white, others].concat()))
    } else if reader.accept("to what its army holds") {
        match held(draft, reader, promoting)? {
            PerSide([white, black]) if white == black => Target::Same(PromotionTo::Choice(white)),
            choices => Target::ByArmy(choices),
        }
    } else if reader.accept("to") {
        Target::Same(PromotionTo::Choice(lists::list(draft, reader, WORDS)?))
    } else {
        return Ok(None);
    }))
}

/// About a word that means nothing here; a piece may lack the comma that ties it to those it promotes to.
fn unknown(draft: &Draft, reader: &Reader, said: &Said) -> Diagnostic {
    let complaint = reader.expected_one_of("`to` or how it promotes", WORDS);
    let known = |name: &str| draft.definition.pieces.iter().any(|piece| piece.name == name);
    match reader.peek().filter(|token| said.before(TARGET) && known(&token.text)) {
        Some(token) => complaint.help(format!("a comma goes before `{}`", token.text)),
        None => complaint,
    }
}

/// An error where one thing that is said leaves no room for another.
fn contradictions(reader: &Reader, promotion: &Promotion) -> Read<()> {
    let Promotion { on_quiet_only: quiet, on_capture_only: capturing, not_en_passant, .. } = *promotion;
    if quiet && (capturing || not_en_passant) {
        let message = "a move that must not capture is no capture either";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("say `capturing` or `not capturing`; without either it promotes with any move"));
    }
    let Promotion { on_arrival, entering, on_departure, attacking_nothing, .. } = *promotion;
    let elsewhen = quiet || entering || on_departure || !on_arrival || !promotion.victims.is_empty();
    if promotion.while_capturing && (elsewhen || not_en_passant || attacking_nothing) {
        let message = "what promotes while capturing does so whatever it captures, and from wherever it comes";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("leave out the other occasions, or say them in a `promotion` of their own"));
    }
    Ok(())
}

/// The promotion, unless a piece would be its own partner.
fn with_partners(draft: &Draft, reader: &Reader, promotion: Promotion) -> Read<Promotion> {
    let PromotionTo::Partner(partners) = &promotion.to else { return Ok(promotion) };
    match promotion.pieces.iter().zip(partners).find(|(kind, partner)| kind == partner) {
        None => Ok(promotion),
        Some((&kind, _)) => {
            let message = format!("`{}` would promote to itself", draft.definition.piece(kind).name);
            Err(Diagnostic::error(reader.statement().span(), message))
        }
    }
}

/// An error where a word comes next that contradicts an earlier one, or says the same.
fn once(reader: &Reader, said: &mut Said) -> Read<()> {
    const MATTERS: [(&str, &[&str]); 4] = [
        (TARGET, &["to"]),
        ("what it captures when it promotes", &["capturing"]),
        ("whether it must promote", &["optional", "mandatory"]),
        (WHEN, &["arriving", "entering", "leaving"]),
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

/// The same for each player, whose armies differ.
fn for_each_army(promotion: &Promotion, choices: PerSide<Vec<Kind>>) -> Vec<Promotion> {
    let of = |side: Side| {
        let mut zone = PerSide::same(SquareSet::new());
        zone[side] = promotion.zone[side].clone();
        Promotion { zone, to: PromotionTo::Choice(choices[side].clone()), ..promotion.clone() }
    };
    Side::BOTH.map(of).into()
}

/// The same, for each set of pieces that a player has on some files at the start; where there is none, what was named.
fn for_each_file(draft: &Draft, reader: &Reader, promotion: &Promotion, others: &[Kind]) -> Read<Vec<Promotion>> {
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
        let to = PromotionTo::Choice(if kinds.is_empty() { others.to_vec() } else { kinds });
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
