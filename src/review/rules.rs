//! Promotion, castling, hands, captures and restrictions that cannot take effect, or not as meant.

use super::Subject;
use crate::definition::{
    Condition, Effect, Ending, HandSource, Inherited, Kind, Mandatory, Origin, Promotion, PromotionTo, Restriction,
    ShuffleConstraint, Side,
};
use crate::diagnostic::Diagnostic;
use crate::rules::leg::MoveProgram;
use crate::rules::{Castle, Piece};
use crate::syntax::variant::Statement;

pub fn review(subject: &mut Subject) {
    let mut found = Vec::new();
    promotions(subject, &mut found);
    odd_promotions(subject, &mut found);
    castling(subject, &mut found);
    hands(subject, &mut found);
    effects(subject, &mut found);
    restrictions(subject, &mut found);
    properties(subject, &mut found);
    shuffle(subject, &mut found);
    subject.found.extend(found);
}

pub(super) fn own(said: Option<&Inherited>) -> Option<&Inherited> {
    said.filter(|said| said.origin == Origin::Own)
}

/// The word of a statement that names a piece, or the whole.
fn word(statement: &Statement, name: &str) -> crate::diagnostic::Span {
    let token = statement.rest.iter().rev().find(|token| token.text == name);
    token.map_or(statement.span(), |token| token.span.clone())
}

pub(super) fn has_royals(subject: &Subject) -> bool {
    subject.definition.pieces.iter().any(|piece| piece.royal)
}

/// What each piece becomes by a promotion.
fn pairs(promotion: &Promotion) -> Vec<(Kind, Kind)> {
    match &promotion.to {
        PromotionTo::Choice(kinds) => {
            promotion.pieces.iter().flat_map(|&from| kinds.iter().map(move |&to| (from, to))).collect()
        }
        PromotionTo::Partner(kinds) => promotion.pieces.iter().copied().zip(kinds.iter().copied()).collect(),
    }
}

/// Promotions that change nothing, or lose the one royal piece.
fn odd_promotions(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let definition = subject.definition;
    let royal = |kind: Kind| definition.piece(kind).royal;
    let only = Side::BOTH.into_iter().all(|side| {
        let royals = definition.kinds().filter(|&kind| royal(kind));
        royals.map(|kind| u32::from(subject.start.count(side, kind))).sum::<u32>() < 2
    });
    for (index, promotion) in definition.promotions.iter().enumerate() {
        let Some(said) = own(subject.places.promotion(index)) else { continue };
        for (from, to) in pairs(promotion) {
            let [name, other] = [from, to].map(|kind| &definition.piece(kind).name);
            let message = if from == to {
                format!("a `{name}` that promotes to `{name}` is what it was")
            } else if only && definition.piece(from).is_always_royal() && !royal(to) {
                format!("a `{name}` that promotes to `{other}` leaves its player without a royal piece")
            } else {
                continue;
            };
            found.push(subject.places.warn(Some(said), |statement| word(statement, other), message));
        }
    }
}

/// A second royal that must be kept safe as well helps the enemy.
fn promotions(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let definition = subject.definition;
    let spare = definition.restrictions.contains(&Restriction::AllRoyalsInCheck);
    let counted = definition.endings.iter().any(|ending| matches!(ending.condition, Condition::Extinct { .. }));
    if spare || counted || !definition.restrictions.contains(&Restriction::RoyalInCheck) {
        return;
    }
    for (index, promotion) in definition.promotions.iter().enumerate() {
        let Some(said) = own(subject.places.promotion(index)) else { continue };
        let always = |kind: Kind| {
            let piece = definition.piece(kind);
            piece.is_always_royal() && piece.limit.is_none_or(|limit| limit < 2)
        };
        let crowned = pairs(promotion).into_iter().find(|&(from, to)| always(to) && !definition.piece(from).royal);
        if let Some((from, to)) = crowned {
            let (from, to) = (&definition.piece(from).name, definition.piece(to));
            let message =
                format!("a `{from}` that promotes to `{}` is a second royal piece to keep out of check", to.name);
            let warning = subject.places.warn(Some(said), |statement| word(statement, &to.name), message);
            let warning = subject.places.also(
                warning,
                definition
                    .kinds()
                    .find(|&kind| definition.piece(kind) == to)
                    .and_then(|kind| subject.places.piece(kind.index())),
                "royal here",
            );
            found.push(warning.help("leave it out, or say when only one of them counts: `royal when last`, `illegal all royals left in check`; or how many are meant, `at most 2`"));
        }
    }
}

fn castling(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let definition = subject.definition;
    if definition.start.shuffle.is_some() {
        return;
    }
    let board_is_own = own(subject.places.word("board")).is_some();
    for (index, castling) in definition.castling.iter().enumerate() {
        let said = subject.places.castling(index);
        // The king's own `O` may castle in the same way, with any partner.
        let of_this = |castle: &&Castle| {
            let partners = &castle.partner_kinds;
            castle.kind == castling.mover
                && (partners.is_empty() || castling.partners.iter().any(|kind| partners.contains(kind)))
        };
        let castles: Vec<&Castle> =
            Side::BOTH.iter().flat_map(|&side| subject.rules.sides[side].castles.iter().filter(of_this)).collect();
        let warn = |message: &str| {
            let warning = subject.places.warn(said, Statement::span, message);
            subject.places.also(warning, subject.places.word("start"), "the start position")
        };
        if own(said).is_none() {
            let topology = subject.rules.topology();
            let steps = |castle: &&Castle| topology.file(castle.mover).abs_diff(topology.file(castle.mover_to));
            if board_is_own && !castling.anywhere && castles.iter().any(|castle| steps(castle) < 2) {
                let warning = warn("castling is inherited from another board: here it takes the mover a step or none");
                found.push(warning.help("say `castling` again with the files of this board, or `remove castling`"));
            }
            continue;
        }
        if castles.is_empty() {
            let message = "these pieces never castle: they do not stand on one rank at the start, or would land where they may not be";
            found.push(warn(message));
        } else if castles.iter().all(|castle| !castle.by_drop && subject.start.rights() & castle.right == 0) {
            let warning = warn("nobody has the right to castle at the start");
            found.push(warning.help("the field after the side to move says who has it: `KQkq`"));
        }
    }
}

/// Conditions about pieces that aren't drawn by lot.
fn shuffle(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let Some(shuffle) = &subject.definition.start.shuffle else { return };
    let Some(said) = own(subject.places.word("shuffle")) else { return };
    let topology = subject.rules.topology();
    let on_rank = |kind: Kind| {
        let first = topology.squares().filter(|&square| topology.rank(square) == 0);
        let pieces = first.map(|square| subject.start.at(square)).filter(|piece| !piece.is_empty());
        pieces.filter(|piece| piece.kind() == kind && piece.side() == Side::First).count()
    };
    let name = |kind: Kind| subject.definition.piece(kind).name.as_str();
    for constraint in &shuffle.constraints {
        let placed = |kind: Kind| {
            on_rank(kind) > 0
                || (shuffle.constraints.iter())
                    .any(|other| matches!(other, ShuffleConstraint::InPlaceOf(placed, _) if *placed == kind))
        };
        let lacks =
            |kinds: &[Kind]| kinds.iter().copied().find(|&kind| !placed(kind)).map(|kind| (kind, "none stands"));
        let lack = match constraint {
            ShuffleConstraint::OppositeColours(kind) if on_rank(*kind) == 1 => Some((*kind, "only one stands")),
            ShuffleConstraint::Between(_, outer) if on_rank(*outer) == 1 => Some((*outer, "only one stands")),
            ShuffleConstraint::OppositeColours(kind)
            | ShuffleConstraint::Fixed(kind)
            | ShuffleConstraint::In(kind, _) => lacks(&[*kind]),
            ShuffleConstraint::Between(one, other) | ShuffleConstraint::Apart(one, other) => lacks(&[*one, *other]),
            ShuffleConstraint::InPlaceOf(_, kinds) => lacks(kinds),
            // Whatever rank it is on.
            ShuffleConstraint::Protected(_) => None,
        };
        let Some((kind, why)) = lack else { continue };
        let message =
            format!("pieces on the first rank are drawn by lot; of `{}` {why} there at the start", name(kind));
        let warning = subject.places.warn(Some(said), |statement| word(statement, name(kind)), message);
        found.push(subject.places.also(warning, subject.places.word("start"), "the start position"));
    }
    if crate::game::Lottery::of(subject.rules).is_some_and(|lottery| !lottery.is_possible()) {
        let message =
            "no order of these pieces keeps all of these conditions, so that the start position is always the same";
        let warning = subject.places.warn(Some(said), Statement::span, message);
        found.push(subject.places.also(warning, subject.places.word("start"), "the start position"));
    }
}

fn hands(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let Some(hands) = &subject.definition.hands else { return };
    let held = |kind: Kind| Side::BOTH.iter().any(|&side| subject.reach.of_kind(side, kind).held);
    if let Some(said) = own(subject.places.word("hand"))
        && !hands.kinds.iter().any(|&kind| held(kind))
    {
        let warning = subject.places.warn(Some(said), Statement::span, "nothing is ever in hand");
        let start = subject.places.word("start");
        found.push(match hands.source {
            HandSource::Start => {
                subject.places.also(warning, start, "no pieces in hand here: write them `[NBRQ]` after the board")
            }
            _ => warning.help("none of these pieces is ever captured"),
        });
        return;
    }
    let counts_hands = |ending: &Ending| {
        matches!(ending.condition, Condition::Bare { .. } | Condition::Extinct { .. } | Condition::Impasse(_))
    };
    if let Some(said) = own(subject.places.word("hand"))
        && !hands.drops
        && hands.gates.is_none()
        && !subject.definition.endings.iter().any(counts_hands)
    {
        let message =
            "what is kept in hand here is of no use: it is never dropped, nothing enters, no ending counts it";
        let warning = subject.places.warn(Some(said), |statement| word(statement, "kept"), message);
        found.push(warning.help("leave out `kept`, or say who may enter: `gate PIECES behind ZONE`"));
    }
    for (index, rule) in hands.rules.iter().enumerate() {
        // One statement makes several rules; it is enough to speak of it once.
        if index > 0 && hands.rules[index - 1].pieces == rule.pieces {
            continue;
        }
        let Some(said) = own(subject.places.drop(index)) else { continue };
        for &kind in rule.pieces.iter().filter(|&&kind| !held(kind)) {
            let warning = never_in_hand(subject, said, kind);
            found.push(subject.places.also(warning, subject.places.word("hand"), "what comes into the hand"));
        }
    }
    if let (Some((kinds, _)), Some(said)) = (&hands.gates, own(subject.places.word("gate"))) {
        for &kind in kinds.iter().filter(|&&kind| !held(kind)) {
            let warning = never_in_hand(subject, said, kind);
            found.push(subject.places.also(
                warning,
                subject.places.word("start"),
                "pieces in hand stand in `[]` after the board",
            ));
        }
        let open = |side: Side| {
            subject.rules.gates.as_ref().is_some_and(|gates| subject.start.rights() & gates.rights[side] != 0)
        };
        if kinds.iter().any(|&kind| held(kind)) && !Side::BOTH.into_iter().any(open) {
            let message = "nothing ever enters: no piece stands there at the start";
            let warning = subject.places.warn(Some(said), Statement::span, message);
            found.push(subject.places.also(warning, subject.places.word("start"), "the start position"));
        }
    }
}

/// A statement speaks of a piece as if it came into a hand.
fn never_in_hand(subject: &Subject, said: &Inherited, kind: Kind) -> Diagnostic {
    let name = &subject.definition.piece(kind).name;
    subject.places.warn(Some(said), |statement| word(statement, name), format!("`{name}` is never in hand"))
}

fn effects(subject: &Subject, found: &mut Vec<Diagnostic>) {
    for (index, effect) in subject.definition.effects.iter().enumerate() {
        let Some(said) = own(subject.places.effect(index)) else { continue };
        let kinds = match effect {
            Effect::Explosion { .. } | Effect::Contagion { .. } => continue,
            Effect::AtOnce => {
                if !captures_several(subject) {
                    let message = "nothing captures several pieces in one move, so this makes no difference";
                    found.push(subject.places.warn(Some(said), Statement::span, message));
                }
                continue;
            }
            Effect::Rebirth { kinds, by_file } => {
                let starts = |kind: Kind, side: Side| &subject.rules.initial[Piece::new(kind, side).index()];
                let absent = |kind: &&Kind| Side::BOTH.iter().all(|&side| starts(**kind, side).is_empty());
                if let Some(&kind) = kinds.iter().chain(by_file).find(absent) {
                    let name = &subject.definition.piece(kind).name;
                    let message = format!("`{name}` never comes back: none stands on the board at the start");
                    let warning = subject.places.warn(Some(said), |statement| word(statement, name), message);
                    found.push(subject.places.also(warning, subject.places.word("start"), "the start position"));
                }
                continue;
            }
            Effect::CapturerLeaves { kinds }
            | Effect::CapturerConverts { kinds }
            | Effect::CapturerPetrifies { kinds }
            | Effect::CapturerMorphs { kinds } => kinds,
        };
        let royal = |kind: &&Kind| subject.definition.piece(**kind).royal && subject.rules.royals.are_safe;
        if let Effect::CapturerMorphs { kinds } = effect
            && let Some(&kind) = kinds.iter().find(royal)
        {
            let name = &subject.definition.piece(kind).name;
            let message = format!("`{name}` would be royal no more, and so can capture hardly anything");
            let warning = subject.places.warn(Some(said), |statement| word(statement, "morphs"), message);
            found.push(warning.help(format!("name all pieces that change but `{name}`")));
        }
        let captures = |kind: Kind| Side::BOTH.iter().any(|&side| subject.reach.of_kind(side, kind).captures);
        if kinds.len() < subject.definition.pieces.len()
            && let Some(&kind) = kinds.iter().find(|&&kind| !captures(kind))
        {
            let name = &subject.definition.piece(kind).name;
            let message = format!("`{name}` never captures anything");
            let warning = subject.places.warn(Some(said), |statement| word(statement, name), message);
            found.push(subject.places.also(warning, subject.places.piece(kind.index()), "its moves"));
        }
    }
}

/// Whether some move may capture more than one piece: nothing is taken in passing by a piece that has only plain walks.
fn captures_several(subject: &Subject) -> bool {
    let definition = subject.definition;
    let takes = |program: &MoveProgram| match program {
        MoveProgram::Path { legs, .. } => legs.len() > 1,
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => false,
    };
    let clauses = definition.pieces.iter().flat_map(|piece| &piece.moves);
    clauses.flat_map(|clause| &clause.programs.0).flatten().any(takes)
        || definition.promotions.iter().any(|promotion| promotion.while_capturing)
        || definition.pieces.iter().any(|piece| piece.goes_on)
}

fn restrictions(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let at =
        subject.definition.restrictions.iter().position(|restriction| *restriction == Restriction::StoppingCaptures);
    if let Some(said) = at.and_then(|at| own(subject.places.restriction(at)))
        && !captures_several(subject)
    {
        let message = "nothing captures several pieces in one move, so this is never asked";
        found.push(subject.places.warn(Some(said), Statement::span, message));
    }
    if has_royals(subject) {
        return lost_for_nothing(subject, found);
    }
    for (index, restriction) in subject.definition.restrictions.iter().enumerate() {
        let about_royals = match restriction {
            Restriction::RoyalInCheck
            | Restriction::AllRoyalsInCheck
            | Restriction::RoyalFleeing
            | Restriction::RoyalPassing
            | Restriction::RoyalsFacing(_)
            | Restriction::GivingCheck { .. } => true,
            Restriction::CaptureIsMandatory
            | Restriction::StoppingCaptures
            | Restriction::CapturingFewer
            | Restriction::Unpreferred(_)
            | Restriction::Capturing
            | Restriction::Repeating
            | Restriction::Held { .. }
            | Restriction::Tamed { .. }
            | Restriction::Guarded { .. }
            | Restriction::Trading { .. } => false,
        };
        if let Some(said) = own(subject.places.restriction(index)).filter(|_| about_royals) {
            let warning =
                subject.places.warn(Some(said), Statement::span, "there is no royal piece, so this is never asked");
            found.push(warning.help("say which piece is `royal`, or leave this line out"));
        }
    }
}

/// Royals that may be captured, and no rule that says what that means.
fn lost_for_nothing(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let definition = subject.definition;
    let royal = |kind: &Kind| definition.piece(*kind).royal;
    let asks = |ending: &Ending| match &ending.condition {
        Condition::Extinct { kinds, .. } => kinds.is_empty() || kinds.iter().any(royal),
        Condition::Bare { .. } => true,
        _ => false,
    };
    let safe = subject.rules.royals.are_safe || definition.restrictions.contains(&Restriction::Capturing);
    if let Some(kind) = definition.kinds().find(royal).filter(|_| !safe && !definition.endings.iter().any(asks)) {
        let name = &definition.piece(kind).name;
        let message = format!("`{name}` is royal and may be captured, and no rule says that this ends the game");
        let said = own(subject.places.piece(kind.index()));
        let warning = subject.places.warn(said, |statement| word(statement, "royal"), message);
        found.push(warning.help("add `extinct royals is loss`"));
    }
}

/// Properties of pieces that ask for something that isn't there.
fn properties(subject: &Subject, found: &mut Vec<Diagnostic>) {
    let definition = subject.definition;
    for kind in definition.kinds() {
        let Some(said) = own(subject.places.piece(kind.index())) else { continue };
        let piece = definition.piece(kind);
        let programs = || piece.moves.iter().flat_map(|clause| &clause.programs.0).flatten();
        let initial = programs().any(|program| program.virgin() != Default::default());
        let castles = definition.castling.iter().any(|castling| castling.mover == kind);
        if (piece.calm || !piece.startled_by.is_empty()) && !initial && !castles {
            let message = format!("`{}` has no initial moves (`i`)", piece.name);
            found.push(subject.places.warn(Some(said), |statement| word(statement, "initial"), message));
        }
    }
    for (index, promotion) in definition.promotions.iter().enumerate() {
        let Some(said) = own(subject.places.promotion(index)) else { continue };
        if let Mandatory::On(squares) = &promotion.mandatory {
            let outside = |side: Side| squares[side].iter().all(|square| !promotion.zone[side].contains(square));
            if promotion.on_arrival && !promotion.on_departure && Side::BOTH.into_iter().all(outside) {
                let message = "promotion is mandatory only where it is not possible";
                let warning = subject.places.warn(Some(said), |statement| word(statement, "mandatory"), message);
                found.push(warning.help("the squares after `mandatory in` are some of those after `in`"));
            }
        }
    }
}
