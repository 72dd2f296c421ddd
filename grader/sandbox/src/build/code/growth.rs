//! Growing the memory is the grader's work, so it is the grader that a program has to ask.

use probe::wire::HOST_MODULE;
use wasmtime::wasmparser::{BinaryReaderError, Operator, Parser, Payload, TypeRef};

/// The function of the grader's that grows the memory.
pub(crate) const GROW: &str = "grow";

/// `memory.grow` of the only memory, and the beginning of a call.
const MEMORY_GROW: [u8; 2] = [0x40, 0x00];
const CALL: u8 = 0x10;

/// Makes each `memory.grow` of a program a call of the grader's [`GROW`], which has its type.
///
/// The engine's price of the instruction is too small for one that grows by nothing: that takes as
/// long as twenty others. An allocator never does that. The two are equally long, so nothing
/// else in the program changes its place. A program that does not import the function has no
/// allocator of the probe's, and is left as it is.
///
/// # Errors
///
/// If it is no program.
pub(crate) fn ask_the_grader(program: &mut [u8]) -> Result<(), BinaryReaderError> {
    let (mut function, mut places) = (None, Vec::new());
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::ImportSection(section) => {
                let mut functions = 0u8;
                for import in section.into_imports() {
                    let import = import?;
                    if !matches!(import.ty, TypeRef::Func(_)) {
                        continue;
                    }
                    if (import.module, import.name) == (HOST_MODULE, GROW) {
                        function = Some(functions);
                    }
                    functions = functions.saturating_add(1);
                }
            }
            Payload::CodeSectionEntry(body) => {
                let mut operators = body.get_operators_reader()?;
                while !operators.eof() {
                    let (operator, at) = operators.read_with_offset()?;
                    if let Operator::MemoryGrow { mem: 0 } = operator {
                        places.push(at);
                    }
                }
            }
            _ => {}
        }
    }
    // Numbers below 128 are written in one byte.
    let Some(function) = function.filter(|number| *number < 128) else { return Ok(()) };
    for at in places {
        if let Some(bytes) = program.get_mut(at..at + 2)
            && bytes == MEMORY_GROW
        {
            bytes.copy_from_slice(&[CALL, function]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wasmtime::wasmparser;

    use super::*;

    /// The numbers of the functions that are called, and how often the memory is grown past the
    /// grader.
    fn calls(program: &[u8]) -> (Vec<u32>, usize) {
        let (mut calls, mut grown) = (Vec::new(), 0);
        for payload in Parser::new(0).parse_all(program) {
            let Payload::CodeSectionEntry(body) = payload.unwrap() else { continue };
            for operator in body.get_operators_reader().unwrap() {
                match operator.unwrap() {
                    Operator::Call { function_index } => calls.push(function_index),
                    Operator::MemoryGrow { .. } => grown += 1,
                    _ => {}
                }
            }
        }
        (calls, grown)
    }

    fn asked(imports: &str) -> Vec<u8> {
        // A constant that looks like the instruction is none.
        let text = format!(
            r#"(module {imports} (memory (export "memory") 1)
                (func (export "_start") (drop (memory.grow (i32.const 0)))
                    (drop (i32.const 64)) (drop (memory.grow (i32.const 7)))))"#
        );
        let mut program = wat::parse_str(text).unwrap();
        ask_the_grader(&mut program).unwrap();
        wasmparser::validate(&program).unwrap();
        program
    }

    #[test]
    fn a_program_asks_the_grader_each_time() {
        let host = r#"(import "host" "end" (func))
            (import "host" "grow" (func (param i32) (result i32)))"#;
        assert_eq!(calls(&asked(host)), (vec![1, 1], 0));
        let other = r#"(import "guest" "grow" (func (param i32) (result i32)))"#;
        assert_eq!(calls(&asked(other)), (vec![], 2));
        assert!(ask_the_grader(&mut [1, 2, 3]).is_err());
    }
}
