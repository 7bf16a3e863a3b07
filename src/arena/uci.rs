//! An engine that speaks UCI.

use super::Trouble;
use super::clock::Limit;
use super::engine::{Engine, GRACE, MATE, PATIENCE, Said, Thought, Turn, name_of, unknown_variant};
use super::offered::{self, Offered};
use super::process::Process;
use super::spec::{Spec, Tongue};
use crate::definition::Side;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The game that an engine plays that has no variants.
const ONLY_GAME: &str = "chess";
/// How long an engine may take to say anything at all; one that waits for another protocol says nothing.
const FIRST_WORD: Duration = Duration::from_secs(5);

pub struct Uci {
    process: Process,
    title: String,
    /// `startpos` or `fen FEN`.
    start: String,
    moves: Vec<String>,
}

/// What an engine says of itself.
#[derive(Default)]
struct Offer {
    title: Option<String>,
    options: Vec<Offered>,
    variants: Option<Vec<String>>,
}

impl Offer {
    fn hear(&mut self, line: &str) {
        if let Some(title) = line.strip_prefix("id name ") {
            self.title = Some(title.trim().to_owned());
        }
        let Some(option) = line.strip_prefix("option name ").and_then(Offered::in_uci) else { return };
        if let (true, Some(variants)) = (option.name.eq_ignore_ascii_case("UCI_Variant"), option.choices()) {
            self.variants = Some(variants.to_vec());
        }
        self.options.push(option);
    }
}

impl Uci {
    pub fn open(spec: &Spec, rules: &Arc<Rules>, hash: u32, stop: &Arc<AtomicBool>) -> Result<Uci, Trouble> {
        let mut process = Process::start(spec, stop)?;
        process.say("uci");
        let mut offer = Offer::default();
        let greeted = process.await_line(Instant::now() + FIRST_WORD, |line| {
            offer.hear(line);
            // What another protocol's engine says to a word that it doesn't know.
            let error = line.starts_with("Error") || line.starts_with("Illegal move");
            (error || line.trim() == "uciok").then_some(!error)
        });
        match greeted {
            Ok((_, true)) => {}
            Ok((_, false)) | Err(Trouble::Late) => {
                process.kill();
                return Err(Trouble::Unable("it doesn't answer `uci`".to_owned()));
            }
            Err(trouble) => return Err(trouble),
        }
        let title = offer.title.take().unwrap_or_else(|| "engine".to_owned());
        let mut uci = Uci { process, title, start: String::new(), moves: Vec::new() };
        uci.prepare(spec, rules, hash, &mut offer)?;
        Ok(uci)
    }

    fn prepare(&mut self, spec: &Spec, rules: &Arc<Rules>, hash: u32, offer: &mut Offer) -> Result<(), Trouble> {
        spec.init.iter().for_each(|line| self.process.say(line));
        if let Ok(option) = offered::find(&offer.options, "Hash") {
            self.set(&option.name, &hash.to_string());
        }
        for (name, value) in &spec.options {
            let option = offered::find(&offer.options, name)?;
            option.accepts(value)?;
            self.set(&option.name, value);
        }
        // Options that name files may have brought variants, which are listed anew.
        self.process.say("isready");
        self.process.await_line(Instant::now() + PATIENCE, |line| {
            offer.hear(line);
            (line.trim() == "readyok").then_some(())
        })?;
        let (definition, names) = (&rules.definition, &rules.definition.names);
        let shuffled = definition.castling.iter().any(|castling| castling.anywhere);
        let chess960 = offered::find(&offer.options, "UCI_Chess960").ok();
        // The form of a variant in which castling partners stand anywhere is an option of the variant itself.
        let of_parent = names.parent.as_ref().filter(|_| shuffled && chess960.is_some());
        let told = spec.variants.iter().find(|(ours, _)| names.name == *ours || names.uci == *ours);
        let has_file = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("VariantPath"));
        let only = [ONLY_GAME.to_owned()];
        let known = offer.variants.as_deref().unwrap_or(&only);
        let same = |name: &str| known.iter().find(|theirs| theirs.as_str() == name).map(String::as_str);
        let found = told
            .map(|(_, theirs)| theirs.as_str())
            .or_else(|| name_of(known, names, [&names.uci, &names.cecp]))
            .or_else(|| same(of_parent?))
            // Some don't list what they have read from files.
            .or_else(|| (has_file || !spec.init.is_empty()).then_some(names.uci.as_str()));
        let Some(variant) = found else { return Err(unknown_variant(names, known)) };
        if offer.variants.is_some() {
            self.set("UCI_Variant", variant);
        }
        if let (true, Some(option)) = (shuffled, chess960) {
            self.set(&option.name, "true");
        }
        self.settle()
    }

    fn set(&mut self, name: &str, value: &str) {
        self.process.say(&match value {
            "" => format!("setoption name {name}"),
            value => format!("setoption name {name} value {value}"),
        });
    }
}

impl Engine for Uci {
    fn tongue(&self) -> Tongue {
        Tongue::Uci
    }

    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn begin(&mut self, fen: Option<&str>, _: &Limit) -> Result<(), Trouble> {
        self.start = fen.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        self.moves.clear();
        self.process.say("ucinewgame");
        self.settle()
    }

    fn follow(&mut self, game: &Game, mv: Move, _: bool) {
        self.moves.push(notation::show(game.rules(), game.position(), mv, Dialect::Uci));
    }

    fn settle(&mut self) -> Result<(), Trouble> {
        self.process.say("isready");
        let ready = |line: &str| (line.trim() == "readyok").then_some(());
        self.process.await_line(Instant::now() + PATIENCE, ready).map(|_| ())
    }

    fn think(&mut self, turn: &Turn) -> Result<(Said, Thought), Trouble> {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        self.process.say(&format!("position {}{moves}", self.start));
        let begun = Instant::now();
        self.process.say(&go(turn));
        let mut thought = Thought::default();
        let (at, said) = self.process.await_line(begun + turn.patience, |line| {
            listen(line, &mut thought);
            best_move(line)
        })?;
        thought.time = at - begun;
        Ok((said, thought))
    }

    fn hurry(&mut self) -> Result<(), Trouble> {
        self.process.say("stop");
        self.process.await_line(Instant::now() + GRACE, best_move).map(|_| ())
    }

    fn end(&mut self, _: &str, _: &str) -> Result<(), Trouble> {
        self.settle()
    }

    fn reusable(&self) -> bool {
        true
    }

    fn recent(&self) -> Vec<String> {
        self.process.recent()
    }

    fn kill(&mut self) {
        self.process.kill();
    }
}

fn go(turn: &Turn) -> String {
    let own = &turn.clocks[turn.side];
    let millis = |time: Duration| time.as_millis().max(1);
    match own.limit {
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::MoveTime(time) => format!("go movetime {}", millis(time)),
        Limit::Clock(_) => {
            // A player without a clock is shown the opponent's.
            let left = |side: Side| millis(turn.clocks[side].left().or(own.left()).unwrap_or_default());
            let back = |side: Side| turn.clocks[side].increment().as_millis();
            let (white, black) = (Side::First, Side::Second);
            let moves = own.moves_to_go().map_or(String::new(), |moves| format!(" movestogo {moves}"));
            format!("go wtime {} btime {} winc {} binc {}{moves}", left(white), left(black), back(white), back(black))
        }
    }
}

fn best_move(line: &str) -> Option<Said> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| Said::Move(words.next().unwrap_or("(none)").to_owned()))
}

/// Takes depth, score and nodes from an `info` line about the best line.
fn listen(line: &str, thought: &mut Thought) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let mut heard = thought.clone();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
        match word {
            "string" => return,
            "multipv" if number() != Some(1) => return,
            // Only where a search stands; what it found comes in other lines.
            "currmove" | "currline" | "lowerbound" | "upperbound" => return,
            "depth" => heard.depth = number().and_then(|depth| u32::try_from(depth).ok()),
            "nodes" => heard.nodes = number().and_then(|nodes| u64::try_from(nodes).ok()),
            "cp" => heard.score = number().map(|score| score.clamp(-20_000, 20_000) as i32),
            "mate" => {
                let far = |moves: i64| moves.clamp(-1000, 1000) as i32;
                heard.score = number().map(|moves| if moves > 0 { MATE - far(moves) } else { -MATE - far(moves) });
            }
            "pv" => break,
            _ => {}
        }
    }
    *thought = heard;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_read_from_info_lines() {
        let mut thought = Thought::default();
        listen("info depth 9 seldepth 12 multipv 1 score cp -31 nodes 4200 nps 1 pv e2e4 cp 7", &mut thought);
        assert_eq!((thought.score, thought.depth, thought.nodes), (Some(-31), Some(9), Some(4200)));
        listen("info depth 10 score cp 500 lowerbound nodes 9", &mut thought);
        listen("info depth 10 multipv 2 score cp 700", &mut thought);
        listen("info string depth 99", &mut thought);
        assert_eq!((thought.score, thought.depth), (Some(-31), Some(9)));
        listen("info depth 11 score mate -2 nodes x", &mut thought);
        assert_eq!((thought.score, thought.nodes), (Some(-MATE + 2), None));
    }

    #[test]
    fn options_and_variants_are_found_in_the_greeting() {
        let mut offer = Offer::default();
        offer.hear("id name Some Engine 2");
        offer.hear("option name Move Overhead type spin default 30 min 0 max 5000");
        offer.hear("option name UCI_Variant type combo default chess var chess var shogi");
        assert_eq!(offer.title.as_deref(), Some("Some Engine 2"));
        let found = offered::find(&offer.options, "move overhead").map(|option| option.name.as_str());
        assert_eq!(found, Ok("Move Overhead"));
        let missing = offered::find(&offer.options, "MoveOverhead").expect_err("it isn't offered");
        assert!(matches!(missing, Trouble::Unable(words) if words.contains("did you mean `Move Overhead`?")));
        assert_eq!(offer.variants, Some(vec!["chess".to_owned(), "shogi".to_owned()]));
    }
}
