//! Runs the grader like a user, and checks the output.
//!
//! Grading a submission takes about two seconds of CPU time, so many tests combine several faults in a submission, or
//! several options in a command.

mod accepted_code;
mod archives;
mod assignment;
mod audit;
mod book;
mod cache;
mod check;
mod ci;
mod compiler_words;
mod crashes;
mod determinism;
mod doctor;
mod editor;
mod explain;
mod formats;
mod grade;
mod gradescope;
mod hidden_words;
mod hint;
#[cfg(unix)]
mod host;
mod hostile;
mod limits;
mod moments;
mod only;
#[cfg(target_os = "linux")]
mod other_users;
#[cfg(unix)]
mod output_files;
mod own_tests;
mod pack;
mod pairs;
mod picture;
mod play;
mod points;
mod printed;
mod process;
mod program;
mod published;
mod puzzle;
mod rejections;
mod report;
mod samples;
mod session;
mod similar;
mod starter;
mod stored;
mod student_page;
mod students_edition;
mod support;
mod timings;
mod trace;
mod unit_tests;
mod unwritten_halves;
mod usage;
mod visibility;
mod watch;
mod worker;
