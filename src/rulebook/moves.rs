//! Moves in words, from the legs that XBetza was compiled to.

use super::words::{counted, list, number};
use crate::rules::leg::{Directions, Hurdle, Leap, Leg, Modes, MoveProgram, Reach, Skipped, Virgin};
use crate::rules::topology::Wrap;

/// Paths of more legs than this repeat others and are not told.
const MOST_LEGS: usize = 4;
/// So many ways are told one by one.
const MOST_WAYS: usize = 12;

/// A phrase for each way to move, beginning with a verb. Forward is away from the player, whoever it is. `in_passing`: some piece
/// captures en passant.
pub fn describe(programs: &[MoveProgram], in_passing: bool) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    let mut left_out = 0;
    for program in programs {
        match phrase(program, in_passing) {
            Some(phrase) if !phrases.contains(&phrase) && phrases.len() < MOST_WAYS => phrases.push(phrase),
            Some(phrase) if phrases.contains(&phrase) => {}
            Some(_) | None => left_out += 1,
        }
    }
    if left_out > 0 {
        let more = counted(left_out, "more way");
        phrases.push(format!("goes on in the same manner ({more}, as the diagram shows)"));
    }
    phrases
}

fn phrase(program: &MoveProgram, in_passing: bool) -> Option<String> {
    let (words, virgin) = match program {
        MoveProgram::Path { legs, virgin } => match legs.as_slice() {
            [one] => (single(one, in_passing), virgin),
            many if many.len() <= MOST_LEGS => (several(many, in_passing), virgin),
            _ => return None,
        },
        MoveProgram::Castle { distance, directions, inward, virgin } => {
            let side = match (directions.contains(2), directions.contains(6)) {
                (true, false) => "to the right",
                (false, true) => "to the left",
                _ => "sideways",
            };
            let partner = match inward {
                0 => "in the corner".to_owned(),
                inward => format!("{} in from the corner", squares(*inward)),
            };
            (
                format!(
                    "castles: goes {} {side} towards a partner {partner}, which lands on its other side",
                    squares(*distance)
                ),
                virgin,
            )
        }
        MoveProgram::Pass { virgin } => ("may stay where it is, passing the turn".to_owned(), virgin),
        MoveProgram::Anywhere { modes, virgin } => (format!("goes to any square of the board{}", ends(*modes)), virgin),
    };
    Some(match virgin {
        Virgin::Always => words,
        Virgin::Unmoved => format!("as long as it has not moved, {words}"),
        Virgin::OneAhead => format!("from the square in front of where it began, {words}"),
    })
}

fn squares(count: u16) -> String {
    counted(count.into(), "square")
}

fn single(leg: &Leg, in_passing: bool) -> String {
    format!("{}{}{}{}", travel(leg, &absolute(leg)), ends(leg.modes), conditions(leg), after(leg, in_passing))
}

/// Legs one after the other.
fn several(legs: &[Leg], in_passing: bool) -> String {
    let mut words = String::new();
    for (at, leg) in legs.iter().enumerate() {
        let ways = if at == 0 { absolute(leg) } else { relative(leg.directions) };
        if at > 0 {
            words.push_str(", then ");
        }
        words.push_str(&travel(leg, &ways));
        words.push_str(&if at + 1 == legs.len() { ends(leg.modes) } else { turns(leg.modes) });
        words.push_str(&conditions(leg));
        words.push_str(&after(leg, in_passing));
    }
    words
}

/// How far: `slides up to three squares diagonally`.
fn travel(leg: &Leg, ways: &str) -> String {
    // Taken apart so that nothing of a leg is forgotten; the rest is told by `ends`, `turns`, `conditions` and `after`.
    let Leg {
        leap,
        directions: _,
        reach,
        modes: _,
        hurdle: _,
        skipped: _,
        jump: _,
        same_length: _,
        leaves_trail: _,
        wrap: _,
        rides: _,
        unload: _,
    } = leg;
    match (leap, reach) {
        (Leap::Radial(1), Reach::Steps(1)) => format!("steps one square {ways}"),
        (Leap::Radial(1), Reach::Steps(steps)) => format!("slides up to {} {ways}", squares(*steps)),
        (Leap::Radial(1), Reach::Unlimited) => format!("slides any number of squares {ways}"),
        (Leap::Radial(1), Reach::OwnHalf) => format!("slides {ways}, at most to the middle of the board"),
        (Leap::Radial(length), reach) => format!("leaps {} {ways}{}", squares((*length).into()), repeated(*reach)),
        (Leap::Oblique(a, b), reach) => {
            let (along, aside) = (squares((*b).into()), number((*a).into()));
            format!("leaps {along} along and {aside} aside, {ways}{}", repeated(*reach))
        }
    }
}

/// What else has to be.
fn conditions(leg: &Leg) -> String {
    let mut words = String::new();
    match leg.hurdle {
        Hurdle::None => {}
        Hurdle::Cannon => words.push_str(", after hopping over exactly one piece"),
        Hurdle::Several => words.push_str(", after hopping over one piece or more"),
        Hurdle::Grasshopper => words.push_str(", over one piece to the square right behind it"),
    }
    match leg.skipped {
        Skipped::Any => {}
        Skipped::Empty => words.push_str(", if what is leapt over is empty"),
        Skipped::Occupied => words.push_str(", if what is leapt over is occupied"),
    }
    if leg.jump > 0 {
        words.push_str(&format!(", skipping the first {} whatever is there", squares(leg.jump)));
    }
    if leg.same_length {
        words.push_str(", just as far as before");
    }
    match leg.wrap {
        Wrap::AsBoard => {}
        Wrap::Files => words.push_str(", across the left and right edges"),
        Wrap::Both => words.push_str(", across all edges"),
    }
    words
}

fn repeated(reach: Reach) -> String {
    match reach {
        Reach::Steps(1) => String::new(),
        Reach::Steps(steps) => format!(", up to {} times in a row over empty squares", number(steps.into())),
        Reach::Unlimited => ", any number of times in a row over empty squares".to_owned(),
        Reach::OwnHalf => ", again and again up to the middle of the board".to_owned(),
    }
}

/// What the last square may hold.
fn ends(modes: Modes) -> String {
    let Modes { empty, enemy, friend, en_passant, royal, hop: _, tame } = modes;
    let mut words = String::from(match (empty, enemy) {
        (true, true) => "",
        (true, false) => " without capturing",
        (false, true) => " to capture",
        (false, false) if friend => " to capture a piece of its own side",
        (false, false) if royal => " to capture a royal piece only",
        (false, false) if en_passant => " to capture en passant",
        (false, false) => "",
    });
    if friend && (empty || enemy) {
        words.push_str(", or captures a piece of its own side");
    }
    if en_passant && (empty || enemy || friend) {
        words.push_str(", also en passant");
    }
    if royal && (empty || (friend && !enemy)) {
        words.push_str(", or captures a royal piece");
    }
    if tame {
        words.push_str(", but captures no royal piece");
    }
    words
}

/// What the square must hold where a path goes on.
fn turns(modes: Modes) -> String {
    let Modes { empty, enemy, friend, en_passant, royal, hop, tame } = modes;
    let mut ways: Vec<String> = Vec::new();
    let mut add = |applies: bool, words: &str| {
        if applies {
            ways.push(words.to_owned());
        }
    };
    add(empty, "to an empty square");
    add(enemy, "capturing an enemy there");
    add(friend, "capturing a friend there");
    add(en_passant, "capturing en passant");
    add(royal && !enemy, "capturing a royal piece there");
    add(hop && tame, "onto a friend, which stays");
    add(hop && !tame, "onto any piece, which stays");
    format!(" {}", list(&ways, "or"))
}

/// What follows from a move.
fn after(leg: &Leg, in_passing: bool) -> String {
    let mut words = String::new();
    if leg.leaves_trail && in_passing {
        words.push_str(", after which it may be captured en passant");
    }
    if leg.unload {
        words.push_str(", putting what it has captured down where this began");
    }
    words
}

/// Directions as the first player sees them.
fn absolute(leg: &Leg) -> String {
    match leg.leap {
        Leap::Radial(_) => radial(leg.directions),
        Leap::Oblique(..) => oblique(leg.directions),
    }
}

fn radial(directions: Directions) -> String {
    const NAMES: [(u8, &str); 15] = [
        (0b1111_1111, "in any direction"),
        (0b0101_0101, "orthogonally"),
        (0b1010_1010, "diagonally"),
        (0b1000_0010, "diagonally forward"),
        (0b0010_1000, "diagonally backward"),
        (0b0001_0001, "straight forward or backward"),
        (0b0100_0100, "sideways"),
        (0b0000_0001, "straight forward"),
        (0b0001_0000, "straight backward"),
        (0b0000_0100, "to the right"),
        (0b0100_0000, "to the left"),
        (0b0000_0010, "diagonally forward to the right"),
        (0b1000_0000, "diagonally forward to the left"),
        (0b0000_1000, "diagonally backward to the right"),
        (0b0010_0000, "diagonally backward to the left"),
    ];
    covered(directions, &NAMES)
}

fn oblique(directions: Directions) -> String {
    const NAMES: [(u8, &str); 15] = [
        (0b1111_1111, "in any direction"),
        (0b1000_0001, "straight forward and a little aside"),
        (0b0100_0010, "sideways and a little forward"),
        (0b0010_0100, "sideways and a little backward"),
        (0b0001_1000, "straight backward and a little aside"),
        (0b0000_1111, "to the right"),
        (0b1111_0000, "to the left"),
        (0b0000_0001, "forward and a little right"),
        (0b0000_0010, "right and a little forward"),
        (0b0000_0100, "right and a little backward"),
        (0b0000_1000, "backward and a little right"),
        (0b0001_0000, "backward and a little left"),
        (0b0010_0000, "left and a little backward"),
        (0b0100_0000, "left and a little forward"),
        (0b1000_0000, "forward and a little left"),
    ];
    covered(directions, &NAMES)
}

fn relative(directions: Directions) -> String {
    const NAMES: [(u8, &str); 13] = [
        (0b1111_1111, "in any direction"),
        (0b1110_1111, "in any direction but straight back"),
        (0b0100_0100, "at right angles"),
        (0b1000_0010, "half right or half left of that"),
        (0b0010_1000, "sharply back to either side"),
        (0b0000_0001, "straight on"),
        (0b0001_0000, "straight back"),
        (0b0000_0010, "half right of that"),
        (0b0000_0100, "to the right of that"),
        (0b0000_1000, "sharply back to the right"),
        (0b0010_0000, "sharply back to the left"),
        (0b0100_0000, "to the left of that"),
        (0b1000_0000, "half left of that"),
    ];
    covered(directions, &NAMES)
}

/// The fewest names that cover a set of directions, the widest first.
fn covered(directions: Directions, names: &[(u8, &str)]) -> String {
    let mut left = directions.0;
    let mut parts = Vec::new();
    for &(set, name) in names {
        if left & set == set {
            left &= !set;
            parts.push(name.to_owned());
        }
    }
    list(&parts, "or")
}
