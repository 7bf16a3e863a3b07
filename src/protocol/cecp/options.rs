//! What can be set in XBoard's engine dialog: one row for each option, and what follows from it.

use super::super::armies;
use super::super::console::Output;
use super::super::options::{CONTEMPT, ELO, Kind, OVERHEAD};
use super::super::session::{Command, DrawPolicy, MOST_MEMORY, Session, Setting, set};
use super::super::thinker::DEFAULT_HASH;
use super::setup;
use crate::definition::{Armies, Library, PerSide, Side};
use crate::files;
use crate::search::Strength;
use std::path::PathBuf;
use std::time::Duration;

/// What an option does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Hash,
    Lines,
    LimitStrength,
    Elo,
    Resign,
    ResignAt,
    Contempt,
    Overhead,
    Draws,
    OneClick,
    Start,
    Book,
    BookFile,
    File,
    Folder,
    ClearHash,
    Save,
    Reset,
}

struct Row {
    name: &'static str,
    kind: Kind,
    role: Role,
    about: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        name: "Hash",
        kind: Kind::Spin { default: DEFAULT_HASH as i64, least: 1, most: MOST_MEMORY as i64 },
        role: Role::Hash,
        about: "megabytes of memory for what has been found out; XBoard's `memory` sets it, too",
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, least: 1, most: 100 },
        role: Role::Lines,
        about: "show so many best lines",
    },
    Row {
        name: "Limit strength",
        kind: Kind::Check(false),
        role: Role::LimitStrength,
        about: "play no better than the next option says",
    },
    Row { name: "Elo", kind: ELO, role: Role::Elo, about: "strength, if it is limited" },
    Row { name: "Resign", kind: Kind::Check(false), role: Role::Resign, about: "give up when it is hopeless" },
    Row {
        name: "Resign threshold",
        kind: Kind::Spin { default: 800, least: 100, most: 30_000 },
        role: Role::ResignAt,
        about: "how many centipawns behind, for some moves, is hopeless",
    },
    Row {
        name: "Contempt",
        kind: CONTEMPT,
        role: Role::Contempt,
        about: "avoid draws that are less than so many centipawns better than what else is to be had; when negative, seek them",
    },
    Row {
        name: "Move overhead",
        kind: OVERHEAD,
        role: Role::Overhead,
        about: "milliseconds that each move costs on the clock besides being thought about",
    },
    Row {
        name: "Draw offers",
        kind: Kind::Combo(&["judge by score", "always decline", "always accept"]),
        role: Role::Draws,
        about: "how the opponent's offers are answered",
    },
    // XBoard obeys only where it has such an option of its own, and where that is on.
    Row {
        name: "One-click moves",
        kind: Kind::Check(false),
        role: Role::OneClick,
        about: "a piece that can go to one square only goes there when it is touched, if XBoard's option of that name is on",
    },
    Row {
        name: "Start position",
        kind: Kind::Text,
        role: Role::Start,
        about: "the number of the next game's start position, where it is drawn by lot; empty: any",
    },
    // There is no other word for it in this protocol, and a book is only there if somebody has put it there.
    Row {
        name: "Own book",
        kind: Kind::Check(true),
        role: Role::Book,
        about: "play from the opening book of the variant as long as it knows a move",
    },
    Row {
        name: "Book file",
        kind: Kind::File,
        role: Role::BookFile,
        about: "play from this book instead of the one beside the variant's file",
    },
    Row { name: "Variant file", kind: Kind::File, role: Role::File, about: "add the variants of this file" },
    Row {
        name: "Variant folder",
        kind: Kind::Path,
        role: Role::Folder,
        about: "add the variants of the files in this folder",
    },
    Row { name: "Clear hash", kind: Kind::Button, role: Role::ClearHash, about: "forget what has been found out" },
    Row {
        name: "Save settings",
        kind: Kind::Save,
        role: Role::Save,
        about: "keep these values for later games, in `griffon/cecp.options` of the directory for settings",
    },
    Row { name: "Restore defaults", kind: Kind::Button, role: Role::Reset, about: "set all options back" },
];

/// What is to be done after an option was set.
pub enum Effect {
    Do(Vec<Command>),
    /// Read variants from here.
    Load(PathBuf),
    /// Play from this book; from those beside the variants if there is none.
    Book(PathBuf),
    Save,
    /// All options have their defaults again.
    Restored(Vec<Command>),
}

/// The present values, in the order of the rows.
#[derive(Clone)]
pub struct Options {
    values: Vec<String>,
    /// The players' armies, where there are armies; empty if they weren't chosen.
    armies: PerSide<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options { values: ROWS.iter().map(|row| row.kind.default()).collect(), armies: PerSide::default() }
    }
}

/// `-spin 32 1 65536`
fn describe(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Spin { least, most, .. } => format!("-spin {value} {least} {most}"),
        Kind::Check(_) => format!("-check {value}"),
        Kind::Combo(choices) => {
            let mark = |choice: &&str| if **choice == *value { format!("*{choice}") } else { (*choice).to_string() };
            format!("-combo {}", choices.iter().map(mark).collect::<Vec<_>>().join(" /// "))
        }
        Kind::Variants | Kind::Army(_) | Kind::Text | Kind::Told(_) => format!("-string {value}"),
        Kind::File => format!("-file {value}"),
        Kind::Path => format!("-path {value}"),
        Kind::Button => "-button".to_owned(),
        Kind::Save => "-save".to_owned(),
    }
}

/// The options as lines of a table: how they are announced at first, and what they do.
pub fn page() -> String {
    let line = |row: &Row| {
        let announced = format!("{} {}", row.name, describe(row.kind, &row.kind.default()));
        format!("| `{}` | {} |\n", announced.trim_end(), row.about)
    };
    ROWS.iter().map(line).collect()
}

impl Options {
    /// One `feature` for each option.
    pub fn announce(&self, output: &mut Output) {
        for (row, value) in ROWS.iter().zip(&self.values) {
            output.say(format!("feature option=\"{} {}\"", row.name, describe(row.kind, value)));
        }
    }

    /// One `feature` for each player's army.
    pub fn announce_armies(&self, armies: &Armies, output: &mut Output) {
        for side in Side::BOTH {
            let (names, chosen) = armies::choices(armies, side);
            let mark = |name: &&str| if *name == chosen { format!("*{name}") } else { (*name).to_owned() };
            let names: Vec<String> = names.iter().map(mark).collect();
            output.say(format!("feature option=\"{} -combo {}\"", armies::option(side), names.join(" /// ")));
        }
    }

    /// Gives a player an army, now if the game hasn't begun and in later ones; complains in words.
    pub fn choose_army(&mut self, side: Side, army: &str, session: &Session) -> Result<Vec<Command>, String> {
        let mut command = armies::choose(session, side, army)?;
        self.armies[side] = army.to_owned();
        let library = session.library();
        if let Command::Variant(name) = &command
            && let Some(why) = setup::unshowable(library, name)
        {
            // Perhaps the other one has been chosen before, when it didn't go with the army that this one replaces.
            let variant = armies::of(session).map_or_else(|| name.clone(), |armies| armies.variant);
            let both = self.meant(library, &variant);
            if both == variant {
                return Err(format!("not against this army in XBoard, for {why}; choose the other army, too"));
            }
            command = Command::Variant(both);
        }
        let begun = !session.game().moves().is_empty();
        Ok(if begun { Vec::new() } else { vec![command] })
    }

    /// The game that is meant by the name of a variant: that between the armies that were chosen.
    pub fn meant(&self, library: &Library, name: &str) -> String {
        let meant = armies::meant(library, name, PerSide(self.armies.0.each_ref().map(String::as_str)));
        if setup::unshowable(library, &meant).is_some() { name.to_owned() } else { meant }
    }

    /// Sets an option by its name; complains in words.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let known = |row: &Row| row.name.eq_ignore_ascii_case(name);
        let Some((row, kept)) = ROWS.iter().zip(&mut self.values).find(|(row, _)| known(row)) else {
            return Err(format!("there is no option {name}"));
        };
        let value = row.kind.check(value)?;
        if row.role == Role::Start && !value.trim().is_empty() && value.trim().parse::<u64>().is_err() {
            return Err("the number of a start position is wanted, or nothing for any".to_owned());
        }
        kept.clone_from(&value);
        Ok(match row.role {
            Role::File | Role::Folder if value.is_empty() => Effect::Do(Vec::new()),
            Role::File | Role::Folder => Effect::Load(PathBuf::from(&value)),
            Role::BookFile => Effect::Book(PathBuf::from(&value)),
            Role::Save => Effect::Save,
            Role::Reset => {
                *self = Options::default();
                Effect::Restored(ROWS.iter().flat_map(|row| self.commands(row.role)).collect())
            }
            role => Effect::Do(self.commands(role)),
        })
    }

    fn commands(&self, role: Role) -> Vec<Command> {
        match role {
            Role::Hash => set(Setting::HashSize(self.number(Role::Hash) as usize)),
            Role::Lines => set(Setting::Lines(self.number(Role::Lines) as usize)),
            Role::LimitStrength | Role::Elo => {
                let limited = self.value(Role::LimitStrength) == "1";
                set(Setting::Strength(limited.then(|| Strength::new(self.number(Role::Elo) as u16))))
            }
            Role::Resign | Role::ResignAt => {
                let on = self.value(Role::Resign) == "1";
                set(Setting::ResignAt(on.then(|| self.number(Role::ResignAt) as i32)))
            }
            Role::Contempt => set(Setting::Contempt(self.number(Role::Contempt) as i32)),
            Role::Overhead => set(Setting::Overhead(Duration::from_millis(self.number(Role::Overhead).unsigned_abs()))),
            Role::Draws => set(Setting::Draws(match self.value(Role::Draws) {
                "always decline" => DrawPolicy::Decline,
                "always accept" => DrawPolicy::Accept,
                _ => DrawPolicy::ByScore,
            })),
            Role::Start => set(Setting::StartNumber(self.value(Role::Start).trim().parse().ok())),
            Role::Book => set(Setting::UseBook(self.value(Role::Book) == "1")),
            // The default.
            Role::BookFile => set(Setting::BookFiles(Vec::new())),
            Role::ClearHash => vec![Command::ClearHash],
            Role::OneClick | Role::File | Role::Folder | Role::Save | Role::Reset => Vec::new(),
        }
    }

    /// Who picks up a piece that can go to one square only need not say where.
    pub fn one_click(&self) -> bool {
        self.value(Role::OneClick) == "1"
    }

    fn value(&self, role: Role) -> &str {
        let found = ROWS.iter().zip(&self.values).find(|(row, _)| row.role == role);
        found.map_or("", |(_, value)| value.as_str())
    }

    fn number(&self, role: Role) -> i64 {
        self.value(role).parse().unwrap_or_default()
    }

    /// Writes what differs from the defaults into the user's configuration; says where.
    pub fn save(&self) -> Result<PathBuf, String> {
        let path = file().ok_or("there is no home directory")?;
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).map_err(|error| files::unwritten(directory, &error))?;
        }
        let changed = ROWS.iter().zip(&self.values).filter(|(row, value)| row.kind.default() != **value);
        files::write(&path, &changed.map(|(row, value)| format!("{}={value}\n", row.name)).collect::<String>())?;
        Ok(path)
    }

    /// What was saved, as pairs of name and value.
    pub fn saved() -> Vec<(String, String)> {
        let text = file().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// `griffon/cecp.options` where settings are kept: in `$XDG_CONFIG_HOME`, or else in `~/.config`, in Windows in `%APPDATA%`.
fn file() -> Option<PathBuf> {
    let named = |variable| std::env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = || if cfg!(windows) { named("APPDATA") } else { named("HOME").map(|home| home.join(".config")) };
    Some(named("XDG_CONFIG_HOME").or_else(usual)?.join("griffon").join("cecp.options"))
}
