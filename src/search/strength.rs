//! Playing worse on purpose, for people who want a match.
//!
//! A weaker player thinks less and judges less exactly: fewer nodes, and an error in the value of every position, which
//! is always the same one for the same position. It overlooks what lies deep and misjudges what is close, but it doesn't
//! throw pieces away.

use crate::rules::zobrist::mix;

/// How well to play, in Elo points of chess programs, within [`Strength::LEAST`] and [`Strength::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength(u16);

/// The logarithm of nodes by strength, from 0 for the weakest to 1 for the strongest: this, so much more for each part, and so
/// much for its square. The first doublings are worth far more than the last ones; fitted to games of chess against another
/// program that limits its strength on the same scale.
const BITS: [f64; 3] = [6.2, 3.5, 10.3];
/// The strongest error, in centipawns.
const ERROR: i32 = 150;

impl Strength {
    pub const LEAST: u16 = 500;
    pub const MOST: u16 = 2850;

    pub fn new(elo: u16) -> Strength {
        Strength(elo.clamp(Strength::LEAST, Strength::MOST))
    }

    /// By a level of skill as other engines have it: from -20 for the weakest over 0 (1350 points) to 20 for no limit.
    pub fn of_skill(level: i64) -> Option<Strength> {
        let (middle, levels) = (1350, 20);
        let most = if level < 0 { i64::from(Strength::LEAST) } else { i64::from(Strength::MOST) };
        let elo = middle + level.abs() * (most - middle) / levels;
        (level < levels).then(|| Strength::new(elo.clamp(0, i64::from(Strength::MOST)) as u16))
    }

    pub fn elo(self) -> u16 {
        self.0
    }

    /// How much it looks at before each move.
    pub fn nodes(self) -> u64 {
        let part = f64::from(self.0 - Strength::LEAST) / f64::from(Strength::MOST - Strength::LEAST);
        let [least, linear, square] = BITS;
        (least + part * (linear + part * square)).exp2() as u64
    }

    /// By how many centipawns it misjudges the position with this key.
    pub fn error(self, key: u64) -> i32 {
        let most = ERROR * i32::from(Strength::MOST - self.0) / i32::from(Strength::MOST - Strength::LEAST);
        // The sum of two even throws: small errors are more frequent than great ones.
        let throws = mix(key ^ 0x5354_5245_4e47_5448);
        let throw = |bits: u64| (bits % (most as u64 + 1)) as i32;
        throw(throws & 0xffff_ffff) - throw(throws >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_think_more_and_err_less() {
        let ladder: Vec<Strength> = (0..=10).map(|step| Strength::new(500 + step * 235)).collect();
        assert!(ladder.windows(2).all(|pair| pair[0].nodes() < pair[1].nodes()));
        let errors = |strength: &Strength| (1..1000).map(|key| strength.error(key).abs()).sum::<i32>();
        assert!(ladder.windows(2).all(|pair| errors(&pair[0]) > errors(&pair[1])));
        assert_eq!(errors(&ladder[10]), 0);
        assert_eq!(Strength::new(9000), Strength::new(2850));
    }

    #[test]
    fn skill_goes_up_to_no_limit() {
        let elo = |level| Strength::of_skill(level).map(Strength::elo);
        assert_eq!([elo(-20), elo(0), elo(10), elo(20)], [Some(500), Some(1350), Some(2100), None]);
        assert!((-20..19).all(|level| elo(level) < elo(level + 1)));
    }
}
