//! Checks the crates in `ARCHITECTURE.md`: the dependencies in the table must be those in the manifests, and the
//! diagram must show each crate below the crates that depend on it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::ROOT;

/// The crates of the workspace, and the workspace crates that each depends on.
type Crates = BTreeMap<String, BTreeSet<String>>;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the folders of all crates.
fn members() -> Vec<String> {
    let root = read("Cargo.toml");
    let (_, members) = root.split_once("\nmembers = [").expect("a list of members");
    let (members, _) = members.split_once(']').expect("the end of the list");
    members.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Reads the dependencies of all crates from the manifests, without dev-dependencies.
fn from_manifests() -> Crates {
    from_manifests_in("")
}

/// Reads the dependencies of the crates in a folder.
fn from_manifests_in(wing: &str) -> Crates {
    let mut crates = Crates::new();
    let is_inside = |folder: &String| Path::new(folder).starts_with(wing);
    for folder in members().into_iter().filter(is_inside) {
        let mut section = "";
        let mut name = None;
        let mut dependencies = BTreeSet::new();
        let manifest = read(&format!("{folder}/Cargo.toml"));
        for line in manifest.lines() {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']');
            } else if let Some((key, value)) = line.split_once('=') {
                let key = key.trim();
                let is_of_tests = section.contains("dev-dependencies");
                if section == "package" && key == "name" {
                    name = Some(value.trim().trim_matches('"').to_owned());
                } else if section.ends_with("dependencies") && !is_of_tests {
                    dependencies.extend(key.split('.').next().map(str::to_owned));
                }
            }
        }
        crates.insert(name.unwrap_or_else(|| panic!("{folder} has no name")), dependencies);
    }
    crates
}

/// Leaves out dependencies from outside of the workspace.
fn within_the_workspace(mut crates: Crates) -> Crates {
    let names: BTreeSet<String> = crates.keys().cloned().collect();
    for dependencies in crates.values_mut() {
        dependencies.retain(|dependency| names.contains(dependency));
    }
    crates
}

/// Returns the rows of the table with a header that ends with "depends on".
fn from_table(page: &str) -> Crates {
    let rows = page.lines().skip_while(|line| !line.ends_with("| depends on |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let dependencies = cells[2].split(", ").filter(|name| *name != "-").map(str::to_owned);
        (cells[0].trim_matches('`').to_owned(), dependencies.collect())
    };
    rows.map(row).collect()
}

/// Returns the row of each crate in the diagram, from the top. In a row without indentation, the first word is a
/// layer's name.
fn from_picture(page: &str) -> BTreeMap<String, usize> {
    let (_, picture) = page.split_once("rows below it:\n\n```text\n").expect("a picture of crates");
    let (picture, _) = picture.split_once("```").expect("the end of the picture");
    let mut rows = BTreeMap::new();
    for (number, line) in picture.lines().enumerate() {
        let crates = line.split_whitespace().skip(usize::from(!line.starts_with(' ')));
        rows.extend(crates.map(|name| (name.to_owned(), number)));
    }
    rows
}

/// Only the programs join the folders for different users.
#[test]
fn the_folders_for_different_users_are_independent() {
    let names = |wing: &str| -> BTreeSet<String> { from_manifests_in(wing).into_keys().collect() };
    let (grader, class, lab) = (names("grader"), names("class"), names("lab"));
    for (wing, example) in [(&grader, "checks"), (&class, "gradebook"), (&lab, "player-engine")] {
        assert!(wing.contains(example), "{example}: {wing:?}");
    }
    for (name, dependencies) in from_manifests() {
        let is_program = ["grader", "tools"].contains(&name.as_str());
        for (wing, others) in [(&grader, [&class, &lab]), (&class, [&lab; 2]), (&lab, [&class; 2])]
        {
            let is_free = others.iter().all(|other| dependencies.is_disjoint(other));
            assert!(is_program || !wing.contains(&name) || is_free, "`{name}`: {dependencies:?}");
        }
    }
}

#[test]
fn the_architecture_page_matches_the_manifests() {
    let page = read("ARCHITECTURE.md");
    let crates = within_the_workspace(from_manifests());
    assert!(crates.len() > 15, "only {} crates were found", crates.len());
    let table = from_table(&page);
    assert_eq!(table.keys().collect::<Vec<_>>(), crates.keys().collect::<Vec<_>>());
    for (name, dependencies) in &crates {
        assert_eq!(table[name], *dependencies, "the row of `{name}`");
    }
    let rows = from_picture(&page);
    assert_eq!(rows.keys().collect::<Vec<_>>(), crates.keys().collect::<Vec<_>>());
    for (name, dependencies) in &crates {
        for dependency in dependencies {
            assert!(
                rows[name] < rows[dependency],
                "`{name}` depends on `{dependency}`, which is not below it"
            );
        }
    }
}
