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
    let mut told =
        Told { text: String::new(), exact: piece.confined.is_none() && !piece.goes_on, legs: !piece.goes_on };
    for clause in &piece.moves {
        told.exact &=
            clause.from.is_none() && clause.into.is_none() && clause.takes.is_empty() && !clause.after_capture;
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

/// Some of its moves can only be told by more than they are, and perhaps not all of them.
pub fn is_beyond_words(piece: &PieceType) -> bool {
    Side::BOTH.into_iter().any(|side| tell(piece, side, Edges::Closed).text.contains(ANYWHERE))
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
    let atom = simple.atom.it;
    for (leg, group) in groups.iter_mut().enumerate() {
        group.headings = group.headings.iter().flat_map(|&heading| plainer(heading, symmetry(atom, leg))).collect();
    }
    apart(&groups, atom, edges)
}

/// How the directions of a leg are read.
fn symmetry(atom: Atom, leg: usize) -> Symmetry {
    if leg == 0 { atom.symmetry() } else { Symmetry::King }
}

/// The same directions in letters that XBoard doesn't add up where they are meant to narrow each other.
fn plainer(heading: Heading, symmetry: Symmetry) -> Vec<Heading> {
    let both_ways = |way: Way| matches!(way, Way::Sideways | Way::Vertical);
    match (symmetry, heading) {
        (Symmetry::Diagonal, Heading::Two(way, other)) if both_ways(other) => vec![Heading::One(way)],
        (Symmetry::Diagonal, Heading::Two(other, way)) if both_ways(other) => vec![Heading::One(way)],
        (Symmetry::King, Heading::Two(way, Way::Half)) => {
            let across = if matches!(way, Way::Forward | Way::Backward) { Way::Sideways } else { Way::Vertical };
            vec![Heading::One(way), Heading::Two(way, across)]
        }
        _ => vec![heading],
    }
}

/// A move for each direction of the first leg whose letters XBoard would stumble over side by side, and so on.
fn apart(groups: &[Group], atom: Atom, edges: Edges) -> Option<(String, bool)> {
    let stumbles = |&(leg, group): &(usize, &Group)| {
        let symmetry = symmetry(atom, leg);
        let text = betza::write_headings(&group.headings, symmetry);
        let doubled = text.as_bytes().windows(2).any(|two| matches!(two, [one, next] if one == next));
        doubled || leg == 0 && group.headings.len() > 1 && matches!(symmetry, Symmetry::Diagonal | Symmetry::King)
    };
    let Some((leg, group)) = groups.iter().enumerate().find(stumbles) else {
        return write_legs(groups.to_vec(), atom, edges);
    };
    let mut all = (String::new(), true);
    for &heading in &group.headings {
        let mut groups = groups.to_vec();
        groups.get_mut(leg)?.headings = vec![heading];
        let (text, exact) = apart(&groups, atom, edges)?;
        all = (all.0 + &text, all.1 && exact);
    }
    Some(all)
}

fn write_legs(mut groups: Vec<Group>, mut atom: Atom, edges: Edges) -> Option<(String, bool)> {
    if edges == Edges::Joined && !atom.letter.is_special() {
        groups.iter_mut().for_each(|group| group.cylinder = 1);
    }
    let mut exact = true;
    if atom.letter == Letter::U {
        return None;
    }
    if atom.longer > 0 || atom.farther > 0 {
        return step_by_step(&groups, atom);
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
    // The second `n` leaves squares for en passant, as does the only one of single steps; XBoard does that by itself.
    groups.iter_mut().for_each(|group| group.lame = group.lame.min(1));
    let lame = groups.iter().any(|group| group.lame > 0);
    if lame && atom.is_unit() {
        groups.iter_mut().for_each(|group| group.lame = 0);
    } else if lame && atom.letter == Letter::H && groups.len() == 1 {
        // Three steps of which two are quiet.
        let (start, end, same) = letters(groups.first()?, atom, 0)?;
        return Some((format!("{start}mafmaf{}W", order(&end.replace('n', ""))), exact && same));
    } else if lame && !matches!(atom.letter, Letter::D | Letter::A | Letter::N) {
        groups.iter_mut().for_each(|group| group.lame = 0);
        exact = false;
    }
    // It has hops over one piece only.
    if groups.iter().any(|group| group.hops_on) {
        return None;
    }
    let hops = |group: &Group| group.modes.has_any(&[Mode::Hop, Mode::Grasshop]);
    let once = matches!(atom.range, Range::Usual | Range::AtMost(1)) && !atom.letter.is_slider();
    if once && groups.len() == 1 && groups.iter().any(hops) {
        let (start, end, same) = letters(groups.first()?, atom, 0).filter(|_| !oblique)?;
        let (hop, rest) = if end.contains('p') { ("p", end.replace('p', "")) } else { ("g", end.replace('g', "")) };
        return Some((format!("{start}{hop}af{}{}", order(&rest), atom_text(atom)), exact && same));
    }
    let mut text = String::new();
    for (leg, group) in groups.iter().enumerate() {
        let (start, end, same) = letters(group, atom, leg)?;
        exact &= same;
        text.push_str(if leg == 0 { "" } else { "a" });
        text.push_str(&start);
        text.push_str(&order(&end));
    }
    let legs = text.find('a').map_or(0, |at| text.len() - at);
    (legs < LONGEST_LEGS).then(|| (text + &atom_text(atom), exact))
}

/// A long leap as steps that pass whatever stands there: straight ones first, then slanting ones.
fn step_by_step(groups: &[Group], atom: Atom) -> Option<(String, bool)> {
    let [group] = groups else { return None };
    let (short, long) = atom.leap();
    let bare = Group { virgin: group.virgin, modes: group.modes, ..Group::default() };
    // Half turns go to both sides, so that directions can't be told.
    let (start, end, same) = letters(&bare, atom, 0)?;
    if *group != (Group { headings: group.headings.clone(), ..bare }) || end.contains(['p', 'g']) {
        return None;
    }
    if !matches!(atom.range, Range::Usual | Range::AtMost(1)) {
        return None;
    }
    let straight = usize::from(long - short);
    let turn = |step: usize| match step {
        0 => "",
        _ if step == straight => "afs",
        _ => "af",
    };
    let steps = usize::from(long);
    let way: String =
        (0..steps).map(|step| format!("{}{}", turn(step), if step + 1 < steps { "mp" } else { "" })).collect();
    let letter = if straight == 0 { 'F' } else { 'W' };
    let text = format!("{start}{way}{}", order(&end));
    (text.len() < LONGEST_LEGS).then(|| (format!("{text}{letter}"), same && group.headings.is_empty()))
}

/// A group's letters: `i`s and directions, and the rest, in letters that XBoard has; false if it has none for royal victims only
/// or for putting down what was taken. None if it has no letters for the directions.
fn letters(group: &Group, atom: Atom, leg: usize) -> Option<(String, String, bool)> {
    let symmetry = symmetry(atom, leg);
    let directions = betza::write_headings(&group.headings, symmetry);
    if directions.contains(['z', 'q']) || directions.contains('h') && symmetry != Symmetry::Oblique {
        return None;
    }
    let start = "i".repeat(group.virgin.into()) + &directions;
    let end = betza::write_group(group, symmetry).strip_prefix(start.as_str())?.to_owned();
    let same = !end.contains(['k', 'u']);
    let end = end.replace('k', if end.contains('c') { "" } else { "c" }).replace('u', "");
    Some((start, end, same))
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

/// A step and then a step or slide at half a right angle, or straight on; a slide is written with a toggled range.
fn unbracket(bracket: &Bracket) -> Option<(String, bool)> {
    let [first, second] = bracket.legs.as_slice() else { return None };
    let ([step], [next]) = (first.choices.as_slice(), second.choices.as_slice()) else { return None };
    let (step, next): (&Choice, &Choice) = (&step.it, &next.it);
    let plain = |group: &Group| group.virgin == 0 && group.cylinder == 0 && group.lame == 0 && group.jump == 0;
    let steps =
        |choice: &Choice| matches!(choice.atom.letter, Letter::W | Letter::F) && choice.atom.range == Range::Usual;
    let after = match next.atom.letter {
        Letter::R | Letter::W => Letter::W,
        Letter::B | Letter::F => Letter::F,
        _ => return None,
    };
    let slides = next.atom.letter.is_slider() && next.atom.range == Range::Usual || next.atom.range == Range::Unlimited;
    let quiet = step.group.modes == betza::Modes::default() || step.group.modes.letters().eq(['m', 'c']);
    if bracket.virgin || !steps(step) || !slides && !steps(next) || !quiet || !next.group.headings.is_empty() {
        return None;
    }
    if !plain(&step.group) || !plain(&next.group) || next.group.modes.has_any(&[Mode::Hop, Mode::Grasshop]) {
        return None;
    }
    let (start, _, _) = letters(&step.group, step.atom, 0)?;
    let (_, end, same) = letters(&next.group, next.atom, 1)?;
    let atom = step.atom.letter.to_char();
    let ways = match bracket.filter.as_slice() {
        [] if after == step.atom.letter => vec![(start.as_str(), "f")],
        [] => vec![(start.as_str(), "fs")],
        [Heading::One(way)] if after != step.atom.letter && start.is_empty() => filtered(*way, step.atom.letter)?,
        _ => return None,
    };
    let toggle = if slides { "y" } else { "m" };
    let stop = if first.may_stop { format!("{start}{atom}") } else { String::new() };
    let ways = ways.iter().map(|(from, turn)| format!("{from}{toggle}a{turn}{}{atom}", order(&end)));
    Some((stop + &ways.collect::<String>(), same))
}

/// The first steps and the half turns after them that together go most of all this way.
fn filtered(way: Way, first: Letter) -> Option<Vec<(&'static str, &'static str)>> {
    if first == Letter::W {
        let from = match way {
            Way::Forward => "f",
            Way::Backward => "b",
            Way::Left => "l",
            Way::Right => "r",
            Way::Sideways => "s",
            Way::Vertical => "v",
            Way::Half | Way::SameSide | Way::OtherSide => return None,
        };
        return Some(vec![(from, "fs")]);
    }
    Some(match way {
        Way::Forward => vec![("fr", "fl"), ("fl", "fr")],
        Way::Backward => vec![("bl", "fl"), ("br", "fr")],
        Way::Left => vec![("fl", "fl"), ("bl", "fr")],
        Way::Right => vec![("br", "fl"), ("fr", "fr")],
        Way::Vertical => vec![("frbl", "fl"), ("flbr", "fr")],
        Way::Sideways => vec![("flbr", "fl"), ("frbl", "fr")],
        Way::Half | Way::SameSide | Way::OtherSide => return None,
    })
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
            ("fhK", "fKfsK"),
            ("ffrrN", "fNrN"),
            ("maffsW", "mafWmasW"),
            ("maflW", "maflW"),
            ("maffsK", "mafKmasK"),
            ("fsyafsF", "fyafsF"),
            ("vlF", "lF"),
            ("sfmaG", "fmaG"),
            ("nnA", "nA"),
            ("FX", "mpafmpafmpafsW"),
            ("cWX", "mpafmpafmpafcW"),
            ("[W-F]", "mafsW"),
            ("v[F?R]", "FfrblyaflFflbryafrF"),
            ("v[W?B]", "WvyafsW"),
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
        for (text, expected) in [
            ("fmW*", "fmW0"),
            ("fkR", "fcR"),
            ("qN", ANYWHERE),
            ("U", ANYWHERE),
            ("pN", ANYWHERE),
            ("puF", "pafF"),
            ("fFX", "mpafmpafmpafsW"),
        ] {
            assert_eq!(told(text), Told { text: expected.to_owned(), exact: false, legs: told(text).legs }, "{text}");
        }
    }
}
