//! Generates a class of any size to measure `grader similar`: `alike NUMBER FOLDER`.
//!
//! Each submission is a correct submission from the corpus, extended with 16 of 400 generated functions. This way, the
//! submissions share much code and, in a large class, most pairs share some rare code. Every 20th submission contains
//! the functions of the previous one, reordered and renamed. The output depends only on `NUMBER`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use audit::corpus::Corpus;
use base::seed::{next_random, random_below};

/// The number of functions to choose from. `OF_ONE` of them are in each submission.
// In a class of thousands, each function is in about one submission of 25, which is too rare to count as common.
const FUNCTIONS: u64 = 400;
const OF_ONE: usize = 16;

/// One of this many submissions is a copy.
/// Copies are frequent enough to be found in the result, and rare enough that most pairs are none.
const COPY: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, folder] = arguments.as_slice() else {
        return Err("usage: alike NUMBER FOLDER".into());
    };
    let corpus = Corpus::embedded()?;
    let right: Vec<_> =
        corpus.submissions.iter().filter(|labelled| labelled.expected.is_right()).collect();
    for student in 0..number.parse()? {
        let is_copy = student % COPY == COPY - 1;
        let mut state = (student - usize::from(is_copy)) as u64;
        let base = &right[random_below(&mut state, right.len())].submission;
        let mut chosen: Vec<u64> = Vec::new();
        for _ in 0..OF_ONE {
            chosen.push(next_random(&mut state) % FUNCTIONS);
        }
        if is_copy {
            chosen.reverse();
        }
        let own = Path::new(folder).join(format!("student-{student:04}"));
        for file in base.files() {
            let mut text = file.text.to_owned();
            if file.path == "src/board.rs" {
                for function in &chosen {
                    text.push_str(&generate_function(
                        *function,
                        if is_copy { "it" } else { "value" },
                    )?);
                }
            }
            let path = own.join(file.path);
            fs::create_dir_all(path.parent().unwrap_or(&own))?;
            fs::write(path, text)?;
        }
    }
    Ok(())
}

/// Generates a function of about ten statements, determined by the number.
fn generate_function(number: u64, name: &str) -> Result<String, Box<dyn Error>> {
    // Away from the numbers of the students, which seed the choice.
    let mut state = number + 1_000_000;
    let mut text = format!("\nfn {name}_{number}(mut {name}: usize) -> usize {{\n");
    for _ in 0..10 {
        let operator = ["+", "-", "*", "/", "%", "^", "|", "&"][random_below(&mut state, 8)];
        let other = ["==", "!=", "<", ">", "<=", ">="][random_below(&mut state, 6)];
        let (a, b) = (random_below(&mut state, 9), random_below(&mut state, 9));
        match random_below(&mut state, 6) {
            0 => writeln!(text, "    {name} {operator}= {a} {operator} {name};")?,
            1 => writeln!(text, "    if {name} {other} {a} {{ return {name} {operator} {b}; }}")?,
            2 => writeln!(
                text,
                "    while {name} {other} {a} {{ {name} = {name} {operator} {b}; }}"
            )?,
            3 => writeln!(text, "    for i in {a}..{name} {{ {name} {operator}= i; }}")?,
            4 => writeln!(
                text,
                "    let {name} = if {name} {other} {a} {{ {b} }} else {{ {name} }};"
            )?,
            _ => writeln!(text, "    let {name} = ({name}, {a}).0 {operator} {name}.min({b});")?,
        }
    }
    writeln!(text, "    {name}\n}}")?;
    Ok(text)
}
