//! The WASI functions that Rust's standard library needs, without access to the real system.
//!
//! There are no files, network, arguments or environment variables. Output is counted and limited, time depends on the
//! fuel used, and random numbers come from a fixed sequence, so all results are reproducible. All other functions
//! return "not supported".

use base::seed::next_random;
use grade::INSTRUCTION;
use grade::Stop;
use wasmtime::{Error, ExternType, Linker, Module, Result, Val};

use super::clock::Which;
use super::cost::HOST_CALL;
use super::guest::{
    Guest, HostCall, Stopped, charge, charge_beyond_free, exported_memory, guest_bytes,
};
use super::machine::read_cursor;

pub(super) const WASI: &str = "wasi_snapshot_preview1";

// Error numbers of `wasi_snapshot_preview1`.
pub(super) const SUCCESS: i32 = 0;
pub(super) const BADF: i32 = 8;
const NOSYS: i32 = 52;

/// The number of bytes to keep from the beginning of the output: more than a report shows.
const FIRST_KEPT: usize = 4 << 10;

/// The number of bytes to keep from the end of standard error, which may contain a panic message.
/// The message may contain boards with many rows, and the place comes before it.
const ERRORS_KEPT: usize = 16 << 10;

pub(super) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    define_text(linker)?;
    define_world(linker)
}

fn define_text(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(
        WASI,
        "fd_write",
        |mut caller: HostCall<'_>, fd: i32, vectors: u32, count: u32, written: u32| {
            charge_beyond_free(&mut caller, HOST_CALL)?;
            if fd != 1 && fd != 2 {
                return Ok(BADF);
            }
            let memory = exported_memory(&mut caller)?;
            forget_other_boards(&memory, &mut caller);
            let mut total = 0u32;
            for index in 0..count {
                charge(&mut caller, HOST_CALL)?;
                let (start, len) = read_address_and_length(&memory, &mut caller, vectors, index)?;
                let (text, guest) =
                    guest_bytes(&memory, &mut caller, start, usize::try_from(len)?)?;
                guest.written = guest.written.saturating_add(text.len());
                guest.printed = guest.printed.saturating_add(text.len());
                let room = FIRST_KEPT.saturating_sub(guest.first_text.len());
                guest.first_text.extend_from_slice(&text[..text.len().min(room)]);
                let mut is_flood = false;
                if let Some(test_wasi) = &mut guest.test_wasi
                    && fd == 1
                {
                    // Limit this output, because we store it.
                    let room = guest.limits.output.saturating_sub(test_wasi.output.len());
                    is_flood = text.len() > room;
                    test_wasi.output.extend_from_slice(&text[..text.len().min(room)]);
                }
                if fd == 2 {
                    guest.errors.extend_from_slice(&text[text.len().saturating_sub(ERRORS_KEPT)..]);
                    let surplus = guest.errors.len().saturating_sub(ERRORS_KEPT);
                    guest.errors.drain(..surplus);
                }
                if is_flood {
                    return Err(Error::new(Stopped(Stop::Output)));
                }
                charge(&mut caller, u64::from(len))?;
                total = total.saturating_add(len);
            }
            guest_bytes(&memory, &mut caller, written, 4)?.0.copy_from_slice(&total.to_le_bytes());
            Ok(SUCCESS)
        },
    )?;
    Ok(())
}

/// Resets the number of written bytes when a survey reaches the next board. Otherwise, one line per board would count
/// as endless output.
fn forget_other_boards(memory: &wasmtime::Memory, caller: &mut HostCall<'_>) {
    let (all, guest) = memory.data_and_store_mut(caller);
    let board = guest.cursor.and_then(|at| read_cursor(all, at)).map(|cursor| cursor.board);
    if board != guest.board {
        guest.board = board;
        guest.written = 0;
    }
}

pub(super) fn read_address_and_length(
    memory: &wasmtime::Memory,
    caller: &mut HostCall<'_>,
    vectors: u32,
    index: u32,
) -> Result<(u32, u32)> {
    // The address may be any number, and `bytes` checks that it is inside the memory.
    let at = vectors.wrapping_add(index.wrapping_mul(8));
    let (bytes, _) = guest_bytes(memory, caller, at, 8)?;
    let word = |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
    Ok((word(0), word(4)))
}

fn define_world(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(WASI, "proc_exit", |_: HostCall<'_>, code: i32| -> Result<()> {
        Err(Error::new(Stopped(Stop::Exit(code))))
    })?;
    for (sizes, values) in [("args_sizes_get", "args_get"), ("environ_sizes_get", "environ_get")] {
        linker.func_wrap(WASI, sizes, |mut caller: HostCall<'_>, count: u32, size: u32| {
            charge_beyond_free(&mut caller, HOST_CALL)?;
            let memory = exported_memory(&mut caller)?;
            for at in [count, size] {
                guest_bytes(&memory, &mut caller, at, 4)?.0.fill(0);
            }
            Ok(SUCCESS)
        })?;
        linker.func_wrap(WASI, values, |caller: HostCall<'_>, _: u32, _: u32| {
            return_errno(caller, SUCCESS)
        })?;
    }
    linker.func_wrap(
        WASI,
        "clock_time_get",
        |mut caller: HostCall<'_>, clock: i32, _precision: i64, at: u32| {
            charge(&mut caller, HOST_CALL)?;
            let burnt = caller.data().limits.fuel - caller.get_fuel()?;
            let guest = caller.data_mut();
            guest.is_random = true;
            let time = guest.clock.read(Which::from_id(clock), burnt / INSTRUCTION);
            let memory = exported_memory(&mut caller)?;
            guest_bytes(&memory, &mut caller, at, 8)?.0.copy_from_slice(&time.to_le_bytes());
            Ok(SUCCESS)
        },
    )?;
    linker.func_wrap(WASI, "random_get", |mut caller: HostCall<'_>, at: u32, len: u32| {
        charge(&mut caller, HOST_CALL + u64::from(len))?;
        let memory = exported_memory(&mut caller)?;
        let (bytes, guest) = guest_bytes(&memory, &mut caller, at, usize::try_from(len)?)?;
        guest.is_random = true;
        for chunk in bytes.chunks_mut(8) {
            let random = next_random(&mut guest.random).to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
        Ok(SUCCESS)
    })?;
    linker.func_wrap(WASI, "sched_yield", |caller: HostCall<'_>| return_errno(caller, SUCCESS))?;
    linker.func_wrap(WASI, "fd_prestat_get", |caller: HostCall<'_>, _: i32, _: u32| {
        return_errno(caller, BADF)
    })?;
    linker.func_wrap(WASI, "poll_oneoff", poll)?;
    Ok(())
}

fn return_errno(mut caller: HostCall<'_>, number: i32) -> Result<i32> {
    charge_beyond_free(&mut caller, HOST_CALL)?;
    Ok(number)
}

/// The sizes of a `poll_oneoff` subscription and event, and the kind of a clock.
const SUBSCRIPTION: u32 = 48;
const EVENT: u32 = 32;
const CLOCK: u8 = 0;

/// Returns immediately if the guest wants to wait for a clock, because time advances only with instructions. Other
/// events are not supported.
fn poll(
    mut caller: HostCall<'_>,
    subscriptions: u32,
    events: u32,
    count: u32,
    happened: u32,
) -> Result<i32> {
    charge_beyond_free(&mut caller, HOST_CALL)?;
    charge(&mut caller, HOST_CALL.saturating_mul(u64::from(count)))?;
    let memory = exported_memory(&mut caller)?;
    for index in 0..count {
        // As above, only the access checks the address.
        let at = subscriptions.wrapping_add(index.wrapping_mul(SUBSCRIPTION));
        let (subscription, _) = guest_bytes(&memory, &mut caller, at, SUBSCRIPTION as usize)?;
        if subscription[8] != CLOCK {
            return Ok(NOSYS);
        }
        // The event starts with the subscriber's data. The numbers for success and for a clock event are both zero.
        let mut event = [0; EVENT as usize];
        event[..8].copy_from_slice(&subscription[..8]);
        let at = events.wrapping_add(index.wrapping_mul(EVENT));
        guest_bytes(&memory, &mut caller, at, EVENT as usize)?.0.copy_from_slice(&event);
    }
    guest_bytes(&memory, &mut caller, happened, 4)?.0.copy_from_slice(&count.to_le_bytes());
    Ok(SUCCESS)
}

/// Defines all imported WASI functions as unsupported, until some are replaced.
pub(super) fn define_unsupported(linker: &mut Linker<Guest>, module: &Module) -> Result<()> {
    for import in module.imports() {
        let ExternType::Func(ty) = import.ty() else { continue };
        if import.module() != WASI {
            continue;
        }
        linker.func_new(WASI, import.name(), ty, |mut caller, _, results| {
            charge(&mut caller, HOST_CALL)?;
            for result in results {
                *result = Val::I32(NOSYS);
            }
            Ok(())
        })?;
    }
    Ok(())
}
