//! Describes workers that ended prematurely.

use std::fmt;
use std::io;
use std::process::ExitStatus;

use base::UserError;
use base::trust::Distrust;
use jail::{Shortages, StandingLayers};
use sandbox::build::{FEWER_JOBS, is_out_of_processes};

/// The activity of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerActivity {
    /// Setting itself up, before any contact with the submission.
    Beginning,
    /// Reading the submission.
    Reading,
    /// Compiling the submission.
    Compiling,
    /// Running the submission.
    Running,
    /// Running tests.
    Testing,
}

impl fmt::Display for WorkerActivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Beginning => "was starting",
            Self::Reading => "read the submission",
            Self::Compiling => "compiled it",
            Self::Running => "ran it",
            Self::Testing => "ran its tests",
        })
    }
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeathManner {
    /// Killed by a signal, for example because of an invalid memory access or because the CPU time ran out.
    Signal(i32),
    /// Exited with this code.
    Exit(i32),
    /// Made no progress, so the grader stopped it.
    Standstill,
    /// Made no progress because another process suspended it.
    Suspended,
    /// Sent an invalid reply.
    Nonsense(String),
    /// Killed with `SIGKILL`, usually by the system when memory is low.
    Killed,
    /// Exceeded a time limit that is generous for any working machine.
    Late,
}

/// A reason why a worker ended prematurely or did not start.
#[derive(Debug, thiserror::Error)]
pub enum Death {
    /// The process could not be started.
    #[error("cannot start a process for a submission")]
    Start(#[source] io::Error),
    /// The temporary folder could not be created.
    #[error("cannot use the temporary folder")]
    Scratch(#[source] io::Error),
    /// A complete process sandbox is required, but layers are missing.
    #[error("the process sandbox is incomplete on this machine")]
    NotSandboxed(StandingLayers),
    /// An inherited resource limit is too low to start a worker.
    #[error(transparent)]
    Limits(#[from] Shortages),
    /// The worker crashed or misbehaved.
    #[error("the process that {doing} {manner}")]
    Broke {
        /// What the worker was doing at the time.
        doing: WorkerActivity,
        /// How the worker ended.
        manner: DeathManner,
        /// The start of standard error, for debugging the grader.
        last_words: String,
    },
}

impl UserError for Death {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Scratch(source) => Some(Distrust::hint_for_temporary_folder(source)),
            Self::Start(source) if is_out_of_processes(source) => Some(FEWER_JOBS.to_owned()),
            Self::Limits(shortages) => shortages.hint(),
            Self::NotSandboxed(standing) => Some(format!("missing: {}", standing.missing_layers())),
            Self::Start(_) | Self::Broke { .. } => None,
        }
    }

    fn is_fault(&self) -> bool {
        true
    }
}

impl Death {
    /// Returns `true` if the submission is to blame: it can cause this death, and did so twice. After a crash, both
    /// processes must have left a message, because another process may have sent the signal.
    pub fn is_fault_of_submission(&self, again: &Self) -> bool {
        let Self::Broke { doing, manner, last_words } = self else { return false };
        let Self::Broke { doing: then, manner: how, last_words: words } = again else {
            return false;
        };
        let is_explained = || {
            jail::crash_signals::explains_crash(last_words)
                && jail::crash_signals::explains_crash(words)
        };
        let can_be_caused = match manner {
            DeathManner::Signal(signal) if jail::crash_signals::is_crash(*signal) => is_explained(),
            DeathManner::Signal(signal) => can_submission_cause(*signal),
            DeathManner::Exit(_) | DeathManner::Standstill | DeathManner::Nonsense(_) => true,
            DeathManner::Killed | DeathManner::Suspended | DeathManner::Late => false,
        };
        can_be_caused && *doing != WorkerActivity::Beginning && (doing, manner) == (then, how)
    }

    /// Returns the message for rejecting the submission.
    pub fn rejection_message(&self) -> String {
        match self {
            Self::Broke { doing, manner, .. } => {
                format!("grading failed twice: the process that {doing} {manner}")
            }
            other => other.to_string(),
        }
    }
}

/// Returns `true` if a submission can cause a signal. It cannot cause `SIGXFSZ`, because a worker's files stay far
/// below the size limit.
#[cfg(unix)]
fn can_submission_cause(signal: i32) -> bool {
    // The number is the same on Linux and macOS.
    const FILE_SIZE: i32 = 25;
    signal != FILE_SIZE && jail::crash_signals::is_own_signal(signal)
}

/// Always returns `false`, because this platform has no signals.
#[cfg(not(unix))]
fn can_submission_cause(_: i32) -> bool {
    false
}

impl DeathManner {
    pub(crate) fn from_status(status: ExitStatus) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::process::ExitStatusExt;
            // The number is the same on all Unix systems.
            const KILL: i32 = 9;
            match status.signal() {
                Some(KILL) => return Self::Killed,
                Some(signal) => return Self::Signal(signal),
                None => {}
            }
        }
        Self::Exit(status.code().unwrap_or_default())
    }
}

impl fmt::Display for DeathManner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Rust aborts a process if an allocation fails, and if its handler recognizes a stack overflow.
            Self::Signal(6) => f.write_str("ran out of memory or stack"),
            Self::Signal(11) => f.write_str("ran out of stack"),
            Self::Signal(24) => f.write_str("ran out of processor time"),
            Self::Signal(signal) => write!(f, "was killed by signal {signal}"),
            Self::Exit(code) => write!(f, "exited with code {code}"),
            Self::Standstill => f.write_str("stopped making progress"),
            Self::Suspended => f.write_str("was suspended by another process"),
            Self::Nonsense(_) => f.write_str("sent an invalid reply"),
            Self::Killed => f.write_str("was killed"),
            Self::Late => f.write_str("took too long"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broke(doing: WorkerActivity, manner: DeathManner) -> Death {
        let last_words = "memory allocation of 4096 bytes failed\n".to_owned();
        Death::Broke { doing, manner, last_words }
    }

    #[test]
    fn deaths_are_blamed_on_the_submission_or_the_grader() {
        let of = |doing, manner| broke(doing, manner);
        let abort = || of(WorkerActivity::Reading, DeathManner::Signal(6));
        assert!(abort().is_fault_of_submission(&abort()));
        assert!(
            !abort().is_fault_of_submission(&of(WorkerActivity::Running, DeathManner::Signal(6)))
        );
        assert!(
            !abort().is_fault_of_submission(&of(WorkerActivity::Reading, DeathManner::Standstill))
        );
        for manner in [DeathManner::Killed, DeathManner::Suspended, DeathManner::Late] {
            let death = || of(WorkerActivity::Running, manner.clone());
            assert!(!death().is_fault_of_submission(&death()), "{manner:?}");
        }
        // `SIGXCPU` comes from the process sandbox, which limits CPU time. All other signals come from outside.
        let signal = |signal| move || of(WorkerActivity::Running, DeathManner::Signal(signal));
        assert!(signal(24)().is_fault_of_submission(&signal(24)()));
        for foreign in [1, 2, 13, 15, 25] {
            let death = signal(foreign);
            assert!(!death().is_fault_of_submission(&death()), "{foreign}");
        }
        assert_eq!(
            signal(7)().is_fault_of_submission(&signal(7)()),
            !cfg!(target_os = "linux"),
            "on Linux the disk under a file in memory is full or broken"
        );
        // A process that crashes writes a message, unlike one that receives a signal from another.
        let silent = |signal| {
            let (doing, manner) = (WorkerActivity::Running, DeathManner::Signal(signal));
            Death::Broke { doing, manner, last_words: String::new() }
        };
        for crash in [4, 6, 11] {
            assert!(signal(crash)().is_fault_of_submission(&signal(crash)()), "{crash}");
            assert!(!silent(crash).is_fault_of_submission(&signal(crash)()), "{crash}");
            assert!(!signal(crash)().is_fault_of_submission(&silent(crash)), "{crash}");
        }
        let early = || of(WorkerActivity::Beginning, DeathManner::Signal(6));
        assert!(!early().is_fault_of_submission(&early()));
        assert_eq!(
            abort().rejection_message(),
            "grading failed twice: the process that read the submission ran out of memory or stack"
        );
    }
}
