//! What was written: typed trees with spans, and the only modules that see the parser library.

pub mod betza;
pub mod variant;
