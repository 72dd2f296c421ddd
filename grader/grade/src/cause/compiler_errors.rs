//! Explains the compiler errors that beginners meet most often in this assignment.
//!
//! The codes are from [the compiler's index of errors](https://doc.rust-lang.org/error_codes/error-index.html). An
//! explanation says what all errors with its code have in common, and how to fix them in a board or a solver.

/// Explains an error code in two sentences.
pub(super) fn explain_error_code(code: &str) -> Option<&'static str> {
    explain_type_error(code)
        .or_else(|| explain_ownership_error(code))
        .or_else(|| explain_name_error(code))
        .or_else(|| explain_implementation_error(code))
}

fn explain_type_error(code: &str) -> Option<&'static str> {
    Some(match code {
        "E0308" => {
            "This place needs a value of another type; the message names both types. \
             Convert the value, for example a tile with `usize::from(tile)`, or change the declared type."
        }
        "E0277" => {
            "This place needs a type that implements a trait, and the type does not; the message names both. \
             For nodes in `MinPq`, write `Ord`, `PartialOrd`, `Eq` and `PartialEq` yourself: derived ones would also \
             need an order of boards, which have none."
        }
        "E0369" => {
            "The operator is not defined for values of this type. \
             Derive or implement its trait: `PartialEq` for `==`, and also `PartialOrd` for `<`."
        }
        "E0282" | "E0283" => {
            "The compiler cannot find out a type, because several would be possible. \
             Declare it, for example with `let rows: Vec<Vec<Tile>> = ...`."
        }
        "E0061" => {
            "The function is called with more or fewer arguments than it has parameters. \
             Compare the call with the function's first line, which the message shows."
        }
        "E0004" => {
            "The `match` does not handle every possible value; the message names one that is missing. \
             Add an arm for that value, or a last arm with `_`."
        }
        "E0072" => {
            "The type contains itself, so its size would have no end. \
             Put the inner value into an `Rc`, for example `Option<Rc<Node>>` for the predecessor."
        }
        _ => return None,
    })
}

fn explain_ownership_error(code: &str) -> Option<&'static str> {
    Some(match code {
        "E0382" => {
            "The value was moved to another owner before this line, so its old name cannot be used. \
             Use the new owner's name here, or give the owner only a borrow (`&`) or a clone."
        }
        "E0502" => {
            "A value is borrowed for reading and for changing at the same time. \
             Finish reading first, for example by copying the number that you need, and then change it."
        }
        "E0499" => {
            "Two borrows at the same time could change the same value. \
             End the first one before the second begins: copy what you need out of it."
        }
        "E0505" => {
            "The value moves to another owner while a reference to it is still needed. \
             Move it after the last use of the reference, or clone it."
        }
        "E0506" => {
            "The value changes while a reference to it is still needed. \
             Change it after the last use of the reference, or copy what you need before."
        }
        "E0507" => {
            "The value belongs to something that is only borrowed here, so it cannot be moved out. \
             Borrow it with `&` or clone it; an `Rc` is cheap to clone."
        }
        "E0515" => {
            "The function returns a reference to a value that ends with the function. \
             Return the value itself, for example a `Vec` instead of an iterator that borrows it."
        }
        "E0597" | "E0716" => {
            "A reference is used after the value that it refers to has ended. \
             Keep the value in a variable that lives longer, or share it with `Rc`."
        }
        "E0373" => {
            "A closure borrows a variable that may end before the closure does. \
             Write `move` before the closure's parameters, so that it owns what it uses."
        }
        "E0384" => {
            "A variable gets a second value, but variables without `mut` have only one. \
             Write `let mut`, or use another name for the second value."
        }
        "E0594" | "E0596" => {
            "A value changes through something that does not allow this, such as `&self`. \
             Use `let mut` for your own variables; a method with `&self` builds a new board instead."
        }
        "E0106" => {
            "A reference in a type or a result needs a lifetime that says how long it is valid. \
             In a struct, it is easier to keep the value itself, or an `Rc` of it."
        }
        _ => return None,
    })
}

fn explain_name_error(code: &str) -> Option<&'static str> {
    Some(match code {
        "E0599" => {
            "The type has no method or function with this name, or its trait is not imported. \
             Check the spelling; `use slider::{Board as _, Solver as _};` imports the assignment's traits."
        }
        "E0425" => {
            "No variable, constant or function with this name is known here. \
             Check the spelling, write `self.` before a field or a method, or import it with `use`."
        }
        "E0412" => {
            "No type with this name is known here. \
             Check the spelling, or import it, for example with `use slider::Tile;`."
        }
        "E0432" | "E0433" => {
            "The path leads to a module, crate or type that does not exist. \
             Declare your modules with `mod` in `src/lib.rs`; paths in your crate begin with `crate::`."
        }
        "E0423" => {
            "This name is a type, but the place needs a value. \
             Create a value of the type, for example with `Board { ... }` or `Board::new(...)`."
        }
        "E0603" | "E0616" => {
            "The item exists, but is private to its module. \
             Write `pub(crate)` before it, or use a public method instead."
        }
        _ => return None,
    })
}

fn explain_implementation_error(code: &str) -> Option<&'static str> {
    Some(match code {
        "E0046" => {
            "The `impl` block lacks items of its trait, which the message lists. \
             Add them with the parameters and results that `slider` declares."
        }
        "E0050" | "E0053" => {
            "A method has other parameters or another result than its trait declares. \
             Copy the method's first line from `slider`."
        }
        "E0407" => {
            "The trait has no method with this name. \
             Put methods of your own into a separate block, for example `impl Board { ... }`."
        }
        "E0117" => {
            "Neither the trait nor the type is from your crate, so the trait cannot be implemented here. \
             Implement it for a struct of your own that contains the value."
        }
        "E0119" => {
            "The type implements the trait twice, for example with `derive` and with an `impl` block. \
             Delete one of them."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_have_two_sentences() {
        let codes: Vec<String> = (0..1000).map(|number| format!("E{number:04}")).collect();
        let explained: Vec<&str> =
            codes.iter().filter_map(|code| explain_error_code(code)).collect();
        assert!(explained.len() >= 20, "{}", explained.len());
        for text in explained {
            // An ellipsis in code ends no sentence.
            let text = text.replace("...", "");
            let ends = text.matches(". ").count() + usize::from(text.ends_with('.'));
            assert_eq!(ends, 2, "{text}");
        }
    }
}
