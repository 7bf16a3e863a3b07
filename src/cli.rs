//! The commands of the program, one file each. Nothing here panics when its reader goes away: a closed pipe comes
//! back as an error.

pub mod check;
pub mod list;
pub mod show;
