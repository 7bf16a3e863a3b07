//! What the compiler can't know about how programs run.

/// Marks what follows in a block as seldom reached, by games that have the rule or positions that are rare, so that the
/// compiler puts it out of the way of the rest. Costs nothing and changes nothing else.
#[cold]
#[inline]
pub fn rarely() {}
