//! Sets of kinds, each there once.

use hashbrown::HashMap;
use smallvec::SmallVec;

/// Number 0 is the empty one.
pub struct KindSets {
    pub sets: Vec<Vec<u16>>,
    index: HashMap<Vec<u16>, u16>,
    unions: HashMap<(u16, u16), u16>,
}

impl KindSets {
    pub fn new() -> KindSets {
        KindSets { sets: vec![Vec::new()], index: HashMap::from([(Vec::new(), 0)]), unions: HashMap::new() }
    }

    pub fn number(&mut self, mut kinds: SmallVec<[u16; 16]>) -> u16 {
        kinds.sort_unstable();
        kinds.dedup();
        if let Some(&known) = self.index.get(&*kinds) {
            return known;
        }
        let number = self.sets.len() as u16;
        self.sets.push(kinds.to_vec());
        self.index.insert(kinds.into_vec(), number);
        number
    }

    pub fn union(&mut self, a: u16, b: u16) -> u16 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&pair) {
            return known;
        }
        let both = [a, b].iter().flat_map(|&set| self.sets[set as usize].iter().copied()).collect();
        let number = self.number(both);
        self.unions.insert(pair, number);
        number
    }
}
