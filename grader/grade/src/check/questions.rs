//! The question that each check asks of the code: the first step of a hint.

use super::Check;

impl Check {
    /// A question that leads to the usual mistake without naming it. It ends with a question mark.
    #[expect(clippy::too_many_lines, reason = "it is a list of all checks")]
    pub fn question(self) -> &'static str {
        match self {
            Self::CompileBuild => {
                "What does the first compiler error say, and does it go away if you fix only this one?"
            }
            Self::CompileApi => {
                "Does `lib.rs` export `Board` and `Solver`, and does each type implement its trait \
                 from `slider`?"
            }
            Self::BoardDimension => {
                "For a board with 4 rows, which number should you get, and where does your code take \
                 it from?"
            }
            Self::BoardDisplay => {
                "Write down the text of the goal of size 2 by hand. In which line does your text first \
                 differ from it?"
            }
            Self::BoardHamming => {
                "Which cell does your loop treat differently from the others, and what does it count \
                 there when the board is the goal?"
            }
            Self::BoardManhattan => {
                "Take one tile: in which row and column is it, in which row and column does it belong, \
                 and which numbers does your code use for these?"
            }
            Self::BoardIsGoal => {
                "Which board is the goal of size 2, and which other boards does your code accept?"
            }
            Self::BoardEquality => {
                "Which fields does `==` compare, and can two boards with the same tiles differ in one \
                 of them?"
            }
            Self::BoardNeighbors => {
                "If the blank is in the last cell of the first row, to which cells can it move, and \
                 which cells does your code try?"
            }
            Self::BoardTwin => {
                "Which two cells does `twin()` exchange, and what happens if the blank is in one of \
                 them?"
            }
            Self::BoardImmutable => {
                "Which data do two boards, or a board and its clone, share, and which method changes \
                 it?"
            }
            Self::BoardGrowth => {
                "How often does your code look at each tile, and does this number grow with the board?"
            }
            Self::BoardMemory => {
                "Which fields of your board can be computed from the tiles, and how large are they?"
            }
            Self::SolverSolvable => {
                "When the search ends, how does your code know which of the two searches found the \
                 goal?"
            }
            Self::SolverMoves => {
                "For a node that leaves the queue, is g + h the number of moves so far plus the \
                 Manhattan distance, and does the smallest sum leave first?"
            }
            Self::SolverPath => {
                "Which board is the first of your solution, which is the last, and is each of them one \
                 move from the next?"
            }
            Self::SolverUnsolvable => {
                "What do `moves()` and `solution()` return if the search from the twin finds the goal?"
            }
            Self::SolverImmutable => {
                "What do `moves()` and `solution()` change, and what is left for the second call?"
            }
            Self::SolverForeignBoard => {
                "What does your solver need from a board that the trait `slider::Board` does not \
                 promise?"
            }
            Self::SolverDeterministic => {
                "Which of your collections has an order that changes from run to run, and where does \
                 the search depend on it?"
            }
            Self::SolverLockstep => {
                "After one board of the first search is expanded, which board does your code expand \
                 next?"
            }
            Self::SolverGoalDequeued => {
                "At which moment does your code ask whether a board is the goal: when it enters the \
                 queue, or when it leaves?"
            }
            Self::SolverMinPq => {
                "Through which collection do the boards of the search go, and is it `slider::MinPq` for \
                 all of them?"
            }
            Self::SolverCriticalOptimization => {
                "When you expand a node, with which board do you compare its neighbors: the board of \
                 this node, or that of the previous one?"
            }
            Self::SolverCaching => {
                "How often is the distance of one board computed while its node is in the queue?"
            }
            Self::SolverTime => {
                "How many boards does the search expand on this puzzle, and what does it do for each \
                 of them?"
            }
            Self::SolverMemory => {
                "What does the solver still store when the search has ended, and what do the three \
                 methods need?"
            }
            Self::TestsOwn => {
                "Which mistake could somebody make that none of your tests would notice?"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_asks_one_question_of_its_own() {
        let mut asked = Vec::new();
        for check in Check::ALL {
            let question = check.question();
            assert!(question.ends_with('?') && !question.contains('\n'), "{check}: {question}");
            assert!((40..=200).contains(&question.len()), "{check}: {question}");
            assert!(!asked.contains(&question), "{check}: {question}");
            asked.push(question);
        }
    }
}
