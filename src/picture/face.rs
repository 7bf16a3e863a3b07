//! What boards and pieces look like, as far as the rules tell.

use crate::definition::{Definition, PromotionTo, Side};
use crate::rules::{Piece, Rules};

/// The style of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Light and dark squares.
    Checkered,
    /// Squares alike, with wedges that point forward.
    Plain,
    /// Pieces on the crossings of lines.
    Points,
}

/// The look of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub style: Style,
    /// Words for the ink of each player.
    pub inks: [&'static str; 2],
}

/// One side of a piece, as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    pub kind: Shape,
    pub side: Side,
    /// What it is called: `white knight`.
    pub title: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One of the six chessmen, by the first player's glyph.
    Chessman(char),
    /// Letters or a character on a disc.
    Disc(String),
    /// On a wedge; turned over if promoted.
    Wedge {
        text: String,
        promoted: bool,
    },
    Wall,
}

impl Look {
    /// Pieces that turn over to promote have a front and no chessmen among them; characters that differ for the players stand on
    /// points; everything else is chess.
    pub fn of(definition: &Definition) -> Look {
        let glyphs = || definition.pieces.iter().filter_map(|piece| piece.glyphs[Side::First]);
        let turns_over = definition.promotions.iter().any(|rule| matches!(rule.to, PromotionTo::Partner(_)));
        let style = if glyphs().any(is_chessman) {
            Style::Checkered
        } else if turns_over {
            Style::Plain
        } else if glyphs().next().is_some() {
            Style::Points
        } else {
            Style::Checkered
        };
        let named = |side: Side| ink(&definition.presentation.colours[side]);
        let inks = match (named(Side::First), named(Side::Second)) {
            (Some(first), Some(second)) if style == Style::Points => [first, second],
            _ => ["light", "dark"],
        };
        Look { style, inks }
    }
}

/// Players that are called by a colour.
fn ink(player: &str) -> Option<&'static str> {
    const INKS: [&str; 4] = ["red", "black", "blue", "green"];
    INKS.into_iter().find(|ink| player.eq_ignore_ascii_case(ink))
}

/// The chessmen that have a drawing of their own.
fn is_chessman(glyph: char) -> bool {
    ('♔'..='♙').contains(&glyph)
}

impl Face {
    pub fn of(rules: &Rules, look: Look, piece: Piece) -> Face {
        let (info, side) = (rules.kind(piece.kind()), piece.side());
        let base = rules.definition.piece(info.base);
        let name = rules.kind_name(piece.kind());
        if info.is_wall {
            return Face { kind: Shape::Wall, side, title: "wall".to_owned() };
        }
        let symbol = &info.symbol[side];
        let letters = symbol.trim_start_matches('[').replace(']', "");
        let glyph = base.glyphs[side];
        let text = || glyph.map_or(letters.clone(), String::from);
        let promoted = symbol.starts_with('+');
        let kind = match (look.style, base.glyphs[Side::First]) {
            (_, Some(glyph)) if is_chessman(glyph) && info.base == piece.kind() => Shape::Chessman(glyph),
            (Style::Plain, _) => {
                let text = if glyph.is_some() { text() } else { letters.trim_start_matches('+').to_uppercase() };
                Shape::Wedge { text, promoted }
            }
            (Style::Points, _) => Shape::Disc(text()),
            // A derived kind looks like its letters, `Q~`.
            (Style::Checkered, _) => Shape::Disc(letters.clone()),
        };
        Face { kind, side, title: format!("{} {name}", rules.definition.player(side)) }
    }
}
