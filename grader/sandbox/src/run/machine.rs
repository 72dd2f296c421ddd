//! Runs cases in new instances, with limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use grade::{PanicKind, SourcePosition, Stop};
use probe::Case;
use probe::wire::{Method, Whose, Word};
use wasmtime::{Engine, Error, InstancePre, Linker, Module, Store, Trap};

use super::guest::{self, Guest, Stopped};
use super::host_boards::HostBoards;
use super::large::LargeRuns;
use super::search::SearchLog;
use super::variation::Variation;
use super::{call_stack, engine, queues, test_wasi, wasi};

/// The engine, configured to run cases.
///
/// Runs are limited by fuel rather than time: every instruction and every call to the grader costs fuel. Checking a
/// clock in each loop would slow code down by a seventh. The `jail` crate limits the CPU time of the entire process.
pub struct Machine {
    engine: Engine,
    large_runs: Option<Arc<LargeRuns>>,
}

/// The limits on a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InstanceLimits {
    /// The fuel limit, in units of the [cost table](super::cost).
    pub fuel: u64,
    /// The linear memory limit, in bytes.
    pub memory: usize,
    /// The maximum size of a test program's standard output, which is stored, in bytes. Other programs may write any
    /// amount. However, a program that writes more than this for a single board and then runs out of fuel counts as
    /// printing endlessly.
    pub output: usize,
}

impl InstanceLimits {
    /// Returns limits with this fuel.
    pub fn with_fuel(fuel: u64) -> Self {
        // The memory is that of the default rubric. A megabyte of output is more than debugging messages need, and a
        // flood soon exceeds it.
        Self { fuel, memory: 512 << 20, output: 1 << 20 }
    }
}

/// A program that is ready to run.
#[derive(Clone)]
pub struct LoadedProgram {
    instance: InstancePre<Guest>,
    sources: SourcePaths,
}

/// The paths of the source files that a program was compiled from.
pub type SourcePaths = Arc<BTreeSet<String>>;

impl LoadedProgram {
    /// Sets the paths of the source files. A panic message can be printed by any code and name any file, so the place of
    /// a panic is reported only if it is in one of these.
    #[must_use]
    pub fn with_sources(self, sources: &SourcePaths) -> Self {
        Self { sources: Arc::clone(sources), ..self }
    }
}

/// The observations and the resource use of a run.
pub struct Run {
    /// The observations, without the final word.
    pub words: Vec<Word>,
    /// How the run ended. After the final word, only a fault of the grader counts.
    pub stop: Stop,
    /// The submission's functions that were running when it was stopped, the innermost first.
    pub functions: Vec<String>,
    /// The call that the guest was executing when the run ended.
    pub cursor: Option<GuestCursor>,
    /// The label of the measurement that was in progress at the end, if any.
    pub label: Option<Word>,
    /// The amount of fuel that the run used.
    pub fuel: u64,
    /// The free work that the grader did, in fuel.
    pub free_work: u64,
    /// The peak linear memory, in bytes.
    pub memory: usize,
    /// The initial linear memory, in bytes: the stack and the statics.
    pub statics: usize,
    /// The number of bytes written to standard output and standard error.
    pub printed: usize,
    /// The beginning of this text, up to 4 KiB, without the report of a panic.
    pub first_text: String,
    /// The search log.
    pub log: SearchLog,
    /// The boards that the grader stores for the guest.
    pub boards: HostBoards,
    /// Whether the guest requested random numbers or the time.
    pub is_random: bool,
}

impl Machine {
    /// Sets up the engine.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine cannot run the engine.
    pub fn new() -> wasmtime::Result<Self> {
        Ok(Self { engine: engine::new_engine()?, large_runs: None })
    }

    /// Lets only one run at a time use a large amount of memory, so that the memory use of this process barely depends
    /// on the number of threads.
    #[must_use]
    pub fn with_one_large_run(self) -> Self {
        Self { large_runs: Some(Arc::default()), ..self }
    }

    /// Returns the engine, for compiling programs.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Links a compiled module with the grader's functions.
    ///
    /// # Errors
    ///
    /// Returns an error if the module imports unknown functions.
    pub fn link(&self, module: &Module) -> wasmtime::Result<LoadedProgram> {
        let instance = self.create_linker(module)?.instantiate_pre(module)?;
        Ok(LoadedProgram { instance, sources: SourcePaths::default() })
    }

    /// Links a test program, which gets arguments and can read files.
    ///
    /// # Errors
    ///
    /// Returns an error if the module imports unknown functions.
    pub fn link_tests(&self, module: &Module) -> wasmtime::Result<LoadedProgram> {
        let mut linker = self.create_linker(module)?;
        test_wasi::define(&mut linker)?;
        let instance = linker.instantiate_pre(module)?;
        Ok(LoadedProgram { instance, sources: SourcePaths::default() })
    }

    fn create_linker(&self, module: &Module) -> wasmtime::Result<Linker<Guest>> {
        let mut linker = Linker::new(&self.engine);
        linker.allow_shadowing(true);
        wasi::define_unsupported(&mut linker, module)?;
        wasi::define(&mut linker)?;
        guest::define_imports(&mut linker)?;
        queues::define(&mut linker)?;
        Ok(linker)
    }

    /// Runs a case in a new instance.
    ///
    /// The calling thread needs a stack of [`STACK`](base::pool::STACK) bytes.
    pub fn run(
        &self,
        program: &LoadedProgram,
        case: &Case,
        limits: InstanceLimits,
        variation: Variation,
    ) -> Run {
        let guest = Guest::new(case.to_words(), limits, variation);
        let Ended { stop, functions, cursor, fuel, guest } = self.run_guest(program, guest);
        let label = guest.open.map(|(label, _)| label);
        let free_work = guest.free_fuel_used();
        // Move the observations, which may take megabytes.
        let Guest { words, memory, statics, printed, first_text, log, boards, is_random, .. } =
            guest;
        let first_text = text_before_panic(&String::from_utf8_lossy(&first_text), &stop).to_owned();
        Run {
            words,
            stop,
            functions,
            cursor,
            label,
            fuel,
            free_work,
            memory,
            statics,
            printed,
            first_text,
            log,
            boards,
            is_random,
        }
    }

    pub(super) fn run_guest(&self, program: &LoadedProgram, guest: Guest) -> Ended {
        let limits = guest.limits;
        let guest = guest.with_large_runs(self.large_runs.clone());
        let mut store = Store::new(&self.engine, guest);
        store.limiter(|guest| guest);
        let outcome = execute(&mut store, program, limits.fuel);
        // If instantiation failed, the store still has its practically unlimited fuel, which is more than the limit.
        let fuel = limits.fuel - store.get_fuel().unwrap_or(0).min(limits.fuel);
        let (stop, functions, cursor) = match outcome {
            Ok(cursor) => (Stop::Exit(0), Vec::new(), cursor),
            Err((error, cursor)) => (
                stop_of_error(&store, program, &error),
                call_stack::function_names_on_stack(&error),
                cursor,
            ),
        };
        // A program can still be stopped in a destructor of a thread-local variable, when all answers are known.
        let stop = if store.data().is_told && !stop.is_graders_fault() { Stop::Done } else { stop };
        let prints = store.data().written > limits.output;
        // A flood of output also uses up the fuel, and tells more about the cause.
        let stop = if stop == Stop::Fuel && prints { Stop::Output } else { stop };
        Ended { stop, functions, cursor, fuel, guest: store.into_data() }
    }
}

/// The call that the guest was executing when the run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestCursor {
    /// The last called method.
    pub method: Method,
    /// The origin of the board.
    pub whose: Whose,
    /// The number of the board in the case.
    pub board: usize,
}

/// Reads a guest's cursor from its memory.
pub(super) fn read_cursor(memory: &[u8], at: u32) -> Option<GuestCursor> {
    let word = |index: usize| {
        let start = usize::try_from(at).ok()?.checked_add(4 * index)?;
        let bytes = memory.get(start..start.checked_add(4)?)?;
        Some(Word::from_le_bytes(bytes.try_into().ok()?))
    };
    Some(GuestCursor {
        method: Method::from_word(word(0)?)?,
        whose: Whose::from_word(word(1)?)?,
        board: usize::try_from(word(2)?).ok()?,
    })
}

pub(super) struct Ended {
    pub(super) stop: Stop,
    pub(super) functions: Vec<String>,
    pub(super) cursor: Option<GuestCursor>,
    pub(super) fuel: u64,
    pub(super) guest: Guest,
}

type Executed = Result<Option<GuestCursor>, (Error, Option<GuestCursor>)>;

/// Runs the program to the end, and reads the cursor.
fn execute(store: &mut Store<Guest>, program: &LoadedProgram, fuel: u64) -> Executed {
    let early = |error| (error, None);
    // The cost of instantiation depends on the platform, so start metering after it.
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

fn stop_of_error(store: &Store<Guest>, program: &LoadedProgram, error: &Error) -> Stop {
    let guest = store.data();
    if let Some(Stopped(stop)) = error.downcast_ref::<Stopped>() {
        return stop.clone();
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => Stop::Fuel,
        // Safe code accesses addresses outside the memory only when the stack overflows, because the stack is below all
        // other data.
        Some(Trap::MemoryOutOfBounds | Trap::StackOverflow) => Stop::Stack,
        // A program may also need more initial memory than is allowed.
        Some(Trap::UnreachableCodeReached) | None if guest.memory_denied => Stop::Memory,
        Some(trap) => {
            let report = String::from_utf8_lossy(&guest.errors);
            let what = match trap {
                Trap::UnreachableCodeReached => "the program was aborted".to_owned(),
                trap => trap.to_string(),
            };
            parse_panic(&report, &program.sources).unwrap_or(Stop::Trap(what))
        }
        None => Stop::Grader(format!("{error:#}")),
    }
}

/// The part of a panic's report before its place.
const SIGN: &str = " panicked at ";

/// Returns the text that a program printed before the report of the panic that ended it, if one did.
fn text_before_panic<'a>(text: &'a str, stop: &Stop) -> &'a str {
    let Some(sign) = text.rfind(SIGN).filter(|_| matches!(stop, Stop::Panic { .. })) else {
        return text;
    };
    text[..sign].rfind('\n').map_or("", |line| &text[..line])
}

/// Returns the last panic that the program reported on standard error. A panic outside these source files has no place.
fn parse_panic(errors: &str, sources: &BTreeSet<String>) -> Option<Stop> {
    // The last report counts, because a program may catch or print others before.
    let report = &errors[errors.rfind(SIGN)? + SIGN.len()..];
    let (place, rest) = report.split_once(":\n")?;
    let message =
        rest.split("\nnote: run with `RUST_BACKTRACE=1`").next().unwrap_or(rest).trim_end();
    let (kind, message) = (PanicKind::from_message(message), message.to_owned());
    Some(Stop::Panic { kind, message, place: parse_place(place, sources) })
}

/// Returns the place in one of these source files. Panics in the standard library and in the grader's crates have no
/// place.
fn parse_place(text: &str, sources: &BTreeSet<String>) -> Option<SourcePosition> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    // An attribute such as `#[path = "../other.rs"]` can add steps to the path.
    let file = intake::resolve("", parts.next()?)?;
    sources.contains(&file).then_some(SourcePosition { file, line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_parsed_from_its_report() {
        let report = "noise\nthread 'main' (1) panicked at src/board.rs:12:9:\nindex out of bounds: \
                      the len is 9\nbut the index is 9\nnote: run with `RUST_BACKTRACE=1` \
                      environment variable to display a backtrace\n";
        let expected = Stop::Panic {
            kind: PanicKind::Other,
            message: "index out of bounds: the len is 9\nbut the index is 9".to_owned(),
            place: Some(SourcePosition { file: "src/board.rs".to_owned(), line: 12, column: 9 }),
        };
        let sources = ["src/board.rs".to_owned()].into();
        assert_eq!(parse_panic(report, &sources), Some(expected));
        assert_eq!(parse_panic("no panic here", &sources), None);
    }

    #[test]
    fn the_report_of_a_panic_is_not_a_programs_text() {
        let message = String::new();
        let panic = Stop::Panic { kind: PanicKind::Other, message, place: None };
        let report = "\nthread 'main' (1) panicked at src/board.rs:12:9:\nno\nnote: run\n";
        assert_eq!(text_before_panic(&format!("a\nb\n{report}"), &panic), "a\nb\n");
        assert_eq!(
            text_before_panic(&format!("a panicked at once\n{report}"), &panic),
            "a panicked at once\n"
        );
        assert_eq!(text_before_panic(report, &panic), "");
        assert_eq!(text_before_panic("a panicked at once", &Stop::Done), "a panicked at once");
    }

    #[test]
    fn a_place_is_in_a_source_file() {
        let sources = ["src/board.rs", "tests/a.rs"].map(str::to_owned).into();
        let file = |text: &str| parse_place(text, &sources).map(|place| place.file);
        for (text, expected) in [
            ("src/board.rs:12:9", Some("src/board.rs")),
            ("tests/a.rs:1:1", Some("tests/a.rs")),
            ("src/parts/../board.rs:12:9", Some("src/board.rs")),
            ("src/other.rs:12:9", None),
            ("../../../../etc/passwd:1:1", None),
            ("../alice/src/board.rs:1:1", None),
            ("/etc/passwd:1:1", None),
            ("model/board.rs:1:1", None),
            ("src/board.rs", None),
            ("src/board.rs:x:1", None),
        ] {
            assert_eq!(file(text).as_deref(), expected, "{text}");
        }
    }
}
