//! What is in tables about one side.

use super::attack::Attacks;
use super::step::{self, Step};
use super::topology::{Square, Topology};
use super::{Castle, DropTable, Mover};
use crate::definition::Kind;
use std::sync::{Arc, OnceLock};

/// The tables of one side.
pub(crate) struct SideTables {
    /// Those of both sides.
    pub steps: Arc<Vec<Step>>,
    /// Made when walks are first asked for: where sets of squares tell the moves, nobody ever does.
    quick: OnceLock<QuickWalks>,
    pub has_untouchables: bool,
    /// By kind.
    pub movers: Vec<Mover>,
    /// What may capture this side's royals, found out when it is first asked for: where sets of squares answer instead,
    /// nobody ever does.
    pub(super) attacks: OnceLock<Attacks>,
    pub castles: Vec<Castle>,
    /// By kind.
    pub drops: Vec<Option<DropTable>>,
}

/// By kind and origin: where its ordinary walks are, for the pieces that need nothing else.
pub(crate) struct QuickWalks {
    by_kind: Box<[Quick]>,
    list: Box<[u32]>,
    cells: usize,
}

/// The walks of one kind from one square.
#[derive(Clone, Copy, Default)]
struct Quick {
    start: u32,
    count: u16,
    /// All its moves are plain: walks of looks only, no promotion, no swap, nothing interpreted (en passant apart).
    plain: bool,
    /// Its moves may leave a royal in check although nothing is pinned.
    doubtful: bool,
}

impl SideTables {
    pub(super) fn new(
        steps: Arc<Vec<Step>>,
        movers: Vec<Mover>,
        castles: Vec<Castle>,
        drops: Vec<Option<DropTable>>,
        has_untouchables: bool,
    ) -> SideTables {
        let (quick, attacks) = (OnceLock::new(), OnceLock::new());
        SideTables { steps, quick, has_untouchables, movers, attacks, castles, drops }
    }

    pub fn quick_walks(&self, topology: &Topology) -> &QuickWalks {
        self.quick.get_or_init(|| QuickWalks::new(self, topology))
    }
}

impl QuickWalks {
    fn new(side: &SideTables, topology: &Topology) -> QuickWalks {
        let (movers, steps, cells) = (&side.movers, &side.steps, topology.cells());
        let (mut by_kind, mut list) = (Vec::with_capacity(movers.len() * cells), Vec::new());
        let more_than_looks = step::reaching(steps, |step| step.op != step::Op::Look);
        for mover in movers {
            let simple = !side.has_untouchables
                && !mover.is_limited
                && mover.unmoved.is_none()
                && mover.swaps.is_none()
                && mover.interpreted.is_empty()
                && !mover.may_repeat(topology, steps)
                && mover.promotions.as_ref().is_none_or(|promotions| !promotions.in_place);
            for square in (0..cells).map(Square::from_index) {
                let walks = mover.ordinary.at(square);
                let promotes = mover.promotions.as_ref().is_some_and(|promotions| promotions.possible_from(square));
                let looks_only = !walks.iter().any(|&walk| more_than_looks[walk as usize]);
                by_kind.push(Quick {
                    start: list.len() as u32,
                    count: walks.len() as u16,
                    plain: simple && !promotes && looks_only,
                    doubtful: mover.royal || mover.has_effects || mover.crowns,
                });
                list.extend_from_slice(walks);
            }
        }
        QuickWalks { by_kind: by_kind.into_boxed_slice(), list: list.into_boxed_slice(), cells }
    }

    /// The walks of a kind from a square, if they are all there is to its moves (but for en passant); and whether
    /// these moves may leave a royal in check although nothing is pinned.
    #[inline(always)]
    pub fn plain(&self, kind: Kind, from: Square) -> (Option<&[u32]>, bool) {
        let quick = self.by_kind[kind.index() * self.cells + from.index()];
        let start = quick.start as usize;
        (quick.plain.then(|| &self.list[start..start + quick.count as usize]), quick.doubtful)
    }
}
