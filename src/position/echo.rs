//! Whether a position may have come up before, told at once: most have not, and looking back through the game for each node
//! of a search takes long.

/// A power of two, so few that they stay in the fastest memory.
const SLOTS: usize = 2048;

/// How many of the positions before this one have keys that fall into each slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Echo(Box<[u16; SLOTS]>);

impl Echo {
    pub(super) fn new() -> Echo {
        Echo(Box::new([0; SLOTS]))
    }

    #[inline(always)]
    fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    /// Counts may wrap: `leave` takes off what `enter` has added.
    #[inline(always)]
    pub(super) fn enter(&mut self, key: u64) {
        let count = &mut self.0[Echo::slot(key)];
        *count = count.wrapping_add(1);
    }

    #[inline(always)]
    pub(super) fn leave(&mut self, key: u64) {
        let count = &mut self.0[Echo::slot(key)];
        *count = count.wrapping_sub(1);
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// False if no position before had this key.
    #[inline(always)]
    pub(super) fn may_know(&self, key: u64) -> bool {
        self.0[Echo::slot(key)] > 0
    }
}
