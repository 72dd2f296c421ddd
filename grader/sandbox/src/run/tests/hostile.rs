//! Tests that a guest can ruin only its own run. It may call any imported function at any time with any arguments,
//! because even safe code can be unsound (rust-lang/rust#25860).

use grade::{INSTRUCTION, Stop};
use probe::Case;

use super::super::InstanceLimits;
use super::super::guest::FREE_WORK;
use super::{Run, run, run_case, run_with};

/// An amount of fuel that a million calls use up, unless they are free.
const FUEL: u64 = 1_000_000_000 * INSTRUCTION;

/// Runs a program that repeats the code a million times.
fn million_of(code: &str) -> Run {
    let body = format!(
        r#"(func (export "_start") (local $i i32)
            (loop $l {code}
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $l (i32.lt_u (local.get $i) (i32.const 1000000)))))"#
    );
    run_with(InstanceLimits::with_fuel(FUEL), &body)
}

#[test]
fn a_million_host_calls_are_charged() {
    // The loop executes six instructions per iteration.
    let idle = million_of("").fuel;
    for code in [
        "(call $watch (i32.const 0))",
        "(call $begin (local.get $i))",
        "(drop (call $queue_order))",
        "(drop (call $grow (i32.const 0)))",
        "(call $queue_disorder (local.get $i))",
        "(drop (call $sched_yield))",
        "(drop (call $case (i32.const 0) (i32.const 0)))",
        "(drop (call $case (i32.const 0) (i32.const 99)))",
        "(drop (call $fd_write (i32.const 7) (i32.const 0) (i32.const 0) (i32.const 0)))",
        "(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0)))",
        "(drop (call $poll_oneoff (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)))",
    ] {
        let run = million_of(code);
        assert_eq!(run.stop, Stop::Exit(0), "{code}");
        assert_eq!(run.free_work, FREE_WORK, "{code}");
        // Ten instructions per call, in addition to free work and the loop.
        let charged = run.fuel - idle + FREE_WORK;
        assert!(charged >= 1_000_000 * 10 * INSTRUCTION, "{code}: {charged}");
    }
}

#[test]
fn a_few_host_calls_are_free() {
    let fuel = |code: &str| run(&format!(r#"(func (export "_start") {code})"#)).fuel;
    // Only the constant and the call are charged.
    assert_eq!(fuel("(call $begin (i32.const 0)) (call $end)"), 1 + 3 * INSTRUCTION);
    assert_eq!(fuel("(call $watch (i32.const 0))"), 1 + 2 * INSTRUCTION);
    assert_eq!(fuel("(drop (call $queue_order))"), 1 + INSTRUCTION);
}

#[test]
fn measurements_are_bounded_and_unmatched_ends_ignored() {
    let run = million_of("(call $begin (local.get $i)) (call $end)");
    assert_eq!(run.stop, Stop::Trap("there are too many measurements".to_owned()));
    assert_eq!(run.log.spent.len(), 1 << 12);
    let run = million_of("(call $end)");
    assert_eq!((run.stop, run.log.spent.len()), (Stop::Exit(0), 0));
}

#[test]
fn ending_a_measurement_is_charged_per_queue() {
    // There are a million queues, whose figures are copied at the end of each measurement.
    let body = r#"(func (export "_start") (local $i i32)
        (loop $l (drop (call $queue_new))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $l (i32.lt_u (local.get $i) (i32.const 1000000))))
        (loop $m (call $begin (i32.const 1))
            (call $queue_insert (i32.const 0) (i32.const 0) (i32.const 0)) (call $end) (br $m)))"#;
    let run = run_with(InstanceLimits::with_fuel(FUEL), body);
    assert_eq!(run.stop, Stop::Fuel);
    assert!(run.log.spent.len() < 250, "{}", run.log.spent.len());
}

#[test]
fn invalid_addresses_and_numbers_stop_the_run() {
    for code in [
        "(call $observe (i32.const -4) (i32.const 2))",
        "(call $observe (i32.const 0) (i32.const -1))",
        "(drop (call $case (i32.const -4) (i32.const -1)))",
        "(drop (call $board_new (i32.const -1) (i32.const 0)))",
        "(drop (call $board_new (i32.const 127) (i32.const 65000)))",
        "(drop (call $board_new (i32.const 3) (i32.const 0)))",
        "(drop (call $board_neighbors (i32.const 0)))",
        "(drop (call $board_eq (i32.const 0) (i32.const -1)))",
        "(drop (call $board_tiles (i32.const -1) (i32.const 0) (i32.const 9)))",
        "(call $queue_insert (i32.const 5) (i32.const 0) (i32.const 0))",
        "(call $queue_del_min (i32.const -1) (i32.const 0) (i32.const 0))",
        "(drop (call $random_get (i32.const 1) (i32.const 65536)))",
        "(drop (call $fd_write (i32.const 1) (i32.const -8) (i32.const 9) (i32.const 0)))",
    ] {
        let body = format!(r#"(func (export "_start") {code})"#);
        let stop = run_with(InstanceLimits::with_fuel(FUEL), &body).stop;
        assert!(matches!(stop, Stop::Trap(_)), "{code}: {stop:?}");
    }
    // A cursor outside the memory is ignored.
    let run = run(r#"(func (export "_start") (call $watch (i32.const -4)))"#);
    assert_eq!((run.stop, run.cursor), (Stop::Exit(0), None));
}

#[test]
fn out_of_order_calls_do_not_affect_other_counts() {
    // Dequeues keys that were never enqueued.
    let code = r#"(func (export "_start")
        (call $end) (drop (call $queue_new))
        (call $queue_del_min (i32.const 0) (i32.const -1) (i32.const -1))
        (call $begin (i32.const -1)) (call $begin (i32.const 7)))"#;
    let run = run(code);
    assert_eq!(run.stop, Stop::Exit(0));
    assert_eq!((run.log.inserted(), run.log.deleted(), run.log.spent.len()), (0, 1, 0));
    assert_eq!(run.label, Some(7));
}

#[test]
fn comparisons_of_large_boards_are_charged() {
    // Compares a 64-by-64 board with itself repeatedly.
    let compare = |n: u32, rounds: u32| {
        let body = format!(
            r#"(func (export "_start") (local $i i32)
                (loop $t (i32.store16 (i32.mul (local.get $i) (i32.const 2)) (local.get $i))
                    (local.set $i (i32.add (local.get $i) (i32.const 1)))
                    (br_if $t (i32.lt_u (local.get $i) (i32.const {}))))
                (drop (call $board_new (i32.const {n}) (i32.const 0)))
                (local.set $i (i32.const 0))
                (loop $l (drop (call $board_eq (i32.const 0) (i32.const 0)))
                    (local.set $i (i32.add (local.get $i) (i32.const 1)))
                    (br_if $l (i32.lt_u (local.get $i) (i32.const {rounds})))))"#,
            n * n
        );
        let limits = InstanceLimits { memory: 1 << 20, ..InstanceLimits::with_fuel(FUEL) };
        let run = run_case(limits, Case::Equality(Vec::new()), &body);
        assert_eq!(run.stop, Stop::Exit(0));
        run.fuel + run.free_work
    };
    let of = |n| compare(n, 20_000) - compare(n, 10_000);
    assert_eq!(of(8), of(3), "small boards are compared within the price of the call");
    assert_eq!(of(64) - of(8), 10_000 * (64 * 64 - 64));
}

#[test]
fn printed_text_is_counted_beyond_what_is_kept() {
    // Two writes of 40,000 bytes to standard error, within the limit.
    let chatty = r#"(data (i32.const 0) "\10\00\00\00\40\9c\00\00")
        (func (export "_start")
            (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
            (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))))"#;
    let run = run(chatty);
    assert_eq!((run.stop, run.printed), (Stop::Exit(0), 80_000));
}

#[test]
fn host_growth_costs_the_same_as_memory_grow() {
    let both = |with: &str| {
        let body = format!(
            r#"(func (export "_start")
                (i32.store (i32.const 0) ({with} (i32.const 3)))
                (i32.store (i32.const 4) ({with} (i32.const 70000)))
                (i32.store (i32.const 8) (memory.size))
                (call $observe (i32.const 0) (i32.const 3)))"#
        );
        let run = run_with(InstanceLimits::with_fuel(FUEL), &body);
        (run.words, run.fuel, run.memory)
    };
    let words = vec![1, u32::MAX, 4];
    assert_eq!(both("memory.grow"), both("call $grow"));
    assert_eq!(both("call $grow").0, words);
}

#[test]
fn repeated_failed_growth_stops_the_run() {
    for with in ["memory.grow", "call $grow"] {
        let body = format!(
            r#"(func (export "_start") (local $i i32)
                (loop $l (drop ({with} (i32.const 1)))
                    (local.set $i (i32.add (local.get $i) (i32.const 1)))
                    (br_if $l (i32.lt_u (local.get $i) (i32.const 100000)))))"#
        );
        let limits = InstanceLimits { memory: 1 << 20, ..InstanceLimits::with_fuel(FUEL) };
        let run = run_with(limits, &body);
        assert_eq!((run.stop, run.memory), (Stop::Memory, 1 << 20), "{with}");
        assert_eq!(run.statics, 1 << 16);
    }
}
