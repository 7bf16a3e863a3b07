//! Moves in the XBetza that XBoard 4.9.1 understands.
//!
//! In: what a variant file says. Out: a description for a `piece` command, and whether it is exact. XBoard drops or
//! misreads a good part of the language without a word, so only forms known to be read as meant are let through;
//! others are rewritten, and where that isn't possible a description is given that allows at least what is legal.
//! The engine remains the judge.

use crate::definition::{PieceType, Side};
use crate::syntax::betza::{
    self, Atom, Bracket, Choice, Description, Group, Heading, Letter, Mode, Movement, Prefix, Range, Simple, Symmetry,
    Way,
};

/// What XBoard may be told about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub text: String,
    /// XBoard will allow just what is legal, check aside.
    pub exact: bool,
    /// It has been told of all moves with several legs.
    pub legs: bool,
}

/// Goes nearly everywhere: for pieces whose moves XBoard has no words for.
const ANYWHERE: &str = "QADHGN0C0Z0";
/// XBoard keeps the rest of a description after its first `a` in 80 bytes, and a command in 512.
const LONGEST: usize = 400;
const LONGEST_LEGS: usize = 79;

/// Whether pieces pass from one side edge of the board to the other; XBoard wants that said with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    Closed,
    Joined,
}

/// Describes the moves of a piece for one player.
pub fn tell(piece: &PieceType, side: Side, edges: Edges) -> Told {
    let mut told = Told { text: String::new(), exact: piece.confined.is_none(), legs: true };
    for clause in &piece.moves {
        told.exact &= clause.from.is_none() && clause.takes.is_empty() && !clause.after_capture;
        match betza::parse(&clause.text[side]) {
            Ok(description) => add(&mut told, &description, edges),
            Err(_) => return Told { text: ANYWHERE.to_owned(), exact: false, legs: false },
        }
    }
    if told.text.is_empty() || told.text.len() > LONGEST {
        return Told { text: ANYWHERE.to_owned(), exact: false, legs: false };
    }
    told
}

/// It may capture on the way.
fn has_legs(movement: &Movement) -> bool {
    !matches!(movement, Movement::Simple(Simple { prefix: Prefix::Legs(legs), .. }) if legs.len() == 1)
}

fn add(told: &mut Told, description: &Description, edges: Edges) {
    for movement in &description.moves {
        let written = match &movement.it {
            Movement::Simple(simple) => write(simple, edges),
            Movement::Bracket(bracket) => unbracket(bracket).filter(|_| edges == Edges::Closed),
        };
        match written {
            Some((text, exact)) => {
                told.exact &= exact;
                told.text.push_str(&text);
            }
            None => {
                told.exact = false;
                told.legs &= !has_legs(&movement.it);
                if !told.text.contains(ANYWHERE) {
                    told.text.push_str(ANYWHERE);
                }
            }
        }
    }
}

/// One move, if there are words for it or for a little more.
fn write(simple: &Simple, edges: Edges) -> Option<(String, bool)> {
    let Prefix::Legs(groups) = &simple.prefix else { return None };
    let mut groups: Vec<Group> = groups.iter().map(|group| group.it.clone()).collect();
    if let [group] = groups.as_mut_slice()
        && matches!(simple.atom.it.symmetry(), Symmetry::Diagonal | Symmetry::King)
    {
        if simple.atom.it.symmetry() == Symmetry::Diagonal {
            // XBoard adds these letters up where they are meant to narrow each other.
            for heading in &mut group.headings {
                if let Heading::Two(way, Way::Sideways | Way::Vertical) = *heading {
                    *heading = Heading::One(way);
                }
            }
        }
        // It also stumbles over some letters side by side; apart they are read as meant.
        if group.headings.len() > 1 {
            return apart(group, simple.atom.it, edges);
        }
    }
    if edges == Edges::Joined && !simple.atom.it.letter.is_special() {
        groups.iter_mut().for_each(|group| group.cylinder = 1);
    }
    let mut atom = simple.atom.it;
    let mut exact = true;
    if atom.letter == Letter::U || atom.longer > 0 || atom.farther > 0 {
        return None;
    }
    if atom.range == Range::OwnHalf {
        atom.range = Range::Unlimited;
        exact = false;
    }
    let oblique = atom.symmetry() == Symmetry::Oblique;
    let locusts = groups.iter().rev().skip(1).filter(|group| group.modes.has_any(&[Mode::Capture, Mode::Destroy]));
    if groups.len() > 1 && oblique || locusts.count() > 2 {
        return None;
    }
    let long = atom.range == Range::Unlimited || atom.letter.is_slider() && atom.range == Range::Usual;
    for group in &groups {
        if group.bend.is_some() || group.cylinder > 1 || group.cylinder > 0 && groups.len() > 1 && long {
            return None;
        }
    }
    if groups.iter().any(|group| group.modes.has(Mode::Toggle)) && atom.range == Range::Unlimited {
        atom = slider(atom);
    }
    let lame = groups.iter().any(|group| group.lame > 0);
    if lame && atom.is_unit() {
        // On single steps it only leaves squares for en passant, which XBoard does by itself.
        groups.iter_mut().for_each(|group| group.lame = 0);
    } else if lame && atom.letter == Letter::H && groups.len() == 1 {
        // Three steps of which two are quiet.
        let group = groups.first()?;
        let (start, end) = letters(group, atom)?;
        return Some((format!("{start}mafmaf{}W", end.replace('n', "")), exact));
    } else if lame && !matches!(atom.letter, Letter::D | Letter::A | Letter::N) {
        groups.iter_mut().for_each(|group| group.lame = 0);
        exact = false;
    }
    if groups.iter().any(|group| group.hops_on) {
        groups.iter_mut().for_each(|group| group.hops_on = false);
        exact = false;
    }
    let hops = |group: &Group| group.modes.has_any(&[Mode::Hop, Mode::Grasshop]);
    let once = matches!(atom.range, Range::Usual | Range::AtMost(1)) && !atom.letter.is_slider();
    if once && groups.len() == 1 && groups.iter().any(hops) {
        let (start, end) = letters(groups.first()?, atom)?;
        let (hop, rest) = if end.contains('p') { ("p", end.replace('p', "")) } else { ("g", end.replace('g', "")) };
        return Some((format!("{start}{hop}af{rest}{}", atom_text(atom)), exact));
    }
    let mut text = String::new();
    for (at, group) in groups.iter().enumerate() {
        let (start, end) = letters(group, atom)?;
        let directions = start.trim_start_matches('i');
        let first_oblique = at == 0 && oblique;
        if directions.contains(['z', 'q']) || directions.contains('h') && !first_oblique {
            return None;
        }
        // XBoard has no letters for royal victims only, or for putting down what was taken.
        exact &= !end.contains(['k', 'u']);
        let end = end.replace('k', if end.contains('c') { "" } else { "c" }).replace('u', "");
        text.push_str(if at == 0 { "" } else { "a" });
        text.push_str(&start);
        text.push_str(&order(&end));
    }
    let legs = text.find('a').map_or(0, |at| text.len() - at);
    (legs < LONGEST_LEGS).then(|| (text + &atom_text(atom), exact))
}

/// A move for each of its directions.
fn apart(group: &Group, atom: Atom, edges: Edges) -> Option<(String, bool)> {
    let mut all = (String::new(), true);
    for &heading in &group.headings {
        let group = Group { headings: vec![heading], ..group.clone() };
        let located = betza::Located { it: group, span: 0..0 };
        let simple = Simple { prefix: Prefix::Legs(vec![located]), atom: betza::Located { it: atom, span: 0..0 } };
        let (text, exact) = write(&simple, edges)?;
        all = (all.0 + &text, all.1 && exact);
    }
    Some(all)
}

/// A group's letters: `i`s and directions, and the rest.
fn letters(group: &Group, atom: Atom) -> Option<(String, String)> {
    let bare = Atom { range: Range::Usual, ..atom };
    let alone = |group: Group| {
        let located = betza::Located { it: group, span: 0..0 };
        let simple = Simple { prefix: Prefix::Legs(vec![located]), atom: betza::Located { it: bare, span: 0..0 } };
        let mut text = simple.to_string();
        text.pop();
        text
    };
    let whole = alone(group.clone());
    let start = alone(Group { virgin: group.virgin, headings: group.headings.clone(), ..Group::default() });
    let end = whole.strip_prefix(start.as_str())?.to_owned();
    Some((start, end))
}

/// Modes in the one order that XBoard reads.
fn order(modes: &str) -> String {
    let known = "mcdetpgoynj".chars();
    known.flat_map(|mode| modes.chars().filter(move |&letter| letter == mode)).collect()
}

fn slider(atom: Atom) -> Atom {
    let letter = match atom.letter {
        Letter::W => Letter::R,
        Letter::F => Letter::B,
        Letter::K => Letter::Q,
        other => return Atom { letter: other, ..atom },
    };
    Atom { letter, range: Range::Usual, ..atom }
}

fn atom_text(atom: Atom) -> String {
    match atom.range {
        Range::Usual => atom.letter.to_char().to_string(),
        Range::AtMost(steps) => format!("{}{steps}", atom.letter.to_char()),
        Range::Unlimited | Range::OwnHalf => format!("{}0", atom.letter.to_char()),
    }
}

/// A step and then a slide at half a right angle, or straight on, is written with a toggled range.
fn unbracket(bracket: &Bracket) -> Option<(String, bool)> {
    let [first, second] = bracket.legs.as_slice() else { return None };
    let ([step], [slide]) = (first.choices.as_slice(), second.choices.as_slice()) else { return None };
    let (step, slide): (&Choice, &Choice) = (&step.it, &slide.it);
    let plain = |group: &Group| group.virgin == 0 && group.cylinder == 0 && group.lame == 0 && group.jump == 0;
    let stepping = matches!(step.atom.letter, Letter::W | Letter::F) && step.atom.range == Range::Usual;
    let (from, to) = match slide.atom.letter {
        Letter::R | Letter::W => (Letter::W, slide.atom),
        Letter::B | Letter::F => (Letter::F, slide.atom),
        _ => return None,
    };
    let slides = slide.atom.letter.is_slider() && slide.atom.range == Range::Usual || to.range == Range::Unlimited;
    let quiet = step.group.modes == betza::Modes::default() || step.group.modes.letters().eq(['m', 'c']);
    if !bracket.filter.is_empty()
        || bracket.virgin
        || !stepping
        || !slides
        || !quiet
        || !slide.group.headings.is_empty()
    {
        return None;
    }
    if !plain(&step.group) || !plain(&slide.group) || slide.group.modes.has_any(&[Mode::Hop, Mode::Grasshop]) {
        return None;
    }
    let (start, _) = letters(&step.group, step.atom)?;
    let (_, end) = letters(&slide.group, slide.atom)?;
    if end.contains(['k', 'u', 'z', 'q']) {
        return None;
    }
    let atom = step.atom.letter.to_char();
    let turn = if from == step.atom.letter { "f" } else { "fs" };
    let stop = if first.may_stop { format!("{start}{atom}") } else { String::new() };
    Some((format!("{stop}{start}ya{turn}{}{atom}", order(&end)), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Told {
        let mut told = Told { text: String::new(), exact: true, legs: true };
        add(&mut told, &betza::parse(text).expect("a sound description"), Edges::Closed);
        told
    }

    #[test]
    fn what_xboard_reads_is_sent_as_it_is() {
        for text in ["fmWfceFifmnD", "KisO2", "KNADcaKmcabK", "BsbRfWfDfcavWfmabW", "mRcpR", "nN", "afsW", "gQ", "fN"] {
            assert_eq!(told(text), Told { text: text.to_owned(), exact: true, legs: true });
        }
    }

    #[test]
    fn the_rest_is_rewritten() {
        for (text, expected) in [
            ("NN", "N0"),
            ("[F?R]", "FyafsF"),
            ("[W?B]", "WyafsW"),
            ("[vW?B]", "vWvyafsW"),
            ("[F-B]", "yafF"),
            ("L", "C"),
            ("nH", "mafmafW"),
            ("pW", "pafW"),
            ("gF", "gafF"),
            ("cmR", "mcR"),
            ("ffN", "fN"),
            ("fsF", "fF"),
            ("ffsK", "fKsK"),
        ] {
            assert_eq!(told(text), Told { text: expected.to_owned(), exact: true, legs: true }, "{text}");
        }
    }

    #[test]
    fn joined_edges_are_said_with_every_move() {
        let mut told = Told { text: String::new(), exact: true, legs: true };
        add(&mut told, &betza::parse("fmWfceFifmnD").expect("a sound description"), Edges::Joined);
        assert_eq!(told, Told { text: "fmoWfceoFifmonD".to_owned(), exact: true, legs: true });
    }

    #[test]
    fn where_words_are_missing_more_is_allowed() {
        for (text, expected) in
            [("fmW*", "fmW0"), ("fkR", "fcR"), ("qN", ANYWHERE), ("U", ANYWHERE), ("v[F?R]", ANYWHERE)]
        {
            assert_eq!(told(text), Told { text: expected.to_owned(), exact: false, legs: told(text).legs }, "{text}");
        }
    }
}
