//! Legal moves from set tables.
//!
//! One look from each royal (`movegen/sets/node.rs`) finds checks and pins; every piece's targets are then a few
//! lookups and one intersection, and nothing has to be tried but the moves of royals. Says the same as the walks
//! (`movegen/pseudo.rs`, `movegen/safety.rs`), which remain for what isn't in the tables and to be tested against.

mod node;

use super::pseudo::{self, Wanted};
use super::safety::{self, Safety};
use super::walk::End;
use crate::definition::{Kind, Side};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
#[cfg(target_arch = "x86_64")]
use crate::rules::bits::Bmi2;
use crate::rules::bits::{Board, Code, Cpu, Portable, Set};
use crate::rules::sets::{Class, KindSets, Moves, SetTables, Shift, Sight, Tables, along};
use crate::rules::step::{EMPTY, ENEMY};
use crate::rules::topology::Square;
use crate::rules::{Castle, Explosion, Piece, Rules};
use node::Node;

/// Appends the legal moves and tells whether the side to move is in check; `None` if the tables don't say everything
/// about this position. In check all legal moves are listed, whatever is wanted.
pub fn list(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) -> Option<bool> {
    match &rules.sets {
        SetTables::None => None,
        SetTables::One(tables) => list_of(rules, tables, position, wanted, list),
        SetTables::Two(tables) => list_of(rules, tables, position, wanted, list),
        SetTables::Four(tables) => list_of(rules, tables, position, wanted, list),
    }
}

/// The number of legal moves, if that can be told without listing them.
pub fn count(rules: &Rules, position: &mut Position) -> Option<u64> {
    match &rules.sets {
        SetTables::None => None,
        SetTables::One(tables) => count_of(rules, tables, position),
        SetTables::Two(tables) => count_of(rules, tables, position),
        SetTables::Four(tables) => count_of(rules, tables, position),
    }
}

/// True if the side to move is in check, where the tables tell.
pub fn in_check(rules: &Rules, position: &Position, side: Side) -> Option<bool> {
    match &rules.sets {
        SetTables::None => None,
        SetTables::One(tables) => check_of(rules, tables, position, side),
        SetTables::Two(tables) => check_of(rules, tables, position, side),
        SetTables::Four(tables) => check_of(rules, tables, position, side),
    }
}

/// True if a legal or pseudo-legal move leaves an enemy royal attacked, where the tables tell without playing it.
pub fn gives_check(rules: &Rules, position: &Position, mv: Move) -> Option<bool> {
    match &rules.sets {
        SetTables::None => None,
        SetTables::One(tables) => giving_of(rules, tables, position, mv),
        SetTables::Two(tables) => giving_of(rules, tables, position, mv),
        SetTables::Four(tables) => giving_of(rules, tables, position, mv),
    }
}

/// Calls the form for this processor.
macro_rules! for_cpu {
    ($generic:ident, $fast:ident, ($($name:ident: $type:ty),*) -> $result:ty) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn $fast<const N: usize>($($name: $type),*) -> $result {
            $generic::<N, Bmi2>($($name),*)
        }
    };
}

for_cpu!(list_on, list_fast, (rules: &Rules, tables: &Tables<N>, position: &mut Position, wanted: Wanted, list: &mut MoveList) -> Option<bool>);
for_cpu!(count_on, count_fast, (rules: &Rules, tables: &Tables<N>, position: &mut Position) -> Option<u64>);
for_cpu!(check_on, check_fast, (rules: &Rules, tables: &Tables<N>, position: &Position, side: Side) -> Option<bool>);

for_cpu!(giving_on, giving_fast, (rules: &Rules, tables: &Tables<N>, position: &Position, mv: Move) -> Option<bool>);

fn giving_of<const N: usize>(rules: &Rules, tables: &Tables<N>, position: &Position, mv: Move) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    if tables.is_fast {
        // SAFETY: the processor has what the function asks for.
        return unsafe { giving_fast(rules, tables, position, mv) };
    }
    giving_on::<N, Portable>(rules, tables, position, mv)
}

fn list_of<const N: usize>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    wanted: Wanted,
    list: &mut MoveList,
) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    if tables.is_fast {
        // SAFETY: the processor has what the function asks for.
        return unsafe { list_fast(rules, tables, position, wanted, list) };
    }
    list_on::<N, Portable>(rules, tables, position, wanted, list)
}

fn count_of<const N: usize>(rules: &Rules, tables: &Tables<N>, position: &mut Position) -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    if tables.is_fast {
        // SAFETY: the processor has what the function asks for.
        return unsafe { count_fast(rules, tables, position) };
    }
    count_on::<N, Portable>(rules, tables, position)
}

fn check_of<const N: usize>(rules: &Rules, tables: &Tables<N>, position: &Position, side: Side) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    if tables.is_fast {
        // SAFETY: the processor has what the function asks for.
        return unsafe { check_fast(rules, tables, position, side) };
    }
    check_on::<N, Portable>(rules, tables, position, side)
}

#[inline(always)]
fn check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
) -> Option<bool> {
    let (attackers, board) = (&tables.sides[side].attackers, node::board(tables, position));
    if attackers.beyond.iter().any(|&code| !board.set(code).is_empty()) {
        return None;
    }
    let occupied = board.side(0) | board.side(1);
    Some(position.royals(side).iter().any(|&royal| {
        if !rules.effects.is_empty() && safety::shielded(rules, position, side, royal) {
            return false;
        }
        let mut hit = Set::EMPTY;
        for (class, from) in attackers.leaps(royal.index()) {
            hit |= from & class.pieces(board);
        }
        !hit.is_empty()
            || attackers.lines(royal.index()).any(|(class, at)| {
                let there = at.from & class.pieces(board);
                !there.is_empty() && !(attackers.reached_from::<C>(&tables.data, at, occupied) & there).is_empty()
            })
    }))
}

#[inline(always)]
fn giving_on<const N: usize, C: Cpu>(rules: &Rules, tables: &Tables<N>, position: &Position, mv: Move) -> Option<bool> {
    if !matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) || !rules.effects.is_empty() {
        return None;
    }
    let side = position.side_to_move();
    let (attackers, board) = (&tables.sides[side.other()].attackers, node::board(tables, position));
    let from = if mv.is_drop() { Set::EMPTY } else { Set::of(mv.from.index()) };
    let to = Set::of(mv.to.index());
    let arrives = match mv.placed() {
        Some(kind) => Piece::new(kind, side).index(),
        None => position.at(mv.from).index(),
    };
    if attackers.beyond.iter().any(|&code| code == Code::new(arrives) || !board.set(code).is_empty()) {
        return None;
    }
    let occupied = ((board.side(0) | board.side(1)) & !from) | to;
    let of_class = |class: &Class| {
        let stayed = class.pieces(board) & !from;
        if class.contains(arrives) { stayed | to } else { stayed }
    };
    Some(position.royals(side.other()).iter().any(|&royal| {
        attackers.leaps(royal.index()).any(|(class, origins)| !(origins & of_class(class)).is_empty())
            || attackers.lines(royal.index()).any(|(class, at)| {
                let there = at.from & of_class(class);
                !there.is_empty() && !(attackers.reached_from::<C>(&tables.data, at, occupied) & there).is_empty()
            })
    }))
}

#[inline(always)]
fn list_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    wanted: Wanted,
    list: &mut MoveList,
) -> Option<bool> {
    let side = position.side_to_move();
    let mut node = Node::new(rules, tables, position);
    node.look::<C>(rules, position)?;
    let wanted = if node.in_check { Wanted::All } else { wanted };
    let first = list.len();
    let quiet_too = wanted == Wanted::All;
    let mut sink = Lister { rules, position: &*position, side, list: &mut *list, enemy: node.sight.enemy, quiet_too };
    pieces::<N, C>(&node, node::board(tables, position), &mut sink);
    if !rules.effects.is_empty() {
        captures::<N, C>(rules, &node, position, list);
    }
    if node.own_tables.partial.iter().any(|&code| !node::board(tables, position).set(code).is_empty()) {
        rest(rules, &node, position, wanted, list);
    }
    if position.trail(rules).is_some() {
        en_passant(rules, position, side, list);
    }
    if wanted == Wanted::All {
        for (castle, empty) in rules.sides[side].castles.iter().zip(&node.own_tables.castles) {
            if may_castle::<N, C>(rules, &node, position, (castle, empty)) {
                list.push(
                    Move::plain(castle.mover, castle.mover_to)
                        .with(Action::Castle, [castle.partner, castle.partner_to]),
                );
            }
        }
    }
    if let Some(gates) = &rules.gates {
        pseudo::gated(rules, gates, position, list, first);
    }
    if wanted == Wanted::All && position.hand_total(side) > 0 {
        drops::<N, C>(rules, &node, position, list);
    }
    Some(node.in_check)
}

#[inline(always)]
fn count_on<const N: usize, C: Cpu>(rules: &Rules, tables: &Tables<N>, position: &mut Position) -> Option<u64> {
    let side = position.side_to_move();
    let own = &tables.sides[side];
    if !rules.counts_by_sets || !own.countable {
        return None;
    }
    let mut node = Node::new(rules, tables, position);
    node.look::<C>(rules, position)?;
    let mut counter = Counter { count: 0 };
    pieces::<N, C>(&node, node::board(tables, position), &mut counter);
    let mut count = u64::from(counter.count);
    if !rules.effects.is_empty() {
        let mut moves = MoveList::new();
        captures::<N, C>(rules, &node, position, &mut moves);
        count += moves.len() as u64;
    }
    if position.trail(rules).is_some() {
        let mut moves = MoveList::new();
        en_passant(rules, position, side, &mut moves);
        count += moves.len() as u64;
    }
    for castle in rules.sides[side].castles.iter().zip(&own.castles) {
        count += u64::from(may_castle::<N, C>(rules, &node, position, castle));
    }
    if position.hand_total(side) > 0 {
        for (index, drop) in own.drops.iter().enumerate() {
            let Some(drop) = drop else { continue };
            if position.hand(side, Kind(index as u16)) == 0 {
                continue;
            }
            let targets = droppable::<N, C>(&node, position, drop, index);
            let forms = rules.sides[side].drops[index].as_ref().map_or(1, |table| table.forms.len());
            count += u64::from(targets.count()) * forms as u64;
            if drop.no_mate {
                let mut moves = MoveList::new();
                let checks = targets & checked_from(tables, position, Piece::new(Kind(index as u16), side));
                checks.for_each(|to| moves.push(Move::drop(Kind(index as u16), Square::from_index(to))));
                let all = moves.len();
                pseudo::keep_allowed(rules, position, false, &mut moves, 0);
                count -= (all - moves.len()) as u64;
            }
        }
    }
    Some(count)
}

/// What is done with the targets of a piece.
trait Sink<const N: usize> {
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>);
    /// Targets of several pieces of a kind, all in the same way.
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>);
    /// Targets that leave en passant squares.
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32);
}

struct Counter {
    count: u32,
}

impl<const N: usize> Sink<N> for Counter {
    #[inline(always)]
    fn piece(&mut self, _: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        self.count += targets.count();
        if let Some(promoting) = &info.promoting {
            self.count += (targets & promoting.multiple[from]).count() * promoting.extra;
        }
    }

    #[inline(always)]
    fn shift(&mut self, _: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        self.count += targets.count();
        if let Some(promoting) = &info.promoting {
            self.count += (targets & shift.multiple).count() * promoting.extra;
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, _: u32) {
        self.piece(kind, info, from, targets);
    }
}

struct Lister<'a, const N: usize> {
    rules: &'a Rules,
    position: &'a Position,
    side: Side,
    list: &'a mut MoveList,
    enemy: Set<N>,
    quiet_too: bool,
}

impl<const N: usize> Sink<N> for Lister<'_, N> {
    #[inline(always)]
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        let promotes = info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        let targets = if self.quiet_too { targets } else { targets & (self.enemy | promotes) };
        let origin = Square::from_index(from);
        self.list.make_room(targets.count() as usize);
        for to in targets & !promotes {
            self.list.push_if(Move::plain(origin, Square::from_index(to)), true);
        }
        for to in targets & promotes {
            self.promote(kind, origin, to);
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, _: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        let promotes = shift.may_promote;
        let targets = if self.quiet_too { targets } else { targets & (self.enemy | promotes) };
        let origin = |to: usize| Square::from_index((to + 64 * N - shift.distance as usize) % (64 * N));
        self.list.make_room(targets.count() as usize);
        for to in targets & !promotes {
            let mv = Move::plain(origin(to), Square::from_index(to));
            match &shift.trails {
                None => self.list.push_if(mv, true),
                Some(trails) => self.list.push(leaving(mv, u32::from(trails[to]))),
            }
        }
        for to in targets & promotes {
            self.promote(kind, origin(to), to);
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32) {
        let promotes = info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        let origin = Square::from_index(from);
        if self.quiet_too {
            for to in targets & !promotes {
                self.list.push(leaving(Move::plain(origin, Square::from_index(to)), number));
            }
        }
        for to in targets & promotes {
            self.promote(kind, origin, to);
        }
    }
}

impl<const N: usize> Lister<'_, N> {
    fn promote(&mut self, kind: usize, from: Square, to: usize) {
        let end = End::On(if self.enemy.contains(to) { ENEMY } else { EMPTY });
        let mover = &self.rules.sides[self.side].movers[kind];
        pseudo::push_special(self.rules, self.position, mover, from, (Square::from_index(to), end, &[]), self.list);
    }
}

/// A move that leaves en passant squares.
fn leaving(mv: Move, number: u32) -> Move {
    mv.with(Action::Trail, [Square::from_index(number as usize), Square::NONE])
}

/// The moves of all pieces whose moves are wholly in the tables, castling and en passant apart.
#[inline(always)]
fn pieces<const N: usize, C: Cpu>(node: &Node<N>, board: Board<N>, sink: &mut impl Sink<N>) {
    for (kind, info) in node.own_tables.kinds.iter().enumerate() {
        let of_kind = board.set(info.code);
        if of_kind.is_empty() || !info.whole {
            continue;
        }
        let (moves, sight, data) = (&*info.moves, &node.sight, &node.tables.data);
        if info.royal {
            for from in of_kind {
                let targets = moves.targets::<C>(data, from, sight);
                let safe = targets.filter(|&to| node.is_safe_for_royal::<C>(board, from, to)).collect();
                sink.piece(kind, info, from, safe);
            }
            continue;
        }
        let mut singly = of_kind;
        if let Some(shifts) = &info.shifts
            && node.suspicious.is_empty()
            && 2 * of_kind.count() as usize > shifts.len()
        {
            let together = of_kind & !node.special;
            singly = of_kind & node.special;
            for shift in shifts {
                let targets = node.shifted(together, shift) & node.allowed;
                sink.shift(kind, info, shift, targets);
            }
        }
        let easy = if node.suspicious.is_empty() { singly & !node.special } else { Set::EMPTY };
        match moves {
            Moves::Leaps(leaps) => {
                let allowed = node.allowed & !sight.own;
                easy.for_each(|from| sink.piece(kind, info, from, leaps[from] & allowed));
            }
            Moves::Lines { leaps, count, components } => {
                for from in easy {
                    let own = &components[from * count..][..*count];
                    sink.piece(kind, info, from, along::<N, C>(data, leaps[from], own, sight) & node.allowed);
                }
            }
            Moves::Mixed { .. } => {
                for from in easy {
                    sink.piece(kind, info, from, moves.targets::<C>(data, from, sight) & node.allowed);
                    for component in moves.trails(from) {
                        let targets = component.reached::<C>(data, sight.occupied) & !sight.own & node.allowed;
                        sink.trail(kind, info, from, targets, component.trail - 1);
                    }
                }
            }
        }
        for from in singly & !easy {
            let allowed = node.allowed_from(from);
            let targets = node.keep_tested::<C>(board, from, moves.targets::<C>(data, from, sight) & allowed);
            sink.piece(kind, info, from, targets);
            for component in moves.trails(from) {
                let targets = component.reached::<C>(data, sight.occupied) & !sight.own & allowed;
                sink.trail(kind, info, from, node.keep_tested::<C>(board, from, targets), component.trail - 1);
            }
        }
    }
}

/// The moves of pieces that the tables don't know everything about.
#[cold]
fn rest<const N: usize>(rules: &Rules, node: &Node<N>, position: &mut Position, wanted: Wanted, list: &mut MoveList) {
    let safety = Safety::analyse(rules, position);
    let side = position.side_to_move();
    for &code in &node.own_tables.partial {
        for from in node::board(node.tables, position).set(code) {
            let start = list.len();
            let kind = position.at(Square::from_index(from)).kind();
            let mover = &rules.sides[side].movers[kind.index()];
            pseudo::of_piece(rules, position, mover, Square::from_index(from), false, wanted, list);
            safety.keep_legal(rules, position, list, start);
        }
    }
}

/// Legal captures in passing.
#[cold]
fn en_passant(rules: &Rules, position: &mut Position, side: Side, list: &mut MoveList) {
    let start = list.len();
    pseudo::en_passant(rules, position, side, list);
    if !rules.effects.is_empty() {
        keep_royals(rules, position, list, start);
    } else if rules.royals_are_safe {
        super::retain(position, list, start, |position, mv| safety::leaves_safe(rules, position, mv));
    }
}

/// Legal captures where captures have effects: each is tried.
fn captures<const N: usize, C: Cpu>(rules: &Rules, node: &Node<N>, position: &mut Position, list: &mut MoveList) {
    let (start, side, board) = (list.len(), position.side_to_move(), node::board(node.tables, position));
    let sight = Sight { own: node.sight.own & !node.enemy, enemy: node.enemy, occupied: node.sight.occupied };
    let mut sink = Lister { rules, position: &*position, side, list: &mut *list, enemy: node.enemy, quiet_too: false };
    for (kind, info) in node.own_tables.kinds.iter().enumerate().filter(|(_, info)| info.whole) {
        for from in board.set(info.code) {
            let targets = info.moves.targets::<C>(&node.tables.data, from, &sight) & node.enemy;
            sink.piece(kind, info, from, targets);
        }
    }
    match rules.effects.only_explosion().filter(|_| !node.royals.is_empty()) {
        Some(explosion) => keep_exploding::<N, C>(explosion, node, position, list, start),
        None => keep_royals(rules, position, list, start),
    }
}

/// As `keep_royals`, for captures after which the explosion is all there is: what is left is known without trying.
fn keep_exploding<const N: usize, C: Cpu>(
    explosion: &Explosion,
    node: &Node<N>,
    position: &mut Position,
    list: &mut MoveList,
    start: usize,
) {
    let board = node::board(node.tables, position);
    let kinds = node.tables.sides.0.iter().flat_map(|side| side.kinds.iter().enumerate());
    let spared = kinds
        .filter(|(kind, _)| !explosion.takes_bystander(Kind(*kind as u16)))
        .fold(Set::EMPTY, |all, (_, info)| all | board.set(info.code));
    let enemy_royals: Set<N> =
        position.royals(position.side_to_move().other()).iter().map(|royal| royal.index()).collect();
    let wins = |gone: Set<N>| !enemy_royals.is_empty() && (enemy_royals & !gone).is_empty();
    let is_legal = |mv: Move| {
        let near: Set<N> = explosion.near(mv.to).iter().map(|square| square.index()).collect();
        let gone = (near & !spared) | Set::of(mv.from.index()) | Set::of(mv.to.index());
        let left = node.sight.occupied & !gone;
        (node.royals & gone).is_empty() && (wins(gone) || node.royals_are_safe::<C>(board, left, gone))
    };
    let mut kept = start;
    for at in start..list.len() {
        let mv = list[at];
        if is_legal(mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Removes moves after which a royal could be taken or is gone, but for those that win at once.
fn keep_royals(rules: &Rules, position: &mut Position, list: &mut MoveList, start: usize) {
    if rules.royals_are_safe && !position.royals(position.side_to_move()).is_empty() {
        super::retain(position, list, start, |position, mv| safety::keeps_royals(rules, position, mv));
    }
}

#[inline(always)]
fn may_castle<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &Position,
    (castle, empty): (&Castle, &Set<N>),
) -> bool {
    let side = position.side_to_move();
    if position.rights() & castle.right == 0 || !(node.sight.occupied & *empty).is_empty() {
        return false;
    }
    let partner = position.at(castle.partner);
    let stands = position.at(castle.mover) == Piece::new(castle.kind, side)
        && !partner.is_empty()
        && partner.side() == side
        && (castle.partner_kinds.is_empty() || castle.partner_kinds.contains(&rules.kind(partner.kind()).base));
    if !stands {
        return false;
    }
    if node.royals.is_empty() {
        return true;
    }
    let board = node::board(node.tables, position);
    let of = |square: Square| Set::of(square.index());
    let occupied = node.sight.occupied & !of(castle.mover);
    if rules.kind(castle.kind).royal {
        let safe = |square: &Square| !node.attacked::<C>(board, square.index(), occupied | of(*square), Set::EMPTY);
        if node.in_check || !castle.safe.iter().all(safe) {
            return false;
        }
    }
    let occupied = (occupied & !of(castle.partner)) | of(castle.mover_to) | of(castle.partner_to);
    node.royals.into_iter().all(|royal| {
        let at = if royal == castle.mover.index() {
            castle.mover_to.index()
        } else if royal == castle.partner.index() {
            castle.partner_to.index()
        } else {
            royal
        };
        !node.attacked::<C>(board, at, occupied, Set::EMPTY)
    })
}

/// Where a kind may be dropped, mate apart.
#[inline(always)]
fn droppable<const N: usize, C: Cpu>(
    node: &Node<N>,
    position: &Position,
    drop: &crate::rules::sets::DropSets<N>,
    kind: usize,
) -> Set<N> {
    let board = node::board(node.tables, position);
    let mut targets = drop.squares & !node.sight.occupied & node.allowed;
    if let Some((most, files)) = &drop.files {
        let own = Set::<N>::load(position.sets(), Piece::new(Kind(kind as u16), position.side_to_move()).index());
        for &file in files {
            if (own & file).count() >= *most {
                targets &= !file;
            }
        }
    }
    if !node.suspicious.is_empty() {
        targets = targets
            .filter(|&to| {
                !node.suspicious.contains(to)
                    || node.royals_are_safe::<C>(board, node.sight.occupied | Set::of(to), Set::EMPTY)
            })
            .collect();
    }
    targets
}

/// From where a piece would give check if it stood there, or more.
fn checked_from<const N: usize>(tables: &Tables<N>, position: &Position, piece: Piece) -> Set<N> {
    let enemy = piece.side().other();
    let attackers = &tables.sides[enemy].attackers;
    let code = piece.index();
    if attackers.is_liner(code) {
        return Set::FULL;
    }
    let royals = position.royals(enemy).iter();
    royals.fold(Set::EMPTY, |all, royal| {
        let classes = attackers.leaps(royal.index()).filter(|(class, _)| class.contains(code));
        classes.fold(all, |all, (_, from)| all | from)
    })
}

fn drops<const N: usize, C: Cpu>(rules: &Rules, node: &Node<N>, position: &mut Position, list: &mut MoveList) {
    let side = position.side_to_move();
    if !rules.drops_by_sets {
        let safety = Safety::analyse(rules, position);
        pseudo::drops(rules, position, side, &safety, list);
        return;
    }
    for (index, drop) in node.own_tables.drops.iter().enumerate() {
        let Some(drop) = drop else { continue };
        let kind = Kind(index as u16);
        if position.hand(side, kind) == 0 {
            continue;
        }
        let Some(table) = &rules.sides[side].drops[index] else { continue };
        let targets = droppable::<N, C>(node, position, drop, index);
        for &form in &table.forms {
            targets.for_each(|to| list.push(Move::drop(form, Square::from_index(to))));
            if drop.no_mate {
                let checks = checked_from(node.tables, position, Piece::new(form, side));
                pseudo::keep_allowed_of(rules, position, list, targets.count() as usize, |mv| {
                    checks.contains(mv.to.index())
                });
            }
        }
    }
}
