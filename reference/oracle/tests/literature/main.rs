//! Verifies statements from the literature, with one file per topic.

mod boards;
mod counts;
mod examples;
mod korf;
mod optimal;
mod sizes;
