//! The statement `piece`: its name, its letter, and its moves.

mod properties;

pub(super) use properties::PROPERTIES;

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, MoveClause, PerSide, PieceType, Side, Zone, lists};
use crate::diagnostic::Diagnostic;
use crate::rules::leg::MoveProgram;
use crate::rules::{crowd, legs_of};
use crate::syntax::betza;
use crate::syntax::variant::{Statement, Token, TokenKind};
use properties::{SAID_ONCE, property};
use smallvec::SmallVec;

/// Words that mean something else where the name of a piece may stand.
const TAKEN: &[&str] = &[
    "all", "anything", "any", "royals", "white", "black", "first", "second", "player", "partner", "partners", "itself",
    "what", "except", "or", "is", "in", "outside", "to", "with", "at", "by", "of", "not", "wins", "loses", "draws",
];

/// Most kinds of pieces a variant may have.
const MAX_KINDS: usize = 1000;

/// Notes name and letter, so that other statements can speak of the piece.
pub(super) fn declare(draft: &mut Draft, statement: &Statement) -> Read<()> {
    let mut reader = Reader::new(statement);
    let name = reader.word("the name of the piece")?;
    let fine = |c: char| c.is_lowercase() || c.is_ascii_digit() || c == '-';
    if TAKEN.contains(&name.text.as_str()) {
        return Err(Diagnostic::error(name.span.clone(), format!("`{}` cannot be the name of a piece", name.text))
            .help("where pieces are named, this word has a meaning of its own"));
    }
    if !name.text.starts_with(char::is_lowercase) || !name.text.chars().all(fine) {
        return Err(Diagnostic::error(name.span.clone(), format!("`{}` cannot be the name of a piece", name.text))
            .help("names are lower case words, such as `knight` or `flying-dragon`"));
    }
    let letter = letter(&mut reader, name)?;
    check_symbol(letter)?;
    let clash = |piece: &PieceType| piece.symbol.eq_ignore_ascii_case(&letter.text);
    if let Some(at) = draft.definition.pieces.iter().position(clash) {
        let other = draft.definition.pieces[at].name.clone();
        let mut complaint = Diagnostic::error(
            letter.span.clone(),
            format!("`{}` and `{other}` share the letter `{}`", name.text, letter.text),
        )
        .help("give one of them another letter, or a mark: `N'`, `N!`, `+N` or `[KN]`");
        if let Some(place) = draft.letter_place(Kind(at as u16)) {
            complaint = complaint.note(place, "used here");
        }
        return Err(complaint);
    }
    if draft.definition.pieces.len() == MAX_KINDS {
        return Err(Diagnostic::error(name.span.clone(), format!("more than {MAX_KINDS} kinds of pieces")));
    }
    draft.letters.push(draft.place(letter.span.clone()));
    draft.definition.pieces.push(PieceType {
        name: name.text.clone(),
        symbol: letter.text.clone(),
        moves: Vec::new(),
        royal: false,
        royal_at_most: None,
        royal_nearest: None,
        iron: false,
        confined: None,
        demotes_to: None,
        demotes_always: false,
        resets_counter: false,
        calm: false,
        startled_by: Vec::new(),
        limit: None,
        stops: None,
        chases_freely: false,
        prey_of: Vec::new(),
        fair_game: None,
        spares: Vec::new(),
        goes_on: false,
        shy: false,
        not_over: Vec::new(),
        not_onto: false,
        glyphs: PerSide::default(),
        other_letters: Vec::new(),
        value: None,
        image: None,
    });
    Ok(())
}

/// The letter behind the name.
fn letter<'s>(reader: &mut Reader<'s>, name: &Token) -> Read<&'s Token> {
    if let Some(moves) = reader.peek().filter(|token| token.kind == TokenKind::Text && token.text.len() > 1) {
        return Err(Diagnostic::error(moves.span.clone(), "expected the letter of the piece, found its moves")
            .help(format!("the letter comes first: `piece {} X \"{}\"`", name.text, moves.text)));
    }
    reader.word("its letter")
}

/// `P`, `+P`, `N'`, `N!`, `[DK]`.
fn check_symbol(letter: &Token) -> Read<()> {
    let bare = letter.text.strip_prefix('+').unwrap_or(&letter.text);
    let fine = match bare.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(inner) => inner.len() >= 2 && inner.len() <= 8 && inner.bytes().all(|b| b.is_ascii_uppercase()),
        None => {
            let core = bare.strip_suffix(['\'', '!']).unwrap_or(bare);
            core.len() == 1 && core.bytes().all(|b| b.is_ascii_uppercase())
        }
    };
    if fine {
        return Ok(());
    }
    let complaint = Diagnostic::error(letter.span.clone(), format!("`{}` cannot be a piece's letter", letter.text));
    let upper = letter.text.to_ascii_uppercase();
    Err(if bare.len() > 1 && bare.bytes().all(|b| b.is_ascii_lowercase()) {
        complaint
            .help("a name is one word, then comes the letter: `piece fire-dragon D \"NmW\"`")
            .help(format!("several letters go in brackets: `[{upper}]`"))
    } else if bare.len() == 1 && bare.bytes().all(|b| b.is_ascii_lowercase()) {
        complaint.help(format!("the first player's letters are capitals: `{upper}`"))
    } else if bare.len() > 1 && bare.bytes().all(|b| b.is_ascii_alphabetic()) {
        complaint.help(format!("several letters go in brackets: `[{upper}]`"))
    } else {
        complaint.help("a letter is one capital `P`, marked `+P`, `N'` or `N!`, or several in brackets `[DK]`")
    })
}

/// Reads a declared piece in full.
pub(super) fn piece(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let name = reader.word("the name of the piece")?;
    letter(reader, name)?;
    let Some(kind) = draft.kind(&name.text) else {
        return Ok(()); // its declaration was at fault and has been reported
    };
    let mut piece = draft.definition.pieces[kind.index()].clone();
    piece.demotes_to = piece.symbol.strip_prefix('+').and_then(|plain| draft.kind_of_symbol(plain));
    piece.demotes_always = false;
    let moves_follow = reader.peek().is_some_and(|token| token.kind == TokenKind::Text)
        || reader.at_word("white")
        || reader.at_word("first");
    if moves_follow {
        let clause = moves(draft, reader, None)?;
        piece.moves.push(clause);
    }
    let mut said: SmallVec<[&str; 8]> = SmallVec::new();
    while !reader.is_done() {
        let comma = reader.comma();
        if reader.is_done() && comma {
            return Err(reader.expected("a property of the piece"));
        }
        let (span, phrase) = (reader.here(), SAID_ONCE.iter().copied().find(|phrase| reader.at_phrase(phrase)));
        property(draft, reader, kind, &mut piece)?;
        if let Some(phrase) = phrase {
            if said.contains(&phrase) {
                return Err(Diagnostic::error(span, format!("`{phrase}` is said twice of `{}`", piece.name)));
            }
            said.push(phrase);
        }
    }
    if let Some(confined) = &piece.confined {
        for zone in piece.moves.iter_mut().filter(|clause| clause.along).flat_map(|clause| &mut clause.from) {
            let common = |side: Side| zone[side].iter().filter(|&square| confined[side].contains(square)).collect();
            *zone = PerSide(Side::BOTH.map(common));
        }
    }
    draft.definition.pieces[kind.index()] = piece;
    Ok(())
}

/// `"N"` or `white "N" black "K"`, and before it `taking only pawn`.
pub(super) fn moves(draft: &mut Draft, reader: &mut Reader, from: Option<Zone>) -> Read<MoveClause> {
    let mut takes = Vec::new();
    if reader.at_word("taking") {
        reader.require("taking only")?;
        takes = lists::list(draft, reader, PROPERTIES)?;
    }
    let sides = match reader.accept_any(&["white", "first"]) {
        None => PerSide::same(reader.text("moves")?),
        Some(word) => {
            let first = reader.text("the first player's moves")?;
            reader.comma();
            reader.require(if word == "white" { "black" } else { "second" })?;
            PerSide([first, reader.text("the second player's moves")?])
        }
    };
    let first = programs(draft, sides[Side::First]);
    let second = match sides[Side::First] == sides[Side::Second] {
        true => first.clone(),
        false => programs(draft, sides[Side::Second]),
    };
    let text = PerSide(sides.0.map(|token| token.text.clone()));
    let programs = PerSide([first, second]);
    Ok(MoveClause { from, along: false, into: None, after_capture: false, takes, text, programs })
}

/// Moves from some squares, perhaps `into` some.
fn ending(draft: &mut Draft, reader: &mut Reader, from: Option<Zone>) -> Read<MoveClause> {
    let into = if reader.accept("into") { Some(draft.zones(false).read(reader)?) } else { None };
    Ok(MoveClause { into, ..moves(draft, reader, from)? })
}

/// Compiles a description; complaints point into the quotation.
fn programs(draft: &mut Draft, text: &Token) -> Vec<MoveProgram> {
    let board = &draft.definition.topology;
    let compiled = betza::parse(&text.text).and_then(|description| legs_of::compile_on(&description, board));
    let compiled = compiled.and_then(|programs| match () {
        () if crowd::wanders(&programs, board) => {
            let error = Diagnostic::error(0..text.text.len(), "this goes more ways than can be followed in time");
            let help = "most of them lead to the same squares; say how often legs may repeat, as in `(mas)2mR`";
            Err(vec![error.label("turns again and again").help(help)])
        }
        () if !crowd::is_lost_in(&programs, board) => Ok(programs),
        () => {
            let error = Diagnostic::error(0..text.text.len(), "this captures in too many ways to list them all");
            let help = "in a crowd it would have thousands of moves; say how often legs may repeat, as in `(mcas)2R`";
            Err(vec![error.label("captures one piece after the other").help(help)])
        }
    });
    compiled.unwrap_or_else(|found| {
        found.into_iter().for_each(|finding| draft.report(finding.shifted(text.span.start + 1)));
        Vec::new()
    })
}
