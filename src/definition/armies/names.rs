//! What armies and their pairs are called.

use crate::definition::Names;
use crate::definition::inherit::{Inherited, Origin};
use crate::definition::naming::title_of;
use crate::definition::xboard_names::{free, recognised};
use crate::syntax::variant::{Statement, TokenKind};

/// An army as lists know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub name: String,
    pub title: String,
    /// The variant says it itself.
    pub(in crate::definition) own: bool,
}

/// Which army each player has.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::definition) struct Pair {
    pub white: String,
    pub black: String,
}

impl Pair {
    pub fn of(white: &Head, black: &Head) -> Pair {
        Pair { white: white.name.clone(), black: black.name.clone() }
    }

    /// What is played where nobody chooses: the first army against the second.
    pub fn first(armies: &[Head]) -> Option<Pair> {
        let white = armies.first()?;
        Some(Pair::of(white, armies.get(1).unwrap_or(white)))
    }

    /// The pair that a variant with these armies calls so.
    pub fn called(name: &str, variant: &str, armies: &[Head]) -> Option<Pair> {
        let pairs = armies.iter().flat_map(|white| armies.iter().map(move |black| (white, black)));
        let mut called = pairs.filter(|(white, black)| {
            let (short, long) = spelled(variant, white, black);
            name == long || name == short && (white.own || black.own)
        });
        called.next().map(|(white, black)| Pair::of(white, black))
    }

    /// The names of the game, if there are such armies.
    pub fn names(&self, variant: &Names, armies: &[Head]) -> Option<Names> {
        let army = |name: &str| armies.iter().find(|army| army.name == name);
        Some(pair_names(variant, army(&self.white)?, army(&self.black)?))
    }
}

fn spelled(variant: &str, white: &Head, black: &Head) -> (String, String) {
    let short = format!("{}-{}", white.name, black.name);
    let long = format!("{variant}-{short}");
    (short, long)
}

/// What a statement `army` says about names.
pub(in crate::definition) fn head(statement: &Statement, own: bool) -> Option<Head> {
    let name = statement.rest.first()?.text.clone();
    let called = statement.rest.iter().position(|word| word.kind == TokenKind::Word && word.text == "called");
    let title = called.and_then(|at| statement.rest.get(at + 1)).filter(|title| title.kind == TokenKind::Text);
    let title = title.map_or_else(|| title_of(&name), |title| title.text.clone());
    Some(Head { name, title, own })
}

/// All armies of a variant.
pub(in crate::definition) fn heads(statements: &[Inherited]) -> Vec<Head> {
    let armies = statements.iter().filter(|said| said.statement.word.text == "army");
    armies.filter_map(|said| head(&said.statement, said.origin == Origin::Own)).collect()
}

/// A pair is called `WHITE-BLACK` where the variant says one of the armies itself, and otherwise `VARIANT-WHITE-BLACK`, because
/// the short name is that of the ancestor's game.
fn pair_names(family: &Names, white: &Head, black: &Head) -> Names {
    let (short, long) = spelled(&family.name, white, black);
    let is_new = white.own || black.own;
    let aliases = if is_new { vec![long.clone()] } else { Vec::new() };
    let name = if is_new { short } else { long };
    let title = if white.name == black.name {
        format!("{} against each other", white.title)
    } else {
        format!("{} against {}", white.title, black.title)
    };
    let who = format!("{} against {}", white.name, black.name);
    Names {
        title,
        about: if family.about.is_empty() { who } else { format!("{}: {who}", family.about) },
        comment: family.comment.clone(),
        parent: Some(family.name.clone()),
        uci: name.clone(),
        cecp: if recognised(&name).is_some_and(|known| known != name) { free(&name) } else { name.clone() },
        aliases,
        name,
    }
}
