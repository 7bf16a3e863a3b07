//! The page of one variant.

use super::html::{link, page};
use super::shelf::{Entry, Shelf};
use super::{Leaf, perft};
use crate::definition::{Definition, Kind, Side, title_of};
use crate::game::Game;
use crate::picture::svg::{self, Setting, escape};
use crate::picture::{Area, Board, Diagram, Mark};
use crate::rulebook;
use crate::rules::Rules;
use std::fmt::Write;
use std::sync::Arc;

pub fn leaf(shelf: &Shelf, entry: &Entry) -> Result<Leaf, String> {
    let definition = shelf.definition(entry)?;
    let rules = Rules::compile(definition.clone())
        .map_err(|found| found.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; "))?;
    let game = Game::new(Arc::new(rules));
    let board = Board::new(&game);
    let words = format!("{} by {} squares; {}", board.topology.files(), board.topology.ranks(), game.fen());
    let mut body = head(shelf, entry, &definition);
    body.push_str("<main>\n<div class=\"opening\">\n");
    body.push_str(&position(&definition, &game, &board, &words));
    body.push_str(&rules_in_words(&definition));
    body.push_str("</div>\n");
    body.push_str(&pieces(shelf, &definition, &game, &board));
    body.push_str(&counts(entry, &game));
    body.push_str(&names(&definition));
    body.push_str(&children(shelf, entry));
    body.push_str(&source(shelf, entry));
    body.push_str("</main>\n");
    Ok(Leaf { page: page(&entry.title, &entry.about, &body), board: svg::board(&board, Setting::Alone, &words) })
}

/// Title, introduction and relatives.
fn head(shelf: &Shelf, entry: &Entry, definition: &Definition) -> String {
    let mut text = format!(
        "<header class=\"top\"><nav><a href=\"index.html#{}\">All variants</a></nav>\n<h1>{}</h1>\n",
        escape(&entry.family),
        escape(&entry.title)
    );
    if !entry.about.is_empty() {
        let _ = writeln!(text, "<p class=\"about\">{}</p>", escape(&rulebook::capital(&entry.about)));
    }
    for paragraph in definition.names.comment.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let _ = writeln!(text, "<p>{}</p>", escape(&paragraph.replace('\n', " ")));
    }
    let known = |name: &String| shelf.entry(name).map(|relative| link(&relative.file(), &relative.title));
    if let Some(parent) = entry.parent.as_ref().filter(|parent| **parent != entry.name).and_then(known) {
        let _ = writeln!(text, "<p class=\"kin\">Made from {parent}.</p>");
    }
    text.push_str("</header>\n");
    text
}

/// The board, what its lines mean, and the FEN.
fn position(definition: &Definition, game: &Game, board: &Board, words: &str) -> String {
    let mut text = String::from("<section class=\"position\"><h2>Board</h2>\n<figure>\n");
    text.push_str(&svg::board(board, Setting::OnPage, words));
    text.push_str("<figcaption>");
    if let Some(lines) = lines(definition, board) {
        let _ = write!(text, "{lines} ");
    }
    let _ = write!(text, "FEN: <code>{}</code></figcaption>\n</figure>\n</section>\n", escape(&game.fen()));
    text
}

/// What the lines on the board mean.
fn lines(definition: &Definition, board: &Board) -> Option<String> {
    let name = |area: &Area| area.title.clone();
    let (promotion, others): (Vec<&Area>, Vec<&Area>) = board.areas.iter().partition(|area| area.promotes);
    let mut parts = Vec::new();
    if !promotion.is_empty() {
        parts.push("dotted red lines: where pieces promote".to_owned());
    }
    if !others.is_empty() {
        let names: Vec<String> = others.into_iter().map(name).collect();
        parts.push(format!("other marked areas: {}", names.join(", ")));
    }
    let joined = definition.topology.wrap_files || definition.topology.wrap_ranks;
    if joined {
        parts.push("thick broken edges: joined with the opposite edge".to_owned());
    }
    (!parts.is_empty()).then(|| format!("{}.", escape(&rulebook::capital(&parts.join("; ")))))
}

/// All kinds, with a legend for their diagrams.
fn pieces(shelf: &Shelf, definition: &Definition, game: &Game, board: &Board) -> String {
    let drawn: Vec<(Kind, Vec<Captioned>)> =
        definition.kinds().map(|kind| (kind, diagrams(shelf, definition, kind))).collect();
    let all = || drawn.iter().flat_map(|(_, diagrams)| diagrams.iter().map(|(_, diagram)| diagram));
    let mut used: Vec<Mark> = all().flat_map(|diagram| diagram.marks.used()).collect();
    used.sort_unstable();
    used.dedup();
    let mut text = format!(
        "<section><h2>Pieces</h2>\n<svg class=\"moves symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}{}</defs></svg>\n<ul class=\"legend\">\n",
        svg::mark_symbols(&used),
        svg::kind_symbols(game.rules(), board.look)
    );
    for mark in used {
        let _ = writeln!(
            text,
            "<li><svg class=\"moves\" viewBox=\"0 0 40 40\" aria-hidden=\"true\"><use href=\"#m-{}\" width=\"40\" height=\"40\"/></svg>{}</li>",
            mark.row().name,
            escape(mark.row().meaning)
        );
    }
    text.push_str("</ul>\n<div class=\"pieces\">\n");
    for (kind, diagrams) in &drawn {
        text.push_str(&piece(definition, game, board, *kind, diagrams));
    }
    text.push_str("</div>\n</section>\n");
    text
}

/// A diagram, and where and for whom it holds.
type Captioned = (String, Arc<Diagram>);

/// The diagrams of a kind.
fn diagrams(shelf: &Shelf, definition: &Definition, kind: Kind) -> Vec<Captioned> {
    let mut found: Vec<Captioned> = Vec::new();
    for clause in &definition.piece(kind).moves {
        let place = rulebook::where_from(definition, clause);
        let [first, second] = &clause.text.0;
        let sides: &[(Side, &String)] =
            if first == second { &[(Side::First, first)] } else { &[(Side::First, first), (Side::Second, second)] };
        for &(side, text) in sides {
            let who = if first == second { String::new() } else { format!("{}: ", definition.player(side)) };
            found.extend(shelf.diagram(text).map(|diagram| (format!("{who}{place}"), diagram)));
        }
    }
    found
}

/// A card: faces, name, diagrams, and the moves as XBetza and in words.
fn piece(definition: &Definition, game: &Game, board: &Board, kind: Kind, diagrams: &[Captioned]) -> String {
    let piece = definition.piece(kind);
    let mut text = format!(
        "<article class=\"piece\"><h3>{}{} <small>{}</small></h3>\n",
        svg::faces(game.rules(), board.look, kind),
        escape(&title_of(&piece.name)),
        escape(&piece.symbol)
    );
    for (words, diagram) in diagrams {
        let title = format!("Moves of the {}", piece.name);
        let caption = if words.is_empty() { String::new() } else { format!("{} ", escape(words)) };
        let _ = writeln!(
            text,
            "<figure>{}<figcaption>{caption}<code>{}</code></figcaption></figure>",
            svg::diagram(diagram, &title, &svg::kind_symbol(kind)),
            escape(&diagram.text)
        );
    }
    text.push_str(&list(&rulebook::piece(definition, kind)));
    text.push_str("</article>\n");
    text
}

fn list(sentences: &[String]) -> String {
    let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", escape(sentence))).collect();
    format!("<ul>\n{items}</ul>\n")
}

fn rules_in_words(definition: &Definition) -> String {
    let mut text = String::from("<section class=\"rules\"><h2>Rules</h2>\n");
    for chapter in rulebook::chapters(definition) {
        let _ = write!(text, "<h3>{}</h3>\n{}", escape(chapter.title), list(&chapter.sentences));
    }
    text.push_str("</section>\n");
    text
}

fn counts(entry: &Entry, game: &Game) -> String {
    let counts = perft::counts(game);
    let rows: String = counts
        .iter()
        .enumerate()
        .map(|(at, count)| format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", at + 1, thousands(*count)))
        .collect();
    format!(
        "<section><h2>Number of games</h2>\n<table><caption>Sequences of so many moves from the start position; \
         <code>griffon perft {} {}</code> counts further.</caption>\n\
         <thead><tr><th scope=\"col\">Moves</th><th scope=\"col\">Sequences</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n</section>\n",
        escape(&entry.name),
        counts.len() + 1
    )
}

/// `1,234,567`
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn names(definition: &Definition) -> String {
    let names = &definition.names;
    let mut rows = vec![("here", names.name.clone()), ("in UCI", names.uci.clone()), ("in XBoard", names.cecp.clone())];
    if !names.aliases.is_empty() {
        rows.push(("also", names.aliases.join(", ")));
    }
    let items: String =
        rows.iter().map(|(what, name)| format!("<dt>{what}</dt><dd><code>{}</code></dd>\n", escape(name))).collect();
    format!("<section><h2>Names</h2>\n<dl class=\"names\">\n{items}</dl>\n</section>\n")
}

/// What was made from this.
fn children(shelf: &Shelf, entry: &Entry) -> String {
    let known = entry.children.iter().filter_map(|name| shelf.entry(name));
    let items: String = known.map(|child| format!("<li>{}</li>\n", link(&child.file(), &child.title))).collect();
    if items.is_empty() {
        return items;
    }
    format!("<section><h2>Made from this</h2>\n<ul class=\"kin\">\n{items}</ul>\n</section>\n")
}

/// The file itself.
fn source(shelf: &Shelf, entry: &Entry) -> String {
    let Some((file, written)) = shelf.written(entry) else { return String::new() };
    format!(
        "<section><h2>Definition</h2>\n<p>From <code>{}</code>:</p>\n<pre tabindex=\"0\"><code>{}</code></pre>\n</section>\n",
        escape(file),
        escape(written)
    )
}
