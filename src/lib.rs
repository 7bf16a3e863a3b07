//! Griffon: a chess-variant engine whose rules are data.
//!
//! The program is a thin shell around this library. Rules come from a [`definition::Library`] of variant files,
//! [`rules::Rules`] are such a variant compiled into tables, and a [`game::Game`] is played by them.
//!
//! # Positions and moves
//!
//! ```
//! use griffon::definition::Library;
//! use griffon::game::Game;
//! use griffon::notation::Notation;
//! use griffon::rules::Rules;
//! use std::sync::Arc;
//!
//! let library = Library::shipped();
//! let definition = library.find("crazyhouse")?;
//! let rules = Arc::new(Rules::compile(definition).map_err(|found| found[0].message.clone())?);
//!
//! let mut game = Game::new(rules.clone());
//! assert_eq!(game.legal_moves().len(), 20);
//!
//! // A text becomes a move by being found among the legal ones.
//! let uci = Notation::by_name("uci").ok_or("no such notation")?;
//! for text in ["e2e4", "d7d5", "e4d5"] {
//!     let mv = uci.find(&game, text).ok_or("not legal")?;
//!     game.play(mv);
//! }
//! assert_eq!(game.fen(), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2");
//!
//! // The same move in several notations.
//! let mv = Notation::San.find(&game, "Qxd5").ok_or("not legal")?;
//! assert_eq!(uci.write(&game, mv), "d8d5");
//! game.play(mv);
//! assert!(game.undo());
//!
//! // Why not?
//! let pinned = Game::from_fen(rules, "4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1").map_err(|found| found.message)?;
//! assert_eq!(pinned.why_illegal("e2c3").as_deref(), Some("leaves the king in check"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Results
//!
//! ```
//! # use griffon::{definition::Library, game::Game, notation::Notation, rules::Rules};
//! # let definition = Library::shipped().find("xiangqi")?;
//! # let rules = std::sync::Arc::new(Rules::compile(definition).map_err(|found| found[0].message.clone())?);
//! let game = Game::from_fen(rules, "R3k4/8R/9/9/9/9/9/9/9/3K5 b - - 0 1").map_err(|found| found.message)?;
//! let outcome = game.outcome().ok_or("the game goes on")?;
//! assert_eq!((outcome.score(), outcome.reason.as_str()), ("1-0", "checkmate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A variant of one's own
//!
//! [`definition::load`] reads a text and says everything there is to say about it, with places; variants without
//! errors come back.
//!
//! ```
//! use griffon::definition::{Library, load};
//! use griffon::diagnostic::{Source, render};
//! use griffon::game::Game;
//! use griffon::rules::Rules;
//! use std::sync::Arc;
//!
//! let text = r#"
//! variant amazonian from chess
//!   piece queen Q "QN"
//! "#;
//! let source = Source::new("amazonian.variant", text);
//! let (definitions, found) = load(&source, &Library::shipped());
//! assert!(found.is_empty(), "{}", render(&source, &found, false));
//!
//! let rules = Rules::compile(definitions[0].clone()).map_err(|found| found[0].message.clone())?;
//! assert_eq!(Game::new(Arc::new(rules)).legal_moves().len(), 22);
//!
//! let slip = Source::new("slip.variant", "variant slip from ches");
//! let (_, found) = load(&slip, &Library::shipped());
//! assert_eq!(found[0].help, ["did you mean `chess`?"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # PGN
//!
//! [`notation::pgn`] writes games and reads them, in two steps: what is written needs no rules, what it means does.
//!
//! ```
//! use griffon::definition::Library;
//! use griffon::notation::pgn;
//! use griffon::rules::Rules;
//! use std::sync::Arc;
//!
//! let text = r#"
//! [White "Anna"]
//! [Variant "Three-check"]
//!
//! 1. e4 e5 2. Bc4 {quick} (2. Qh5) 2... Nc6 3. Bxf7+ *
//! "#;
//! let library = Library::shipped();
//! for written in pgn::read(text) {
//!     let written = written.map_err(|found| found.message)?;
//!     let definition = written.definition(&library).map_err(|found| found.message)?;
//!     let rules = Rules::compile(definition).map_err(|found| found[0].message.clone())?;
//!     let record = written.play(Arc::new(rules)).map_err(|found| found.message)?;
//!     assert_eq!(record.game.moves().len(), 5);
//!     assert_eq!(record.line.moves[2].comment.as_deref(), Some("quick"));
//!     assert_eq!(record.line.moves[2].variations.len(), 1);
//!
//!     let mut out = Vec::new();
//!     pgn::write(&mut out, &record.tags, &record.game, |_| None, "*")?;
//!     let out = String::from_utf8(out)?;
//!     assert!(out.starts_with("[Event \"?\"]"));
//!     assert!(out.ends_with("\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *\n\n"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The referee
//!
//! What `griffon referee` answers other programs can be had here, as JSON or as values ready to be serialized.
//!
//! ```
//! use griffon::definition::Library;
//! use griffon::referee::Referee;
//!
//! let mut referee = Referee::new(Library::shipped());
//! let mut answer = Vec::new();
//! referee.answer(br#"{"id":7,"ask":"result","variant":"chess","moves":["f2f3","e7e5","g2g4","d8h4"]}"#, &mut answer);
//! assert_eq!(String::from_utf8(answer)?, r#"{"id":7,"result":"0-1","reason":"checkmate"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
pub mod bench;
pub mod book;
pub mod cli;
pub mod definition;
pub mod diagnostic;
pub mod evaluation;
mod files;
pub mod game;
mod hints;
pub mod import;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod picture;
pub mod position;
pub mod protocol;
pub mod referee;
pub mod review;
pub mod rulebook;
pub mod rules;
pub mod search;
pub mod shorten;
pub mod syntax;
pub mod touch;
pub mod trial;
pub mod tuning;
