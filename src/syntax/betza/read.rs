//! From text to tree: the parser library's pairs, and what to say when it finds none.
//!
//! The grammar accepts any letter; this file knows which atoms and numbers exist. All letters of a text that are
//! wrong are reported, a broken structure once.

use super::explain::{check_size, explain, unknown_atom};
use super::*;
use crate::diagnostic::{Diagnostic, Span};
use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/xbetza.pest"]
struct BetzaParser;

pub(super) fn description(text: &str) -> Result<Description, Vec<Diagnostic>> {
    check_size(text)?;
    let pairs = BetzaParser::parse(Rule::description, text).map_err(|error| {
        let at = match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((at, _)) => at,
        };
        vec![explain(text, at)]
    })?;
    let mut reader = Reader { errors: Vec::new() };
    let moves = pairs
        .flat_map(|description| description.into_inner())
        .filter(|pair| pair.as_rule() == Rule::movement)
        .filter_map(|pair| {
            let span = span(&pair);
            reader.movement(pair).map(|it| Located { it, span })
        })
        .collect();
    if reader.errors.is_empty() { Ok(Description { moves }) } else { Err(reader.errors) }
}

fn span(pair: &Pair<Rule>) -> Span {
    pair.as_span().start()..pair.as_span().end()
}

/// A prefix and the figure it belongs to, not yet understood.
type RawChoice<'a> = (Vec<Item>, Pair<'a, Rule>);

struct Reader {
    errors: Vec<Diagnostic>,
}

impl Reader {
    fn movement(&mut self, pair: Pair<Rule>) -> Option<Movement> {
        let mut prefix = Vec::new();
        let mut movement = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => prefix = self.items(part),
                Rule::bracket => movement = self.bracket(&prefix, part).map(Movement::Bracket),
                _ => movement = self.simple(std::mem::take(&mut prefix), part).map(Movement::Simple),
            }
        }
        movement
    }

    fn simple(&mut self, items: Vec<Item>, figure: Pair<Rule>) -> Option<Simple> {
        let mut atom = self.atom(figure)?;
        let prefix = match letters(&items) {
            Some(letters) => Prefix::Legs(self.check(read_groups(&letters, atom.it, &atom.span, Place::Move))?),
            None => Prefix::Repeating(items),
        };
        // Without a number a crooked or circular ride has no end.
        let may_ride = match &prefix {
            Prefix::Legs(groups) => groups.iter().any(|group| group.it.bend.is_some()),
            Prefix::Repeating(_) => true,
        };
        if !may_ride {
            atom.it = atom.it.without_usual_number();
        }
        Some(Simple { prefix, atom })
    }

    fn bracket(&mut self, before: &[Item], pair: Pair<Rule>) -> Option<Bracket> {
        let whole = span(&pair);
        let (virgin, filter) = self.before_bracket(before)?;
        let mut legs: Vec<(Vec<RawChoice>, bool)> = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::link => {
                    if let Some(leg) = legs.last_mut() {
                        leg.1 = part.as_str() == "?";
                    }
                }
                _ => legs.push((self.choices(part), false)),
            }
        }
        let count = legs.len();
        if count < 2 {
            let error = Diagnostic::error(whole, "a bracket with only one leg").label("nothing to follow");
            self.errors.push(error.help("`[A-B]` goes on from A to B, `[A?B]` may also stop at A"));
            return None;
        }
        let mut tree = Vec::new();
        for (leg, (choices, may_stop)) in legs.into_iter().enumerate() {
            let place = Place::Bracket { leg, last: leg + 1 == count };
            let choices = choices.into_iter().filter_map(|(items, figure)| self.choice(items, figure, place)).collect();
            tree.push(BracketLeg { choices, may_stop });
        }
        self.check_kinds(&tree);
        Some(Bracket { virgin, filter, legs: tree })
    }

    /// `i` and direction letters are all that may stand before a bracket.
    fn before_bracket(&mut self, items: &[Item]) -> Option<(bool, Vec<Heading>)> {
        let letters = self.plain_letters(items, "before a bracket")?;
        let virgin = letters.iter().any(|letter| letter.it.letter() == 'i');
        let mut run = Vec::new();
        for Located { it, span } in &letters {
            match Way::from_letter(it.letter()) {
                Some(way) if !matches!(way, Way::SameSide | Way::OtherSide) => run.push((way, span.clone())),
                _ if it.letter() == 'i' => {}
                _ => {
                    let message = format!("`{}` cannot stand before a bracket", it.letter());
                    let help = "only `i` and direction letters may; write the others on the legs inside";
                    self.errors.push(Diagnostic::error(span.clone(), message).label("not here").help(help));
                }
            }
        }
        match directions::read(&run, Symmetry::Oblique) {
            Ok(mut headings) => {
                let mut kept = Vec::new();
                headings.retain(|heading| {
                    !kept.contains(heading) && {
                        kept.push(*heading);
                        true
                    }
                });
                Some((virgin, headings))
            }
            Err(span) => {
                let error = Diagnostic::error(span, "`h` belongs to no direction letter").label("half of what?");
                self.errors.push(error.help("before a bracket it stands in `fh bh lh rh hr hl`"));
                None
            }
        }
    }

    fn choices<'a>(&mut self, leg: Pair<'a, Rule>) -> Vec<RawChoice<'a>> {
        let mut choices = Vec::new();
        let mut prefix = Vec::new();
        for part in leg.into_inner() {
            match part.as_rule() {
                Rule::prefix => prefix = self.items(part),
                _ => choices.push((std::mem::take(&mut prefix), part)),
            }
        }
        choices
    }

    fn choice(&mut self, items: Vec<Item>, figure: Pair<Rule>, place: Place) -> Option<Located<Choice>> {
        let atom = self.atom(figure)?;
        if atom.it.letter.is_special() {
            let message = format!("`{}` cannot stand in a bracket", atom.it.letter.to_char());
            self.errors.push(Diagnostic::error(atom.span, message).label("not a leap"));
            return None;
        }
        let letters = self.plain_letters(&items, "in a bracket")?;
        let groups = self.check(read_groups(&letters, atom.it, &atom.span, place))?;
        let span = letters.first().map_or(atom.span.start, |letter| letter.span.start)..atom.span.end;
        let atom = atom.it.without_usual_number();
        groups.into_iter().next().map(|group| Located { it: Choice { group: group.it, atom }, span })
    }

    /// Straight and oblique leaps have no common idea of going straight on.
    fn check_kinds(&mut self, legs: &[BracketLeg]) {
        let is_oblique = |choice: &Choice| choice.atom.symmetry() == Symmetry::Oblique;
        let mut choices = legs.iter().flat_map(|leg| &leg.choices);
        let Some(first) = choices.next() else { return };
        if let Some(other) = choices.find(|choice| is_oblique(&choice.it) != is_oblique(&first.it)) {
            let error = Diagnostic::error(other.span.clone(), "straight and oblique leaps in one bracket");
            self.errors.push(error.label("unlike the first").note(first.span.clone(), "the first leg"));
        }
    }

    fn plain_letters(&mut self, items: &[Item], place: &str) -> Option<Vec<Located<ModifierLetter>>> {
        let letters = letters(items);
        if letters.is_none() {
            let spans = items.iter().filter_map(|item| match item {
                Item::Repeat(repeat) => Some(repeat.span.clone()),
                Item::Letter(_) => None,
            });
            let message = format!("parentheses cannot stand {place}");
            self.errors.extend(spans.map(|span| Diagnostic::error(span, message.clone()).label("repeats letters")));
        }
        letters
    }

    fn items(&mut self, prefix: Pair<Rule>) -> Vec<Item> {
        let mut items = Vec::new();
        for part in prefix.into_inner() {
            let place = span(&part);
            if part.as_rule() == Rule::modifier {
                match ModifierLetter::new(part.as_str().chars().next().unwrap_or('w'), &place) {
                    Ok(it) => items.push(Item::Letter(Located { it, span: place })),
                    Err(error) => self.errors.push(error),
                }
                continue;
            }
            let (mut inside, mut most) = (Vec::new(), None);
            for part in part.into_inner() {
                if part.as_rule() == Rule::prefix {
                    inside = self.items(part);
                } else {
                    most = self.number(&part);
                    if most == Some(0) {
                        let error = Diagnostic::error(span(&part), "a group repeated 0 times").label("at least 1");
                        self.errors.push(error.help("without a number it is repeated as often as there is room"));
                    }
                }
            }
            items.push(Item::Repeat(Located { it: Repeat { inside, most }, span: place }));
        }
        items
    }

    fn atom(&mut self, figure: Pair<Rule>) -> Option<Located<Atom>> {
        let place = span(&figure);
        let mut atom = Atom { letter: Letter::W, longer: 0, farther: 0, range: Range::Usual };
        let (mut doubled, mut known) = (false, true);
        for part in figure.into_inner() {
            let here = span(&part);
            match part.as_rule() {
                Rule::doubled | Rule::atom => {
                    doubled = part.as_rule() == Rule::doubled;
                    let letter = part.as_str().chars().next().unwrap_or('?');
                    match Letter::from_char(letter) {
                        Some(letter) => atom.letter = letter,
                        None => {
                            known = false;
                            self.errors.push(unknown_atom(letter, here));
                        }
                    }
                    atom.range = if doubled { Range::Unlimited } else { Range::Usual };
                }
                Rule::lengthening if known => self.lengthen(&mut atom, doubled, &part),
                Rule::range if doubled => {
                    let error = Diagnostic::error(here, "a range on a doubled atom").label("already unlimited");
                    self.errors.push(error.help("write the atom once"));
                }
                Rule::range if known => self.range(&mut atom, &part),
                _ => {}
            }
        }
        known.then_some(Located { it: atom, span: place })
    }

    fn lengthen(&mut self, atom: &mut Atom, doubled: bool, part: &Pair<Rule>) {
        let count = |letter| part.as_str().matches(letter).count();
        let (longer, farther) = (count('X'), count('Y'));
        let letter = atom.letter.to_char();
        let error = |message: String| Diagnostic::error(span(part), message);
        if doubled {
            let help = "write the atom once and the range 0 at the end";
            self.errors.push(error("a doubled atom cannot be lengthened".into()).label("too late").help(help));
        } else if atom.letter.is_special() || atom.letter.is_king_like() {
            self.errors.push(error(format!("`{letter}` has no single leap to lengthen")).label("cannot be lengthened"));
        } else if longer + farther > 30 {
            self.errors.push(error("a leap far beyond any board".into()).label("at most 30 letters"));
        } else {
            (atom.longer, atom.farther) = (longer as u8, farther as u8);
        }
    }

    fn range(&mut self, atom: &mut Atom, part: &Pair<Rule>) {
        let letter = atom.letter;
        atom.range = match (part.as_str(), self.number(part)) {
            ("*", _) => Range::OwnHalf,
            (_, Some(0)) if letter.is_slider() => Range::Usual,
            (_, Some(0)) => Range::Unlimited,
            (_, Some(steps)) => Range::AtMost(steps),
            (_, None) => return,
        };
        let error = |message: &str| Diagnostic::error(span(part), message);
        if letter == Letter::U {
            self.errors.push(error("`U` reaches every square and has no range").label("range"));
        } else if letter == Letter::O && atom.range == Range::Unlimited {
            self.errors.push(error("castling over 0 squares").label("no distance").help("a pass is `O` alone"));
        } else if letter == Letter::O && atom.range == Range::OwnHalf {
            self.errors.push(error("castling needs a number of squares").label("no number").help("as in `isO2`"));
        }
    }

    fn number(&mut self, part: &Pair<Rule>) -> Option<u8> {
        if part.as_str().len() > 2 {
            let error = Diagnostic::error(span(part), format!("`{}` is too large a number", part.as_str()));
            self.errors.push(error.label("at most two digits"));
            return None;
        }
        part.as_str().parse().ok()
    }

    fn check<T>(&mut self, result: Result<T, Vec<Diagnostic>>) -> Option<T> {
        result.map_err(|errors| self.errors.extend(errors)).ok()
    }
}

/// The letters of a prefix without parentheses.
fn letters(items: &[Item]) -> Option<Vec<Located<ModifierLetter>>> {
    items
        .iter()
        .map(|item| match item {
            Item::Letter(letter) => Some(letter.clone()),
            Item::Repeat(_) => None,
        })
        .collect()
}
