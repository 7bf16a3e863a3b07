//! What each kind of piece is worth, from how it moves on this board.
//!
//! A knight on an 8x8 board sets the scale; everything else follows from expected mobility, with captures and quiet
//! moves of equal weight, forward moves worth more, and a piece that gets twice as far worth a little more than twice
//! as much. What a piece may become adds to what it is.

use super::mobility::{self, CERTAIN, Density, Target};
use super::turning;
use crate::definition::{Condition, Kind, PerSide, Side, Verdict};
use crate::rules::Rules;
use crate::rules::step::END;
use crate::rules::topology::Square;
use hashbrown::HashMap;
use std::ops::AddAssign;

/// Value and weighted mobility of a knight in the middle game of chess.
const KNIGHT: (f64, f64) = (320.0, 3.76);

/// A kind of one side.
#[derive(Clone, Debug, Default, PartialEq)]
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

impl Worth {
    /// It moves like what moved last, instead of or besides moving as itself; `mean` is what that is worth on average.
    fn follow(&mut self, mean: f64, besides: bool) {
        self.value = if besides { self.value + mean } else { mean };
        (self.only_forward, self.keeps_colour) = (false, false);
    }
}

/// Walks that room is made for before any is remembered.
const MOST_ROOM: usize = 1 << 11;

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

/// How far pieces get and what that is worth.
pub struct Prospects {
    pub sample: Sample,
    /// The worth of every kind, by piece code less two.
    pub worths: Vec<Worth>,
}

impl Prospects {
    pub fn new(rules: &Rules) -> Prospects {
        let (sample, board) = (Sample::new(rules), rules.topology());
        let partners = turning::is_even(board).then(|| turning::partners(board, &sample.squares)).flatten();
        Prospects::of(rules, sample, partners.as_deref())
    }

    /// `partners` for finding out only half; see [`Looker`].
    fn of(rules: &Rules, sample: Sample, partners: Option<&[usize]>) -> Prospects {
        let (density, scale) = (Density::of_middle_game(rules), Scale::of(rules));
        let room = rules.steps().len().min(MOST_ROOM);
        let known = HashMap::with_capacity(room);
        let mut looker = Looker { rules, sample: &sample, partners, density, scale, known };
        let mut worths: Vec<Worth> = Vec::with_capacity(2 * rules.kinds.len());
        for (index, info) in rules.kinds.iter().enumerate() {
            // Forms derived from a kind move as it does.
            let (kind, base) = (Kind(index as u16), info.base.index());
            if base < index {
                worths.extend_from_within(2 * base..2 * base + 2);
                continue;
            }
            let found = looker.found(kind);
            worths.extend(Side::BOTH.map(|side| looker.plain(kind, side, &found[side])));
        }
        if let Some(lending) = rules.lending.as_ref().filter(|lending| lending.follows()) {
            let lends = |index: &usize| lending.lends(Kind((index / 2) as u16));
            for side in Side::BOTH.map(Side::index) {
                let lenders: Vec<usize> = (side..worths.len()).step_by(2).filter(lends).collect();
                let mean = lenders.iter().map(|&at| worths[at].value).sum::<f64>() / lenders.len().max(1) as f64;
                for at in (side..worths.len()).step_by(2).filter(|at| lending.borrows(Kind((at / 2) as u16))) {
                    worths[at].follow(mean, lending.besides);
                }
            }
        }
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
        Prospects { sample, worths }
    }
}

/// What is found along walks: how much, and how far ahead as either player sees it, since most walks are both players'.
///
/// The sums are exact in binary, so that adding up in another order gives the same.
#[derive(Clone, Copy, Default)]
struct Ways {
    mobility: [f64; 2],
    moves: f64,
    far: f64,
    /// Some go to a square of the other colour.
    changes_colour: bool,
    /// Some don't go forward.
    stays_back: [bool; 2],
    stride: [i32; 2],
}

impl Ways {
    /// As the other player finds them on the board turned round.
    fn turned(mut self) -> Ways {
        self.mobility.reverse();
        self.stays_back.reverse();
        self.stride.reverse();
        self
    }
}

impl AddAssign for Ways {
    fn add_assign(&mut self, other: Ways) {
        for side in 0..2 {
            self.mobility[side] += other.mobility[side];
            self.stays_back[side] |= other.stays_back[side];
            self.stride[side] = self.stride[side].max(other.stride[side]);
        }
        self.moves += other.moves;
        self.far += other.far;
        self.changes_colour |= other.changes_colour;
    }
}

/// Looks along the walks of all kinds; what several of them share is looked at once.
struct Looker<'a> {
    rules: &'a Rules,
    sample: &'a Sample,
    /// By square of the sample, on an even board: the place of the turned square.
    partners: Option<&'a [usize]>,
    density: Density,
    scale: Scale,
    /// By root and origin.
    known: HashMap<(u32, Square), Ways>,
}

impl Looker<'_> {
    fn along(&self, root: u32, from: Square) -> Ways {
        let (file, start) = self.sample.places[from.index()];
        let rarity = self.density.rarity_of_captures();
        let add = |ways: &mut Ways, to: Square, how: Target, chance: u64| {
            let (to_file, rank) = self.sample.places[to.index()];
            let ahead = rank - start;
            let (forward, level, back) = (1.25, 1.0, 0.875);
            let directions = match ahead {
                1.. => [forward, back],
                0 => [level, level],
                _ => [back, forward],
            };
            // Signed numbers are converted in one instruction; all are small.
            let chance = chance as i32 as f64;
            let likely = if how == Target::Capture { rarity * chance } else { chance };
            for (side, direction) in directions.into_iter().enumerate() {
                // A cast is much cheaper than `round`, and the same for what is never negative.
                let weight = (direction * likely + 0.5) as i32;
                ways.mobility[side] += weight as f64 / (2 * CERTAIN) as f64;
            }
            ways.stays_back = [ways.stays_back[0] | (ahead <= 0), ways.stays_back[1] | (ahead >= 0)];
            ways.stride = [ways.stride[0].max(ahead), ways.stride[1].max(-ahead)];
            let (aside, chance) = (to_file - file, chance / CERTAIN as f64);
            ways.moves += chance;
            if aside.abs() > 2 || ahead.abs() > 2 {
                ways.far += chance;
            }
            ways.changes_colour |= (aside + ahead) & 1 != 0;
        };
        mobility::targets(self.rules.steps(), &self.density, root, add)
    }

    /// The same from memory, if it is more than a step.
    fn remembered(&mut self, root: u32, from: Square) -> Ways {
        if self.rules.steps()[root as usize].branches().iter().all(|&next| next == END) {
            return self.along(root, from);
        }
        if let Some(&ways) = self.known.get(&(root, from)) {
            return ways;
        }
        let ways = self.along(root, from);
        self.known.insert((root, from), ways);
        ways
    }

    /// What a kind finds from each square of the sample, for both players: half of it is the other half turned round, if the
    /// board is and the players' pieces move alike.
    fn found(&mut self, kind: Kind) -> PerSide<Vec<Option<Ways>>> {
        let rules = self.rules;
        let ordinary = |side: Side| &rules.sides[side].movers[kind.index()].ordinary;
        let same = ordinary(Side::First) == ordinary(Side::Second)
            && rules.confined(kind, Side::First) == rules.confined(kind, Side::Second);
        let looks = self.sample.squares.len();
        let turned = self.partners.filter(|_| turning::turns(rules, kind));
        let mut first: Vec<Option<Ways>> = Vec::with_capacity(looks);
        for at in 0..looks {
            let known = turned.map(|partners| partners[at]).filter(|&other| same && other < at);
            first.push(match known {
                Some(other) => first[other].map(Ways::turned),
                None => self.found_from(kind, Side::First, self.sample.squares[at]),
            });
        }
        let second = match turned {
            _ if same => first.clone(),
            Some(partners) => partners.iter().map(|&other| first[other].map(Ways::turned)).collect(),
            None => self.sample.squares.iter().map(|&square| self.found_from(kind, Side::Second, square)).collect(),
        };
        PerSide([first, second])
    }

    /// What a kind finds from a square; nothing where it can't be.
    fn found_from(&mut self, kind: Kind, side: Side, from: Square) -> Option<Ways> {
        let rules = self.rules;
        let confined = rules.confined(kind, side);
        let may_be_there = confined.is_none_or(|zone| zone.contains(from)) && !rules.topology().is_hole(from);
        may_be_there.then(|| {
            let mut here = Ways::default();
            let roots = rules.sides[side].movers[kind.index()].ordinary.at(from);
            roots.iter().for_each(|&root| here += self.remembered(root, from));
            here
        })
    }

    fn plain(&self, kind: Kind, side: Side, found: &[Option<Ways>]) -> Worth {
        let rules = self.rules;
        let mover = &rules.sides[side].movers[kind.index()];
        let (mut mobility, mut all) = (Vec::with_capacity(found.len()), Ways::default());
        let (mut places, mut strides, mut striding) = (0.0, 0, 0);
        for here in found {
            mobility.push(here.map_or(0.0, |here| here.mobility[side.index()]));
            let Some(here) = *here else { continue };
            places += 1.0;
            let stride = here.stride[side.index()];
            strides += stride;
            striding += (stride > 0) as i32;
            all += here;
        }
        let places: f64 = f64::max(places, 1.0);
        let whole = all.mobility[side.index()];
        let keeps_colour = !all.changes_colour && whole > 0.0;
        // What is not in tables can't be walked; such moves are few and odd, and worth something. So is changing places.
        let odd = 1.5 * (mover.interpreted.len() + usize::from(mover.swaps.is_some())) as f64;
        let colour = if keeps_colour { 0.94 } else { 1.0 };
        let value = match rules.definition.piece(rules.kind(kind).base).value {
            _ if mover.royal => 0.0,
            Some(value) => value as f64,
            None => colour * self.scale.value(whole / places + odd),
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
            only_forward: !all.stays_back[side.index()],
        }
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
                | Condition::StalemateOf(_)
                | Condition::OnlyPromotions
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

/// Whether half of what is found on an even board, turned, is the other half. `None` on other boards.
pub fn half_is_the_whole(rules: &Rules) -> Option<bool> {
    let (short, whole) = (Prospects::new(rules), Prospects::of(rules, Sample::new(rules), None));
    turning::is_even(rules.topology()).then(|| short.worths == whole.worths)
}
