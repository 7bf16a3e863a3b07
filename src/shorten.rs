//! A variant as what it says otherwise than another: the text of one made `from` it.
//!
//! Both are printed, and statements that are the same are left out. What comes out is read again: either it is the same
//! game, or there is no such text.

use crate::definition::{
    Condition, Definition, DropLimit, Ending, Kind, Library, Names, Promotion, PromotionTo, Side, Turn, Verdict,
    key_of, keys, load, print, print_ending,
};
use crate::diagnostic::{Diagnostic, Source};
use crate::import::Translation;
use crate::rules::{Comparison, Rules};
use crate::syntax::variant::parse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An imported variant as what it says otherwise than the nearest of those it builds on that we ship, too. `None` if that is no
/// shorter than the whole.
pub fn in_short(definition: &Arc<Definition>, translation: &Translation, library: &Library) -> Option<String> {
    let name = &definition.names.name;
    let ancestors = translation.ancestors(name).filter_map(|ancestor| library.find(ancestor).ok());
    let mut others = ancestors.filter(|ancestor| ancestor.names.name != *name);
    let text = others.find_map(|ancestor| shorten(definition, &ancestor, library))?;
    let statements = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    (statements(&text) < statements(translation.variant(name)?)).then_some(text)
}

/// The text of this variant that begins with `variant NAME from PARENT`.
pub fn shorten(definition: &Arc<Definition>, parent: &Arc<Definition>, library: &Library) -> Option<String> {
    let wanted = in_words_of(definition, parent, library)?;
    let text = difference(&wanted, parent);
    let read = read(text.clone(), library)?;
    let same = is_same(&wanted, &read) && strangers(definition, &read)?.is_empty();
    same.then_some(text)
}

/// The pieces of the first variant that move otherwise than those with the same letters in the second. `None` if these can't be
/// compared.
fn strangers(one: &Arc<Definition>, other: &Arc<Definition>) -> Option<Vec<Kind>> {
    let rules = [one, other].map(|definition| Rules::compile(definition.clone()).ok());
    let [Some(first), Some(second)] = &rules else { return None };
    let mut comparison = Comparison::new(first, second)?;
    let mut differs = |kind: &Kind| twin(one, other, *kind).is_none_or(|twin| !comparison.moves_alike(*kind, twin));
    Some(one.kinds().filter(|kind| differs(kind)).collect())
}

/// The piece of another variant with the same letter.
fn twin(definition: &Definition, other: &Definition, kind: Kind) -> Option<Kind> {
    other.kinds().find(|&twin| other.piece(twin).symbol == definition.piece(kind).symbol)
}

/// The same game, said with the parent's words where both mean the same.
fn in_words_of(definition: &Arc<Definition>, parent: &Arc<Definition>, library: &Library) -> Option<Arc<Definition>> {
    let mut new = Definition::clone(definition);
    let twin = |kind: Kind| twin(definition, parent, kind);
    // What the same words mean may depend on where the pieces stand at first.
    let mut guess = Definition::clone(definition);
    if definition.topology == parent.topology {
        let twins = definition.kinds().filter_map(|kind| Some((kind, twin(kind)?)));
        twins.for_each(|(kind, other)| guess.pieces[kind.index()].moves = parent.piece(other).moves.clone());
    }
    let guess = Arc::new(guess);
    let strangers = strangers(definition, &guess)?;
    let counts = definition.endings.iter().any(|ending| matches!(ending.condition, Condition::MoveCount { .. }));
    for (kind, other) in definition.kinds().filter_map(|kind| Some((kind, twin(kind)?))) {
        let (piece, model) = (&mut new.pieces[kind.index()], parent.piece(other));
        if !strangers.contains(&kind) {
            piece.moves = guess.piece(kind).moves.clone();
        }
        if !counts {
            piece.resets_counter = model.resets_counter;
        }
        // How it looks is no rule; what a foreign file leaves open the parent knows better.
        piece.glyphs = model.glyphs;
        piece.image = model.image.clone();
        piece.other_letters = model.other_letters.clone();
        piece.value = piece.value.or(model.value);
    }
    let names = definition.kinds().map(|kind| twin(kind).map_or(definition.piece(kind), |other| parent.piece(other)));
    let names: Vec<String> = names.map(|piece| piece.name.clone()).collect();
    if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
        new.pieces.iter_mut().zip(names).for_each(|(piece, name)| piece.name = name);
    }
    if definition.topology == parent.topology {
        let others = definition.zones.iter().filter(|(_, zone)| parent.zones.iter().all(|(_, known)| known != zone));
        let others: Vec<_> = others.cloned().collect();
        new.zones =
            parent.zones.iter().filter(|(name, _)| others.iter().all(|(own, _)| own != name)).cloned().collect();
        new.zones.extend(others);
        let models = parent.hands.iter().flat_map(|hands| &hands.rules);
        let models: Vec<&DropLimit> = models.map(|rule| &rule.limit).collect();
        for rule in new.hands.iter_mut().flat_map(|hands| &mut hands.rules) {
            let same = models.iter().find(|model| same_squares(definition, &rule.limit, model));
            rule.limit = same.map_or_else(|| rule.limit.clone(), |&same| same.clone());
        }
    }
    let lists = |twins: &[Kind]| -> Option<Vec<Kind>> {
        twins.iter().map(|&kind| definition.kinds().find(|&own| twin(own) == Some(kind))).collect()
    };
    order_as_there(&mut new, parent, &lists);
    new.presentation = parent.presentation.clone();
    new.presentation.xboard_parent =
        definition.presentation.xboard_parent.clone().or(new.presentation.xboard_parent.take());
    new.hints = parent.hints.clone();
    let mut order: Vec<Kind> = definition.kinds().collect();
    order.sort_by_key(|&kind| twin(kind).map_or(usize::MAX, Kind::index));
    read(with_pieces_in(&order, &print(&new)), library)
}

/// Pieces are listed as the parent lists them, where that makes no difference.
fn order_as_there(new: &mut Definition, parent: &Definition, own: &dyn Fn(&[Kind]) -> Option<Vec<Kind>>) {
    let permutes = |one: &[Kind], other: &[Kind]| one.len() == other.len() && other.iter().all(|it| one.contains(it));
    let models: Vec<Vec<Kind>> = parent.promotions.iter().filter_map(|promotion| own(&promotion.pieces)).collect();
    for promotion in &mut new.promotions {
        let Some(model) = models.iter().find(|model| permutes(&promotion.pieces, model)) else { continue };
        if let PromotionTo::Partner(partners) = &mut promotion.to {
            let partner = |kind: &Kind| Some(partners[promotion.pieces.iter().position(|piece| piece == kind)?]);
            *partners = model.iter().filter_map(partner).collect();
        }
        promotion.pieces = model.clone();
    }
    let choice = |promotion: &Promotion| match &promotion.to {
        PromotionTo::Choice(kinds) => own(kinds),
        PromotionTo::Partner(_) => None,
    };
    let models: Vec<Vec<Kind>> = parent.promotions.iter().filter_map(choice).collect();
    for promotion in &mut new.promotions {
        if let PromotionTo::Choice(kinds) = &mut promotion.to
            && let Some(model) = models.iter().find(|model| permutes(kinds, model))
        {
            *kinds = model.clone();
        }
    }
    // Where there is one royal piece, it and the royals are the same.
    let royals: Vec<Kind> = new.kinds().filter(|&kind| new.piece(kind).royal).collect();
    if royals.len() == 1 && royals.iter().all(|&kind| new.piece(kind).is_always_royal()) {
        for ending in &mut new.endings {
            let mut general = ending.clone();
            match &mut general.condition {
                Condition::Reach { kinds, .. } | Condition::Extinct { kinds, any: false, .. } if *kinds == royals => {
                    kinds.clear();
                }
                _ => continue,
            }
            if parent.endings.contains(&general) {
                *ending = general;
            }
        }
    }
    if let (Some(hands), Some(models)) = (&mut new.hands, &parent.hands) {
        let kinds = own(&models.kinds).filter(|model| permutes(&hands.kinds, model));
        hands.kinds = kinds.unwrap_or_else(|| hands.kinds.clone());
        let first = own(&models.first).filter(|model| permutes(&hands.first, model));
        hands.first = first.unwrap_or_else(|| hands.first.clone());
        for rule in &mut hands.rules {
            let pieces = models.rules.iter().filter_map(|rule| own(&rule.pieces));
            let plain = !matches!(rule.limit, DropLimit::Promoted(_));
            let model = pieces.into_iter().find(|model| plain && permutes(&rule.pieces, model));
            rule.pieces = model.unwrap_or_else(|| rule.pieces.clone());
        }
    }
}

/// One says in which squares, the other outside of which.
fn same_squares(definition: &Definition, one: &DropLimit, other: &DropLimit) -> bool {
    let (DropLimit::Within(inside), DropLimit::NotWithin(outside)) = (one, other) else { return false };
    let differ = |side| definition.topology.squares().all(|at| inside[side].contains(at) != outside[side].contains(at));
    Side::BOTH.into_iter().all(differ)
}

/// A printed text with its pieces in another order.
fn with_pieces_in(order: &[Kind], text: &str) -> String {
    let is_piece = |line: &&str| line.starts_with("  piece ");
    let pieces: Vec<&str> = text.lines().filter(is_piece).collect();
    let mut pieces = order.iter().filter_map(|kind| pieces.get(kind.index()).copied());
    let lines = text.lines().map(|line| if is_piece(&line) { pieces.next().unwrap_or(line) } else { line });
    lines.map(|line| format!("{line}\n")).collect()
}

fn read(text: String, library: &Library) -> Option<Arc<Definition>> {
    let (mut read, found) = load(&Source::new("", text), library);
    read.pop().filter(|_| !found.iter().any(Diagnostic::is_error))
}

/// A statement of a printed variant.
struct Said {
    key: (String, String),
    text: String,
    /// Statements of one part of the text stand together.
    part: usize,
    ending: Option<Ending>,
}

impl Said {
    /// What can be handed down, in the order of the text.
    fn all(definition: &Definition) -> Vec<Said> {
        let text = print(definition);
        let mut endings = definition.endings.iter().peekable();
        let statements = parse(&text).0.into_iter().flat_map(|variant| variant.statements);
        let statements = statements.filter(|it| keys::row(&it.word.text).is_some_and(|row| row.inherited));
        let said = statements.map(|statement| {
            let line = text[statement.span()].trim();
            let ending = endings.next_if(|ending| print_ending(definition, ending) == line).cloned();
            let part = text[..statement.span().start].matches("\n\n").count();
            Said { key: key_of(&statement), text: statement.text(), part, ending }
        });
        said.collect()
    }

    /// Which of the two comes first makes no difference.
    fn commutes_with(&self, other: &Said) -> bool {
        let (Some(one), Some(other)) = (&self.ending, &other.ending) else {
            return self.key.0 != "capture" || other.key.0 != "capture";
        };
        let draws = |ending: &Ending| {
            let plain = match &ending.condition {
                Condition::Repetition { causes, .. } => causes.is_empty(),
                _ => true,
            };
            plain && ending.result == Verdict::Draw
        };
        // The first count that fits is the one that runs.
        let counts = |ending: &Ending| matches!(ending.condition, Condition::Counting(_));
        let draws = draws(one) && draws(other) && !(counts(one) && counts(other));
        one.condition.turn() != other.condition.turn() || one.condition.turn() == Turn::NoMoves || draws
    }
}

/// What the variant says otherwise than its parent.
fn difference(definition: &Definition, parent: &Definition) -> String {
    let (own, inherited) = (Said::all(definition), Said::all(parent));
    let of = |list: &[Said], key: &(String, String)| -> Vec<String> {
        list.iter().filter(|said| said.key == *key).map(|said| said.text.clone()).collect()
    };
    let mut late: BTreeSet<&(String, String)> = own.iter().map(|said| &said.key).collect();
    late.retain(|key| of(&inherited, key).is_empty());
    let new = late.clone();
    // What is new comes after all that is inherited; what must come after it is said anew.
    let place = |said: &Said| inherited.iter().position(|other| other.key == said.key);
    for (at, said) in own.iter().enumerate() {
        let goes_before = |earlier: &Said| {
            !said.commutes_with(earlier) && (late.contains(&earlier.key) || place(earlier) > place(said))
        };
        if own[..at].iter().any(goes_before) {
            late.insert(&said.key);
        }
    }
    let mut lines = Vec::new();
    let mut gone: Vec<&(String, String)> = Vec::new();
    for key in inherited.iter().map(|said| &said.key) {
        let goes = of(&own, key).is_empty() || late.contains(key);
        if goes && !gone.contains(&key) {
            gone.push(key);
        }
    }
    for (at, key) in gone.iter().enumerate() {
        let all = inherited.iter().filter(|said| said.key.0 == key.0).all(|said| gone.contains(&&said.key));
        let first = gone[..at].iter().all(|before| before.0 != key.0);
        match all {
            true if first => lines.push((0, format!("remove {}", key.0))),
            true => {}
            false => lines.push((0, format!("remove {} {}", key.0, key.1.replace(" ,", ",")).trim_end().to_owned())),
        }
    }
    for said in &own {
        let moved = late.contains(&said.key) && !new.contains(&said.key);
        if moved || of(&own, &said.key) != of(&inherited, &said.key) {
            lines.push((said.part, said.text.clone()));
        }
    }
    let mut text = heading(definition, &parent.names.name);
    let mut before = None;
    for (part, line) in lines {
        if before != Some(part) {
            text.push('\n');
        }
        before = Some(part);
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// The names and the comment, without what is not worth saying.
fn heading(definition: &Definition, parent: &str) -> String {
    let name = &definition.names.name;
    let text = print(definition);
    let heading = text.split("\n\n").next().unwrap_or_default();
    let idle = [format!("  uci {name}"), format!("  cecp {name}")];
    let first = format!("variant {name}");
    let lines = heading.lines().filter(|line| !idle.iter().any(|idle| idle == line));
    lines.map(|line| if line == first { format!("{line} from {parent}\n") } else { format!("{line}\n") }).collect()
}

/// The same rules, whatever zones have names, in an order that makes no difference.
fn is_same(one: &Definition, other: &Definition) -> bool {
    let plain = |definition: &Definition| {
        Said::all(&Definition { names: Names::default(), zones: Vec::new(), ..definition.clone() })
    };
    let (one, other) = (plain(one), plain(other));
    let sorted = |list: &[Said]| {
        let mut texts: Vec<String> = list.iter().map(|said| said.text.clone()).collect();
        texts.sort_unstable();
        texts
    };
    let place = |said: &Said| other.iter().position(|there| there.text == said.text);
    let swapped = |(at, said): (usize, &Said)| {
        one[..at].iter().any(|earlier| !said.commutes_with(earlier) && place(earlier) > place(said))
    };
    sorted(&one) == sorted(&other) && !one.iter().enumerate().any(swapped)
}
