//! What a match wants of an engine, whatever protocol it speaks.

use super::cecp::Cecp;
use super::clock::{Clock, Limit};
use super::spec::{Spec, Tongue};
use super::uci::Uci;
use crate::definition::{Names, PerSide, Side};
use crate::diagnostic::did_you_mean;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::Dialect;
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long an engine may take to say what it can do, and to get ready.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take to obey an order to move now.
pub const GRACE: Duration = Duration::from_secs(2);

/// Why an engine doesn't play on.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The process has ended; how.
    Died(String),
    /// Nothing came in time.
    Late,
    /// It won't have a move or position that is legal; what it said.
    Refused(String),
    /// It can't play this match at all; why.
    Unable(String),
    /// The match is being stopped.
    Stopped,
}

/// What an engine does when it is its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Move(String),
    Resign,
    /// It says that the game has ended with this result.
    Claim {
        score: String,
        words: String,
    },
}

/// What it thought of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// For the player to move, in hundredths of a pawn.
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Duration,
}

/// Scores beyond this are mates: as many moves away as they are below 30000.
pub const MATE: i32 = 30_000;

/// The clocks of a player's turn.
pub struct Turn<'a> {
    pub side: Side,
    pub clocks: &'a PerSide<Clock>,
    /// When to give up waiting.
    pub patience: Duration,
}

/// An engine that runs and knows its variant.
pub trait Engine: Send {
    fn tongue(&self) -> Tongue;
    /// How it writes moves.
    fn dialect(&self) -> Dialect;
    /// Its own name for itself.
    fn title(&self) -> &str;
    /// Begins a game from this position, or the variant's own.
    fn begin(&mut self, fen: Option<&str>, limit: &Limit) -> Result<(), Trouble>;
    /// A move is played in this position; `own` if the engine itself has chosen it.
    fn follow(&mut self, game: &Game, mv: Move, own: bool);
    /// Waits until all of that is digested.
    fn settle(&mut self) -> Result<(), Trouble>;
    fn think(&mut self, turn: &Turn) -> Result<(Said, Thought), Trouble>;
    /// Tells it to move at once, and waits for that.
    fn hurry(&mut self) -> Result<(), Trouble>;
    /// The game is over.
    fn end(&mut self, score: &str, reason: &str) -> Result<(), Trouble>;
    /// May play another game.
    fn reusable(&self) -> bool;
    /// The last lines of the dialogue.
    fn recent(&self) -> Vec<String>;
    fn kill(&mut self);
}

/// Starts an engine for a variant, in the protocol it is said to speak or else in the first that it turns out to speak
/// and know the variant in.
pub fn open(spec: &Spec, rules: &Arc<Rules>, hash: u32, stop: &Arc<AtomicBool>) -> Result<Box<dyn Engine>, Trouble> {
    let uci = || Uci::open(spec, rules, hash, stop).map(|engine| Box::new(engine) as Box<dyn Engine>);
    let cecp = || Cecp::open(spec, rules, hash, stop).map(|engine| Box::new(engine) as Box<dyn Engine>);
    match spec.tongue {
        Some(Tongue::Uci) => uci(),
        Some(Tongue::Cecp) => cecp(),
        None => uci().or_else(|first| match first {
            Trouble::Stopped => Err(first),
            _ => cecp().map_err(|second| match (&first, &second) {
                (_, Trouble::Stopped) => second,
                (Trouble::Unable(one), Trouble::Unable(two)) if one == two => second,
                _ => Trouble::Unable(format!("over UCI, {}; over CECP, {}", reason(&first), reason(&second))),
            }),
        }),
    }
}

/// The trouble in words.
pub fn reason(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Died(how) => how.clone(),
        Trouble::Late => "it doesn't answer".to_owned(),
        Trouble::Refused(words) => format!("it says `{words}`"),
        Trouble::Unable(why) => why.clone(),
        Trouble::Stopped => "the match was stopped".to_owned(),
    }
}

/// What an engine that knows these names calls a variant of ours.
pub fn name_of<'a>(offered: &'a [String], names: &Names, protocols: [&String; 2]) -> Option<&'a str> {
    let ours = || protocols.into_iter().chain([&names.name]).chain(&names.aliases);
    let same = |plain: &dyn Fn(&str) -> String| {
        ours().find_map(|ours| offered.iter().find(|theirs| plain(theirs) == plain(ours))).map(String::as_str)
    };
    // `mini_xiangqi` for `minixiangqi`, `corner_chess` for `corner`.
    let letters = |name: &str| name.to_ascii_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let short = |name: &str| {
        let name = letters(name);
        name.strip_suffix("chess").filter(|rest| !rest.is_empty()).map_or(name.clone(), str::to_owned)
    };
    same(&str::to_ascii_lowercase).or_else(|| same(&letters)).or_else(|| same(&short))
}

/// Says that an engine doesn't know a variant.
pub fn unknown_variant(names: &Names, offered: &[String]) -> Trouble {
    let name = &names.name;
    let near = did_you_mean(name, offered.iter().map(String::as_str));
    let near = near.map_or("NAME", |near| near);
    Trouble::Unable(format!(
        "it doesn't offer the variant `{name}`; if it has another name for it, say `variant.{name}={near}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Library;

    #[test]
    fn variants_are_found_by_whatever_name_an_engine_has_for_them() {
        let library = Library::shipped();
        let find = |ours: &str, theirs: &[&str]| {
            let names = library.names().find(|names| names.name == ours).expect("it is shipped");
            let offered: Vec<String> = theirs.iter().map(|&name| name.to_owned()).collect();
            name_of(&offered, names, [&names.cecp, &names.uci]).map(str::to_owned)
        };
        assert_eq!(find("chess", &["shatranj", "normal"]).as_deref(), Some("normal"));
        assert_eq!(find("minixiangqi", &["xiangqi", "mini_xiangqi"]).as_deref(), Some("mini_xiangqi"));
        assert_eq!(find("corner", &["cornerrook", "corner_chess"]).as_deref(), Some("corner_chess"));
        assert_eq!(find("grand", &["grand_chess", "grand"]).as_deref(), Some("grand"));
        assert_eq!(find("chess", &["shatranj", ""]), None);
    }

    #[test]
    fn who_does_not_know_a_variant_is_told_how_to_say_its_name() {
        let names = Names { name: "knightmate".to_owned(), ..Names::default() };
        let trouble = unknown_variant(&names, &["chess".to_owned(), "nightmate".to_owned()]);
        assert!(reason(&trouble).contains("variant.knightmate=nightmate"), "{trouble:?}");
    }
}
