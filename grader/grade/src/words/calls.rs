//! Names of calls and boards, for use in sentences.

use probe::wire::{Method, Question, Whose};

/// Formats a call to a board method as code.
pub fn method(method: Method) -> &'static str {
    match method {
        Method::New => "Board::new()",
        Method::Dimension => "dimension()",
        Method::Hamming => "hamming()",
        Method::Manhattan => "manhattan()",
        Method::IsGoal => "is_goal()",
        Method::Display => "to_string()",
        Method::Neighbors => "neighbors()",
        Method::Twin => "twin()",
        Method::Eq => "==",
    }
}

/// Formats the call to ask a solver this question, as code. Dropping a solver takes no call.
pub fn asked(question: Question) -> &'static str {
    match question {
        Question::New | Question::Other => "Solver::new()",
        Question::IsSolvable => "is_solvable()",
        Question::Moves => "moves()",
        Question::Solution | Question::First | Question::Interleaved => "solution()",
        Question::Drop => "dropping the solver",
    }
}

/// Describes a board by its origin.
pub fn whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "the board",
        Whose::Neighbor => "a neighbor",
        Whose::Twin => "the twin",
    }
}
