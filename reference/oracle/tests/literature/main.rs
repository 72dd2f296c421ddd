//! Verifies statements from the literature, with a file for each topic.

mod boards;
mod counts;
mod examples;
mod korf;
mod optimal;
mod sizes;
