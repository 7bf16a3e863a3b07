//! Promotions by sets: where they may happen, and how many moves a target stands for.

use crate::definition::Kind;
use crate::rules::Promotions;
use crate::rules::bits::Set;
use crate::rules::topology::Square;
use smallvec::SmallVec;

pub struct Promoting<const N: usize> {
    /// By origin: targets on which a move may promote.
    pub may: Box<[Set<N>]>,
    /// By origin: targets to which there are `1 + extra` moves; to all others there is one.
    pub multiple: Box<[Set<N>]>,
    pub extra: u32,
    /// That is the whole truth: no target stands for another number of moves, whatever else is on the board.
    pub is_even: bool,
    /// What such a move always may become, and nothing else, where captures have no effects.
    pub sole: Option<Kind>,
}

impl<const N: usize> Promoting<N> {
    /// `reached` tells where the kind might go from a square, `is_limited` of which kinds there may be only so many.
    pub fn new(
        promotions: &Promotions,
        cells: usize,
        reached: &dyn Fn(usize) -> Set<N>,
        is_limited: &dyn Fn(Kind) -> bool,
    ) -> Promoting<N> {
        let square = Square::from_index;
        let arrivals: Set<N> = (0..cells).filter(|&to| promotions.arrives(square(to))).collect();
        let everywhere: Set<N> = (0..cells).collect();
        let from_anywhere = |from: usize| if promotions.departs(square(from)) { everywhere } else { arrivals };
        let (mut sole, mut is_sole) = (None, promotions.is_unconditional());
        let mut number = |from: usize, to: usize| {
            let mut forms: SmallVec<[Kind; 8]> = SmallVec::new();
            let stays = promotions.choices(square(from), square(to), (None, false), |form| forms.push(form));
            is_sole &= matches!(forms[..], [form] if *sole.get_or_insert(form) == form);
            forms.len() as u32 + u32::from(stays)
        };
        let mut numbers = Vec::new();
        for from in 0..cells {
            let targets = reached(from) & from_anywhere(from);
            numbers.extend(targets.into_iter().map(|to| (from, to, number(from, to))));
        }
        let most = numbers.iter().map(|&(.., number)| number).max().unwrap_or(1).max(1);
        let mut multiple = vec![Set::EMPTY; cells];
        for &(from, to, _) in numbers.iter().filter(|&&(.., number)| number > 1) {
            multiple[from] |= Set::of(to);
        }
        Promoting {
            may: (0..cells).map(from_anywhere).collect(),
            multiple: multiple.into_boxed_slice(),
            extra: most - 1,
            sole: sole.filter(|&form| is_sole && !is_limited(form)),
            is_even: promotions.is_unconditional() && numbers.iter().all(|&(.., number)| number == 1 || number == most),
        }
    }
}
