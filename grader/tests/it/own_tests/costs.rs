//! Tests what students' tests can find out about costs, and how much they may cost.

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::{bench_with_only_tests, verdict, verdict_on};

/// A test that depends only on the model answer's time.
const STOPWATCH: &str = "
use std::time::{Duration, Instant, SystemTime};
use alice_solver::Board;
use slider::Board as _;

fn hamming() -> usize {
    Board::new(&[vec![1, 2], vec![0, 3]]).hamming()
}

#[test]
fn each_reading_takes_a_microsecond() {
    let start = Instant::now();
    for _ in 0..100 { std::hint::black_box(hamming()); }
    assert_eq!(start.elapsed(), Duration::from_micros(1));
    let start = SystemTime::now();
    std::hint::black_box(hamming());
    assert_eq!(start.elapsed().unwrap(), Duration::from_micros(1));
}
";

/// If the clock counted instructions, the test would fail on the model answer and reveal the exact time.
#[test]
fn a_stopwatch_cannot_distinguish_the_model_from_faults() {
    let bench = bench_with_only_tests();
    bench.write("alice/tests/time.rs", STOPWATCH);
    assert_snapshot!(verdict(&bench), @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 1 test ran on the model answer: it passes; 0 of 4 faults caught
    ");
}

/// Writes tests that touch every page of 440 MB of memory and fail on the model answer, so that they are not run on
/// faults.
fn tests_that_touch_memory(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(
            text,
            "#[test] fn t{number}() {{ let mut bytes = Vec::<u8>::with_capacity(440 << 20);
            for byte in bytes.spare_capacity_mut().iter_mut().step_by(4096) {{ byte.write(1); }}
            assert_eq!(std::hint::black_box(&bytes).len(), 1); }}"
        );
    }
    text
}

/// These tests execute few instructions, but each takes long. Only one such large run is allowed at a time, but the
/// result should not depend on the number of threads.
#[test]
fn memory_access_counts_toward_the_budget() {
    let bench = bench_with_only_tests();
    for jobs in ["1", "8"] {
        // With identical files, the result would come from the cache.
        bench.write("alice/tests/touch.rs", format!("// {jobs}\n{}", tests_that_touch_memory(40)));
        let verdict = verdict_on(&bench, jobs);
        let note = "only 29 of 40 tests run, because they take too long";
        assert!(verdict.contains(note), "{jobs}: {verdict}");
    }
}
