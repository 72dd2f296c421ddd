//! The functions that a guest's queues use to report their operations.

use grade::QueueLog;
use probe::wire::{HOST_MODULE, QueueOrder, Word};
use wasmtime::{Linker, Result};

use super::cost::HOST_CALL;
use super::guest::{Guest, HostCall, charge, charge_beyond_free, trap_error};
use super::search::{Event, QueueDisorder};

/// The maximum number of queues in a run, because the log keeps a record of each. Only a solver with a queue for each node
/// comes close.
/// A million records take some dozen megabytes.
const MAX_QUEUES: usize = 1 << 20;

impl Guest {
    fn queue_or_trap(&mut self, queue: Word) -> Result<&mut QueueLog> {
        let index = usize::try_from(queue)?;
        self.log
            .queues
            .get_mut(index)
            .ok_or_else(|| trap_error("there is no queue with this number"))
    }
}

pub(super) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(HOST_MODULE, "queue_new", |mut caller: HostCall<'_>| {
        charge(&mut caller, HOST_CALL)?;
        let queues = &mut caller.data_mut().log.queues;
        if queues.len() >= MAX_QUEUES {
            return Err(trap_error("there are too many queues"));
        }
        queues.push(QueueLog::default());
        Ok(u32::try_from(queues.len() - 1)?)
    })?;
    linker.func_wrap(
        HOST_MODULE,
        "queue_insert",
        |mut caller: HostCall<'_>, queue: Word, len: u32, key: Word| {
            charge(&mut caller, HOST_CALL)?;
            let guest = caller.data_mut();
            let log = guest.queue_or_trap(queue)?;
            log.inserted += 1;
            log.max_len = log.max_len.max(u64::from(len));
            guest.log.queued += 1;
            guest.log.add_or_cut(Event::Inserted { queue, key });
            Ok(())
        },
    )?;
    linker.func_wrap(
        HOST_MODULE,
        "queue_del_min",
        |mut caller: HostCall<'_>, queue: Word, _len: u32, key: Word| {
            charge(&mut caller, HOST_CALL)?;
            let left = caller.get_fuel()?;
            let guest = caller.data_mut();
            guest.log.last_step = guest.limits.fuel.saturating_sub(left);
            guest.queue_or_trap(queue)?;
            guest.log.note_dequeued(queue, key, guest.boards.count());
            Ok(())
        },
    )?;
    linker.func_wrap(HOST_MODULE, "queue_min", |mut caller: HostCall<'_>, queue: Word| {
        charge(&mut caller, HOST_CALL)?;
        let log = &mut caller.data_mut().log;
        // Repeated calls do not provide new information.
        if log.events.last() != Some(&Event::Looked { queue }) {
            log.add_or_cut(Event::Looked { queue });
        }
        Ok(())
    })?;
    linker.func_wrap(HOST_MODULE, "queue_disorder", |mut caller: HostCall<'_>, _queue: Word| {
        charge_beyond_free(&mut caller, HOST_CALL)?;
        caller.data_mut().log.disorder.get_or_insert(QueueDisorder::Changed);
        Ok(())
    })?;
    linker.func_wrap(
        HOST_MODULE,
        "queue_two_orders",
        |mut caller: HostCall<'_>, _queue: Word| {
            charge_beyond_free(&mut caller, HOST_CALL)?;
            caller.data_mut().log.disorder.get_or_insert(QueueDisorder::Two);
            Ok(())
        },
    )?;
    linker.func_wrap(HOST_MODULE, "queue_order", |mut caller: HostCall<'_>| {
        charge_beyond_free(&mut caller, HOST_CALL)?;
        let guest = caller.data();
        // The guest asks about the queue that it creates next.
        let next = u32::try_from(guest.log.queues.len())?;
        let is_other = guest.only.is_some_and(|only| only != next);
        Ok(if is_other { QueueOrder::Upright } else { guest.order } as u32)
    })?;
    Ok(())
}
