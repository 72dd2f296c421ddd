//! Words for code that cannot be graded as it is.

use crate::cause::CompileCause;

pub(super) fn sentence(cause: &CompileCause) -> String {
    match cause {
        CompileCause::Errors { message } => {
            let message = message.as_deref().unwrap_or("no reason is given");
            format!("the code does not compile: {message}")
        }
        CompileCause::Crash => "the compiler gives up on the code".to_owned(),
        CompileCause::Allocator { file, line, reader } => format!(
            "`{file}:{line}` has `{reader}`; the heap is the grader's, which counts the bytes"
        ),
        CompileCause::AllowsUnsafe { file, line } => {
            format!("`{file}:{line}` allows `unsafe` code, which is forbidden; delete this line")
        }
        CompileCause::Foreign { file, line } => format!(
            "`{file}:{line}` declares functions that are elsewhere, in `extern`; there are none"
        ),
        CompileCause::Reader { file, line, reader } => format!(
            "`{file}:{line}` uses `{reader}` for something that is not part of the submission"
        ),
        CompileCause::ReadsOutside { file, line, reader, path } => {
            format!("`{file}:{line}` uses `{reader}` for `{path}`, which is outside the submission")
        }
        CompileCause::ReadsMissing { file, line, reader, path } => {
            format!("`{file}:{line}` uses `{reader}` for `{path}`, which is not in the submission")
        }
        CompileCause::FileMissing { path } => {
            format!("there is no `{path}`; `board.rs` and `solver.rs` belong together")
        }
        CompileCause::ModuleMissing { path, file, line } => {
            format!("there is no `{path}`, which `{file}:{line}` names")
        }
        CompileCause::ReadsFile { file } => {
            format!("the code reads `{file}` while it is compiled, which is none of its sources")
        }
        CompileCause::ReadsEnvironment { name } => {
            format!("the code reads the environment variable `{name}` while it is compiled")
        }
        CompileCause::NoCode => "no machine code can be made of the program".to_owned(),
        CompileCause::Manifest { what } => what.clone(),
        CompileCause::NotExported { name } => {
            format!("the root of the crate does not export a public `{name}`")
        }
        CompileCause::NotExportedAs { name, other } if name == other => {
            format!("the root of the crate does not export `{name}`, which is there: `pub use` it")
        }
        CompileCause::NotExportedAs { name, other } => {
            format!("`{other}` implements `slider::{name}`; export it as `{name}`")
        }
        CompileCause::InUnnamedFile { name, file } => {
            format!("`{name}` is in `{file}`, which no `mod` of the library names")
        }
        CompileCause::NotImplemented { name } if name == "Solver" => {
            "`Solver<B>` does not implement `slider::Solver<B>` for every board".to_owned()
        }
        CompileCause::NotImplemented { name } => {
            format!("`{name}` does not implement `slider::{name}`")
        }
    }
}
