//! Endings that cannot come about, or not any more when their turn comes.

use super::Subject;
use super::rules::{has_royals, own};
use crate::definition::{
    Arrival, Condition, DropLimit, Ending, Inherited, Kind, Numbers, Pass, PerSide, Restriction, Side, Verdict,
};
use crate::diagnostic::Diagnostic;
use crate::rules::leg::MoveProgram;
use crate::rules::topology::SquareSet;
use crate::syntax::variant::Statement;

pub fn review(subject: &mut Subject) {
    let endings = &subject.definition.endings;
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate() {
        let Some(said) = own(subject.places.ending(index)) else { continue };
        let earlier = endings[..index].iter().position(|earlier| decides(&earlier.condition, &ending.condition));
        if let Some(earlier) = earlier {
            let message = "this never matters: whenever it comes about, an earlier line has ended the game";
            let warning = subject.places.warn(Some(said), Statement::span, message);
            found.push(subject.places.also(warning, subject.places.ending(earlier), "this is asked first"));
        } else if let Some((why, cause)) = impossible(subject, &ending.condition) {
            let warning = subject.places.warn(Some(said), Statement::span, format!("this never comes about: {why}"));
            found.push(subject.places.also(warning, cause, "because of this"));
        }
    }
    found.extend(undecided(subject));
    subject.found.extend(found);
}

/// A game that can only be drawn.
fn undecided(subject: &Subject) -> Option<Diagnostic> {
    let definition = subject.definition;
    let decides = |ending: &Ending| {
        let judges = matches!(&ending.condition, Condition::Repetition { causes, .. } if !causes.is_empty());
        (ending.result != Verdict::Draw || judges) && impossible(subject, &ending.condition).is_none()
    };
    let drops = definition.hands.iter().flat_map(|hands| &hands.rules);
    let decided = definition.endings.iter().any(decides)
        || definition.draws_for.is_some()
        || definition.points.is_some()
        || drops.into_iter().any(|rule| rule.limit == DropLimit::MateLoses);
    // A royal piece that may be left in check may be captured.
    let safe =
        |restriction: &Restriction| matches!(restriction, Restriction::RoyalInCheck | Restriction::AllRoyalsInCheck);
    if decided || has_royals(subject) && !definition.restrictions.iter().any(safe) {
        return None;
    }
    let warning = subject.places.warn(None, Statement::span, "nobody can ever win this game");
    Some(
        warning.help(
            "add an ending that somebody wins, such as `extinct PIECES is loss` or `reach ZONE with PIECES is win`",
        ),
    )
}

/// Why something never holds, and the statement that matters.
type Why<'a> = (String, Option<&'a Inherited>);

/// Whenever the second condition holds, so does the first.
fn decides(first: &Condition, second: &Condition) -> bool {
    let within = |few: &[Kind], many: &[Kind]| few.iter().all(|kind| many.contains(kind));
    match (first, second) {
        (
            Condition::Extinct { kinds, any, player, count, against },
            Condition::Extinct { kinds: kinds2, any: any2, player: player2, count: count2, against: _ },
        ) if any == any2 && *against == 0 && count >= count2 && (player.is_none() || player == player2) => {
            let both = kinds.is_empty() == kinds2.is_empty();
            both && if *any { within(kinds2, kinds) } else { within(kinds, kinds2) }
        }
        (
            Condition::Reach { kinds, zone, number, arrival, .. },
            Condition::Reach { kinds: kinds2, zone: zone2, number: number2, .. },
        ) => {
            let covers = |side: Side| zone2[side].iter().all(|square| zone[side].contains(square));
            *arrival == Arrival::AtOnce
                && number <= number2
                && kinds.is_empty() == kinds2.is_empty()
                && within(kinds2, kinds)
                && Side::BOTH.into_iter().all(covers)
        }
        _ => false,
    }
}

/// Nothing leaves the board, and nothing becomes royal.
fn nothing_lost<'a>(subject: &Subject<'a>) -> Option<Why<'a>> {
    let definition = subject.definition;
    let said = forbidden(subject, &Restriction::Capturing)?;
    let stays = definition.aftermath.is_empty() && definition.promotions.is_empty() && definition.hands.is_none();
    stays.then(|| ("captures are illegal".to_owned(), said))
}

/// What the player needs who needs less.
fn least(numbers: Numbers) -> u16 {
    numbers.0.into_iter().flatten().min().unwrap_or(u16::MAX)
}

/// Why a condition never holds.
fn impossible<'a>(subject: &Subject<'a>, condition: &Condition) -> Option<Why<'a>> {
    let definition = subject.definition;
    let word = |word: &str| subject.places.word(word);
    let no_royals = || (!has_royals(subject)).then(|| ("there is no royal piece".to_owned(), None));
    match condition {
        Condition::Checkmate | Condition::CheckmateBy(_) | Condition::CheckmateWithout(_) | Condition::Bikjang => {
            no_royals()
        }
        Condition::Bare { .. } => no_royals().or_else(|| nothing_lost(subject)),
        Condition::Checks { .. } => no_royals().or_else(|| {
            let said = forbidden(subject, &Restriction::GivingCheck { unless_mate: false })?;
            Some(("moves that give check are illegal".to_owned(), said))
        }),
        Condition::Stalemate | Condition::StalemateOf(_) | Condition::OnlyPromotions => match definition.pass {
            PerSide([Some(Pass::Always), Some(Pass::Always)]) => {
                Some(("who may always pass is never stalemated".to_owned(), word("pass")))
            }
            PerSide([Some(_), Some(_)]) => Some(("who has no other move passes".to_owned(), word("pass"))),
            PerSide(_) => None,
        },
        Condition::Repetition { .. } => {
            let said = forbidden(subject, &Restriction::Repeating)?;
            Some(("moves that repeat a position are illegal".to_owned(), said))
        }
        Condition::BothPassed => {
            let programs =
                definition.pieces.iter().flat_map(|piece| &piece.moves).flat_map(|clause| &clause.programs.0);
            let passes = programs.flatten().any(|program| matches!(program, MoveProgram::Pass { .. }));
            let [first, second] = definition.pass.0.map(|pass| pass.is_some());
            match (first && second || passes, first || second) {
                (true, _) => None,
                (false, true) => Some(("only one player may pass".to_owned(), word("pass"))),
                (false, false) => Some(("nobody may pass".to_owned(), None)),
            }
        }
        // Without castlings they are lost at once, which is seen in the start position.
        Condition::CastlingLost(_) => None,
        Condition::Castled(_) => {
            let none = Side::BOTH.iter().all(|&side| subject.rules.sides[side].castles.is_empty());
            none.then(|| ("nothing can castle".to_owned(), None))
        }
        Condition::Extinct { kinds, any, count, .. } => extinct(subject, kinds, *any, *count),
        Condition::Reach { kinds, zone, number, .. } => match kinds.is_empty() {
            true => no_royals().or_else(|| reach(subject, &royals(subject), zone, *number)),
            false => reach(subject, kinds, zone, *number),
        },
        Condition::Row { length, .. } => {
            let longest = definition.topology.files().max(definition.topology.ranks());
            let joined = definition.topology.wrap_files || definition.topology.wrap_ranks;
            let length = least(*length);
            (length > longest && !joined).then(|| (format!("no row of this board has {length} squares"), word("board")))
        }
        Condition::Block { size, .. } => {
            let room = definition.topology.files().min(definition.topology.ranks());
            let size = least(*size);
            (size > room).then(|| (format!("no square of {size} by {size} is on this board"), word("board")))
        }
        Condition::FullBoard => None,
        Condition::Chain { ends, .. } => {
            let nowhere = |side: Side| ends.iter().any(|zone| zone[side].is_empty());
            let none = Side::BOTH.into_iter().all(nowhere);
            none.then(|| ("it begins or ends on no square".to_owned(), None))
        }
        Condition::Impasse(impasse) => {
            no_royals().or_else(|| reach(subject, &royals(subject), &impasse.zone, 1)).or_else(|| {
                let room = |side: Side| impasse.zone[side].len() > usize::from(impasse.men);
                let none = !Side::BOTH.into_iter().any(room);
                none.then(|| ("there is no room for so many pieces in the zone".to_owned(), None))
            })
        }
        Condition::MoveCount { .. } | Condition::Counting(_) | Condition::InsufficientMaterial => None,
    }
}

/// The statement that makes such moves illegal, if any does: `None` in it for one that stands in no file.
fn forbidden<'a>(subject: &Subject<'a>, restriction: &Restriction) -> Option<Option<&'a Inherited>> {
    let at = subject.definition.restrictions.iter().position(|known| known == restriction)?;
    Some(subject.places.restriction(at))
}

fn royals(subject: &Subject) -> Vec<Kind> {
    subject.definition.kinds().filter(|&kind| subject.definition.piece(kind).royal).collect()
}

fn reach<'a>(subject: &Subject<'a>, kinds: &[Kind], zone: &PerSide<SquareSet>, number: u16) -> Option<Why<'a>> {
    if Side::BOTH.iter().all(|&side| zone[side].len() < usize::from(number)) {
        return Some(("the zone has fewer squares than pieces are wanted".to_owned(), None));
    }
    let all = 0..subject.rules.kinds.len() as u16;
    let forms: Vec<Kind> = all.map(Kind).filter(|&kind| kinds.contains(&subject.rules.kind(kind).base)).collect();
    let comes = |&side: &Side| {
        forms.iter().any(|&kind| subject.reach.of_kind(side, kind).stands.iter().any(|at| zone[side].contains(at)))
    };
    let who = if kinds.len() == 1 { "this piece" } else { "none of these pieces" };
    let verb = if kinds.len() == 1 { "can never" } else { "can ever" };
    (!Side::BOTH.iter().any(comes)).then(|| (format!("{who} {verb} come there"), None))
}

/// Royals that must not be left in check are never captured, nor is iron.
fn extinct<'a>(subject: &Subject<'a>, kinds: &[Kind], any: bool, few: u16) -> Option<Why<'a>> {
    let definition = subject.definition;
    let all = royals(subject);
    if kinds.is_empty() && all.is_empty() {
        return Some(("there is no royal piece".to_owned(), None));
    }
    let concerned = if kinds.is_empty() { all.as_slice() } else { kinds };
    let promotes = |kind: Kind| definition.promotions.iter().any(|promotion| promotion.pieces.contains(&kind));
    let more = |side: Side, kind: Kind| subject.start.count(side, kind) > few;
    let stays = |&kind: &Kind| !promotes(kind) && Side::BOTH.iter().all(|&side| more(side, kind));
    if !definition.effects.is_empty() || !definition.aftermath.is_empty() {
        return None;
    }
    // Of several that must be gone together, one that stays is enough.
    let iron = |kind: &Kind| definition.piece(*kind).iron && stays(kind);
    let last = concerned.iter().copied().find(iron);
    if let Some(kind) = last.filter(|_| !any || concerned.iter().all(iron)) {
        let said = subject.places.piece(kind.index());
        return Some((format!("`{}` is never captured", definition.piece(kind).name), said));
    }
    let spare = definition.restrictions.contains(&Restriction::AllRoyalsInCheck);
    let said = forbidden(subject, &Restriction::RoyalInCheck).filter(|_| !spare)?;
    concerned
        .iter()
        .all(|kind| definition.piece(*kind).is_always_royal() && stays(kind))
        .then(|| ("a royal piece is never captured where it may not be left in check".to_owned(), said))
}
