//! Replaces the instructions that grow memory with calls to the grader.

use probe::wire::HOST_MODULE;
use wasmtime::wasmparser::{BinaryReaderError, Operator, Parser, Payload, TypeRef};

pub(crate) const GROW: &str = "grow";

/// The encoding of `memory.grow` for the only memory, and the opcode of a call.
const MEMORY_GROW: [u8; 2] = [0x40, 0x00];
// Both are in section 5.4 of the WebAssembly specification.
const CALL: u8 = 0x10;

/// Replaces each `memory.grow` in a program with a call to [`GROW`], which has the same type.
///
/// The engine charges too little for growing memory by zero pages: no allocator does so, but it takes as long as twenty
/// other instructions. Both encodings have the same length, so all offsets stay valid. A program that does not import
/// the function will stay unchanged, because it does not use the probe's allocator.
///
/// # Errors
///
/// Returns an error if the program is invalid.
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
                    // Only the first 128 numbers matter below, so it is enough if later ones stay too large.
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
    // Numbers below 128 are encoded in a single byte. The probe imports far fewer functions, and a submission none.
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
        // A constant that contains the same bytes is not an instruction.
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
    fn memory_growth_calls_the_host_each_time() {
        let host = r#"(import "host" "end" (func))
            (import "host" "grow" (func (param i32) (result i32)))"#;
        assert_eq!(calls(&asked(host)), (vec![1, 1], 0));
        let other = r#"(import "guest" "grow" (func (param i32) (result i32)))"#;
        assert_eq!(calls(&asked(other)), (vec![], 2));
        assert!(ask_the_grader(&mut [1, 2, 3]).is_err());
    }
}
