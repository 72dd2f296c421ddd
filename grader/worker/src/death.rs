//! The ends of workers that did not come to the end of their work.

use std::fmt;
use std::io;
use std::process::ExitStatus;

use jail::{Shortages, Standing};

/// The work that a worker was at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It set itself up. Nothing of a submission was there yet.
    Beginning,
    /// It read the submission.
    Reading,
    /// It compiled the submission.
    Compiling,
    /// It ran the submission.
    Running,
    /// It ran tests.
    Testing,
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Beginning => "began",
            Self::Reading => "read the submission",
            Self::Compiling => "compiled it",
            Self::Running => "ran it",
            Self::Testing => "ran its tests",
        })
    }
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By a signal, such as that of memory that is not its own, or of processor time that has run out.
    Signal(i32),
    /// By itself, with this exit code.
    Exit(i32),
    /// It made no progress and was ended.
    Standstill,
    /// It said something that means nothing.
    Nonsense(String),
    /// It was killed from outside, as the system does when memory runs out.
    Killed,
    /// It took longer than any machine that works should let it.
    Late,
}

/// The end of a worker before the end of its work.
#[derive(Debug, thiserror::Error)]
pub enum Death {
    /// It could not be started.
    #[error("a process for a submission could not be started")]
    Start(#[source] io::Error),
    /// The folder that it would work in cannot be made.
    #[error("cannot use the temporary folder")]
    Scratch(#[source] io::Error),
    /// The wall is not whole, and has to be.
    #[error("the wall around submissions is not whole on this machine")]
    NotWalled(Standing),
    /// A limit of the machine is too low, so that it was not started.
    #[error(transparent)]
    Limits(#[from] Shortages),
    /// It broke down.
    #[error("the process that {doing} {manner}")]
    Broke {
        /// What it was at.
        doing: Doing,
        /// How it ended.
        manner: Manner,
        /// What it said on standard error, for people who mend the grader.
        last_words: String,
    },
}

impl Death {
    /// Whether this death is one that a submission may cause, and both are alike: the same submission
    /// did it again, so that it is to blame.
    pub fn is_submissions(&self, again: &Self) -> bool {
        let (Self::Broke { doing, manner, .. }, Self::Broke { doing: then, manner: how, .. }) =
            (self, again)
        else {
            return false;
        };
        let can_be_caused = match manner {
            Manner::Signal(signal) => may_be_caused(*signal),
            Manner::Exit(_) | Manner::Standstill | Manner::Nonsense(_) => true,
            Manner::Killed | Manner::Late => false,
        };
        can_be_caused && *doing != Doing::Beginning && (doing, manner) == (then, how)
    }

    /// Why a submission is rejected that does this each time.
    pub fn rejection(&self) -> String {
        match self {
            Self::Broke { doing, manner, .. } => {
                format!("it cannot be graded: the process that {doing} {manner}, twice")
            }
            other => other.to_string(),
        }
    }
}

/// Whether a submission can end its worker by this signal. No file that a worker writes comes near the limit
/// of its wall.
#[cfg(unix)]
fn may_be_caused(signal: i32) -> bool {
    const FILE_SIZE: i32 = 25;
    signal != FILE_SIZE && jail::child::is_own_signal(signal)
}

/// There are no signals here.
#[cfg(not(unix))]
fn may_be_caused(_: i32) -> bool {
    false
}

impl Manner {
    /// The manner of this exit status.
    pub(crate) fn of(status: ExitStatus) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::process::ExitStatusExt;
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

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(6) => f.write_str("ran out of memory or stack"),
            Self::Signal(11) => f.write_str("ran out of stack"),
            Self::Signal(24) => f.write_str("ran out of processor time"),
            Self::Signal(signal) => write!(f, "was ended by signal {signal}"),
            Self::Exit(code) => write!(f, "ended with exit code {code}"),
            Self::Standstill => f.write_str("waited for something that did not come"),
            Self::Nonsense(_) => f.write_str("gave no answer that can be read"),
            Self::Killed => f.write_str("was killed"),
            Self::Late => f.write_str("took too long"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broke(doing: Doing, manner: Manner) -> Death {
        Death::Broke { doing, manner, last_words: String::new() }
    }

    #[test]
    fn who_is_to_blame() {
        let of = |doing, manner| broke(doing, manner);
        let abort = || of(Doing::Reading, Manner::Signal(6));
        assert!(abort().is_submissions(&abort()));
        assert!(!abort().is_submissions(&of(Doing::Running, Manner::Signal(6))));
        assert!(!abort().is_submissions(&of(Doing::Reading, Manner::Standstill)));
        for manner in [Manner::Killed, Manner::Late] {
            let death = || of(Doing::Running, manner.clone());
            assert!(!death().is_submissions(&death()), "{manner:?}");
        }
        // The limit on processor time is one of the wall's; the other signals come from elsewhere.
        let signal = |signal| move || of(Doing::Running, Manner::Signal(signal));
        assert!(signal(24)().is_submissions(&signal(24)()));
        for foreign in [1, 2, 13, 15, 25] {
            let death = signal(foreign);
            assert!(!death().is_submissions(&death()), "{foreign}");
        }
        assert_eq!(
            signal(7)().is_submissions(&signal(7)()),
            !cfg!(target_os = "linux"),
            "on Linux the disk under a file in memory is full or broken"
        );
        let early = || of(Doing::Beginning, Manner::Signal(6));
        assert!(!early().is_submissions(&early()));
        assert_eq!(
            abort().rejection(),
            "it cannot be graded: the process that read the submission ran out of memory or stack, \
             twice"
        );
    }
}
