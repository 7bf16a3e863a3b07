//! The kinds of pieces that Fairy-Stockfish knows by a word, and sets of them.

/// A place for a piece: one of its fixed kinds, or one that the file describes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u8);

/// Word in its files, moves in its Betza, and what we call the piece.
const FIXED: &[(&str, &str, &str)] = &[
    ("pawn", "fmWfceF", "pawn"),
    ("knight", "N", "knight"),
    ("bishop", "B", "bishop"),
    ("rook", "R", "rook"),
    ("queen", "Q", "queen"),
    ("fers", "F", "fers"),
    ("alfil", "A", "alfil"),
    ("fersAlfil", "FA", "elephant"),
    ("silver", "FfW", "silver"),
    ("aiwok", "RNF", "ai-wok"),
    ("bers", "RF", "dragon"),
    ("archbishop", "BN", "archbishop"),
    ("chancellor", "RN", "chancellor"),
    ("amazon", "QN", "amazon"),
    ("knibis", "mNcB", "knight-bishop"),
    ("biskni", "mBcN", "bishop-knight"),
    ("kniroo", "mNcR", "knight-rook"),
    ("rookni", "mRcN", "rook-knight"),
    ("shogiPawn", "fW", "pawn"),
    ("lance", "fR", "lance"),
    ("shogiKnight", "fN", "knight"),
    ("gold", "WfF", "gold"),
    ("dragonHorse", "BW", "horse"),
    ("clobber", "cW", "clobber"),
    ("breakthrough", "fmWfF", "pawn"),
    ("immobile", "", "stone"),
    ("cannon", "mRcpR", "cannon"),
    ("janggiCannon", "pR", "cannon"),
    ("soldier", "fsW", "soldier"),
    ("horse", "nN", "horse"),
    ("elephant", "nA", "elephant"),
    ("janggiElephant", "nZ", "elephant"),
    ("banner", "RcpRnN", "banner"),
    ("wazir", "W", "wazir"),
    ("commoner", "K", "commoner"),
    ("centaur", "KN", "centaur"),
    ("king", "K", "king"),
];

/// Number of pieces that a file may describe by itself.
const CUSTOM: u8 = 25;

macro_rules! fixed {
    ($($name:ident = $word:literal),*) => {
        $(pub const $name: Slot = Slot::fixed($word);)*
    };
}

impl Slot {
    fixed! {
        PAWN = "pawn", KNIGHT = "knight", BISHOP = "bishop", ROOK = "rook", QUEEN = "queen", FERS = "fers",
        SILVER = "silver", BERS = "bers", SHOGI_PAWN = "shogiPawn", JANGGI_CANNON = "janggiCannon",
        CANNON = "cannon", SOLDIER = "soldier", HORSE = "horse", ELEPHANT = "elephant", JANGGI_ELEPHANT = "janggiElephant", WAZIR = "wazir", KING = "king"
    }

    #[expect(clippy::panic, reason = "the compiler runs it")]
    const fn fixed(word: &str) -> Slot {
        let mut at = 0;
        while at < FIXED.len() {
            if same(FIXED[at].0.as_bytes(), word.as_bytes()) {
                return Slot(at as u8);
            }
            at += 1;
        }
        panic!("every fixed slot is in the table")
    }

    pub fn all() -> impl Iterator<Item = Slot> {
        (0..FIXED.len() as u8 + CUSTOM).map(Slot)
    }

    /// By its word: `knight`, `customPiece3`.
    pub fn of_word(word: &str) -> Option<Slot> {
        if let Some(number) = word.strip_prefix("customPiece") {
            let number: u8 = number.parse().ok().filter(|&number| (1..=CUSTOM).contains(&number))?;
            return Some(Slot(FIXED.len() as u8 + number - 1));
        }
        FIXED.iter().position(|row| row.0 == word).map(|at| Slot(at as u8))
    }

    pub fn word(self) -> String {
        match FIXED.get(usize::from(self.0)) {
            Some(row) => row.0.to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - FIXED.len() + 1),
        }
    }

    /// The moves of a fixed kind.
    pub fn betza(self) -> Option<&'static str> {
        FIXED.get(usize::from(self.0)).map(|row| row.1)
    }

    /// What we call it, if its kind says so.
    pub fn name(self) -> Option<&'static str> {
        FIXED.get(usize::from(self.0)).map(|row| row.2)
    }

    pub fn is_custom(self) -> bool {
        usize::from(self.0) >= FIXED.len()
    }
}

const fn same(one: &[u8], two: &[u8]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != two[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Words of the fixed kinds, for suggestions.
pub fn words() -> impl Iterator<Item = &'static str> {
    FIXED.iter().map(|row| row.0)
}

/// A set of slots. `*` is a member of its own: rules may count all pieces together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots(u64);

impl Slots {
    const ALL: u64 = 1 << 63;

    pub fn of(slots: &[Slot]) -> Slots {
        slots.iter().fold(Slots::default(), |mut set, &slot| {
            set.insert(slot);
            set
        })
    }

    pub fn everything() -> Slots {
        Slots(Slots::ALL)
    }

    /// All slots, and `*`.
    pub fn each() -> Slots {
        Slots(u64::MAX)
    }

    pub fn insert(&mut self, slot: Slot) {
        self.0 |= 1 << slot.0;
    }

    pub fn and(self, other: Slots) -> Slots {
        Slots(self.0 | other.0)
    }

    pub fn remove(&mut self, slot: Slot) {
        self.0 &= !(1 << slot.0);
    }

    pub fn contains(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// `*` was named.
    pub fn has_all(self) -> bool {
        self.0 & Slots::ALL != 0
    }
}
