//! Two armies of a variant, as the statements of an ordinary one.
//!
//! The start position gets their rows, pieces of armies that don't play are left out with whatever is said about nothing else, and
//! pieces with several letters get one of them.

use super::without::without;
use super::{Army, Cell, Holdings, Man, Pair, Roll, call_up, cut, heads, men, others};
use crate::definition::inherit::Inherited;
use crate::definition::places::Places;
use crate::definition::{PerSide, Side};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::variant::{LONGEST_NAME, Statement, Token, TokenKind};
use std::sync::Arc;

/// The statements of a game between these armies (the first two if nobody chose), and what they hold. A variant without
/// armies is as it was.
pub(in crate::definition) fn settle(
    name: (&str, Span),
    statements: Vec<Inherited>,
    pair: Option<&Pair>,
) -> Result<(Vec<Inherited>, Option<Holdings>), Vec<Diagnostic>> {
    let heads = heads(&statements);
    let Some(default) = Pair::first(&heads) else { return Ok((with_one_letter(statements), None)) };
    let pair = pair.unwrap_or(&default);
    let statements = Arc::new(statements);
    let places = Places::new(name.1, statements.clone());
    let roll = call_up(&places, &statements)?;
    let called = [&pair.white, &pair.black].map(|army| roll.army(army));
    let [Some(white), Some(black)] = called else { return Ok((with_one_letter(statements.to_vec()), None)) };
    check_names(name.0, &roll, &places)?;
    let armies = PerSide([white, black]);
    let played = roll.position(armies);
    let absent: Vec<usize> = roll.absent(armies, &played);
    let names: Vec<&str> = absent.iter().map(|&man| roll.men[man].name.as_str()).collect();
    let known: Vec<&str> = roll.men.iter().map(|man| man.name.as_str()).collect();
    let letters = letters(&roll.men, &absent);
    check_letters(&roll, &absent, &letters, &places)?;
    let mut settled = Vec::new();
    for (at, said) in statements.iter().enumerate() {
        let word = said.statement.word.text.as_str();
        let declares = roll.men.iter().position(|man| man.at == at);
        if word == "army" || declares.is_some_and(|man| absent.contains(&man)) {
            continue;
        }
        let Some(statement) = without(&said.statement, &names, &known) else { continue };
        let Some(mut statement) = by_players(statement, &roll, pair) else { continue };
        if let Some(man) = declares {
            take_letter(&mut statement, &letters[man]);
        }
        if at == roll.start
            && let Some(text) = statement.rest.first_mut()
        {
            text.text = roll.spell(&played, &letters);
        }
        settled.push(Inherited { statement, origin: said.origin.clone() });
    }
    let held = |army: &Army| army.own.iter().map(|&man| roll.men[man].name.clone()).collect();
    Ok((settled, Some(PerSide([held(white), held(black)]))))
}

/// A line that speaks of those who have an army, as one about players; nothing if nobody has it.
fn by_players(mut statement: Statement, roll: &Roll, pair: &Pair) -> Option<Statement> {
    let army = |word: &Token| {
        word.kind == TokenKind::Word && roll.army(&word.text).is_some() && roll.man(&word.text).is_none()
    };
    let speaks = |words: &[Token]| words[0].text == "by" && army(&words[1]);
    while let Some(at) = statement.rest.windows(2).position(speaks) {
        let name = statement.rest[at + 1].text.clone();
        match (pair.white == name, pair.black == name) {
            (false, false) => return None,
            (true, true) => {
                let comma = at > 0 && statement.rest[at - 1].kind == TokenKind::Comma;
                statement.rest.drain(at - usize::from(comma)..at + 2);
            }
            (white, _) => statement.rest[at + 1].text = if white { "white" } else { "black" }.to_owned(),
        }
    }
    Some(statement)
}

impl Roll {
    /// The ranks of the start position with these armies in it.
    fn position(&self, armies: PerSide<&Army>) -> Vec<Vec<(Side, Cell)>> {
        let rank = |text: &String| -> Vec<(Side, Cell)> {
            let cell = |(_, part, marks): (Span, &str, &str)| {
                let spelled = |man: &Man| man.letters[0].eq_ignore_ascii_case(part);
                let cell = match self.men.iter().position(spelled) {
                    Some(man) => Cell::Man(man, marks.to_owned()),
                    None => Cell::Text(format!("{part}{marks}")),
                };
                (crate::definition::start::side(part), cell)
            };
            cut(text).into_iter().map(cell).collect()
        };
        let mut ranks: Vec<Vec<(Side, Cell)>> = self.ranks.iter().map(rank).collect();
        for side in Side::BOTH {
            let rows = &armies[side].rows[side];
            let first = if side == Side::First { ranks.len() - rows.len() } else { 0 };
            for (rank, row) in ranks[first..].iter_mut().zip(rows) {
                *rank = row.iter().map(|cell| (side, cell.clone())).collect();
            }
        }
        ranks
    }

    /// Pieces of armies that don't play, unless they are on the board all the same.
    fn absent(&self, armies: PerSide<&Army>, position: &[Vec<(Side, Cell)>]) -> Vec<usize> {
        let there = |man: usize| {
            let stands = |cell: &(Side, Cell)| matches!(cell.1, Cell::Man(here, _) if here == man);
            armies.0.iter().any(|army| army.own.contains(&man)) || position.iter().flatten().any(stands)
        };
        let owned = |man: usize| self.armies.iter().any(|army| army.own.contains(&man));
        (0..self.men.len()).filter(|&man| owned(man) && !there(man)).collect()
    }

    fn spell(&self, position: &[Vec<(Side, Cell)>], letters: &[String]) -> String {
        let cell = |(side, cell): &(Side, Cell)| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Man(man, marks) if *side == Side::First => format!("{}{marks}", letters[*man]),
            Cell::Man(man, marks) => format!("{}{marks}", letters[*man].to_ascii_lowercase()),
        };
        let ranks: Vec<String> = position.iter().map(|rank| rank.iter().map(cell).collect()).collect();
        ranks.join("/") + &self.rest
    }
}

/// The letter of each piece: of several the first that no other piece in the game has.
fn letters(men: &[Man], absent: &[usize]) -> Vec<String> {
    let mut letters: Vec<String> = men.iter().map(|man| man.letters[0].clone()).collect();
    let plays = |man: &usize| !absent.contains(man);
    for man in (0..men.len()).filter(plays).filter(|&man| men[man].letters.len() > 1) {
        let taken = |letter: &&String| {
            (0..men.len()).filter(plays).any(|other| {
                // Who can give way does so.
                let waits = other > man && men[other].letters.len() > 1;
                other != man && !waits && letters[other] == **letter
            })
        };
        if let Some(free) = men[man].letters.iter().find(|letter| !taken(letter)) {
            letters[man] = free.clone();
        }
    }
    letters
}

/// Leaves a piece one letter of several.
fn take_letter(piece: &mut Statement, letter: &str) {
    let others = others(&piece.rest).count();
    if let Some(first) = piece.rest.get_mut(1)
        && others > 0
    {
        first.text = letter.to_owned();
        piece.rest.drain(2..2 + 2 * others);
    }
}

fn with_one_letter(mut statements: Vec<Inherited>) -> Vec<Inherited> {
    let several =
        |said: &Inherited| said.statement.word.text == "piece" && others(&said.statement.rest).next().is_some();
    if statements.iter().any(several) {
        let men = men(&statements);
        for (man, letter) in men.iter().zip(letters(&men, &[])) {
            take_letter(&mut statements[man.at].statement, &letter);
        }
    }
    statements
}

/// Pieces that share a letter in this game although each has its own in its army.
fn check_letters(roll: &Roll, absent: &[usize], letters: &[String], places: &Places) -> Result<(), Vec<Diagnostic>> {
    let plays = |man: &usize| !absent.contains(man);
    let owned = |man: usize| roll.armies.iter().any(|army| army.own.contains(&man));
    let mut found = Vec::new();
    for man in (0..letters.len()).filter(plays) {
        let same = |&other: &usize| letters[other].eq_ignore_ascii_case(&letters[man]) && (owned(man) || owned(other));
        let Some(other) = (0..man).filter(plays).find(same) else { continue };
        let [one, two] = [man, other].map(|man| roll.men[man].name.as_str());
        let message = format!("`{one}` and `{two}` share the letter `{}`, and their armies may meet", letters[man]);
        let letter = |statement: &Statement| statement.rest.get(1).map_or(statement.span(), |word| word.span.clone());
        let complaint = places.complain(places.named("piece", one), letter, message);
        let complaint = places.also(complaint, places.named("piece", two), "used here");
        found
            .push(complaint.help(format!("add a second letter for such games: `piece {one} {} or ...`", letters[man])));
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Pairs whose names are too long, or alike.
fn check_names(variant: &str, roll: &Roll, places: &Places) -> Result<(), Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut seen: Vec<(String, &str)> = Vec::new();
    for (white, black) in roll.armies.iter().flat_map(|white| roll.armies.iter().map(move |black| (white, black))) {
        let name = format!("{}-{}", white.name, black.name);
        let first = |statement: &Statement| statement.rest.first().map_or(statement.span(), |word| word.span.clone());
        let complain = |message: String| places.complain(places.named("army", &white.name), first, message);
        if variant.len() + 1 + name.len() > LONGEST_NAME {
            found.push(
                complain(format!("`{variant}-{name}` is too long for a name")).help("give the army a shorter one"),
            );
        }
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == name) {
            let message = format!("`{name}` would be the name of two games");
            let complaint = places.also(complain(message), places.named("army", other), "and of this army");
            found.push(complaint.help("leave hyphens out of the names of armies"));
        }
        seen.push((name, &white.name));
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}
