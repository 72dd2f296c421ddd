//! The system interface for test programs: arguments and read-only files.
//!
//! Tests can read the submission's data files, such as puzzles, but no others. They cannot write files.

mod files;

use std::collections::BTreeMap;
use std::sync::Arc;

use grade::Stop;
use probe::wire::Word;
use wasmtime::{Linker, Memory, Result};

use crate::run::clock::Clock;
use crate::run::cost::{HOST_CALL, HOST_NAME, PAGE_SIZE, TEST_PAGE};
use crate::run::guest::{
    Guest, HostCall, charge, charge_beyond_free, exported_memory, guest_bytes,
};
use crate::run::machine::InstanceLimits;
use crate::run::machine::{Ended, LoadedProgram, Machine};
use crate::run::variation::Variation;
use crate::run::wasi::{SUCCESS, WASI};

/// The files that can be read, by path with `/` as the separator.
pub type DataFiles = Arc<BTreeMap<String, Vec<u8>>>;

pub(super) struct TestWasi {
    /// The arguments, without the program name.
    arguments: Vec<String>,
    files: DataFiles,
    /// The open files. The first has the number `files::FIRST`.
    open: Vec<Option<OpenFile>>,
    pub(super) output: Vec<u8>,
}

struct OpenFile {
    path: String,
    at: usize,
}

/// The result of a test program's run.
pub struct TestRun {
    /// How the run ended.
    pub stop: Stop,
    /// The amount of fuel that the run used.
    pub fuel: u64,
    /// The free work that the grader did, plus the price of the memory, in fuel.
    pub free_work: u64,
    /// The text written to standard output.
    pub output: String,
    /// The last part of standard error.
    pub errors: String,
}

impl Machine {
    /// Runs a test program in a new instance. `subject` is the number of the subject under test.
    ///
    /// The calling thread needs a stack of [`STACK`](base::pool::STACK) bytes.
    pub fn run_tests(
        &self,
        program: &LoadedProgram,
        subject: Word,
        arguments: &[&str],
        files: &DataFiles,
        limits: InstanceLimits,
    ) -> TestRun {
        let mut guest = Guest::new(vec![subject], limits, Variation::default());
        // If the clock counted instructions, a test could tell subjects apart by their cost.
        guest.clock = Clock::advancing_when_read();
        guest.test_wasi = Some(TestWasi {
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            files: Arc::clone(files),
            open: Vec::new(),
            output: Vec::new(),
        });
        let Ended { stop, fuel, guest, .. } = self.run_guest(program, guest);
        // Tests have their own allocator. Count the pages at the end, as linear memory never shrinks.
        let pages = (guest.memory / PAGE_SIZE) as u64;
        let free_work = guest.free_fuel_used() + pages * TEST_PAGE;
        let output = guest.test_wasi.map(|test_wasi| test_wasi.output).unwrap_or_default();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        TestRun { stop, fuel, free_work, output: text(&output), errors: text(&guest.errors) }
    }
}

/// Defines the additional functions for test programs, some of which replace functions for all programs.
pub(super) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    define_arguments(linker)?;
    files::define(linker)
}

fn define_arguments(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(
        WASI,
        "args_sizes_get",
        |mut caller: HostCall<'_>, count: u32, size: u32| {
            charge(&mut caller, HOST_CALL)?;
            charge_beyond_free(&mut caller, HOST_NAME)?;
            let arguments = stored_arguments(&caller);
            let len: usize = arguments.iter().map(Vec::len).sum();
            let memory = exported_memory(&mut caller)?;
            write_memory(
                &memory,
                &mut caller,
                count,
                &u32::try_from(arguments.len())?.to_le_bytes(),
            )?;
            write_memory(&memory, &mut caller, size, &u32::try_from(len)?.to_le_bytes())?;
            Ok(SUCCESS)
        },
    )?;
    linker.func_wrap(
        WASI,
        "args_get",
        |mut caller: HostCall<'_>, mut pointers: u32, mut text: u32| {
            charge(&mut caller, HOST_CALL)?;
            charge_beyond_free(&mut caller, HOST_NAME)?;
            let memory = exported_memory(&mut caller)?;
            for argument in stored_arguments(&caller) {
                write_memory(&memory, &mut caller, pointers, &text.to_le_bytes())?;
                write_memory(&memory, &mut caller, text, &argument)?;
                pointers = pointers.wrapping_add(4);
                text = text.wrapping_add(u32::try_from(argument.len())?);
            }
            Ok(SUCCESS)
        },
    )?;
    Ok(())
}

/// Returns the arguments as they are stored in memory: after the program name, and each followed by a zero byte.
fn stored_arguments(caller: &HostCall<'_>) -> Vec<Vec<u8>> {
    let arguments = caller.data().test_wasi.iter().flat_map(|test_wasi| &test_wasi.arguments);
    let all = std::iter::once("tests").chain(arguments.map(String::as_str));
    all.map(|argument| [argument.as_bytes(), b"\0"].concat()).collect()
}

pub(super) fn write_memory(
    memory: &Memory,
    caller: &mut HostCall<'_>,
    at: u32,
    data: &[u8],
) -> Result<()> {
    guest_bytes(memory, caller, at, data.len())?.0.copy_from_slice(data);
    Ok(())
}
