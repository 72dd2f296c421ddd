//! What the literature says, proved: one file for each topic.

mod boards;
mod counts;
mod examples;
mod korf;
mod optimal;
mod sizes;
