//! Edit mode: how GUIs that don't know `setboard` set up a position, square by square.

use super::super::session::Session;
use crate::definition::Side;
use crate::game::Game;
use crate::notation::{self, Dialect};
use crate::position::fen::{self, Parts};
use crate::rules::topology::Square;
use hashbrown::HashMap;

/// A position that is being put together.
pub struct Edit {
    /// Symbols of pieces, as a FEN has them.
    pieces: HashMap<Square, String>,
    side: Side,
}

impl Edit {
    /// Begins with what is on the board.
    pub fn begin(session: &Session) -> Edit {
        let (rules, position) = (session.rules(), session.game().position());
        let symbol = |square: Square| {
            let piece = position.at(square);
            (!piece.is_empty()).then(|| (square, rules.kind(piece.kind()).symbol[piece.side()].clone()))
        };
        Edit { pieces: rules.topology().squares().filter_map(symbol).collect(), side: Side::First }
    }

    /// One line: `#` clears, `c` changes the colour, `Pa4` puts a piece, `xa4` takes one away.
    pub fn line(&mut self, text: &str, session: &Session) -> Result<(), String> {
        match text.trim() {
            "" => return Ok(()),
            "#" => self.pieces.clear(),
            "c" | "C" => self.side = self.side.other(),
            text => {
                let split = text.char_indices().map(|(at, _)| at).filter(|&at| at > 0);
                let parts = split.filter_map(|at| Some((text.get(..at)?, text.get(at..)?)));
                let found = parts.filter_map(|(letter, square)| {
                    Some((letter, notation::find_square(session.rules(), square, Dialect::Cecp)?))
                });
                let known = |letter: &str| {
                    let kinds = session.rules().kinds.iter();
                    let symbols = kinds.map(|info| &info.symbol);
                    symbols.into_iter().find(|symbol| symbol[Side::First].eq_ignore_ascii_case(letter)).cloned()
                };
                for (letter, square) in found {
                    if letter.eq_ignore_ascii_case("x") && known(letter).is_none() {
                        self.pieces.remove(&square);
                        return Ok(());
                    }
                    if let Some(symbol) = known(letter) {
                        self.pieces.insert(square, symbol[self.side].clone());
                        return Ok(());
                    }
                }
                return Err("a piece and its square are wanted, Pa4, or # c x or a full stop".to_owned());
            }
        }
        Ok(())
    }

    /// The position as a FEN, with all the rights that are possible; the player to move stays.
    pub fn fen(&self, session: &Session) -> String {
        let topology = session.rules().topology();
        let cell = |square: Square| match topology.is_hole(square) {
            true => Some("*"),
            false => self.pieces.get(&square).map(String::as_str),
        };
        let row =
            |rank: u16| fen::show_row((0..topology.files()).filter_map(|file| topology.square(file, rank)).map(cell));
        let board: Vec<String> = (0..topology.ranks()).rev().map(row).collect();
        let present = session.game().fen();
        let board = board.join("/");
        let edited = Parts { board: &board, before: "-", rest: "0 1", ..Parts::of(session.rules(), &present) };
        // Where the start is drawn by lot kings and rooks may stand elsewhere than there.
        let at_start = session.definition().start.fen.split(' ').nth(2).unwrap_or("-").chars().filter(|&c| c != '-');
        let rights: Vec<char> =
            if session.definition().castling.is_empty() { "" } else { "KQkq" }.chars().chain(at_start).collect();
        let with = |rights: &str| Parts { rights, ..edited }.to_string();
        let sound = |rights: &str| Game::from_fen(session.rules().clone(), &with(rights)).is_ok();
        let kept: String = rights.into_iter().filter(|right| sound(&right.to_string())).collect();
        if kept.is_empty() || !sound(&kept) { with("-") } else { with(&kept) }
    }
}
