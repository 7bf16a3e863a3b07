//! Weights that foretell the results of games best.
//!
//! Logistic regression: a score stands for a chance to win, and weights are moved so that chances come near to results,
//! but not further from where they were before than the number of positions with the term warrants.

use super::games::{Data, Sample};
use super::sharing::Sharing;
use crate::evaluation::Score;
use crate::evaluation::terms::Layout;
use crate::evaluation::trace::Entry;
use crate::rules::Rules;
use crate::tuning::Scope;

/// How much of the truth about a position is what came of it, step by step to the result of the game; the rest is what the
/// search said there and then. With more, luck counts for too much; with less, a value that is wrong is believed.
const FORESIGHT: f32 = 0.8;
/// One of so many games is kept for seeing how well the others were learnt.
const TEST: u32 = 10;
const EPOCHS: usize = 40;
/// Few positions are gone through more often, so that what is far off can still be moved so far.
const LEAST_STEPS: usize = 600;
const BATCH: usize = 4096;
/// Largest step, in 1/100 of a pawn.
const STEP: f32 = 2.0;

/// The model under way.
struct Model {
    /// Middle game, then end game, by term, then by factor.
    weights: Vec<[f32; 2]>,
    prior: Vec<[f32; 2]>,
    /// 1/doubt²; infinite for what is not to be moved.
    stiffness: Vec<f32>,
    /// Score that stands for odds of e to 1.
    scale: f32,
    /// By sample: the chance to win that it ought to tell.
    targets: Vec<f32>,
}

/// The weights for all terms, and the loss before and after.
pub fn fit(rules: &Rules, data: &Data, scope: Scope) -> (Vec<Score>, [f64; 2]) {
    let layout = rules.weights.layout();
    let sharing = Sharing::of(rules);
    let mut model = Model::new(rules, &sharing, scope);
    let (train, test): (Vec<usize>, Vec<usize>) =
        (0..data.samples.len()).partition(|&at| !data.samples[at].game.is_multiple_of(TEST));
    let test = if test.is_empty() { train.clone() } else { test };
    model.scale = model.best_scale(data, &train);
    model.targets = targets(&data.samples, model.scale);
    let before = model.loss(data, &test);
    model.learn(data, train);
    let after = model.loss(data, &test);
    (model.terms(layout, &sharing), [before * 1e3, after * 1e3])
}

fn entries(data: &Data, at: usize) -> (&Sample, &[Entry]) {
    let start = if at == 0 { 0 } else { data.samples[at - 1].end };
    (&data.samples[at], &data.entries[start..data.samples[at].end])
}

/// What each position ought to tell. The samples of a game follow each other.
fn targets(samples: &[Sample], scale: f32) -> Vec<f32> {
    let mut targets = vec![0.0; samples.len()];
    let mut later: Option<(u32, f32)> = None;
    for (target, sample) in targets.iter_mut().zip(samples).rev() {
        let came = later.filter(|&(game, _)| game == sample.game).map_or(sample.result, |(_, chance)| chance);
        *target = FORESIGHT * came + (1.0 - FORESIGHT) * chance(sample.score / scale);
        later = Some((sample.game, *target));
    }
    targets
}

fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

impl Model {
    fn new(rules: &Rules, sharing: &Sharing, scope: Scope) -> Model {
        let mut prior: Vec<[f32; 2]> =
            rules.weights.terms().iter().map(|score| [score.middle() as f32, score.end() as f32]).collect();
        prior.resize(sharing.doubts().len(), [0.0; 2]);
        let is_free = |term: usize| scope == Scope::Everything || sharing.is_value(term);
        let stiffness = |(term, doubt): (usize, &f32)| if is_free(term) { doubt.powi(-2) } else { f32::INFINITY };
        let stiffness = sharing.doubts().iter().enumerate().map(stiffness).collect();
        Model { weights: prior.clone(), prior, stiffness, scale: 200.0, targets: Vec::new() }
    }

    fn value(&self, sample: &Sample, entries: &[Entry]) -> f32 {
        let mut sum = [0.0; 2];
        for entry in entries {
            let weight = self.weights[entry.term as usize];
            sum[0] += entry.middle * weight[0];
            sum[1] += entry.end * weight[1];
        }
        sample.fixed + sum[0] * sample.phase + sum[1] * (1.0 - sample.phase)
    }

    /// Judged by results alone.
    fn best_scale(&mut self, data: &Data, train: &[usize]) -> f32 {
        let some: Vec<(f32, f32)> = train
            .iter()
            .step_by((train.len() / 20_000).max(1))
            .map(|&at| (self.value(entries(data, at).0, entries(data, at).1), data.samples[at].result))
            .collect();
        let loss = |scale: f32| -> f32 { some.iter().map(|&(value, result)| cross(value / scale, result)).sum() };
        let scales = (0..40).map(|step| 60.0 * 1.08f32.powi(step));
        scales.min_by(|&one, &other| loss(one).total_cmp(&loss(other))).unwrap_or(200.0)
    }

    /// How far chances are from what came of positions, in natural units.
    fn loss(&self, data: &Data, among: &[usize]) -> f64 {
        let one = |&at: &usize| {
            let (sample, entries) = entries(data, at);
            f64::from(cross(self.value(sample, entries) / self.scale, self.targets[at]))
        };
        among.iter().map(one).sum::<f64>() / among.len().max(1) as f64
    }

    /// Adam, with steps that become smaller.
    fn learn(&mut self, data: &Data, mut train: Vec<usize>) {
        let terms = self.weights.len();
        let (mut mean, mut square) = (vec![[0.0f32; 2]; terms], vec![[0.0f32; 2]; terms]);
        let mut random = fastrand::Rng::with_seed(1);
        let batches = train.len().div_ceil(BATCH).max(1);
        let epochs = EPOCHS.max(LEAST_STEPS.div_ceil(batches));
        let steps = epochs * batches;
        let samples = train.len().max(1) as f32;
        let mut step = 0;
        for _ in 0..epochs {
            random.shuffle(&mut train);
            for batch in train.chunks(BATCH) {
                step += 1;
                let mut gradient = self.gradient(data, batch);
                let rate = STEP * (1.0 - step as f32 / (steps + 1) as f32);
                let [one, two] = [0.9f32, 0.999].map(|decay| 1.0 - decay.powi(step));
                for at in (0..terms).filter(|&at| self.stiffness[at].is_finite()) {
                    for part in 0..2 {
                        let slope = &mut gradient[at][part];
                        let off = self.weights[at][part] - self.prior[at][part];
                        *slope += self.stiffness[at] * off / samples;
                        mean[at][part] = 0.9 * mean[at][part] + 0.1 * *slope;
                        square[at][part] = 0.999 * square[at][part] + 0.001 * *slope * *slope;
                        let size = (square[at][part] / two).sqrt() + 1e-9;
                        self.weights[at][part] -= rate * (mean[at][part] / one) / size;
                    }
                }
            }
        }
    }

    fn gradient(&self, data: &Data, batch: &[usize]) -> Vec<[f32; 2]> {
        let part = |part: &[usize]| {
            let mut gradient = vec![[0.0f32; 2]; self.weights.len()];
            for &at in part {
                let (sample, entries) = entries(data, at);
                let off = chance(self.value(sample, entries) / self.scale) - self.targets[at];
                let off = off / self.scale / batch.len() as f32;
                for entry in entries {
                    let slope = &mut gradient[entry.term as usize];
                    slope[0] += off * entry.middle * sample.phase;
                    slope[1] += off * entry.end * (1.0 - sample.phase);
                }
            }
            gradient
        };
        let (left, right) = batch.split_at(batch.len() / 2);
        let (mut one, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| part(right));
            (part(left), other.join().unwrap_or_default())
        });
        for (sum, add) in one.iter_mut().zip(other) {
            sum[0] += add[0];
            sum[1] += add[1];
        }
        one
    }

    /// Rounded, for every term by itself.
    fn terms(&self, layout: &Layout, sharing: &Sharing) -> Vec<Score> {
        let weight = |term: usize| {
            let mut sum = self.weights[sharing.shared(term) as usize];
            for factor in sharing.factors(term) {
                sum = [0, 1].map(|part| sum[part] + self.weights[factor as usize][part]);
            }
            let [middle, end] = sum.map(|part| part.round().clamp(-9_000.0, 9_000.0) as i32);
            Score::new(middle, end)
        };
        (0..layout.total()).map(weight).collect()
    }
}

/// Cross entropy of a result and the chance that a score stands for.
fn cross(score: f32, result: f32) -> f32 {
    let chance = chance(score).clamp(1e-6, 1.0 - 1e-6);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}
