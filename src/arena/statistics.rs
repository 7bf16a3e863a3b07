//! What results mean: Elo with error bars, and the sequential test.
//!
//! Two games with the same opening and colours reversed are one observation, since an opening that favours a side
//! helps both engines once. All is seen from the first engine.

use super::keyed;

/// Results so far. A pair's score is counted in half points, 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub pairs: [u32; 5],
}

/// A standard normal variable is within this of zero in 95 of 100 cases.
const WIDTH: f64 = 1.959_964;

impl Tally {
    /// A game has ended, with so many half points for the first engine.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Both games of a pair have ended.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn merge(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, more)| *sum += more);
    }

    /// Points per game, 0 to 1.
    pub fn mean(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }

    /// The variance of the mean: from pairs where nearly all games are of one, else as if games were independent.
    fn variance_of_mean(&self) -> f64 {
        let pairs = self.pairs.iter().sum::<u32>();
        let games = self.games();
        if pairs >= 2 && 2 * pairs + 2 >= games {
            // A sample is a little too near to its own mean: one less in the denominator makes up for that.
            return moments(&self.pairs.map(f64::from)).1 / f64::from(pairs - 1);
        }
        let mean = self.mean();
        let squares = (f64::from(self.wins) + 0.25 * f64::from(self.draws)) / f64::from(games.max(1));
        (squares - mean * mean).max(0.0) / f64::from(games.max(1))
    }

    /// Elo difference, and the ends of an interval that holds the true one in 95 of 100 cases. Infinite where all
    /// games went one way.
    ///
    /// This is Wilson's interval with as many games as a coin would need for the variance that was seen.
    pub fn elo(&self) -> [f64; 3] {
        let (mean, variance, games) = (self.mean(), self.variance_of_mean(), f64::from(self.games()));
        if games == 0.0 {
            return [0.0, f64::NEG_INFINITY, f64::INFINITY];
        }
        let spread = mean * (1.0 - mean);
        // Pairs that all ended alike say little about how much they vary.
        let worth = if variance > 0.0 && spread > 0.0 { (spread / variance).min(4.0 * games) } else { games };
        let square = WIDTH * WIDTH;
        let middle = (mean + square / (2.0 * worth)) / (1.0 + square / worth);
        let half = WIDTH * (spread / worth + square / (4.0 * worth * worth)).sqrt() / (1.0 + square / worth);
        let end = |score: f64| elo_of(if (1e-9..=1.0 - 1e-9).contains(&score) { score } else { score.round().abs() });
        [elo_of(mean), end(middle - half), end(middle + half)]
    }

    /// The chance that the first engine is the stronger one, judged by the results alone.
    pub fn superiority(&self) -> f64 {
        match self.variance_of_mean().sqrt() {
            deviation if deviation > 0.0 => normal((self.mean() - 0.5) / deviation),
            _ => match (self.wins, self.losses) {
                (wins, losses) if wins + losses > 0 => {
                    normal((f64::from(wins) - f64::from(losses)) / f64::from(wins + losses).sqrt())
                }
                _ => 0.5,
            },
        }
    }
}

/// Mean and variance of a pair's score, 0 to 1.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total = counts.iter().sum::<f64>();
    let sum = |value: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(at, count)| count * value(at as f64 / 4.0)).sum::<f64>() / total
    };
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean) * (score - mean)))
}

/// How much less likely these pairs are, as a logarithm, if their mean is `score` than if it is what they say.
///
/// The likeliest shares of that mean are those counted, each divided by `1 + t * (value - score)` (Owen, Empirical Likelihood); `t` is
/// where their mean is right, between the ends at which one of them is infinite.
fn strain(counts: &[f64; 5], score: f64) -> f64 {
    let parts = || counts.iter().enumerate().map(|(at, count)| (count, at as f64 / 4.0 - score));
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let t = (low + high) / 2.0;
        let excess: f64 = parts().map(|(count, value)| count * value / (1.0 + t * value)).sum();
        *(if excess > 0.0 { &mut low } else { &mut high }) = t;
    }
    parts().map(|(count, value)| count * (1.0 + low * value).ln()).sum()
}

/// The Elo difference at which this score is expected.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that is expected at this Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The part of a normal distribution below this many standard deviations.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17, off by less than 1e-7.
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let coefficients = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let tail = coefficients.iter().fold(0.0, |sum, c| (sum + c) * t) * (-x * x / 2.0).exp()
        / (2.0 * std::f64::consts::PI).sqrt();
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The chance to accept `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` if `elo1` is true.
    pub beta: f64,
}

/// What the test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Elo0,
    Elo1,
}

impl Sprt {
    /// `elo0=0,elo1=5,alpha=.05,beta=.05`
    pub fn parse(text: &str) -> Result<Sprt, String> {
        let defaults = [("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05)];
        let [elo0, elo1, alpha, beta] = keyed(text, defaults)?;
        let chance = |value: f64| (1e-6..0.5).contains(&value);
        if elo0 >= elo1 {
            return Err("`elo0` must be less than `elo1`".to_owned());
        }
        if !chance(alpha) || !chance(beta) {
            return Err("`alpha` and `beta` are chances between 0 and 0.5".to_owned());
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The test ends when the ratio leaves these.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the likelihood ratio: each of the two differences explains what was seen as well as any distribution of
    /// pairs' scores with its mean can.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.pairs.iter().sum::<u32>() < 2 {
            return 0.0;
        }
        // A trace of each result: what hasn't been seen yet is possible.
        let counts = tally.pairs.map(|count| f64::from(count) + 1e-3);
        let [low, high] = [self.elo0, self.elo1].map(|elo| strain(&counts, score_of(elo)));
        low - high
    }

    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        let ([low, high], ratio) = (self.bounds(), self.ratio(tally));
        match ratio {
            _ if ratio <= low => Some(Verdict::Elo0),
            _ if ratio >= high => Some(Verdict::Elo1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    #[test]
    fn equal_results_are_no_difference_and_bars_are_alike_on_both_sides() {
        let [elo, low, high] = Tally { wins: 30, draws: 40, losses: 30, pairs: [0; 5] }.elo();
        near(elo, 0.0, 1e-9);
        near(low, -high, 1e-9);
        near(elo_of(0.75), 190.848_501_9, 1e-6);
        near(score_of(elo_of(0.64)), 0.64, 1e-12);
    }

    #[test]
    fn error_bars_are_those_computed_by_hand() {
        // Without draws or pairs this is the textbook's Wilson interval: 60 of 100 is 0.5020 to 0.6906.
        let [elo, low, high] = Tally { wins: 60, draws: 0, losses: 40, pairs: [0; 5] }.elo();
        near(elo, 70.436_504, 1e-4);
        near(score_of(low), 0.502_003, 1e-5);
        near(score_of(high), 0.690_599, 1e-5);
        // Every pair even: an opening decides each game, and the engines are equal for sure. At least four times as
        // sure as from games that know nothing of each other.
        let paired = Tally { wins: 50, draws: 0, losses: 50, pairs: [0, 0, 50, 0, 0] };
        let alone = Tally { pairs: [0; 5], ..paired };
        assert!(paired.elo()[2] <= alone.elo()[2]);
        // Pairs of 0, 1/4 and 3/4 of their points: mean 1/3, variance (1/9 + 1/144 + 25/144) / 3 = 7/72, of the mean 7/144.
        let few = Tally { wins: 1, draws: 2, losses: 3, pairs: [1, 1, 0, 1, 0] };
        near(few.mean(), 1.0 / 3.0, 1e-12);
        near(few.variance_of_mean(), 7.0 / 144.0, 1e-12);
    }

    #[test]
    fn all_won_is_infinite_with_a_finite_lower_end() {
        let [elo, low, high] = Tally { wins: 10, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 5] }.elo();
        assert_eq!((elo, high), (f64::INFINITY, f64::INFINITY));
        // 10 / (10 + 1.96²) of the points at least.
        near(score_of(low), 10.0 / (10.0 + WIDTH * WIDTH), 1e-9);
        assert_eq!(Tally::default().elo()[0], 0.0);
        // Whatever rounding leaves of nothing.
        for losses in 1..60 {
            let [elo, low, high] = Tally { wins: 0, draws: 0, losses, pairs: [0; 5] }.elo();
            assert!(elo == f64::NEG_INFINITY && low == elo && high.is_finite(), "{losses}: {elo} {low} {high}");
        }
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        near(normal(0.0), 0.5, 1e-7);
        near(normal(1.0), 0.841_344_746, 1e-7);
        near(normal(-2.0), 0.022_750_132, 1e-7);
        near(Tally { wins: 5, draws: 9, losses: 5, pairs: [0; 5] }.superiority(), 0.5, 1e-7);
        assert!(Tally { wins: 9, draws: 0, losses: 1, pairs: [0; 5] }.superiority() > 0.99);
    }

    #[test]
    fn the_likelihood_ratio_is_its_formula() {
        let sprt = Sprt::parse("elo0=0,elo1=100").expect("a test");
        let [low, high] = sprt.bounds();
        near(low, (0.05f64 / 0.95).ln(), 1e-12);
        near(high, -low, 1e-12);
        // `elo0` is a mean of 0.5, which these have; `elo1` is one of 1 / (1 + 10^-0.25) = 0.640065. The number is from another program.
        let even = Tally { wins: 0, draws: 0, losses: 0, pairs: [0, 5, 10, 5, 0] };
        near(sprt.ratio(&even), -5.1279, 1e-3);
        // All won: 20 ln(0.640065 / 0.5). All drawn: at best 2 * 0.140065 of the pairs are won instead, 20 ln(1 - 0.28013).
        near(sprt.ratio(&Tally { pairs: [0, 0, 0, 0, 20], ..even }), 4.9390, 2e-3);
        near(sprt.ratio(&Tally { pairs: [0, 0, 20, 0, 0], ..even }), -6.5736, 2e-2);
        assert_eq!(sprt.verdict(&even), Some(Verdict::Elo0));
        let better = Tally { pairs: [0, 0, 2, 10, 8], ..even };
        assert_eq!(sprt.verdict(&better), Some(Verdict::Elo1));
        assert_eq!(sprt.verdict(&Tally::default()), None);
        assert_eq!(sprt.verdict(&Tally { pairs: [0, 0, 1, 0, 0], ..even }), None);
        // Few pairs that are alike, as luck has it, are sure of nothing.
        assert_eq!(sprt.verdict(&Tally { pairs: [0, 0, 0, 0, 6], ..even }), None);
    }

    #[test]
    fn a_test_must_make_sense() {
        assert_eq!(Sprt::parse("elo1=10").map(|sprt| [sprt.elo0, sprt.elo1, sprt.alpha]), Ok([0.0, 10.0, 0.05]));
        for wrong in ["elo0=5", "elo0=9,elo1=1", "alpha=0", "alpha=.9", "elo2=1", "elo0", "elo1=NaN"] {
            assert!(Sprt::parse(wrong).is_err(), "{wrong}");
        }
    }
}
