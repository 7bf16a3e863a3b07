//! Promotion, castling, hands and drops, as statements.

use super::{Printer, along};
use crate::definition::{Castling, DropLimit, HandSource, Hands, Landing, Mandatory, Promotion, PromotionTo, Side};
use crate::rules::topology::Topology;

impl Printer<'_> {
    pub(super) fn moves(&mut self) {
        let definition = self.definition;
        self.gap();
        for promotion in &definition.promotions {
            self.line(&self.promotion(promotion));
        }
        for castling in &definition.castling {
            self.line(&self.castling(castling));
        }
        if let Some(hands) = &definition.hands {
            self.hands(hands);
        }
    }

    fn promotion(&self, promotion: &Promotion) -> String {
        let mut line = format!("promotion {} in {}", self.names_of(&promotion.pieces), self.zone(&promotion.zone));
        line.push_str(match (promotion.on_arrival, promotion.on_departure) {
            (true, true) => ", arriving or leaving",
            (true, false) if promotion.entering => ", entering",
            (true, false) => ", arriving",
            (false, true) => ", leaving",
            (false, false) => "",
        });
        line.push_str(if promotion.on_capture_only { ", capturing" } else { "" });
        if !promotion.victims.is_empty() {
            line.push_str(&format!(" {}", self.names_of(&promotion.victims)));
        }
        line.push_str(if promotion.on_quiet_only { ", not capturing" } else { "" });
        line.push_str(if promotion.while_capturing { ", while capturing" } else { "" });
        line.push_str(if promotion.not_en_passant { ", not en passant" } else { "" });
        line.push_str(match (promotion.in_place, promotion.stepping) {
            (true, true) => ", in place or stepping",
            (true, false) => ", in place",
            (false, _) => "",
        });
        line.push_str(if promotion.attacking_nothing { ", attacking nothing" } else { "" });
        line.push_str(if promotion.anywhere_when_last { ", anywhere when last" } else { "" });
        line.push_str(&match &promotion.to {
            PromotionTo::Choice(kinds) => format!(", to {}", self.names_of(kinds)),
            PromotionTo::Partner(kinds) => format!(", to partners {}", self.names_of(kinds)),
        });
        line.push_str(&match &promotion.mandatory {
            Mandatory::Never => ", optional".to_owned(),
            Mandatory::Always => ", mandatory".to_owned(),
            Mandatory::On(zone) => format!(", mandatory in {}", self.zone(zone)),
            Mandatory::WhenStuck => ", mandatory when stuck".to_owned(),
        });
        line
    }

    fn castling(&self, castling: &Castling) -> String {
        let mut line = format!(
            "castling {} with {}",
            self.definition.piece(castling.mover).name,
            self.names_of(&castling.partners)
        );
        for (wing, is_left, landings) in [("left", true, &castling.left), ("right", false, &castling.right)] {
            for landing in landings {
                line.push_str(&format!(", {wing} to {}", Topology::file_name(landing.mover)));
                if Landing::beside(landing.mover, is_left) != Some(*landing) {
                    line.push_str(&format!(" with partner to {}", Topology::file_name(landing.partner)));
                }
            }
        }
        if let Some(file) = castling.on {
            line.push_str(&format!(", on {}", Topology::file_name(file)));
        }
        line.push_str(if castling.opposite { ", opposite" } else { "" });
        line.push_str(if castling.through_check { ", through check" } else { "" });
        line.push_str(if castling.anywhere { ", anywhere" } else { "" });
        line.push_str(match castling.by {
            Some(Side::First) => ", by white",
            Some(Side::Second) => ", by black",
            None => "",
        });
        line
    }

    fn hands(&mut self, hands: &Hands) {
        let mut line = String::from(match hands.source {
            HandSource::Start => "hand from start",
            HandSource::Outside => "hand from outside",
            HandSource::Captures => "hand from captures",
            HandSource::CapturesUndemoted => "hand from captures, as captured",
            HandSource::CapturesReturned => "hand from captures, returned",
        });
        if !hands.first.is_empty() && hands.first == hands.kinds {
            line.push_str(", dropped first");
        } else if !hands.first.is_empty() {
            line.push_str(&format!(", {} dropped first", self.names_of(&hands.first)));
        }
        line.push_str(if hands.endless { ", endless" } else { "" });
        line.push_str(if hands.drops { "" } else { ", kept" });
        if !hands.kinds.is_empty() {
            line.push_str(&format!(", of {}", self.names_of(&hands.kinds)));
        }
        self.line(&line);
        if let Some((kinds, zone)) = &hands.gates {
            self.line(&format!("gate {} behind {}", self.names_of(kinds), self.zone(zone)));
        }
        for rule in &hands.rules {
            let limit = match &rule.limit {
                DropLimit::Within(zone) => format!("in {}", self.zone(zone)),
                DropLimit::FirstWithin(zone) => format!("in {} first", self.zone(zone)),
                DropLimit::NotWithin(zone) => format!("outside {}", self.zone(zone)),
                DropLimit::NotStuck => "not where stuck".to_owned(),
                DropLimit::OppositeColours => "on opposite colours".to_owned(),
                DropLimit::Converting => "converting".to_owned(),
                DropLimit::BesideFriends => "beside friends".to_owned(),
                DropLimit::NotBeside { enemies, lines } => {
                    format!("not beside {}{}", if *enemies { "enemies" } else { "friends" }, along(*lines))
                }
                DropLimit::Falling { from_every_side: false } => "falling".to_owned(),
                DropLimit::Falling { from_every_side: true } => "falling from every side".to_owned(),
                DropLimit::BeyondLimit => "beyond the limit".into(),
                DropLimit::PerFile(most) => format!("at most {most} a file"),
                DropLimit::NoMate => "mate is illegal".to_owned(),
                DropLimit::MateLoses => "mate is loss".to_owned(),
                DropLimit::NoCheck => "check is illegal".to_owned(),
                DropLimit::Promoted(forms) => format!("also promoted as {}", self.names_of(forms)),
            };
            self.line(&format!("drop {} {limit}", self.names_of(&rule.pieces)));
        }
    }
}
