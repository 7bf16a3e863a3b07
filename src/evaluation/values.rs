//! What each kind of piece is worth, from how it moves on this board.
//!
//! A knight on an 8x8 board sets the scale; everything else follows from expected mobility, with captures and quiet
//! moves of equal weight, forward moves worth more, and a piece that gets twice as far worth a little more than twice
//! as much. What a piece may become adds to what it is.

use super::mobility::{self, CERTAIN, Density, PATIENCE, Target};
use crate::definition::{Condition, Kind, Side, Verdict};
use crate::rules::Rules;
use crate::rules::step::END;
use crate::rules::topology::Square;
use hashbrown::HashMap;
use std::ops::AddAssign;

/// Value and weighted mobility of a knight in the middle game of chess.
const KNIGHT: (f64, f64) = (320.0, 3.76);

/// A kind of one side.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// On the board, wherever it stands, without what it may become.
    pub value: f64,
    /// What it would gain by promoting.
    pub gain: f64,
    /// Weighted mobility by sampled square; see [`Sample`].
    pub mobility: Vec<f64>,
    /// Moves it has on average.
    pub moves: f64,
    /// How far it gets forward in one move, in ranks, if it goes as far as it can.
    pub forward_reach: u16,
    /// It never moves backward or sideways.
    pub only_forward: bool,
    /// It only ever sees squares of one colour.
    pub keeps_colour: bool,
    /// Part of its moves that go three squares or more: it gains where the board empties.
    pub far: f64,
}

/// The squares looked at: all of them on small boards, a grid on large ones.
pub struct Sample {
    pub squares: Vec<Square>,
    /// By cell: which of `squares` stands for it.
    pub nearest: Vec<usize>,
    /// By cell: its file and its rank as the first player counts.
    places: Vec<(i32, i32)>,
}

impl Sample {
    /// Bounded, so that a variant with hundreds of kinds on a huge board still loads at once.
    pub fn new(rules: &Rules) -> Sample {
        const MOST_LOOKS: usize = 6000;
        let board = rules.topology();
        let looks = board.cells() * rules.definition.pieces.len();
        let stride = ((looks as f64 / MOST_LOOKS as f64).sqrt().ceil() as u16).max(1);
        // The same grid seen from both ends, so that the players get the same numbers.
        let snap = |at: u16, length: u16| {
            let half = at.min(length - 1 - at);
            let snapped = (half / stride * stride + stride / 2).min((length - 1) / 2);
            if at == half { snapped } else { length - 1 - snapped }
        };
        let mut squares: Vec<Square> = Vec::new();
        let mut index_of = vec![usize::MAX; board.cells()];
        let mut nearest = vec![0; board.cells()];
        for square in (0..board.cells()).map(Square::from_index) {
            let (file, rank) = (snap(board.file(square), board.files()), snap(board.rank(square), board.ranks()));
            let stand_in = board.square(file, rank).unwrap_or(square);
            let stand_in = if board.is_hole(stand_in) { square } else { stand_in };
            if index_of[stand_in.index()] == usize::MAX {
                index_of[stand_in.index()] = squares.len();
                squares.push(stand_in);
            }
            nearest[square.index()] = index_of[stand_in.index()];
        }
        let place = |square| (i32::from(board.file(square)), i32::from(board.rank(square)));
        let places = (0..board.cells()).map(Square::from_index).map(place).collect();
        Sample { squares, nearest, places }
    }
}

/// The formula from mobility to value.
#[derive(Clone, Copy)]
pub struct Scale {
    exponent: f64,
}

impl Scale {
    /// Where captured pieces come back, strong pieces are exchanged more easily and count for less.
    pub fn of(rules: &Rules) -> Scale {
        Scale { exponent: if rules.captures_to.is_some() { 0.95 } else { 1.15 } }
    }

    pub fn value(self, mobility: f64) -> f64 {
        KNIGHT.0 * (mobility / KNIGHT.1).powf(self.exponent)
    }
}

/// The worth of every kind, by piece code less two.
pub fn all(rules: &Rules, sample: &Sample) -> Vec<Worth> {
    let density = Density::of_middle_game(rules);
    let scale = Scale::of(rules);
    let of_side = |side: Side| {
        let mut looker = Looker { rules, sample, density: &density, scale, side, known: HashMap::new() };
        let mut worths: Vec<Worth> = Vec::with_capacity(rules.kinds.len());
        for (index, info) in rules.kinds.iter().enumerate() {
            // Forms derived from a kind move as it does.
            let known = (info.base.index() < index).then(|| worths[info.base.index()].clone());
            worths.push(known.unwrap_or_else(|| looker.plain(Kind(index as u16))));
        }
        worths
    };
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| of_side(Side::Second));
        (of_side(Side::First), second.join().unwrap_or_else(|failure| std::panic::resume_unwind(failure)))
    });
    let mut worths: Vec<Worth> = first.into_iter().zip(second).flat_map(|(one, other)| [one, other]).collect();
    for index in 0..worths.len() {
        let (kind, side) = (index / 2, index % 2);
        let promotions = rules.sides.0[side].movers[kind].promotions.as_ref();
        let best = promotions
            .into_iter()
            .flat_map(|promotions| promotions.targets())
            .map(|target| worths[target.index() * 2 + side].value)
            .fold(0.0, f64::max);
        worths[index].gain = (best - worths[index].value).max(0.0);
    }
    worths
}

/// What is found along walks: how much, and how far ahead.
///
/// The sums are exact in binary, so that adding up in another order gives the same.
#[derive(Clone, Copy, Default)]
struct Ways {
    mobility: f64,
    moves: f64,
    far: f64,
    /// Some go to a square of the other colour.
    changes_colour: bool,
    /// Some don't go forward.
    stays_back: bool,
    stride: i32,
}

impl AddAssign for Ways {
    fn add_assign(&mut self, other: Ways) {
        self.mobility += other.mobility;
        self.moves += other.moves;
        self.far += other.far;
        self.changes_colour |= other.changes_colour;
        self.stays_back |= other.stays_back;
        self.stride = self.stride.max(other.stride);
    }
}

/// Looks along the walks of one side's kinds; what several kinds share is looked at once.
struct Looker<'a> {
    rules: &'a Rules,
    sample: &'a Sample,
    density: &'a Density,
    scale: Scale,
    side: Side,
    /// By root and origin: what is found, and the patience it took.
    known: HashMap<(u32, Square), (Ways, u32)>,
}

impl Looker<'_> {
    fn along(&self, root: u32, from: Square, patience: &mut u32) -> Ways {
        let (file, start) = self.sample.places[from.index()];
        let rarity = self.density.rarity_of_captures();
        let mut ways = Ways::default();
        let mut add = |to: Square, how: Target, chance: u64| {
            let (to_file, rank) = self.sample.places[to.index()];
            let ahead = if self.side == Side::First { rank - start } else { start - rank };
            let direction = match ahead {
                1.. => 1.25,
                0 => 1.0,
                _ => 0.875,
            };
            let rarity = if how == Target::Capture { rarity } else { 1.0 };
            // A cast is much cheaper than `round`, and the same for what is never negative.
            let weight = (direction * rarity * chance as f64 + 0.5) as u64;
            ways.mobility += weight as f64 / (2 * CERTAIN) as f64;
            let (aside, chance) = (to_file - file, chance as f64 / CERTAIN as f64);
            ways.moves += chance;
            if aside.abs() > 2 || ahead.abs() > 2 {
                ways.far += chance;
            }
            ways.changes_colour |= (aside + ahead) & 1 != 0;
            ways.stays_back |= ahead <= 0;
            ways.stride = ways.stride.max(ahead);
        };
        mobility::targets(&self.rules.sides[self.side].steps, self.density, root, patience, &mut add);
        ways
    }

    /// The same from memory, if it is more than a step.
    fn remembered(&mut self, root: u32, from: Square, patience: &mut u32) -> Ways {
        if self.rules.sides[self.side].steps[root as usize].branches().iter().all(|&next| next == END) {
            return self.along(root, from, patience);
        }
        if let Some(&(ways, spent)) = self.known.get(&(root, from))
            && spent < *patience
        {
            *patience -= spent;
            return ways;
        }
        let before = *patience;
        let ways = self.along(root, from, patience);
        if *patience > 0 {
            self.known.insert((root, from), (ways, before - *patience));
        }
        ways
    }

    fn plain(&mut self, kind: Kind) -> Worth {
        let (rules, side) = (self.rules, self.side);
        let board = rules.topology();
        let confined = rules.confined(kind, side);
        let mover = &rules.sides[side].movers[kind.index()];
        let (mut mobility, mut all) = (Vec::with_capacity(self.sample.squares.len()), Ways::default());
        let (mut places, mut strides, mut striding) = (0.0, 0, 0);
        for &from in &self.sample.squares {
            let mut here = Ways::default();
            if confined.is_none_or(|zone| zone.contains(from)) && !board.is_hole(from) {
                let mut patience = PATIENCE;
                for &root in mover.ordinary.at(from) {
                    here += self.remembered(root, from, &mut patience);
                }
                places += 1.0;
                strides += here.stride;
                striding += (here.stride > 0) as i32;
            }
            mobility.push(here.mobility);
            all += here;
        }
        let places: f64 = f64::max(places, 1.0);
        let keeps_colour = !all.changes_colour && all.mobility > 0.0;
        // What is not in tables can't be walked; such moves are few and odd, and worth something.
        let odd = 1.5 * mover.interpreted.len() as f64;
        let colour = if keeps_colour { 0.94 } else { 1.0 };
        let value = match rules.definition.piece(rules.kind(kind).base).value {
            _ if mover.royal => 0.0,
            Some(value) => value as f64,
            None => colour * self.scale.value(all.mobility / places + odd),
        };
        Worth {
            value,
            gain: 0.0,
            mobility,
            moves: all.moves / places,
            far: if all.moves > 0.0 { all.far / all.moves } else { 0.0 },
            keeps_colour,
            // On average: a double step from the start square doesn't make a piece faster.
            forward_reach: ((strides + striding / 2) / striding.max(1)) as u16,
            only_forward: !all.stays_back,
        }
    }
}

/// The rank a square is on as its owner counts.
pub fn rank_ahead(rules: &Rules, side: Side, square: Square) -> u16 {
    let rank = rules.topology().rank(square);
    match side {
        Side::First => rank,
        Side::Second => rules.topology().ranks() - 1 - rank,
    }
}

/// True where getting rid of one's pieces is the goal.
pub fn losing_is_winning(rules: &Rules) -> bool {
    rules.definition.endings.iter().any(|ending| {
        ending.result == Verdict::Win
            && match &ending.condition {
                Condition::Extinct { .. } => true,
                Condition::Bare { .. } => true,
                Condition::Checkmate
                | Condition::Stalemate
                | Condition::CheckmateBy(_)
                | Condition::Impasse(_)
                | Condition::CheckmateWithout(_)
                | Condition::StalemateWith(_)
                | Condition::Repetition { .. }
                | Condition::MoveCount { .. }
                | Condition::Counting(_)
                | Condition::Reach { .. }
                | Condition::Row { .. }
                | Condition::Block { .. }
                | Condition::Chain { .. }
                | Condition::FullBoard
                | Condition::Checks { .. }
                | Condition::Castled(_)
                | Condition::CastlingLost(_)
                | Condition::Bikjang
                | Condition::BothPassed
                | Condition::InsufficientMaterial => false,
            }
    })
}
