//! The replies to each of many moves, counted together.
//!
//! A move changes little of what its opponent may do. So the opponent's moves are counted once, as if it were its turn
//! already, and it is noted on which squares they depend; after a move only those pieces are asked again that watch the
//! square it leaves or the one it comes to. Moves after which more is different are left to be looked at one by one:
//! those that check or pin, or end that, and those that can be answered in passing.

mod after;

use super::calm::Calm;
use super::node::{self, Node};
use super::special;
use crate::definition::{HandSource, Kind, Side};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::bits::{Board, Code, Cpu, Set};
use crate::rules::sets::{Enemies, KindSets, Sight, Tables};
use crate::rules::{Piece, Rules};
use arrayvec::ArrayVec;

/// With more pieces on a side replies are not counted together.
const MOST_MEN: usize = 64;
const MOST_FORMS: usize = 16;

#[inline(always)]
pub fn replies_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    moves: &[Move],
    rest: &mut MoveList,
) -> Option<u64> {
    let us = position.side_to_move();
    let theirs = &tables.sides[us.other()];
    let simple = rules.counts_by_sets
        && theirs.countable
        && theirs.attackers.is_complete()
        && rules.effects.is_empty()
        && !rules.checks_are_illegal
        && rules.captures_to != Some(HandSource::CapturesReturned)
        && !position.royals_vary(rules);
    if !simple {
        return None;
    }
    let mut node = Node::of(rules, tables, position, us.other());
    node.look::<C>(rules, position)?;
    if node.in_check || !node.suspicious.is_empty() || node.royals.count() > 1 {
        return None;
    }
    let mut outlook = Outlook::new(rules, position, &node)?;
    outlook.fill::<C>()?;
    let mut count = 0;
    for &mv in moves {
        match outlook.after::<C>(mv) {
            Some(replies) => count += u64::from(replies),
            None => rest.push(mv),
        }
    }
    Some(count)
}

/// What one side could do if it were its turn.
struct Outlook<'a, const N: usize> {
    rules: &'a Rules,
    position: &'a Position,
    /// As that side sees it.
    node: &'a Node<'a, N>,
    board: Board<'a, N>,
    /// The moves of all pieces and drops.
    count: u32,
    men: ArrayVec<Man<N>, MOST_MEN>,
    /// By square: which of the men must be asked again when it changes, and which one stands there.
    watching: [[u64; 64]; N],
    standing: [[u64; 64]; N],
    royal: Option<Royal<N>>,
    /// What matters to the safety of the royal, to that of the squares that it might go to, and to that of those that it might
    /// castle through now.
    here: Calm<N>,
    there: Calm<N>,
    passed: Calm<N>,
    /// Squares whose change is more than these counts can tell.
    touchy: Set<N>,
    /// Rights to castle.
    castling: u64,
    drops: ArrayVec<Form<N>, MOST_FORMS>,
}

/// A piece and the number of its moves.
#[derive(Clone, Copy)]
struct Man<const N: usize> {
    kind: u32,
    from: u32,
    count: u32,
    allowed: Set<N>,
}

/// A royal that must be safe.
struct Royal<const N: usize> {
    kind: usize,
    from: usize,
    count: u32,
    watched: Set<N>,
}

/// A kind in hand: where it might be dropped if nothing stood there, and where it would give check if it must not give mate.
struct Form<const N: usize> {
    kind: usize,
    squares: Set<N>,
    no_mate: bool,
    mating: Set<N>,
    is_filed: bool,
}

impl<'a, const N: usize> Outlook<'a, N> {
    /// Nothing is counted yet. `None` with too many kinds.
    #[inline(always)]
    fn new(rules: &'a Rules, position: &'a Position, node: &'a Node<'a, N>) -> Option<Self> {
        let royals = position.royals(position.side_to_move().other());
        Some(Outlook {
            rules,
            position,
            node,
            board: node::board(node.tables, position),
            count: 0,
            men: ArrayVec::new(),
            watching: [[0; 64]; N],
            standing: [[0; 64]; N],
            royal: None,
            here: Calm::of(rules)?,
            there: Calm::of(rules)?,
            passed: Calm::of(rules)?,
            touchy: royals.iter().map(|royal| royal.index()).collect(),
            castling: 0,
            drops: ArrayVec::new(),
        })
    }

    /// Counts. `None` where this way of counting doesn't do.
    #[inline(always)]
    fn fill<C: Cpu>(&mut self) -> Option<()> {
        let (node, them) = (self.node, self.position.side_to_move().other());
        for (kind, info) in node.own_tables.kinds.iter().enumerate() {
            for from in self.board.set(info.code) {
                if info.royal && !node.royals.is_empty() {
                    self.enter_royal::<C>(kind, from);
                } else {
                    self.enter::<C>(kind, from)?;
                }
            }
        }
        self.enter_castles::<C>(them);
        if self.position.hand_total(them) > 0 {
            self.enter_drops(them)?;
        }
        Some(())
    }

    #[inline(always)]
    fn enter<C: Cpu>(&mut self, kind: usize, from: usize) -> Option<()> {
        let node = self.node;
        let allowed = if node.special.contains(from) { node.allowed_from(from) } else { node.allowed };
        let mut man = Man { kind: kind as u32, from: from as u32, count: 0, allowed };
        man.count = self.moves_of::<C>(&man, &node.sight);
        let bit = 1 << self.men.len();
        for square in node.own_tables.kinds[kind].moves.watched::<C>(&node.tables.data, from, &node.sight) {
            self.watching[square / 64 % N][square % 64] |= bit;
        }
        self.standing[from / 64 % N][from % 64] = bit;
        self.count += man.count;
        self.men.try_push(man).ok()
    }

    #[inline(always)]
    fn enter_royal<C: Cpu>(&mut self, kind: usize, from: usize) {
        let (node, here) = (self.node, Set::of(from));
        let (attackers, data, moves) =
            (&node.own_tables.attackers, &node.tables.data, &node.own_tables.kinds[kind].moves);
        for (class, at) in attackers.lines(from) {
            for origin in at.from & class.pieces(self.board) {
                let record = attackers.record(at, origin);
                // A piece that goes may leave one less, one that comes one more; and one more than attacks is a pin.
                if (record.path & node.sight.occupied).count().abs_diff(record.needs) <= 2 {
                    self.touchy |= record.path | Set::of(origin);
                }
            }
        }
        let (sides, occupied) = ((attackers, self.board), node.sight.occupied);
        let targets = moves.targets::<C>(data, from, &node.sight);
        self.here.note::<C>(node.tables, sides, here, occupied);
        self.there.note::<C>(node.tables, sides, targets, occupied & !here);
        let mut royal = Royal { kind, from, count: 0, watched: moves.watched::<C>(data, from, &node.sight) };
        royal.count = self.royal_moves::<C>(&royal, &node.sight, node.liners, None);
        self.count += royal.count;
        self.royal = Some(royal);
    }

    #[inline(always)]
    fn enter_castles<C: Cpu>(&mut self, them: Side) {
        let (node, mut passed) = (self.node, Set::EMPTY);
        for (castle, empty) in self.rules.sides[them].castles.iter().zip(&node.own_tables.castles) {
            if self.position.rights() & castle.right == 0 {
                continue;
            }
            self.castling |= castle.right;
            self.touchy |= *empty;
            if (node.sight.occupied & *empty).is_empty() {
                let may = special::may_castle::<N, C>(self.rules, node, self.position, them, (castle, empty));
                self.count += u32::from(may);
                let squares = castle.safe.iter().chain([&castle.mover_to, &castle.partner_to]);
                passed |= squares.map(|square| square.index()).collect();
            }
        }
        if passed.is_empty() || node.royals.is_empty() {
            return;
        }
        let attackers = &node.own_tables.attackers;
        for square in passed {
            for (class, at) in attackers.lines(square) {
                for origin in at.from & class.pieces(self.board) {
                    self.touchy |= attackers.record(at, origin).path | Set::of(origin);
                }
            }
        }
        self.passed.note::<C>(node.tables, (attackers, self.board), passed, node.sight.occupied);
    }

    #[inline(always)]
    fn enter_drops(&mut self, them: Side) -> Option<()> {
        for (kind, drop) in self.node.own_tables.drops.iter().enumerate() {
            let (Some(drop), Some(table)) = (drop, &self.rules.sides[them].drops[kind]) else { continue };
            if self.position.hand(them, Kind(kind as u16)) == 0 {
                continue;
            }
            let squares = special::landing(self.node, self.board, drop, kind);
            for &form in &table.forms {
                let mating = match drop.no_mate {
                    true => squares & special::checked_from(self.node.tables, self.position, Piece::new(form, them)),
                    false => Set::EMPTY,
                };
                self.count += (squares & !self.node.sight.occupied).count();
                let is_filed = drop.files.is_some();
                self.drops.try_push(Form { kind, squares, no_mate: drop.no_mate, mating, is_filed }).ok()?;
            }
        }
        Some(())
    }

    #[inline(always)]
    fn moves_of<C: Cpu>(&self, man: &Man<N>, sight: &Sight<N>) -> u32 {
        let (info, from) = (&self.node.own_tables.kinds[man.kind as usize], man.from as usize);
        let data = &self.node.tables.data;
        let mut count = weight(info, from, info.moves.targets::<C>(data, from, sight) & man.allowed);
        for component in info.moves.trails(from) {
            let targets = component.reached::<C>(data, sight.occupied) & !sight.own;
            count += weight(info, from, targets & man.allowed);
        }
        count
    }

    /// `arrived` is an attacker that stands where it didn't stand before.
    #[inline(always)]
    fn royal_moves<C: Cpu>(
        &self,
        royal: &Royal<N>,
        sight: &Sight<N>,
        liners: Set<N>,
        arrived: Option<(Code, Set<N>)>,
    ) -> u32 {
        let (tables, info) = (self.node.own_tables, &self.node.own_tables.kinds[royal.kind]);
        let (data, occupied) = (&self.node.tables.data, sight.occupied & !Set::of(royal.from));
        let came = arrived.map_or(Set::EMPTY, |(_, square)| square);
        let mut safe = Set::EMPTY;
        for to in info.moves.targets::<C>(data, royal.from, sight) {
            let gone = Set::of(to);
            let arrived = if came.contains(to) { None } else { arrived };
            let enemies = Enemies { there: sight.enemy & !came & !gone, liners, arrived };
            if !tables.attackers.attack::<C>(data, self.board, to, occupied | gone, &enemies) {
                safe |= gone;
            }
        }
        weight(info, royal.from, safe)
    }
}

/// The number of moves that lead to some targets.
#[inline(always)]
fn weight<const N: usize>(info: &KindSets<N>, from: usize, targets: Set<N>) -> u32 {
    let promotions = match &info.promoting {
        Some(promoting) => (targets & promoting.multiple[from]).count() * promoting.extra,
        None => 0,
    };
    targets.count() + promotions
}
