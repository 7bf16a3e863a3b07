//! `griffon weights`: what pieces, places and threats count in a variant.

use super::{Fault, Terminal, game};
use crate::definition::{Kind, Library, Side};
use crate::evaluation::Score;
use crate::evaluation::fitted;
use crate::evaluation::terms::Group;
use crate::rules::{Piece, Rules};
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    variant: String,
    /// Only what pieces are worth, wherever they stand: to see what all the rest is good for
    #[arg(long)]
    material: bool,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let rules = game::rules(library, &arguments.variant)?;
    let mut terms = rules.weights.terms().to_vec();
    let mut comment =
        "Middle game and end game, in 1/100 of a pawn; a line has squares from a1 on, rank by rank.".to_owned();
    if arguments.material {
        flatten(&rules, &mut terms);
        comment.push_str("\nMaterial only.");
    }
    terminal.out.write_all(fitted::show(&rules, rules.weights.layout(), &terms, &Group::ALL, &comment).as_bytes())?;
    Ok(true)
}

/// A piece is worth the same everywhere, and nothing else counts.
fn flatten(rules: &Rules, terms: &mut [Score]) {
    let layout = rules.weights.layout();
    for group in Group::ALL.into_iter().filter(|&group| group != Group::Square && group != Group::Hand) {
        let start = layout.at(group, 0, 0);
        terms[start..start + layout.items(group) * layout.stride(group)].fill(Score::default());
    }
    let squares: Vec<usize> = rules.topology().squares().map(|square| square.index()).collect();
    for kind in 0..rules.kinds.len() {
        for side in Side::BOTH {
            let piece = Piece::new(Kind(kind as u16), side);
            let place = |&square: &usize| layout.of_piece(Group::Square, piece, square);
            let sum: i32 = squares.iter().map(|square| terms[place(square)].middle()).sum();
            let mean = if rules.kinds[kind].royal { 0 } else { sum / squares.len().max(1) as i32 };
            squares.iter().for_each(|square| terms[place(square)] = Score::new(mean, mean));
        }
    }
}
