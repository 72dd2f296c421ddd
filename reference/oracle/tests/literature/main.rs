//! Statements of the literature, proved: one file for each topic.

mod boards;
mod counts;
mod examples;
mod korf;
mod optimal;
mod sizes;
