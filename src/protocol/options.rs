//! The options of UCI and its relatives: one table, with the name that each of the protocols has for them.
//!
//! A row says what an option is called, what values it takes and what it is for; greetings, complaints and pages are made from
//! the rows. What a value leads to is said in [`Settings::set`], in commands for the session.

mod files;

pub use files::{books, load};

use super::armies;
use super::session::{Command, MOST_MEMORY, MOST_THREADS, Session, Setting, set};
use super::thinker::DEFAULT_HASH;
use crate::definition::{Definition, FREED, Library, PerSide, Side};
use crate::diagnostic::did_you_mean;
use crate::search::{Asides, Pace, Strength, USUAL_LAG};
use std::path::PathBuf;
use std::time::Duration;

/// What a value can be, with the default.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Spin {
        default: i64,
        least: i64,
        most: i64,
    },
    Check(bool),
    /// The first one is the default.
    Combo(&'static [&'static str]),
    /// A combo of all variants; the default is the present one.
    Variants,
    /// A combo of the armies of the present variant; not announced where there are none.
    Army(Side),
    Text,
    /// A text that the engine tells about itself.
    Told(&'static str),
    File,
    Path,
    /// There is a `-reset`, too, which XBoard 4.9.1 rejects.
    Button,
    /// As a button, but the GUI sends pending changes first.
    Save,
}

impl Kind {
    pub fn default(self) -> String {
        match self {
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Check(on) => u8::from(on).to_string(),
            Kind::Combo(choices) => choices.first().copied().unwrap_or("").to_owned(),
            Kind::Told(text) => text.to_owned(),
            Kind::Variants | Kind::Army(_) | Kind::Text | Kind::File | Kind::Path | Kind::Button | Kind::Save => {
                String::new()
            }
        }
    }

    /// The value as it is to be kept, or what would be right.
    pub fn check(self, value: &str) -> Result<String, String> {
        match self {
            Kind::Spin { least, most, .. } => match value.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("a number from {least} to {most} is wanted")),
            },
            Kind::Check(_) => match value {
                "0" | "1" => Ok(value.to_owned()),
                _ => Err("0 or 1 is wanted".to_owned()),
            },
            Kind::Combo(choices) => match choices.iter().find(|choice| **choice == value) {
                Some(choice) => Ok((*choice).to_owned()),
                None => Err(format!("one of these is wanted, {}", choices.join(", "))),
            },
            Kind::Variants | Kind::Army(_) | Kind::Text | Kind::Told(_) | Kind::File | Kind::Path => {
                Ok(value.to_owned())
            }
            Kind::Button | Kind::Save => Ok(String::new()),
        }
    }
}

/// Whose names and wording are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    Uci,
    Usi,
    Ucci,
    Xci,
}

impl Tongue {
    pub const ALL: [Tongue; 4] = [Tongue::Uci, Tongue::Usi, Tongue::Ucci, Tongue::Xci];
}

/// What an option is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Hash,
    ClearHash,
    Threads,
    Lines,
    Variant,
    Army(Side),
    Shuffled,
    VariantPath,
    LimitStrength,
    Elo,
    Analyse,
    Opponent,
    OpponentIsComputer,
    CurrentLine,
    Refutations,
    PositionValue,
    ResignAt,
    Contempt,
    Milliseconds,
    Overhead,
    Skill,
    NodesTime,
    Log,
    OwnBook,
    BookFile,
    /// Known to the protocol, and of no consequence.
    Nothing,
}

/// One option.
pub struct Row {
    role: Role,
    kind: Kind,
    /// In the order of [`Tongue::ALL`]; empty where the protocol hasn't got it.
    names: [&'static str; 4],
    pub about: &'static str,
}

const ABOUT: &str = concat!(
    "Griffon ",
    env!("CARGO_PKG_VERSION"),
    ", a chess-variant engine whose rules are data; MIT or Apache-2.0, as you like"
);

/// Never gives up.
const NEVER: i64 = 100_000;

const fn spin(default: i64, least: i64, most: i64) -> Kind {
    Kind::Spin { default, least, most }
}

/// How well to play where strength is limited.
pub const ELO: Kind = spin(1350, Strength::LEAST as i64, Strength::MOST as i64);

/// Milliseconds that a move costs on the clock besides being thought about.
pub const OVERHEAD: Kind = spin(USUAL_LAG.as_millis() as i64, 0, 5000);

/// By how much a draw is worse than an even position.
pub const CONTEMPT: Kind = spin(0, -1000, 1000);

const fn army(side: Side, about: &'static str) -> Row {
    Row { role: Role::Army(side), kind: Kind::Army(side), names: [armies::option(side), "", "", ""], about }
}

macro_rules! row {
    ($role:ident, $kind:expr, $names:expr, $about:literal) => {
        Row { role: Role::$role, kind: $kind, names: $names, about: $about }
    };
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row!(Hash, spin(DEFAULT_HASH as i64, 1, MOST_MEMORY as i64), ["Hash", "USI_Hash", "hashsize", "XCI_Hash"], "megabytes of memory for what has been found out"),
    row!(ClearHash, Kind::Button, ["Clear Hash", "Clear_Hash", "clearhash", "XCI_ClearHash"], "forget it"),
    row!(Threads, spin(1, 1, MOST_THREADS as i64), ["Threads", "Threads", "threads", "threads"], "search with so many threads"),
    row!(Nothing, Kind::Check(false), ["Ponder", "USI_Ponder", "ponder", ""], "whether the GUI ponders; it says so with every `go`"),
    row!(OwnBook, Kind::Check(false), ["OwnBook", "USI_OwnBook", "usebook", "XCI_OwnBook"], "play from the opening book of the variant as long as it knows a move"),
    row!(BookFile, Kind::Path, ["BookFile", "BookFile", "bookfiles", "book-file"], "play from these books, or from those in these folders that are named after variants; if empty, from those beside the files of variants"),
    row!(Lines, spin(1, 1, 500), ["MultiPV", "USI_MultiPV", "multipv", "XCI_MultiPV"], "show so many best lines"),
    row!(Variant, Kind::Variants, ["UCI_Variant", "USI_Variant", "variant", "XCI_Variant"], "the game to be played"),
    army(Side::First, "the first player's army, where the variant has several to choose from; it is announced when such a variant is set"),
    army(Side::Second, "the second player's army"),
    row!(Shuffled, Kind::Check(false), ["UCI_Chess960", "", "", ""], "play the form of the variant in which castling partners may stand anywhere"),
    row!(Analyse, Kind::Check(false), ["UCI_AnalyseMode", "USI_AnalyseMode", "", ""], "think with full strength"),
    row!(LimitStrength, Kind::Check(false), ["UCI_LimitStrength", "USI_LimitStrength", "limitstrength", "XCI_LimitStrength"], "play no better than the next option says"),
    row!(Elo, ELO, ["UCI_Elo", "USI_Elo", "elo", "XCI_Elo"], "strength, if it is limited"),
    row!(Skill, spin(20, -20, 20), ["Skill Level", "Skill_Level", "", ""], "play worse below 20, where strength isn't limited by the options before: 0 is 1350 Elo, -20 the weakest"),
    row!(Overhead, OVERHEAD, ["Move Overhead", "Move_Overhead", "moveoverhead", "move-overhead"], "milliseconds that each move costs on the clock besides being thought about: more over slow networks"),
    row!(NodesTime, spin(0, 0, 10_000), ["nodestime", "", "", ""], "if not 0, so many nodes count as a millisecond, whatever the clock on the wall says"),
    row!(Opponent, Kind::Text, ["UCI_Opponent", "USI_Opponent", "", ""], "`TITLE|none ELO|none computer|human NAME`: from a computer no claim is made that it may not believe"),
    row!(Nothing, Kind::Text, ["", "", "", "XCI_OpponentName"], "name of the opponent"),
    row!(OpponentIsComputer, Kind::Check(false), ["", "", "", "XCI_OpponentComputer"], "the opponent is a program"),
    row!(Nothing, spin(0, 0, 5000), ["", "", "", "XCI_OpponentRating"], "rating of the opponent"),
    row!(Nothing, Kind::Told(ABOUT), ["UCI_EngineAbout", "USI_EngineAbout", "", ""], "about this program"),
    row!(CurrentLine, Kind::Check(false), ["UCI_ShowCurrLine", "USI_ShowCurrLine", "", "XCI_ShowCurrLine"], "show twice a second what each thread looks at, after a second"),
    row!(Refutations, Kind::Check(false), ["UCI_ShowRefutations", "USI_ShowRefutations", "", "XCI_ShowRefutations"], "show why moves are no good, after a second"),
    row!(PositionValue, Kind::Text, ["UCI_SetPositionValue", "USI_SetPositionValue", "", ""], "`VALUE FEN`: a position is worth so many centipawns to White; `clear FEN`, `clearall`"),
    row!(ResignAt, spin(NEVER, 100, NEVER), ["", "ResignValue", "", "resign-threshold"], "give up when so many centipawns behind for some moves"),
    row!(Contempt, CONTEMPT, ["Contempt", "Contempt", "contempt", "contempt"], "avoid draws that are less than so many centipawns better than what else is to be had; when negative, seek them"),
    row!(VariantPath, Kind::Path, ["VariantPath", "VariantPath", "variantpath", "variant-path"], "add variants from these files and folders"),
    row!(Log, Kind::File, ["Debug Log File", "Debug_Log_File", "debuglogfile", "log-file"], "write what is said on both sides into this file, behind what is there; empty for no longer"),
    row!(Milliseconds, Kind::Check(true), ["", "", "usemillisec", ""], "times are in milliseconds, not in seconds"),
];

/// What is to be done after an option was set.
pub enum Effect {
    Do(Vec<Command>),
    /// Read variants from these files and folders.
    Load(String),
}

/// The present values, in the order of the rows.
pub struct Settings {
    tongue: Tongue,
    values: Vec<String>,
}

impl Settings {
    pub fn new(tongue: Tongue) -> Settings {
        Settings { tongue, values: ROWS.iter().map(|row| row.kind.default()).collect() }
    }

    /// A line for each option that this protocol has.
    pub fn announce(&self, library: &Library, variant: &str) -> Vec<String> {
        let has_armies = library.armies(variant).is_some();
        let shown =
            |row: &&Row| !row.name(self.tongue).is_empty() && (has_armies || !matches!(row.kind, Kind::Army(_)));
        let rows = ROWS.iter().filter(shown);
        rows.map(|row| row.describe(self.tongue, library, variant)).collect()
    }

    /// The line of the option that lists the variants.
    pub fn announce_variants(&self, library: &Library, variant: &str) -> Option<String> {
        let row = ROWS.iter().find(|row| row.role == Role::Variant)?;
        Some(row.describe(self.tongue, library, variant))
    }

    /// The lines of the options that list its armies.
    pub fn announce_armies(&self, library: &Library, variant: &str) -> Vec<String> {
        let rows = ROWS.iter().filter(|row| matches!(row.kind, Kind::Army(_)) && !row.name(self.tongue).is_empty());
        rows.map(|row| row.describe(self.tongue, library, variant)).collect()
    }

    /// True if the option is switched on.
    pub fn is_on(&self, role: Role) -> bool {
        self.value(role) == "1"
    }

    /// Sets an option by its name; complains in words.
    pub fn set(&mut self, name: &str, value: &str, session: &Session) -> Result<Effect, String> {
        let tongue = self.tongue;
        let known = |row: &Row| !row.name(tongue).is_empty() && row.name(tongue).eq_ignore_ascii_case(name);
        let Some((row, kept)) = ROWS.iter().zip(&mut self.values).find(|(row, _)| known(row)) else {
            let near = did_you_mean(name, ROWS.iter().map(|row| row.name(tongue)).filter(|name| !name.is_empty()));
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(format!("there is no option `{name}`{help}"));
        };
        let value = if value == EMPTY { "" } else { value };
        let checked = match (row.kind, value.to_ascii_lowercase().as_str()) {
            (Kind::Check(_), "true" | "1" | "on") => Ok("1".to_owned()),
            (Kind::Check(_), "false" | "0" | "off") => Ok("0".to_owned()),
            (Kind::Check(_), _) => Err("true or false is wanted".to_owned()),
            (Kind::Army(side), _) => armies::choose(session, side, value).map(|_| value.to_owned()),
            (kind, _) => kind.check(value),
        };
        *kept = checked.map_err(|why| format!("{}: {why}", row.name(tongue)))?;
        let kept = kept.clone();
        Ok(match row.role {
            Role::VariantPath if kept.is_empty() => Effect::Do(Vec::new()),
            Role::VariantPath => Effect::Load(kept),
            role => Effect::Do(self.commands(role, &kept, session)?),
        })
    }

    fn commands(&self, role: Role, value: &str, session: &Session) -> Result<Vec<Command>, String> {
        let number = value.parse::<i64>().unwrap_or_default();
        Ok(match role {
            Role::Hash => set(Setting::HashSize(number as usize)),
            Role::ClearHash => vec![Command::ClearHash],
            Role::Threads => set(Setting::Threads(number as usize)),
            Role::Lines => set(Setting::Lines(number as usize)),
            Role::Variant => {
                let chosen = PerSide(Side::BOTH.map(|side| self.value(Role::Army(side))));
                let name = armies::meant(session.library(), value, chosen);
                vec![Command::Variant(self.shuffled(&name, session))]
            }
            Role::Army(side) => vec![armies::choose(session, side, value)?],
            Role::Shuffled => {
                let related = related(session.library(), session.definition(), self.is_on(Role::Shuffled));
                related.into_iter().map(Command::Variant).collect()
            }
            Role::LimitStrength | Role::Elo | Role::Skill => set(Setting::Strength(self.strength())),
            Role::Analyse => vec![
                Command::Set(Setting::Strength(self.strength())),
                Command::Set(Setting::UseBook(self.plays_by_book())),
            ],
            Role::OwnBook => set(Setting::UseBook(self.plays_by_book())),
            Role::BookFile => set(Setting::BookFiles(books(&self.paths(value), session.library())?)),
            Role::Opponent => set(Setting::OpponentIsComputer(value.split_whitespace().nth(2) == Some("computer"))),
            Role::OpponentIsComputer => set(Setting::OpponentIsComputer(value == "1")),
            Role::CurrentLine | Role::Refutations => set(Setting::Asides(self.asides())),
            Role::PositionValue => vec![value_of(value)?],
            Role::Contempt => set(Setting::Contempt(number as i32)),
            Role::Overhead => set(Setting::Overhead(Duration::from_millis(number.unsigned_abs()))),
            Role::NodesTime => set(Setting::Pace(match number {
                0 => Pace::Wall,
                _ => Pace::Nodes(number.unsigned_abs() * 1000),
            })),
            Role::Log => set(Setting::Log((!value.is_empty()).then(|| PathBuf::from(value)))),
            Role::ResignAt => set(Setting::ResignAt((number < NEVER).then_some(number as i32))),
            Role::VariantPath | Role::Milliseconds | Role::Nothing => Vec::new(),
        })
    }

    /// What is wanted beside the lines: the move that is searched always.
    pub fn asides(&self) -> Asides {
        Asides {
            at_root: true,
            lines: self.is_on(Role::CurrentLine),
            refutations: self.is_on(Role::Refutations),
            statistics: true,
        }
    }

    fn strength(&self) -> Option<Strength> {
        if self.is_on(Role::Analyse) {
            return None;
        }
        let limited = self.is_on(Role::LimitStrength).then(|| self.value(Role::Elo).parse().unwrap_or(Strength::MOST));
        limited.map(Strength::new).or_else(|| Strength::of_skill(self.value(Role::Skill).parse().ok()?))
    }

    /// Analysis is for finding out what a book doesn't say.
    fn plays_by_book(&self) -> bool {
        self.is_on(Role::OwnBook) && !self.is_on(Role::Analyse)
    }

    /// Some protocols have a semicolon between paths, wherever the engine runs.
    fn paths(&self, value: &str) -> Vec<PathBuf> {
        match self.tongue {
            Tongue::Ucci | Tongue::Xci => value.split(';').map(PathBuf::from).collect(),
            Tongue::Uci | Tongue::Usi => std::env::split_paths(value).collect(),
        }
    }

    /// The variant that is meant by a name while shuffled forms are asked for.
    fn shuffled(&self, name: &str, session: &Session) -> String {
        let shuffled = self.is_on(Role::Shuffled);
        let found = session.library().find(name).ok().filter(|_| shuffled);
        found.and_then(|found| related(session.library(), &found, shuffled)).unwrap_or_else(|| name.to_owned())
    }

    fn value(&self, role: Role) -> &str {
        let found = ROWS.iter().zip(&self.values).find(|(row, _)| row.role == role);
        found.map_or("", |(_, value)| value.as_str())
    }
}

impl Row {
    pub fn name(&self, tongue: Tongue) -> &'static str {
        let [uci, usi, ucci, xci] = self.names;
        match tongue {
            Tongue::Uci => uci,
            Tongue::Usi => usi,
            Tongue::Ucci => ucci,
            Tongue::Xci => xci,
        }
    }

    /// The identifier of its description, for translations.
    pub fn description(&self) -> String {
        format!("{}-description", self.name(Tongue::Xci))
    }

    fn describe(&self, tongue: Tongue, library: &Library, variant: &str) -> String {
        let value = self.kind.default();
        let truth = if value == "1" { "true" } else { "false" };
        let quoted = |text: &str| if tongue == Tongue::Xci { format!("\"{text}\"") } else { text.to_owned() };
        let text = |text: &str| if text.is_empty() { EMPTY.to_owned() } else { quoted(text) };
        let (word, limits, default) = match self.kind {
            Kind::Spin { least, most, .. } => ("spin", format!(" min {least} max {most}"), value),
            Kind::Check(_) => ("check", String::new(), truth.to_owned()),
            Kind::Combo(choices) => ("combo", choices.iter().map(|choice| format!(" var {choice}")).collect(), value),
            Kind::Variants => {
                let names = if tongue == Tongue::Xci { names_and_aliases(library) } else { names(library) };
                ("combo", names.iter().map(|name| format!(" var {name}")).collect(), variant.to_owned())
            }
            Kind::Army(side) => {
                let armies = library.armies(variant);
                let (names, chosen) = armies.as_ref().map_or((Vec::new(), ""), |armies| armies::choices(armies, side));
                ("combo", names.iter().map(|name| format!(" var {name}")).collect(), chosen.to_owned())
            }
            Kind::File if tongue == Tongue::Xci => ("filename", String::new(), text(&value)),
            Kind::Path if tongue == Tongue::Xci => ("searchpath", String::new(), text(&value)),
            Kind::Text | Kind::Told(_) | Kind::File | Kind::Path => ("string", String::new(), text(&value)),
            Kind::Button | Kind::Save => ("button", String::new(), String::new()),
        };
        // Only XCI can do without.
        let has_none = word == "button" || tongue == Tongue::Xci && default == EMPTY;
        let default = if has_none { String::new() } else { format!(" default {default}") };
        let name = self.name(tongue);
        match tongue {
            Tongue::Uci | Tongue::Usi => format!("option name {name} type {word}{default}{limits}"),
            Tongue::Ucci => format!("option {name} type {word}{limits}{default}"),
            Tongue::Xci => {
                format!("option name {name} type {word}{default}{limits} description {}", self.description())
            }
        }
    }
}

/// A text with nothing in it.
const EMPTY: &str = "<empty>";

/// Names of all variants, in order.
pub fn names(library: &Library) -> Vec<String> {
    in_order(library.told().map(|names| names.uci.clone()))
}

/// All names by which variants can be asked for, in order.
fn names_and_aliases(library: &Library) -> Vec<String> {
    in_order(library.told().flat_map(|names| [&names.uci].into_iter().chain(&names.aliases).cloned()))
}

fn in_order(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The shuffled form of a variant, or its plain form: the variant derived from this one in which castling partners may
/// stand anywhere, or the one this was derived from. `None` if it is of that form already or has none.
fn related(library: &Library, definition: &Definition, shuffled: bool) -> Option<String> {
    let anywhere = |definition: &Definition| definition.castling.iter().any(|rule| rule.anywhere);
    if anywhere(definition) == shuffled {
        return None;
    }
    if !shuffled {
        return definition.names.parent.clone();
    }
    let derived = |parent: &Option<String>| parent.as_deref() == Some(definition.names.name.as_str());
    let mut candidates = library.names().filter(|names| derived(&names.parent));
    let shipped = candidates.find_map(|names| {
        let found = library.glance(&names.name).ok()?;
        anywhere(&found).then(|| found.names.name.clone())
    });
    shipped.or_else(|| Some(library.glance(&format!("{}{FREED}", definition.names.name)).ok()?.names.name))
}

/// `VALUE FEN`, `clear FEN` or `clearall`; a plus sign may stand between them.
fn value_of(text: &str) -> Result<Command, String> {
    let (word, fen) = super::registry::split(text);
    let fen = fen.strip_prefix('+').unwrap_or(fen).trim().to_owned();
    match (word, word.parse::<i32>()) {
        ("clearall", _) => Ok(Command::ForgetValues),
        ("clear", _) if !fen.is_empty() => Ok(Command::ValueOf { fen, score: None }),
        (_, Ok(score)) if !fen.is_empty() => Ok(Command::ValueOf { fen, score: Some(score.clamp(-20_000, 20_000)) }),
        _ => Err("`VALUE FEN`, `clear FEN` or `clearall` is wanted".to_owned()),
    }
}
