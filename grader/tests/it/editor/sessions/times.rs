//! Measures the time from a save to the messages, with and without the grader.

use std::fmt::Write as _;
use std::time::Duration;

use super::{BROKEN, Edit, Editor, UNUSED, WRONG};

/// The number of runs of each editor.
const RUNS: usize = 7;

struct Moment {
    text: &'static str,
    edits: &'static [Edit],
    codes: &'static [&'static str],
    /// Whether `cargo check` also shows these messages.
    is_compilers: bool,
}

/// The saves of a run, one after the other. At the end, the code is correct again.
const MOMENTS: [Moment; 5] = [
    Moment {
        text: "A compiler warning appears",
        edits: &[UNUSED],
        codes: &["unused_variables"],
        is_compilers: true,
    },
    Moment {
        text: "A compiler error replaces it",
        edits: &[BROKEN],
        codes: &["E0384"],
        is_compilers: true,
    },
    Moment { text: "The error disappears", edits: &[], codes: &[], is_compilers: true },
    Moment {
        text: "An error from the grader appears",
        edits: &[WRONG],
        codes: &["board.hamming"],
        is_compilers: false,
    },
    Moment { text: "The grader's error disappears", edits: &[], codes: &[], is_compilers: false },
];

/// Measures two editors in turn. Returns a text with a table.
pub(super) fn measured() -> String {
    let mut editors = [Editor::open(true), Editor::open(false)];
    let mut times = [const { [const { Vec::new() }; 2] }; MOMENTS.len()];
    for run in 0..RUNS {
        for (moment, times) in MOMENTS.iter().zip(&mut times) {
            // Begin with a different editor in each run.
            for which in [run % 2, 1 - run % 2] {
                if which == 0 || moment.is_compilers {
                    times[which].push(editors[which].time(moment.edits, moment.codes));
                }
            }
        }
    }
    let mut text = format!(
        "\nThis is the time from a save until the editor shows the change: the median of {RUNS} \
         runs and, in parentheses,\nthe shortest and the longest time. The two editors took \
         turns. The grader was a development build.\n\n| | \
         `editor-check.sh` | `cargo check` |\n|---|---|---|\n"
    );
    for (moment, [ours, plain]) in MOMENTS.iter().zip(times) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "| {} | {} | {} |", moment.text, summary(ours), summary(plain));
    }
    text
}

fn summary(mut times: Vec<Duration>) -> String {
    times.sort();
    let [Some(first), Some(last)] = [times.first(), times.last()] else { return "-".to_owned() };
    let seconds = |time: &Duration| format!("{:.2}", time.as_secs_f64());
    let median = seconds(&times[times.len() / 2]);
    format!("{median} s ({} to {})", seconds(first), seconds(last))
}
