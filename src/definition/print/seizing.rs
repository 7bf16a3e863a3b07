//! Whom moves take or convert besides, as statements.

use super::Printer;
use crate::definition::{Fate, Place, Rows, Seized, Seizing, Zone};

impl Printer<'_> {
    pub(super) fn seizing(&self, seizing: &Seizing) -> String {
        let Seizing { fate, whom, by, going_straight, spared, safe } = seizing;
        let does = match fate {
            Fate::Taken => "takes",
            Fate::Converted => "converts",
        };
        let whom = match whom {
            Seized::Attacked => "attacked".to_owned(),
            Seized::Beside { unless_alone: false } => "beside".to_owned(),
            Seized::Beside { unless_alone: true } => "beside unless dropped alone".to_owned(),
            Seized::Surrounded { against } => format!("surrounded{}", self.against(against.as_ref())),
            Seized::Rows(rows) => self.rows(rows),
            Seized::Crossed(partners) => format!("crossed with {}", self.names_of(partners)),
        };
        let by = if by.is_empty() { String::new() } else { format!(", by {}", self.names_of(by)) };
        let going = if *going_straight { ", going straight" } else { "" };
        let safe = safe.as_ref().map(|zone| format!(", safe in {}", self.zone(zone))).unwrap_or_default();
        format!("{does} {whom}{by}{going}{safe}{}", self.sparing(spared))
    }

    fn against(&self, zone: Option<&Zone>) -> String {
        zone.map(|zone| format!(", against {}", self.zone(zone))).unwrap_or_default()
    }

    fn rows(&self, rows: &Rows) -> String {
        let place = match rows.place {
            Place::Enclosed => "enclosed",
            Place::Around => "around",
            Place::LeftBehind => "left behind",
            Place::Ahead => "ahead",
        };
        let straight = if rows.straight { ", straight" } else { "" };
        let most = rows.most.map(|most| format!(", at most {most}")).unwrap_or_default();
        let round = if rows.round_corners { ", round corners" } else { "" };
        format!("{place}{straight}{round}{most}{}", self.against(rows.against.as_ref()))
    }
}
