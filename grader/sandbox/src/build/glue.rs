//! The `main` that ties a submission to the probe.

/// The parts of a submission to exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    board: bool,
    /// The solver's type on the submission's own board, if that is wanted.
    own: Option<&'static str>,
    foreign: bool,
}

impl Parts {
    pub(super) const ALL: Self = Self { board: true, own: Some(GENERIC), foreign: true };
    pub(super) const BOARD: Self = Self { board: true, own: None, foreign: false };
    pub(super) const FOREIGN: Self = Self { board: false, own: None, foreign: true };
    pub(super) const OWN: Self = Self { board: false, own: Some(GENERIC), foreign: false };
    /// A solver that is no generic type and knows just its own board.
    pub(super) const OWN_PLAIN: Self = Self { board: false, own: Some(PLAIN), foreign: false };
}

const GENERIC: &str = "Solver<CRATE::Board>";
const PLAIN: &str = "Solver";

/// The source of the program that exercises these parts of the crate `name`.
pub(super) fn glue(parts: Parts, name: &str) -> String {
    let none = || "None".to_owned();
    let board = if parts.board {
        format!("Some(&mut probe::BoardSlots::<{name}::Board>::default())")
    } else {
        none()
    };
    let own = parts.own.map_or_else(none, |solver| {
        let solver = solver.replace("CRATE", name);
        format!("Some(&mut probe::SolverExaminee::<{name}::Board, {name}::{solver}>::own())")
    });
    let foreign = if parts.foreign {
        format!("Some(&mut probe::SolverExaminee::<_, {name}::Solver<probe::Ticket>>::foreign())")
    } else {
        none()
    };
    format!(
        "fn main() {{\n    probe::run(probe::Entry {{\n        board: {board},\n        \
         own: {own},\n        foreign: {foreign},\n    }});\n}}\n"
    )
}
