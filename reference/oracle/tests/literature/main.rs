//! Proofs of statements from the literature, with a file per topic.

mod boards;
mod counts;
mod examples;
mod korf;
mod optimal;
mod sizes;
