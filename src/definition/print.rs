//! A definition in the language of variant files, with everything said that a file may leave to defaults.
//!
//! What is printed loads again to the same definition: that is a law, tested over all shipped variants.

mod endings;
mod seizing;

use super::{
    Aftermath, Card, Condition, Definition, DropLimit, Effect, Ending, Few, HandSource, Kind, Landing, Lender, Lines,
    Mandatory, MoveClause, Pass, PerSide, PieceType, Promotion, PromotionTo, Restriction, ShuffleConstraint, Side,
    Symmetry, TurnChecks, Turns, Verdict, Wall, Wing, zones,
};
use crate::rules::topology::SquareSet;

/// The complete rules as a variant file.
pub fn print(definition: &Definition) -> String {
    let mut printer = Printer { definition, text: String::new() };
    printer.names();
    printer.board();
    printer.pieces();
    printer.start();
    printer.moves();
    printer.effects();
    printer.restrictions();
    printer.endings();
    printer.presentation();
    printer.text
}

/// The line of an ending.
pub(crate) fn ending(definition: &Definition, ending: &Ending) -> String {
    Printer { definition, text: String::new() }.ending(ending)
}

struct Printer<'d> {
    definition: &'d Definition,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str("  ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn gap(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn names(&mut self) {
        let names = &self.definition.names;
        if !names.comment.is_empty() {
            for line in names.comment.lines() {
                self.text.push_str(format!("# {line}").trim_end());
                self.text.push('\n');
            }
        }
        self.text.push_str(&format!("variant {}\n", names.name));
        self.line(&format!("title \"{}\"", names.title));
        if !names.about.is_empty() {
            self.line(&format!("about \"{}\"", names.about));
        }
        self.line(&format!("uci {}", names.uci));
        self.line(&format!("cecp {}", names.cecp));
        if !names.aliases.is_empty() {
            self.line(&format!("also {}", names.aliases.join(", ")));
        }
        if let Some(parent) = &names.parent {
            self.line(&format!("based on {parent}"));
        }
    }

    fn board(&mut self) {
        let definition = self.definition;
        let topology = &definition.topology;
        self.gap();
        let mut line = format!("board {}x{}", topology.files(), topology.ranks());
        line.push_str(if topology.wrap_files { ", files joined" } else { "" });
        line.push_str(if topology.wrap_ranks { ", ranks joined" } else { "" });
        line.push_str(if topology.layers { ", layers 2" } else { "" });
        if let Some(grid) = &topology.grid {
            line.push_str(&format!(", grid {}x{} from {}", grid.width, grid.height, topology.name(grid.corner)));
        }
        line.push_str(if definition.presentation.first_rank == 0 { ", ranks from 0" } else { "" });
        self.line(&line);
        let cells =
            (0..topology.files()).flat_map(|x| (0..topology.ranks()).filter_map(move |y| topology.square(x, y)));
        let holes: Vec<String> =
            cells.filter(|&at| topology.is_hole(at)).map(|at| zones::square_name(topology, at)).collect();
        if !holes.is_empty() {
            self.line(&format!("holes {}", holes.join(", ")));
        }
        for (name, zone) in &definition.zones {
            self.line(&format!("zone {name} = {}", zones::spell(topology, zone)));
        }
    }

    fn pieces(&mut self) {
        self.gap();
        let names = self.definition.pieces.iter().map(|piece| piece.name.chars().count());
        let (width, letters) = (names.max().unwrap_or(0), self.definition.pieces.iter().map(|p| p.symbol.len()));
        let letters = letters.max().unwrap_or(0);
        for piece in &self.definition.pieces {
            let mut line = format!("piece {:width$} {:letters$}", piece.name, piece.symbol);
            let mut clauses = piece.moves.iter().map(|clause| self.clause(clause));
            let is_plain =
                |clause: &MoveClause| clause.from.is_none() && !clause.after_capture && clause.takes.is_empty();
            if piece.moves.first().is_some_and(is_plain) {
                line.push_str(&format!(" {}", clauses.next().unwrap_or_default()));
            }
            let properties: Vec<String> = clauses.chain(self.properties(piece)).collect();
            if !properties.is_empty() {
                line.push_str(&format!(", {}", properties.join(", ")));
            }
            self.line(&line);
        }
    }

    fn clause(&self, clause: &MoveClause) -> String {
        let [first, second] = &clause.text.0;
        let place = match &clause.from {
            Some(zone) if clause.along => format!("along {} ", self.zone(zone)),
            Some(zone) => format!("in {} ", self.zone(zone)),
            None if clause.after_capture => "once something is captured ".to_owned(),
            None => String::new(),
        };
        let takes = match clause.takes.as_slice() {
            [] => String::new(),
            kinds => format!("taking only {} ", self.names_of(kinds)),
        };
        if first == second {
            format!("{place}{takes}\"{first}\"")
        } else {
            format!("{place}{takes}white \"{first}\" black \"{second}\"")
        }
    }

    fn properties(&self, piece: &PieceType) -> Vec<String> {
        let mut list = Vec::new();
        if piece.royal {
            list.push(match (piece.royal_nearest, piece.royal_at_most) {
                (Some(nearest), _) => {
                    let zone = PerSide(nearest.0.map(|square| SquareSet::from_iter([square])));
                    format!("royal when nearest to {}", zones::spell(&self.definition.topology, &zone))
                }
                (None, None) => "royal".to_owned(),
                (None, Some(Few { most, by_kind })) => {
                    let few = if most == 1 { "last".to_owned() } else { format!("at most {most}") };
                    format!("royal when {few}{}", if by_kind { " of its kind" } else { "" })
                }
            });
        }
        if piece.iron {
            list.push("iron".to_owned());
        }
        if piece.resets_counter {
            list.push("resets counter".to_owned());
        }
        list.extend(piece.confined.as_ref().map(|zone| format!("stays in {}", self.zone(zone))));
        list.extend(piece.stops.as_ref().map(|zone| format!("stops in {}", self.zone(zone))));
        if piece.chases_freely {
            list.push("chases freely".to_owned());
        }
        if !piece.prey_of.is_empty() {
            list.push(format!("chased even protected by {}", self.names_of(&piece.prey_of)));
        }
        list.extend(piece.fair_game.as_ref().map(|zone| format!("chased freely in {}", self.zone(zone))));
        if !piece.spares.is_empty() {
            list.push(format!("cannot capture {}", self.names_of(&piece.spares)));
        }
        if piece.shy {
            list.push("cannot capture what is protected".to_owned());
        }
        if !piece.not_over.is_empty() {
            let onto = if piece.not_onto { " or onto" } else { "" };
            list.push(format!("cannot hop over{onto} {}", self.names_of(&piece.not_over)));
        }
        if piece.calm {
            list.push("initial moves not in check".to_owned());
        }
        if !piece.startled_by.is_empty() {
            list.push(format!("initial moves until in line with {}", self.names_of(&piece.startled_by)));
        }
        list.extend(piece.limit.map(|limit| format!("at most {limit}")));
        match piece.demotes_to {
            Some(kind) => list.push(format!("demotes to {}", self.definition.piece(kind).name)),
            None if piece.symbol.starts_with('+') => list.push("demotes to itself".to_owned()),
            None => {}
        }
        if let (Some(first), Some(second)) = (piece.glyphs[Side::First], piece.glyphs[Side::Second]) {
            list.push(format!("glyphs \"{first}{second}\""));
        }
        list.extend(piece.other_letters.iter().map(|letter| format!("also {letter}")));
        list.extend(piece.value.map(|value| format!("value {value}")));
        list.extend(piece.image.as_ref().map(|image| format!("image \"{image}\"")));
        list
    }

    fn start(&mut self) {
        self.gap();
        self.line(&format!("start \"{}\"", self.definition.start.fen));
        let Some(shuffle) = &self.definition.start.shuffle else { return };
        let name = |kind: Kind| self.definition.piece(kind).name.as_str();
        let mut parts: Vec<String> = Vec::new();
        for constraint in &shuffle.constraints {
            parts.push(match *constraint {
                ShuffleConstraint::OppositeColours(kind) => format!("{} on opposite colours", name(kind)),
                ShuffleConstraint::Between(kind, others) => format!("{} between {}", name(kind), name(others)),
                ShuffleConstraint::Fixed(kind) => format!("{} fixed", name(kind)),
            });
        }
        let symmetry = match shuffle.symmetry {
            Symmetry::Mirrored => "mirrored",
            Symmetry::Rotated => "rotated",
            Symmetry::Independent => "independent",
        };
        parts.push(symmetry.to_owned());
        self.line(&format!("shuffle {}", parts.join(", ")));
    }

    /// Promotion, castling, hands and drops.
    fn moves(&mut self) {
        let definition = self.definition;
        self.gap();
        for promotion in &definition.promotions {
            self.line(&self.promotion(promotion));
        }
        for castling in &definition.castling {
            let mut line = format!(
                "castling {} with {}",
                definition.piece(castling.mover).name,
                self.names_of(&castling.partners)
            );
            for (wing, is_left, landings) in [("left", true, &castling.left), ("right", false, &castling.right)] {
                for landing in landings {
                    line.push_str(&format!(", {wing} to {}", zones::file_name(landing.mover)));
                    if Landing::beside(landing.mover, is_left) != Some(*landing) {
                        line.push_str(&format!(" with partner to {}", zones::file_name(landing.partner)));
                    }
                }
            }
            if let Some(file) = castling.on {
                line.push_str(&format!(", on {}", zones::file_name(file)));
            }
            line.push_str(if castling.opposite { ", opposite" } else { "" });
            line.push_str(if castling.through_check { ", through check" } else { "" });
            line.push_str(if castling.anywhere { ", anywhere" } else { "" });
            line.push_str(match castling.by {
                Some(Side::First) => ", by white",
                Some(Side::Second) => ", by black",
                None => "",
            });
            self.line(&line);
        }
        let Some(hands) = &definition.hands else { return };
        let mut line = String::from(match hands.source {
            HandSource::Start => "hand from start",
            HandSource::Outside => "hand from outside",
            HandSource::Captures => "hand from captures",
            HandSource::CapturesUndemoted => "hand from captures, as captured",
            HandSource::CapturesReturned => "hand from captures, returned",
        });
        if !hands.first.is_empty() && hands.first == hands.kinds {
            line.push_str(", dropped first");
        } else if !hands.first.is_empty() {
            line.push_str(&format!(", {} dropped first", self.names_of(&hands.first)));
        }
        line.push_str(if hands.endless { ", endless" } else { "" });
        line.push_str(if hands.drops { "" } else { ", kept" });
        if !hands.kinds.is_empty() {
            line.push_str(&format!(", of {}", self.names_of(&hands.kinds)));
        }
        self.line(&line);
        if let Some((kinds, zone)) = &hands.gates {
            self.line(&format!("gate {} behind {}", self.names_of(kinds), self.zone(zone)));
        }
        for rule in &hands.rules {
            let limit = match &rule.limit {
                DropLimit::Within(zone) => format!("in {}", self.zone(zone)),
                DropLimit::FirstWithin(zone) => format!("in {} first", self.zone(zone)),
                DropLimit::NotWithin(zone) => format!("outside {}", self.zone(zone)),
                DropLimit::NotStuck => "not where stuck".to_owned(),
                DropLimit::OppositeColours => "on opposite colours".to_owned(),
                DropLimit::Converting => "converting".to_owned(),
                DropLimit::BesideFriends => "beside friends".to_owned(),
                DropLimit::NotBesideEnemies(lines) => format!("not beside enemies{}", along(*lines)),
                DropLimit::Falling { from_every_side: false } => "falling".to_owned(),
                DropLimit::Falling { from_every_side: true } => "falling from every side".to_owned(),
                DropLimit::BeyondLimit => "beyond the limit".into(),
                DropLimit::PerFile(most) => format!("at most {most} a file"),
                DropLimit::NoMate => "mate is illegal".to_owned(),
                DropLimit::MateLoses => "mate is loss".to_owned(),
                DropLimit::NoCheck => "check is illegal".to_owned(),
                DropLimit::Promoted(forms) => format!("also promoted as {}", self.names_of(forms)),
            };
            self.line(&format!("drop {} {limit}", self.names_of(&rule.pieces)));
        }
    }

    fn promotion(&self, promotion: &Promotion) -> String {
        let mut line = format!("promotion {} in {}", self.names_of(&promotion.pieces), self.zone(&promotion.zone));
        line.push_str(match (promotion.on_arrival, promotion.on_departure) {
            (true, true) => ", arriving or leaving",
            (true, false) if promotion.entering => ", entering",
            (true, false) => ", arriving",
            (false, true) => ", leaving",
            (false, false) => "",
        });
        line.push_str(if promotion.on_capture_only { ", capturing" } else { "" });
        if !promotion.victims.is_empty() {
            line.push_str(&format!(" {}", self.names_of(&promotion.victims)));
        }
        line.push_str(if promotion.on_quiet_only { ", not capturing" } else { "" });
        line.push_str(if promotion.while_capturing { ", while capturing" } else { "" });
        line.push_str(if promotion.not_en_passant { ", not en passant" } else { "" });
        line.push_str(match (promotion.in_place, promotion.stepping) {
            (true, true) => ", in place or stepping",
            (true, false) => ", in place",
            (false, _) => "",
        });
        line.push_str(if promotion.attacking_nothing { ", attacking nothing" } else { "" });
        line.push_str(if promotion.anywhere_when_last { ", anywhere when last" } else { "" });
        line.push_str(&match &promotion.to {
            PromotionTo::Choice(kinds) => format!(", to {}", self.names_of(kinds)),
            PromotionTo::Partner(kinds) => format!(", to partners {}", self.names_of(kinds)),
        });
        line.push_str(&match &promotion.mandatory {
            Mandatory::Never => ", optional".to_owned(),
            Mandatory::Always => ", mandatory".to_owned(),
            Mandatory::On(zone) => format!(", mandatory in {}", self.zone(zone)),
            Mandatory::WhenStuck => ", mandatory when stuck".to_owned(),
        });
        line
    }

    fn effects(&mut self) {
        self.gap();
        for effect in &self.definition.effects {
            let what = match effect {
                Effect::Explosion { radius, spared, immune, walls } => {
                    let within = if *radius == 1 { String::new() } else { format!(" within {radius}") };
                    let lists = [("sparing", spared), ("immune", immune)].into_iter();
                    let lists = lists.filter(|(_, kinds)| !kinds.is_empty());
                    let lists: String =
                        lists.map(|(word, kinds)| format!(", {word} {}", self.names_of(kinds))).collect();
                    let walls = if *walls { ", leaving walls" } else { "" };
                    format!("explodes{within}{lists}{walls}")
                }
                Effect::CapturerLeaves { kinds } => format!("removes {}", self.names_of(kinds)),
                Effect::CapturerConverts { kinds } => format!("converts {}", self.names_of(kinds)),
                Effect::CapturerPetrifies { kinds } => format!("petrifies {}", self.names_of(kinds)),
                Effect::CapturerMorphs { kinds } => format!("morphs {}", self.names_of(kinds)),
                Effect::Contagion { kinds, spared } => {
                    format!("spreads {}{}", self.names_of(kinds), self.sparing(spared))
                }
                Effect::Rebirth { kinds, by_file } => {
                    let by_file = match by_file.as_slice() {
                        [] => None,
                        listed => Some(format!("by file {}", self.names_of(listed))),
                    };
                    let kinds = Some(self.names_of(kinds)).filter(|names| !names.is_empty());
                    let parts: Vec<String> = kinds.into_iter().chain(by_file).collect();
                    format!("revives {}", parts.join(", "))
                }
            };
            self.line(&format!("capture {what}"));
        }
        for aftermath in &self.definition.aftermath {
            let what = match aftermath {
                Aftermath::Burning { kinds, radius, spared } => {
                    let within = if *radius == 1 { String::new() } else { format!(", within {radius}") };
                    format!("burns beside {}{within}{}", self.names_of(kinds), self.sparing(spared))
                }
                Aftermath::Seizing(seizing) => self.seizing(seizing),
                Aftermath::Turning { kinds } => format!("turns {}", self.names_of(kinds)),
                Aftermath::Entering { zone } => format!("brings up from {}", self.zone(zone)),
            };
            self.line(&format!("move {what}"));
        }
        if self.definition.standing_walls {
            self.line("wall never");
        }
        if let Some(walling) = &self.definition.wall {
            let way = match walling.wall {
                Wall::Wanders => "wanders",
                Wall::Behind => "behind",
                Wall::Arrow => "like an arrow",
                Wall::Edge => "at the edge",
                Wall::Anywhere => "anywhere",
            };
            let zone = walling.zone.as_ref().map(|zone| format!(", in {}", self.zone(zone))).unwrap_or_default();
            let instead = if walling.instead { ", instead of moving" } else { "" };
            self.line(&format!("wall {way}{zone}{instead}"));
        }
    }

    fn has_royal(&self) -> bool {
        self.definition.pieces.iter().any(|piece| piece.royal)
    }

    fn restrictions(&mut self) {
        self.gap();
        let restrictions = &self.definition.restrictions;
        if self.has_royal() && !restrictions.contains(&Restriction::RoyalInCheck) {
            self.line("remove illegal royal left in check");
        }
        for restriction in restrictions {
            let what = match restriction {
                Restriction::RoyalInCheck => "royal left in check".to_owned(),
                Restriction::RoyalFleeing => "royal fleeing from check".to_owned(),
                Restriction::AllRoyalsInCheck => "all royals left in check".to_owned(),
                Restriction::RoyalsFacing(lines) => {
                    format!("royals facing on {}", lines.words().collect::<Vec<_>>().join(", "))
                }
                Restriction::RoyalPassing => "royal passing through check".to_owned(),
                Restriction::GivingCheck { unless_mate: false } => "giving check".to_owned(),
                Restriction::GivingCheck { unless_mate: true } => "giving check, except mate".to_owned(),
                Restriction::CaptureIsMandatory => "ignoring captures".to_owned(),
                Restriction::StoppingCaptures => "stopping captures".to_owned(),
                Restriction::CapturingFewer => "capturing fewer than possible".to_owned(),
                Restriction::Capturing => "capturing".to_owned(),
                Restriction::Repeating => "repeating a position".to_owned(),
                Restriction::Held { kinds, by } if kinds.is_empty() => format!("moving beside {}", self.names_of(by)),
                Restriction::Held { kinds, by } => {
                    format!("moving {} beside {}", self.many(kinds), self.names_of(by))
                }
                Restriction::Tamed { by } => format!("capturing beside {}", self.names_of(by)),
                Restriction::Guarded { by } => format!("capturing what is beside {}", self.names_of(by)),
                Restriction::Trading { kinds, cheap, helpless } => {
                    let part = |word: &str, kinds: &[Kind]| match kinds {
                        [] => String::new(),
                        _ => format!(", {word} {}", self.names_of(kinds)),
                    };
                    let exceptions = part("not counting", cheap) + &part("not protected by", helpless);
                    format!("trading {}{exceptions}", self.names_of(kinds))
                }
            };
            self.line(&format!("illegal {what}"));
        }
        match self.definition.lender {
            Some(Lender::Behind) => self.line("borrow moves from behind"),
            Some(Lender::Ahead) => self.line("borrow moves from ahead"),
            None => {}
        }
        if let Some(statement) = passing(&self.definition.pass) {
            self.line(&statement);
        }
        if let Some(turns) = &self.definition.turns {
            self.line(&turn(turns));
        }
        match &self.definition.lots {
            None => {}
            Some(lots) if lots.laid_aside => {
                let names = |card: &Card| self.names_of(&card.kinds).replace(", ", " or ");
                let cards = lots.cards.iter().map(|card| format!("{} {}", card.count, names(card)));
                self.line(&format!("deck {}", cards.collect::<Vec<_>>().join(", ")));
            }
            Some(lots) => {
                let faces: Vec<Kind> = lots.cards.iter().flat_map(|face| face.kinds.iter().copied()).collect();
                self.line(&format!("dice {}", self.names_of(&faces)));
            }
        }
    }

    fn endings(&mut self) {
        self.gap();
        let endings = &self.definition.endings;
        let has = |condition: Condition| endings.iter().any(|ending| ending.condition == condition);
        if self.has_royal() && !has(Condition::Checkmate) {
            self.line("remove checkmate");
        }
        if !has(Condition::Stalemate) {
            self.line("remove stalemate");
        }
        for ending in endings {
            self.line(&self.ending(ending));
        }
        if let Some(side) = self.definition.draws_for {
            self.line(&format!("draw wins for {}", player(side)));
        }
        if let Some(points) = &self.definition.points {
            let number = |halves: u16| format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" });
            let name = |kind: Kind| &self.definition.piece(kind).name;
            let mut parts: Vec<String> =
                points.values.iter().map(|&(kind, value)| format!("{} {}", name(kind), number(value))).collect();
            if points.second > 0 {
                parts.push(format!("second player {}", number(points.second)));
            }
            self.line(&format!("points {}", parts.join(", ")));
        }
    }

    fn presentation(&mut self) {
        let presentation = &self.definition.presentation;
        self.gap();
        let [first, second] = &presentation.colours.0;
        self.line(&format!("players \"{first}\", \"{second}\""));
        if let Some(parent) = &presentation.xboard_parent {
            self.line(&format!("xboard-parent {parent}"));
        }
        if let Some(letters) = &presentation.piece_to_char {
            self.line(&format!("xboard-letters \"{letters}\""));
        }
        if let Some(sound) = self.definition.hints.null_move {
            self.line(if sound { "null-move sound" } else { "null-move unsound" });
        }
    }

    fn zone(&self, zone: &super::Zone) -> String {
        zones::print(self.definition, zone)
    }

    fn sparing(&self, spared: &[Kind]) -> String {
        match spared {
            [] => String::new(),
            spared => format!(", sparing {}", self.many(spared)),
        }
    }

    /// The names of some kinds, or of those that are missing, if these are much fewer.
    fn many(&self, kinds: &[Kind]) -> String {
        match self.definition.missing_few(kinds) {
            Some(others) => format!("all except {}", self.names_of(&others)),
            None => self.names_of(kinds),
        }
    }

    fn names_of(&self, kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&kind| self.definition.piece(kind).name.as_str()).collect();
        names.join(", ")
    }
}

/// The statement by which players may pass, if any may.
pub fn passing(pass: &PerSide<Option<Pass>>) -> Option<String> {
    let way = |pass: Pass| match pass {
        Pass::Always => "always",
        Pass::WhenStalemated => "when stalemated",
    };
    let of_one = |side: Side| pass[side].map(|pass| format!("{} by {}", way(pass), player(side)));
    let ways: Vec<String> = match pass[Side::First] {
        Some(both) if pass[Side::Second] == Some(both) => vec![way(both).to_owned()],
        _ => Side::BOTH.into_iter().filter_map(of_one).collect(),
    };
    (!ways.is_empty()).then(|| format!("pass {}", ways.join(", ")))
}

/// The statement by which turns have several moves.
fn turn(turns: &Turns) -> String {
    let moves = |number: u16| if number == 1 { "1 move".to_owned() } else { format!("{number} moves") };
    let mut said = match turns.moves.0 {
        [first, second] if first == second => vec![moves(first)],
        numbers => Side::BOTH.map(|side| format!("{} by {}", moves(numbers[side.index()]), player(side))).to_vec(),
    };
    said.extend(turns.first.map(|first| format!("first {first}")));
    said.extend(turns.growing.then(|| "one more each time".to_owned()));
    said.extend(match turns.checks {
        TurnChecks::Nothing => None,
        TurnChecks::End => Some("until check".to_owned()),
        TurnChecks::LastOnly => Some("check with the last only".to_owned()),
    });
    format!("turn {}", said.join(", "))
}

fn player(side: Side) -> &'static str {
    if side == Side::First { "white" } else { "black" }
}

fn wing_words(wing: Wing) -> String {
    let direction = wing.right.map_or("", |right| if right { " right" } else { " left" });
    let by = wing.player.map(|side| format!(" by {}", player(side))).unwrap_or_default();
    format!("{direction}{by}")
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "is win",
        Verdict::Loss => "is loss",
        Verdict::Draw => "is draw",
    }
}

/// ` along files, ranks`, or nothing if it is along all lines.
fn along(lines: Lines) -> String {
    match lines {
        Lines::ALL => String::new(),
        lines => format!(" along {}", lines.words().collect::<Vec<_>>().join(", ")),
    }
}
