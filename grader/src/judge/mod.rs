//! Holds observations against what is true, and says what is wrong.

mod answers;
mod equality;
mod facts;
mod findings;
mod solver;
mod stops;
mod survey;
mod words;

pub(crate) use answers::{Answers, Sight};
pub(crate) use equality::{boards as equality_boards, judge as equality};
pub(crate) use facts::permutation;
pub(crate) use findings::{Findings, Size, check_of};
pub(crate) use solver::{Solved, judge as solver};
pub(crate) use stops::{graders_fault, stopped};
pub(crate) use survey::{Malformed, judge as survey, nth_board};
