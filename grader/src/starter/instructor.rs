//! Creates an assignment for an instructor: a rubric, puzzles, labelled submissions, and recipes.

use embedded::{ASSIGNMENT, CORPUS, PUZZLES, RECIPES, RUST_TOOLCHAIN};

use super::{ATTRIBUTES, Files};

/// The file name of the rubric.
pub const RUBRIC: &str = "assignment.toml";

/// The default name of the folder for the students' repository, next to the rubric.
pub const STUDENT: &str = "student";

const HEAD: &str = include_str!("files/assignment/head.toml");
const README: &str = include_str!("files/assignment/README.md");
const LABELS: &str = include_str!("files/assignment/submissions.md");
const WORKFLOW: &str = include_str!("files/assignment/prove.yml");
const IGNORED: &str = include_str!("files/assignment/gitignore");

const AFTER_HEAD: &str = "# The version of this format.";

/// The tables to enable in a new assignment, which hide some puzzles and draw others from a private seed.
const SWITCHED_ON: [&str; 2] = ["#[puzzles.visibility]", "#[private]"];

/// The private seed in the default rubric, where the table is off.
const NO_SEED: &str = "a secret text of at least 16 characters";

const LABELLED: [&str; 6] = [
    "right/neighbors-in-a-vec",
    "right/one-queue",
    "faults/hamming-counts-blank",
    "faults/twin-moves-blank",
    "faults/path-reversed",
    "faults/critical-optimization-not-to-root",
];

/// Returns the files of a new assignment: the default assignment, with some hidden puzzles and this private seed. The
/// students' repository is not included, since it will be generated from these files.
///
/// # Panics
///
/// Panics if an embedded file is missing, which a test rules out.
pub fn assignment_files(private_seed: &str) -> Files {
    let mut files = Files::new();
    let mut add = |path: &str, text: String| {
        files.insert(path.to_owned(), text);
    };
    add(RUBRIC, new_rubric(private_seed));
    for (file, text) in PUZZLES {
        add(&format!("puzzles/{file}"), (*text).to_owned());
    }
    for name in LABELLED {
        let file = format!("{name}.toml");
        let text = CORPUS.iter().find(|(path, _)| *path == file).map(|(_, text)| *text);
        add(&format!("submissions/{file}"), without_pins(text.expect("a label from the corpus")));
    }
    for (file, text) in RECIPES {
        add(&format!("recipes/{file}"), (*text).to_owned());
    }
    add("submissions/README.md", LABELS.to_owned());
    add("README.md", README.to_owned());
    add(".gitignore", IGNORED.to_owned());
    add(".gitattributes", ATTRIBUTES.to_owned());
    // Make cargo use the students' compiler in this folder.
    add("rust-toolchain.toml", RUST_TOOLCHAIN.to_owned());
    let workflow = WORKFLOW.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    add(".github/workflows/prove.yml", workflow);
    files
}

fn new_rubric(private_seed: &str) -> String {
    let start = ASSIGNMENT.find(AFTER_HEAD).expect("the rubric begins with these lines");
    let (mut text, mut is_on) = (HEAD.to_owned(), false);
    for line in ASSIGNMENT[start..].lines() {
        is_on = SWITCHED_ON.contains(&line) || is_on && !line.is_empty();
        let option = disabled_option(line).filter(|_| is_on);
        text.push_str(option.unwrap_or(line));
        text.push('\n');
    }
    text.replacen(NO_SEED, private_seed, 1)
}

/// Removes the `[[shows]]` tables from a label, since they depend on the default puzzles, which instructors will
/// change.
fn without_pins(label: &str) -> String {
    let parts = label.split("\n\n").filter(|part| !part.starts_with("[[shows]]"));
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Enables all options in a TOML file.
///
/// The `#` of an option is not followed by a space. In all other comments, it is.
pub fn enable_options(text: &str) -> String {
    text.lines().flat_map(|line| [disabled_option(line).unwrap_or(line), "\n"]).collect()
}

/// Returns the disabled option on a line, if any.
fn disabled_option(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '#'))
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::*;

    const SEED: &str = "0123456789abcdef";

    #[test]
    fn labels_keep_everything_except_the_pinned_failures() {
        let files = assignment_files(SEED);
        for name in LABELLED {
            let label: Table = files[&format!("submissions/{name}.toml")].parse().unwrap();
            let keys = label.keys().map(String::as_str);
            let required: Vec<&str> = keys.filter(|key| *key != "causes").collect();
            assert_eq!(required, ["about", "edit", "fails"], "{name}");
            let is_right = label["fails"].as_array().unwrap().is_empty();
            assert_eq!(is_right, name.starts_with("right/"), "{name}");
        }
    }

    #[test]
    fn some_puzzles_are_hidden_and_other_options_are_off() {
        let rubric: Table = new_rubric(SEED).parse().unwrap();
        assert_eq!(rubric["private"]["seed"].as_str(), Some(SEED));
        let hidden = rubric["puzzles"]["visibility"].as_table().unwrap();
        assert!(
            hidden.values().any(|visibility| visibility.as_str() == Some("hidden")),
            "{hidden}"
        );
        assert!(!rubric.contains_key("late"));
        let default: Table = ASSIGNMENT.parse().unwrap();
        assert_eq!(rubric["checks"], default["checks"]);
    }

    #[test]
    fn the_readme_lists_existing_files() {
        let files = assignment_files(SEED);
        for name in ["assignment.toml", "puzzles", "submissions", "recipes"] {
            assert!(README.contains(&format!("`{name}")), "{name}");
            let folder = format!("{name}/");
            assert!(files.keys().any(|file| file == name || file.starts_with(&folder)), "{name}");
        }
    }

    #[test]
    fn options_are_enabled_and_comments_are_kept() {
        let text = "# Text.\n#\n#[late]\n#due = 1 # text\n   # more\nmax = 2\n## text\n";
        let expected = "# Text.\n#\n[late]\ndue = 1 # text\n   # more\nmax = 2\n## text\n";
        assert_eq!(enable_options(text), expected);
    }
}
