//! Tests with small programs whose cost is known exactly.

mod hostile;

use std::thread;

use base::pool;
use grade::INSTRUCTION;
use grade::Stop;
use probe::Case;
use wasmtime::Module;

use super::cost::COST_TABLE;
use super::{InstanceLimits, Machine, Run, Variation};

/// Runs a program with this body on a thread with a large enough stack.
fn run_with(limits: InstanceLimits, body: &str) -> Run {
    run_case(limits, Case::Equality(Vec::new()), body)
}

fn run_case(limits: InstanceLimits, case: Case, body: &str) -> Run {
    let text = format!(
        r#"(module
            (import "wasi_snapshot_preview1" "fd_write"
                (func $fd_write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "random_get"
                (func $random_get (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
            (import "wasi_snapshot_preview1" "poll_oneoff"
                (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "sched_yield" (func $sched_yield (result i32)))
            (import "host" "observe" (func $observe (param i32 i32)))
            (import "host" "case" (func $case (param i32 i32) (result i32)))
            (import "host" "grow" (func $grow (param i32) (result i32)))
            (import "host" "watch" (func $watch (param i32)))
            (import "host" "begin" (func $begin (param i32)))
            (import "host" "end" (func $end))
            (import "host" "board_new" (func $board_new (param i32 i32) (result i32)))
            (import "host" "board_eq" (func $board_eq (param i32 i32) (result i32)))
            (import "host" "board_neighbors" (func $board_neighbors (param i32) (result i64)))
            (import "host" "board_tiles" (func $board_tiles (param i32 i32 i32) (result i32)))
            (import "host" "queue_new" (func $queue_new (result i32)))
            (import "host" "queue_insert" (func $queue_insert (param i32 i32 i32)))
            (import "host" "queue_del_min" (func $queue_del_min (param i32 i32 i32)))
            (import "host" "queue_disorder" (func $queue_disorder (param i32)))
            (import "host" "queue_order" (func $queue_order (result i32)))
            (memory (export "memory") 1)
            {body})"#
    );
    let program = wat::parse_str(&text).expect("the program is well-formed");
    let run = move || {
        let machine = Machine::new().expect("the engine works on this machine");
        let module = Module::new(machine.engine(), &program).expect("the engine accepts it");
        let program =
            machine.link(&module).expect("the linker provides everything that the program imports");
        machine.run(&program, &case, limits, Variation::default())
    };
    let thread = thread::Builder::new().stack_size(pool::STACK).spawn(run);
    thread.expect("the system can start a thread").join().expect("the run comes back")
}

fn run(body: &str) -> Run {
    run_with(InstanceLimits::with_fuel(1_000_000 * INSTRUCTION), body)
}

fn fuel(code: &str) -> u64 {
    run(&format!(r#"(func (export "_start") (local $i i32) {code})"#)).fuel
}

/// Golden figures. Changing them affects grades and requires a new version of [`COST_TABLE`].
#[test]
fn the_cost_table_is_unchanged() {
    assert_eq!(COST_TABLE, 1);
    // A function call costs one unit in addition to its instructions.
    assert_eq!(fuel(""), 1);
    assert_eq!(fuel("nop (block (nop))"), 1);
    assert_eq!(fuel("(drop (i32.add (i32.const 1) (i32.const 2)))"), 1 + 3 * 8);
    // A thousand iterations of six instructions and the branch.
    let rounds = "(loop $l
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (i32.const 1000))))";
    assert_eq!(fuel(rounds), 1 + 1000 * 8 * 8);
    // Bulk operations cost one unit per byte.
    let copy =
        |len: u32| fuel(&format!("(memory.copy (i32.const 0) (i32.const 9) (i32.const {len}))"));
    assert_eq!(copy(1000) - copy(0), 1000);
    let fill =
        |len: u32| fuel(&format!("(memory.fill (i32.const 0) (i32.const 9) (i32.const {len}))"));
    assert_eq!(fill(1000) - fill(0), 1000);
    let grow = |pages: u32| fuel(&format!("(drop (memory.grow (i32.const {pages})))"));
    assert_eq!(grow(3) - grow(0), 3 * 255);
}

#[test]
fn every_kind_of_stop_is_distinguished() {
    let stop = |body: &str| run(body).stop;
    assert_eq!(stop(r#"(func (export "_start") (loop $l (br $l)))"#), Stop::Fuel);
    assert_eq!(stop(r#"(func (export "_start") (call $proc_exit (i32.const 3)))"#), Stop::Exit(3));
    // A program that returns without reporting completion exits early.
    assert_eq!(stop(r#"(func (export "_start"))"#), Stop::Exit(0));
    let trap = stop(r#"(func (export "_start") unreachable)"#);
    assert!(matches!(trap, Stop::Trap(_)), "{trap:?}");
    let done = r#"(data (i32.const 0) "\de\e0\0d\60")
        (func (export "_start") (call $observe (i32.const 0) (i32.const 1)))"#;
    assert_eq!(stop(done), Stop::Done);
    // All observations have been made, so it does not matter what comes after the final word.
    let observe = |len: u32, then: &str| {
        let run = run(&format!(
            r#"(data (i32.const 0) "\de\e0\0d\60\de\e0\0d\60")
            (func (export "_start")
                (call $observe (i32.const 0) (i32.const {len})) {then})"#
        ));
        (run.stop, run.words.len())
    };
    assert_eq!(observe(1, "(loop $l (br $l))"), (Stop::Done, 0));
    assert_eq!(observe(1, "unreachable"), (Stop::Done, 0));
    // An answer can be the same number as the final word.
    assert_eq!(observe(2, "(loop $l (br $l))"), (Stop::Fuel, 2));
}

#[test]
fn stack_overflows_are_reported() {
    // Each call takes a frame of 64 KiB on the guest's stack, as in compiled code.
    let recursion = r#"(global $sp (mut i32) (i32.const 65536))
        (func $deeper (global.set $sp (i32.sub (global.get $sp) (i32.const 32768)))
            (i32.store (global.get $sp) (i32.const 1)) (call $deeper))
        (func (export "_start") (call $deeper))"#;
    assert_eq!(run(recursion).stop, Stop::Stack);
    // Without frames, the native stack overflows, which is reported the same way.
    let bare =
        r#"(func $deeper (call $deeper) (call $deeper)) (func (export "_start") (call $deeper))"#;
    let limits = InstanceLimits::with_fuel(1 << 40);
    assert_eq!(run_with(limits, bare).stop, Stop::Stack);
}

#[test]
fn memory_is_bounded_and_endless_output_is_reported() {
    let limits =
        InstanceLimits { memory: 10 << 16, ..InstanceLimits::with_fuel(1_000_000 * INSTRUCTION) };
    let hungry = r#"(func (export "_start")
        (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) unreachable)"#;
    let run = run_with(limits, hungry);
    assert_eq!((run.stop, run.memory), (Stop::Memory, 10 << 16));

    let limits =
        |output| InstanceLimits { output, ..InstanceLimits::with_fuel(10_000 * INSTRUCTION) };
    let chatty = r#"(data (i32.const 0) "\10\00\00\00\64\00\00\00")
        (func (export "_start") (loop $l
            (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 200)))
            (br $l)))"#;
    // Output does not stop a run. Code that prints until it runs out of fuel counts as printing endlessly.
    let run = run_with(limits(1000), chatty);
    assert_eq!(run.stop, Stop::Output);
    assert!(run.printed > 1000);
    assert_eq!(run_with(limits(usize::MAX), chatty).stop, Stop::Fuel);
}

#[test]
fn randomness_and_sleep_are_deterministic() {
    let curious = r#"(func (export "_start")
        (drop (call $random_get (i32.const 0) (i32.const 16)))
        (i32.store8 (i32.const 108) (i32.const 1))
        (i32.store (i32.const 16)
            (call $poll_oneoff (i32.const 100) (i32.const 200) (i32.const 1) (i32.const 300)))
        (call $observe (i32.const 0) (i32.const 5)))"#;
    let words = run(curious).words;
    assert_eq!(words, run(curious).words);
    // The generator's first two numbers for seed 0, as published.
    let number = |i: usize| u64::from(words[2 * i + 1]) << 32 | u64::from(words[2 * i]);
    assert_eq!([number(0), number(1)], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    assert_eq!(words[4], 52, "nothing but time can be waited for");
}

#[test]
fn an_unknown_import_is_rejected() {
    let text = r#"(module (import "host" "open_the_door" (func)) (memory (export "memory") 1))"#;
    let machine = Machine::new().expect("the engine works on this machine");
    let module = Module::new(machine.engine(), wat::parse_str(text).expect("it is well-formed"));
    assert!(machine.link(&module.expect("the engine accepts it")).is_err());
}
