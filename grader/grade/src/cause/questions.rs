//! Questions about causes for which the usual question of a check does not fit.

use super::{Cause, SolverCause};
use crate::{PanicKind, Stop};

impl Cause {
    /// Returns the question that leads to this fault. This is `None` if the question of the failed check fits.
    pub fn question(&self) -> Option<&'static str> {
        match self.stop() {
            Some(stop) => stop.question(),
            None if matches!(self, Self::Solver(SolverCause::Reversed)) => Some(
                "If you follow the predecessors from the goal, which board do you get first, and \
                 which board must be first in `solution()`?",
            ),
            None => None,
        }
    }
}

impl Stop {
    /// Returns the question about code that ends a run like this.
    fn question(&self) -> Option<&'static str> {
        match self {
            Self::Done | Self::Trap(_) | Self::Grader(_) => None,
            Self::Panic { kind, .. } => Some(match kind {
                PanicKind::Unwritten | PanicKind::Thread => return None,
                PanicKind::Below => {
                    "What are the two numbers in this line for the failing board, and which of them \
                     is larger?"
                }
                PanicKind::Above => {
                    "How large does the number in this line get for the failing board, and which \
                     numbers does its type hold?"
                }
                PanicKind::Other => {
                    "What does the message of the panic say, and which values do the variables in \
                     this line have for the failing board?"
                }
            }),
            Self::Exit(_) => {
                Some("Which line ends the program, and what should the method return instead?")
            }
            Self::Fuel => Some(
                "Which loop makes the most passes for the failing board, and what makes it end?",
            ),
            Self::Memory => Some(
                "Which collection grows the most for the failing board, and what stops its growth?",
            ),
            Self::Stack => Some(
                "Which function calls itself, and for which arguments does it return without another \
                 call?",
            ),
            Self::Output => Some(
                "Which loop writes text, and how many lines should the text of the failing board \
                 have?",
            ),
        }
    }
}
