//! Every way in which a walk can capture a royal: who stands where, and what the squares between must hold.

use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step, reaching};
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// Occupants a square may have for a pattern to hold, as a bit set, seen by the defender.
pub type Allowed = u8;
const ANY_PIECE: Allowed = 1 << OWN | 1 << ENEMY;
/// What may stand there or not: no condition.
pub const ANYTHING: Allowed = 1 << EMPTY | ANY_PIECE;

/// A square and what it must hold.
pub type Must = (u16, Allowed);

/// One way of an attacker on one square.
#[derive(Clone, Copy)]
pub struct Pattern {
    pub target: u16,
    length: u16,
    /// Where its conditions begin among those of all patterns.
    start: u32,
}

impl Pattern {
    /// Adds a pattern's conditions, from the attacker outwards, to those of all.
    pub fn new(target: u16, conditions: impl Iterator<Item = Must>, all: &mut Vec<Must>) -> Pattern {
        let start = all.len();
        all.extend(conditions);
        Pattern { target, length: (all.len() - start) as u16, start: start as u32 }
    }

    pub fn conditions<'a>(&self, all: &'a [Must]) -> &'a [Must] {
        &all[self.start as usize..][..self.length.into()]
    }

    /// A condition of the pattern by its number from the target.
    pub fn seen_from_target(&self, number: usize, all: &[Must]) -> Option<Must> {
        (number < self.length.into()).then(|| all[self.start as usize + usize::from(self.length) - 1 - number])
    }
}

/// The occupants for which something holds, seen by the attacker.
fn allowed(holds: impl Fn(usize) -> bool) -> Allowed {
    // The attacker's enemy is the defender's own.
    let seen_by_defender = [EMPTY, ENEMY, OWN];
    (0..3).filter(|&view| holds(view)).fold(0, |mask, view| mask | 1 << seen_by_defender[view])
}

/// Where a step that looks goes on to, and what must stand on its square for that.
pub fn ways_on(step: &Step) -> SmallVec<[(u32, Allowed); 3]> {
    let mut ways = SmallVec::new();
    for (view, &next) in step.next.iter().enumerate() {
        if next != END && !step.next[..view].contains(&next) {
            ways.push((next, allowed(|view| step.next[view] == next)));
        }
    }
    ways
}

/// More patterns than this for one kind and origin, more steps looked at for them, or more of them one below the
/// other, and the kind is left to the interpreter.
const MOST_PATTERNS: usize = 2000;
pub const MOST_LOOKS: usize = 100_000;
pub const DEEPEST: usize = 300;

/// The ways to capture that a walk was found to have, and what it took to find them.
#[derive(Default)]
pub struct Gathered {
    pub patterns: Vec<Pattern>,
    /// Of all patterns.
    pub conditions: Vec<Must>,
    pub looks: usize,
    depth: usize,
    /// What the squares on the way here must hold, from the attacker outwards; each of them once.
    on_way: SmallVec<[Must; 8]>,
    /// Squares of what the way here captures in passing.
    taken: SmallVec<[u16; 4]>,
    /// Squares on which the way here asks for a royal, and whether one stands there.
    royals: SmallVec<[(u16, bool); 2]>,
    /// Some capture depends on whether a royal stands on another square than the target: patterns can't say that.
    asks_elsewhere: bool,
}

impl Gathered {
    /// Has `visit` look on under one more condition, if it can hold together with those on the way here.
    fn under(&mut self, square: u16, mask: Allowed, visit: impl FnOnce(&mut Gathered) -> bool) -> bool {
        let Some(at) = self.on_way.iter().position(|known| known.0 == square) else {
            self.on_way.push((square, mask));
            let complete = visit(self);
            self.on_way.pop();
            return complete;
        };
        let before = self.on_way[at].1;
        if before & mask == 0 {
            return true;
        }
        self.on_way[at].1 &= mask;
        let complete = visit(self);
        self.on_way[at].1 = before;
        complete
    }
}

/// The walks of one side, as far as they matter to royals.
pub struct Ways<'a> {
    pub steps: &'a [Step],
    /// Squares where royals may stand; other targets are not recorded.
    pub targets: &'a [bool],
    /// By step: a royal may be captured there or in what follows.
    pub capturing: Vec<bool>,
}

impl<'a> Ways<'a> {
    pub fn new(steps: &'a [Step], targets: &'a [bool]) -> Ways<'a> {
        let takes = |step: &Step| matches!(step.op, Op::Take | Op::Emit) || step.emits >> ENEMY & 1 == 1;
        let capturing = reaching(steps, |step| targets[usize::from(step.square)] && takes(step));
        Ways { steps, targets, capturing }
    }

    /// Replaces what was gathered by the ways of this walk; false if there are too many.
    pub fn gather(&self, root: u32, origin: Square, out: &mut Gathered) -> bool {
        out.patterns.clear();
        out.conditions.clear();
        out.looks = 0;
        out.asks_elsewhere = false;
        self.collect((root, origin), out) && !out.asks_elsewhere
    }

    /// Walks all branches and notes each way of capturing on a target; false if there are too many.
    fn collect(&self, (walk, origin): (u32, Square), out: &mut Gathered) -> bool {
        out.depth += 1;
        let complete = self.follow((walk, origin), out);
        out.depth -= 1;
        complete
    }

    fn follow(&self, (walk, origin): (u32, Square), out: &mut Gathered) -> bool {
        let mut at = walk;
        // What has been captured on the way was captured only if a move ends somewhere.
        while at != END && (self.capturing[at as usize] || !out.taken.is_empty()) {
            out.looks += 1;
            if out.patterns.len() > MOST_PATTERNS || out.looks > MOST_LOOKS || out.depth > DEEPEST {
                return false;
            }
            let step = self.steps[at as usize];
            match step.op {
                Op::LookLater if usize::from(step.square) == origin.index() => {
                    if step.emits >> EMPTY & 1 == 1 {
                        self.note_taken(out);
                    }
                    at = step.next[EMPTY];
                    continue;
                }
                Op::Look | Op::LookLater => return self.look((step, origin), out),
                Op::Take => {
                    out.taken.push(step.square);
                    let complete = self.collect((step.next[0], origin), out);
                    out.taken.pop();
                    if !complete {
                        return false;
                    }
                }
                Op::Fork => {
                    if !self.collect((step.next[0], origin), out) {
                        return false;
                    }
                }
                Op::IfRoyal => {
                    return [true, false].into_iter().zip(step.next).all(|(royal, next)| {
                        out.royals.push((step.square, royal));
                        let complete = self.collect((next, origin), out);
                        out.royals.pop();
                        complete
                    });
                }
                // Patterns know no kinds.
                Op::IfAmong => return false,
                // Nobody's royal is captured en passant, nor behind that.
                Op::IfEnPassant => {}
                Op::Emit => {
                    self.note(step.square, out);
                    self.note_taken(out);
                }
                Op::EmitTrail | Op::EmitPass => {}
            }
            at = step.next[1];
        }
        true
    }

    /// Notes the captures of a step that looks, and walks on from it.
    fn look(&self, (step, origin): (Step, Square), out: &mut Gathered) -> bool {
        if step.emits >> ENEMY & 1 == 1 {
            self.note(step.square, out);
        }
        if !out.taken.is_empty() && step.emits != 0 {
            out.under(step.square, allowed(|view| step.emits >> view & 1 == 1), |out| {
                self.note_taken(out);
                true
            });
        }
        ways_on(&step).into_iter().all(|(next, mask)| match mask {
            ANYTHING => self.collect((next, origin), out),
            _ => out.under(step.square, mask, |out| self.collect((next, origin), out)),
        })
    }

    fn note_taken(&self, out: &mut Gathered) {
        (0..out.taken.len()).for_each(|at| self.note(out.taken[at], out));
    }

    fn note(&self, target: u16, out: &mut Gathered) {
        // The royal itself stands there: the defender's own.
        let holds = |&(square, mask): &(u16, Allowed)| square != target || mask >> OWN & 1 == 1;
        // So what is done only if none stands there is not done to it.
        let spared = out.royals.contains(&(target, false));
        if self.targets[target as usize] && !spared && out.on_way.iter().all(holds) {
            out.asks_elsewhere |= out.royals.iter().any(|&(square, _)| square != target);
            let conditions = out.on_way.iter().copied().filter(|&(square, _)| square != target);
            out.patterns.push(Pattern::new(target, conditions, &mut out.conditions));
        }
    }
}

/// True if two changes at once may complete an attack that neither completes alone. That can't happen when
/// everything between must be empty, nor when exactly one screen may stand anywhere between, nor with other
/// patterns of a single condition.
pub fn intricate(Gathered { patterns, conditions, .. }: &Gathered) -> bool {
    /// A target, and the squares that one with a screen is about.
    type About = (u16, SmallVec<[u16; 12]>);
    let mut screened: SmallVec<[About; 16]> = SmallVec::new();
    for pattern in patterns {
        let all = pattern.conditions(conditions);
        let occupied = all.iter().filter(|must| must.1 >> EMPTY & 1 == 0).count();
        if all.len() < 2 || occupied == 0 {
            continue;
        }
        if occupied > 1 || all.iter().any(|must| must.1 != 1 << EMPTY && must.1 != ANY_PIECE) {
            return true;
        }
        screened.push((pattern.target, all.iter().map(|must| must.0).collect()));
    }
    // Each of the squares may be the screen's.
    screened.sort_unstable();
    screened.chunk_by(|a, b| a == b).any(|alike| alike.len() != alike[0].1.len())
}
