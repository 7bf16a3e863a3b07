//! The part of a session that knows when a game is as good as over: giving up, offering, accepting and claiming draws.

use super::{DrawPolicy, Listener, Mode, Reply, Session};
use crate::evaluation;
use crate::game::Game;
use crate::moves::Move;
use crate::search::Evaluation;

/// So many hopeless scores in a row are believed.
const RESIGNS_AFTER: u32 = 3;

/// Plies before a draw is offered or agreed to at a level score, and between offers.
const DRAWS_AFTER: usize = 120;
const OFFERS_EVERY: usize = 20;

/// How the game stands, as far as giving up and draws are concerned.
#[derive(Default)]
pub(super) struct Offers {
    /// The last own score.
    pub(super) score: Option<Evaluation>,
    /// So many scores in a row were hopeless.
    pub(super) hopeless: u32,
    /// The opponent has offered a draw, and is answered with the next own move.
    pub(super) asked: bool,
    /// When the engine offered one last, in plies of the game.
    made_at: Option<usize>,
}

impl Session {
    /// By the opponent.
    pub(super) fn draw_offered(&mut self, say: Listener) {
        self.offers.asked = true;
        if !self.waits_with_offers() {
            self.answer_offer(say);
        }
    }

    /// Names a move of a game, and what is to be said with it.
    pub(super) fn answer_in_game(
        &mut self,
        (best, ponder): (Move, Option<Move>),
        score: Option<Evaluation>,
        say: Listener,
    ) {
        self.offers.score = score;
        if !self.answer_offer(say) && self.resigns() {
            return say(self, Reply::Resign);
        }
        if self.draws_by_claim(best) {
            say(self, Reply::ClaimDraw);
        } else if self.offers_draw() {
            self.offers.made_at = Some(self.game.moves().len());
            say(self, Reply::OfferDraw);
        }
        // What the opponent is expected to do after it; the move itself is made by the other side.
        self.expected = ponder;
        say(self, Reply::Answer { best: Some(best), ponder });
    }

    /// Nothing has been going on for long.
    fn offers_draw(&self) -> bool {
        let plies = self.game.moves().len();
        let level = matches!(self.offers.score, Some(Evaluation::Centipawns(score)) if score.abs() <= 10);
        self.settings.draws != DrawPolicy::Decline
            && level
            && plies >= DRAWS_AFTER
            && self.offers.made_at.is_none_or(|at| plies < at || plies >= at + OFFERS_EVERY)
    }

    /// Hopeless for several moves in a row, if giving up is allowed.
    pub(super) fn resigns(&mut self) -> bool {
        let Some(threshold) = self.settings.resign_at else { return false };
        let hopeless = match self.offers.score {
            Some(Evaluation::Centipawns(score)) => score <= -threshold,
            Some(Evaluation::Mate(plies)) => plies <= 0,
            None => false,
        };
        self.offers.hopeless = if hopeless { self.offers.hopeless + 1 } else { 0 };
        self.offers.hopeless >= RESIGNS_AFTER
    }

    /// The move leads to a draw in a position from where the game could go on.
    pub(super) fn draws_by_claim(&self, mv: Move) -> bool {
        let drawn = |game: &Game| game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if drawn(&self.game) {
            return true;
        }
        let mut after = self.game.clone();
        after.play(mv);
        drawn(&after) && !after.legal_moves().is_empty()
    }

    /// What the game is worth to the engine, before it has searched for a move of its own.
    fn first_look(&self) -> Option<Evaluation> {
        let Mode::Playing(own) = self.mode else { return None };
        let score = evaluation::evaluate(self.rules(), self.game.position());
        Some(Evaluation::Centipawns(if own == self.side_to_move() { score } else { -score }))
    }

    /// An offer is thought about with the next own move, which may have been made worth refusing by the move it came with; a
    /// person who is to move is answered at once.
    fn waits_with_offers(&self) -> bool {
        let persons_turn =
            self.mode == Mode::Playing(self.side_to_move().other()) && !self.settings.opponent_is_computer;
        self.settings.draws == DrawPolicy::ByScore && !persons_turn
    }

    /// Answers the opponent's offer, if there is one. True if the game is drawn by that.
    pub(super) fn answer_offer(&mut self, say: Listener) -> bool {
        if !std::mem::take(&mut self.offers.asked) {
            return false;
        }
        let agreed = self.would_agree_to_draw();
        say(self, if agreed { Reply::AcceptDraw } else { Reply::DeclineDraw });
        agreed
    }

    fn would_agree_to_draw(&self) -> bool {
        match self.offers.score.or_else(|| self.first_look()) {
            _ if self.settings.draws != DrawPolicy::ByScore => self.settings.draws == DrawPolicy::Accept,
            Some(Evaluation::Centipawns(score)) => score < -50 || score <= 0 && self.game.moves().len() > DRAWS_AFTER,
            Some(Evaluation::Mate(plies)) => plies <= 0,
            None => false,
        }
    }
}
