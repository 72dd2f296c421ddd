//! Runs cases: each in a fresh instance, within its limits.

use grade::{PanicKind, Place, Stop};
use probe::Case;
use probe::wire::{DONE, Word};
use wasmtime::{Engine, Error, InstancePre, Linker, Module, Store, Trap};

use super::cursor::{Cursor, read_cursor};
use super::guest::{self, Guest, Stopped};
use super::host_boards::HostBoards;
use super::limits::Limits;
use super::search::SearchLog;
use super::variation::Variation;
use super::{engine, queues, test_wasi, wasi};

/// The engine, set up to run cases.
///
/// No clock ends a run: fuel does, which every instruction and every call to the grader costs. To look
/// at a clock as well in each loop would make code slower by a seventh. Behind the wall the system
/// bounds the processor time of the whole process.
pub struct Machine {
    engine: Engine,
}

/// A program that is ready to run.
#[derive(Clone)]
pub struct Program {
    instance: InstancePre<Guest>,
}

/// One run of a program: what it observed and what it used.
pub struct Run {
    /// The observations, without the word that says that they are all.
    pub words: Vec<Word>,
    /// The end of the run.
    pub stop: Stop,
    /// The guest's position at the end.
    pub cursor: Option<Cursor>,
    /// The label of what was being measured at the end, if anything was.
    pub label: Option<Word>,
    /// The fuel burnt.
    pub fuel: u64,
    /// The work that the grader has done for it beyond what it was charged for, as fuel.
    pub free_work: u64,
    /// The most linear memory it had, in bytes.
    pub memory: usize,
    /// The linear memory it had from the start, in bytes: its stack and its statics.
    pub statics: usize,
    /// The bytes that it wrote to standard output and standard error.
    pub printed: usize,
    /// The log of its search.
    pub log: SearchLog,
    /// The grader's boards that it used.
    pub boards: HostBoards,
    /// Whether it asked for random numbers or the time.
    pub is_random: bool,
}

impl Machine {
    /// Sets up the engine.
    ///
    /// # Errors
    ///
    /// If this machine cannot run it.
    pub fn new() -> wasmtime::Result<Self> {
        Ok(Self { engine: engine::new_engine()? })
    }

    /// The engine, for compiling programs.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Links a compiled module with the functions that the grader lends.
    ///
    /// # Errors
    ///
    /// If the module wants functions that are not lent.
    pub fn link(&self, module: &Module) -> wasmtime::Result<Program> {
        Ok(Program { instance: self.linker(module)?.instantiate_pre(module)? })
    }

    /// Links a program of tests, which also has arguments and can read the files that it is given.
    ///
    /// # Errors
    ///
    /// If the module wants functions that are not lent.
    pub fn link_tests(&self, module: &Module) -> wasmtime::Result<Program> {
        let mut linker = self.linker(module)?;
        test_wasi::define(&mut linker)?;
        Ok(Program { instance: linker.instantiate_pre(module)? })
    }

    /// The functions that every program is lent.
    fn linker(&self, module: &Module) -> wasmtime::Result<Linker<Guest>> {
        let mut linker = Linker::new(&self.engine);
        linker.allow_shadowing(true);
        wasi::define_unsupported(&mut linker, module)?;
        wasi::define(&mut linker)?;
        guest::define(&mut linker)?;
        queues::define(&mut linker)?;
        Ok(linker)
    }

    /// Runs one case in a fresh instance.
    ///
    /// The calling thread needs a stack of [`STACK`](base::pool::STACK) bytes.
    pub fn run(&self, program: &Program, case: &Case, limits: Limits, variation: Variation) -> Run {
        let guest = Guest::new(case.to_words(), limits, variation);
        let Ended { stop, cursor, fuel, guest } = self.run_guest(program, guest);
        let label = guest.open.map(|(label, _)| label);
        let free_work = guest.free_work();
        // The observations may be megabytes, so they are handed on and not copied.
        let Guest { mut words, memory, statics, printed, log, boards, is_random, .. } = guest;
        if stop == Stop::Done {
            words.pop();
        }
        Run {
            words,
            stop,
            cursor,
            label,
            fuel,
            free_work,
            memory,
            statics,
            printed,
            log,
            boards,
            is_random,
        }
    }

    /// Runs a program in a fresh instance, with what the grader lends to it.
    pub(super) fn run_guest(&self, program: &Program, guest: Guest) -> Ended {
        let limits = guest.limits;
        let mut store = Store::new(&self.engine, guest);
        store.limiter(|guest| guest);
        let outcome = execute(&mut store, program, limits.fuel);
        let fuel = limits.fuel - store.get_fuel().unwrap_or(0).min(limits.fuel);
        let (stop, cursor) = match outcome {
            Ok(cursor) => (end_of(&store, Ok(())), cursor),
            Err((error, cursor)) => (end_of(&store, Err(error)), cursor),
        };
        let prints = store.data().written > limits.output;
        let stop = if stop == Stop::Fuel && prints { Stop::Output } else { stop };
        Ended { stop, cursor, fuel, guest: store.into_data() }
    }
}

/// A run that is over.
pub(super) struct Ended {
    pub(super) stop: Stop,
    pub(super) cursor: Option<Cursor>,
    pub(super) fuel: u64,
    pub(super) guest: Guest,
}

type Executed = Result<Option<Cursor>, (Error, Option<Cursor>)>;

/// Runs the program to its end, whichever it is, and reads the cursor.
fn execute(store: &mut Store<Guest>, program: &Program, fuel: u64) -> Executed {
    let early = |error| (error, None);
    // The cost of instantiation differs between platforms, so metering begins after it.
    store.set_fuel(u64::MAX).map_err(early)?;
    let instance = program.instance.instantiate(&mut *store).map_err(early)?;
    let start = instance.get_typed_func::<(), ()>(&mut *store, "_start").map_err(early)?;
    store.set_fuel(fuel).map_err(early)?;
    let result = start.call(&mut *store, ());
    let cursor = store.data().cursor.and_then(|at| {
        let memory = instance.get_memory(&mut *store, "memory")?;
        read_cursor(memory.data(&*store), at)
    });
    match result {
        Ok(()) => Ok(cursor),
        Err(error) => Err((error, cursor)),
    }
}

/// Tells from all the signs how a run ended.
fn end_of(store: &Store<Guest>, result: Result<(), Error>) -> Stop {
    let guest = store.data();
    let Err(error) = result else {
        let done = guest.words.last() == Some(&DONE);
        return if done { Stop::Done } else { Stop::Exit(0) };
    };
    if let Some(Stopped(stop)) = error.downcast_ref::<Stopped>() {
        return stop.clone();
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => Stop::Fuel,
        // In safe code only an overflow of the stack, which lies below all other data, leads out
        // of the memory.
        Some(Trap::MemoryOutOfBounds | Trap::StackOverflow) => Stop::Stack,
        // A program may also need more from the start than there is.
        Some(Trap::UnreachableCodeReached) | None if guest.memory_denied => Stop::Memory,
        Some(trap) => {
            let report = String::from_utf8_lossy(&guest.errors);
            let what = match trap {
                Trap::UnreachableCodeReached => "the program was aborted".to_owned(),
                trap => trap.to_string(),
            };
            panic_in(&report).unwrap_or(Stop::Trap(what))
        }
        None => Stop::Grader(format!("{error:#}")),
    }
}

/// Reads the last panic message out of standard error.
fn panic_in(errors: &str) -> Option<Stop> {
    const SIGN: &str = " panicked at ";
    let report = &errors[errors.rfind(SIGN)? + SIGN.len()..];
    let (place, rest) = report.split_once(":\n")?;
    let message =
        rest.split("\nnote: run with `RUST_BACKTRACE=1`").next().unwrap_or(rest).trim_end();
    let (kind, message) = (PanicKind::of(message), message.to_owned());
    Some(Stop::Panic { kind, message, place: parse_place(place) })
}

fn parse_place(text: &str) -> Option<Place> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    // A panic inside the standard library names a file of the compiler's.
    (!file.starts_with('/')).then_some(Place { file, line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_read_from_its_report() {
        let report = "noise\nthread 'main' (1) panicked at src/board.rs:12:9:\nindex out of bounds: \
                      the len is 9\nbut the index is 9\nnote: run with `RUST_BACKTRACE=1` \
                      environment variable to display a backtrace\n";
        let expected = Stop::Panic {
            kind: PanicKind::Other,
            message: "index out of bounds: the len is 9\nbut the index is 9".to_owned(),
            place: Some(Place { file: "src/board.rs".to_owned(), line: 12, column: 9 }),
        };
        assert_eq!(panic_in(report), Some(expected));
        assert_eq!(panic_in("no panic here"), None);
    }
}
