//! Generates code to wrap a submission and add faults.

use std::collections::BTreeMap;
use std::fmt::Write;

use intake::Submission;

use crate::fault::{BoardFault, Faults, Misbehavior, SolverFault, Where};

const ROOT: &str = "src/lib.rs";

/// Returns `true` if a submission can be moved into a module: all files must be in `src`, and `src/lib.rs` must be the
/// root.
pub(crate) fn can_wrap(submission: &Submission) -> bool {
    submission.root() == ROOT
        && submission.files().any(|file| file.path == ROOT)
        && submission.files().all(|file| file.path.starts_with("src/"))
        && submission.data().next().is_none()
        && submission.faults().is_empty()
}

/// Moves a submission into a module, and adds a crate root with the faults.
pub(crate) fn wrap_with_faults(submission: &Submission, faults: Faults) -> Submission {
    let mut files = BTreeMap::new();
    for file in submission.files() {
        let path = match file.path {
            ROOT => "src/inner/mod.rs".to_owned(),
            path => path.replacen("src/", "src/inner/", 1),
        };
        files.insert(path, file.text.replace("crate::", "crate::inner::"));
    }
    let mut root = "#![allow(dead_code, unreachable_code, unused)]\nmod inner;\n".to_owned();
    root.push_str(ENDINGS);
    root.push_str(&match faults.solver {
        // Add no hidden state.
        None => "pub use inner::Solver;".to_owned(),
        fault => solver_code(fault),
    });
    root.push_str(&board_code(faults.board));
    if let Some(number) = faults.comment {
        let _ = writeln!(root, "// {number}");
    }
    files.insert(ROOT.to_owned(), root);
    let name = submission.name().to_owned();
    Submission::new(name, submission.edition(), files, Vec::new())
}

/// Functions that never return, as code.
const ENDINGS: &str = r#"
pub fn panics() -> ! { panic!("worse") }
pub fn loops() -> ! {
    let mut number = 1u32;
    loop { number = std::hint::black_box(number.wrapping_mul(3)); }
}
pub fn allocates() -> ! {
    let mut kept: Vec<Vec<u64>> = Vec::new();
    loop { kept.push(std::hint::black_box(vec![1; 4096])); }
}
"#;

/// Returns an expression that never returns, or `()` for other kinds of faults.
fn diverging_expression(kind: Misbehavior) -> &'static str {
    match kind {
        Misbehavior::Panic => "crate::panics()",
        Misbehavior::Loop => "crate::loops()",
        Misbehavior::Allocate => "crate::allocates()",
        Misbehavior::Wrong | Misbehavior::Deny => "()",
    }
}

/// Generates a solver to wrap the submission's, which counts expansions.
fn solver_code(fault: Option<SolverFault>) -> String {
    let ends = fault.filter(|fault| fault.kind.ends());
    let call = fault.map_or("()", |fault| diverging_expression(fault.kind));
    let at_expansion = match ends.map(|fault| fault.at) {
        Some(Where::Expansion(k)) => format!("if count >= {k} {{ {call}; }}"),
        _ => String::new(),
    };
    let before = match ends.map(|fault| fault.at) {
        Some(Where::Rows(n)) => format!("if initial.dimension() >= {n} {{ {call}; }}"),
        _ => String::new(),
    };
    let after = match ends.map(|fault| fault.at) {
        Some(Where::Longer(k)) => {
            format!(
                "if slider::Solver::moves(&inner).is_some_and(|moves| moves > {k}) {{ {call}; }}"
            )
        }
        Some(Where::Unsolvable) => format!("if !slider::Solver::is_solvable(&inner) {{ {call}; }}"),
        _ => String::new(),
    };
    let is_worse = match fault.filter(|fault| !fault.kind.ends()).map(|fault| fault.at) {
        Some(Where::Expansion(k)) => format!("COUNT.load(Ordering::Relaxed) >= {k}"),
        Some(Where::Rows(n)) => format!("initial.dimension() >= {n}"),
        Some(Where::Longer(k)) => {
            format!("slider::Solver::moves(&inner).is_some_and(|moves| moves > {k})")
        }
        Some(Where::Unsolvable) => "!slider::Solver::is_solvable(&inner)".to_owned(),
        Some(Where::Method(_)) => "true".to_owned(),
        None => "false".to_owned(),
    };
    let denies = fault.is_some_and(|fault| fault.kind == Misbehavior::Deny);
    let in_method = |method: &str| match fault.map(|fault| fault.at) {
        Some(Where::Method(name)) if name == method && ends.is_some() => format!("{call};"),
        _ => String::new(),
    };
    // A fault in one method should not affect the other methods.
    let state = |method: &str| match fault.map(|fault| fault.at) {
        Some(Where::Method(name)) if name != method => "false",
        _ => "self.is_worse",
    };
    let mut text = counting_board_code(&at_expansion);
    let _ = write!(
        text,
        r"
pub struct Solver<B: slider::Board> {{
    inner: inner::Solver<CountedBoard<B>>,
    initial: B,
    is_worse: bool,
}}
impl<B: slider::Board> slider::Solver<B> for Solver<B> {{
    fn new(initial: &B) -> Self {{
        COUNT.store(0, Ordering::Relaxed);
        {before}
        let inner: inner::Solver<CountedBoard<B>> = slider::Solver::new(&CountedBoard(initial.clone()));
        {after}
        let is_worse = {is_worse};
        Self {{ inner, initial: initial.clone(), is_worse }}
    }}
    fn is_solvable(&self) -> bool {{
        {in_is_solvable}
        let is_solvable = slider::Solver::is_solvable(&self.inner);
        if {worse_is_solvable} {{ !{denies} && !is_solvable }} else {{ is_solvable }}
    }}
    fn moves(&self) -> Option<usize> {{
        {in_moves}
        let moves = slider::Solver::moves(&self.inner);
        if !{worse_moves} {{ moves }} else if {denies} {{ None }} else {{ Some(moves.unwrap_or(0) + 2) }}
    }}
    fn solution(&self) -> Option<impl Iterator<Item = B>> {{
        {in_solution}
        let boards = slider::Solver::solution(&self.inner).map(|boards| boards.map(|board| board.0));
        if !{worse_solution} {{ return boards.map(|boards| boards.collect::<Vec<B>>().into_iter()); }}
        if {denies} {{ return None; }}
        // Make a move and undo it first, which adds two moves.
        let there = self.initial.neighbors().next();
        let mut longer: Vec<B> = vec![self.initial.clone()];
        longer.extend(there);
        longer.extend(boards.into_iter().flatten());
        Some(longer.into_iter())
    }}
}}
",
        in_is_solvable = in_method("is_solvable"),
        in_moves = in_method("moves"),
        in_solution = in_method("solution"),
        worse_is_solvable = state("is_solvable"),
        worse_moves = state("moves"),
        worse_solution = state("solution"),
    );
    text
}

/// Generates a board type that counts expansions and runs code at each of them.
fn counting_board_code(at_expansion: &str) -> String {
    format!(
        r"
use std::sync::atomic::{{AtomicU32, Ordering}};
static COUNT: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, PartialEq, Eq)]
pub struct CountedBoard<B>(B);
impl<B: slider::Board> std::fmt::Debug for CountedBoard<B> {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ std::fmt::Debug::fmt(&self.0, f) }}
}}
impl<B: slider::Board> std::fmt::Display for CountedBoard<B> {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ std::fmt::Display::fmt(&self.0, f) }}
}}
impl<B: slider::Board> slider::Board for CountedBoard<B> {{
    fn new(tiles: &[Vec<slider::Tile>]) -> Self {{ Self(B::new(tiles)) }}
    fn dimension(&self) -> usize {{ self.0.dimension() }}
    fn hamming(&self) -> usize {{ self.0.hamming() }}
    fn manhattan(&self) -> usize {{ self.0.manhattan() }}
    fn is_goal(&self) -> bool {{ self.0.is_goal() }}
    fn neighbors(&self) -> impl Iterator<Item = Self> {{
        let count = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        {at_expansion}
        self.0.neighbors().map(Self)
    }}
    fn twin(&self) -> Self {{ Self(self.0.twin()) }}
}}
"
    )
}

/// Generates a board type to wrap the submission's, optionally with a fault.
fn board_code(fault: Option<BoardFault>) -> String {
    let call_if = |method: &str, n: &str| match fault {
        Some(fault) if fault.method == method => {
            format!("if {n} >= {} {{ {}; }}", fault.rows, diverging_expression(fault.kind))
        }
        _ => String::new(),
    };
    let call = |method: &str| call_if(method, "slider::Board::dimension(&self.0)");
    let wrong_if = |method: &str, n: &str| match fault {
        Some(fault) if fault.method == method && fault.kind == Misbehavior::Wrong => {
            format!("{n} >= {}", fault.rows)
        }
        _ => "false".to_owned(),
    };
    let wrong = |method: &str| wrong_if(method, "slider::Board::dimension(&self.0)");
    let mut text = String::new();
    let _ = write!(
        text,
        r"
#[derive(Clone)]
pub struct Board(inner::Board);
impl Eq for Board {{}}
impl PartialEq for Board {{
    fn eq(&self, other: &Self) -> bool {{ {call_eq} if {wrong_eq} {{ true }} else {{ self.0 == other.0 }} }}
}}
impl std::fmt::Debug for Board {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ std::fmt::Debug::fmt(&self.0, f) }}
}}
impl std::fmt::Display for Board {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        {call_fmt}
        if {wrong_fmt} {{ Ok(()) }} else {{ std::fmt::Display::fmt(&self.0, f) }}
    }}
}}
impl slider::Board for Board {{
    fn new(tiles: &[Vec<slider::Tile>]) -> Self {{
        {call_new}
        if !({wrong_new}) {{ return Self(slider::Board::new(tiles)); }}
        // Every board is the goal.
        let n = tiles.len();
        let tile = |cell: usize| (cell % (n * n)) as slider::Tile;
        let row = |row: usize| (1..=n).map(|col| tile(row * n + col)).collect::<Vec<_>>();
        Self(slider::Board::new(&(0..n).map(row).collect::<Vec<_>>()))
    }}
    fn dimension(&self) -> usize {{
        {call_dimension}
        slider::Board::dimension(&self.0) + usize::from({wrong_dimension})
    }}
    fn hamming(&self) -> usize {{ {call_hamming} slider::Board::hamming(&self.0) + usize::from({wrong_hamming}) }}
    fn manhattan(&self) -> usize {{
        {call_manhattan}
        slider::Board::manhattan(&self.0) + usize::from({wrong_manhattan})
    }}
    fn is_goal(&self) -> bool {{ {call_is_goal} slider::Board::is_goal(&self.0) != ({wrong_is_goal}) }}
    fn neighbors(&self) -> impl Iterator<Item = Self> {{
        {call_neighbors}
        slider::Board::neighbors(&self.0).map(Self).skip(usize::from({wrong_neighbors}))
    }}
    fn twin(&self) -> Self {{
        {call_twin}
        if {wrong_twin} {{ self.clone() }} else {{ Self(slider::Board::twin(&self.0)) }}
    }}
}}
",
        call_new = call_if("new", "tiles.len()"),
        wrong_new = wrong_if("new", "tiles.len()"),
        call_eq = call("eq"),
        wrong_eq = wrong("eq"),
        call_fmt = call("fmt"),
        wrong_fmt = wrong("fmt"),
        call_dimension = call("dimension"),
        wrong_dimension = wrong("dimension"),
        call_hamming = call("hamming"),
        wrong_hamming = wrong("hamming"),
        call_manhattan = call("manhattan"),
        wrong_manhattan = wrong("manhattan"),
        call_is_goal = call("is_goal"),
        wrong_is_goal = wrong("is_goal"),
        call_neighbors = call("neighbors"),
        wrong_neighbors = wrong("neighbors"),
        call_twin = call("twin"),
        wrong_twin = wrong("twin"),
    );
    text
}
