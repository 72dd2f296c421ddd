//! Words for code that cannot be graded as it is.

use crate::grade::cause::CompileCause;

pub(super) fn sentence(cause: &CompileCause) -> String {
    match cause {
        CompileCause::Errors { message } => {
            let message = message.as_deref().unwrap_or("no reason is given");
            format!("the code does not compile: {message}")
        }
        CompileCause::Crash => "the compiler gives up on the code".to_owned(),
        CompileCause::Allocator { file, reader } => {
            format!("`{file}` has `{reader}`; the heap is the grader's, which counts the bytes")
        }
        CompileCause::Foreign { file } => {
            format!("`{file}` declares functions that are elsewhere, in `extern`; there are none")
        }
        CompileCause::Reader { file, reader } => {
            format!("`{file}` uses `{reader}`, which reads the machine that compiles it")
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
        CompileCause::NotImplemented { name } if name == "Solver" => {
            "`Solver<B>` does not implement `slider::Solver<B>` for every board".to_owned()
        }
        CompileCause::NotImplemented { name } => {
            format!("`{name}` does not implement `slider::{name}`")
        }
    }
}
