//! Generates the `main` function that connects a submission to the probe.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The board.
    Board,
    /// The solver, with both boards.
    Solver,
    /// The solver, with only the grader's board.
    Foreign,
    /// The solver, with only the submission's board.
    Own,
    /// A solver that is not generic, with the submission's board.
    OwnPlain,
}

impl Part {
    /// Returns the file name of the program, without an extension.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Solver | Self::Foreign | Self::Own | Self::OwnPlain => "solver",
        }
    }
}

/// Generates a program that tests this part of the crate called `name`.
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
