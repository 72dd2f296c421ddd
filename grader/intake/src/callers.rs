//! Finds the line where a method calls a helper function, and all functions that a method may call.

use std::collections::BTreeSet;

use grade::{SourcePosition, Target};

use super::submission::Submission;
use super::syntax::{self, Callee, FileSyntax, Function, FunctionCall};

/// The traits with methods that the grader calls.
const TRAITS: [&str; 4] = ["Board", "Solver", "Display", "PartialEq"];

/// The functions of a submission.
pub struct CallGraph(Vec<FileSyntax>);

/// The functions that may run when some graded methods are called.
pub struct ReachedFunctions<'a>(Vec<(&'a FileSyntax, &'a Function)>);

impl CallGraph {
    /// Reads the submission's functions and their calls.
    pub fn from_submission(submission: &Submission) -> Self {
        Self(syntax::parse_submission(submission))
    }

    /// Returns the places where a graded method calls the function around `place`: `self.helper()`, `Type::helper()`, or
    /// `helper()`. There are none if `place` is in the method itself.
    pub fn find_call_sites(&self, target: Target, place: &SourcePosition) -> Vec<SourcePosition> {
        call_sites(&self.0, target, place).unwrap_or_default()
    }

    /// Returns these methods and all functions that they may call, directly or not. Functions are compared by their
    /// names, so the result may contain too many.
    pub fn reachable_functions(
        &self,
        targets: impl Iterator<Item = Target>,
    ) -> ReachedFunctions<'_> {
        let targets: BTreeSet<Target> = targets.collect();
        let mut rest: Vec<_> = functions_with_files(&self.0).collect();
        let starts = |(file, function): &(&FileSyntax, &Function)| {
            method_target(file, function).is_some_and(|target| targets.contains(&target))
        };
        let mut reached: Vec<_> = rest.extract_if(.., |function| starts(function)).collect();
        let mut next = 0;
        while let Some(&(_, caller)) = reached.get(next) {
            let called: BTreeSet<&str> = caller.calls.iter().map(|call| &*call.name.name).collect();
            reached
                .extend(rest.extract_if(.., |(_, function)| called.contains(&*function.name.name)));
            next += 1;
        }
        ReachedFunctions(reached)
    }
}

impl ReachedFunctions<'_> {
    /// Returns `true` if one of the functions contains this place.
    pub fn contain_place(&self, place: &SourcePosition) -> bool {
        self.0.iter().any(|(file, function)| file.path == place.file && function.contains(place))
    }
}

fn functions_with_files(
    files: &[FileSyntax],
) -> impl DoubleEndedIterator<Item = (&FileSyntax, &Function)> {
    files.iter().flat_map(|file| file.functions.iter().map(move |function| (file, function)))
}

/// Returns the graded method that this function is, if it is one.
fn method_target(file: &FileSyntax, function: &Function) -> Option<Target> {
    let is_trait = |name: &&str| file.is_trait(&function.within.of_trait, name);
    let of_trait = TRAITS.into_iter().find(is_trait).filter(|_| function.is_member)?;
    Target::from_function(of_trait, &function.name.name)
}

fn call_sites(
    files: &[FileSyntax],
    target: Target,
    place: &SourcePosition,
) -> Option<Vec<SourcePosition>> {
    let functions = || functions_with_files(files);
    // The innermost function comes last.
    let mut around =
        functions().filter(|(file, function)| file.path == place.file && function.contains(place));
    let (file, helper) = around.next_back()?;
    let is_method =
        |file: &FileSyntax, function: &Function| method_target(file, function) == Some(target);
    let mut methods = functions().filter(|(file, function)| is_method(file, function));
    let ((in_file, method), None) = (methods.next()?, methods.next()) else { return None };
    let is_like_helper = |other: &Function| {
        (&other.name.name, &other.within.of_type) == (&helper.name.name, &helper.within.of_type)
    };
    if is_method(file, helper)
        || functions().filter(|(_, function)| is_like_helper(function)).count() > 1
    {
        return None;
    }
    let calls = method.calls.iter().filter(|call| is_call(call, method, helper));
    Some(calls.map(|call| in_file.position_of(&call.name)).collect())
}

/// Returns `true` if `call` in `method` is certainly a call of `helper`.
fn is_call(call: &FunctionCall, method: &Function, helper: &Function) -> bool {
    let of_type = &helper.within.of_type;
    let is_same_type = !of_type.is_empty() && *of_type == method.within.of_type;
    let is_of_type = match &call.callee {
        Callee::OfSelf => is_same_type,
        // The type of a value is unknown without the compiler.
        Callee::OfValue => false,
        Callee::OfType(name) if name == "Self" => is_same_type,
        Callee::OfType(name) => !name.is_empty() && name == of_type,
        Callee::Plain => of_type.is_empty(),
    };
    call.name.name == helper.name.name && is_of_type
}

#[cfg(test)]
mod tests {
    use grade::{Method, Question};

    use super::*;

    /// Returns the lines of the calls, with each text as a file and a panic at the word `panic`.
    fn lines(target: Target, text: &str) -> Vec<u32> {
        let line = text.lines().position(|line| line.contains("panic")).expect("a panic");
        let column = text.lines().nth(line).and_then(|text| text.find("panic")).expect("a panic");
        let number = |at: usize| u32::try_from(at + 1).expect("a small number");
        let file = "src/a.rs".to_owned();
        let place = SourcePosition { file, line: number(line), column: number(column) };
        let sites = call_sites(&syntax::parsed(&[("src/a.rs", text)]), target, &place);
        sites.unwrap_or_default().iter().map(|call| call.line).collect()
    }

    #[test]
    fn all_functions_that_a_method_may_call_are_reached() {
        let text = "impl slider::Board for Grid {\n fn twin(&self) { first(1) }\n \
                    fn neighbors(&self) { other() }\n}\nfn first() { self.second() }\nimpl Grid {\n \
                    fn second() { first() }\n fn other() {}\n}\n";
        let graph = CallGraph(syntax::parsed(&[("src/a.rs", text)]));
        let reached = graph.reachable_functions([Target::Board(Method::Twin)].into_iter());
        let is_reached = |line: u32| {
            let code = text.lines().nth(line as usize - 1).expect("a line");
            let column =
                u32::try_from(code.find('{').expect("a body")).expect("a small number") + 2;
            reached.contain_place(&SourcePosition { file: "src/a.rs".to_owned(), line, column })
        };
        assert_eq!([2, 3, 5, 7, 8].map(is_reached), [true, false, true, true, false]);
    }

    #[test]
    fn helper_calls_are_found_only_if_certain() {
        let manhattan = Target::Board(Method::Manhattan);
        let board = |call: &str, helper: &str| {
            format!(
                "impl slider::Board for Grid {{\n fn manhattan(&self) {{\n  {call}\n }}\n}}\n{helper}"
            )
        };
        let of_type = "impl Grid { fn far(&self) { panic!() } }";
        for (call, helper) in [
            ("self.far()", of_type),
            ("Self::far(self)", of_type),
            ("assert!(Grid::far(self))", of_type),
            ("self.tiles.iter().map(|tile| far(tile)).sum()", "fn far(tile: u8) { panic!() }"),
        ] {
            assert_eq!(lines(manhattan, &board(call, helper)), [3], "{call}");
        }
        let twice = board("self.far() + self.far()", of_type);
        assert_eq!(lines(manhattan, &twice), [3, 3]);
        for (call, helper) in [
            ("panic!()", of_type),
            ("self.grid.far()", of_type),
            ("Other::far(self)", of_type),
            ("far(self)", of_type),
            ("self.near()", of_type),
            ("far(1)", "fn far(a: u8) { panic!() } mod m { fn far() {} }"),
            ("fn far() { }", "fn far(a: u8) { panic!() }"),
        ] {
            let found = lines(manhattan, &board(call, helper));
            assert!(found.is_empty(), "{call}");
        }
        let solver = "use slider::Solver as S;\nimpl<B> S<B> for Mine<B> { fn new() {\n\
                      Node::new(1) } }\nimpl<B> Node<B> { fn new() { panic!() } }";
        assert_eq!(lines(Target::Solver(Question::New), solver), [3]);
        assert!(lines(Target::Solver(Question::Moves), solver).is_empty());
    }
}
