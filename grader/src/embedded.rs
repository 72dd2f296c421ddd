//! The sources and the assignment that the grader carries with it: names and texts.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
