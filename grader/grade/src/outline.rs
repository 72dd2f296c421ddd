//! The positions of the graded methods in a submission's code.

use probe::wire::{Method, Question};
use serde::{Deserialize, Serialize};

use crate::SourcePosition;
use crate::kinds::variant;

/// A required item, or a part of the search, with a position in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The declaration of the board type.
    BoardType,
    /// A method of the board.
    Board(Method),
    /// The declaration of the solver type.
    SolverType,
    /// The solver's method to answer this question.
    Solver(Question),
    /// The comparison of search nodes, if the submission implements an order for a single type.
    Order,
    /// `partial_cmp` of search nodes, or the type that derives it, if only a single type has it.
    PartialOrder,
    /// The call of `neighbors` in the search.
    Expansion,
    /// The call of `del_min` in the search.
    Removal,
    /// The call of `manhattan` or `hamming` to compute priorities.
    Priority,
    /// The function that lists a solution's boards, unless it is `solution` itself or several functions list something.
    Path,
}

impl Target {
    /// Returns the target for a function in an `impl` of this trait, if there is one.
    pub fn from_function(of_trait: &str, function: &str) -> Option<Self> {
        match (of_trait, function) {
            ("Board", method) => variant(method).map(Self::Board),
            ("Display", "fmt") => Some(Self::Board(Method::Display)),
            ("PartialEq", "eq") => Some(Self::Board(Method::Eq)),
            ("Ord", "cmp") => Some(Self::Order),
            ("PartialOrd", "partial_cmp") => Some(Self::PartialOrder),
            ("Solver", question) => variant(question).map(Self::Solver),
            ("Drop", "drop") => Some(Self::Solver(Question::Drop)),
            _ => None,
        }
    }

    /// Returns the method that answers this question.
    pub fn method_answering(question: Question) -> Self {
        Self::Solver(match question {
            Question::First | Question::Interleaved => Question::Solution,
            Question::Other => Question::New,
            question => question,
        })
    }

    /// Returns the target for a call to this method in the search.
    pub fn of_call(method: &str) -> Option<Self> {
        match method {
            "neighbors" => Some(Self::Expansion),
            "del_min" => Some(Self::Removal),
            "manhattan" | "hamming" => Some(Self::Priority),
            _ => None,
        }
    }

    /// Returns the surrounding target: the type for a method, `Solver::new` for a part of the search, and `solution`
    /// for the function that lists boards.
    fn parent(self) -> Option<Self> {
        match self {
            Self::BoardType | Self::SolverType => None,
            Self::Board(_) => Some(Self::BoardType),
            Self::Solver(_) => Some(Self::SolverType),
            Self::PartialOrder => Some(Self::Order),
            Self::Order | Self::Expansion | Self::Removal | Self::Priority => {
                Some(Self::Solver(Question::New))
            }
            Self::Path => Some(Self::Solver(Question::Solution)),
        }
    }
}

/// A target found in the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The target.
    pub target: Target,
    /// The position of the target's name.
    pub place: SourcePosition,
    /// The length of the target's name, in characters.
    pub length: u32,
}

/// The targets found in a submission, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline(Vec<Definition>);

impl Outline {
    /// Adds a definition, unless there is one for its target.
    pub fn add(&mut self, definition: Definition) {
        if self.definition(definition.target).is_none() {
            self.0.push(definition);
        }
    }

    /// Removes the definition of a target.
    pub fn remove(&mut self, target: Target) {
        self.0.retain(|known| known.target != target);
    }

    /// Returns the definition of a target.
    pub fn definition(&self, target: Target) -> Option<&Definition> {
        self.0.iter().find(|definition| definition.target == target)
    }

    /// Returns the definition of a target, or of the surrounding target: the type if a method is derived or has not
    /// been written yet, `Solver::new` if a part of the search was not found, and `solution` for the function that
    /// lists boards.
    pub fn definition_or_surrounding(&self, target: Target) -> Option<&Definition> {
        std::iter::successors(Some(target), |target| target.parent())
            .find_map(|target| self.definition(target))
    }

    /// Returns all definitions, in the order found.
    pub fn iter(&self) -> impl Iterator<Item = &Definition> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_method_is_shown_at_its_type() {
        let place = |line| SourcePosition { file: "src/board.rs".to_owned(), line, column: 1 };
        let definition = |target, line| Definition { target, place: place(line), length: 5 };
        let mut outline = Outline::default();
        outline.add(definition(Target::BoardType, 1));
        outline.add(definition(Target::Board(Method::Twin), 7));
        outline.add(definition(Target::Board(Method::Twin), 9));
        let line = |outline: &Outline, target| {
            outline.definition_or_surrounding(target).map(|definition| definition.place.line)
        };
        assert_eq!(line(&outline, Target::Board(Method::Twin)), Some(7));
        assert_eq!(line(&outline, Target::Board(Method::Eq)), Some(1));
        assert_eq!(line(&outline, Target::Expansion), None);
        outline.add(definition(Target::SolverType, 20));
        assert_eq!(line(&outline, Target::Expansion), Some(20));
        outline.add(definition(Target::Solver(Question::New), 30));
        assert_eq!(line(&outline, Target::Expansion), Some(30));
        outline.add(definition(Target::Expansion, 40));
        assert_eq!(line(&outline, Target::Expansion), Some(40));
    }

    #[test]
    fn outlines_round_trip_through_json() {
        let mut outline = Outline::default();
        let place = SourcePosition { file: "src/solver.rs".to_owned(), line: 3, column: 8 };
        for target in [Target::SolverType, Target::from_function("Solver", "moves").unwrap()] {
            outline.add(Definition { target, place: place.clone(), length: 6 });
        }
        let text = serde_json::to_string(&outline).unwrap();
        assert_eq!(serde_json::from_str::<Outline>(&text).unwrap(), outline);
    }
}
