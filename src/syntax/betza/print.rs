//! The canonical spelling.
//!
//! In every group: `i`, directions, `mcdektpgyu`-letters in that order with `o` and `n` after them, then `z` or
//! `q`, then `j`. `L` and `J` become `C` and `Z`, doubled letters become the number 0. Prefixes with parentheses
//! keep their letters, whose neighbours depend on the number of copies.

use super::*;
use std::fmt::{self, Display, Formatter};

impl Display for Description {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&join(self.moves.iter().map(|movement| movement.it.to_string())))
    }
}

impl Display for Movement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Movement::Simple(simple) => simple.fmt(f),
            Movement::Bracket(bracket) => bracket.fmt(f),
        }
    }
}

impl Display for Simple {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.prefix {
            Prefix::Legs(groups) => {
                for (leg, group) in groups.iter().enumerate() {
                    let symmetry = if leg == 0 { self.atom.it.symmetry() } else { Symmetry::King };
                    write!(f, "{}{}", if leg == 0 { "" } else { "a" }, spell_group(&group.it, symmetry))?;
                }
            }
            Prefix::Repeating(items) => spell_items(items, f)?,
        }
        self.atom.it.fmt(f)
    }
}

impl Display for Bracket {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let filter = directions::write(&self.filter, Symmetry::Oblique);
        write!(f, "{}{filter}[", if self.virgin { "i" } else { "" })?;
        for (at, leg) in self.legs.iter().enumerate() {
            f.write_str(&join(leg.choices.iter().map(|Located { it: Choice { group, atom }, .. }| {
                let symmetry = if at == 0 { atom.symmetry() } else { Symmetry::King };
                format!("{}{atom}", spell_group(group, symmetry))
            })))?;
            match leg.may_stop {
                _ if at + 1 == self.legs.len() => {}
                true => f.write_str("?")?,
                false => f.write_str("-")?,
            }
        }
        f.write_str("]")
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (longer, farther) = ("X".repeat(self.longer.into()), "Y".repeat(self.farther.into()));
        write!(f, "{}{longer}{farther}", self.letter.to_char())?;
        match self.range {
            Range::Usual => Ok(()),
            Range::AtMost(steps) => write!(f, "{steps}"),
            Range::Unlimited => f.write_str("0"),
            Range::OwnHalf => f.write_str("*"),
        }
    }
}

/// Puts moves side by side; a 1 keeps two equal leapers from reading as one doubled letter.
pub fn join(moves: impl IntoIterator<Item = String>) -> String {
    moves.into_iter().fold(String::new(), |mut text, next| {
        let first = next.chars().next().filter(|first| "WFDNAHCLZJG".contains(*first));
        // Doubled ones are complete.
        let open = first.is_some_and(|first| text.chars().rev().take_while(|&last| last == first).count() % 2 == 1);
        if open {
            text.push('1');
        }
        text + &next
    })
}

pub fn spell_group(group: &Group, symmetry: Symmetry) -> String {
    let repeat = |letter: &str, count: u8| letter.repeat(count.into());
    let mut text = repeat("i", group.virgin);
    text += &directions::write(&group.headings, symmetry);
    // XBoard wants `o`, then `y`, then `n`; `u` is none of its letters.
    for letter in group.modes.letters() {
        if letter == 'y' {
            text += &repeat("o", group.cylinder);
        }
        if letter != 'u' {
            text.push(letter);
        }
        if letter == 'p' && group.hops_on {
            text.push(letter);
        }
    }
    if !group.modes.has(Mode::Toggle) {
        text += &repeat("o", group.cylinder);
    }
    text += &repeat("n", group.lame);
    if group.modes.has(Mode::Unload) {
        text.push('u');
    }
    match group.bend {
        Some(Bend::Crooked) => text.push('z'),
        Some(Bend::Circular) => text.push('q'),
        None => {}
    }
    text + &repeat("j", group.jump)
}

fn spell_items(items: &[Item], f: &mut Formatter<'_>) -> fmt::Result {
    for item in items {
        match item {
            Item::Letter(letter) => write!(f, "{}", letter.it.letter())?,
            Item::Repeat(Located { it: Repeat { inside, most }, .. }) => {
                f.write_str("(")?;
                spell_items(inside, f)?;
                f.write_str(")")?;
                if let Some(most) = most {
                    write!(f, "{most}")?;
                }
            }
        }
    }
    Ok(())
}
