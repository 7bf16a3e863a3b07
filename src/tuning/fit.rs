//! Weights that foretell the results of games best.
//!
//! Logistic regression: a score stands for a chance to win, and weights are moved so that chances come near to results,
//! but not further from where they were before than the number of positions with the term warrants.

use super::data::{Data, Sample, Told};
use super::sharing::Sharing;
use crate::evaluation::Score;
use crate::evaluation::trace::Entry;
use crate::rules::Rules;
use crate::tuning::Scope;

/// How much of the truth about a position is what came of it, step by step to the result of the game; the rest is what the
/// search said there and then. With more, luck counts for too much; with less, a value that is wrong is believed.
const FORESIGHT: f32 = 0.8;
/// One of so many games is kept for seeing how well the others were learnt.
const TEST: u32 = 10;
/// A scale is found by so many positions, or by fewer, but not by fewer than these.
const SOME: usize = 20_000;
const FEW: usize = 500;
/// The scale where no result is known.
const USUAL: f32 = 200.0;
const EPOCHS: usize = 40;
/// Few positions are gone through more often, so that what is far off can still be moved so far.
const LEAST_STEPS: usize = 600;
const BATCH: usize = 4096;
/// Largest step, in 1/100 of a pawn.
const STEP: f32 = 2.0;

/// The model under way.
struct Model {
    /// Middle game, then end game, by term, then by factor: what each adds.
    parts: Vec<[f32; 2]>,
    prior: Vec<[f32; 2]>,
    /// 1/doubt²; infinite for what is not to be moved.
    stiffness: Vec<f32>,
    /// Score that stands for odds of e to 1.
    scale: f32,
    /// By term: its own part and those of its factors together.
    weights: Vec<[f32; 2]>,
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
    model.scale = model.scale(data, &train);
    model.targets = targets(&data.samples, scale_of_scores(&data.samples).unwrap_or(model.scale));
    let before = model.loss(data, &test);
    model.learn(data, &sharing, train);
    let after = model.loss(data, &test);
    (model.terms(layout.total(), &sharing), [before * 1e3, after * 1e3])
}

/// What each position ought to tell. The samples of a game follow each other.
fn targets(samples: &[Sample], scale: f32) -> Vec<f32> {
    let mut targets = vec![0.0; samples.len()];
    let mut later: Option<(u32, f32)> = None;
    for (target, sample) in targets.iter_mut().zip(samples).rev() {
        let Told { result, score } = sample.told;
        let told = score.map(|score| chance(score / scale));
        let came = later.filter(|&(game, _)| game == sample.game).map(|(_, chance)| chance);
        let came = came.or(result).or(told).unwrap_or(0.5);
        let then = told.unwrap_or(came);
        *target = FORESIGHT * came + (1.0 - FORESIGHT) * then;
        later = Some((sample.game, *target));
    }
    targets
}

/// Of what the search, or another judge, said; `None` if too few of the results are known.
fn scale_of_scores(samples: &[Sample]) -> Option<f32> {
    let some = samples.iter().step_by((samples.len() / SOME).max(1));
    let told: Vec<_> = some.filter_map(|sample| Some((sample.told.score?, sample.told.result?))).collect();
    (told.len() >= FEW).then(|| best_scale(&told))
}

/// The score that stands for odds of e to 1 where scores with these results are to be foretold.
fn best_scale(told: &[(f32, f32)]) -> f32 {
    if told.is_empty() {
        return USUAL;
    }
    let loss = |scale: f32| -> f32 { told.iter().map(|&(score, result)| cross(score / scale, result)).sum() };
    let scales = (0..40).map(|step| 60.0 * 1.08f32.powi(step));
    scales.min_by(|&one, &other| loss(one).total_cmp(&loss(other))).unwrap_or(USUAL)
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
        let mut model =
            Model { parts: prior.clone(), prior, stiffness, scale: USUAL, weights: Vec::new(), targets: Vec::new() };
        model.add_up(sharing);
        model
    }

    fn add_up(&mut self, sharing: &Sharing) {
        let weight = |term: usize| {
            let factors = sharing.factors(term).map(|factor| self.parts[factor as usize]);
            factors.fold(self.parts[term], |sum, part| [sum[0] + part[0], sum[1] + part[1]])
        };
        self.weights = (0..sharing.terms()).map(weight).collect();
    }

    fn value(&self, (sample, entries): (&Sample, &[Entry])) -> f32 {
        let mut sum = [0.0; 2];
        for entry in entries {
            let weight = self.weights[entry.term as usize];
            sum[0] += entry.middle * weight[0];
            sum[1] += entry.end * weight[1];
        }
        sample.fixed + sum[0] * sample.phase + sum[1] * (1.0 - sample.phase)
    }

    /// Judged by results alone.
    fn scale(&self, data: &Data, train: &[usize]) -> f32 {
        let some = train.iter().step_by((train.len() / SOME).max(1));
        let told = some.filter_map(|&at| Some((self.value(data.sample(at)), data.samples[at].told.result?)));
        best_scale(&told.collect::<Vec<_>>())
    }

    /// How far chances are from what came of positions, in natural units.
    fn loss(&self, data: &Data, among: &[usize]) -> f64 {
        let one = |&at: &usize| f64::from(cross(self.value(data.sample(at)) / self.scale, self.targets[at]));
        among.iter().map(one).sum::<f64>() / among.len().max(1) as f64
    }

    /// Adam, with steps that become smaller.
    fn learn(&mut self, data: &Data, sharing: &Sharing, mut train: Vec<usize>) {
        let parts = self.parts.len();
        let (mut mean, mut square) = (vec![[0.0f32; 2]; parts], vec![[0.0f32; 2]; parts]);
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
                gradient.resize(parts, [0.0; 2]);
                for term in 0..sharing.terms() {
                    let [middle, end] = gradient[term];
                    for factor in sharing.factors(term) {
                        gradient[factor as usize][0] += middle;
                        gradient[factor as usize][1] += end;
                    }
                }
                let rate = STEP * (1.0 - step as f32 / (steps + 1) as f32);
                let [one, two] = [0.9f32, 0.999].map(|decay| 1.0 - decay.powi(step));
                for at in (0..parts).filter(|&at| self.stiffness[at].is_finite()) {
                    for part in 0..2 {
                        let slope = &mut gradient[at][part];
                        let off = self.parts[at][part] - self.prior[at][part];
                        *slope += self.stiffness[at] * off / samples;
                        mean[at][part] = 0.9 * mean[at][part] + 0.1 * *slope;
                        square[at][part] = 0.999 * square[at][part] + 0.001 * *slope * *slope;
                        let size = (square[at][part] / two).sqrt() + 1e-9;
                        self.parts[at][part] -= rate * (mean[at][part] / one) / size;
                    }
                }
                self.add_up(sharing);
            }
        }
    }

    /// By term.
    fn gradient(&self, data: &Data, batch: &[usize]) -> Vec<[f32; 2]> {
        let part = |part: &[usize]| {
            let mut gradient = vec![[0.0f32; 2]; self.weights.len()];
            for &at in part {
                let (sample, entries) = data.sample(at);
                let off = chance(self.value((sample, entries)) / self.scale) - self.targets[at];
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

    /// Rounded; those that are shared, too.
    fn terms(&self, total: usize, sharing: &Sharing) -> Vec<Score> {
        let weight = |term: usize| {
            let [middle, end] = self.weights[sharing.shared(term) as usize];
            let [middle, end] = [middle, end].map(|part| part.round().clamp(-9_000.0, 9_000.0) as i32);
            Score::new(middle, end)
        };
        (0..total).map(weight).collect()
    }
}

/// Cross entropy of a result and the chance that a score stands for.
fn cross(score: f32, result: f32) -> f32 {
    let chance = chance(score).clamp(1e-6, 1.0 - 1e-6);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}
