//! The grader from outside: its program is run the way that a user runs it, and what it prints is
//! compared.
//!
//! A grading takes about two seconds of processor time, so a test gets as much as it can out of
//! each: several faults in one submission, several options in one command.

mod archives;
mod assignment;
mod at_the_door;
mod audit;
mod book;
mod cache;
mod check;
mod ci;
mod determinism;
mod doctor;
mod door;
mod editor;
mod explain;
mod formats;
mod grade;
mod gradescope;
mod guests;
mod halves;
mod hint;
mod hostile;
mod limits;
mod moment;
mod only;
#[cfg(unix)]
mod out;
mod own_tests;
mod play;
mod points;
mod process;
mod program;
mod published;
mod puzzle;
mod report;
mod samples;
mod session;
mod similar;
mod starter;
mod student_page;
mod support;
mod trace;
mod unit_tests;
mod usage;
mod visibility;
mod watch;
mod worker;
