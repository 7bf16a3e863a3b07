//! What moves and captures bring about, and what they may not do, as statements.

use super::{Printer, moves, player};
use crate::definition::{
    Aftermath, Borrowing, Card, Effect, Kind, Lenders, LendersPlace, Pass, PerSide, Preference, Restriction, Side,
    TurnChecks, Turns, Wall,
};

impl Printer<'_> {
    pub(super) fn effects(&mut self) {
        self.gap();
        for effect in &self.definition.effects {
            let what = match effect {
                Effect::Explosion { radius, spared, immune, walls } => {
                    let within = if *radius == 1 { String::new() } else { format!(" within {radius}") };
                    let lists = [("sparing", spared), ("immune", immune)].into_iter();
                    let lists = lists.filter(|(_, kinds)| !kinds.is_empty());
                    let lists: String =
                        lists.map(|(word, kinds)| format!(", {word} {}", self.names_of(kinds))).collect();
                    let walls = if *walls { ", leaving walls" } else { "" };
                    format!("explodes{within}{lists}{walls}")
                }
                Effect::CapturerLeaves { kinds } => format!("removes {}", self.names_of(kinds)),
                Effect::CapturerConverts { kinds } => format!("converts {}", self.names_of(kinds)),
                Effect::CapturerPetrifies { kinds } => format!("petrifies {}", self.names_of(kinds)),
                Effect::CapturerMorphs { kinds } => format!("morphs {}", self.names_of(kinds)),
                Effect::Contagion { kinds, spared } => {
                    format!("spreads {}{}", self.names_of(kinds), self.sparing(spared))
                }
                Effect::Rebirth { kinds, by_file } => {
                    let by_file = match by_file.as_slice() {
                        [] => None,
                        listed => Some(format!("by file {}", self.names_of(listed))),
                    };
                    let kinds = Some(self.names_of(kinds)).filter(|names| !names.is_empty());
                    let parts: Vec<String> = kinds.into_iter().chain(by_file).collect();
                    format!("revives {}", parts.join(", "))
                }
                Effect::AtOnce => "at once".to_owned(),
            };
            self.line(&format!("capture {what}"));
        }
        for aftermath in &self.definition.aftermath {
            let what = match aftermath {
                Aftermath::Burning { kinds, radius, spared } => {
                    let within = if *radius == 1 { String::new() } else { format!(", within {radius}") };
                    format!("burns beside {}{within}{}", self.names_of(kinds), self.sparing(spared))
                }
                Aftermath::Seizing(seizing) => self.seizing(seizing),
                Aftermath::Turning { kinds } => format!("turns {}", self.names_of(kinds)),
                Aftermath::Entering { zone } => format!("brings up from {}", self.zone(zone)),
                Aftermath::Drowning { zone, spared } => {
                    format!("drowns in {}{}", self.zone(zone), self.sparing(spared))
                }
            };
            self.line(&format!("move {what}"));
        }
        if self.definition.standing_walls {
            self.line("wall never");
        }
        if let Some(walling) = &self.definition.wall {
            let way = match walling.wall {
                Wall::Wanders => "wanders",
                Wall::Behind => "behind",
                Wall::Arrow => "like an arrow",
                Wall::Edge => "at the edge",
                Wall::Anywhere => "anywhere",
            };
            let zone = walling.zone.as_ref().map(|zone| format!(", in {}", self.zone(zone))).unwrap_or_default();
            let instead = if walling.instead { ", instead of moving" } else { "" };
            self.line(&format!("wall {way}{zone}{instead}"));
        }
    }

    pub(super) fn restrictions(&mut self) {
        self.gap();
        let restrictions = &self.definition.restrictions;
        if self.has_royal() && !restrictions.contains(&Restriction::RoyalInCheck) {
            self.line("remove illegal royal left in check");
        }
        for restriction in restrictions {
            let what = match restriction {
                Restriction::RoyalInCheck => "royal left in check".to_owned(),
                Restriction::RoyalFleeing => "royal fleeing from check".to_owned(),
                Restriction::AllRoyalsInCheck => "all royals left in check".to_owned(),
                Restriction::RoyalsFacing(lines) => {
                    format!("royals facing on {}", lines.words().collect::<Vec<_>>().join(", "))
                }
                Restriction::RoyalPassing => "royal passing through check".to_owned(),
                Restriction::GivingCheck { unless_mate: false } => "giving check".to_owned(),
                Restriction::GivingCheck { unless_mate: true } => "giving check, except mate".to_owned(),
                Restriction::CaptureIsMandatory => "ignoring captures".to_owned(),
                Restriction::StoppingCaptures => "stopping captures".to_owned(),
                Restriction::CapturingFewer => "capturing fewer than possible".to_owned(),
                Restriction::Unpreferred(Preference::By(kinds)) => {
                    format!("capturing by others than {}", self.names_of(kinds))
                }
                Restriction::Unpreferred(Preference::MostOf(kinds)) => {
                    format!("capturing fewer {} than possible", self.names_of(kinds))
                }
                Restriction::Unpreferred(Preference::Sooner(kinds)) => {
                    format!("capturing {} later than possible", self.names_of(kinds))
                }
                Restriction::Capturing => "capturing".to_owned(),
                Restriction::Repeating => "repeating a position".to_owned(),
                Restriction::Held { kinds, by } if kinds.is_empty() => format!("moving beside {}", self.names_of(by)),
                Restriction::Held { kinds, by } => {
                    format!("moving {} beside {}", self.many(kinds), self.names_of(by))
                }
                Restriction::Tamed { by } => format!("capturing beside {}", self.names_of(by)),
                Restriction::Guarded { by } => format!("capturing what is beside {}", self.names_of(by)),
                Restriction::Trading { kinds, near, cheap, helpless } => {
                    let part = |word: &str, kinds: &[Kind]| match kinds {
                        [] => String::new(),
                        _ => format!(", {word} {}", self.names_of(kinds)),
                    };
                    let near = if *near { ", adjacent or not" } else { "" };
                    let exceptions =
                        near.to_owned() + &part("not counting", cheap) + &part("not protected by", helpless);
                    format!("trading {}{exceptions}", self.names_of(kinds))
                }
            };
            self.line(&format!("illegal {what}"));
        }
        if let Some(borrowing) = &self.definition.borrowing {
            self.line(&self.borrowing(borrowing));
        }
        if let Some(statement) = passing(&self.definition.pass) {
            self.line(&statement);
        }
        if let Some(turns) = &self.definition.turns {
            self.line(&turn(turns));
        }
        match &self.definition.lots {
            None => {}
            Some(lots) if lots.laid_aside => {
                let names = |card: &Card| self.names_of(&card.kinds).replace(", ", " or ");
                let cards = lots.cards.iter().map(|card| format!("{} {}", card.count, names(card)));
                self.line(&format!("deck {}", cards.collect::<Vec<_>>().join(", ")));
            }
            Some(lots) => {
                let faces: Vec<Kind> = lots.cards.iter().flat_map(|face| face.kinds.iter().copied()).collect();
                self.line(&format!("dice {}", self.names_of(&faces)));
            }
        }
    }
}

impl Printer<'_> {
    fn borrowing(&self, borrowing: &Borrowing) -> String {
        let lenders = match &borrowing.lenders {
            Lenders::Protectors => "protectors".to_owned(),
            Lenders::LastMoved => "what moved last".to_owned(),
            Lenders::At { place, enemies } => {
                let place = match place {
                    LendersPlace::Behind => "behind".to_owned(),
                    LendersPlace::Ahead => "ahead".to_owned(),
                    LendersPlace::Beside => "beside".to_owned(),
                    LendersPlace::Around => "around".to_owned(),
                    LendersPlace::Leaps { text, .. } => moves(text),
                };
                format!("{}{place}", if *enemies { "enemies " } else { "" })
            }
        };
        let among = |word: &str, kinds: &[Kind]| match kinds.len() == self.definition.pieces.len() {
            true => String::new(),
            false => format!(", {word} {}", self.many(kinds)),
        };
        let (of, by) = (among("of", &borrowing.of), among("by", &borrowing.by));
        format!("borrow moves from {lenders}{of}{by}{}", if borrowing.besides { ", besides its own" } else { "" })
    }
}

/// The statement by which players may pass, if any may.
pub fn passing(pass: &PerSide<Option<Pass>>) -> Option<String> {
    let way = |pass: Pass| match pass {
        Pass::Always => "always",
        Pass::WhenStalemated => "when stalemated",
    };
    let of_one = |side: Side| pass[side].map(|pass| format!("{} by {}", way(pass), player(side)));
    let ways: Vec<String> = match pass[Side::First] {
        Some(both) if pass[Side::Second] == Some(both) => vec![way(both).to_owned()],
        _ => Side::BOTH.into_iter().filter_map(of_one).collect(),
    };
    (!ways.is_empty()).then(|| format!("pass {}", ways.join(", ")))
}

/// The statement by which turns have several moves.
fn turn(turns: &Turns) -> String {
    let of = |number: u16| if number == 1 { "1 move".to_owned() } else { format!("{number} moves") };
    let mut said = match turns.moves.0 {
        [first, second] if first == second => vec![of(first)],
        numbers => Side::BOTH.map(|side| format!("{} by {}", of(numbers[side.index()]), player(side))).to_vec(),
    };
    said.extend(turns.first.map(|first| format!("first {first}")));
    said.extend(turns.growing.then(|| "one more each time".to_owned()));
    said.extend(match turns.checks {
        TurnChecks::Nothing => None,
        TurnChecks::End => Some("until check".to_owned()),
        TurnChecks::LastOnly => Some("check with the last only".to_owned()),
    });
    format!("turn {}", said.join(", "))
}
