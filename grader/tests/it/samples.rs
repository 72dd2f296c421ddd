//! Tests the code samples in explanations and hints, in the student's template. Each sample should compile where a
//! student would write it, and complete methods should be correct.

use std::fs;
use std::process::Command;

use grade::check::Check;

use crate::process::Finish as _;
use crate::support::{Bench, stderr, stdout, workspace};

/// The place where a sample belongs. In the code around it, `@` stands for the sample.
enum Place {
    /// Inside this method of the template's board.
    Body(&'static str),
    /// Next to the template's board, which is in scope.
    Board(&'static str),
    /// Next to a search as the template describes it.
    Search(&'static str),
    /// At the root of the crate.
    Root,
    /// At the beginning of the template's `impl` for the solver.
    Impl,
    /// In a test in the folder `tests`.
    Test,
}

/// A search as a student would write it from the template, with shared parent nodes.
const SEARCH: &str = "
use std::rc::Rc;
use slider::MinPq;
struct Node<B> { board: B, moves: usize, priority: usize, previous: Option<Rc<Node<B>>> }
impl<B: slider::Board> Node<B> {
    fn new(board: B, previous: &Rc<Self>) -> Self { drop((board, previous)); todo!() }
    fn path(&self) -> Vec<B> { todo!() }
}
impl<B> PartialEq for Node<B> { fn eq(&self, other: &Self) -> bool { self.priority == other.priority } }
impl<B> Eq for Node<B> {}
impl<B> PartialOrd for Node<B> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> { Some(self.cmp(other)) }
}
struct Search<B> { queue: MinPq<Node<B>> }
impl<B: slider::Board> Search<B> {
    fn new(initial: B) -> Self { drop(initial); todo!() }
    fn step(&mut self) -> Option<Rc<Node<B>>> { todo!() }
}
";
const ORD: &str = "
impl<B> Ord for Node<B> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering { self.priority.cmp(&other.priority) }
}
";

fn places(check: Check) -> &'static [Place] {
    use Place::{Board, Body, Impl, Root, Search, Test};
    match check {
        Check::CompileApi => &[Root, Impl],
        Check::BoardDimension => &[Body("dimension")],
        Check::BoardDisplay => &[Body("fmt")],
        Check::BoardHamming => &[Body("hamming")],
        Check::BoardManhattan => &[Board(
            "fn f(n: usize, row: usize, column: usize, tile: Tile) -> usize { @ rows + columns }",
        )],
        Check::BoardIsGoal => &[Body("is_goal")],
        Check::BoardEquality => &[Board(
            "struct Own { tiles: Vec<Vec<Tile>> } impl PartialEq for Own { @ }",
        )],
        Check::BoardNeighbors => &[Board(
            "impl Board { fn f(&self, row: usize, column: usize, next_row: usize, next_column: usize)
             -> Self where Self: slider::Board { use slider::Board as _; @ neighbor } }",
        )],
        Check::BoardTwin => &[Body("twin")],
        Check::BoardImmutable => &[Board("impl Board { fn f(&self) -> usize { @ n } }")],
        Check::BoardGrowth => &[Board(
            "fn f(tile: usize, n: usize) -> (usize, usize) { @ (row, column) }",
        )],
        Check::BoardMemory => &[Board("impl Board { fn f(tiles: &[Vec<Tile>]) -> Self { @ board } }")],
        Check::SolverSolvable => &[Search(
            "fn f<B: slider::Board>(mut search: Search<B>, mut twin_search: Search<B>)
             -> Option<Vec<B>> { @ solution }",
        )],
        Check::SolverMoves => &[
            Search(
                "fn f<B: slider::Board>(previous: Rc<Node<B>>, board: B) -> Node<B> { @ node }",
            ),
            Search("impl<B> Ord for Node<B> { @ }"),
        ],
        Check::SolverPath => &[Search(
            "fn f<B: slider::Board>(goal: Node<B>) -> Vec<B> { @ boards }",
        )],
        Check::SolverUnsolvable => &[Search(
            "struct Own<B> { solution: Option<Vec<B>> } impl<B> Own<B> { @ }",
        )],
        Check::SolverImmutable | Check::SolverMemory | Check::SolverTime => &[Search("mod own { @ }")],
        Check::SolverForeignBoard => &[Impl],
        Check::SolverDeterministic => &[Search(
            "fn f<B: slider::Board>(node: Rc<Node<B>>, previous: Option<&B>, queue: &mut MinPq<Node<B>>) { @ }",
        )],
        Check::SolverLockstep => &[Search(
            "fn f<B: slider::Board>(initial: &B) { @ drop((search.step(), twin_search.step())); }",
        )],
        Check::SolverGoalDequeued => &[Search(
            "fn f<B: slider::Board>(queue: &mut MinPq<Node<B>>) -> Option<Node<B>> { @ None }",
        )],
        Check::SolverMinPq => &[Search(
            "fn f<B: slider::Board>(node: Node<B>) -> Option<Node<B>> { @ least }",
        )],
        Check::SolverCriticalOptimization => &[Search(
            "fn f<B: slider::Board>(node: Rc<Node<B>>, queue: &mut MinPq<Node<B>>) { @ }",
        )],
        Check::SolverCaching => &[Search("impl<B> Ord for Node<B> { @ }")],
        Check::TestsOwn => &[Test],
        Check::CompileBuild => &[],
    }
}

fn samples(check: Check) -> Vec<&'static str> {
    let text = check.spec().explanation;
    let after = text.split("```rust\n").skip(1);
    after.map(|block| block.split_once("```").expect("it is closed").0).collect()
}

fn with_body(board: &str, method: &str, body: &str) -> String {
    let begins = board.find(&format!("fn {method}(")).expect("the method");
    let todo = begins + board[begins..].find("todo!(").expect("it is not written");
    let end = todo + board[todo..].find(")\n").expect("it ends") + 1;
    format!("{}{body}{}", &board[..todo], &board[end..])
}

struct Workplace {
    bench: Bench,
}

impl Workplace {
    fn new() -> Self {
        let bench = Bench::new();
        assert_eq!(bench.run(&["new", "alice"]).status.code(), Some(0));
        let workplace = Self { bench };
        let slider = workspace("slider/src/lib.rs");
        let slider = slider.to_str().expect("a path");
        workplace
            .rustc(&["--crate-name", "slider", "--crate-type", "rlib", slider, "-o"], "slider");
        workplace
    }

    fn rustc(&self, arguments: &[&str], name: &str) {
        let mut command = Command::new("rustc");
        command.current_dir(self.bench.path("")).args(["--edition", "2024", "-Awarnings"]);
        command.args(arguments).arg(format!("lib{name}.rlib"));
        let output = command.finish();
        assert!(output.status.success(), "{name}: {}", stderr(&output));
    }

    fn compile(&self, name: &str) {
        let slider = ["--extern", "slider=libslider.rlib"];
        let own = ["--crate-name", "alice", "--crate-type", "rlib", "alice/src/lib.rs", "-o"];
        self.rustc(&[&slider[..], &own].concat(), name);
    }

    fn try_sample(&self, name: &str, sample: &str, place: &Place) {
        let file = |file: &str| {
            fs::read_to_string(workspace("student-template/src").join(file)).expect("the template")
        };
        let (mut root, mut board, mut solver) =
            (file("lib.rs"), file("board.rs"), file("solver.rs"));
        match place {
            Place::Body(method) => board = with_body(&board, method, sample),
            Place::Board(context) => board += &context.replace('@', sample),
            Place::Search(context) => {
                let ord = if context.contains("Ord for") { "" } else { ORD };
                root += "\nmod search;\n";
                let text = [SEARCH, ord, &context.replace('@', sample)].concat();
                self.bench.write("alice/src/search.rs", text);
            }
            Place::Root => sample.clone_into(&mut root),
            Place::Impl => {
                let header = "impl<B: Board> slider::Solver<B> for Solver<B> {";
                assert!(solver.contains(header), "the template's `impl`");
                let sample = sample.trim_end().strip_suffix('}').expect("an empty `impl`");
                solver = solver.replace(header, sample);
            }
            Place::Test => {
                let test = "fn t(board: Board) { use slider::Board as _; @ }";
                board += &test.replace('@', sample);
            }
        }
        for (file, text) in [("lib.rs", root), ("board.rs", board), ("solver.rs", solver)] {
            self.bench.write(&format!("alice/src/{file}"), text);
        }
        self.compile(name);
    }
}

#[test]
fn every_sample_compiles_in_the_template() {
    let workplace = Workplace::new();
    let mut tried = 0;
    for check in Check::ALL {
        let (samples, places) = (samples(check), places(check));
        assert_eq!(samples.len(), places.len(), "{check}");
        for (sample, place) in samples.into_iter().zip(places) {
            workplace.try_sample(&check.id().replace('.', "_"), sample, place);
            tried += 1;
        }
    }
    assert!(tried >= 28, "{tried}");
}

#[test]
fn whole_method_samples_are_correct() {
    let bench = Bench::new();
    assert_eq!(bench.run(&["new", "alice"]).status.code(), Some(0));
    let mut board = bench.read("alice/src/board.rs");
    let whole = Check::ALL.into_iter().filter_map(|check| match places(check) {
        [Place::Body(method)] => Some((check, *method)),
        _ => None,
    });
    let whole: Vec<(Check, &str)> = whole.collect();
    for (check, method) in &whole {
        board = with_body(&board, method, samples(*check)[0]);
    }
    bench.write("alice/src/board.rs", board);
    let output = bench.grade(&["check", "alice", "--only", "board"]);
    let report = stdout(&output);
    assert!(whole.len() >= 5, "{}", whole.len());
    for (check, _) in whole {
        assert!(
            report.contains(&format!("✓ {check} ")) || report.contains(&format!("✓ {check}\n")),
            "{check}: {report}"
        );
    }
}
