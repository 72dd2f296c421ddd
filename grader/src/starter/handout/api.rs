//! Extracts the declarations of traits and types from the source code of `slider`.

use embedded::SLIDER;

/// Returns a trait of `slider` with the first sentence of each method's documentation.
pub(super) fn trait_declaration(file: &str, begins: &str) -> String {
    let mut said = Vec::new();
    let mut declared = Vec::new();
    for line in block_lines(file, begins) {
        let inner = line.trim_start();
        if let Some(word) = inner.strip_prefix("///") {
            said.push(word.trim());
        } else if !inner.starts_with("#[") {
            declared.extend(comment_lines(&said, "    "));
            said.clear();
            declared.push(line.to_owned());
        }
    }
    declared.join("\n")
}

/// Returns the public functions of a type of `slider`, with the first sentence of their documentation.
pub(super) fn type_declaration(file: &str, begins: &str) -> String {
    let mut said = Vec::new();
    let mut declared = Vec::new();
    for line in block_lines(file, begins) {
        let inner = line.trim_start();
        if let Some(word) = inner.strip_prefix("///") {
            said.push(word.trim());
            continue;
        }
        if let Some(signature) =
            inner.strip_suffix(" {").filter(|signature| signature.starts_with("pub "))
        {
            declared.extend(comment_lines(&said, ""));
            // Students call these functions, which need not be constant for that.
            declared.push(format!("{};", signature.replace("pub const fn", "pub fn")));
        }
        said.clear();
    }
    declared.join("\n")
}

/// Returns the lines of a block in a file of `slider`, from a line that starts with `begins`.
fn block_lines(file: &str, begins: &str) -> impl Iterator<Item = &'static str> {
    let text = SLIDER.iter().find(|(name, _)| *name == file).map(|(_, text)| *text);
    let text = text.expect("a source file of `slider`");
    let mut is_over = false;
    text.lines().skip_while(move |line| !line.starts_with(begins)).take_while(move |line| {
        let was_over = is_over;
        is_over = *line == "}";
        !was_over
    })
}

/// Formats the first sentence of doc comments as a plain comment.
fn comment_lines(said: &[&str], indent: &str) -> Vec<String> {
    // The code has 100 columns, and `// ` takes three.
    let lines = wrap_words(&first_sentence(said), 100 - indent.len() - 3);
    lines.into_iter().map(|line| format!("{indent}// {line}")).collect()
}

fn first_sentence(lines: &[&str]) -> String {
    let paragraph: Vec<&str> = lines.iter().copied().take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ").replace("[`", "`").replace("`]", "`");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].trim_end_matches('.').to_owned()
}

fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[test]
    fn the_listed_traits_match_slider() {
        let board = trait_declaration("board.rs", "pub trait Board");
        assert_eq!(board.matches("    fn ").count(), 7, "{board}");
        let queue = type_declaration("min_pq.rs", "impl<K: Ord> MinPq<K> {");
        assert!(queue.starts_with("// Creates an empty queue\npub fn new() -> Self;\n"), "{queue}");
        assert!(
            queue.ends_with("\npub fn is_empty(&self) -> bool;") && !queue.contains("swim"),
            "{queue}"
        );
        assert_snapshot!(trait_declaration("solver.rs", "pub trait Solver"), @r"
        pub trait Solver<B: Board>: Sized {
            // Solves `initial`
            fn new(initial: &B) -> Self;

            // Returns `true` if the initial board can reach the goal
            fn is_solvable(&self) -> bool;

            // Returns the smallest number of moves to the goal, or `None` if the board is unsolvable
            fn moves(&self) -> Option<usize>;

            // Returns the boards of a shortest solution, including the initial board and the goal, or
            // `None` if the board is unsolvable
            fn solution(&self) -> Option<impl Iterator<Item = B>>;
        }
        ");
    }
}
