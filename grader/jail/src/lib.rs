//! Child processes behind a wall.
//!
//! Code that strangers hand in is read, compiled and run by processes that can reach next to nothing.
//! A [`Wall`] says what that is: the paths that may be read, the programs that may be started, the one
//! folder that may be written, and [`Limits`] on time, memory, files and processes. [`Wall::enter`]
//! raises it around the process that calls it, for good; [`child::run`] starts another program behind
//! one.
//!
//! A wall has [`Layer`]s, and each system has those that it has. What is there is told by
//! [`Standing`], never guessed.

pub mod child;
mod cpu;
mod inherited;
mod layer;
mod limits;
#[cfg(target_os = "linux")]
mod linux;
mod own_program;
mod patience;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod system;
pub mod trial;
mod wall;

pub use child::{ChildError, Finished};
pub use cpu::{allow_children, children_time};
pub use inherited::{Shortage, Shortages};
pub use layer::{Layer, Layers, Standing};
pub use limits::{Limits, Memory};
pub use own_program::own_program;
pub use patience::{Patience, Spent};
#[cfg(unix)]
pub use signals::is_ignored;
pub use wall::{Wall, WallError};
