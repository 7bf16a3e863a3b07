//! The list of variants, by family, which can be narrowed by typing.

use super::html::page;
use super::shelf::{Entry, Shelf};
use crate::definition::title_of;
use crate::picture::svg::escape;
use std::fmt::Write;

const FILTER: &str = include_str!("filter.js");

pub fn index(shelf: &Shelf) -> String {
    let families = shelf.families();
    let count = shelf.entries().len();
    let mut body = format!(
        "<header class=\"top\"><h1>Chess variants</h1>\n<p>{count} games, their boards, pieces and rules. \
         Everything on these pages was made by Griffon from the files that define the games.</p>\n\
         <label class=\"search\" hidden=\"hidden\"><span>Search</span> \
         <input id=\"search\" type=\"search\" placeholder=\"a name, a size, a piece…\" autocomplete=\"off\"/></label>\n\
         <p id=\"found\" role=\"status\"></p>\n<nav aria-label=\"Families\"><ul class=\"families\">\n"
    );
    for (family, entries) in &families {
        let _ = writeln!(
            body,
            "<li><a href=\"#{0}\">{1} <small>{2}</small></a></li>",
            escape(family),
            escape(&title_of(family)),
            entries.len()
        );
    }
    body.push_str("</ul></nav></header>\n<main>\n");
    for (family, entries) in &families {
        let _ = writeln!(
            body,
            "<section id=\"{}\"><h2>{}</h2>\n<ul class=\"cards\">",
            escape(family),
            escape(&title_of(family))
        );
        entries.iter().for_each(|entry| body.push_str(&card(shelf, entry)));
        body.push_str("</ul></section>\n");
    }
    let _ = write!(body, "</main>\n<script>\n{FILTER}</script>\n");
    page("Chess variants", &format!("{count} chess variants with boards, pieces and rules"), &body)
}

fn card(shelf: &Shelf, entry: &Entry) -> String {
    // What is not on the card can be searched for as well.
    let mut words = vec![entry.name.clone(), entry.family.clone()];
    if let Ok(definition) = shelf.definition(entry) {
        let board = &definition.topology;
        words.push(format!("{}x{}", board.files(), board.ranks()));
        words.extend(definition.names.aliases.iter().cloned());
        words.extend(definition.pieces.iter().map(|piece| piece.name.clone()));
    }
    words.dedup();
    format!(
        "<li data-words=\"{}\"><a href=\"{}\"><img src=\"boards/{}.svg\" alt=\"Start position of {}\" loading=\"lazy\" \
         width=\"160\" height=\"160\"/><b>{}</b><span>{}</span></a></li>\n",
        escape(&words.join(" ").to_lowercase()),
        escape(&entry.file()),
        escape(&entry.name),
        escape(&entry.title),
        escape(&entry.title),
        escape(&entry.about)
    )
}
