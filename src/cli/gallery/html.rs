//! What all pages have in common.

use crate::picture::svg::{BOARD_STYLE, MARKS_STYLE, escape};

/// Rules for pages and drawings, in one file.
pub fn style() -> String {
    format!("{}\n{MARKS_STYLE}{BOARD_STYLE}", include_str!("gallery.css"))
}

/// A page. `body` is HTML, `title` is text.
pub fn page(title: &str, description: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<meta name=\"description\" content=\"{}\"/>\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"gallery.css\"/>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(description),
        escape(title)
    )
}

pub fn link(to: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(to), escape(text))
}
