//! What was written: typed trees with spans, and the only modules that see the parser library.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod betza;
pub mod variant;
