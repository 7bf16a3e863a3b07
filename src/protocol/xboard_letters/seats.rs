//! Which piece gets which slot: first those that XBoard knows, then what it has no words for, then the others.

use super::{MAKRUK, Royalty, is_choice, is_shogi, partners, promotes_by_letter, rook, same_moves, turn_back};
use crate::definition::{Definition, Kind, PieceType, Side};
use crate::protocol::xboard_pieces;

/// XBoard's own pieces by slot, and how they move, for parents without pieces of their own.
const ORTHODOX: &[(usize, &str)] = &[
    (1, "N"),
    (2, "B"),
    (3, "R"),
    (4, "Q"),
    (5, "F"),
    (6, "A"),
    (7, "BN"),
    (8, "RN"),
    (9, "W"),
    (10, "K"),
    (11, "mRcpR"),
    (12, "N0"),
    (13, "BW"),
    (14, "RF"),
    (15, "gQ"),
    (16, "FfW"),
    (23, "Z"),
    (24, "C"),
    (29, "QN"),
];

const SHOGI: &[(usize, &str)] =
    &[(0, "fW"), (1, "ffN"), (2, "B"), (3, "R"), (4, "fR"), (5, "FfW"), (9, "WfF"), (13, "BW"), (14, "RF")];

const XIANGQI: &[(usize, &str)] = &[(1, "nN"), (3, "R"), (5, "F"), (6, "nA"), (9, "W"), (11, "mRcpR")];

/// Beyond the queen XBoard lets its pieces move differently from game to game.
const LAST_CERTAIN: usize = 4;

/// Where a piece without a slot of its own may go: first those whose pictures stand for nothing in particular, never
/// those that count as weak pieces (1, 2, 5, 6, 9) or promote (0, 18).
const SPARE: &[usize] = &[
    8, 7, 12, 13, 14, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41,
    42, 43, 44, 45, 10, 11, 4, 3, 29, 46, 47, 48, 49, 51, 52, 53, 54, LION,
];

/// The only slot of a piece that XBoard castles with.
const ROOK: usize = 3;
/// Slots whose pieces XBoard promotes by letter, and moves as pawns.
const PAWNS: [usize; 2] = [0, 18];
/// Slots of the same pictures, promoted, for orthodox pieces that make room for others.
const LOOKALIKES: &[(usize, usize)] = &[(4, 51), (3, 47), (2, 46), (1, 56)];
/// Whose pieces XBoard lets nobody trade, in any game.
const LION: usize = 21;
const KING: usize = 65;
/// Whose pieces go anywhere to XBoard, as long as it isn't told how they move.
const WILD: usize = 19;
/// What they turn into there, whatever stands in this slot.
const MET: usize = 5;
/// A slot with a king's picture that isn't royal.
const MONARCH: usize = 50;

const PROMOTED: &str = "+";
/// The same picture for a pawn that turns back when it is captured.
const TURNS_BACK: &str = "~";

#[derive(Clone)]
struct Slot {
    kind: Kind,
    text: String,
}

impl Slot {
    /// A letter, perhaps with one of the two suffixes that XBoard knows.
    fn of(kind: Kind, piece: &PieceType) -> Option<Slot> {
        let mut chars = piece.symbol.chars();
        let letter = chars.next().filter(char::is_ascii_uppercase)?;
        match (chars.next(), chars.next()) {
            (None, _) => Some(Slot { kind, text: letter.to_string() }),
            (Some(suffix @ ('\'' | '!')), None) => Some(Slot { kind, text: format!("{letter}{suffix}") }),
            _ => None,
        }
    }
}

/// Who stands in which slot.
pub struct Seats<'a> {
    definition: &'a Definition,
    parent: &'a str,
    slots: Vec<Option<Slot>>,
    /// See [`super::Letters::native`].
    pub native: Vec<Kind>,
    /// Pieces with promoted forms, and those.
    partners: Vec<(Kind, Kind)>,
    turn_back: Vec<Kind>,
    rook: Option<Kind>,
}

impl<'a> Seats<'a> {
    pub fn new(definition: &'a Definition, parent: &'a str) -> Seats<'a> {
        Seats {
            definition,
            parent,
            slots: vec![None; KING + 1],
            native: Vec::new(),
            partners: partners(definition),
            turn_back: turn_back(definition),
            rook: rook(definition),
        }
    }

    fn seat(&mut self, kind: Kind, slot: usize) -> Option<()> {
        *self.slots.get_mut(slot)? = Some(Slot::of(kind, self.definition.piece(kind))?);
        Some(())
    }

    fn slot_of(&self, kind: Kind) -> Option<usize> {
        self.slots.iter().position(|slot| slot.as_ref().is_some_and(|slot| slot.kind == kind))
    }

    fn is_free(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(Option::is_none)
    }

    fn is_promoted(&self, kind: Kind) -> bool {
        self.partners.iter().any(|&(_, to)| to == kind)
    }

    /// It needs the slot eleven places on as well.
    fn has_second_form(&self, kind: Kind) -> bool {
        self.turn_back.contains(&kind) || self.partners.iter().any(|&(from, _)| from == kind)
    }

    pub fn seat_rook(&mut self) -> Option<()> {
        if let Some(rook) = self.rook.filter(|&kind| !self.is_promoted(kind)) {
            self.seat(rook, ROOK)?;
            if same_moves(self.definition.piece(rook), "R") {
                self.native.push(rook);
            }
        }
        Some(())
    }

    /// Seats what XBoard has a slot for; returns the others.
    pub fn seat_known(&mut self, royalty: Royalty) -> Option<Vec<Kind>> {
        let kinds = self.definition.kinds().filter(|&kind| !self.is_promoted(kind) && self.rook != Some(kind));
        let mut kinds: Vec<Kind> = kinds.collect();
        // First what has no choice but its slot.
        kinds.sort_by_key(|&kind| !self.is_met(kind));
        let mut waiting = Vec::new();
        for kind in kinds {
            match self.wanted(kind, royalty).filter(|&slot| self.fits(kind, slot)) {
                Some(slot) => self.seat(kind, slot)?,
                None => waiting.push(kind),
            }
        }
        Some(waiting)
    }

    fn is_met(&self, kind: Kind) -> bool {
        self.parent == MAKRUK && is_choice(self.definition, kind)
    }

    /// The slot that XBoard has for such a piece. Notes if it moves as XBoard knows.
    fn wanted(&mut self, kind: Kind, royalty: Royalty) -> Option<usize> {
        let (piece, parent) = (self.definition.piece(kind), self.parent);
        if piece.royal && parent != "xiangqi" {
            return Some(if royalty == Royalty::Watched { KING } else { MONARCH });
        }
        if promotes_by_letter(self.definition, kind) || parent == "xiangqi" && piece.resets_counter {
            return PAWNS.into_iter().find(|&slot| self.is_free(slot));
        }
        if self.is_met(kind) {
            return Some(MET);
        }
        let known = match parent {
            _ if is_shogi(parent) => SHOGI,
            "xiangqi" => XIANGQI,
            _ => ORTHODOX,
        };
        let &(slot, _) = known.iter().find(|row| same_moves(piece, row.1))?;
        // Its advisors, elephants and generals keep to their zones.
        let roams = known == XIANGQI && [5, 6, 9].contains(&slot) && piece.confined.is_none();
        let certain = if known == ORTHODOX { slot <= LAST_CERTAIN } else { !roams };
        if certain {
            self.native.push(kind);
        }
        Some(slot)
    }

    /// True if the slot is free, and the one of its second form, if it has one.
    fn fits(&self, kind: Kind, slot: usize) -> bool {
        // That must not be the slot of a kind of pawn, or of the lion.
        let special = |slot: usize| PAWNS.contains(&slot) || slot == LION;
        let marked = || slot < 11 && !special(slot + 11) && self.is_free(slot + 11);
        let first = slot.checked_sub(11).and_then(|first| self.slots.get(first)?.as_ref());
        let kept = first.is_some_and(|first| self.has_second_form(first.kind));
        self.is_free(slot) && !kept && (!self.has_second_form(kind) || marked())
    }

    /// True for slots that may be needed for second forms.
    fn is_for_promoted(&self, slot: usize) -> bool {
        (11..=21).contains(&slot) && !(self.partners.is_empty() && self.turn_back.is_empty())
    }

    /// Seats a piece that XBoard has no words for where pieces go anywhere, if there is one.
    pub fn seat_wild(&mut self, waiting: &mut Vec<Kind>) -> Option<Option<Kind>> {
        let beyond_words = |kind: Kind| xboard_pieces::is_beyond_words(self.definition.piece(kind));
        let mut wild = waiting.iter().copied().filter(|&kind| !self.has_second_form(kind) && beyond_words(kind));
        let wild = wild.next().filter(|_| self.is_free(WILD) && !self.is_for_promoted(WILD));
        if let Some(kind) = wild {
            waiting.retain(|&other| other != kind);
            self.seat(kind, WILD)?;
        }
        Some(wild)
    }

    /// Seats what has no slot of its own where it does no harm.
    pub fn seat_others(&mut self, mut waiting: Vec<Kind>) -> Option<()> {
        // Promotable pieces first: only low slots have a place for the promoted form.
        waiting.sort_by_key(|&kind| !self.has_second_form(kind));
        for kind in waiting {
            let promotes = self.has_second_form(kind);
            // Not 7, which would turn into a kind of pawn, and 10, which would turn into a lion, only if nothing else is left.
            let low = [8, 6, 3, 2, 9, 5, 4, 1, 10];
            let candidates: &[usize] = if promotes { &low } else { SPARE };
            let has_room = |slot: usize| !promotes || self.is_free(slot + 11);
            let fits = |&slot: &usize| self.is_free(slot) && !self.is_for_promoted(slot) && has_room(slot);
            let slot = candidates.iter().copied().find(fits)?;
            self.native.retain(|&other| other != kind);
            self.seat(kind, slot)?;
        }
        Some(())
    }

    /// Seats promoted forms, and what turns back a second time, eleven places on.
    pub fn seat_second_forms(&mut self) -> Option<()> {
        for (from, to) in self.partners.clone() {
            let slot = self.slot_of(from).filter(|&slot| slot <= 10)?;
            if self.definition.piece(to).symbol != format!("+{}", self.definition.piece(from).symbol) {
                return None;
            }
            *self.slots.get_mut(slot + 11)? = Some(Slot { kind: to, text: PROMOTED.to_owned() });
        }
        for kind in self.turn_back.clone() {
            let slot = self.slot_of(kind).filter(|&slot| slot <= 10 && self.is_free(slot + 11))?;
            *self.slots.get_mut(slot + 11)? = Some(Slot { kind, text: TURNS_BACK.to_owned() });
        }
        Some(())
    }

    /// Gives orthodox pieces that are never held pictures further back, as long as others find no place in the hand.
    pub fn make_room_in_hand(&mut self) {
        for &(slot, lookalike) in LOOKALIKES {
            let Some(kind) = self.slots.get(slot).and_then(Option::as_ref).map(|slot| slot.kind) else { continue };
            let in_the_way = !self.held().contains(&kind) && self.rook != Some(kind) && self.is_free(slot + 11);
            if in_the_way && self.hand_is_crowded() {
                self.native.retain(|&native| native != kind);
                self.slots.swap(slot, lookalike);
            }
        }
    }

    fn held(&self) -> &'a [Kind] {
        self.definition.hands.as_ref().map_or(&[], |hands| &hands.kinds)
    }

    /// A hand has a place for each kind, in this order, but no more than the board has ranks.
    pub fn hand_is_crowded(&self) -> bool {
        let (order, ranks) = (self.order(), usize::from(self.definition.topology.ranks()));
        let (inside, beyond) = order.split_at(ranks.min(order.len()));
        beyond.iter().any(|kind| self.held().contains(kind) && !inside.contains(kind))
    }

    /// See [`super::Letters::order`]. What turns back has two places there.
    pub fn order(&self) -> Vec<Kind> {
        self.slots.iter().flatten().filter(|slot| slot.text != PROMOTED).map(|slot| slot.kind).collect()
    }

    pub fn pawns(&self) -> Vec<Kind> {
        PAWNS.into_iter().filter_map(|slot| self.slots.get(slot)?.as_ref()).map(|slot| slot.kind).collect()
    }

    /// White's half and Black's, up to the last slot in use and the king's.
    pub fn table(&self) -> String {
        let slots = &self.slots;
        let used = slots.iter().take(KING).rposition(Option::is_some).map_or(0, |last| last + 1).max(5);
        let half = |side: Side| -> String {
            let spell = |slot: &Option<Slot>| match (slot, side) {
                (None, _) => ".".to_owned(),
                (Some(slot), Side::First) => slot.text.clone(),
                (Some(slot), Side::Second) => slot.text.to_lowercase(),
            };
            slots.iter().take(used).chain(slots.last()).map(spell).collect()
        };
        half(Side::First) + &half(Side::Second)
    }
}
