//! The functions that a guest uses to call the methods of the grader's boards.

use grade::{BoardCalls, INSTRUCTION, Stop};
use probe::wire::{HOST_MODULE, Method, Word};
use slider::Tile;
use wasmtime::{Error, Linker, Result};

use super::cost::{HOST_CALL, HOST_TILE};
use super::guest::{
    Guest, HostCall, Stopped, charge, charge_beyond_free, exported_memory, guest_bytes, trap_error,
};
use super::host_boards::{Remade, TicketError};
use super::search::Event;
use super::variation::Mask;

/// The number of tiles that each call compares for free.
/// This covers all boards with up to eight rows.
const COMPARED: u64 = 64;

fn error_for_ticket(error: TicketError) -> Error {
    match error {
        TicketError::TooMany => Error::new(Stopped(Stop::Memory)),
        TicketError::Unknown | TicketError::NoBoard => trap_error(&error.to_string()),
    }
}

fn charge_tiles(caller: &mut HostCall<'_>, board: Word, times: u64) -> Result<()> {
    let n = caller.data().boards.dimension(board).map_err(error_for_ticket)? as u64;
    charge(caller, HOST_CALL + times * n * n * HOST_TILE)
}

/// Charges for the comparison of two large boards, where each instruction compares eight tiles.
fn charge_compared(caller: &mut HostCall<'_>, a: Word, b: Word) -> Result<()> {
    let boards = &caller.data().boards;
    let (n, other) = (
        boards.dimension(a).map_err(error_for_ticket)?,
        boards.dimension(b).map_err(error_for_ticket)?,
    );
    let tiles = if n == other { (n * n) as u64 } else { 0 };
    let fuel = tiles.saturating_sub(COMPARED) * INSTRUCTION / 8;
    if fuel > 0 { charge_beyond_free(caller, fuel) } else { Ok(()) }
}

fn count_call(caller: &mut HostCall<'_>, which: fn(&mut BoardCalls) -> &mut u64) {
    *which(&mut caller.data_mut().log.calls) += 1;
}

fn log_measured(guest: &mut Guest, board: Word) {
    if guest.boards.set_measured(board) {
        guest.log.add_or_cut(Event::Asked { board });
    }
}

fn log_read(guest: &mut Guest, board: Word) {
    if guest.boards.set_read(board) {
        guest.log.add_or_cut(Event::Asked { board });
    }
}

/// Makes a board from the tiles in the guest's memory, two bytes each, and returns its number.
fn new_board(mut caller: HostCall<'_>, n: u32, at: u32) -> Result<Word> {
    count_call(&mut caller, |calls| &mut calls.new);
    let n = usize::try_from(n)?;
    // The assignment promises at most 127 rows, so that all tiles fit into 14 bits.
    if n >= 128 {
        return Err(error_for_ticket(TicketError::NoBoard));
    }
    charge(&mut caller, HOST_CALL + 2 * (n * n) as u64 * HOST_TILE)?;
    let memory = exported_memory(&mut caller)?;
    let (bytes, guest) = guest_bytes(&memory, &mut caller, at, n * n * 2)?;
    let tiles: Vec<Tile> =
        bytes.chunks_exact(2).map(|bytes| Tile::from_le_bytes([bytes[0], bytes[1]])).collect();
    let mask = guest.mask;
    let meant: Vec<Tile> = tiles.iter().map(|tile| mask.unmask_tile(*tile)).collect();
    // Outside of a measurement, the probe makes the initial boards.
    let remade = guest.open.is_some().then(|| guest.boards.find_read_board(n, &meant)).flatten();
    let board = match remade {
        Some(Remade::Only(board)) => board,
        Some(Remade::OneOfSeveral) => guest.boards.insert(n, &meant).map_err(error_for_ticket)?,
        None => guest.boards.insert(n, &tiles).map_err(error_for_ticket)?,
    };
    guest.wait_for_memory(guest.memory);
    Ok(board)
}

/// Records a call to a method of one of the submission's boards or, if `boards` is not 0, that the iterator of an earlier
/// call has returned so many boards.
fn note_watched(mut caller: HostCall<'_>, method: Word, boards: Word) -> Result<()> {
    charge(&mut caller, HOST_CALL)?;
    let log = &mut caller.data_mut().log;
    let calls = &mut log.calls;
    match Method::from_word(method) {
        Some(Method::New) => calls.new += 1,
        Some(Method::Hamming) => calls.hamming += 1,
        Some(Method::Manhattan) => calls.manhattan += 1,
        Some(Method::Twin) => calls.twin += 1,
        Some(Method::Neighbors) if boards > 0 => log.neighbors += u64::from(boards),
        Some(Method::Neighbors) => {
            calls.neighbors += 1;
            log.note_neighbors(0);
        }
        _ => return Err(trap_error("this method is not watched")),
    }
    Ok(())
}

pub(super) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(HOST_MODULE, "board_new", new_board)?;
    linker.func_wrap(HOST_MODULE, "board_dimension", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.dimension);
        charge(&mut caller, HOST_CALL)?;
        let n = caller.data().boards.dimension(of).map_err(error_for_ticket)?;
        Ok(u32::try_from(n)?)
    })?;
    linker.func_wrap(HOST_MODULE, "board_hamming", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.hamming);
        charge_tiles(&mut caller, of, 1)?;
        log_measured(caller.data_mut(), of);
        caller.data().boards.hamming(of).map_err(error_for_ticket)
    })?;
    linker.func_wrap(HOST_MODULE, "board_manhattan", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.manhattan);
        log_measured(caller.data_mut(), of);
        charge_tiles(&mut caller, of, 2)?;
        caller.data().boards.manhattan(of).map_err(error_for_ticket)
    })?;
    linker.func_wrap(HOST_MODULE, "board_is_goal", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.is_goal);
        charge(&mut caller, HOST_CALL)?;
        let goal = caller.data().boards.manhattan(of).map_err(error_for_ticket)? == 0;
        if goal {
            caller.data_mut().log.add_or_cut(Event::Recognised { board: of });
        }
        Ok(u32::from(goal))
    })?;
    linker.func_wrap(HOST_MODULE, "board_neighbors", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.neighbors);
        // On average, a board has about three neighbors, and each gets its own copy of the tiles.
        charge_tiles(&mut caller, of, 3)?;
        let left = caller.get_fuel()?;
        let guest = caller.data_mut();
        let is_root = guest.boards.parent(of).map_err(error_for_ticket)?.is_none();
        let is_again = guest.boards.expansions(of).map_err(error_for_ticket)? > 0;
        let (first, count) = guest.boards.neighbors(of).map_err(error_for_ticket)?;
        guest.wait_for_memory(guest.memory);
        guest.log.last_step = guest.limits.fuel.saturating_sub(left);
        guest.log.note_neighbors(count);
        guest.log.note_expansion(of, first, is_root.then_some(is_again));
        Ok(u64::from(count) << 32 | u64::from(first))
    })?;
    linker.func_wrap(HOST_MODULE, "board_twin", |mut caller: HostCall<'_>, of: Word| {
        count_call(&mut caller, |calls| &mut calls.twin);
        charge_tiles(&mut caller, of, 3)?;
        let guest = caller.data_mut();
        let twin = guest.boards.twin(of).map_err(error_for_ticket)?;
        guest.wait_for_memory(guest.memory);
        Ok(twin)
    })?;
    linker.func_wrap(HOST_MODULE, "board_eq", |mut caller: HostCall<'_>, a: Word, b: Word| {
        count_call(&mut caller, |calls| &mut calls.eq);
        charge(&mut caller, HOST_CALL)?;
        charge_compared(&mut caller, a, b)?;
        let equal = caller.data().boards.are_equal(a, b).map_err(error_for_ticket)?;
        Ok(u32::from(equal))
    })?;
    linker.func_wrap(HOST_MODULE, "board_debug", |mut caller: HostCall<'_>, _: Word| {
        count_call(&mut caller, |calls| &mut calls.debug);
        charge(&mut caller, HOST_CALL)
    })?;
    linker.func_wrap(HOST_MODULE, "board_watched", note_watched)?;
    linker.func_wrap(
        HOST_MODULE,
        "board_tiles",
        |mut caller: HostCall<'_>, of: Word, into: u32, cap: u32| {
            count_call(&mut caller, |calls| &mut calls.text);
            log_read(caller.data_mut(), of);
            charge_tiles(&mut caller, of, 1)?;
            let memory = exported_memory(&mut caller)?;
            let mut tiles = caller.data().boards.tiles(of).map_err(error_for_ticket)?;
            let mask = caller.data().mask;
            if mask != Mask::Plain {
                for tile in &mut tiles {
                    *tile = mask.mask_tile(*tile);
                }
            }
            let len = tiles.len().min(usize::try_from(cap)?);
            let (bytes, _) = guest_bytes(&memory, &mut caller, into, len * 2)?;
            for (bytes, tile) in bytes.chunks_exact_mut(2).zip(&tiles) {
                bytes.copy_from_slice(&tile.to_le_bytes());
            }
            Ok(u32::try_from(tiles.len())?)
        },
    )?;
    Ok(())
}
