//! Puzzles beside any grading: reading them, solving them, proving what is said of them, making
//! new ones.
//!
//! Nothing here prints; `cli` reads arguments and `report` writes what is found.

pub mod facts;
pub mod form;
pub mod goal;
pub mod read;

pub use facts::Facts;
pub use form::Form;
pub use goal::GoalChoice;
pub use read::Found;
