//! Which moves leave a royal to be captured.
//!
//! One look from each royal finds the checks and the few pieces and squares that matter; every other move is legal
//! without a test. The rest are tried on the board: two squares for plain moves, the whole move for others.

mod tried;

use super::interpreter;
use super::manners::manners;
use super::scene::PositionScene;
use super::walk::Walker;
use crate::definition::{Kind, Side};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::attack::Findings;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;
pub use tried::{crosses_safely, displaces_safely, is_covered, passes_safely, takes_checker};
pub(super) use tried::{keeps_royals, leaves_safe, only_displaces};

/// What is known about the royals of the side to move.
pub struct Safety {
    /// There is a royal and it must be safe.
    applies: bool,
    /// Nothing is known about single changes: try every move.
    try_all: bool,
    /// Moves may change more of the board than what moves and is captured: play them to see.
    play_out: bool,
    findings: Findings,
    /// When in check: squares that a move of another piece must touch. Sorted.
    touchable: SmallVec<[Square; 64]>,
    /// All squares that decide what enemies do of which single changes don't tell enough: who touches none of these changes
    /// nothing for them.
    watched: SquareSet,
}

impl Safety {
    /// Every pseudo-legal move counts as legal.
    pub fn unrestricted() -> Safety {
        Safety {
            applies: false,
            try_all: false,
            play_out: false,
            findings: Findings::default(),
            touchable: SmallVec::new(),
            watched: SquareSet::new(),
        }
    }

    pub fn analyse(rules: &Rules, position: &Position) -> Safety {
        let mut safety = Safety::unrestricted();
        let side = position.side_to_move();
        let royals = position.royals(side);
        if !rules.royals.are_safe || royals.is_empty() && !rules.may_crown {
            return safety;
        }
        safety.applies = true;
        if Safety::plays_out(rules, position) {
            (safety.try_all, safety.play_out) = (true, true);
            safety.findings.attacked = super::in_check(rules, position, side);
            return safety;
        }
        let attacks = rules.attacks(side);
        for &royal in royals {
            attacks.on(royal).analyse(position.view(side), &mut safety.findings);
        }
        if safety.watch(rules, position, &attacks.odd) && !safety.findings.attacked {
            safety.findings.attacked = royals.iter().any(|&royal| attacked(rules, position, side, royal));
        }
        if safety.findings.attacked && !safety.try_all {
            for &royal in royals {
                attacks.on(royal).visited(position.view(side), &mut |square| safety.touchable.push(square));
            }
        }
        safety
    }

    /// True where a move may change more of the board than what moves and is captured, or more than what it changes.
    pub fn plays_out(rules: &Rules, position: &Position) -> bool {
        !rules.effects.is_empty()
            || position.royals_vary(rules)
            || rules.wall.is_some()
            || rules.aftermath.is_some()
            // What comes or goes may let others move, wherever it isn't in their way; and so may what has moved.
            || rules.holds.is_some()
            || rules.follows()
    }

    /// Finds enemies of these kinds that may see a royal, and what their attacks depend on. True if there are any.
    fn watch(&mut self, rules: &Rules, position: &Position, odd: &[Kind]) -> bool {
        let side = position.side_to_move();
        let (royals, enemy) = (position.royals(side), side.other());
        // What moves like another, or captures only what nobody protects, depends on more than it looks at.
        let unclear = rules.lending.is_some() || rules.restraints.shy.is_some();
        for &kind in odd {
            let tables = &rules.sides[enemy];
            for from in position.squares_of(Piece::new(kind, enemy)) {
                match tables.movers[kind.index()].sights(&tables.steps).filter(|_| !unclear) {
                    None => {
                        self.try_all = true;
                        return true;
                    }
                    Some(sights) if royals.iter().any(|&royal| sights[from.index()].contains(royal)) => {
                        self.watched |= &sights[from.index()];
                        // It may be captured.
                        self.watched.insert(from);
                    }
                    Some(_) => {}
                }
            }
        }
        !self.watched.is_empty()
    }

    pub fn in_check(&self) -> bool {
        self.findings.attacked
    }

    /// True if the moves of this piece need `keep_legal`; `doubtful` says so of its kind.
    #[inline(always)]
    pub fn doubts(&self, from: Square, doubtful: bool) -> bool {
        self.applies
            && (self.findings.attacked
                || self.try_all
                || doubtful
                || !self.watched.is_empty()
                || !self.findings.completing.is_empty()
                || self.findings.pinned.contains(&from))
    }

    pub fn doubts_drops(&self) -> bool {
        let some = !self.watched.is_empty() || !self.findings.completing.is_empty();
        self.applies && (self.findings.attacked || self.try_all || some)
    }

    /// Removes illegal moves from `list[start..]`, keeping the order.
    pub fn keep_legal(&self, rules: &Rules, position: &mut Position, list: &mut MoveList, start: usize) {
        if self.applies {
            super::retain(position, list, start, |position, mv| self.is_legal(rules, position, mv));
        }
    }

    pub fn is_legal(&self, rules: &Rules, position: &mut Position, mv: Move) -> bool {
        if !self.applies {
            return true;
        }
        if self.play_out {
            return keeps_royals(rules, position, mv);
        }
        match mv.action {
            Action::Plain | Action::Trail | Action::Drop => {}
            Action::Castle | Action::Locust | Action::Chain | Action::Unload | Action::UnloadChain => {
                return leaves_safe(rules, position, mv);
            }
            Action::Pass => return !self.findings.attacked,
            // What enters doesn't shield a royal: the move itself must be legal.
            Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate => {
                return self.is_legal(rules, position, mv.base());
            }
        }
        let moved = if mv.is_drop() { Piece::EMPTY } else { position.at(mv.from) };
        let royal = !moved.is_empty() && rules.kind(moved.kind()).royal;
        let crowns = mv.placed().is_some_and(|kind| rules.kind(kind).royal);
        let abdicates = royal && mv.placed().is_some() && !crowns;
        if (crowns || abdicates) && rules.royals.vary {
            return keeps_royals(rules, position, mv);
        }
        let watched = self.watched.contains(mv.to) || self.watched.contains(mv.from);
        if !royal && !crowns && !self.try_all && !watched {
            let touches = |squares: &[Square]| squares.contains(&mv.to) || squares.contains(&mv.from);
            if self.findings.attacked {
                if !touches(&self.touchable) {
                    return false;
                }
            } else if !self.findings.completing.contains(&mv.to) && !self.findings.pinned.contains(&mv.from) {
                return true;
            }
        }
        displaces_safely(rules, position, mv)
    }
}

/// `in_check` where not all royals count, or one may be spared.
pub fn some_check(rules: &Rules, position: &Position, side: Side) -> bool {
    let mut royals = position.present_royals(rules, side).peekable();
    let mut hit = |royal: Square| attacked(rules, position, side, royal);
    if rules.royals.are_spare { royals.peek().is_some() && royals.all(hit) } else { royals.any(&mut hit) }
}

/// True if a capture on `square` by an enemy of `side` would blow up a royal of that enemy's own.
pub fn shielded(rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
    let takes_royal = |taken: Square| match rules.royals.vary {
        true => position.present_royals(rules, side.other()).any(|royal| royal == taken),
        false => position.royals(side.other()).contains(&taken),
    };
    rules.effects.explosions().any(|explosion| explosion.takes(position.board(), square).any(takes_royal))
}

/// True if an enemy of `side` could capture on `square`, were a royal of `side` there.
pub fn attacked(rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
    if rules.is_guarded(position.board(), square, side) {
        return false;
    }
    let attacks = rules.attacks(side);
    let (trie, view) = (attacks.on(square), position.view(side));
    let hit = if attacks.ask_free {
        trie.attacked_by(view, &mut |from| rules.may_capture_from(view.board, from))
    } else {
        trie.attacked(view)
    };
    (hit || !attacks.beyond.is_empty() && attacked_beyond_tables(rules, position, side, square))
        && (rules.effects.is_empty() || !shielded(rules, position, side, square))
}

/// False if nothing that a piece of this side could borrow would let it capture on one square from the other.
fn may_ever_see(rules: &Rules, side: Side, (from, target): (Square, Square)) -> bool {
    let sights = rules.lending.as_ref().and_then(|lending| lending.sights(side, &rules.sides[side]));
    sights.is_none_or(|sights| sights[from.index()].contains(target))
}

/// False if nothing that could be done elsewhere would let what moves so capture on one square from the other.
pub fn may_see(rules: &Rules, side: Side, manner: Kind, (from, target): (Square, Square)) -> bool {
    let tables = &rules.sides[side];
    let sights = tables.movers[manner.index()].sights(&tables.steps);
    sights.is_none_or(|sights| sights[from.index()].contains(target))
}

/// Asks each enemy piece that the tries don't know whether it captures on the square.
#[cold]
pub(super) fn attacked_beyond_tables(rules: &Rules, position: &Position, side: Side, target: Square) -> bool {
    let (enemy, board) = (side.other(), position.board());
    let is_shy = |kind: Kind| rules.restraints.shy.as_ref().is_some_and(|shy| shy.kinds.contains(kind));
    let captures = |kind: Kind, from: Square| captures_on(rules, (position, board), enemy, kind, (from, target));
    rules.attacks(side).beyond.iter().filter(|&&kind| !is_shy(kind)).any(|&kind| {
        let piece = Piece::new(kind, enemy);
        // The list may be older than the board while a move is being tried.
        let mut enemies = position.squares_of(piece).filter(|&from| position.at(from) == piece);
        if rules.lending.is_none() {
            // What it looks at is asked first: mostly it isn't this square.
            let sees = |from: Square| may_see(rules, enemy, kind, (from, target));
            return enemies.any(|from| sees(from) && rules.may_capture_from(board, from) && captures(kind, from));
        }
        enemies.any(|from| {
            may_ever_see(rules, enemy, (from, target)) && rules.may_capture_from(board, from) && {
                let mut manners = manners(rules, position, board, from).into_iter();
                manners.any(|manner| may_see(rules, enemy, manner, (from, target)) && captures(manner, from))
            }
        })
    })
}

/// True if a piece of this side, moving like `manner`, could capture on one square from the other. What walks say is as things
/// stand on the board, the rest as in the position.
pub fn captures_on(
    rules: &Rules,
    (position, board): (&Position, &[Piece]),
    side: Side,
    manner: Kind,
    (from, target): (Square, Square),
) -> bool {
    let mover = &rules.sides[side].movers[manner.index()];
    let walker = Walker { board, ..Walker::new(rules, position, side) };
    let mut hit = false;
    let scene = PositionScene::new(rules, position, side, from);
    // What is taken with it may be what nothing takes.
    let may_take_all = |to: Square, taken: &[Square]| {
        let others = || taken.iter().chain([&to]).filter(|&&square| square != target && square != from);
        let may_take = |square: &Square| {
            let piece = board[square.index()];
            piece.is_empty() || rules.may_be_taken(piece, side) && !rules.is_guarded(board, *square, piece.side())
        };
        !rules.has_untouchables || others().all(may_take)
    };
    let unmoved = mover.unmoved.as_ref().filter(|_| scene.unmoved()).map_or(&[][..], |roots| roots.at(from));
    let seeing = mover.walks_seeing(&rules.sides[side].steps, from, target);
    for root in seeing.chain(unmoved.iter().copied()) {
        walker.walk(root, from, &mut |to, end, taken| {
            let takes = !hit && (taken.contains(&target) || to == target && super::walk::is_capture(end, &[]));
            hit |= takes && may_take_all(to, taken) && super::relations_allow(rules, position, from, to, taken);
        });
    }
    let takes = |trace: &interpreter::Trace| {
        trace.captures.contains(&target)
            && may_take_all(trace.to, &trace.captures)
            && super::relations_allow(rules, position, from, trace.to, &trace.captures)
    };
    let ways = mover.interpreted.iter().filter(|way| way.may_take(board, &[target]));
    hit || scene.traces(ways, false).any(|trace| takes(&trace))
}
