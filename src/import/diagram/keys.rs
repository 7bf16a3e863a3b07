//! The keys of diagrams, and what is to be said of those that aren't read.

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::import::ini::Word;

/// What becomes of a key.
#[derive(Clone, Copy)]
pub enum Use {
    Read,
    /// Looks, and how strong the Diagram plays.
    Looks,
    /// A rule that isn't read, and how to say it.
    LeftOut(&'static str),
}

const SCRIPT: &str =
    "a script of the page decides here; say it in our language: `griffon import FILE --out .` writes the file";

const KEYS: &[(&str, Use)] = &[
    ("files", Use::Read),
    ("ranks", Use::Read),
    ("firstRank", Use::Read),
    ("promoZone", Use::Read),
    ("maxPromote", Use::Read),
    ("promoChoice", Use::Read),
    ("promoOffset", Use::Read),
    ("holdingsType", Use::Read),
    ("royal", Use::Read),
    ("extinction", Use::Read),
    ("iron", Use::Read),
    ("protected", Use::Read),
    ("counterStrike", Use::Read),
    ("antiTrade", Use::Read),
    ("tradeThreshold", Use::Read),
    ("baring", Use::Read),
    ("shuffle", Use::Read),
    ("symmetry", Use::Read),
    ("stalemate", Use::Read),
    (
        "captureMatrix",
        Use::LeftOut(
            "who doesn't capture whom is said by `cannot capture` and `iron`, what a capture makes of a piece by `promotion ... capturing`, `capture morphs` and `capture spreads`",
        ),
    ),
    (
        "morph",
        Use::LeftOut(
            "where a piece turns into another is said by `promotion PIECE in ZONE, to OTHER`, where it may not go by `stays in ZONE` or `stops in ZONE`",
        ),
    ),
    ("autoGate", Use::LeftOut("what enters where others leave is said by `gate` or by `move brings up from ZONE`")),
    ("burnZone", Use::LeftOut("say `move burns beside PIECE`")),
    ("spell", Use::LeftOut("`move burns beside` and `illegal moving beside` say what pieces do to their neighbours")),
    (
        "spellZone",
        Use::LeftOut("`move burns beside` and `illegal moving beside` say what pieces do to their neighbours"),
    ),
    ("blastZone", Use::LeftOut("say `capture explodes within N`")),
    ("atomicCapture", Use::LeftOut("say `capture explodes`")),
    ("succession", Use::LeftOut("say `royal when last` of what becomes royal")),
    ("castleFlip", Use::LeftOut("say where kings castle to by `castling`")),
    ("counter", Use::LeftOut("say `counter at N moves is draw`")),
    ("repetition", Use::LeftOut("say `repetition N is draw`")),
    ("perpetual", Use::LeftOut("say `repetition N is draw, perpetual check is loss`")),
    ("holdings", Use::LeftOut("say `hand from captures` or `hand from start`")),
    ("zonal", Use::LeftOut(SCRIPT)),
    ("graphicsDir", Use::Looks),
    ("graphicsType", Use::Looks),
    ("squareSize", Use::Looks),
    ("whitePrefix", Use::Looks),
    ("blackPrefix", Use::Looks),
    ("lightShade", Use::Looks),
    ("darkShade", Use::Looks),
    ("rimColor", Use::Looks),
    ("coordColor", Use::Looks),
    ("startShade", Use::Looks),
    ("holeColor", Use::Looks),
    ("borders", Use::Looks),
    ("useMarkers", Use::Looks),
    ("newClick", Use::Looks),
    ("satellite", Use::Looks),
    ("showMoves", Use::Looks),
    ("hideLegend", Use::Looks),
    ("coordinates", Use::Looks),
    ("background", Use::Looks),
    ("shady", Use::Looks),
    ("enableAI", Use::Looks),
    ("trackPieces", Use::Looks),
    ("trackedTypes", Use::Looks),
];

pub fn find(key: &str) -> Option<Use> {
    KEYS.iter().find(|row| row.0 == key).map(|row| row.1)
}

pub fn unknown(key: &Word) -> Diagnostic {
    let warning = Diagnostic::warning(key.span.clone(), format!("`{}` is not a known key", key.text)).label("left out");
    match did_you_mean(&key.text, KEYS.iter().map(|row| row.0)) {
        Some(near) => warning.help(format!("did you mean `{near}`?")),
        None => warning,
    }
}
