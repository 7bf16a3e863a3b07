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
use crate::rules::bits::{Board, Cpu, Set};
use crate::rules::sets::{Enemies, KindSets, Sight, Tables};
use crate::rules::{Castle, Piece, Prohibition, Rules};
use after::Leaving;
use arrayvec::ArrayVec;

/// With more pieces on a side replies are not counted together.
const MOST_MEN: usize = 64;
const MOST_FORMS: usize = 16;
const MOST_CASTLES: usize = 16;

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
    let simple = rules.shortcuts.counts_by_sets
        && rules.gates.is_none()
        && theirs.countable
        && theirs.attackers.is_complete()
        && rules.effects.is_empty()
        && !rules.restraints.forbid(Prohibition::Checks)
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
    let (mut count, mut leaving) = (0, Leaving::default());
    for &mv in moves {
        // Moves of a piece come one after the other.
        if !leaving.is_of(mv) {
            leaving = outlook.leaving::<C>(mv);
        }
        match outlook.after::<C>(&leaving, mv) {
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
    /// By square: a bit for each of the men that must be asked again when it changes.
    watching: [[u64; 64]; N],
    /// By square: the bit of the man that stands there.
    standing: [[u64; 64]; N],
    royal: Option<Royal<N>>,
    /// What matters to the safety of the royal where it stands.
    here: Calm<N>,
    /// What matters to that of the squares it might go to.
    there: Calm<N>,
    /// What matters to that of the squares it might castle through.
    passed: Calm<N>,
    /// Squares whose change is more than these counts can tell.
    touchy: Set<N>,
    /// Castlings that they have a right to and whose pieces are there, each with what must be empty.
    castles: ArrayVec<(&'a Castle, &'a Set<N>), MOST_CASTLES>,
    /// The rights to them.
    castling: u64,
    /// How many can be done now.
    castle_count: u32,
    /// Where a change may matter to that, whatever it is.
    castle_path: Set<N>,
    drops: ArrayVec<Form<N>, MOST_FORMS>,
    /// Some of the drops must not give mate.
    may_not_mate: bool,
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
            castles: ArrayVec::new(),
            castling: 0,
            castle_count: 0,
            castle_path: Set::EMPTY,
            drops: ArrayVec::new(),
            may_not_mate: false,
        })
    }

    /// Counts. `None` where this way of counting doesn't do.
    #[inline(always)]
    fn fill<C: Cpu>(&mut self) -> Option<()> {
        let (node, them) = (self.node, self.position.side_to_move().other());
        for kind in node.kinds {
            let info = &node.own_tables.kinds[kind];
            for from in self.board.set(info.code) {
                if info.royal && !node.royals.is_empty() {
                    self.enter_royal::<C>(kind, from);
                } else {
                    self.enter::<C>(kind, from)?;
                }
            }
        }
        self.enter_castles::<C>(them)?;
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
        let (count, watched) = self.moves_of::<C>(&man, &node.sight);
        man.count = count;
        let bit = 1 << self.men.len();
        for square in watched {
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
        let (targets, watched) = moves.watching::<C>(data, from, &node.sight);
        self.here.note::<C>(node.tables, sides, here, occupied);
        self.there.note::<C>(node.tables, sides, targets, occupied & !here);
        let mut royal = Royal { kind, from, count: 0, watched };
        let enemies = Enemies { there: node.sight.enemy, liners: node.liners, arrived: None };
        royal.count = self.royal_moves::<C>(&royal, &node.sight, &enemies);
        self.count += royal.count;
        self.royal = Some(royal);
    }

    #[inline(always)]
    fn enter_castles<C: Cpu>(&mut self, them: Side) -> Option<()> {
        let (node, mut passed) = (self.node, Set::EMPTY);
        for (castle, empty) in self.rules.sides[them].castles.iter().zip(&node.own_tables.castles) {
            if !special::has_castle(self.rules, self.position, them, castle) {
                continue;
            }
            self.castles.try_push((castle, empty)).ok()?;
            self.castling |= castle.right;
            self.castle_path |= *empty;
            if (node.sight.occupied & *empty).is_empty() {
                let squares = castle.safe.iter().chain([&castle.mover_to, &castle.partner_to]);
                passed |= squares.map(|square| square.index()).collect();
                // One that stays where it is may lose a shelter.
                let moved = Set::of(castle.mover.index()) | Set::of(castle.partner.index());
                passed |= node.royals & !moved;
            }
        }
        if node.royals.is_empty() {
            passed = Set::EMPTY;
        }
        let attackers = &node.own_tables.attackers;
        for square in passed {
            for (class, at) in attackers.lines(square) {
                for origin in at.from & class.pieces(self.board) {
                    self.castle_path |= attackers.record(at, origin).path | Set::of(origin);
                }
            }
        }
        self.passed.note::<C>(node.tables, (attackers, self.board), passed, node.sight.occupied);
        let enemies = Enemies { there: node.enemy, liners: node.liners, arrived: None };
        self.castle_count = self.castle_moves::<C>(node.sight.occupied, &enemies);
        self.count += self.castle_count;
        Some(())
    }

    #[inline(always)]
    fn enter_drops(&mut self, them: Side) -> Option<()> {
        for (kind, drop) in self.node.own_tables.drops.iter().enumerate() {
            let (Some(drop), Some(table)) = (drop, &self.rules.sides[them].drops[kind]) else { continue };
            if self.position.hand(them, Kind(kind as u16)) == 0 {
                continue;
            }
            let squares = special::landing(self.node, self.board, drop, kind);
            for form in table.forms.iter().map(|form| form.kind) {
                let mating = match drop.no_mate {
                    true => squares & special::checked_from(self.node.tables, self.position, Piece::new(form, them)),
                    false => Set::EMPTY,
                };
                self.count += (squares & !self.node.sight.occupied).count();
                let is_filed = drop.files.is_some();
                self.drops.try_push(Form { kind, squares, mating, is_filed }).ok()?;
                self.may_not_mate |= drop.no_mate;
            }
        }
        Some(())
    }

    /// The number of its moves, and on what it depends.
    #[inline(always)]
    fn moves_of<C: Cpu>(&self, man: &Man<N>, sight: &Sight<N>) -> (u32, Set<N>) {
        let (info, from) = (&self.node.own_tables.kinds[man.kind as usize], man.from as usize);
        let data = &self.node.tables.data;
        let (targets, watched) = info.moves.watching::<C>(data, from, sight);
        let mut count = weight(info, from, targets & man.allowed);
        for component in info.moves.trails(from) {
            let targets = component.reached::<C>(data, sight.occupied) & !sight.own;
            count += weight(info, from, targets & man.allowed);
        }
        (count, watched)
    }

    #[inline(always)]
    fn royal_moves<C: Cpu>(&self, royal: &Royal<N>, sight: &Sight<N>, enemies: &Enemies<N>) -> u32 {
        let (node, info) = (self.node, &self.node.own_tables.kinds[royal.kind]);
        let occupied = sight.occupied & !Set::of(royal.from);
        let mut safe = Set::EMPTY;
        for to in info.moves.targets::<C>(&node.tables.data, royal.from, sight) {
            let gone = Set::of(to);
            if !node.attacked_by::<C>(self.board, to, occupied | gone, &enemies.without(gone)) {
                safe |= gone;
            }
        }
        weight(info, royal.from, safe)
    }

    #[inline(always)]
    fn castle_moves<C: Cpu>(&self, occupied: Set<N>, enemies: &Enemies<N>) -> u32 {
        let mut count = 0;
        for &castle in &self.castles {
            let open = special::is_open::<N, C>(self.rules, self.node, self.position, castle, occupied, enemies);
            count += u32::from(open);
        }
        count
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
