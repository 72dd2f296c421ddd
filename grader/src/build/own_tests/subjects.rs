//! The model and the faults behind one `Board` and one `Solver`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::build::cache;
use crate::build::error::BuildError;
use crate::build::libraries::{self, Libraries};
use crate::build::rustc::{self, Call, Kind};
use crate::build::toolchain::Toolchain;
use crate::faults::{self, Fault};
use crate::intake::Edition;

/// What the tests of submissions are run on: number 0 is the model, the others are faults.
///
/// Each is a crate of its own. Another crate has a `Board` and a `Solver` that are those of any of
/// them: which one, they ask the grader when they are made. All are compiled once for a rubric and
/// kept in the cache.
pub(crate) struct Subjects {
    folder: PathBuf,
}

/// One of them.
struct Subject {
    sources: BTreeMap<String, String>,
    /// Whether its solver is the model's, so that there is no need to compile another for each
    /// submission.
    has_models_solver: bool,
}

impl Subjects {
    /// Takes the model and these faults from the cache, or compiles them into it.
    ///
    /// # Errors
    ///
    /// If they do not compile or the cache cannot be used.
    pub(crate) fn ready(
        toolchain: &Toolchain,
        libraries: &Libraries,
        cache: &Path,
        faults: &[String],
    ) -> Result<Self, BuildError> {
        let model = Subject { sources: faults::model_sources(), has_models_solver: true };
        let faults = faults.iter().filter_map(|name| faults::named(name));
        let faults = faults.map(|fault: Fault| Subject {
            sources: fault.sources(),
            has_models_solver: fault.has_models_solver(),
        });
        let subjects: Vec<Subject> = std::iter::once(model).chain(faults).collect();
        let switch = switch(&subjects);

        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(&libraries.folder().file_name().unwrap_or_default().to_string_lossy());
        add(&switch);
        for (name, text) in subjects.iter().flat_map(|subject| &subject.sources) {
            add(name);
            add(text);
        }
        let name = format!("subjects-{}", &format!("{:x}", hash.finalize())[..32]);
        let folder = cache::filled(cache, &name, |folder| {
            build(toolchain, libraries, &subjects, &switch, folder)
        })?;
        Ok(Self { folder })
    }

    /// Where they are; its name tells these from others.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The crate that stands for all of them.
    pub(super) fn switch(&self) -> PathBuf {
        self.folder.join("libmodel.rlib")
    }
}

fn build(
    toolchain: &Toolchain,
    libraries: &Libraries,
    subjects: &[Subject],
    switch: &str,
    folder: &Path,
) -> Result<(), BuildError> {
    let slider = libraries.slider_api();
    let compile = |name: &str, root: &str, source: &Path, externs: Vec<(&str, PathBuf)>| {
        let call = Call {
            root,
            name,
            edition: Edition::E2024,
            kind: Kind::Library,
            externs,
            libraries: vec![folder, libraries.folder()],
            extra: &["-Cmetadata=subject"],
            output: &folder.join(format!("lib{name}.rlib")),
        };
        let compiled = rustc::compile(toolchain, source, &call)?;
        if compiled.success {
            return Ok(());
        }
        let first = compiled.errors.first().map(|error| error.rendered.clone());
        let message = first.or(compiled.crash).unwrap_or_default();
        Err(BuildError::OwnCode { part: "subjects of tests", message })
    };
    let mut externs = vec![("slider".to_owned(), slider.clone())];
    for (number, subject) in subjects.iter().enumerate() {
        let source = tempfile::tempdir()?;
        // A panic names its file: one of the model's is not to be taken for one of the submission's.
        let files: Vec<_> =
            subject.sources.iter().map(|(name, text)| (format!("model/{name}"), text)).collect();
        let files: Vec<_> = files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
        libraries::write(source.path(), &files)?;
        let name = format!("subject{number}");
        compile(&name, "model/lib.rs", source.path(), vec![("slider", slider.clone())])?;
        externs.push((name.clone(), folder.join(format!("lib{name}.rlib"))));
    }
    let source = tempfile::tempdir()?;
    libraries::write(source.path(), &[("model/lib.rs", switch)])?;
    let externs = externs.iter().map(|(name, file)| (&name[..], file.clone())).collect();
    // The compiler's messages name this crate: for a student it is the model.
    compile("model", "model/lib.rs", source.path(), externs)
}

/// The source of the crate that stands for all of them.
fn switch(subjects: &[Subject]) -> String {
    let solver_of = |number: usize| if subjects[number].has_models_solver { 0 } else { number };
    let all = 0..subjects.len();
    // For each board, or each solver, a line.
    let boards = |line: &dyn Fn(usize) -> String| -> String { all.clone().map(line).collect() };
    let solvers = |line: &dyn Fn(usize) -> String| -> String {
        all.clone().filter(|it| solver_of(*it) == *it).map(line).collect()
    };
    let ask = |call: &str| boards(&|i| format!("AnyBoard::B{i}(it) => it.{call},\n"));
    let derive = |call: &str| {
        boards(&|i| format!("AnyBoard::B{i}(it) => Self(AnyBoard::B{i}(it.{call})),\n"))
    };
    let ask_solver = |call: &str| solvers(&|i| format!("AnySolver::S{i}(it) => it.{call},\n"));

    let mut code = String::new();
    let _ = write!(
        code,
        r#"
use std::fmt;
use std::hash::{{Hash, Hasher}};
use std::sync::OnceLock;

#[link(wasm_import_module = "host")]
unsafe extern "C" {{
    fn case(into: *mut u32, capacity: usize) -> usize;
}}

/// The number of the subject.
fn subject() -> u32 {{
    static SUBJECT: OnceLock<u32> = OnceLock::new();
    *SUBJECT.get_or_init(|| {{
        let mut word = 0;
        // SAFETY: the grader writes at most one word.
        unsafe {{ case(&mut word, 1) }};
        word
    }})
}}

#[derive(Clone, PartialEq, Eq)]
enum AnyBoard {{
{board_variants}}}

#[derive(Clone, PartialEq, Eq)]
pub struct Board(AnyBoard);

impl fmt::Debug for Board {{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{
        match &self.0 {{
{debug}}}
    }}
}}

impl fmt::Display for Board {{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{
        match &self.0 {{
{display}}}
    }}
}}

// The trait does not ask for it, but many tests keep boards in sets.
impl Hash for Board {{
    fn hash<H: Hasher>(&self, state: &mut H) {{
        self.to_string().hash(state);
    }}
}}

impl slider::Board for Board {{
    fn new(tiles: &[Vec<slider::Tile>]) -> Self {{
        match subject() {{
{new}_ => unreachable!(),
        }}
    }}

    fn dimension(&self) -> usize {{
        match &self.0 {{
{dimension}}}
    }}

    fn hamming(&self) -> usize {{
        match &self.0 {{
{hamming}}}
    }}

    fn manhattan(&self) -> usize {{
        match &self.0 {{
{manhattan}}}
    }}

    fn is_goal(&self) -> bool {{
        match &self.0 {{
{is_goal}}}
    }}

    fn neighbors(&self) -> impl Iterator<Item = Self> {{
        let neighbors: Box<dyn Iterator<Item = Self> + '_> = match &self.0 {{
{neighbors}}};
        neighbors
    }}

    fn twin(&self) -> Self {{
        match &self.0 {{
{twin}}}
    }}
}}

enum AnySolver<B> {{
{solver_variants}}}

pub struct Solver<B>(AnySolver<B>);

impl<B: slider::Board> slider::Solver<B> for Solver<B> {{
    fn new(initial: &B) -> Self {{
        match subject() {{
{new_solver}_ => unreachable!(),
        }}
    }}

    fn is_solvable(&self) -> bool {{
        match &self.0 {{
{is_solvable}}}
    }}

    fn moves(&self) -> Option<usize> {{
        match &self.0 {{
{moves}}}
    }}

    fn solution(&self) -> Option<impl Iterator<Item = B>> {{
        let solution: Option<Box<dyn Iterator<Item = B> + '_>> = match &self.0 {{
{solution}}};
        solution
    }}
}}
"#,
        board_variants = boards(&|i| format!("B{i}(subject{i}::Board),\n")),
        debug = ask("fmt(f)").replace("it.fmt(f)", "fmt::Debug::fmt(it, f)"),
        display = ask("fmt(f)").replace("it.fmt(f)", "fmt::Display::fmt(it, f)"),
        new = boards(&|i| format!(
            "{i} => Self(AnyBoard::B{i}(<subject{i}::Board as slider::Board>::new(tiles))),\n"
        )),
        dimension = ask("dimension()"),
        hamming = ask("hamming()"),
        manhattan = ask("manhattan()"),
        is_goal = ask("is_goal()"),
        neighbors = boards(&|i| format!(
            "AnyBoard::B{i}(it) => \
             Box::new(it.neighbors().map(|it| Self(AnyBoard::B{i}(it)))),\n"
        )),
        twin = derive("twin()"),
        solver_variants = solvers(&|i| format!("S{i}(subject{i}::Solver<B>),\n")),
        new_solver = boards(&|i| {
            let s = solver_of(i);
            format!("{i} => Self(AnySolver::S{s}(slider::Solver::new(initial))),\n")
        }),
        is_solvable = ask_solver("is_solvable()"),
        moves = ask_solver("moves()"),
        solution = solvers(&|i| format!(
            "AnySolver::S{i}(it) => match it.solution() {{\n\
             Some(it) => Some(Box::new(it)),\nNone => None,\n}},\n"
        )),
    );
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_solvers_that_differ_are_there_twice() {
        let subject = |has_models_solver| Subject { sources: BTreeMap::new(), has_models_solver };
        let code = switch(&[subject(true), subject(true), subject(false)]);
        assert!(code.contains("B1(subject1::Board)") && code.contains("S2(subject2::Solver<B>)"));
        assert!(!code.contains("S1("));
        assert!(code.contains("1 => Self(AnySolver::S0("), "{code}");
    }
}
