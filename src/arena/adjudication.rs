//! Ending games early, when both engines agree on how they will end.

use super::keyed;
use crate::definition::{PerSide, Side};

/// Both players' last scores say that the same one wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Win {
    pub moves: usize,
    pub score: i32,
}

/// Both players' last scores are about even.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// Not before this move.
    pub from: usize,
    pub moves: usize,
    pub score: i32,
}

/// `moves=4,score=600`
pub fn win(text: &str) -> Result<Win, String> {
    let [moves, score] = keyed(text, [("moves", 4.0), ("score", 600.0)])?;
    Ok(Win { moves: moves.max(1.0) as usize, score: score.max(1.0) as i32 })
}

/// `from=40,moves=8,score=10`
pub fn draw(text: &str) -> Result<Draw, String> {
    let [from, moves, score] = keyed(text, [("from", 40.0), ("moves", 8.0), ("score", 10.0)])?;
    Ok(Draw { from: from.max(0.0) as usize, moves: moves.max(1.0) as usize, score: score.max(0.0) as i32 })
}

/// When games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    pub win: Option<Win>,
    pub draw: Option<Draw>,
}

/// What the players of one game have said, each from the first player's point of view.
#[derive(Default)]
pub struct Scores(PerSide<Vec<Option<i32>>>);

impl Scores {
    /// A player has moved; `None` if it didn't say what it thinks.
    pub fn add(&mut self, side: Side, score: Option<i32>) {
        let score = score.map(|score| if side == Side::First { score } else { -score });
        self.0[side].push(score);
    }

    /// Who wins, or `None` for a draw; nothing if the game goes on.
    pub fn verdict(&self, rules: &Rules) -> Option<Option<Side>> {
        let all = |moves: usize, test: &dyn Fn(i32) -> bool| {
            Side::BOTH.into_iter().all(|side| {
                let said = &self.0[side];
                let last = said.len().checked_sub(moves).and_then(|first| said.get(first..));
                last.is_some_and(|last| last.iter().all(|score| score.is_some_and(test)))
            })
        };
        if let Some(win) = rules.win {
            if all(win.moves, &|score| score >= win.score) {
                return Some(Some(Side::First));
            }
            if all(win.moves, &|score| score <= -win.score) {
                return Some(Some(Side::Second));
            }
        }
        let draw = rules.draw?;
        let late = Side::BOTH.into_iter().all(|side| self.0[side].len() >= draw.from);
        (late && all(draw.moves, &|score| score.abs() <= draw.score)).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_must_agree_for_so_many_moves() {
        let rules = Rules { win: Some(Win { moves: 2, score: 500 }), draw: Some(Draw { from: 3, moves: 2, score: 5 }) };
        let mut scores = Scores::default();
        let mut play = |first, second| {
            scores.add(Side::First, first);
            scores.add(Side::Second, second);
            scores.verdict(&rules)
        };
        assert_eq!(play(Some(600), Some(-700)), None);
        assert_eq!(play(Some(600), Some(-700)), Some(Some(Side::First)));
        assert_eq!(play(Some(600), None), None);
        assert_eq!(play(Some(5), Some(0)), None);
        assert_eq!(play(Some(0), Some(-5)), Some(None));
        assert_eq!(play(Some(-501), Some(400)), None);
    }

    #[test]
    fn rules_are_read_with_defaults_for_what_is_not_said() {
        assert_eq!(win("score=900"), Ok(Win { moves: 4, score: 900 }));
        assert_eq!(draw("from=60"), Ok(Draw { from: 60, moves: 8, score: 10 }));
        assert!(win("scor=900").is_err_and(|why| why.contains("moves, score")));
        assert!(draw("from").is_err() && draw("from=x").is_err());
    }
}
