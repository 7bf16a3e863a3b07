//! Promotion.

use super::words::{WHOLE_BOARD, Words, capital, list};
use crate::definition::{Definition, Kind, Mandatory, Promotion, PromotionTo};

pub fn sentences(definition: &Definition) -> Vec<String> {
    let mut told = Vec::new();
    definition.promotions.iter().map(|promotion| sentence(definition, promotion, &mut told)).collect()
}

/// `told` are the pairs of a piece and its other side that have been spoken of.
fn sentence(definition: &Definition, promotion: &Promotion, told: &mut Vec<(Kind, Kind)>) -> String {
    let words = Words(definition);
    let Promotion {
        pieces,
        zone,
        on_arrival,
        entering,
        on_departure,
        on_capture_only,
        victims,
        on_quiet_only,
        while_capturing,
        not_en_passant,
        in_place,
        stepping,
        attacking_nothing,
        anywhere_when_last,
        to,
        mandatory,
    } = promotion;
    let place = words.place(zone);
    let mut occasions: Vec<String> = Vec::new();
    let verb = match (on_capture_only, victims.is_empty()) {
        (false, _) => "moves".to_owned(),
        (true, true) => "captures".to_owned(),
        (true, false) => format!("captures {}", words.any_of(victims)),
    };
    let quietly = if *on_quiet_only { " without capturing" } else { "" };
    match (on_arrival, entering, on_departure) {
        (true, true, _) => occasions.push(format!("when it {verb}{quietly} into {place} from outside")),
        (true, false, false) if *on_capture_only => occasions.push(format!("when it {verb} {}", words.within(zone))),
        (true, false, false) if place == WHOLE_BOARD => occasions.push(format!("whenever it moves{quietly}")),
        (true, false, false) => occasions.push(format!("when it comes{quietly} to {place}")),
        (true, false, true) => occasions.push(format!("when it {verb}{quietly} into, within or out of {place}")),
        (false, _, true) => occasions.push(format!("when it {verb}{quietly} from {place}")),
        (false, _, false) => {}
    }
    if *in_place {
        occasions.push(format!("instead of moving, while it stands {}", words.within(zone)));
    }
    if *stepping {
        occasions.push("with a quiet move of what it becomes".to_owned());
    }
    if *anywhere_when_last {
        occasions.push("anywhere, if it is the last of its kind".to_owned());
    }
    let subject = capital(&words.any_of(pieces));
    let must = match mandatory {
        Mandatory::Always => "promotes",
        Mandatory::Never | Mandatory::On(_) | Mandatory::WhenStuck => "may promote",
    };
    let mut sentence = format!("{subject} {must} {}", list(&occasions, "or"));
    match to {
        PromotionTo::Choice(kinds) => sentence.push_str(&format!(", to {}", words.any_of(kinds))),
        PromotionTo::Partner(partners) if pieces.len() == 1 => {
            sentence.push_str(&format!(", to {}", words.any_of(partners)));
        }
        PromotionTo::Partner(partners) => {
            let pairs = pieces.iter().copied().zip(partners.iter().copied());
            let new: Vec<(Kind, Kind)> = pairs.filter(|pair| !told.contains(pair)).collect();
            let named: Vec<String> =
                new.iter().map(|&(from, to)| format!("{} to {}", words.name(from), words.name(to))).collect();
            sentence.push_str(" and turns into its other side");
            if !named.is_empty() {
                sentence.push_str(&format!(": {}", named.join(", ")));
            }
            told.extend(new);
        }
    }
    sentence.push('.');
    match mandatory {
        Mandatory::Always | Mandatory::Never => {}
        Mandatory::On(zone) => sentence.push_str(&format!(" It must promote {}.", words.within(zone))),
        Mandatory::WhenStuck => sentence.push_str(" It must where it could never move again."),
    }
    if *while_capturing {
        sentence.push_str(" If a capture brings it there, it may go on capturing as what it becomes in the same move.");
    }
    if *not_en_passant {
        sentence.push_str(" A capture en passant does not promote.");
    }
    if *attacking_nothing {
        sentence.push_str(" What it becomes may then attack nothing.");
    }
    sentence
}
