//! Generates the `main` function that connects a submission to the probe.

/// The parts of a submission that a program contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramPart {
    /// The board, and the solver with both boards.
    Both,
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

impl ProgramPart {
    /// Returns the file name of the program, without an extension.
    pub(super) fn program_file_stem(self) -> &'static str {
        match self {
            Self::Both => "program",
            Self::Board => "board",
            Self::Solver | Self::Foreign | Self::Own | Self::OwnPlain => "solver",
        }
    }
}

/// Generates a program that tests this part of the crate called `name`.
pub(super) fn generate_program(part: ProgramPart, name: &str) -> String {
    let [has_board, has_own, has_foreign] = match part {
        ProgramPart::Both => [true, true, true],
        ProgramPart::Board => [true, false, false],
        ProgramPart::Solver => [false, true, true],
        ProgramPart::Foreign => [false, false, true],
        ProgramPart::Own | ProgramPart::OwnPlain => [false, true, false],
    };
    let board = format!("{name}::Board");
    let own = match part {
        ProgramPart::OwnPlain => format!("<{board}, _, {name}::Solver>::unwatched()"),
        ProgramPart::Own => format!("<{board}, _, {name}::Solver<{board}>>::unwatched()"),
        _ => format!("<{board}, _, {name}::Solver<probe::WatchedBoard<{board}>>>::own()"),
    };
    let arguments = [
        (has_board, format!("BoardSlots::<{board}>::default()")),
        (has_own, format!("SolverExaminee::{own}")),
        (has_foreign, format!("SolverExaminee::<_, _, {name}::Solver<probe::Ticket>>::foreign()")),
    ];
    let [boards, own, foreign] = arguments.map(|(is_there, argument)| {
        if is_there {
            format!("Some(&mut *probe::ManuallyDrop::new(probe::{argument}))")
        } else {
            "None".to_owned()
        }
    });
    format!(
        "fn main() {{\n    probe::examine(\n        {boards},\n        {own},\n        {foreign},\n    \
         );\n}}\n"
    )
}

/// Generates code for the root of a submission that compiles only if the type `Board` or `Solver` there implements its
/// trait. `slider` is the name of the crate with the traits. The underscores prevent warnings about unused functions, which
/// the submission may turn into errors.
pub(super) fn generate_trait_demand(name: &str, slider: &str) -> String {
    let call =
        if name == "Board" { "_is_board::<Board>()" } else { "_is_solver::<B, Solver<B>>()" };
    format!(
        "\nconst _: () = {{\n    fn _is_board<B: ::{slider}::Board>() {{}}\n    \
         fn _is_solver<B: ::{slider}::Board, S: ::{slider}::Solver<B>>() {{}}\n    \
         fn _demand<B: ::{slider}::Board>() {{ {call} }}\n}};\n"
    )
}
