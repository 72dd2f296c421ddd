//! Finds the line where a method calls a helper function.

use std::ops::Range;

use grade::{Place, Target};

use super::calls::body;
use super::implementors;
use super::submission::Submission;
use super::tokens::Tokens;

/// The traits with methods that the grader calls.
const TRAITS: [&str; 4] = ["Board", "Solver", "Display", "PartialEq"];

struct Function<'a> {
    tokens: &'a Tokens<'a>,
    path: &'a str,
    name: &'a str,
    /// The type of the `impl` around the function, or an empty string.
    of_type: &'a str,
    /// The graded method implemented by the function.
    target: Option<Target>,
    body: Range<usize>,
}

/// Returns the place where a graded method calls the function around `place`. Returns `None` when `place` is in the
/// method itself, or when there is not exactly one call: `self.helper()`, `Type::helper()`, or `helper()`.
pub fn caller(submission: &Submission, target: Target, place: &Place) -> Option<Place> {
    let tree = submission.tree();
    let files = submission.files().filter(|file| !tree.for_tests.contains(file.path));
    let files: Vec<(&str, Tokens<'_>)> =
        files.map(|file| (file.path, Tokens::of(file.text))).collect();
    find(&files, target, place)
}

fn find(files: &[(&str, Tokens<'_>)], target: Target, place: &Place) -> Option<Place> {
    let readable = files.iter().filter(|(_, tokens)| tokens.flaw().is_none());
    let functions: Vec<Function<'_>> =
        readable.flat_map(|(path, tokens)| functions(path, tokens)).collect();
    let is_before = |tokens: &Tokens<'_>, at: usize| {
        let line = tokens.line(at);
        line < place.line || line == place.line && tokens.column(at) <= place.column
    };
    // The innermost function comes last.
    let helper = functions.iter().rfind(|it| {
        let is_around = |at: usize| is_before(it.tokens, at);
        it.path == place.file && is_around(it.body.start) && !is_around(it.body.end)
    })?;
    let mut methods = functions.iter().filter(|it| it.target == Some(target));
    let (method, None) = (methods.next()?, methods.next()) else { return None };
    let is_like_helper =
        |it: &&Function<'_>| (it.name, it.of_type) == (helper.name, helper.of_type);
    if helper.target == Some(target) || functions.iter().filter(is_like_helper).count() > 1 {
        return None;
    }
    let tokens = method.tokens;
    let mut calls = method.body.clone().filter(|at| method.calls(*at, helper));
    let (at, None) = (calls.next()?, calls.next()) else { return None };
    let (line, column) = (tokens.line(at), tokens.column(at));
    Some(Place { file: method.path.to_owned(), line, column })
}

impl Function<'_> {
    /// Returns `true` if the word at this position is certainly a call of `helper`.
    fn calls(&self, at: usize, helper: &Self) -> bool {
        let tokens = self.tokens;
        if tokens.word(at) != helper.name || !tokens.is(at + 1, '(') {
            return false;
        }
        let is_same_type = !helper.of_type.is_empty() && helper.of_type == self.of_type;
        if tokens.was(at, 1, '.') {
            return tokens.word_before(at, 2) == "self" && !tokens.was(at, 3, '.') && is_same_type;
        }
        if tokens.was(at, 1, ':') {
            let segment = tokens.word_before(at, 3);
            return segment == "Self" && is_same_type
                || !segment.is_empty() && segment == helper.of_type;
        }
        tokens.word_before(at, 1) != "fn" && helper.of_type.is_empty()
    }
}

/// Returns the functions in a file without a flaw.
fn functions<'a>(path: &'a str, tokens: &'a Tokens<'a>) -> Vec<Function<'a>> {
    let implementations: Vec<_> = implementors::all(tokens).collect();
    let traits = TRAITS.map(|name| (name, implementors::names(tokens, name)));
    let function = |at: usize| {
        let body = body(tokens, at)?;
        let name = tokens.word(at + 1);
        let around =
            |it: &&implementors::Implementation<'_>| (it.body..tokens.end(it.body)).contains(&at);
        let inside = implementations.iter().rfind(around);
        let of_trait = inside.and_then(|inside| {
            traits.iter().find(|(_, names)| names.binary_search(&inside.of_trait).is_ok())
        });
        let target = of_trait.and_then(|(of_trait, _)| Target::of(of_trait, name));
        let of_type = inside.map_or("", |it| it.of_type);
        Some(Function { tokens, path, name, of_type, target, body })
    };
    (0..tokens.len()).filter_map(function).collect()
}

#[cfg(test)]
mod tests {
    use grade::{Method, Question};

    use super::*;

    /// Returns the line of the call, with each text as a file and a panic at the word `panic`.
    fn line(target: Target, text: &str) -> Option<u32> {
        let line = text.lines().position(|line| line.contains("panic")).expect("a panic");
        let column = text.lines().nth(line).and_then(|it| it.find("panic")).expect("a panic");
        let number = |at: usize| u32::try_from(at + 1).expect("a small number");
        let file = "src/a.rs".to_owned();
        let place = Place { file, line: number(line), column: number(column) };
        find(&[("src/a.rs", Tokens::of(text))], target, &place).map(|it| it.line)
    }

    #[test]
    fn helper_calls_are_found_only_if_unambiguous() {
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
            assert_eq!(line(manhattan, &board(call, helper)), Some(3), "{call}");
        }
        for (call, helper) in [
            ("panic!()", of_type),
            ("self.far() + self.far()", of_type),
            ("self.grid.far()", of_type),
            ("Other::far(self)", of_type),
            ("far(self)", of_type),
            ("self.near()", of_type),
            ("far(1)", "fn far(a: u8) { panic!() } mod m { fn far() {} }"),
            ("fn far() { }", "fn far(a: u8) { panic!() }"),
        ] {
            let found = line(manhattan, &board(call, helper));
            assert_eq!(found, None, "{call}");
        }
        let solver = "use slider::Solver as S;\nimpl<B> S<B> for Mine<B> { fn new() {\n\
                      Node::new(1) } }\nimpl<B> Node<B> { fn new() { panic!() } }";
        assert_eq!(line(Target::Solver(Question::New), solver), Some(3));
        assert_eq!(line(Target::Solver(Question::Moves), solver), None);
    }
}
