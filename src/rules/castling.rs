//! Castling, said by XBetza `O` or by landing files, as one table of moves.

use super::leg::{Directions, MoveProgram};
use super::topology::{Square, SquareSet, Topology};
use super::walks::Unrolled;
use super::{Piece, Rules};
use crate::definition::{Castling, Definition, Kind, Landing, PerSide, Side};
use crate::diagnostic::Diagnostic;

/// One way to castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// The right that must still be there.
    pub right: u64,
    /// Rights the opponent loses by it.
    pub denied: u64,
    pub kind: Kind,
    pub mover: Square,
    pub mover_to: Square,
    pub partner: Square,
    pub partner_to: Square,
    /// Kinds that may be the partner; any if empty (XBetza `O`: whatever stood there at the start).
    pub partner_kinds: Vec<Kind>,
    /// Squares that must be empty, mover and partner not counted.
    pub empty: Vec<Square>,
    /// Squares a royal mover may not cross or reach under attack; its own is covered by not being in check.
    pub safe: Vec<Square>,
    /// Even out of check.
    pub through_check: bool,
    /// Spelled as the mover taking its partner, because its landing square doesn't tell.
    pub takes_partner: bool,
    /// The right comes with dropping mover and partner on their squares.
    pub by_drop: bool,
    /// Its right is spelled with the partner's file.
    pub by_file: bool,
    /// The opponent may not castle to the same side afterwards.
    pub opposite: bool,
}

impl Castle {
    pub fn is_to_right(&self) -> bool {
        self.partner > self.mover
    }

    /// True if both that take part in it, of that side, stand where it begins.
    #[inline(always)]
    pub fn stands(&self, rules: &Rules, board: &[Piece], side: Side) -> bool {
        let partner = board[self.partner.index()];
        board[self.mover.index()] == Piece::new(self.kind, side)
            && !partner.is_empty()
            && partner.side() == side
            && (self.partner_kinds.is_empty() || self.partner_kinds.contains(&rules.kind(partner.kind()).base))
    }

    /// What stands on the partner's square may be partner in both.
    fn shares_partners(&self, other: &Castle) -> bool {
        let any = self.partner_kinds.is_empty() || other.partner_kinds.is_empty();
        any || self.partner_kinds.iter().any(|kind| other.partner_kinds.contains(kind))
    }

    /// `right` is filled in when all castling squares are known.
    fn new(
        topology: &Topology,
        kind: Kind,
        (mover, mover_to): (Square, Square),
        (partner, partner_to): (Square, Square),
    ) -> Option<Castle> {
        let rank = topology.rank(mover);
        let files = [mover, mover_to, partner, partner_to].map(|square| topology.file(square));
        let squares = |from: u16, to: u16| -> Option<Vec<Square>> {
            let squares: Vec<Square> =
                (from.min(to)..=from.max(to)).filter_map(|file| topology.square(file, rank)).collect();
            squares.iter().all(|&square| !topology.is_hole(square)).then_some(squares)
        };
        let lowest = *files.iter().min()?;
        let highest = *files.iter().max()?;
        let all = squares(lowest, highest)?;
        let crossed = |square: &Square| {
            let file = topology.file(*square);
            let on = |a: u16, b: u16| (a.min(b)..=a.max(b)).contains(&file);
            on(files[0], files[1]) || on(files[2], files[3])
        };
        let mut empty: Vec<Square> = all.into_iter().filter(crossed).filter(|&s| s != mover && s != partner).collect();
        let safe = squares(files[0], files[1])?.into_iter().filter(|&square| square != mover).collect();
        let across = [mover_to, partner_to].map(|square| topology.across(square));
        empty.extend(across.iter().flatten());
        Some(Castle {
            right: 0,
            denied: 0,
            kind,
            mover,
            mover_to: across[0].unwrap_or(mover_to),
            partner,
            partner_to: across[1].unwrap_or(partner_to),
            partner_kinds: Vec::new(),
            empty,
            safe,
            through_check: false,
            takes_partner: false,
            by_file: false,
            by_drop: false,
            opposite: false,
        })
    }
}

/// Castlings of an XBetza `O` for a mover that starts on `mover`.
fn from_program(
    topology: &Topology,
    kind: Kind,
    side: Side,
    mover: Square,
    program: &MoveProgram,
    starts_occupied: &dyn Fn(Square) -> bool,
) -> Vec<Castle> {
    let MoveProgram::Castle { distance, directions, inward, .. } = program else { return Vec::new() };
    let directions: Directions = if side == Side::Second { directions.rotated() } else { *directions };
    let mut castles = Vec::new();
    for (direction, dx) in [(2u8, 1i32), (6, -1)] {
        if !directions.contains(direction) {
            continue;
        }
        let step = |from: Square, count: i32| topology.leap(from, dx * count, 0, super::topology::Wrap::AsBoard);
        // To the edge (or a hole) and back by the inward distance.
        let mut edge = mover;
        for _ in 0..topology.files() {
            match step(edge, 1) {
                Some(next) if next != mover => edge = next,
                _ => break,
            }
        }
        let Some(partner) = step(edge, -(*inward as i32)) else { continue };
        let reachable = (topology.file(partner) as i32 - topology.file(mover) as i32) * dx;
        if reachable < *distance as i32 || !starts_occupied(partner) {
            continue;
        }
        let (Some(mover_to), Some(partner_to)) = (step(mover, *distance as i32), step(mover, *distance as i32 - 1))
        else {
            continue;
        };
        castles.extend(Castle::new(topology, kind, (mover, mover_to), (partner, partner_to)));
    }
    castles
}

/// Castlings of a statement that names landing files, for one pair of starting squares.
fn from_statement(topology: &Topology, statement: &Castling, mover: Square, partner: Square) -> Vec<Castle> {
    let rank = topology.rank(mover);
    let to_the_right = topology.file(partner) > topology.file(mover);
    let castle = |landing: &Landing| {
        let mover_to = topology.square(landing.mover, rank)?;
        let partner_to = topology.square(landing.partner, rank)?;
        let castle = Castle::new(topology, statement.mover, (mover, mover_to), (partner, partner_to))?;
        // A single step would look like an ordinary move.
        let takes_partner = statement.anywhere || topology.file(mover).abs_diff(landing.mover) < 2;
        let by_drop = statement.on.is_some();
        // Whether it ends safely is seen when it is done: the partner may stand in the way of an attack then.
        let safe = if statement.through_check { Vec::new() } else { castle.safe };
        Some(Castle {
            safe,
            through_check: statement.through_check,
            by_drop,
            partner_kinds: statement.partners.clone(),
            takes_partner,
            by_file: statement.anywhere,
            opposite: statement.opposite,
            ..castle
        })
    };
    let landings = if to_the_right { &statement.right } else { &statement.left };
    landings.iter().filter_map(castle).collect()
}

/// All ways to castle that the sides begin with.
pub(super) fn castles(
    definition: &Definition,
    unrolled: &PerSide<Unrolled>,
    placed: (&[SquareSet], &[SquareSet]),
) -> Result<PerSide<Vec<Castle>>, Vec<Diagnostic>> {
    let mut castles = PerSide(Side::BOTH.map(|side| castles_of(definition, side, placed)));
    for side in Side::BOTH {
        for castle in &mut castles[side] {
            // What would be spelled like another move of the same piece is spelled as it taking its partner.
            castle.takes_partner |= unrolled[side].may_go(definition, castle.kind, castle.mover, castle.mover_to);
        }
        told_apart(&definition.topology, &castles[side])?;
    }
    Ok(castles)
}

fn castles_of(definition: &Definition, side: Side, (initial, homes): (&[SquareSet], &[SquareSet])) -> Vec<Castle> {
    let (topology, mut castles) = (&definition.topology, Vec::new());
    let stands = |square: Square| definition.kinds().any(|kind| homes[Piece::new(kind, side).index()].contains(square));
    for kind in definition.kinds() {
        let starts = &homes[Piece::new(kind, side).index()];
        for clause in &definition.piece(kind).moves {
            for program in &clause.programs[side] {
                for mover in starts.iter() {
                    castles.extend(from_program(topology, kind, side, mover, program, &stands));
                }
            }
        }
    }
    for statement in definition.castling.iter().filter(|statement| statement.by.is_none_or(|by| by == side)) {
        let back = if side == Side::First { 0 } else { topology.ranks() - 1 };
        let row: Vec<Square> = (0..topology.files()).filter_map(|file| topology.square(file, back)).collect();
        let movers: Vec<Square> = if let Some(file) = statement.on {
            topology.square(file, back).into_iter().collect()
        } else if statement.anywhere {
            row.clone()
        } else {
            initial[Piece::new(statement.mover, side).index()].iter().collect()
        };
        for mover in movers {
            let rank = topology.rank(mover);
            let layer = |square: Square| topology.file(square) / topology.width();
            let on_rank =
                |square: &Square| topology.rank(*square) == rank && layer(*square) == layer(mover) && *square != mover;
            let partners: Vec<Square> = if statement.on.is_some() {
                [row.first(), row.last()].into_iter().flatten().copied().filter(on_rank).collect()
            } else if statement.anywhere {
                row.iter().copied().filter(on_rank).collect()
            } else {
                let starts = statement
                    .partners
                    .iter()
                    .flat_map(|&kind| initial[Piece::new(kind, side).index()].iter().collect::<Vec<_>>());
                starts.filter(on_rank).collect()
            };
            castles
                .extend(partners.into_iter().flat_map(|partner| from_statement(topology, statement, mover, partner)));
        }
    }
    castles.retain_mut(|castle| keeps_to_zones(definition, topology, side, homes, castle));
    join(castles)
}

/// False if the castling would take what castles, or each of its partners, where it may not be. Partners of kinds that may
/// not land there are taken out.
fn keeps_to_zones(
    definition: &Definition,
    topology: &Topology,
    side: Side,
    homes: &[SquareSet],
    castle: &mut Castle,
) -> bool {
    let may_land = |kind: Kind, square: Square| {
        let piece = definition.piece(kind);
        [&piece.confined, &piece.stops].into_iter().flatten().all(|zone| zone[side].contains(square))
    };
    let partner_to = castle.partner_to;
    let at_home = |kind: &Kind| homes[Piece::new(*kind, side).index()].contains(castle.partner);
    let partner_lands = match castle.partner_kinds.is_empty() {
        true => {
            let mut begin = definition.kinds().filter(at_home).peekable();
            begin.peek().is_none() || begin.any(|kind| may_land(kind, partner_to))
        }
        false => {
            castle.partner_kinds.retain(|&kind| may_land(kind, partner_to));
            !castle.partner_kinds.is_empty()
        }
    };
    partner_lands && may_land(castle.kind, castle.mover_to) && topology.may_connect(castle.mover, castle.mover_to)
}

/// Two statements may allow the same thing, as may a statement and the king's own `O`, which has any partner: that is one way
/// to castle, with all that either of them allows.
fn join(castles: Vec<Castle>) -> Vec<Castle> {
    let way = |castle: &Castle| (castle.kind, castle.mover, castle.mover_to, castle.partner, castle.partner_to);
    let mut joined: Vec<Castle> = Vec::new();
    for castle in castles {
        let Some(same) = joined.iter_mut().find(|other| way(other) == way(&castle) && other.shares_partners(&castle))
        else {
            joined.push(castle);
            continue;
        };
        if same.partner_kinds.is_empty() || castle.partner_kinds.is_empty() {
            same.partner_kinds.clear();
        } else {
            same.partner_kinds.extend(castle.partner_kinds);
            same.partner_kinds.sort_unstable();
            same.partner_kinds.dedup();
        }
        if castle.through_check {
            (same.through_check, same.safe) = (true, Vec::new());
        }
        same.by_drop |= castle.by_drop;
        same.by_file |= castle.by_file;
        same.takes_partner |= castle.takes_partner;
    }
    joined
}

/// An error where two ways to castle would be spelled alike.
fn told_apart(topology: &Topology, castles: &[Castle]) -> Result<(), Vec<Diagnostic>> {
    let spelled = |castle: &Castle| (castle.mover, if castle.takes_partner { castle.partner } else { castle.mover_to });
    for (at, castle) in castles.iter().enumerate() {
        let alike = |other: &&Castle| {
            spelled(other) == spelled(castle)
                && (other.kind, other.partner) == (castle.kind, castle.partner)
                && other.shares_partners(castle)
        };
        if castles[..at].iter().any(|other| alike(&other)) {
            let (from, to) = spelled(castle);
            let move_name = format!("{}{}", topology.name(from), topology.name(to));
            let message = format!("two ways to castle would both be the move {move_name}");
            return Err(vec![Diagnostic::error(0..0, message).help(
                "a piece that lands less than two files away is said to take its partner: of such landings there may be one a side",
            )]);
        }
    }
    Ok(())
}
