//! Castling: to one square with a partner, or how far a piece may slide for it.

use super::super::Piece;
use super::{Writer, cells};
use crate::diagnostic::Span;
use crate::rules::topology::Topology;

impl Writer<'_> {
    /// The castlings of a piece: is it White's, from and to which files, with a partner on which file.
    pub(super) fn castlings(&self, piece: &Piece) -> Vec<(bool, u8, Vec<u8>, u8, Span)> {
        let file = |square: &str| square.trim().bytes().next().unwrap_or(b'a').saturating_sub(b'a');
        piece
            .lines
            .iter()
            .filter(|line| line.key.text == "Castle")
            .filter_map(|line| {
                let (side, rest) = line.value.text.split_once(' ')?;
                let (king, partner) = rest.split_once(" with ")?;
                let (from, to) = king.split_once('-')?;
                Some((side == "white", file(from), to.split(',').map(file).collect(), file(partner), line.span()))
            })
            .collect()
    }

    /// Castlings to several squares are moves of the piece: how far it slides, to which side.
    pub(super) fn far_castling(&self, _at: usize, piece: &Piece) -> String {
        let all = self.castlings(piece);
        if all.iter().all(|castling| castling.2.len() == 1) {
            return String::new();
        }
        let mut ways: Vec<String> = Vec::new();
        for (_, from, to, partner, _) in &all {
            let side = if partner < from { 'l' } else { 'r' };
            for &file in to {
                let way = format!("i{side}O{}", from.abs_diff(file));
                if from.abs_diff(file) > 0 && !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        ways.concat()
    }

    pub(super) fn castling(&mut self) {
        for (at, piece) in self.variant.pieces.iter().enumerate() {
            let all = self.castlings(piece);
            if all.is_empty() || all.iter().any(|castling| castling.2.len() > 1) {
                continue;
            }
            let mut lands: [Option<u8>; 2] = [None, None];
            let mut odd = None;
            for (_, from, to, partner, span) in &all {
                let side = usize::from(partner > from);
                if to[0] == *partner && from.abs_diff(to[0]) == 1 || lands[side].is_some_and(|known| known != to[0]) {
                    odd = Some(span.clone());
                }
                lands[side].get_or_insert(to[0]);
            }
            if let Some(span) = odd {
                self.warn(
                    span,
                    "this castling differs between the players or from all that Griffon knows".into(),
                    "it is left out",
                );
                continue;
            }
            let partners: Vec<String> = self.partners(&all);
            if partners.is_empty() {
                continue;
            }
            let mut line = format!("castling {} with {}", self.men[at].name, partners.join(", "));
            for (land, word) in lands.into_iter().zip(["left", "right"]) {
                if let Some(file) = land {
                    line.push_str(&format!(", {word} to {}", Topology::file_name(file.into())));
                }
            }
            let origin = all[0].4.clone();
            self.line(line, origin);
        }
    }

    /// What stands where the partners of these castlings start.
    pub(super) fn partners(&self, castlings: &[(bool, u8, Vec<u8>, u8, Span)]) -> Vec<String> {
        let fen = self.fen();
        let rows: Vec<&str> =
            fen.split_whitespace().next().unwrap_or_default().trim_end_matches('/').split('/').collect();
        let mut names: Vec<String> = Vec::new();
        for (white, _, _, file, _) in castlings {
            // On the rank of the king, whichever it is.
            for row in &rows {
                let cells = cells(row);
                let king = |cell: &String| {
                    self.men.iter().any(|man| {
                        man.royal
                            && man.symbol.eq_ignore_ascii_case(cell)
                            && cell.starts_with(|c: char| c.is_ascii_uppercase() == *white)
                    })
                };
                let Some(cell) = cells.get(usize::from(*file)).filter(|_| cells.iter().any(king)) else { continue };
                if let Some(man) = self.men.iter().find(|man| man.symbol.eq_ignore_ascii_case(cell))
                    && !names.contains(&man.name)
                {
                    names.push(man.name.clone());
                }
            }
        }
        names
    }
}
