//! Read-only files for test programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasmtime::{Linker, Memory, Result};

use super::{OpenFile, TestWasi, write_memory};
use crate::run::cost::{HOST_CALL, HOST_NAME, HOST_TILE};
use crate::run::guest::{
    Guest, HostCall, charge, charge_beyond_free, exported_memory, guest_bytes,
};
use crate::run::wasi::{BADF, SUCCESS, WASI, read_address_and_length};

// Error numbers and other constants of `wasi_snapshot_preview1`.
const INVAL: i32 = 28;
const NAMETOOLONG: i32 = 37;
const NFILE: i32 = 41;
const NOENT: i32 = 44;
const NOTDIR: i32 = 54;
const ROFS: i32 = 69;
const FOLDER: u8 = 3;
const FILE: u8 = 4;
const CREATE_OR_TRUNCATE: i32 = 0b1001;
const WANTS_FOLDER: i32 = 0b10;

/// The descriptors of the root folder and the first open file.
/// The numbers below belong to the standard streams.
const ROOT: i32 = 3;
const FIRST: i32 = 4;

/// The maximum number of open files, because the grader keeps a record of each.
/// A test opens a few at once, and even one that never closes a file is rarely in need of more.
const MAX_OPEN: usize = 100;

/// The maximum length of a path in bytes, as on Linux.
const MAX_PATH: u32 = 4096;

impl TestWasi {
    fn slot_of_descriptor(&mut self, fd: i32) -> Option<&mut Option<OpenFile>> {
        self.open.get_mut(usize::try_from(fd.checked_sub(FIRST)?).ok()?)
    }

    /// Returns an open file and the length of its contents.
    fn file(&mut self, fd: i32) -> Option<(&mut OpenFile, usize)> {
        let files = Arc::clone(&self.files);
        let open = self.slot_of_descriptor(fd)?.as_mut()?;
        let len = files.get(&open.path)?.len();
        Some((open, len))
    }

    fn path_of_open_folder(&mut self, fd: i32) -> Option<String> {
        if fd == ROOT {
            return Some(String::new());
        }
        let path = self.slot_of_descriptor(fd)?.as_ref()?.path.clone();
        self.is_folder(&path).then_some(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        path.is_empty() || !self.names_and_kinds_in(path).is_empty()
    }

    fn names_and_kinds_in(&self, path: &str) -> BTreeMap<&str, u8> {
        let inner = self.files.keys().filter_map(|file| match path {
            "" => Some(file.as_str()),
            path => file.strip_prefix(path)?.strip_prefix('/'),
        });
        let child =
            |inner: &'_ str| inner.find('/').map_or((inner.len(), FILE), |end| (end, FOLDER));
        inner.map(|inner| (&inner[..child(inner).0], child(inner).1)).collect()
    }
}

pub(super) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    define_folder(linker)?;
    define_files(linker)
}

fn define_folder(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(WASI, "fd_prestat_get", |mut caller: HostCall<'_>, fd: i32, at: u32| {
        charge_beyond_free(&mut caller, HOST_CALL)?;
        if fd != ROOT {
            return Ok(BADF);
        }
        let memory = exported_memory(&mut caller)?;
        // The tag of a folder, and the length of its name, each in four bytes.
        write_memory(&memory, &mut caller, at, &[0, 0, 0, 0, 1, 0, 0, 0])?;
        Ok(SUCCESS)
    })?;
    linker.func_wrap(
        WASI,
        "fd_prestat_dir_name",
        |mut caller: HostCall<'_>, fd: i32, at: u32, len: u32| {
            charge_beyond_free(&mut caller, HOST_CALL)?;
            if fd != ROOT || len < 1 {
                return Ok(BADF);
            }
            let memory = exported_memory(&mut caller)?;
            write_memory(&memory, &mut caller, at, b"/")?;
            Ok(SUCCESS)
        },
    )?;
    linker.func_wrap(WASI, "path_filestat_get", path_stat)?;
    linker.func_wrap(WASI, "path_open", path_open)?;
    Ok(())
}

fn path_stat(
    mut caller: HostCall<'_>,
    fd: i32,
    _flags: i32,
    path: u32,
    len: u32,
    at: u32,
) -> Result<i32> {
    let memory = exported_memory(&mut caller)?;
    let (path, test_wasi) = match take_path(&memory, &mut caller, fd, path, len)? {
        Ok(taken) => taken,
        Err(error) => return Ok(error),
    };
    let stat = match test_wasi.files.get(&path) {
        Some(file) => encode_filestat(FILE, file.len()),
        None if test_wasi.is_folder(&path) => encode_filestat(FOLDER, 0),
        None => return Ok(NOENT),
    };
    write_memory(&memory, &mut caller, at, &stat)?;
    Ok(SUCCESS)
}

#[expect(clippy::too_many_arguments, reason = "WASI has them")]
fn path_open(
    mut caller: HostCall<'_>,
    fd: i32,
    _dirflags: i32,
    path: u32,
    len: u32,
    oflags: i32,
    _rights: i64,
    _inherited: i64,
    _fdflags: i32,
    at: u32,
) -> Result<i32> {
    let memory = exported_memory(&mut caller)?;
    let (path, test_wasi) = match take_path(&memory, &mut caller, fd, path, len)? {
        Ok(taken) => taken,
        Err(error) => return Ok(error),
    };
    if oflags & CREATE_OR_TRUNCATE != 0 {
        return Ok(ROFS);
    }
    match test_wasi.files.contains_key(&path) {
        true if oflags & WANTS_FOLDER != 0 => return Ok(NOTDIR),
        false if !test_wasi.is_folder(&path) => return Ok(NOENT),
        _ => {}
    }
    let free = test_wasi.open.iter().position(Option::is_none);
    let slot = free.unwrap_or(test_wasi.open.len());
    if slot == MAX_OPEN {
        return Ok(NFILE);
    }
    if slot == test_wasi.open.len() {
        test_wasi.open.push(None);
    }
    test_wasi.open[slot] = Some(OpenFile { path, at: 0 });
    let number = FIRST + i32::try_from(slot)?;
    write_memory(&memory, &mut caller, at, &number.to_le_bytes())?;
    Ok(SUCCESS)
}

fn define_files(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(WASI, "fd_close", |mut caller: HostCall<'_>, fd: i32| {
        charge(&mut caller, HOST_CALL)?;
        let slot = caller
            .data_mut()
            .test_wasi
            .as_mut()
            .and_then(|test_wasi| test_wasi.slot_of_descriptor(fd));
        Ok(slot.and_then(Option::take).map_or(BADF, |_| SUCCESS))
    })?;
    linker.func_wrap(WASI, "fd_fdstat_get", |mut caller: HostCall<'_>, fd: i32, at: u32| {
        charge_search(&mut caller)?;
        let Some((kind, _)) = kind_and_length(&mut caller, fd) else { return Ok(BADF) };
        // Report all rights. Operations that are not allowed will fail.
        let mut stat = [0xff; 24];
        stat[..8].copy_from_slice(&[kind, 0, 0, 0, 0, 0, 0, 0]);
        let memory = exported_memory(&mut caller)?;
        write_memory(&memory, &mut caller, at, &stat)?;
        Ok(SUCCESS)
    })?;
    linker.func_wrap(WASI, "fd_filestat_get", |mut caller: HostCall<'_>, fd: i32, at: u32| {
        charge_search(&mut caller)?;
        let Some((kind, length)) = kind_and_length(&mut caller, fd) else { return Ok(BADF) };
        let memory = exported_memory(&mut caller)?;
        write_memory(&memory, &mut caller, at, &encode_filestat(kind, length))?;
        Ok(SUCCESS)
    })?;
    linker.func_wrap(WASI, "fd_seek", seek)?;
    linker.func_wrap(WASI, "fd_read", read_file)?;
    linker.func_wrap(WASI, "fd_readdir", list_folder)?;
    Ok(())
}

fn seek(mut caller: HostCall<'_>, fd: i32, offset: i64, whence: i32, at: u32) -> Result<i32> {
    charge(&mut caller, HOST_CALL)?;
    charge_beyond_free(&mut caller, HOST_NAME)?;
    let Some(test_wasi) = &mut caller.data_mut().test_wasi else { return Ok(BADF) };
    let Some((open, len)) = test_wasi.file(fd) else { return Ok(BADF) };
    let from = match whence {
        0 => 0,
        1 => open.at,
        2 => len,
        _ => return Ok(INVAL),
    };
    let place = i64::try_from(from)?.checked_add(offset);
    let Some(place) = place.and_then(|place| usize::try_from(place).ok()) else {
        return Ok(INVAL);
    };
    open.at = place;
    let memory = exported_memory(&mut caller)?;
    write_memory(&memory, &mut caller, at, &(place as u64).to_le_bytes())?;
    Ok(SUCCESS)
}

fn read_file(
    mut caller: HostCall<'_>,
    fd: i32,
    vectors: u32,
    count: u32,
    done: u32,
) -> Result<i32> {
    let memory = exported_memory(&mut caller)?;
    let mut total = 0u32;
    charge_beyond_free(&mut caller, HOST_CALL)?;
    for index in 0..count {
        charge(&mut caller, HOST_CALL)?;
        charge_beyond_free(&mut caller, HOST_NAME)?;
        let (start, len) = read_address_and_length(&memory, &mut caller, vectors, index)?;
        let (into, guest) = guest_bytes(&memory, &mut caller, start, usize::try_from(len)?)?;
        let Some(test_wasi) = &mut guest.test_wasi else { return Ok(BADF) };
        let files = Arc::clone(&test_wasi.files);
        let Some((open, _)) = test_wasi.file(fd) else { return Ok(BADF) };
        let rest = files.get(&open.path).and_then(|file| file.get(open.at..)).unwrap_or_default();
        let taken = rest.len().min(into.len());
        into[..taken].copy_from_slice(&rest[..taken]);
        open.at += taken;
        charge(&mut caller, taken as u64)?;
        total = total.saturating_add(u32::try_from(taken)?);
    }
    write_memory(&memory, &mut caller, done, &total.to_le_bytes())?;
    Ok(SUCCESS)
}

/// Lists as many of a folder's entries as fit in the buffer, starting at entry `cookie`.
fn list_folder(
    mut caller: HostCall<'_>,
    fd: i32,
    into: u32,
    room: u32,
    cookie: i64,
    used: u32,
) -> Result<i32> {
    charge_search(&mut caller)?;
    charge(&mut caller, u64::from(room))?;
    let Some(test_wasi) = &mut caller.data_mut().test_wasi else { return Ok(BADF) };
    let Some(path) = test_wasi.path_of_open_folder(fd) else { return Ok(BADF) };
    let room = usize::try_from(room)?;
    let mut entries = Vec::new();
    for (number, (name, kind)) in (1u64..).zip(test_wasi.names_and_kinds_in(&path)) {
        if i64::try_from(number)? <= cookie || entries.len() >= room {
            continue;
        }
        entries.extend(number.to_le_bytes());
        entries.extend([0; 8]);
        entries.extend(u32::try_from(name.len())?.to_le_bytes());
        entries.extend([kind, 0, 0, 0]);
        entries.extend(name.as_bytes());
    }
    // The last entry may be truncated. The guest then requests it again.
    entries.truncate(room);
    let memory = exported_memory(&mut caller)?;
    write_memory(&memory, &mut caller, into, &entries)?;
    write_memory(&memory, &mut caller, used, &u32::try_from(entries.len())?.to_le_bytes())?;
    Ok(SUCCESS)
}

fn kind_and_length(caller: &mut HostCall<'_>, fd: i32) -> Option<(u8, usize)> {
    let test_wasi = caller.data_mut().test_wasi.as_mut()?;
    let file = test_wasi.file(fd).map(|(_, length)| (FILE, length));
    file.or_else(|| test_wasi.path_of_open_folder(fd).map(|_| (FOLDER, 0)))
}

/// Charges for a call that may look at every file.
fn charge_search(caller: &mut HostCall<'_>) -> Result<()> {
    let files = caller.data().test_wasi.as_ref().map_or(0, |test_wasi| test_wasi.files.len());
    charge(caller, HOST_CALL + files as u64 * HOST_TILE)?;
    charge_beyond_free(caller, files as u64 * HOST_NAME)
}

/// Reads a path from memory and normalizes it, or returns an error number.
fn take_path<'a>(
    memory: &Memory,
    caller: &'a mut HostCall<'_>,
    fd: i32,
    path: u32,
    len: u32,
) -> Result<std::result::Result<(String, &'a mut TestWasi), i32>> {
    charge_search(caller)?;
    charge(caller, u64::from(len))?;
    charge_beyond_free(caller, HOST_NAME + u64::from(len) * HOST_TILE)?;
    if len > MAX_PATH {
        return Ok(Err(NAMETOOLONG));
    }
    let (path, guest) = guest_bytes(memory, caller, path, usize::try_from(len)?)?;
    let path = String::from_utf8_lossy(path).into_owned();
    let Some(test_wasi) = &mut guest.test_wasi else { return Ok(Err(BADF)) };
    let Some(folder) = test_wasi.path_of_open_folder(fd) else { return Ok(Err(BADF)) };
    let mut parts = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            // Above the root folder is the root folder itself, as on Unix.
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Ok(Ok((parts.join("/"), test_wasi)))
}

fn encode_filestat(kind: u8, len: usize) -> [u8; 64] {
    // The layout of `filestat`: the type at 16, the number of links at 24, and the size at 32.
    let mut stat = [0; 64];
    stat[16] = kind;
    stat[24] = 1;
    stat[32..40].copy_from_slice(&(len as u64).to_le_bytes());
    stat
}
