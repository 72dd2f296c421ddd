//! The `main` that ties a submission to the probe.

/// The part of a submission that a program exercises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The board.
    Board,
    /// The solver, on its own board and on the grader's.
    Solver,
    /// The solver on the grader's board alone.
    Foreign,
    /// The solver on its own board alone.
    Own,
    /// A solver on its own board that is no generic type and knows no other.
    OwnPlain,
}

impl Part {
    /// The name of the program's files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Solver | Self::Foreign | Self::Own | Self::OwnPlain => "solver",
        }
    }
}

/// The source of the program that exercises this part of the crate `name`.
pub(super) fn glue(part: Part, name: &str) -> String {
    let board = format!("{name}::Board");
    let own = |solver: &str| {
        format!("Some(&mut probe::SolverExaminee::<{board}, {name}::{solver}>::own())")
    };
    let generic = || own(&format!("Solver<{board}>"));
    let foreign = || {
        format!("Some(&mut probe::SolverExaminee::<_, {name}::Solver<probe::Ticket>>::foreign())")
    };
    let none = || "None".to_owned();
    let (own, foreign) = match part {
        Part::Board => {
            return format!(
                "fn main() {{\n    probe::examine_board(&mut \
                 probe::BoardSlots::<{board}>::default());\n}}\n"
            );
        }
        Part::Solver => (generic(), foreign()),
        Part::Foreign => (none(), foreign()),
        Part::Own => (generic(), none()),
        Part::OwnPlain => (own("Solver"), none()),
    };
    format!(
        "fn main() {{\n    probe::examine_solver(\n        {own},\n        {foreign},\n    );\n}}\n"
    )
}
