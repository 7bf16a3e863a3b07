//! An engine that speaks CECP, the XBoard protocol.

mod features;

use super::Trouble;
use super::clock::Limit;
use super::engine::{Engine, GRACE, MATE, PATIENCE, Said, Thought, Turn, name_of, unknown_variant};
use super::offered;
use super::process::Process;
use super::spec::{Spec, Tongue};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use features::Features;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The game that `new` begins.
const ONLY_GAME: &str = "normal";
/// How long an engine may take to name its features, if it doesn't ask for more; XBoard gives as much.
const FEATURES: Duration = Duration::from_secs(10);
/// An engine that can't be asked whether it is ready is given this long.
const NO_PING: Duration = Duration::from_millis(250);
/// What an engine's clock shows that is limited by depth or nodes, in hundredths of a second.
const NO_CLOCK: u128 = 360_000;

pub struct Cecp {
    process: Process,
    features: Features,
    variant: String,
    nodes_command: Option<String>,
    /// Where the variant begins by our rules.
    start_fen: String,
    pings: u32,
    /// In force mode it is told of moves at once; later they are what makes it think.
    forced: bool,
    pending: Option<String>,
    last_told: String,
    /// What it won't have.
    refused: Option<String>,
    /// The board that it says the variant begins with.
    set_up: Option<String>,
}

impl Cecp {
    pub fn open(spec: &Spec, rules: &Arc<Rules>, hash: u32, stop: &Arc<AtomicBool>) -> Result<Cecp, Trouble> {
        let mut process = Process::start(spec, stop)?;
        process.say("xboard");
        process.say("protover 2");
        let mut features = Features::default();
        let begun = Instant::now();
        let mut deadline = begun + FEATURES;
        // Lines are taken one by one, since an engine may ask for more time.
        while !features.done() {
            match process.await_line(deadline, |line| Some(line.to_owned())) {
                Ok((_, line)) => {
                    let named = features.hear(&line);
                    named.iter().for_each(|feature| process.say(&format!("accepted {feature}")));
                    if features.wants_time() {
                        deadline = begun + PATIENCE;
                    }
                }
                Err(Trouble::Late) if features.any() => break,
                Err(Trouble::Late) => {
                    process.kill();
                    return Err(Trouble::Unable("it doesn't answer `protover 2`".to_owned()));
                }
                Err(trouble) => return Err(trouble),
            }
        }
        let names = &rules.definition.names;
        let only = [ONLY_GAME.to_owned()];
        let offered = if features.variants.is_empty() { &only[..] } else { &features.variants[..] };
        let told = spec.variants.iter().find(|(ours, _)| names.name == *ours || names.cecp == *ours);
        let found = told.map(|(_, theirs)| theirs.as_str());
        let found = found.or_else(|| name_of(offered, names, [&names.cecp, &names.uci]));
        let Some(variant) = found.map(str::to_owned) else { return Err(unknown_variant(names, offered)) };
        for (name, value) in &spec.options {
            let option = offered::find(&features.options, name)?;
            option.accepts(value)?;
            let name = &option.name;
            process.say(&if value.is_empty() { format!("option {name}") } else { format!("option {name}={value}") });
        }
        // Some have no room for moves before they are told.
        if features.has("memory") {
            process.say(&format!("memory {hash}"));
        }
        spec.init.iter().for_each(|line| process.say(line));
        let start_fen = Game::new(rules.clone()).start_fen().to_owned();
        let mut engine = Cecp {
            process,
            features,
            variant,
            nodes_command: spec.nodes_command.clone(),
            start_fen,
            pings: 0,
            forced: true,
            pending: None,
            last_told: String::new(),
            refused: None,
            set_up: None,
        };
        engine.settle()?;
        Ok(engine)
    }

    fn limit(&mut self, limit: &Limit) -> Result<(), Trouble> {
        match limit {
            Limit::Clock(time) => {
                // A base below a second can't be said; what is on the clock is said before every move.
                let base = time.base.as_secs_f64().ceil().max(1.0) as u64;
                let moves = time.moves.unwrap_or(0);
                let increment = time.increment.as_secs_f64();
                self.process.say(&format!("level {moves} {}:{:02} {increment}", base / 60, base % 60));
            }
            Limit::MoveTime(time) => self.process.say(&format!("st {}", time.as_secs_f64())),
            Limit::Depth(depth) => {
                self.process.say("level 0 60 0");
                self.process.say(&format!("sd {depth}"));
            }
            Limit::Nodes(nodes) => match &self.nodes_command {
                Some(command) => {
                    self.process.say("level 0 60 0");
                    self.process.say(&command.replace("%d", &nodes.to_string()));
                }
                // So many nodes are a second, and a move takes one.
                None if self.features.has("nps") => {
                    self.process.say("st 1");
                    self.process.say(&format!("nps {nodes}"));
                }
                None => {
                    return Err(Trouble::Unable(
                        "CECP has no word for a number of nodes; if the engine has one, say `nodescmd=WORD %d`".into(),
                    ));
                }
            },
        }
        Ok(())
    }

    fn tell(&mut self, mv: String) {
        self.process.say(&if self.features.has("usermove") { format!("usermove {mv}") } else { mv.clone() });
        self.last_told = mv;
    }
}

impl Engine for Cecp {
    fn tongue(&self) -> Tongue {
        Tongue::Cecp
    }

    fn dialect(&self) -> Dialect {
        Dialect::Cecp
    }

    fn title(&self) -> &str {
        self.features.title.as_deref().unwrap_or("engine")
    }

    fn begin(&mut self, fen: Option<&str>, limit: &Limit) -> Result<(), Trouble> {
        (self.set_up, self.refused, self.pending, self.forced) = (None, None, None, true);
        self.last_told.clear();
        self.process.say("new");
        if self.variant != ONLY_GAME {
            self.process.say(&format!("variant {}", self.variant));
        }
        self.process.say("force");
        self.limit(limit)?;
        for line in ["easy", "post", "computer"] {
            self.process.say(line);
        }
        // What it says about the variant's start has then been heard.
        self.settle()?;
        // An engine may know another start by that name.
        let ours = board_of(&self.start_fen);
        let other_start = self.set_up.as_ref().is_some_and(|theirs| !is_same_array(ours, theirs));
        let wanted = fen.or(other_start.then_some(self.start_fen.as_str()));
        match wanted {
            None => {}
            Some(fen) if self.features.has("setboard") => {
                self.process.say(&format!("setboard {fen}"));
                self.last_told = fen.to_owned();
                return self.settle();
            }
            Some(_) if other_start => {
                let theirs = self.set_up.as_deref().unwrap_or_default();
                return Err(Trouble::Unable(format!("its `{}` begins with {theirs}, ours with {ours}", self.variant)));
            }
            Some(_) => {
                let why = "it can't be given positions (no `setboard`): openings must be moves from the start";
                return Err(Trouble::Unable(why.to_owned()));
            }
        }
        Ok(())
    }

    fn follow(&mut self, game: &Game, mv: Move, own: bool) {
        if own {
            return;
        }
        let text = match self.features.has("san") {
            true => notation::san(game, mv),
            false => notation::show(game.rules(), game.position(), mv, Dialect::Cecp),
        };
        if self.forced {
            self.tell(text);
        } else {
            self.pending = Some(text);
        }
    }

    fn settle(&mut self) -> Result<(), Trouble> {
        let Cecp { process, features, set_up, refused, last_told, pings, .. } = self;
        let ping = features.has("ping");
        *pings += 1;
        let pong = format!("pong {pings}");
        let deadline = Instant::now() + if ping { PATIENCE } else { NO_PING };
        if ping {
            process.say(&format!("ping {pings}"));
        }
        let heard = process.await_line(deadline, |line| {
            overhear(line, features, set_up);
            if refused.is_none() && refuses(line, last_told) {
                *refused = Some(line.to_owned());
            }
            (line.trim() == pong).then_some(())
        });
        match (heard, refused.take()) {
            (Err(Trouble::Late), None) if !ping => Ok(()),
            (Ok(_) | Err(Trouble::Late), Some(words)) => Err(Trouble::Refused(words)),
            (heard, _) => heard.map(|_| ()),
        }
    }

    fn think(&mut self, turn: &Turn) -> Result<(Said, Thought), Trouble> {
        let centiseconds = |side| turn.clocks[side].left().map_or(NO_CLOCK, |left| (left.as_millis() / 10).max(1));
        if self.features.value("time") != Some("0") {
            self.process.say(&format!("time {}", centiseconds(turn.side)));
            self.process.say(&format!("otim {}", centiseconds(turn.side.other())));
        }
        let begun = Instant::now();
        match self.pending.take().filter(|_| !self.forced) {
            Some(mv) => self.tell(mv),
            None => self.process.say("go"),
        }
        self.forced = false;
        let Cecp { process, features, set_up, last_told, .. } = self;
        let (mut thought, mut legs) = (Thought::default(), String::new());
        let (at, said) = process.await_line(begun + turn.patience, |line| {
            overhear(line, features, set_up);
            listen(line, &mut thought);
            if refuses(line, last_told) {
                return Some(Err(Trouble::Refused(line.to_owned())));
            }
            said(line, &mut legs).map(Ok)
        })?;
        thought.time = at - begun;
        Ok((said?, thought))
    }

    fn hurry(&mut self) -> Result<(), Trouble> {
        self.process.say("?");
        let mut legs = String::new();
        self.process.await_line(Instant::now() + GRACE, |line| said(line, &mut legs)).map(|_| ())
    }

    fn end(&mut self, score: &str, reason: &str) -> Result<(), Trouble> {
        self.process.say("force");
        self.process.say(&format!("result {score} {{{}}}", reason.replace(['{', '}'], "")));
        self.last_told.clear();
        self.settle()
    }

    fn reusable(&self) -> bool {
        self.features.value("reuse") != Some("0")
    }

    fn recent(&self) -> Vec<String> {
        self.process.recent()
    }

    fn kill(&mut self) {
        self.process.kill();
    }
}

/// The squares of a FEN, without what is in hand.
fn board_of(fen: &str) -> &str {
    let board = fen.split_whitespace().next().unwrap_or_default();
    board.split('[').next().unwrap_or_default()
}

/// Takes note of what is said beside moves.
fn overhear(line: &str, features: &mut Features, set_up: &mut Option<String>) {
    features.hear(line);
    if let Some(rest) = line.strip_prefix("setup ") {
        *set_up = rest.split_whitespace().find(|word| word.contains('/')).map(|fen| board_of(fen).to_owned());
    }
}

/// The same pieces in the same places, by whatever letters.
fn is_same_array(ours: &str, theirs: &str) -> bool {
    let squares = |board: &str| {
        let mut squares = Vec::new();
        let mut rest = board;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let taken = if digits > 0 { digits } else { first.len_utf8() };
            match rest[..taken].parse() {
                Ok(empty) => squares.extend(std::iter::repeat_n('.', usize::min(empty, 100))),
                Err(_) => squares.push(first),
            }
            rest = &rest[taken..];
        }
        squares
    };
    let (ours, theirs) = (squares(ours), squares(theirs));
    let same = |one: &char, two: &char| one.eq_ignore_ascii_case(two);
    let pairs = || ours.iter().zip(&theirs);
    ours.len() == theirs.len()
        && pairs().all(|(one, two)| {
            // A letter stands for another only if that one means nothing else.
            let renamed = !ours.iter().any(|other| same(other, two)) && !theirs.iter().any(|other| same(other, one));
            one.is_uppercase() == two.is_uppercase()
                && one.is_alphabetic() == two.is_alphabetic()
                && (one == two || renamed)
                && pairs().all(|(other, twin)| same(one, other) == same(two, twin))
        })
}

/// It won't have what it was told last. Other complaints are of no consequence.
fn refuses(line: &str, told: &str) -> bool {
    let names = |text: &str| !told.is_empty() && text.split_whitespace().any(|word| word == told);
    // Only a position has slashes, and it may be complained about in any words.
    let position = told.contains('/') && (line.starts_with("tellusererror") || line.starts_with("Error"));
    line.starts_with("Illegal move") || line.starts_with("Error") && names(line) || position
}

/// A move, with all its legs, or something else that ends the turn.
fn said(line: &str, legs: &mut String) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["move", mv, ..] => {
            legs.push_str(mv);
            (!legs.ends_with(',')).then(|| Said::Move(std::mem::take(legs)))
        }
        // As the protocol's first version had it.
        [number, "...", mv] if number.trim_end_matches('.').parse::<u32>().is_ok() => {
            Some(Said::Move((*mv).to_owned()))
        }
        ["resign", ..] | ["tellics", "resign", ..] => Some(Said::Resign),
        [score @ ("1-0" | "0-1" | "1/2-1/2"), ..] => {
            Some(Said::Claim { score: (*score).to_owned(), words: line.trim().to_owned() })
        }
        _ => None,
    }
}

/// Takes depth, score and nodes from a line of thought: `depth score time nodes …`.
fn listen(line: &str, thought: &mut Thought) {
    let mut words = line.split_whitespace();
    let Some(depth) = words.next().map(|word| word.trim_end_matches(['.', '+', '-', '&', '!', '?'])) else { return };
    let mut number = || words.next()?.parse::<i64>().ok();
    if let (Ok(depth), Some(score), Some(_), Some(nodes)) = (depth.parse(), number(), number(), number()) {
        let score = match score {
            100_000.. => (MATE as i64 - (score - 100_000)).max(20_000),
            ..=-100_000 => (-(MATE as i64) - (score + 100_000)).min(-20_000),
            _ => score.clamp(-20_000, 20_000),
        };
        let nodes = u64::try_from(nodes).ok();
        *thought = Thought { score: Some(score as i32), depth: Some(depth), nodes, ..thought.clone() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_end_with_moves_resignations_and_claims() {
        let once = |line| said(line, &mut String::new());
        assert_eq!(once("move e2e4"), Some(Said::Move("e2e4".to_owned())));
        assert_eq!(once("1. ... e7e5"), Some(Said::Move("e7e5".to_owned())));
        assert_eq!(once("resign"), Some(Said::Resign));
        let words = "1/2-1/2 {repetition}".to_owned();
        assert_eq!(once(&words), Some(Said::Claim { score: "1/2-1/2".to_owned(), words: words.clone() }));
        assert_eq!(once("# move e2e4"), None);
        let mut legs = String::new();
        assert_eq!(said("move e2e4,", &mut legs), None);
        assert_eq!(said("move e4d5", &mut legs), Some(Said::Move("e2e4,e4d5".to_owned())));
    }

    #[test]
    fn thoughts_are_read_from_thinking_lines() {
        let mut thought = Thought::default();
        listen("  9.  -31 120 4200 12 350 0\te2e4 e7e5", &mut thought);
        assert_eq!((thought.score, thought.depth, thought.nodes), (Some(-31), Some(9), Some(4200)));
        listen("10 100003 1 5 mate", &mut thought);
        assert_eq!(thought.score, Some(MATE - 3));
        listen("11 x 1 5", &mut thought);
        listen("move e2e4", &mut thought);
        assert_eq!(thought.depth, Some(10));
    }

    #[test]
    fn only_complaints_about_the_last_move_count() {
        assert!(refuses("Illegal move (in check): e2e4", "d2d4"));
        assert!(refuses("Error (unknown command): e2e4", "e2e4"));
        assert!(!refuses("Error (unknown command): computer", "e2e4"));
        assert!(!refuses("Error (unknown command): computer", ""));
        assert!(refuses("tellusererror what is a W?", "w7/8 w - - 0 1"));
        assert!(!refuses("tellusererror no book", "e2e4"));
    }

    #[test]
    fn the_same_array_may_have_other_letters() {
        assert!(is_same_array("rnw/pp1/PP1/RNW", "rng/pp1/PP1/RNG"));
        assert!(is_same_array("5k6/12", "5q6/12"));
        assert!(!is_same_array("12/k11", "k11/12"));
        assert!(!is_same_array("rnw/RNW", "rwn/RNW"));
        assert!(!is_same_array("rqkr/RQKR", "rkqr/RKQR"));
        assert!(!is_same_array("rnw/3/RNW", "rnw/RNW"));
        assert!(!is_same_array("rnw/1P1", "rnw/P2"));
        assert!(!is_same_array("rn/RN", "rn/rn"));
    }
}
