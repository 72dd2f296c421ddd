//! Implements `--timings`, which shows how long each stage of grading took, as a chart and as a file for a browser's
//! profiler.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use assignment::{Assignment, Puzzle, RandomPuzzles};
use grade::view::Audience;
use sandbox::timing::{Timings, WorkKind, WorkSpan, WorkTime, WorkTotals};
use serde_json::{Value, json};

use super::error::{CliError, print_note};
use super::output;

/// The `--timings` option of `grader check`.
#[derive(Debug, clap::Args)]
pub(super) struct TimingsArgs {
    /// Show on standard error how long each stage of grading took. With FILE, also write all steps to FILE as trace
    /// events for a browser's profiler
    #[arg(long, value_name = "FILE", require_equals = true)]
    #[expect(clippy::option_option, reason = "the value of this option is optional")]
    timings: Option<Option<PathBuf>>,
}

impl TimingsArgs {
    pub(super) fn file(&self) -> Option<&Path> {
        self.timings.as_ref()?.as_deref()
    }

    pub(super) fn write_or_print_if_asked(
        &self,
        timings: &Timings,
        assignment: &Assignment,
        audience: Audience,
    ) -> Result<(), CliError> {
        if self.timings.is_none() {
            return Ok(());
        }
        if let Some(file) = self.file() {
            let hidden = hidden_puzzles(assignment, audience);
            output::write_text(Some(file), &trace_events(timings, &hidden))?;
        }
        print_note(&chart_over_time(timings));
        Ok(())
    }
}

fn hidden_puzzles(assignment: &Assignment, audience: Audience) -> BTreeSet<&str> {
    let drawn = assignment.random.iter().flat_map(RandomPuzzles::boards_in_pools);
    let puzzles = assignment.boards.iter().chain(&assignment.solve).chain(drawn);
    let is_hidden = |puzzle: &&Puzzle| !audience.sees(puzzle.visibility);
    puzzles.filter(is_hidden).map(|puzzle| puzzle.name.as_str()).collect()
}

/// Returns the name of a step, without the names of hidden puzzles.
fn shown_name<'a>(span: &'a WorkSpan, hidden: &BTreeSet<&str>) -> &'a str {
    match span.name.split_once(' ') {
        Some((kind, puzzle)) if hidden.contains(puzzle) => kind,
        _ => &span.name,
    }
}

/// Formats all steps as trace events: an object with a complete event for each step, and the names of the threads.
fn trace_events(timings: &Timings, hidden: &BTreeSet<&str>) -> String {
    let mut spans: Vec<&WorkSpan> = timings.spans.iter().collect();
    // The spans are stored in the order in which they end.
    spans.sort_by_key(|span| (span.start, span.thread));
    let threads: BTreeSet<usize> = spans.iter().map(|span| span.thread).collect();
    let thread = |thread: &usize| {
        let name = format!("thread {}", thread.saturating_add(1));
        json!({
            "ph": "M", "name": "thread_name", "pid": 1, "tid": thread, "args": { "name": name },
        })
    };
    let event = |span: &&WorkSpan| {
        json!({
            "ph": "X",
            "name": shown_name(span, hidden),
            "cat": span.work.name(),
            "ts": span.start,
            "dur": span.wall,
            "pid": 1,
            "tid": span.thread,
            "args": { "cpu_us": span.cpu },
        })
    };
    let events: Vec<Value> = threads.iter().map(thread).chain(spans.iter().map(event)).collect();
    json!({ "displayTimeUnit": "ms", "traceEvents": events }).to_string() + "\n"
}

/// The number of columns for the bars. With the names and times, a line has 80 columns.
const BAR: usize = 36;

/// Formats the times of a submission as a chart, where each stage has a bar that shows when it ran.
fn chart_over_time(timings: &Timings) -> String {
    let mut chart = String::new();
    let end = format_seconds(timings.wall);
    // `0 s` takes three columns.
    let axis = format!("0 s{end:>0$}", BAR - 3);
    add_row(&mut chart, ["stage", "CPU", "elapsed"], &axis);
    for work in WorkKind::ALL {
        if let Some(WorkTime { cpu, wall }) = timings.total(work) {
            let bar = busy_bar(&timings.busy_intervals(work), timings.wall);
            add_row(&mut chart, [work.name(), &format_seconds(cpu), &format_seconds(wall)], &bar);
        }
    }
    add_row(&mut chart, ["other", &format_seconds(timings.time_outside_spans()), ""], "");
    add_row(&mut chart, ["total", &format_seconds(timings.cpu), &end], "");
    chart.truncate(chart.trim_end().len());
    chart
}

/// Formats the times of a class as a chart, where each stage has a bar for its share of the processor time.
pub(super) fn chart_of_shares(times: &WorkTotals) -> String {
    let mut chart = String::new();
    add_row(&mut chart, ["stage", "CPU", "elapsed"], "share of the CPU time");
    // All times can be zero on a system that does not report processor time.
    let all = times.cpu().max(1);
    let share = |cpu: u64| {
        let columns = (u128::from(cpu) * BAR as u128 + u128::from(all) / 2) / u128::from(all);
        // A share can exceed the total, which is measured differently.
        let columns = usize::try_from(columns).unwrap_or(BAR).min(BAR);
        "█".repeat(columns)
    };
    for (work, WorkTime { cpu, wall }) in &times.works {
        add_row(
            &mut chart,
            [work.name(), &format_seconds(*cpu), &format_seconds(*wall)],
            &share(*cpu),
        );
    }
    add_row(&mut chart, ["other", &format_seconds(times.other), ""], &share(times.other));
    add_row(&mut chart, ["total", &format_seconds(times.cpu()), ""], "");
    chart.truncate(chart.trim_end().len());
    chart
}

fn add_row(chart: &mut String, [name, cpu, wall]: [&str; 3], bar: &str) {
    let line = format!("{name:<24} {cpu:>8} {wall:>8}  {bar}");
    let _ = writeln!(chart, "{}", line.trim_end());
}

/// Draws the intervals in which a stage ran. A column is filled if the stage ran for at least half of its time.
fn busy_bar(busy: &[(u64, u64)], end: u64) -> String {
    // Everything may have taken less than a microsecond, and a column must not be empty.
    let end = u128::from(end.max(1));
    let column = |column: usize| {
        let at = |column: usize| column as u128 * end / BAR as u128;
        let (from, to) = (at(column), at(column + 1));
        let within = |(start, end): &(u64, u64)| {
            // The interval may end before the column begins.
            to.min(u128::from(*end)).saturating_sub(from.max(u128::from(*start)))
        };
        match busy.iter().map(within).sum::<u128>() {
            0 => ' ',
            time if 2 * time < to - from => '░',
            _ => '█',
        }
    };
    (0..BAR).map(column).collect()
}

fn format_seconds(micros: u64) -> String {
    // Round to the nearest millisecond.
    let millis = (micros.saturating_add(500)) / 1000;
    let (seconds, millis) = (millis / 1000, millis % 1000);
    // Nobody needs milliseconds then, and the column stays narrow.
    if seconds < 100 { format!("{seconds}.{millis:03} s") } else { format!("{seconds} s") }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn timings() -> Timings {
        let span = |work, name: &str, thread, start, wall, cpu| {
            let name = name.to_owned();
            WorkSpan { work, name, thread, start, wall, cpu }
        };
        let spans = vec![
            span(WorkKind::Library, "submission", 0, 1_000, 215_000, 198_250),
            span(WorkKind::Link, "solver", 0, 216_000, 400_000, 390_000),
            span(WorkKind::Link, "board", 1, 216_500, 200_000, 190_000),
            span(WorkKind::Puzzles, "solve secret \"1\"", 0, 700_000, 10_000, 10_000),
            span(WorkKind::Puzzles, "solve open", 1, 710_000, 490_000, 480_000),
        ];
        Timings { wall: 1_234_567, cpu: 1_300_000, spans }
    }

    #[test]
    fn a_bar_shows_when_a_stage_ran() {
        assert_snapshot!(chart_over_time(&timings()), @"
        stage                         CPU  elapsed  0 s                          1.235 s
        library                   0.198 s  0.215 s  ██████░
        linking                   0.580 s  0.400 s        ████████████
        puzzles, grader's boards  0.490 s  0.500 s                      ███████████████
        other                     0.032 s
        total                     1.300 s  1.235 s
        ");
        assert!(chart_over_time(&timings()).lines().all(|line| line.chars().count() <= 80));
        assert_eq!(format_seconds(123_456_789), "123 s");
        // A worker may report arbitrary times.
        let wrong = WorkSpan { start: u64::MAX, wall: u64::MAX, ..timings().spans.remove(0) };
        chart_over_time(&Timings { wall: 0, cpu: 0, spans: vec![wrong.clone()] });
        chart_over_time(&Timings { wall: u64::MAX, cpu: u64::MAX, spans: vec![wrong; 2] });
    }

    #[test]
    fn class_timings_are_shown_as_shares() {
        assert_snapshot!(chart_of_shares(&WorkTotals::from_timings(&timings())), @"
        stage                         CPU  elapsed  share of the CPU time
        library                   0.198 s  0.215 s  █████
        linking                   0.580 s  0.400 s  ████████████████
        puzzles, grader's boards  0.490 s  0.500 s  ██████████████
        other                     0.032 s           █
        total                     1.300 s
        ");
        assert_eq!(chart_of_shares(&WorkTotals::default()).lines().count(), 3);
    }

    #[test]
    fn a_trace_has_all_events_without_hidden_names() {
        let hidden = BTreeSet::from(["secret \"1\""]);
        let text = trace_events(&timings(), &hidden);
        assert!(!text.contains("secret"));
        let trace: Value = serde_json::from_str(&text).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        assert_eq!(events.len(), 2 + 5);
        assert_eq!(
            events[0],
            json!({ "ph": "M", "name": "thread_name", "pid": 1, "tid": 0, "args": { "name": "thread 1" } })
        );
        assert_eq!(
            events[5],
            json!({
                "ph": "X", "name": "solve", "cat": "puzzles, grader's boards", "ts": 700_000,
                "dur": 10_000, "pid": 1, "tid": 0, "args": { "cpu_us": 10_000 },
            })
        );
    }
}
