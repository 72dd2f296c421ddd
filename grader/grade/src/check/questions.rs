//! The questions about the student's code, one for each check: the first step of a hint.

use super::Check;

impl Check {
    /// Returns a question that points to the most common mistake without naming it.
    #[expect(clippy::too_many_lines, reason = "it is a list of all checks")]
    pub fn question(self) -> &'static str {
        match self {
            Self::CompileBuild => {
                "What does the first compiler error say? If you fix only this one, do others go away?"
            }
            Self::CompileApi => {
                "Does `lib.rs` export `Board` and `Solver`, and does each type implement its trait \
                 from `slider`?"
            }
            Self::BoardDimension => {
                "For a board with 4 rows, what number should you get, and where does your code get it \
                 from?"
            }
            Self::BoardDisplay => {
                "Write the text of the 2x2 goal by hand. On which line does your text first differ?"
            }
            Self::BoardHamming => {
                "Which cell does your loop treat differently from the others, and what does it count \
                 there when the board is the goal?"
            }
            Self::BoardManhattan => {
                "Pick one tile: which row and column is it in, which row and column does it belong in, \
                 and what numbers does your code use for them?"
            }
            Self::BoardIsGoal => {
                "Which board is the 2x2 goal, and which other boards does your code accept?"
            }
            Self::BoardEquality => {
                "Which fields does `==` compare, and can two boards with the same tiles differ in one \
                 of them?"
            }
            Self::BoardNeighbors => {
                "If the blank is in the last cell of the first row, which cells can it move to, and \
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
                "When does your code check whether a board is the goal: when it enters the \
                 queue, or when it leaves?"
            }
            Self::SolverMinPq => {
                "Which collection holds the boards that the search has yet to expand, and is it always \
                 a `slider::MinPq`?"
            }
            Self::SolverCriticalOptimization => {
                "When you expand a node, which board do you compare its neighbors with: the node's own \
                 board or the previous node's board?"
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
            Self::TestsOwn => "What mistake could someone make that your tests would not catch?",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_unique_question() {
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
