//! The start position of a diagram: who stands where, what is held, what is drawn by lot.

use super::Writer;
use super::read::Symmetry;
use crate::definition::Side;
use crate::diagnostic::Diagnostic;
use crate::import::ini::Word;
use crate::position::fen::show_row;
use crate::rules::topology::Topology;

/// What stands on a square: the number of a piece, and whose it is.
pub type Stands = Option<(usize, Side)>;

impl Writer<'_> {
    /// The board, rank by rank: later pieces take the places of earlier ones, as in the Diagram.
    pub(super) fn placed(&self, found: &mut Vec<Diagnostic>) -> Vec<Vec<Stands>> {
        let (files, ranks) = (self.diagram.files, self.diagram.ranks);
        let mut board: Vec<Vec<Stands>> = vec![vec![None; files.into()]; ranks.into()];
        let mut listed = board.clone();
        for (index, piece) in self.diagram.pieces.iter().enumerate() {
            for &super::read::Listed { side, square: (file, rank) } in &piece.squares {
                let (x, y) = (usize::from(file), usize::from(rank));
                if listed[y][x].replace((index, side)).is_some_and(|before| before != (index, side)) {
                    let message = format!("two pieces stand on {}", spell((file, rank)));
                    found.push(Diagnostic::error(piece.squares_span.clone(), message));
                }
                board[y][x] = Some((index, side));
                // White's pieces bring Black's with them.
                let image = match self.diagram.symmetry {
                    _ if side == Side::Second => continue,
                    Symmetry::None => continue,
                    Symmetry::Mirror => (file, ranks - 1 - rank),
                    Symmetry::Rotate => (files - 1 - file, ranks - 1 - rank),
                };
                board[usize::from(image.1)][usize::from(image.0)] = Some((index, Side::Second));
            }
        }
        board
    }

    /// How many of a kind a side begins with.
    pub(super) fn count(&self, piece: usize, side: Side) -> u16 {
        self.board.iter().flatten().filter(|there| **there == Some((piece, side))).count() as u16
    }

    /// `holds`: what is in hand is written.
    pub(super) fn start(&self, holds: bool) -> String {
        let letter = |piece: usize, side: Side| match side {
            Side::First => self.letters[piece].clone(),
            Side::Second => self.letters[piece].to_lowercase(),
        };
        let hole = |file: usize, rank: usize| self.diagram.holes.contains(&(file as u16, rank as u16));
        let row = |(rank, row): (usize, &Vec<Stands>)| {
            let cells: Vec<Option<String>> = (row.iter().enumerate())
                .map(|(file, there)| match there {
                    _ if hole(file, rank) => Some("*".into()),
                    there => there.map(|(piece, side)| letter(piece, side)),
                })
                .collect();
            show_row(cells.iter().map(Option::as_ref))
        };
        let rows: Vec<String> = self.board.iter().enumerate().rev().map(row).collect();
        let held = |side: Side| {
            let pieces = self.diagram.pieces.iter().enumerate();
            pieces.map(move |(index, piece)| letter(index, side).repeat(piece.in_hand[side].into())).collect::<String>()
        };
        let hand = if holds { format!("[{}{}]", held(Side::First), held(Side::Second)) } else { String::new() };
        format!("{}{hand} w {} - 0 1", rows.join("/"), self.rights())
    }

    /// Letters for the sides to which somebody could castle: with something in the corner.
    fn rights(&self) -> String {
        let castles = |piece: usize| {
            let moves = self.moves[piece].as_deref().unwrap_or_default();
            moves.split('O').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut rights = String::new();
        for (side, row) in [(Side::First, self.board.first()), (Side::Second, self.board.last())] {
            let Some(row) = row else { continue };
            let king = row.iter().position(|there| there.is_some_and(|(piece, own)| own == side && castles(piece)));
            let Some(king) = king else { continue };
            let partner = |there: Option<&Stands>| there.is_some_and(|there| there.is_some_and(|(_, own)| own == side));
            let sides = [(partner(row[king + 1..].last()), 'K'), (partner(row[..king].first()), 'Q')];
            let letters = sides.iter().filter(|(there, _)| *there).map(|&(_, letter)| letter);
            rights.extend(letters.map(|letter| if side == Side::First { letter } else { letter.to_ascii_lowercase() }));
        }
        if rights.is_empty() { "-".into() } else { rights }
    }

    /// `N!BRQK`: these are drawn by lot, with an exclamation mark or a colon on squares of both colours; after a comma others, among
    /// themselves.
    pub(super) fn shuffle(&self, found: &mut Vec<Diagnostic>) -> Option<String> {
        let word = self.diagram.shuffle.as_ref()?;
        let groups: Vec<Vec<usize>> = {
            let mut at = word.span.start;
            let part = |text: &str| {
                let part = Word { text: text.into(), span: at..at + text.len() };
                at += text.len() + 1;
                self.ids(&part, found)
            };
            word.text.split(',').map(part).collect()
        };
        let first_rank = |piece: usize| {
            let there = self.board.first().into_iter().flatten().enumerate();
            there.filter(move |(_, there)| **there == Some((piece, Side::First))).map(|(file, _)| file as u16)
        };
        let all: Vec<usize> = groups.iter().flatten().copied().collect();
        if all.iter().any(|&piece| usize::from(self.count(piece, Side::First)) > first_rank(piece).count()) {
            found.push(
                Diagnostic::warning(word.span.clone(), "not all of these stand on the first rank")
                    .label("only those that do are drawn by lot"),
            );
        }
        let twice = |piece: &usize| all.iter().filter(|other| *other == piece).count() > 1;
        let apart = groups.len() > 1 && !all.iter().any(twice);
        if groups.len() > 1 && !apart {
            found.push(
                Diagnostic::warning(word.span.clone(), "a piece is in two of these groups")
                    .label("all of them are drawn together"),
            );
        }
        let mut parts = Vec::new();
        for (index, piece) in self.diagram.pieces.iter().enumerate() {
            let name = &self.names[index];
            let marked = |mark: char| word.text.contains(&format!("{mark}{}", piece.id()));
            if first_rank(index).next().is_none() {
                continue;
            }
            let Some(group) = groups.iter().find(|group| group.contains(&index)) else {
                parts.push(format!("{name} fixed"));
                continue;
            };
            if marked('!') || marked(':') {
                parts.push(format!("{name} on opposite colours"));
            }
            if apart {
                let squares: Vec<String> =
                    group.iter().flat_map(|&piece| first_rank(piece)).map(|file| spell((file, 0))).collect();
                parts.push(format!("{name} in {}", squares.join(" + ")));
            }
            // A king that castles with what stands in both corners comes to stand between them.
            let corners = [Some(0), self.diagram.files.checked_sub(1)].map(|file| {
                let there = |&other: &usize| file.is_some_and(|file| first_rank(other).any(|at| at == file));
                group.iter().copied().find(there)
            });
            if let [Some(left), Some(right)] = corners
                && left == right
                && self.royals.contains(&index)
                && self.moves[index].as_ref().is_some_and(|moves| moves.contains('O'))
            {
                parts.push(format!("{name} between {}", self.names[left]));
            }
        }
        parts.push(match self.diagram.symmetry {
            Symmetry::Rotate => "rotated".into(),
            Symmetry::Mirror => "mirrored".into(),
            Symmetry::None => "independent".into(),
        });
        Some(parts.join(", "))
    }
}

pub fn spell((file, rank): (u16, u16)) -> String {
    format!("{}{}", Topology::file_name(file), rank + 1)
}
