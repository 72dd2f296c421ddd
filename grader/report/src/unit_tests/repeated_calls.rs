//! Generates tests with two calls. The second should return the same result as without the first.

use grade::{Evidence, Value};
use grade::{Method, Question};

use super::cases::TestBody;
use super::helpers::Helper;

pub(super) fn test_of_board(
    evidence: &Evidence,
    before: Method,
    method: Method,
) -> Option<TestBody> {
    let case = TestBody::default().board("board", &evidence.tiles).board("same", &evidence.tiles);
    Some(
        case.with_line(format!("let alone = {};", board_call("same", method)?))
            .with_line(format!("let _ = {};", board_call("board", before)?))
            .with_line(format!("assert_eq!({}, alone);", board_call("board", method)?)),
    )
}

fn board_call(name: &str, method: Method) -> Option<String> {
    let call = match method {
        Method::Dimension => "dimension()",
        Method::Hamming => "hamming()",
        Method::Manhattan => "manhattan()",
        Method::IsGoal => "is_goal()",
        Method::Display => "to_string()",
        Method::Neighbors => "neighbors().collect::<Vec<Board>>()",
        Method::Twin => "twin()",
        Method::New | Method::Eq => return None,
    };
    Some(format!("{name}.{call}"))
}

pub(super) fn test_of_solver(
    evidence: &Evidence,
    before: Question,
    question: Question,
) -> Option<TestBody> {
    let case = TestBody::default()
        .board("board", &evidence.tiles)
        .with_line("let solver = Solver::new(&board);")
        .with_helper(Helper::Solver);
    if question == Question::Interleaved {
        return Some(
            case.with_line(format!("let alone = {};", solver_call(Question::Solution)?))
                .with_line(format!("let interleaved = {};", solver_call(question)?))
                .with_line("assert_eq!(interleaved, alone);"),
        );
    }
    Some(
        case.with_line(format!("let first = {};", solver_call(question)?))
            .with_line(format!("let _ = {};", solver_call(before)?))
            .with_line(format!("let again = {};", solver_call(question)?))
            .with_line("assert_eq!(again, first);"),
    )
}

/// Tests that a second solver does not change the results of the first.
pub(super) fn test_with_second_solver(
    evidence: &Evidence,
    is_second: bool,
    question: Question,
) -> Option<TestBody> {
    let call = solver_call(question)?;
    let assertion = match (&evidence.expected, question) {
        (Value::Truth(true), Question::IsSolvable) => format!("assert!({call});"),
        (Value::Truth(false), Question::IsSolvable) => format!("assert!(!{call});"),
        (Value::Number(moves), Question::Moves) => format!("assert_eq!({call}, Some({moves}));"),
        (Value::NoneValue, Question::Moves | Question::Solution) => {
            format!("assert_eq!({call}, None);")
        }
        _ => return None,
    };
    let case = TestBody::default()
        .board("board", &evidence.tiles)
        .board("other", evidence.other.as_ref()?)
        .with_helper(Helper::Solver);
    let own = "let solver = Solver::new(&board);";
    let others = "let beside = Solver::new(&other);";
    let ask =
        "let _ = (beside.is_solvable(), beside.moves(), beside.solution().map(Iterator::count));";
    let case = if is_second {
        case.with_line(others).with_line(ask).with_line(own)
    } else {
        let asked = ask.replace("beside", "solver");
        case.with_line(own).with_line(asked).with_line(others).with_line(ask)
    };
    Some(case.with_line(assertion))
}

fn solver_call(question: Question) -> Option<&'static str> {
    Some(match question {
        Question::IsSolvable => "solver.is_solvable()",
        Question::Moves => "solver.moves()",
        Question::Solution => "solver.solution().map(|it| it.collect::<Vec<Board>>())",
        Question::First => "solver.solution().and_then(|mut it| it.next())",
        Question::Interleaved => {
            "solver.solution().map(|mut it| {\n    \
                 let first = it.next();\n    \
                 let _ = solver.solution().map(Iterator::count);\n    \
                 first.into_iter().chain(it).collect::<Vec<Board>>()\n\
             })"
        }
        Question::New | Question::Other | Question::Drop => return None,
    })
}
