//! How games end.

use super::super::settings::{Counting, Material, Stones};
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{Lines, Pass, PerSide, Side, Verdict, Zone};

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    }
}

fn reversed(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
    }
}

impl Writer<'_> {
    pub(super) fn endings(&mut self) {
        self.blank();
        self.extinction();
        self.nobody_to_pass_with();
        self.goals();
        self.no_moves();
        // Where both are due, moves are counted first.
        self.counters();
        self.repetition();
        self.material();
    }

    fn extinction(&mut self) {
        let settings = self.settings;
        let types = settings.extinction_types;
        // What is royal is in check instead.
        let royals = settings.pseudo_royal && !settings.blast;
        let Some(result) = settings.extinction.filter(|_| !royals || types.has_all()) else { return };
        let keys = ["extinctionValue", "extinctionPieceTypes", "extinctionPieceCount"];
        let count = settings.extinction_count;
        let down = if count > 0 { format!(", down to {count}") } else { String::new() };
        let against = match settings.extinction_opponent {
            0 => String::new(),
            number => format!(", against {number}"),
        };
        let royal = self.men.iter().any(|man| man.slot == Slot::KING);
        // The answer only matters where it can leave the opponent too few.
        let mut answers = settings.extinction_claim && settings.extinction_opponent > 0;
        if types.has_all() {
            let bare = count == 1 && royal;
            let line = match settings.extinction_opponent {
                2 if bare && answers => {
                    answers = types != Slots::everything();
                    format!("bare royal is {}, unless it bares back", word(result))
                }
                0..=2 if bare && result == Verdict::Draw => "bare royal is draw".into(),
                _ => format!("extinct anything{down}{against} is {}", word(result)),
            };
            self.line(line, &keys);
        }
        if royals {
            self.warn(
                &["extinctionPseudoRoyal"],
                "whatever is left of all pieces is not royal",
                "Griffon has royals by kinds; here the last piece may be left where it is captured, which loses",
            );
            return;
        }
        let groups: Vec<Vec<String>> = settings
            .pieces
            .keys()
            .filter(|slot| types.contains(**slot))
            .map(|&slot| self.names_of(slot))
            .filter(|names| !names.is_empty())
            .collect();
        let single = groups.iter().all(|names| names.len() == 1);
        // The opponent's are counted kind by kind.
        if groups.len() > 1 && single && settings.extinction_opponent == 0 {
            let line = format!("extinct any of {}{down}{against} is {}", groups.concat().join(", "), word(result));
            self.line(line, &keys);
        } else {
            for names in groups {
                self.line(format!("extinct {}{down}{against} is {}", names.join(", "), word(result)), &keys);
            }
        }
        if answers {
            self.warn(
                &["extinctionClaim"],
                "the player who is bared has no answer",
                "Griffon has this rule only for the last of all pieces, with `*`, a count of 1 and an opponent's of 2",
            );
        }
    }

    fn goals(&mut self) {
        let settings = self.settings;
        let zone = self.zone(&settings.flag_region);
        if !self.is_nowhere(&zone) {
            let same = settings.flag_piece[Side::First] == settings.flag_piece[Side::Second];
            if same {
                self.goal(settings.flag_piece[Side::First], &zone);
            } else {
                for side in Side::BOTH {
                    let mut own: Zone = PerSide::default();
                    own[side] = zone[side].clone();
                    self.goal(settings.flag_piece[side], &own);
                }
            }
        }
        if settings.check_counting && settings.has(Slot::KING) {
            let checks = self.checks();
            let (white, black) = checks.split_once('+').unwrap_or((&checks, &checks));
            let numbers = if white == black { white.to_owned() } else { format!("white {white} black {black}") };
            self.line(format!("checks {numbers} is win"), &["checkCounting", "startFen"]);
        }
        self.rows();
        self.castling_wins();
    }

    /// Some ways to castle win, and whose rights to all of these are gone loses.
    fn castling_wins(&mut self) {
        let listed = |letter: char| self.settings.castling_wins.contains(letter);
        let ways_of = |side: [char; 2]| match side.map(listed) {
            [true, true] => Some(""),
            [true, false] => Some("right "),
            [false, true] => Some("left "),
            [false, false] => None,
        };
        let (white, black) = (ways_of(['K', 'Q']), ways_of(['k', 'q']));
        let mut ways: Vec<String> = Vec::new();
        // A move that takes a right from both is the mover's loss, so both are spoken of at once.
        if let (Some(way), true) = (white, white == black) {
            ways.push(way.to_owned());
        } else {
            ways.extend(white.map(|way| format!("{way}by white ")));
            ways.extend(black.map(|way| format!("{way}by black ")));
        }
        // To castle takes away the rights, too, so this is asked first.
        for way in &ways {
            self.line(format!("castled {way}is win"), &["castlingWins"]);
        }
        for way in &ways {
            self.line(format!("castling-lost {way}is loss"), &["castlingWins"]);
        }
    }

    /// Pieces in a row, without gaps or with any; in a square; from edge to edge.
    fn rows(&mut self) {
        let settings = self.settings;
        let Some(result) = settings.connect_value else { return };
        let names = self.names_one_by_one(settings.connect_types);
        // What is not in play is never in a row.
        if names.is_empty() {
            return;
        }
        let what = if names.len() == self.men.len() { "anything".into() } else { names.join(", ") };
        let lines = Lines {
            files: settings.connect_vertical,
            ranks: settings.connect_horizontal,
            rising: settings.connect_diagonal,
            falling: settings.connect_diagonal,
        };
        let along = match lines {
            Lines::ALL => String::new(),
            Lines::NONE => return,
            lines => format!(" along {}", lines.words().collect::<Vec<_>>().join(", ")),
        };
        let directions = ["connectHorizontal", "connectVertical", "connectDiagonal"];
        for (number, gaps, key) in
            [(settings.connect, "", "connectN"), (settings.collinear, ", gaps allowed", "collinearN")]
        {
            // A row without gaps is one that may have some.
            let implied = gaps.is_empty() && (1..=number).contains(&settings.collinear);
            if number > 0 && !implied {
                let line = format!("row of {number}{along}{gaps} with {what} is {}", word(result));
                self.line(line, &[&[key, "connectPieceTypes"][..], &directions[..]].concat());
            }
        }
        if settings.connect_square > 1 {
            let line = format!("block of {} with {what} is {}", settings.connect_square, word(result));
            self.line(line, &["connectNxN", "connectPieceTypes"]);
        }
        if let Some(ends) = self.chain_ends() {
            let [from, to] = ends.each_ref().map(|zone| self.spell(zone));
            let line = format!("chain from {from} to {to}{along} with {what} is {}", word(result));
            self.line(
                line,
                &[&["connectRegion1", "connectRegion2", "connectPieceTypes"][..], &directions[..]].concat(),
            );
        }
    }

    /// What a chain leads from and to, if one wins.
    fn chain_ends(&self) -> Option<[Zone; 2]> {
        let ends = [self.zone(&self.settings.connect_from), self.zone(&self.settings.connect_to)];
        (!ends.iter().any(|zone| self.is_nowhere(zone))).then_some(ends)
    }

    /// A piece that gets there wins.
    fn goal(&mut self, types: Slots, zone: &Zone) {
        let settings = self.settings;
        let names = self.names(types);
        if self.is_nowhere(zone) || names.is_empty() {
            return;
        }
        let king = types.contains(Slot::KING);
        let number = if settings.flag_count > 1 { format!("{} ", settings.flag_count) } else { String::new() };
        let what = if types.has_all() { "anything".into() } else { names.join(", ") };
        let full = if settings.flag_blocked && settings.flag_count > 1 { ", or full" } else { "" };
        // With both, a piece wins at once where it is safe, and otherwise once it has survived the answer.
        let when: &[&str] = match (settings.flag_safe, settings.flag_move) {
            (false, false) => &[""],
            (false, true) if king => &[", second player answers"],
            (false, true) => &[", held"],
            (true, false) => &[", unattacked"],
            (true, true) => &[", held", ", unattacked"],
        };
        for when in when {
            let line = format!("reach {} with {number}{what}{full}{when} is win", self.spell(zone));
            let keys = ["flagRegion", "flagRegionWhite", "flagRegionBlack", "flagPiece", "flagPieceBlockedWin"];
            self.line(line, &keys);
        }
    }

    fn no_moves(&mut self) {
        let settings = self.settings;
        if settings.shatar {
            let knights = self.names_of(Slot::KNIGHT);
            let strong = self.names(Slots::of(&[Slot::ROOK, Slot::KNIGHT, Slot::BERS]));
            if !knights.is_empty() {
                self.line(format!("checkmate by {} is win", knights.join(", ")), &["shatarMateRule"]);
            }
            let no_shak = match strong.is_empty() {
                true => "checkmate is draw".to_owned(),
                false => format!("checkmate without check by {} is draw", strong.join(", ")),
            };
            self.line(no_shak, &["shatarMateRule"]);
        }
        if let Some(result) = settings.checkmate.filter(|&result| result != Verdict::Loss) {
            self.line(format!("checkmate is {}", word(result)), &["checkmateValue"]);
        }
        let keys = ["stalemateValue", "stalematePieceCount"];
        let Some(result) = settings.stalemate else { return };
        if settings.stalemate_count && result != Verdict::Draw {
            self.line(format!("stalemate with fewer pieces is {}", word(result)), &keys);
            self.line("stalemate with as many pieces is draw", &keys);
            self.line(format!("stalemate with more pieces is {}", word(reversed(result))), &keys);
        } else {
            self.line(format!("stalemate is {}", word(result)), &keys);
        }
    }

    /// A pass is a move of some piece there: who has none, and can't drop any, is stalemated.
    fn nobody_to_pass_with(&mut self) {
        let settings = self.settings;
        let drops = self.has_hands() && settings.enclosing_drop != Some(Stones::Ataxx);
        let passes = Side::BOTH.iter().any(|&side| self.pass(side).is_some());
        if drops || !passes || settings.extinction.is_some() || settings.has(Slot::KING) {
            return;
        }
        if let Some(result) = settings.stalemate {
            let line = format!("extinct anything is {}", word(result));
            self.line(line, &["passOnStalemate", "pass", "stalemateValue"]);
        }
    }

    fn repetition(&mut self) {
        let settings = self.settings;
        let keys = ["nFoldRule", "nFoldValue", "perpetualCheckIllegal", "chasingRule", "moveRepetitionIllegal"];
        if settings.bikjang && settings.has(Slot::KING) {
            self.line("bikjang is draw", &["bikjangRule"]);
        }
        if self.ends_by_passes() {
            self.line("passes by both is draw", &["pass"]);
        } else if settings.full_board && !(settings.flip_enclosed.is_some() && settings.drops) {
            self.line("full board is draw", &["adjudicateFullBoard"]);
        }
        if settings.fold == 0 {
            return;
        }
        // A move made back and forth once too often is illegal there; here the position it leads to loses.
        let mut line = match settings.move_repetition_illegal {
            true => format!("repetition {} made is win", settings.fold.saturating_sub(1).max(2)),
            false if settings.fold_absolute => format!("repetition {} is draw", settings.fold.max(2)),
            false => format!("repetition {} is {}", settings.fold.max(2), settings.fold_value.map_or("draw", word)),
        };
        if settings.perpetual_check_illegal && settings.has(Slot::KING) {
            line.push_str(", perpetual check is loss");
        }
        if settings.chasing {
            line.push_str(", perpetual chase is loss");
        }
        if let Some(value) = settings.fold_value.filter(|_| settings.fold_absolute && !settings.move_repetition_illegal)
        {
            line.push_str(&format!(", first player is {}", word(value)));
        }
        self.line(line, &keys);
    }

    /// Players who pass one after the other have nothing left to do.
    fn ends_by_passes(&self) -> bool {
        let settings = self.settings;
        let passes = |&side: &Side| match self.pass(side) {
            Some(Pass::Always | Pass::WhenStalemated) => true,
            None => false,
        };
        Side::BOTH.iter().all(passes) && !settings.wall_or_move
    }

    fn counters(&mut self) {
        let settings = self.settings;
        if let Some(counting) = settings.counting {
            self.counting(counting);
        }
        if settings.counter > 0 {
            self.line(format!("counter at {} moves is draw", settings.counter), &["nMoveRule"]);
        }
        if self.mate_is_all() {
            self.line("insufficient material is draw", &[]);
        }
    }

    /// Mate, or checks, are the only way to win, with what is on the board or in hand at the start.
    fn mate_is_all(&self) -> bool {
        let settings = self.settings;
        let fixed = [Slot::PAWN, Slot::KNIGHT, Slot::BISHOP, Slot::ROOK, Slot::QUEEN, Slot::KING];
        Side::BOTH
            .iter()
            .all(|&side| self.setup.men.iter().any(|(_, _, placed)| placed.side == side && placed.slot == Slot::KING))
            && self.men.iter().any(|man| fixed.contains(&man.slot))
            && !(self.has_hands() && (settings.captures_to_hand || settings.two_boards))
            && settings.stalemate == Some(Verdict::Draw)
            && settings.checkmate == Some(Verdict::Loss)
            && settings.extinction.is_none()
            && !settings.blast
            && self.names_one_by_one(settings.petrify).is_empty()
            && settings.flip_enclosed.is_none()
            && self.is_nowhere(&self.zone(&settings.flag_region))
            && settings.connect == 0
            && settings.connect_square <= 1
            && settings.collinear == 0
            && self.chain_ends().is_none()
            && settings.material.is_none()
            && settings.counting.is_none()
            && !settings.bikjang
            && !settings.full_board
            && !self.ends_by_passes()
            && settings.walls.is_none()
            && settings.castling_wins.is_empty()
            && settings.checking
            && !settings.must_capture
            && settings.mobility.is_empty()
    }

    /// The counts of south-east Asia: for the piece that a lone king faces, so many moves.
    fn counting(&mut self, counting: Counting) {
        let key = ["countingRule"];
        let name = |slot: Slot| self.plain(slot).map(|man| man.name.clone());
        let pawns = name(Slot::PAWN).map_or(String::new(), |pawn| format!(", without {pawn}"));
        let (rook, silver, knight) = (name(Slot::ROOK), name(Slot::SILVER), name(Slot::KNIGHT));
        let mut lines: Vec<String> = Vec::new();
        let from = if counting == Counting::Asean { "0" } else { "pieces left" };
        let mut against = |number: u16, piece: &Option<String>, moves: u16| {
            if let Some(piece) = piece {
                lines.push(format!(
                    "count from {from} to {moves} moves for bare royal against {number} {piece}{pawns} is draw"
                ));
            }
        };
        match counting {
            Counting::Asean => {
                against(1, &rook, 16);
                against(1, &silver, 44);
                against(1, &knight, 64);
            }
            Counting::Makruk | Counting::Cambodian => {
                // The Cambodian count ends one move earlier.
                let less = u16::from(counting == Counting::Cambodian);
                against(2, &rook, 8 - less);
                against(1, &rook, 16 - less);
                against(2, &silver, 22 - less);
                against(2, &knight, 32 - less);
                against(1, &silver, 44 - less);
                lines.push(format!("count from pieces left to {} moves for bare royal{pawns} is draw", 64 - less));
                lines.push(match counting {
                    Counting::Cambodian => "count from 0 to 63 moves for 2 to 3 pieces is draw".into(),
                    _ => format!("count from 0 to 64 moves for anyone{pawns} is draw"),
                });
            }
        }
        lines.into_iter().for_each(|line| self.line(line, &key));
    }

    fn material(&mut self) {
        let key = ["materialCounting"];
        match self.settings.material {
            None => {}
            Some(Material::WhiteDrawOdds) => self.line("draw wins for white", &key),
            Some(Material::BlackDrawOdds) => self.line("draw wins for black", &key),
            Some(Material::Unweighted) => {
                let all: Vec<String> = self.men.iter().map(|man| format!("{} 1", man.name)).collect();
                self.line(format!("points {}", all.join(", ")), &key);
            }
            Some(Material::Janggi) => {
                let worth = [
                    (Slot::ROOK, 13),
                    (Slot::JANGGI_CANNON, 7),
                    (Slot::HORSE, 5),
                    (Slot::JANGGI_ELEPHANT, 3),
                    (Slot::WAZIR, 3),
                    (Slot::SOLDIER, 2),
                ];
                let all: Vec<String> = worth
                    .iter()
                    .flat_map(|&(slot, points)| {
                        self.names_of(slot).into_iter().map(move |name| format!("{name} {points}"))
                    })
                    .collect();
                // Without any of these pieces there is only what Black has for moving second.
                match all.is_empty() {
                    true => self.line("draw wins for black", &key),
                    false => self.line(format!("points {}, second player 1.5", all.join(", ")), &key),
                }
            }
        }
    }
}
