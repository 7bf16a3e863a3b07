//! The statements `illegal` and `pass`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, Lines, PerSide, Side, lists};
use crate::diagnostic::Diagnostic;
use crate::syntax::variant::Token;

/// A move that is possible but not legal.
#[derive(Clone, Debug, PartialEq)]
pub enum Restriction {
    /// A royal of the mover may be captured afterwards.
    RoyalInCheck,
    /// Every royal of the mover may be captured afterwards.
    AllRoyalsInCheck,
    /// A royal in check moves, except to capture what checks it.
    RoyalFleeing,
    /// Two royals of different sides see each other along a file, rank or diagonal.
    RoyalsFacing(Lines),
    /// The mover's opponent would be in check; or, `unless_mate`, in check but not mated.
    GivingCheck { unless_mate: bool },
    /// A royal passes a square where it could be captured.
    RoyalPassing,
    /// There is a capture and this is none.
    CaptureIsMandatory,
    /// A capture could go on, or takes something twice.
    StoppingCaptures,
    /// Another move captures more; or this one takes something twice.
    CapturingFewer,
    /// This is a capture, and another one comes before it.
    Unpreferred(Preference),
    /// Something is captured.
    Capturing,
    /// The position has been there before, since the last move that can't be taken back.
    Repeating,
    /// A piece of one of these kinds, or any if there are none, moves from a square next to an enemy of the others.
    Held { kinds: Vec<Kind>, by: Vec<Kind> },
    /// A piece captures from a square next to an enemy of these kinds.
    Tamed { by: Vec<Kind> },
    /// What is captured stands next to another piece of its side, of one of these kinds.
    Guarded { by: Vec<Kind> },
    /// One of these is captured by another one, from a distance unless `near` ones are meant, too, although it is protected, and
    /// nothing but `cheap` pieces is taken with it; or by anything else, right after one of them was captured by anything else on
    /// another square. What `helpless` pieces could recapture isn't protected.
    Trading { kinds: Vec<Kind>, near: bool, cheap: Vec<Kind>, helpless: Vec<Kind> },
}

/// Which of several captures come first.
#[derive(Clone, Debug, PartialEq)]
pub enum Preference {
    /// Those by one of these kinds.
    By(Vec<Kind>),
    /// Those that take most pieces of these kinds.
    MostOf(Vec<Kind>),
    /// Those that take pieces of these kinds as early as possible.
    Sooner(Vec<Kind>),
}

/// What may follow the pieces that are not to be traded.
const EXCEPTIONS: &[&str] = &["not", "adjacent"];

/// When a player may leave the board as it is, unless in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    Always,
    WhenStalemated,
}

/// `by white`, `by black`, or nothing for both.
pub(super) fn by_players(reader: &mut Reader) -> &'static [Side] {
    match reader.by_player() {
        None => &Side::BOTH,
        Some(Side::First) => &[Side::First],
        Some(Side::Second) => &[Side::Second],
    }
}

/// `pass always by white, when stalemated by black`
pub(super) fn pass(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let mut pass = PerSide::same(None);
    loop {
        let span = reader.here();
        let way = match reader.accept_any(&["always", "when stalemated"]) {
            Some("always") => Pass::Always,
            Some(_) => Pass::WhenStalemated,
            None => return Err(reader.expected_one_of("`always` or `when stalemated`", &["always", "when"])),
        };
        let sides = by_players(reader);
        for &side in sides {
            if pass[side].replace(way).is_some() {
                let who = if side == Side::First { "white" } else { "black" };
                return Err(Diagnostic::error(span, format!("when {who} may pass has been said"))
                    .help("one way for each player: `pass always by white, when stalemated by black`"));
            }
        }
        if !reader.comma() {
            break;
        }
    }
    draft.definition.pass = pass;
    reader.end()
}

/// `files, diagonals`
pub(super) fn lines(reader: &mut Reader) -> Read<Lines> {
    const WORDS: &[&str] = &["files", "ranks", "diagonals", "rising diagonals", "falling diagonals"];
    let mut lines = Lines::NONE;
    loop {
        match reader.accept_any(WORDS) {
            Some("files") => lines.files = true,
            Some("ranks") => lines.ranks = true,
            Some("rising diagonals") => lines.rising = true,
            Some("falling diagonals") => lines.falling = true,
            Some(_) => (lines.rising, lines.falling) = (true, true),
            None => return Err(reader.expected_one_of("`files`, `ranks` or `diagonals`", WORDS)),
        }
        let is_line = |token: &Token| WORDS.iter().any(|line| line.split(' ').next() == Some(token.text.as_str()));
        let more = reader.peek_after().is_some_and(is_line);
        if !more || !reader.comma() {
            return Ok(lines);
        }
    }
}

/// `beside medusa`, `pawn, knight beside medusa`
fn held(draft: &mut Draft, reader: &mut Reader) -> Read<Restriction> {
    let mut kinds = Vec::new();
    if !reader.accept("beside") {
        if !reader.peek().is_some_and(|token| token.text == "all" || draft.kind(&token.text).is_some()) {
            return Err(reader.expected_one_of("`beside` or the name of a piece", &["beside"]));
        }
        kinds = lists::list(draft, reader, &[])?;
        reader.require("beside")?;
    }
    Ok(Restriction::Held { kinds, by: lists::list(draft, reader, &[])? })
}

pub(super) fn illegal(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let restriction = if reader.accept("royal left in check") {
        Restriction::RoyalInCheck
    } else if reader.accept("royal fleeing from check") {
        Restriction::RoyalFleeing
    } else if reader.accept("all royals left in check") {
        Restriction::AllRoyalsInCheck
    } else if reader.accept("royals facing on") {
        Restriction::RoyalsFacing(lines(reader)?)
    } else if reader.accept("royal passing through check") {
        Restriction::RoyalPassing
    } else if reader.accept("giving check") {
        let unless_mate = reader.comma();
        if unless_mate {
            reader.require("except mate")?;
        }
        Restriction::GivingCheck { unless_mate }
    } else if reader.accept("ignoring captures") {
        Restriction::CaptureIsMandatory
    } else if reader.accept("stopping captures") {
        Restriction::StoppingCaptures
    } else if reader.accept("capturing fewer than possible") {
        Restriction::CapturingFewer
    } else if reader.accept("capturing fewer") {
        let kinds = lists::list(draft, reader, &[])?;
        reader.require("than possible")?;
        Restriction::Unpreferred(Preference::MostOf(kinds))
    } else if reader.accept("capturing by others than") {
        Restriction::Unpreferred(Preference::By(lists::list(draft, reader, &[])?))
    } else if reader.at_word("capturing") && reader.statement().rest.iter().any(|token| token.text == "later") {
        reader.take();
        let kinds = lists::list(draft, reader, &[])?;
        reader.require("later than possible")?;
        Restriction::Unpreferred(Preference::Sooner(kinds))
    } else if reader.accept("capturing what is beside") {
        Restriction::Guarded { by: lists::list(draft, reader, &[])? }
    } else if reader.accept("capturing beside") {
        Restriction::Tamed { by: lists::list(draft, reader, &[])? }
    } else if reader.accept("capturing") {
        Restriction::Capturing
    } else if reader.accept("repeating a position") {
        Restriction::Repeating
    } else if reader.accept("moving") {
        held(draft, reader)?
    } else if reader.accept("trading") {
        let kinds = lists::list(draft, reader, EXCEPTIONS)?;
        let (mut near, mut cheap, mut helpless) = (false, Vec::new(), Vec::new());
        while reader.comma() {
            if reader.accept("not protected by") {
                helpless.extend(lists::list(draft, reader, EXCEPTIONS)?);
            } else if reader.accept("adjacent or not") {
                near = true;
            } else {
                reader.require("not counting")?;
                cheap.extend(lists::list(draft, reader, EXCEPTIONS)?);
            }
        }
        Restriction::Trading { kinds, near, cheap, helpless }
    } else {
        const WORDS: &[&str] = &[
            "royal",
            "all",
            "royals",
            "giving",
            "ignoring",
            "stopping",
            "capturing",
            "repeating",
            "moving",
            "trading",
        ];
        let complaint = reader.expected_one_of("what is illegal", WORDS);
        return Err(match reader.at_word("perpetual") {
            true => complaint.help("what repeats by checks: `repetition 3 is draw, perpetual check is loss`"),
            false => complaint,
        });
    };
    reader.end()?;
    if !draft.definition.restrictions.contains(&restriction) {
        draft.definition.restrictions.push(restriction);
    }
    Ok(())
}
