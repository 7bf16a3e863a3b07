//! Luck: a die or a deck of cards that says, before each move, which pieces may make it. The statements `dice` and `deck`.

use super::inherit::Origin;
use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Definition, Kind, lists};
use crate::diagnostic::Diagnostic;

/// What is drawn by lot before each move: a face of a die, or a card of the player's deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lots {
    /// Each sort once.
    pub cards: Vec<Card>,
    /// What has been drawn is laid aside until nothing is left. Faces of a die never are.
    pub laid_aside: bool,
}

/// A sort of cards, or a face of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// How many of them there are.
    pub count: u16,
    /// What it lets move.
    pub kinds: Vec<Kind>,
}

impl Lots {
    /// How many cards or faces there are.
    pub fn size(&self) -> usize {
        self.cards.iter().map(|card| usize::from(card.count)).sum()
    }

    /// The sort of a card by its place, where those of a sort lie together.
    pub fn sort(&self, at: usize) -> Option<usize> {
        let mut ends = self.cards.iter().scan(0, |end, card| {
            *end += usize::from(card.count);
            Some(*end)
        });
        ends.position(|end| at < end)
    }
}

impl Definition {
    /// `the die shows knight`, `the card says knight or bishop`.
    pub fn told_lot(&self, card: &Card) -> String {
        let names: Vec<&str> = card.kinds.iter().map(|&kind| self.piece(kind).name.as_str()).collect();
        let names = names.join(" or ");
        match &self.lots {
            Some(lots) if lots.laid_aside => format!("the card says {names}"),
            _ => format!("the die shows {names}"),
        }
    }
}

/// `dice pawn, knight, king`
pub(super) fn dice(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let faces = lists::list(draft, reader, &[])?;
    let cards = faces.into_iter().map(|kind| Card { count: 1, kinds: vec![kind] }).collect();
    reader.end()?;
    set(draft, reader, Lots { cards, laid_aside: false }, "deck")
}

/// What was inherited is replaced by either; one variant does not say both.
fn set(draft: &mut Draft, reader: &Reader, lots: Lots, other: &str) -> Read<()> {
    let said = draft.places.word(other).filter(|said| said.origin == Origin::Own);
    if draft.definition.lots.is_some() && said.is_some() {
        let complaint =
            Diagnostic::error(reader.statement().span(), "either a die or a deck says what may move, not both");
        return Err(draft.places.also(complaint, said, "said before").help("one of them should go"));
    }
    draft.definition.lots = Some(lots);
    Ok(())
}

/// Cards are bits of a number.
const MOST_CARDS: usize = u128::BITS as usize;

/// `deck 8 pawn, 2 knight or bishop, 1 king`
pub(super) fn deck(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let start = reader.here();
    let mut cards = Vec::new();
    loop {
        let count = reader.number("a number of cards, before the name of a piece", 1, MOST_CARDS as u32)? as u16;
        cards.push(Card { count, kinds: lists::either(draft, reader)? });
        if !reader.comma() {
            break;
        }
    }
    reader.end()?;
    let lots = Lots { cards, laid_aside: true };
    if lots.size() > MOST_CARDS {
        let what = format!("these are {} cards", lots.size());
        return Err(Diagnostic::error(start, what).label(format!("a deck has up to {MOST_CARDS}")));
    }
    set(draft, reader, lots, "dice")
}
