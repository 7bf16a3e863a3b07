//! A position as set tables see it: what is attacked and what is pinned, found once before any move is made.

use super::checks::attacked_by_others;
use crate::definition::Side;
use crate::moves::Move;
use crate::position::{Kinds, Position};
use crate::rules::Rules;
use crate::rules::bits::{Board, Cpu, Set};
use crate::rules::sets::{Enemies, Record, Shift, SideSets, Sight, Tables};
use crate::rules::topology::Square;
use arrayvec::ArrayVec;

pub struct Node<'a, const N: usize> {
    pub tables: &'a Tables<N>,
    pub own_tables: &'a SideSets<N>,
    /// Which kinds of that side there are on the board.
    pub kinds: Kinds,
    /// What pieces see whose moves need not be tried: where captures have effects, nothing to capture.
    pub sight: Sight<N>,
    pub enemy: Set<N>,
    /// Enemies whose attacks on royals the tables tell.
    known: Set<N>,
    /// Squares on which no capture may be made, because an enemy royal would go as well.
    shielded: Set<N>,
    /// Where pieces may arrive, by [`Shift::arrival`].
    by_arrival: [Set<N>; 3],
    /// The royals of the side to move, if they must be safe.
    pub royals: Set<N>,
    pub in_check: bool,
    /// Where a piece that is on no path to a royal may go.
    pub allowed: Set<N>,
    /// Own pieces on paths to royals: what they may do is `allowed_from`.
    pub special: Set<N>,
    /// Squares whose change may have consequences that only trying tells.
    pub suspicious: Set<N>,
    lines: ArrayVec<Line<N>, MOST_LINES>,
    /// Enemies that attack along lines.
    pub liners: Set<N>,
    /// Captures of leapers that give check, if any.
    captures: Set<N>,
    /// Squares on which enemies that the tables don't know might attack a royal. `look` gives up if one stands there.
    pub doubtful: Set<N>,
    /// Where those of them stand that might attack one where it is, and all that decides whether they do. See `look_asking`.
    pub asked: Set<N>,
}

/// Attacks on royals that matter at once, at most; with more the tables are not used.
const MOST_LINES: usize = 16;

/// An attack that is there, or would be after one change on its path.
struct Line<const N: usize> {
    path: Set<N>,
    /// Where pieces off the path may go, and those on it.
    off: Set<N>,
    on: Set<N>,
}

impl<'a, const N: usize> Node<'a, N> {
    /// Nothing is known yet but where the pieces are.
    #[inline(always)]
    pub fn new(rules: &Rules, tables: &'a Tables<N>, position: &Position) -> Node<'a, N> {
        Node::of(rules, tables, position, position.side_to_move())
    }

    /// As if that side were to move.
    #[inline(always)]
    pub fn of(rules: &Rules, tables: &'a Tables<N>, position: &Position, side: Side) -> Node<'a, N> {
        let board = board(tables, position);
        let own_tables = &tables.sides[side];
        let (own, enemy) = (board.side(side.index()), board.side(side.other().index()));
        let royal = own_tables.royals.iter().fold(Set::EMPTY, |all, &code| all | board.set(code));
        let royals = if rules.royals.are_safe { royal } else { Set::EMPTY };
        let occupied = own | enemy;
        let sight = match rules.effects.is_empty() {
            true => Sight { own, enemy, occupied },
            false => Sight { own: occupied, enemy: Set::EMPTY, occupied },
        };
        Node {
            tables,
            own_tables,
            kinds: position.kinds(side, own_tables.kinds.len()),
            sight,
            enemy,
            known: enemy,
            shielded: Set::EMPTY,
            by_arrival: [!occupied, sight.enemy, !sight.own],
            royals,
            in_check: false,
            allowed: Set::FULL,
            special: Set::EMPTY,
            suspicious: Set::EMPTY,
            lines: ArrayVec::new(),
            liners: own_tables.attackers.line_pieces(board),
            captures: Set::FULL,
            doubtful: Set::EMPTY,
            asked: Set::EMPTY,
        }
    }

    /// Looks from all royals. `None` if there are enemies near whose attacks are not in the tables.
    #[inline(always)]
    pub fn look<C: Cpu>(&mut self, rules: &Rules, position: &Position) -> Option<()> {
        if self.royals.is_empty() {
            return Some(());
        }
        let (board, attackers) = (board(self.tables, position), &self.own_tables.attackers);
        self.doubtful = attackers.doubtful(board);
        if !(self.doubtful & self.royals).is_empty() || !self.doubtful.is_empty() && !rules.effects.is_empty() {
            return None;
        }
        if !rules.effects.is_empty() {
            self.shielded = shielded(rules, position);
        }
        self.look_around::<C>(board, Set::FULL)
    }

    /// As `look`, but asks enemies that might attack a royal where it stands. `None` if one does. If none does, moves that touch
    /// `asked` must be tried.
    #[inline(always)]
    pub fn look_asking<C: Cpu>(&mut self, rules: &Rules, position: &Position) -> Option<()> {
        let (board, attackers) = (board(self.tables, position), &self.own_tables.attackers);
        let doubtful = attackers.doubtful(board);
        if (doubtful & self.royals).is_empty() {
            return self.look::<C>(rules, position);
        }
        let side = position.side_to_move();
        let drops_or_castles = position.hand_total(side) > 0 || !rules.sides[side].castles.is_empty();
        let more = !rules.effects.is_empty() || rules.gates.is_some() || rules.restraints.shy.is_some();
        if drops_or_castles || more || self.royals.count() > 1 {
            return None;
        }
        self.asked = attackers.asked(board, self.royals)?;
        if attacked_by_others(rules, attackers, (position, side), Square::from_index(self.royals.lowest())) {
            return None;
        }
        self.doubtful = doubtful;
        self.known = self.enemy & !attackers.others(board);
        self.look_around::<C>(board, self.known)
    }

    /// True for a move that enemies of which the tables don't know everything may notice.
    #[inline(always)]
    pub fn asks(&self, mv: Move) -> bool {
        self.asked.contains(mv.from.index()) || self.asked.contains(mv.to.index())
    }

    /// `among` are the enemies to look at.
    #[inline(always)]
    fn look_around<C: Cpu>(&mut self, board: Board<N>, among: Set<N>) -> Option<()> {
        for royal in self.royals & !self.shielded {
            self.look_from::<C>(board, royal, among)?;
        }
        for line in &self.lines {
            self.allowed &= line.off;
        }
        self.allowed &= self.captures;
        Some(())
    }

    #[inline(always)]
    fn look_from<C: Cpu>(&mut self, board: Board<N>, royal: usize, among: Set<N>) -> Option<()> {
        let attackers = &self.own_tables.attackers;
        let mut checkers = Set::EMPTY;
        let zone = attackers.zone(royal);
        if !(zone.leaps & self.enemy).is_empty() {
            for (class, from) in attackers.leaps(royal) {
                checkers |= from & class.pieces(board) & among;
            }
        }
        if !checkers.is_empty() {
            self.in_check = true;
            // Two leapers can't be captured at once.
            self.captures &= if checkers.count() == 1 { checkers } else { Set::EMPTY };
        }
        if (zone.lines & self.liners).is_empty() {
            return Some(());
        }
        for (class, at) in attackers.lines(royal) {
            for origin in at.from & class.pieces(board) & among {
                let record = attackers.record(at, origin);
                let (path, attacker) = (record.path, Set::of(origin));
                let free = path & !self.sight.occupied;
                if record.needs == Record::<N>::INTRICATE {
                    self.suspicious |= path;
                    let reached = attackers.reached_from::<C>(&self.tables.data, at, self.sight.occupied);
                    if reached.contains(origin) {
                        self.in_check = true;
                        self.suspicious |= attacker;
                        self.lines.try_push(Line { path, off: path | attacker, on: Set::FULL }).ok()?;
                        self.special |= path & self.sight.own & !self.enemy;
                    }
                    continue;
                }
                let between = (path & self.sight.occupied).count();
                let line = if between == record.needs {
                    self.in_check = true;
                    Line { path, off: free | attacker, on: !free }
                } else if between == record.needs + 1 {
                    Line { path, off: Set::FULL, on: free | attacker }
                } else if between + 1 == record.needs {
                    Line { path, off: !free, on: Set::FULL }
                } else {
                    continue;
                };
                self.special |= path & self.sight.own & !self.enemy;
                self.lines.try_push(line).ok()?;
            }
        }
        Some(())
    }

    /// Where a piece on a path may go.
    #[inline(always)]
    pub fn allowed_from(&self, from: usize) -> Set<N> {
        self.lines
            .iter()
            .fold(self.captures, |all, line| all & if line.path.contains(from) { line.on } else { line.off })
    }

    /// Where pieces of a kind may go all at once.
    #[inline(always)]
    pub fn shifted(&self, pieces: Set<N>, shift: &Shift<N>) -> Set<N> {
        self.shifted_among(pieces, shift, self.by_arrival[shift.arrival as usize])
    }

    /// As `shifted`, to some squares only.
    #[inline(always)]
    pub fn shifted_among(&self, pieces: Set<N>, shift: &Shift<N>, targets: Set<N>) -> Set<N> {
        let pieces = pieces & shift.from;
        let targets = pieces.rotated(shift.distance) & targets;
        let [first, second] = shift.between;
        match shift.steps {
            1 => targets,
            2 => targets & self.unblocked(pieces, shift, first),
            _ => targets & self.unblocked(pieces, shift, first) & self.unblocked(pieces, shift, second),
        }
    }

    /// Targets of the pieces that have nothing in their way so far from where they stand.
    #[inline(always)]
    fn unblocked(&self, pieces: Set<N>, shift: &Shift<N>, distance: u32) -> Set<N> {
        let through = pieces.rotated(distance) & !self.sight.occupied;
        through.rotated((shift.distance + 64 * N as u32 - distance) % (64 * N as u32))
    }

    /// True if an enemy attacks the square while these squares are occupied and the enemies on others have gone.
    #[inline(always)]
    pub fn attacked<C: Cpu>(&self, board: Board<N>, square: usize, occupied: Set<N>, gone: Set<N>) -> bool {
        let enemies = Enemies { there: self.known & !gone, liners: self.liners, arrived: None };
        self.attacked_by::<C>(board, square, occupied, &enemies)
    }

    /// True if one of these enemies attacks the square while these squares are occupied.
    #[inline(always)]
    pub fn attacked_by<C: Cpu>(&self, board: Board<N>, square: usize, occupied: Set<N>, enemies: &Enemies<N>) -> bool {
        !self.shielded.contains(square)
            && self.own_tables.attackers.attack::<C>(&self.tables.data, board, square, occupied, enemies)
    }

    /// The targets of a royal where it may go. Whether a doubtful square is safe is found out afterwards.
    #[inline(always)]
    pub fn keep_safe_for_royal<C: Cpu>(&self, board: Board<N>, from: usize, targets: Set<N>) -> Set<N> {
        let mut safe = if self.royals.is_empty() { targets } else { targets & self.doubtful };
        for to in targets & !safe {
            if self.is_safe_for_royal::<C>(board, from, to) {
                safe |= Set::of(to);
            }
        }
        safe
    }

    /// True if a royal may go there, where royals must be safe.
    #[inline(always)]
    fn is_safe_for_royal<C: Cpu>(&self, board: Board<N>, from: usize, to: usize) -> bool {
        let arrived = Set::of(to);
        let occupied = (self.sight.occupied & !Set::of(from)) | arrived;
        for royal in (self.royals & !Set::of(from)) | arrived {
            if self.attacked::<C>(board, royal, occupied, arrived) {
                return false;
            }
        }
        true
    }

    #[inline(always)]
    pub fn royals_are_safe<C: Cpu>(&self, board: Board<N>, occupied: Set<N>, gone: Set<N>) -> bool {
        for royal in self.royals {
            if self.attacked::<C>(board, royal, occupied, gone) {
                return false;
            }
        }
        true
    }

    /// The targets that leave the royals safe, where that must be tried.
    #[inline(always)]
    pub fn keep_tested<C: Cpu>(&self, board: Board<N>, from: usize, targets: Set<N>) -> Set<N> {
        let leaves = self.suspicious.contains(from);
        let occupied = self.sight.occupied & !Set::of(from);
        let mut kept = Set::EMPTY;
        for to in targets {
            let target = Set::of(to);
            if !leaves && !self.suspicious.contains(to)
                || self.royals_are_safe::<C>(board, occupied | target, target & self.sight.enemy)
            {
                kept |= target;
            }
        }
        kept
    }
}

/// Squares on which a capture would blow up a royal of the player who captures there, the one not to move.
#[cold]
fn shielded<const N: usize>(rules: &Rules, position: &Position) -> Set<N> {
    let enemy = position.side_to_move().other();
    let around = |royal: &Square| {
        let harmed =
            rules.effects.explosions().filter(|explosion| explosion.takes_bystander(position.at(*royal).kind()));
        let near = harmed.flat_map(|explosion| explosion.near(*royal).iter().map(|square| square.index()));
        near.collect::<Set<N>>()
    };
    position.royals(enemy).iter().map(around).fold(Set::EMPTY, |all, some| all | some)
}

/// The sets of a position of the tables' variant.
#[inline(always)]
pub fn board<'a, const N: usize>(tables: &Tables<N>, position: &'a Position) -> Board<'a, N> {
    Board::new(position.sets(), tables.codes)
}
