//! From text to games as they are written: tags, moves as text, comments, variations.

use super::{GLYPHS, RESULTS, UNSAID};
use crate::diagnostic::{Diagnostic, MARK, Span};

/// A game as it is written; its moves are not understood yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub tags: Vec<Tag>,
    pub line: WrittenLine,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`; `None` if neither the end of the moves nor a tag tells.
    pub result: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub value: String,
    /// Where the value is, without its quotes.
    pub span: Span,
}

/// Moves that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenLine {
    /// What is said before the first move.
    pub comment: Option<String>,
    pub moves: Vec<WrittenPly>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPly {
    pub text: String,
    pub span: Span,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`…
    pub nags: Vec<u16>,
    /// What is said after the move.
    pub comment: Option<String>,
    /// What could have been played instead.
    pub variations: Vec<WrittenLine>,
}

impl Written {
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The name of the variant. Lichess says `From Position` of chess that begins elsewhere.
    pub fn variant(&self) -> &str {
        let said = self.tag("Variant").filter(|tag| !tag.value.eq_ignore_ascii_case("From Position"));
        said.map_or(UNSAID, |tag| &tag.value)
    }
}

/// Variations in variations may be this deep.
const DEEPEST: usize = 100;

/// All games of a text, each as it is written or with what is wrong with it. After a mistake the text is read on from the
/// next tag at the beginning of a line. Spans are byte ranges into `text`.
pub fn read(text: &str) -> Vec<Result<Written, Diagnostic>> {
    let mut reader = Reader { text, at: 0 };
    if text.starts_with(MARK) {
        reader.at = MARK.len();
    }
    let mut games = Vec::new();
    while reader.has_more() {
        let game = reader.game();
        if game.is_err() {
            reader.skip_to_next_game();
        }
        games.push(game);
    }
    games
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn line_end(&self) -> usize {
        self.rest().find('\n').map_or(self.text.len(), |end| self.at + end)
    }

    /// Skips space and lines of other programs, which begin with `%`; false at the end of the text.
    fn has_more(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\0').len();
            self.at += space;
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(begins_line && self.rest().starts_with('%')) {
                return self.at < self.text.len();
            }
            self.at = self.line_end();
        }
    }

    fn game(&mut self) -> Result<Written, Diagnostic> {
        let mut game = Written::default();
        while self.has_more() && self.is_at_tag() {
            game.tags.push(self.tag()?);
        }
        let (line, end) = self.moves()?;
        game.result = result(end, game.tag("Result"))?;
        game.line = line;
        Ok(game)
    }

    /// `[Name "`: pieces may be written in brackets, too, but not so.
    fn is_at_tag(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('[') else { return false };
        let rest = rest.trim_start();
        let name = rest.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        let after = rest[name..].trim_start_matches([' ', '\t']);
        name > 0 && (after.starts_with('"') || after.len() < rest.len() - name && !after.starts_with(']'))
    }

    fn tag(&mut self) -> Result<Tag, Diagnostic> {
        let (start, end) = (self.at, self.line_end());
        self.at = end;
        let wrong = |at: usize, message: &str| {
            Err(Diagnostic::error(at..end.max(at), message).help("a tag is a line like `[White \"Morphy\"]`"))
        };
        let inside = self.text[start + 1..end].trim_start();
        let name_at = end - inside.len();
        let length = inside.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        let name = self.text[name_at..name_at + length].to_owned();
        let after = self.text[name_at + length..end].trim_start();
        let Some(quoted) = after.strip_prefix('"') else {
            return wrong(end - after.len(), "the value of this tag is not in quotes");
        };
        let value_at = end - quoted.len();
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '"' => {
                    let span = value_at..value_at + offset;
                    let rest = self.text[span.end + 1..end].trim_start();
                    if !rest.starts_with(']') {
                        return wrong(span.end + 1, "this tag is not closed");
                    }
                    self.at = end - rest.len() + 1;
                    return Ok(Tag { name, value, span });
                }
                '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
                _ => value.push(letter),
            }
        }
        wrong(value_at, "the quote is not closed on its line")
    }

    /// Moves up to a result, or up to the tags of the next game.
    fn moves(&mut self) -> Result<(WrittenLine, Option<String>), Diagnostic> {
        // Lines that have begun and not ended: the game and the variation, in it, and so on; where each was opened.
        let mut open: Vec<(WrittenLine, usize)> = vec![(WrittenLine::default(), self.at)];
        while self.has_more() {
            let start = self.at;
            let depth = open.len();
            let Some((line, _)) = open.last_mut() else { break };
            let rest = &self.text[start..];
            match rest.as_bytes()[0] {
                b'{' => {
                    let Some(end) = rest.find('}') else {
                        let span = start..start + 1;
                        return Err(Diagnostic::error(span, "this comment is not closed").help("add `}`"));
                    };
                    remark(line, &rest[1..end]);
                    self.at += end + 1;
                }
                b';' => {
                    self.at = self.line_end();
                    remark(line, &self.text[start + 1..self.at]);
                }
                b'(' if depth > DEEPEST => {
                    return Err(Diagnostic::error(start..start + 1, "variations in variations are too deep here"));
                }
                b'(' if line.moves.is_empty() => {
                    let span = start..start + 1;
                    return Err(Diagnostic::error(span, "a variation stands before the first move")
                        .help("a variation follows the move that it replaces"));
                }
                b'(' => {
                    open.push((WrittenLine::default(), start));
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    let closed = open.pop().filter(|_| depth > 1);
                    let above = open.last_mut().and_then(|(line, _)| line.moves.last_mut());
                    let (Some((closed, _)), Some(above)) = (closed, above) else {
                        return Err(Diagnostic::error(start..start + 1, "nothing is open that `)` would close"));
                    };
                    above.variations.push(closed);
                }
                b'$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    self.at += 1 + digits;
                    let Ok(number) = rest[1..1 + digits].parse::<u16>() else {
                        return Err(Diagnostic::error(start..self.at, "a number belongs after `$`"));
                    };
                    line.moves.last_mut().into_iter().for_each(|ply| ply.nags.push(number));
                }
                b'[' if depth == 1 && self.is_at_tag() => break,
                _ => {
                    let length = rest.find(|c: char| c.is_whitespace() || "{}();$".contains(c)).unwrap_or(rest.len());
                    // Something that belongs nowhere stands alone.
                    let length = length.max(rest.chars().next().map_or(1, char::len_utf8));
                    self.at += length;
                    let word = &rest[..length];
                    if RESULTS.contains(&word) && depth == 1 {
                        let line = open.swap_remove(0).0;
                        return Ok((line, Some(word.to_owned())));
                    }
                    read_word(line, word, start);
                }
            }
        }
        if let [_, .., (_, start)] = open[..] {
            return Err(Diagnostic::error(start..start + 1, "this variation is not closed").help("add `)`"));
        }
        Ok((open.swap_remove(0).0, None))
    }

    /// On to the next tag that begins a line after one that is none.
    fn skip_to_next_game(&mut self) {
        if self.is_at_tag() {
            return;
        }
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
        let mut after_tag = self.text[line_start..].starts_with('[');
        while self.at < self.text.len() {
            self.at = (self.line_end() + 1).min(self.text.len());
            let is_tag = self.is_at_tag();
            if is_tag && !after_tag {
                return;
            }
            after_tag = is_tag;
        }
    }
}

/// What the end of the moves says, or else the tag; they must not say two things.
fn result(end: Option<String>, tag: Option<&Tag>) -> Result<Option<String>, Diagnostic> {
    const OPEN: &str = "*";
    let Some(tag) = tag.filter(|tag| tag.value != OPEN && RESULTS.contains(&tag.value.as_str())) else {
        return Ok(end);
    };
    match end {
        Some(end) if end != OPEN && end != tag.value => {
            let message = format!("the tag says `{}`, and the moves end with `{end}`", tag.value);
            Err(Diagnostic::error(tag.span.clone(), message))
        }
        _ => Ok(Some(tag.value.clone())),
    }
}

/// Adds a comment to what was said last.
fn remark(line: &mut WrittenLine, words: &str) {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = line.moves.last_mut().map_or(&mut line.comment, |ply| &mut ply.comment);
    match place {
        Some(said) => *said = format!("{said} {words}"),
        None => *place = Some(words),
    }
}

/// A move with or without its number, a number alone, or signs of praise.
fn read_word(line: &mut WrittenLine, word: &str, at: usize) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    let number = if dots > 0 || digits == word.len() { digits + dots } else { 0 };
    let rest = &word[number..];
    let text = rest.trim_end_matches(['!', '?']);
    let glyph = GLYPHS.iter().find(|(glyph, _)| rest[text.len()..] == **glyph).map(|&(_, number)| number);
    if !text.is_empty() && text != "e.p." {
        let start = at + number;
        line.moves.push(WrittenPly {
            text: text.to_owned(),
            span: start..start + text.len(),
            nags: Vec::new(),
            comment: None,
            variations: Vec::new(),
        });
    }
    line.moves.last_mut().into_iter().for_each(|ply| ply.nags.extend(glyph));
}
