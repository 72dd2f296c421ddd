//! Measures how long each part of grading a submission takes, for users. The times are never part of a grade, and no
//! decision depends on them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A kind of work in grading a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkKind {
    /// Compiling the submission as a library.
    Library,
    /// Linking the programs.
    Link,
    /// Compiling programs to machine code.
    MachineCode,
    /// Running the cases for the board.
    Board,
    /// Solving puzzles on the grader's boards.
    Puzzles,
    /// Solving puzzles on the submission's own boards.
    OwnBoards,
    /// Solving puzzles with instrumented queues and board texts.
    Instrumented,
    /// Asking solvers the same questions again.
    Questions,
    /// Sessions with more than one solver.
    Sessions,
    /// Repeating searches to explain failures.
    Explaining,
    /// Comparing the observations with the correct values.
    Judging,
    /// Compiling and running the submission's own tests.
    OwnTests,
}

impl WorkKind {
    /// All kinds of work, in the order they begin.
    pub const ALL: [Self; 12] = [
        Self::Library,
        Self::Link,
        Self::MachineCode,
        Self::Board,
        Self::Puzzles,
        Self::OwnBoards,
        Self::Instrumented,
        Self::Questions,
        Self::Sessions,
        Self::Explaining,
        Self::Judging,
        Self::OwnTests,
    ];

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Link => "linking",
            Self::MachineCode => "machine code",
            Self::Board => "board cases",
            Self::Puzzles => "puzzles, grader's boards",
            Self::OwnBoards => "puzzles, own boards",
            Self::Instrumented => "instrumented queues",
            Self::Questions => "repeated questions",
            Self::Sessions => "sessions",
            Self::Explaining => "explaining failures",
            Self::Judging => "judging",
            Self::OwnTests => "own tests",
        }
    }

    /// Returns the key used in files such as `run.json`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Link => "link",
            Self::MachineCode => "machine_code",
            Self::Board => "board",
            Self::Puzzles => "puzzles",
            Self::OwnBoards => "own_boards",
            Self::Instrumented => "instrumented",
            Self::Questions => "questions",
            Self::Sessions => "sessions",
            Self::Explaining => "explaining",
            Self::Judging => "judging",
            Self::OwnTests => "own_tests",
        }
    }
}

/// A piece of work on a thread. All times are in microseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkSpan {
    /// The kind of work.
    pub work: WorkKind,
    /// What the work was about, such as the name of a case or a program.
    pub name: String,
    /// The zero-based number of the thread, in the order of the threads' first spans.
    pub thread: usize,
    /// The start time, measured from the start of grading.
    pub start: u64,
    /// The elapsed time.
    pub wall: u64,
    /// The processor time of the thread or the child process that did the work, or 0 if the system cannot report it.
    pub cpu: u64,
}

/// The times of all work for a submission. All times are in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timings {
    /// The elapsed time.
    pub wall: u64,
    /// The processor time, including work outside all spans.
    pub cpu: u64,
    /// The spans, sorted by their ends.
    pub spans: Vec<WorkSpan>,
}

/// Measures work while a submission is graded.
#[derive(Debug)]
pub struct Recorder {
    began: Instant,
    /// The processor time that this process and its children had used at the start.
    before: Duration,
    state: Mutex<RecordedSpans>,
}

#[derive(Debug, Default)]
struct RecordedSpans {
    spans: Vec<WorkSpan>,
    threads: Vec<ThreadId>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            before: time_of_process_and_children(),
            state: Mutex::default(),
        }
    }
}

impl Recorder {
    /// Does work on the current thread, and adds a span for it.
    pub fn measure<T>(&self, work: WorkKind, name: &str, act: impl FnOnce() -> T) -> T {
        let before = jail::thread_time();
        self.measure_with(work, name, || (act(), jail::thread_time().saturating_sub(before)))
    }

    /// Does work on all threads or in multiple processes, and adds a span for it. No other work may run in the
    /// meantime.
    pub fn measure_on_all_threads<T>(
        &self,
        work: WorkKind,
        name: &str,
        act: impl FnOnce() -> T,
    ) -> T {
        let before = time_of_process_and_children();
        self.measure_with(work, name, || {
            (act(), time_of_process_and_children().saturating_sub(before))
        })
    }

    /// Does work on this thread and in child processes for tests, and adds a span. Meanwhile, other children may run.
    pub fn measure_tests<T>(&self, name: &str, act: impl FnOnce() -> T) -> T {
        let time = || jail::thread_time() + jail::time_for_tests();
        let before = time();
        self.measure_with(WorkKind::OwnTests, name, || (act(), time().saturating_sub(before)))
    }

    /// Does work that reports its own processor time, and adds a span for it.
    pub(crate) fn measure_with<T>(
        &self,
        work: WorkKind,
        name: &str,
        act: impl FnOnce() -> (T, Duration),
    ) -> T {
        let start = self.began.elapsed();
        let (result, cpu) = act();
        let wall = self.began.elapsed().saturating_sub(start);
        let state = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let id = thread::current().id();
        let thread = state.threads.iter().position(|thread| *thread == id).unwrap_or_else(|| {
            state.threads.push(id);
            state.threads.len() - 1
        });
        let (start, wall, cpu) = (micros(start), micros(wall), micros(cpu));
        state.spans.push(WorkSpan { work, name: name.to_owned(), thread, start, wall, cpu });
        result
    }

    /// Ends the measurement and returns the times.
    pub fn finish(self) -> Timings {
        let cpu = micros(time_of_process_and_children().saturating_sub(self.before));
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Timings { wall: micros(self.began.elapsed()), cpu, spans: state.spans }
    }
}

/// The times of one kind of work, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkTime {
    /// The processor time.
    pub cpu: u64,
    /// The time during which at least one thread did this work.
    pub wall: u64,
}

impl Timings {
    /// Returns the times of a kind of work, or `None` if there was no such work.
    pub fn total(&self, work: WorkKind) -> Option<WorkTime> {
        let spans: Vec<&WorkSpan> = self.spans.iter().filter(|span| span.work == work).collect();
        // A worker reports these times, and a false one must not make the grader panic.
        let cpu = spans.iter().fold(0u64, |cpu, span| cpu.saturating_add(span.cpu));
        let wall = self
            .busy_intervals(work)
            .iter()
            .fold(0u64, |wall, (start, end)| wall.saturating_add(end.saturating_sub(*start)));
        (!spans.is_empty()).then_some(WorkTime { cpu, wall })
    }

    /// Returns the intervals during which at least one thread did a kind of work, in order. They do not overlap.
    pub fn busy_intervals(&self, work: WorkKind) -> Vec<(u64, u64)> {
        let spans = self.spans.iter().filter(|span| span.work == work);
        let mut all: Vec<_> =
            spans.map(|span| (span.start, span.start.saturating_add(span.wall))).collect();
        all.sort_unstable();
        let mut busy: Vec<(u64, u64)> = Vec::new();
        for (start, end) in all {
            match busy.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => busy.push((start, end)),
            }
        }
        busy
    }

    /// Returns the processor time outside all spans.
    pub fn time_outside_spans(&self) -> u64 {
        self.spans.iter().fold(self.cpu, |rest, span| rest.saturating_sub(span.cpu))
    }
}

/// The times of all kinds of work, for one or more submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkTotals {
    /// The times of each kind of work.
    pub works: BTreeMap<WorkKind, WorkTime>,
    /// The processor time of all other work, in microseconds.
    pub other: u64,
}

impl WorkTotals {
    /// Returns the totals of a submission's times.
    pub fn from_timings(timings: &Timings) -> Self {
        let works = WorkKind::ALL.into_iter().filter_map(|work| Some((work, timings.total(work)?)));
        Self { works: works.collect(), other: timings.time_outside_spans() }
    }

    /// Adds the totals of another submission.
    pub fn add_all(&mut self, others: &Self) {
        for (work, other) in &others.works {
            let total = self.works.entry(*work).or_default();
            total.cpu = total.cpu.saturating_add(other.cpu);
            total.wall = total.wall.saturating_add(other.wall);
        }
        self.other = self.other.saturating_add(others.other);
    }

    /// Returns the processor time of all work, in microseconds.
    pub fn cpu(&self) -> u64 {
        self.works.values().fold(self.other, |sum, total| sum.saturating_add(total.cpu))
    }
}

fn time_of_process_and_children() -> Duration {
    jail::process_time() + jail::children_time()
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(work: WorkKind, start: u64, wall: u64) -> WorkSpan {
        WorkSpan { work, name: String::new(), thread: 0, start, wall, cpu: 2 }
    }

    #[test]
    fn overlapping_work_counts_once() {
        let spans = vec![
            span(WorkKind::Board, 50, 10),
            span(WorkKind::Board, 0, 20),
            span(WorkKind::Link, 0, 100),
            span(WorkKind::Board, 10, 20),
            span(WorkKind::Board, 30, 5),
        ];
        let timings = Timings { wall: 100, cpu: 17, spans };
        assert_eq!(timings.busy_intervals(WorkKind::Board), [(0, 35), (50, 60)]);
        assert_eq!(timings.total(WorkKind::Board), Some(WorkTime { cpu: 8, wall: 45 }));
        assert_eq!(timings.total(WorkKind::Library), None);
        assert_eq!(timings.time_outside_spans(), 7);
        let mut totals = WorkTotals::from_timings(&timings);
        totals.add_all(&WorkTotals::from_timings(&timings));
        assert_eq!(totals.works[&WorkKind::Board], WorkTime { cpu: 16, wall: 90 });
        assert_eq!((totals.works.len(), totals.other, totals.cpu()), (2, 14, 34));
    }

    #[test]
    fn extreme_times_do_not_overflow() {
        let spans =
            vec![WorkSpan { cpu: u64::MAX, ..span(WorkKind::Board, u64::MAX, u64::MAX) }; 2];
        let timings = Timings { wall: u64::MAX, cpu: u64::MAX, spans };
        assert_eq!(timings.total(WorkKind::Board), Some(WorkTime { cpu: u64::MAX, wall: 0 }));
        assert_eq!(timings.time_outside_spans(), 0);
    }

    #[test]
    fn spans_record_their_thread() {
        let recorder = Recorder::default();
        assert_eq!(recorder.measure(WorkKind::Library, "a", || 7), 7);
        thread::scope(|scope| {
            scope.spawn(|| recorder.measure(WorkKind::Link, "b", || ()));
        });
        recorder.measure_on_all_threads(WorkKind::OwnTests, "c", || ());
        let timings = recorder.finish();
        let spans: Vec<_> =
            timings.spans.iter().map(|span| (span.work, span.name.as_str(), span.thread)).collect();
        let expected =
            [(WorkKind::Library, "a", 0), (WorkKind::Link, "b", 1), (WorkKind::OwnTests, "c", 0)];
        assert_eq!(spans, expected);
        assert!(timings.spans.iter().all(|span| span.start + span.wall <= timings.wall));
    }

    #[test]
    fn keys_are_the_serialized_names() {
        for work in WorkKind::ALL {
            assert_eq!(serde_json::to_value(work).unwrap(), work.key());
        }
    }
}
