//! The state of one search: the position it walks about in, what it knows, and what it counts.

use super::clock::Clock;
use super::estimate::Distance;
use super::frame::{Frame, Frames};
use super::history::{Deed, Event, History};
use super::table::{Entry, NodeBound, Table};
use super::{Question, Signal};
use crate::definition::{Condition, Ending, Kind, Side, Verdict};
use crate::evaluation;
use crate::game;
use crate::hints::rarely;
use crate::movegen::{self, Wanted};
use crate::moves::{Action, Digest, Move, MoveList};
use crate::position::Position;
use crate::rules::topology::SquareSet;
use crate::rules::{Piece, Rules};
use std::sync::LazyLock;
use std::time::Duration;

/// Above every score.
pub const INFINITE: i32 = 32_000;
/// A win at the root; every ply away from it costs one.
pub const MATE: i32 = 31_000;
/// Scores beyond this are wins with a known distance.
pub const MATE_BOUND: i32 = MATE - 500;
/// A win or loss by repetition or a count of plies, which the other side may still avoid.
const BY_HISTORY: i32 = 20_000;

/// Facts about the variant that decide which shortcuts are sound.
pub struct Sense {
    pub null_move: bool,
    /// A capture must be made if there is one: standing pat is not an option.
    pub captures_are_forced: bool,
    /// Captures that lose material are bad ones.
    pub judges_exchanges: bool,
    /// So many checks win: even one that costs a piece is a step forward.
    pub checks_count: bool,
    /// What is taken can be dropped: a quiet move may gain as much as a capture.
    pub drops: bool,
    /// Plies of a quiescence search in which quiet moves are tried that leave few answers: checks (many where these win, few
    /// where pieces are dropped and most positions have some), or offers where captures are forced.
    pub forcing_plies: u8,
    /// Near the leaves a lead of so much a ply is taken for granted.
    pub sure_margin: i32,
    /// Most moves promote: then that is no event after which a position is quieter.
    pub promotions_are_usual: bool,
    /// What is legal in a position doesn't depend on how the game came there, and if something is, it isn't over.
    pub trusts_table: bool,
    /// By piece code: squares of which one is enough to win. Empty where nobody wins so.
    pub goals: Vec<SquareSet>,
}

impl Sense {
    fn of(rules: &Rules) -> Sense {
        let definition = &rules.definition;
        let captures_are_forced = rules.restraints.captures_are_forced;
        let wins_by = |wanted: fn(&Condition) -> bool| {
            let wins = |ending: &Ending| ending.result == Verdict::Win && wanted(&ending.condition);
            definition.endings.iter().any(wins)
        };
        let losing_is_winning = wins_by(|condition| {
            matches!(condition, Condition::Extinct { .. } | Condition::Bare { .. } | Condition::Stalemate)
        });
        let drops = rules.weights.drops();
        let forcing_plies = if captures_are_forced {
            2
        } else if !definition.pieces.iter().any(|piece| piece.royal) {
            0
        } else if rules.most_checks.is_some() {
            6
        } else if drops {
            1
        } else {
            2
        };
        // What the game begins with, it is about.
        let promotions_are_usual = || {
            let (mut start, mut moves) = (Position::start(rules), MoveList::new());
            movegen::legal(rules, &mut start, &mut moves);
            2 * moves.iter().filter(|mv| mv.is_promotion()).count() > moves.len()
        };
        let has_goals = wins_by(|condition| matches!(condition, Condition::Reach { number: 1, .. }));
        let mut goals = vec![SquareSet::new(); if has_goals { rules.piece_codes() } else { 0 }];
        for (kind, side) in
            (0..rules.kinds.len()).filter(|_| has_goals).flat_map(|at| Side::BOTH.map(|side| (Kind(at as u16), side)))
        {
            if let Some((zone, 1)) = evaluation::goal(rules, kind, side) {
                goals[Piece::new(kind, side).index()] = zone.clone();
            }
        }
        Sense {
            goals,
            promotions_are_usual: *rules.promotions_are_usual.get_or_init(promotions_are_usual),
            // Who has several moves in a turn gives away too much with a null move for it to say anything.
            null_move: definition
                .hints
                .null_move
                .unwrap_or(!captures_are_forced && !losing_is_winning && definition.turns.is_none()),
            captures_are_forced,
            judges_exchanges: rules.royals.roam || !captures_are_forced && !losing_is_winning,
            checks_count: rules.most_checks.is_some(),
            drops,
            forcing_plies,
            // One offer turns more round than pieces are worth.
            sure_margin: if captures_are_forced { 170 } else { 85 },
            trusts_table: rules.shortcuts.legal_by_key
                && !definition.endings.iter().any(|ending| ending.condition == Condition::OnlyPromotions),
        }
    }
}

pub struct Searcher<'a> {
    pub rules: &'a Rules,
    pub position: Position,
    pub table: &'a Table,
    pub history: &'a mut History,
    pub clock: Clock<'a>,
    pub signal: &'a Signal,
    pub question: &'a Question,
    pub frames: Frames,
    /// Which of some moves give check, while they are sifted.
    pub checks: Vec<bool>,
    /// By cell, while moves are rated: see `Searcher::warm`.
    pub heat: Vec<i32>,
    pub sense: Sense,
    /// Of evaluations from the running sum, then from that and the gap of a position before: after a noisy move, after a quiet
    /// one.
    pub distances: [Distance; 3],
    pub nodes: u64,
    /// Beyond so many nodes the present exchange is cut short.
    pub patience: u64,
    pub selective_depth: usize,
    /// The side to move at the root.
    own_side: Side,
    /// Plies of the game before the root.
    pub root_plies: usize,
    pub root_depth: i32,
    /// Which of the best lines is being looked for, from 0.
    pub line: usize,
    /// How many are.
    pub lines: usize,
    /// 0 for the one that answers; others help it, so many plies ahead.
    pub thread: usize,
    pub skew: u8,
    pub stopped: bool,
    /// When the present line was told last.
    pub told: Duration,
    /// When the nodes were told last.
    pub counted: Duration,
    /// Every move is looked at: a win is looked for and nothing else.
    pub thorough: bool,
    /// Keeps apart in the table what another kind of search has found.
    pub salt: u64,
    /// No null moves before this ply while one is being verified.
    pub no_null_before: usize,
    /// The ply at which one is.
    pub verified: Option<usize>,
    /// By depth and number of the move, 64 each.
    pub reductions: &'static [u8],
    cells: usize,
}

impl<'a> Searcher<'a> {
    pub fn new(
        rules: &'a Rules,
        position: Position,
        table: &'a Table,
        history: &'a mut History,
        question: &'a Question,
        (clock, signal): (Clock<'a>, &'a Signal),
    ) -> Searcher<'a> {
        Searcher {
            rules,
            table,
            history,
            clock,
            signal,
            question,
            frames: Frames::new(),
            checks: Vec::with_capacity(256),
            heat: Vec::new(),
            sense: Sense::of(rules),
            distances: [Distance::UNKNOWN; 3],
            nodes: 0,
            patience: 0,
            selective_depth: 0,
            own_side: position.side_to_move(),
            root_plies: position.plies(),
            root_depth: 0,
            line: 0,
            lines: 1,
            thread: 0,
            skew: 0,
            stopped: false,
            told: Duration::ZERO,
            counted: Duration::ZERO,
            thorough: false,
            salt: 0,
            no_null_before: 0,
            verified: None,
            reductions: &REDUCTIONS,
            cells: rules.topology().cells(),
            position,
        }
    }

    /// Counts a node; true when the search must end.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.clock.is_due(self.nodes) {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.clock.look(self.nodes);
        if self.question.asides.lines {
            self.tell_line();
        }
        if self.question.asides.statistics {
            self.tell_statistics();
        }
    }

    /// Lists the legal moves at this ply.
    pub fn generate(&mut self, ply: usize) {
        let Frame { moves, later, .. } = &mut self.frames[ply];
        moves.clear();
        later.clear();
        movegen::legal(self.rules, &mut self.position, moves);
    }

    /// The legal move at this ply of which the table has kept so much.
    pub fn find(&mut self, ply: usize, digest: Digest) -> Option<Move> {
        self.generate(ply);
        self.frames[ply].moves.iter().copied().find(|&mv| Digest::of(mv) == digest)
    }

    /// The table's move, if it is all there and surely legal, as it was in the position that it was kept for.
    #[inline]
    pub fn playable(&self, digest: Digest) -> Option<Move> {
        let whole = if self.sense.trusts_table { digest.whole() } else { None };
        whole.filter(|&mv| self.position.might_play(mv))
    }

    /// Lists the legal moves at this ply, but quiet ones may be left for later.
    pub fn generate_by_stages(&mut self, ply: usize, wanted: Wanted) {
        let Frame { moves, later, .. } = &mut self.frames[ply];
        moves.clear();
        later.clear();
        movegen::by_stages(self.rules, &mut self.position, wanted, moves, later);
    }

    /// What a verdict is worth at this ply, for the side to move.
    pub fn score_of(&self, verdict: Verdict, ply: usize) -> i32 {
        match verdict {
            Verdict::Win => MATE - ply as i32,
            Verdict::Loss => ply as i32 - MATE,
            Verdict::Draw if self.position.side_to_move() == self.own_side => -self.question.contempt,
            Verdict::Draw => self.question.contempt,
        }
    }

    /// The score if a rule has ended the game here.
    #[inline]
    pub fn ended(&self, ply: usize) -> Option<i32> {
        let ended = game::ended_in_search(self.rules, &self.position, self.root_plies)?;
        let score = self.score_of(ended.verdict, ply);
        if ended.by_history && ended.verdict != Verdict::Draw {
            return Some(score.signum() * (BY_HISTORY - ply as i32));
        }
        Some(score)
    }

    /// The score of a position without legal moves.
    pub fn stuck(&self, ply: usize, in_check: bool) -> i32 {
        self.score_of(game::verdict_without_moves(self.rules, &self.position, in_check), ply)
    }

    /// The piece that a move puts down, with the square.
    #[inline(always)]
    pub fn deed(&self, mv: Move) -> Deed {
        let to = if mv.to.is_some() { mv.to.index() } else { 0 };
        (self.put_down(mv).index() * self.cells + to) as Deed
    }

    /// A move about to be played, as what comes of it is foreseen.
    #[inline(always)]
    fn event(&self, mv: Move) -> Event {
        let piece = self.put_down(mv).index();
        let (from, to) = (if mv.from.is_some() { mv.from.index() } else { self.cells }, mv.to);
        let (at, taken) = if to.is_some() { (to.index(), self.position.at(to).index()) } else { (0, 0) };
        let [deed, origin, taken] = [piece * self.cells + at, piece * (self.cells + 1) + from, taken];
        Event { deed: deed as Deed, origin: origin as u32, taken: taken as u32 }
    }

    #[inline(always)]
    fn put_down(&self, mv: Move) -> Piece {
        match mv.placed() {
            Some(kind) => Piece::new(kind, self.position.side_to_move()),
            None if mv.from.is_some() => self.position.at(mv.from),
            None => Piece::EMPTY,
        }
    }

    /// Such a move is worth a look however late it comes.
    #[inline(always)]
    pub fn reaches_goal(&self, mv: Move) -> bool {
        let goals = &self.sense.goals;
        !goals.is_empty() && mv.to.is_some() && goals[self.put_down(mv).index()].contains(mv.to)
    }

    #[inline(always)]
    pub fn is_quiet(&self, mv: Move) -> bool {
        // What most moves are, told quickly.
        if mv.is_bare() && self.position.at(mv.to).is_empty() || mv.is_drop() {
            return true;
        }
        !self.position.is_capture(mv) && (!mv.is_promotion() || self.sense.promotions_are_usual)
    }

    /// Value of what a move takes and gains by promotion.
    #[inline(always)]
    pub fn gain(&self, mv: Move) -> i32 {
        let weights = &self.rules.weights;
        let value = |piece: Piece| weights.features(piece).value;
        let mut gain = 0;
        if self.position.is_capture(mv) {
            if mv.action == Action::Plain {
                gain += value(self.position.at(mv.to));
            } else {
                rarely();
                let side = self.position.side_to_move();
                for square in self.position.captures(self.rules, mv) {
                    let piece = self.position.at(square);
                    if !piece.is_empty() {
                        gain += if piece.side() == side { -value(piece) } else { value(piece) };
                    }
                }
            }
        }
        if !self.rules.effects.is_empty() || self.rules.aftermath.is_some() {
            rarely();
            let side = self.position.side_to_move();
            for (_, piece) in self.position.casualties(self.rules, mv) {
                gain += if piece.side() == side { -value(piece) } else { value(piece) };
            }
        }
        if let (Some(kind), true) = (mv.placed(), mv.is_promotion()) {
            let moved = self.position.at(mv.from);
            gain += value(Piece::new(kind, moved.side())) - value(moved);
        }
        gain
    }

    /// How many pieces this side has beside royals and pawn-like ones, 2 standing for more. Without any, passing is often
    /// the best move.
    pub fn force(&self, side: Side) -> usize {
        let weights = &self.rules.weights;
        let counts = |piece: Piece| weights.features(piece).phase > 0;
        let on_board = self.position.pieces(side).filter(|&square| counts(self.position.at(square))).take(2).count();
        on_board + usize::from(self.position.hand_total(side)).min(2)
    }

    /// Asks the table's memory for what it holds about the position that a move leads to: that takes as long as a hundred
    /// other lookups.
    #[inline(always)]
    pub fn fetch_ahead(&self, mv: Move) {
        self.table.prefetch(self.position.key_ahead(self.rules, mv));
    }

    /// Plays a move and remembers it at this ply. What the table holds about it should have been asked for.
    #[inline(never)]
    pub fn play(&mut self, mv: Move, ply: usize) {
        self.frames[ply].event = Some(self.event(mv));
        self.position.play(self.rules, mv);
    }

    #[inline(always)]
    pub fn undo(&mut self) {
        self.position.undo(self.rules);
    }

    /// The line at this ply is `mv` and the line of the next one.
    pub fn extend_pv(&mut self, mv: Move, ply: usize) {
        self.frames.extend_pv(mv, ply);
    }
}

/// Later moves of a well ordered list are rarely good: reductions grow with the logarithms of depth and place.
/// Made once: short searches would spend a tenth of their time on it.
static REDUCTIONS: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    let log = |number: usize| (number.max(1) as f64).ln();
    (0..64 * 64).map(|at| (0.6 + log(at / 64) * log(at % 64) / 1.8) as u8).collect()
});

/// Mate scores are stored as seen from the position, not from the root.
pub fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if score >= MATE_BOUND {
        score + ply
    } else if score <= -MATE_BOUND {
        score - ply
    } else {
        score
    }) as i16
}

impl Entry {
    /// The score, if as much is known of it as a search between alpha and beta would find out.
    #[inline(always)]
    pub fn cutoff(&self, ply: usize, (alpha, beta): (i32, i32)) -> Option<i32> {
        let score = from_table(self.score, ply);
        let decides = match self.bound {
            NodeBound::None => false,
            NodeBound::Exact => true,
            NodeBound::Lower => score >= beta,
            NodeBound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }

    /// A static evaluation, made better by what is known of the score.
    pub fn sharpen(&self, evaluation: i32, ply: usize) -> i32 {
        let score = from_table(self.score, ply);
        match self.bound {
            NodeBound::Exact => score,
            NodeBound::Lower => evaluation.max(score),
            NodeBound::Upper => evaluation.min(score),
            NodeBound::None => evaluation,
        }
    }
}

pub fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (score as i32, ply as i32);
    if score >= MATE_BOUND {
        score - ply
    } else if score <= -MATE_BOUND {
        score + ply
    } else {
        score
    }
}
