//! The kinds of pieces that can be on the board: those of the definition, and promoted ones that turn back.

use super::{KindInfo, Piece};
use crate::definition::{Definition, HandSource, Kind, PerSide, Promotion, PromotionTo, Side};
use crate::diagnostic::Diagnostic;
use hashbrown::HashMap;

pub(super) fn pieces(kinds: usize) -> impl Iterator<Item = Piece> {
    (0..kinds).flat_map(|index| Side::BOTH.map(|side| Piece::new(Kind(index as u16), side)))
}

/// Other letters of it, and its own with the mark by which other programs tell what has promoted.
fn read_as(definition: &Definition, kind: Kind) -> Vec<PerSide<String>> {
    let piece = definition.piece(kind);
    let promotes_to_it = |promotion: &Promotion| match &promotion.to {
        PromotionTo::Choice(targets) => targets.contains(&kind),
        PromotionTo::Partner(_) => false,
    };
    let marked = definition.promotions.iter().any(promotes_to_it).then(|| format!("{}~", piece.symbol));
    let both = |letter: &String| PerSide([letter.clone(), letter.to_lowercase()]);
    piece.other_letters.iter().chain(&marked).map(both).collect()
}

/// How many kinds there may be, promoted forms included.
const MOST_KINDS: usize = 16_000;

/// Which derived form a promotion of `.0` to `.1` really places.
pub(super) type Forms = HashMap<(Kind, Kind), Kind>;

/// All kinds, and the derived forms among them.
pub(super) fn kinds(definition: &Definition) -> Result<(Vec<KindInfo>, Forms), Vec<Diagnostic>> {
    let mut kinds: Vec<KindInfo> = definition
        .kinds()
        .map(|kind| {
            let piece = definition.piece(kind);
            let promotes_to_it = |plain: &Kind| piece.symbol == format!("+{}", definition.piece(*plain).symbol);
            KindInfo {
                base: kind,
                symbol: PerSide([piece.symbol.clone(), piece.symbol.to_lowercase()]),
                read_as: read_as(definition, kind),
                royal: piece.royal,
                is_wall: false,
                royal_at_most: piece.royal_at_most,
                in_hand: piece.demotes_to.unwrap_or(kind),
                as_captured: piece.demotes_to.filter(|plain| !promotes_to_it(plain)).unwrap_or(kind),
                holdable: definition.hands.as_ref().is_some_and(|hands| hands.kinds.contains(&kind)),
                resets_counter: piece.resets_counter,
                one_way: PerSide::default(),
                returns: PerSide::default(),
                promotes_for_good: false,
                limit: piece.limit,
            }
        })
        .collect();
    let mut forms = Forms::new();
    let turns_back = definition
        .hands
        .as_ref()
        .is_some_and(|hands| matches!(hands.source, HandSource::Captures | HandSource::Outside));
    if turns_back {
        for promotion in &definition.promotions {
            let PromotionTo::Choice(targets) = &promotion.to else { continue };
            for &from in &promotion.pieces {
                for &to in targets {
                    // Something that goes to the hand as what promoted anyway needs no form of its own.
                    let target = definition.piece(to);
                    if target.demotes_always || target.demotes_to == Some(from) || forms.contains_key(&(from, to)) {
                        continue;
                    }
                    let (base, in_hand) = (kinds[to.index()].clone(), kinds[from.index()].in_hand);
                    let forms_of: Vec<usize> =
                        (definition.pieces.len()..kinds.len()).filter(|&form| kinds[form].base == base.base).collect();
                    if let Some(&same) = forms_of.iter().find(|&&form| kinds[form].in_hand == in_hand) {
                        forms.insert((from, to), Kind(same as u16));
                        continue;
                    }
                    // What goes back to the hand as something else must look different in a FEN.
                    let mark = format!("~{}", "'".repeat(forms_of.len()));
                    let symbol = PerSide(base.symbol.0.each_ref().map(|letter| format!("{letter}{mark}")));
                    forms.insert((from, to), Kind(kinds.len() as u16));
                    if kinds.len() == MOST_KINDS {
                        let message = format!("more than {MOST_KINDS} kinds of pieces, promoted forms included");
                        let help = "fewer pieces that promote, or fewer that they promote to; or a `hand` that isn't filled by captures";
                        return Err(vec![Diagnostic::error(0..0, message).help(help)]);
                    }
                    kinds.push(KindInfo { symbol, read_as: Vec::new(), in_hand, ..base });
                }
            }
        }
    }
    Ok((kinds, forms))
}
