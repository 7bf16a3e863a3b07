//! What is said of a kind of piece: its moves, and what is special about it.

use super::moves::describe;
use super::words::{Words, capital, counted, number};
use crate::definition::{
    Condition, Definition, Ending, Few, Kind, MoveClause, PerSide, PieceType, PromotionTo, Restriction, Side,
};
use crate::rules::leg::MoveProgram;
use crate::rules::topology::Square;

/// The moves and properties of a piece.
pub fn piece(definition: &Definition, kind: Kind) -> Vec<String> {
    let mut list: Vec<String> = definition.piece(kind).moves.iter().flat_map(|part| clause(definition, part)).collect();
    if list.is_empty() {
        let borrows = definition.borrowing.as_ref().is_some_and(|borrowing| borrowing.by.contains(&kind));
        list.push(if borrows { "Has no moves of its own." } else { "Does not move." }.to_owned());
    }
    list.extend(properties(definition, kind));
    list
}

fn clause(definition: &Definition, clause: &MoveClause) -> Vec<String> {
    let MoveClause { from: _, along: _, into: _, after_capture: _, takes: _, text, programs } = clause;
    let place = where_from(definition, clause);
    let sentences = |side: Side, who: &str| -> Vec<String> {
        let moves = describe(&programs[side], takes_en_passant(definition));
        moves.iter().map(|sentence| capital(&format!("{place}{who}{sentence}."))).collect()
    };
    if text[Side::First] == text[Side::Second] {
        sentences(Side::First, "")
    } else {
        let mut list = sentences(Side::First, "for the first player: ");
        list.extend(sentences(Side::Second, "for the second player: "));
        list
    }
}

/// True if some piece captures in passing.
fn takes_en_passant(definition: &Definition) -> bool {
    let programs = definition.pieces.iter().flat_map(|piece| &piece.moves).flat_map(|clause| clause.programs.0.iter());
    programs.flatten().any(MoveProgram::takes_en_passant)
}

/// Where these moves can be made, and what they may capture: `in the palace: `, nothing if everywhere and everything.
pub fn where_from(definition: &Definition, clause: &MoveClause) -> String {
    let words = Words(definition);
    let place = match &clause.from {
        None if clause.after_capture => "once its player has captured something: ".to_owned(),
        None => String::new(),
        Some(zone) if clause.along => format!("along {}: ", words.place(zone)),
        Some(zone) => format!("{}: ", words.within(zone)),
    };
    let place = match &clause.into {
        None => place,
        Some(zone) => format!("{place}ending {}: ", words.within(zone)),
    };
    match clause.takes.as_slice() {
        [] => place,
        kinds => format!("{place}capturing nothing in this way but {}: ", words.any_of(kinds)),
    }
}

fn properties(definition: &Definition, kind: Kind) -> Vec<String> {
    let words = Words(definition);
    let PieceType {
        name: _,
        symbol: _,
        moves: _,
        royal,
        royal_at_most,
        royal_nearest,
        iron,
        confined,
        demotes_to,
        demotes_always: _,
        resets_counter,
        calm,
        startled_by,
        limit,
        stops,
        chases_freely,
        prey_of,
        fair_game,
        spares,
        goes_on,
        shy,
        not_over,
        not_onto,
        // Looks and worth are no rules.
        glyphs: _,
        value: _,
        image: _,
        other_letters: _,
    } = definition.piece(kind);
    let mut list = Vec::new();
    if *royal {
        list.push(match (royal_nearest, royal_at_most) {
            (Some(corners), _) => royal_when_nearest(definition, corners),
            (None, Some(few)) => royal_when_few(definition, kind, *few),
            (None, None) if is_kept_safe(definition) => "Royal: it must not be lost.".to_owned(),
            (None, None) => "Royal, though it may be left to be captured.".to_owned(),
        });
    }
    if *goes_on {
        list.push("Having captured it may capture again from where it has come to, in the same move and as often as it can, but nothing twice.".to_owned());
    }
    if *iron {
        list.push("Can never be captured.".to_owned());
    }
    list.extend(confined.as_ref().map(|zone| format!("Never leaves {}.", words.place(zone))));
    list.extend(
        stops.as_ref().map(|zone| format!("May stop only {}; it may pass over other squares.", words.within(zone))),
    );
    if !spares.is_empty() {
        list.push(format!("Cannot capture {}.", words.any_of(spares)));
    }
    if *shy {
        list.push("Captures only what no other piece of the enemy protects.".to_owned());
    }
    if !not_over.is_empty() {
        list.push(match not_onto {
            false => format!("Cannot pass over {}.", words.any_of(not_over)),
            true => format!("Cannot pass over {0}, nor capture it over other pieces.", words.any_of(not_over)),
        });
    }
    if *calm {
        list.push("Makes no initial moves while its side is in check.".to_owned());
    }
    if !startled_by.is_empty() {
        list.push(format!(
            "Loses its initial moves once {} of the enemy has come to its rank or file.",
            words.any_of(startled_by)
        ));
    }
    list.extend(limit.map(|limit| {
        format!("No more come onto the board while its side has {} of it there.", counted(limit.into(), "piece"))
    }));
    list.extend(demotes_to.and_then(|other| in_hand(definition, kind, other)));
    let counts = |ending: &Ending| matches!(ending.condition, Condition::MoveCount { .. });
    if *resets_counter && definition.endings.iter().any(counts) {
        list.push("Its moves begin the count of moves without progress anew.".to_owned());
    }
    if *chases_freely {
        list.push("May chase other pieces for ever.".to_owned());
    }
    if !prey_of.is_empty() {
        list.push(format!("Chased by {} even where it is protected.", words.any_of(prey_of)));
    }
    list.extend(fair_game.as_ref().map(|zone| format!("May be chased for ever {}.", words.within(zone))));
    list
}

/// What it turns into in a hand, and whether it has been promoted from that.
fn in_hand(definition: &Definition, kind: Kind, other: Kind) -> Option<String> {
    let words = Words(definition);
    if other == kind {
        return definition.hands.is_some().then(|| "In a hand it stays what it is.".to_owned());
    }
    let promoted = definition.promotions.iter().any(|promotion| match &promotion.to {
        PromotionTo::Choice(to) => promotion.pieces.contains(&other) && to.contains(&kind),
        PromotionTo::Partner(to) => promotion.pieces.iter().zip(to).any(|pair| pair == (&other, &kind)),
    });
    match (promoted, definition.hands.is_some()) {
        (true, true) => Some(format!("A promoted {}; in a hand it turns back.", words.name(other))),
        (true, false) => Some(format!("A promoted {}.", words.name(other))),
        (false, true) => Some(format!("In a hand it turns into {}.", words.any_of(&[other]))),
        (false, false) => None,
    }
}

fn royal_when_nearest(definition: &Definition, corners: &PerSide<Square>) -> String {
    let [first, second] = corners.0.map(|square| definition.topology.name(square));
    let corner = if first == second { first } else { format!("{first} (the second player's to {second})") };
    format!(
        "Royal, as long as no other royal piece of its side is nearer to {corner}: on a nearer file, or on the same file and a nearer rank."
    )
}

/// Kinds that are royal when they are few count together, unless the kind is counted alone.
fn royal_when_few(definition: &Definition, kind: Kind, Few { most, by_kind }: Few) -> String {
    let together = |other: &Kind| definition.piece(*other).royal_at_most.is_some_and(|few| !few.by_kind);
    let others: Vec<Kind> = definition.kinds().filter(|other| !by_kind && *other != kind && together(other)).collect();
    let words = Words(definition);
    match (most, others.as_slice()) {
        (1, []) => "Royal as soon as it is the last of its kind.".to_owned(),
        (1, others) => {
            format!("Royal as soon as it is its side's last, counted together with {}.", words.all_of(others))
        }
        (most, []) => format!("Royal while its side has no more than {} of it.", number(most.into())),
        (most, others) => format!(
            "Royal while its side has no more than {} of it, counted together with {}.",
            number(most.into()),
            words.all_of(others)
        ),
    }
}

/// Royals may not be left in check.
fn is_kept_safe(definition: &Definition) -> bool {
    let asks = |it: &Restriction| matches!(it, Restriction::RoyalInCheck | Restriction::AllRoyalsInCheck);
    definition.restrictions.iter().any(asks)
}
