//! Sentences for people: moves, scores, results, and what was wrong.

use super::ROWS;
use crate::definition::{HandSource, PromotionTo, Side};
use crate::diagnostic::did_you_mean;
use crate::game::{Game, Outcome};
use crate::moves::{Action, Move};
use crate::notation::{self, Dialect};
use crate::search::{Evaluation, Info};

/// What this player is called.
pub fn player(game: &Game, side: Side) -> &str {
    game.rules().definition.player(side)
}

/// The family of games in which captured pieces are dropped and turn over to promote has its own way of naming
/// squares: digits for files from the right, letters for ranks from the top.
pub fn has_shogi_squares(game: &Game) -> bool {
    let definition = &game.rules().definition;
    let turns_over = definition.promotions.iter().any(|rule| matches!(rule.to, PromotionTo::Partner(_)));
    let takes_in_hand = definition.hands.as_ref().is_some_and(|hands| hands.source == HandSource::Captures);
    turns_over && takes_in_hand && game.rules().topology().ranks() <= 26
}

fn own_dialect(game: &Game) -> Dialect {
    if has_shogi_squares(game) { Dialect::Usi } else { Dialect::Uci }
}

/// A move that leaves the board as it is.
pub const PASS: &str = "pass";

/// A move as players of this game write it.
pub fn spell(game: &Game, mv: Move) -> String {
    if mv.action == Action::Pass {
        return PASS.to_owned();
    }
    notation::show(game.rules(), game.position(), mv, own_dialect(game))
}

/// `g8f6 (Nf6), +0.31 for White`.
pub fn move_with_score(game: &Game, mv: Move, info: Option<&Info>) -> String {
    let (plain, san) = (spell(game, mv), notation::san(game, mv));
    let mut text = if san == plain || has_shogi_squares(game) || mv.action == Action::Pass {
        plain
    } else {
        format!("{plain} ({san})")
    };
    let Some(info) = info else { return text };
    let own = game.position().side_to_move();
    match info.score {
        Evaluation::Centipawns(score) => {
            let first = if own == Side::First { score } else { -score };
            let better = if first >= 0 { Side::First } else { Side::Second };
            let amount = f64::from(first.abs()) / 100.0;
            text.push_str(&match first.abs() {
                0..=15 => ", an even game".to_owned(),
                _ => format!(", +{amount:.2} for {}", player(game, better)),
            });
        }
        Evaluation::Mate(plies) if plies > 0 => {
            text.push_str(&format!(", and {} wins in {}", player(game, own), count((plies + 1) / 2)));
        }
        Evaluation::Mate(plies) => {
            text.push_str(&format!(", but {} wins in {}", player(game, own.other()), count((1 - plies) / 2)));
        }
    }
    text
}

fn count(moves: i32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// How a move is typed, with examples from this very position.
pub fn how_to_move(game: &Game) -> String {
    let moves = game.legal_moves();
    let Some(&example) = moves.iter().find(|mv| !mv.is_drop()).or(moves.first()) else {
        return "There are no legal moves.".to_owned();
    };
    let show = |mv, dialect| notation::show(game.rules(), game.position(), mv, dialect);
    let mut ways = vec![format!("`{}`", spell(game, example))];
    for other in [show(example, Dialect::Uci), notation::san(game, example)] {
        let way = format!("`{other}`");
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let ways = match ways.as_slice() {
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        [] => String::new(),
    };
    let mut text = format!("Type a move like {ways}");
    if let Some(hands) = game.rules().definition.hands.as_ref().filter(|hands| hands.drops)
        && let Some(&kind) = hands.kinds.last()
        && let Some(square) = moves.iter().map(|mv| mv.to).find(|square| square.is_some())
    {
        let letter = &game.rules().kind(kind).symbol[Side::First];
        let mark = if has_shogi_squares(game) { '*' } else { '@' };
        let square = notation::show_square(game.rules(), square, own_dialect(game));
        text.push_str(&format!(", a drop like `{letter}{mark}{square}`"));
    }
    if game.rules().definition.promotions.iter().any(|rule| matches!(rule.to, PromotionTo::Partner(_))) {
        text.push_str(", and add `+` to promote");
    }
    text + "."
}

/// Why a line is neither a move nor anything else, and what may have been meant. `near` is the nearest order.
pub fn why_not(game: &Game, text: &str, near: Option<&str>) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    if let Some(reason) = game.why_illegal(text) {
        return format!("`{plain}` is not legal: {reason}.");
    }
    if let Some(mv) = without_promotion(game, text) {
        return format!("`{plain}` is not complete; did you mean `{mv}`?");
    }
    let spelled = game.legal_moves().into_iter().flat_map(|mv| [spell(game, mv), notation::san(game, mv)]);
    let spelled: Vec<String> = spelled.collect();
    let first = text.split_whitespace().next().unwrap_or(text);
    let castles = ["o-o", "o-o-o"].iter().any(|castling| first.eq_ignore_ascii_case(castling));
    let move_like = castles || first.contains(|c: char| c.is_ascii_digit());
    let dialect = if has_shogi_squares(game) { Dialect::Usi } else { Dialect::Uci };
    if let Some(reason) = notation::why_impossible(game, text, dialect).filter(|_| move_like) {
        return format!("`{plain}` is not legal: {reason}.");
    }
    let near_move = did_you_mean(text, spelled.iter().map(String::as_str));
    match (move_like, near_move, near) {
        (true, Some(near), _) => format!("`{plain}` is not a legal move here; did you mean `{near}`?"),
        (true, None, _) => format!("`{plain}` is not a legal move here; `moves` lists those that are."),
        (false, _, Some(near)) => format!("`{plain}` is not known; did you mean `{near}`?"),
        (false, Some(near), None) => format!("`{plain}` is not known; did you mean the move `{near}`?"),
        (false, None, None) => {
            let words: Vec<&str> = ROWS.iter().map(|row| row.word).collect();
            format!("`{plain}` is not known. Type a move, or one of: {}.", words.join(", "))
        }
    }
}

/// A legal move that begins as the text does and goes on with a choice.
fn without_promotion(game: &Game, text: &str) -> Option<String> {
    let longer = |full: &String| full.len() > text.len() && full.starts_with(text) && text.len() > 3;
    game.legal_moves().into_iter().map(|mv| spell(game, mv)).find(longer)
}

/// How the game ended, in a sentence.
pub fn result(game: &Game, outcome: &Outcome, engine: Option<Side>) -> String {
    let reason = &outcome.reason;
    match outcome.winner {
        None => format!("The game is a draw: {reason}. `new` begins another."),
        Some(winner) => {
            let who = match engine {
                Some(engine) if engine == winner => " (Griffon)",
                Some(_) => " (you)",
                None => "",
            };
            format!("{}{who} wins: {reason}. `new` begins another game.", player(game, winner))
        }
    }
}

/// Words in columns of equal width, at most 80 characters wide.
pub fn columns(words: &[String]) -> Vec<String> {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let rows = words.chunks((78 / width).max(1));
    rows.map(|row| {
        let line: String = row.iter().map(|word| format!("{word:width$}")).collect();
        format!("  {}", line.trim_end())
    })
    .collect()
}
