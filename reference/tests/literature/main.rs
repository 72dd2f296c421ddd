//! What the literature says, proved: one file for each topic.

mod boards;
mod examples;
mod korf;
mod sizes;
