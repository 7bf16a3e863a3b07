//! Where a kind promotes, and to what.

use super::Interpreted;
use super::kinds::Forms;
use super::step::{Step, reaching};
use super::topology::{Square, SquareSet, Topology};
use super::walks::Unrolled;
use crate::definition::{Definition, Kind, Mandatory, PromotionTo, Side};
use smallvec::SmallVec;

/// The promotions of one kind of one side.
pub struct Promotions {
    /// By square: a move that ends here may promote.
    arrival: Box<[bool]>,
    /// By square: a move that begins here may promote.
    departure: Box<[bool]>,
    /// By square: some move that begins here may promote.
    possible: Box<[bool]>,
    rules: Vec<PromotionRule>,
    pub in_place: bool,
    /// For what may promote while capturing.
    pub turning: Option<Turning>,
}

/// How a piece captures that may become another in the midst of it.
pub struct Turning {
    /// Where a capture may go on as one of something else.
    pub may: SquareSet,
    /// Where it can't go on as one of its own.
    pub must: SquareSet,
    /// All of the piece's ways that may capture, for the interpreter.
    pub(crate) ways: Vec<Interpreted>,
}

#[derive(Debug)]
pub struct PromotionRule {
    pub arrival: SquareSet,
    pub departure: SquareSet,
    /// Only moves from outside the squares of arrival.
    pub entering: bool,
    pub on_capture_only: bool,
    /// Only captures of one of these, if there are any.
    pub victims: Vec<Kind>,
    pub on_quiet_only: bool,
    pub while_capturing: bool,
    pub not_en_passant: bool,
    /// Where it may promote without going anywhere, or by a step of what it becomes.
    pub in_place: SquareSet,
    pub stepping: bool,
    pub attacking_nothing: bool,
    pub anywhere_when_last: bool,
    pub to: SmallVec<[Kind; 4]>,
    /// Squares where the piece may not stay what it is.
    pub mandatory: SquareSet,
    /// It may never stay what it is when it could promote.
    pub always: bool,
}

/// Tells of a capture whether it takes one of some kinds.
pub type Takes<'a> = &'a dyn Fn(&[Kind]) -> bool;

impl Promotions {
    /// `reaching` finds the squares from which the kind might go to one of some.
    pub fn new(
        rules: Vec<PromotionRule>,
        in_place: bool,
        topology: &Topology,
        reaching: &mut dyn FnMut(&[bool]) -> Vec<bool>,
    ) -> Promotions {
        let zone = |pick: fn(&PromotionRule) -> &SquareSet| {
            (0..topology.cells())
                .map(|index| rules.iter().any(|rule| pick(rule).contains(Square::from_index(index))))
                .collect()
        };
        let (arrival, departure): (Box<[bool]>, Box<[bool]>) =
            (zone(|rule| &rule.arrival), zone(|rule| &rule.departure));
        let possible =
            reaching(&arrival).into_iter().zip(&departure).map(|(reaches, &leaves)| reaches || leaves).collect();
        Promotions { arrival, departure, possible, rules, in_place, turning: None }
    }

    /// Cheaper still: false where no move that begins here can promote.
    #[inline(always)]
    pub fn possible_from(&self, from: Square) -> bool {
        self.possible[from.index()]
    }

    /// Cheap: false for most moves.
    #[inline(always)]
    pub fn may_apply(&self, from: Square, to: Square) -> bool {
        self.arrival[to.index()] || self.departure[from.index()]
    }

    /// Calls `choose` with each kind the move may place, and tells whether it may also stay what it is.
    pub fn choices(
        &self,
        from: Square,
        to: Square,
        (captures, en_passant): (Option<Takes>, bool),
        mut choose: impl FnMut(Kind),
    ) -> bool {
        let mut may_stay = true;
        // Two rules may offer the same.
        let mut chosen: SmallVec<[Kind; 16]> = SmallVec::new();
        for rule in &self.rules {
            let applies = rule.arrival.contains(to) || rule.departure.contains(from);
            let is_inside = rule.entering && rule.arrival.contains(from);
            let wrong_sort = match captures {
                None => rule.on_capture_only,
                Some(takes) => rule.on_quiet_only || !rule.victims.is_empty() && !takes(&rule.victims),
            };
            if !applies || is_inside || wrong_sort || (rule.not_en_passant && en_passant) {
                continue;
            }
            rule.to.iter().filter(|kind| !chosen.contains(kind)).for_each(|&kind| choose(kind));
            chosen.extend(rule.to.iter().copied());
            may_stay &= !rule.always && !rule.mandatory.contains(to);
        }
        may_stay
    }

    /// What may go on with a capture that comes to a square.
    pub fn turning_at(&self, square: Square) -> impl Iterator<Item = Kind> + '_ {
        let here = move |rule: &&PromotionRule| rule.while_capturing && rule.arrival.contains(square);
        self.rules.iter().filter(here).flat_map(|rule| rule.to.iter().copied())
    }

    /// With the ways of a piece that may promote while capturing; unchanged for others.
    pub(super) fn turning(mut self, ways: impl FnOnce() -> Vec<Interpreted>) -> Promotions {
        let (mut may, mut must) = (SquareSet::new(), SquareSet::new());
        for rule in self.rules.iter().filter(|rule| rule.while_capturing) {
            for square in rule.arrival.iter() {
                may.insert(square);
                if rule.always || rule.mandatory.contains(square) {
                    must.insert(square);
                }
            }
        }
        let any = self.rules.iter().any(|rule| rule.while_capturing);
        self.turning = any.then(|| Turning { may, must, ways: ways() });
        self
    }

    /// Whether a move may promote depends only on where it begins and ends.
    pub fn is_unconditional(&self) -> bool {
        let free = |rule: &PromotionRule| {
            !rule.on_capture_only && !rule.on_quiet_only && !rule.not_en_passant && !rule.anywhere_when_last
        };
        !self.in_place && self.rules.iter().all(free)
    }

    /// The rules under which it may promote where it stands.
    pub fn in_place_from(&self, from: Square, is_last: bool) -> impl Iterator<Item = &PromotionRule> {
        self.rules.iter().filter(move |rule| rule.in_place.contains(from) || rule.anywhere_when_last && is_last)
    }

    /// Every kind this one can become.
    pub fn targets(&self) -> impl Iterator<Item = Kind> + '_ {
        self.rules.iter().flat_map(|rule| rule.to.iter().copied())
    }

    /// Squares from which any move may promote.
    pub fn departs(&self, square: Square) -> bool {
        self.departure[square.index()]
    }

    /// Squares where a move may promote on arrival.
    pub fn arrives(&self, square: Square) -> bool {
        self.arrival[square.index()]
    }
}

/// By zone and step: a walk from there may end in the zone. Most kinds promote in the same one.
#[derive(Default)]
pub(super) struct Arrivals(Vec<(Vec<bool>, Vec<bool>)>);

impl Arrivals {
    fn reaching(&mut self, steps: &[Step], zone: &[bool]) -> &[bool] {
        let known = self.0.iter().position(|known| known.0 == zone);
        let at = known.unwrap_or_else(|| {
            let arrives = reaching(steps, |step| step.ends() && zone[usize::from(step.square)]);
            self.0.push((zone.to_vec(), arrives));
            self.0.len() - 1
        });
        &self.0[at].1
    }
}

/// The promotions of a kind of the definition, whose derived forms are `forms`.
pub(super) fn promotions(
    definition: &Definition,
    kind: Kind,
    side: Side,
    forms: &Forms,
    unrolled: &Unrolled,
    arrivals: &mut Arrivals,
) -> Option<Promotions> {
    let mut rules = Vec::new();
    let mut in_place = false;
    for promotion in &definition.promotions {
        let Some(place) = promotion.pieces.iter().position(|&piece| piece == kind) else { continue };
        let targets: SmallVec<[Kind; 4]> = match &promotion.to {
            PromotionTo::Choice(targets) => SmallVec::from_slice(targets),
            PromotionTo::Partner(partners) => partners.get(place).copied().into_iter().collect(),
        };
        let zone = &promotion.zone[side];
        let part = |wanted: bool| if wanted { zone.clone() } else { SquareSet::new() };
        rules.push(PromotionRule {
            arrival: part(promotion.on_arrival),
            departure: part(promotion.on_departure),
            on_capture_only: promotion.on_capture_only,
            victims: promotion.victims.clone(),
            on_quiet_only: promotion.on_quiet_only,
            entering: promotion.entering,
            while_capturing: promotion.while_capturing,
            not_en_passant: promotion.not_en_passant,
            in_place: part(promotion.in_place),
            stepping: promotion.stepping,
            attacking_nothing: promotion.attacking_nothing,
            anywhere_when_last: promotion.anywhere_when_last,
            to: targets.into_iter().map(|to| forms.get(&(kind, to)).copied().unwrap_or(to)).collect(),
            mandatory: match &promotion.mandatory {
                Mandatory::On(squares) => squares[side].clone(),
                Mandatory::WhenStuck => unrolled.stuck[kind.index()].clone(),
                Mandatory::Never | Mandatory::Always => SquareSet::new(),
            },
            always: promotion.mandatory == Mandatory::Always,
        });
        in_place |= promotion.in_place;
    }
    let topology = &definition.topology;
    let walks = &unrolled.by_kind[kind.index()];
    let mut all_reaching = |arrival: &[bool]| -> Vec<bool> {
        if !walks.interpreted.is_empty() {
            return vec![arrival.contains(&true); topology.cells()];
        }
        let arrives = arrivals.reaching(&unrolled.steps, arrival);
        let squares = (0..topology.cells()).map(Square::from_index);
        squares.map(|from| walks.all(from).any(|walk| arrives[walk as usize])).collect()
    };
    (!rules.is_empty()).then(|| Promotions::new(rules, in_place, topology, &mut all_reaching))
}
