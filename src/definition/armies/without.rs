//! What is left of a statement in a game without some of the pieces it names.

use crate::definition::reader::is_number;
use crate::syntax::variant::{Statement, Token, TokenKind};

/// The statement without pieces that are absent: lists lose them, pieces lose properties that only they matter to, and a statement
/// that says nothing any more is `None`.
pub(super) fn without(statement: &Statement, absent: &[&str], pieces: &[&str]) -> Option<Statement> {
    let is_piece = statement.word.text == "piece";
    let mut words = statement.rest.clone();
    let begin = usize::from(is_piece);
    let names = |word: &Token, list: &[&str]| word.kind == TokenKind::Word && list.contains(&word.text.as_str());
    while let Some(at) = words.iter().skip(begin).position(|word| names(word, absent)).map(|at| at + begin) {
        let comma = |at: usize| words.get(at).is_some_and(|word| word.kind == TokenKind::Comma);
        let number =
            |at: usize| words.get(at).is_some_and(|word| word.kind == TokenKind::Word && is_number(&word.text));
        let ends = |at: usize| at == words.len() || comma(at);
        let begins = |at: usize| at == 0 || comma(at - 1);
        let listed = |at: usize| words.get(at).is_some_and(|word| names(word, pieces));
        // `queen 9` and `2 queen` in lists of such.
        let (mut first, mut end) = (at, at + 1);
        if begins(first) && number(end) && ends(end + 1) {
            end += 1;
        } else if first > 0 && number(first - 1) && begins(first - 1) {
            first -= 1;
        }
        let goes_on = comma(end) && (listed(end + 1) || number(end + 1) && listed(end + 2));
        let went_before =
            first > 1 && comma(first - 1) && (listed(first - 2) || first > 2 && number(first - 2) && listed(first - 3));
        let cut = if goes_on {
            first..end + 1
        } else if went_before || first > 0 && words[first - 1].text == "except" {
            first - 1..end
        } else if is_piece {
            let before = (0..first).rev().find(|&at| comma(at))?;
            before..(end..words.len()).find(|&at| comma(at)).unwrap_or(words.len())
        } else {
            return None;
        };
        words.drain(cut);
    }
    Some(Statement { word: statement.word.clone(), rest: words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::variant::parse;

    #[test]
    fn lists_lose_what_is_absent_and_the_rest_stays() {
        for (line, left) in [
            ("promotion pawn in rank 8, to queen, rook, knight", Some("promotion pawn in rank 8, to rook, knight")),
            ("promotion pawn in rank 8, to rook, queen", Some("promotion pawn in rank 8, to rook")),
            ("castling king with queen, left to c", None),
            ("castling king with queen, rook, left to c", Some("castling king with rook, left to c")),
            ("points queen 9, rook 5", Some("points rook 5")),
            ("points rook 5, queen 9", Some("points rook 5")),
            ("deck 8 rook, 1 queen", Some("deck 8 rook")),
            ("extinct any of rook, queen, pawn is loss", Some("extinct any of rook, pawn is loss")),
            ("drop queen, pawn in rank 3", Some("drop pawn in rank 3")),
            ("move burns beside queen", None),
            ("illegal moving all except queen beside rook", Some("illegal moving all beside rook")),
            ("piece rook R \"R\", cannot capture queen, iron", Some("piece rook R \"R\", iron")),
            ("piece rook R \"R\", cannot capture pawn, queen", Some("piece rook R \"R\", cannot capture pawn")),
        ] {
            let statement = parse(&format!("variant a\n{line}")).0.remove(0).statements.remove(0);
            let found = without(&statement, &["queen"], &["pawn", "knight", "rook", "queen", "king"]);
            assert_eq!(found.map(|statement| statement.text()).as_deref(), left, "{line}");
        }
    }
}
