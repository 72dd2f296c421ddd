//! An instructor's assignment: rubric, puzzles, labelled submissions that prove it, recipes.

use embedded::{ASSIGNMENT, CORPUS, PUZZLES, RECIPES, RUST_TOOLCHAIN};

use super::Files;
use super::options;

/// The rubric in the folder of an assignment.
pub const RUBRIC: &str = "assignment.toml";

/// The folder of the student's repository in it, where no other place is wanted.
pub const STUDENT: &str = "student";

const HEAD: &str = include_str!("../files/assignment/head.toml");
const README: &str = include_str!("../files/assignment/README.md");
const LABELS: &str = include_str!("../files/assignment/submissions.md");
const WORKFLOW: &str = include_str!("../files/assignment/prove.yml");
const IGNORED: &str = include_str!("../files/assignment/gitignore");

/// The line that the rubric begins with after its head.
const AFTER_HEAD: &str = "# The version of this format.";

/// The table of the rubric that is on in a new assignment, so that something is hidden.
const SWITCHED_ON: &str = "#[puzzles.visibility]";

/// The labelled submissions that a new assignment has: right ones, and some with a fault.
const LABELLED: [&str; 6] = [
    "right/neighbors-in-a-vec",
    "right/one-queue",
    "faults/hamming-counts-blank",
    "faults/twin-moves-blank",
    "faults/path-reversed",
    "faults/greedy",
];

/// The files of an assignment that is the default one with some puzzles hidden, but for the student's
/// repository, which is made from it.
///
/// # Panics
///
/// If the program does not carry what it should, which a test would find out.
pub fn assignment() -> Files {
    let mut files = Files::new();
    let mut add = |path: &str, text: String| {
        files.insert(path.to_owned(), text);
    };
    add(RUBRIC, rubric());
    for (file, text) in PUZZLES {
        add(&format!("puzzles/{file}"), (*text).to_owned());
    }
    for name in LABELLED {
        let file = format!("{name}.toml");
        let text = CORPUS.iter().find(|(path, _)| *path == file).map(|(_, text)| *text);
        add(&format!("submissions/{file}"), without_pins(text.expect("a label of the corpus")));
    }
    for (file, text) in RECIPES {
        add(&format!("recipes/{file}"), (*text).to_owned());
    }
    add("submissions/README.md", LABELS.to_owned());
    add("README.md", README.to_owned());
    add(".gitignore", IGNORED.to_owned());
    // Commands in this folder grade with the compiler that students have.
    add("rust-toolchain.toml", RUST_TOOLCHAIN.to_owned());
    let workflow = WORKFLOW.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    add(".github/workflows/prove.yml", workflow);
    files
}

fn rubric() -> String {
    let start = ASSIGNMENT.find(AFTER_HEAD).expect("the rubric has a head");
    let (mut text, mut is_on) = (HEAD.to_owned(), false);
    for line in ASSIGNMENT[start..].lines() {
        is_on = line == SWITCHED_ON || is_on && !line.is_empty();
        let option = options::option(line).filter(|_| is_on);
        text.push_str(option.unwrap_or(line));
        text.push('\n');
    }
    text
}

/// A label without what it pins of the failures: that holds for the puzzles of the default assignment,
/// and the ones here are going to be changed.
fn without_pins(label: &str) -> String {
    let parts = label.split("\n\n").filter(|part| !part.starts_with("[[shows]]"));
    parts.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::*;

    #[test]
    fn labels_keep_all_but_their_pins() {
        let files = assignment();
        for name in LABELLED {
            let label: Table = files[&format!("submissions/{name}.toml")].parse().unwrap();
            let keys: Vec<&str> = label.keys().map(String::as_str).collect();
            assert_eq!(keys, ["about", "edit", "fails"], "{name}");
            let is_right = label["fails"].as_array().unwrap().is_empty();
            assert_eq!(is_right, name.starts_with("right/"), "{name}");
        }
    }

    #[test]
    fn some_puzzles_are_hidden_and_other_options_off() {
        let rubric: Table = rubric().parse().unwrap();
        let hidden = rubric["puzzles"]["visibility"].as_table().unwrap();
        assert!(hidden.values().any(|it| it.as_str() == Some("hidden")), "{hidden}");
        assert!(!rubric.contains_key("late"));
        let default: Table = ASSIGNMENT.parse().unwrap();
        assert_eq!(rubric["checks"], default["checks"]);
    }

    #[test]
    fn the_readme_names_files_that_are_there() {
        let files = assignment();
        for name in ["assignment.toml", "puzzles", "submissions", "recipes"] {
            assert!(README.contains(&format!("`{name}")), "{name}");
            let folder = format!("{name}/");
            assert!(files.keys().any(|file| file == name || file.starts_with(&folder)), "{name}");
        }
    }
}
