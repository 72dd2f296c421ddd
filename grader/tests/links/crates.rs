//! The diagram of the crates in `ARCHITECTURE.md`, against the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toml::Table;

use super::ROOT;

/// The line above the diagram, and the one below it.
const MARKS: [&str; 2] = ["```text crates\n", "```\n"];

/// Set to anything, this has the test write the diagram.
const UPDATE: &str = "UPDATE";

/// Crates by name, each with others.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn manifest(path: &Path) -> Table {
    let file = path.join("Cargo.toml");
    let text = fs::read_to_string(&file).expect("a manifest that can be read");
    text.parse().expect("a manifest in TOML")
}

/// The crates of the workspace, each with those that it is built with; tests may use more.
fn built_with() -> Arrows {
    let workspace = manifest(Path::new(ROOT));
    let members = workspace["workspace"]["members"].as_array().expect("a list of members");
    let mut all = Arrows::new();
    for member in members {
        let manifest = manifest(&Path::new(ROOT).join(member.as_str().expect("a path")));
        let for_targets = manifest.get("target").and_then(toml::Value::as_table);
        let tables =
            for_targets.into_iter().flat_map(Table::values).filter_map(toml::Value::as_table);
        let tables = tables.chain([&manifest]);
        let dependencies = tables.flat_map(|table| {
            let kinds = ["dependencies", "build-dependencies"];
            kinds.into_iter().filter_map(|kind| table.get(kind)?.as_table()).flat_map(Table::keys)
        });
        let name = manifest["package"]["name"].as_str().expect("a name");
        all.insert(name.to_owned(), dependencies.cloned().collect());
    }
    let names: BTreeSet<String> = all.keys().cloned().collect();
    for dependencies in all.values_mut() {
        dependencies.retain(|it| names.contains(it));
    }
    all
}

/// All crates below one, whether it names them or another below it does.
fn below<'a>(all: &'a Arrows, name: &str) -> BTreeSet<&'a str> {
    let direct = || all[name].iter().map(String::as_str);
    direct().chain(direct().flat_map(|it| below(all, it))).collect()
}

/// The number of the floor that a crate is on: one above the highest that it is built with.
fn floor(all: &Arrows, name: &str) -> usize {
    all[name].iter().map(|it| floor(all, it) + 1).max().unwrap_or_default()
}

/// The diagram: from the top floor down, each crate with the arrows to those that no other arrow reaches.
fn diagram(all: &Arrows) -> String {
    let mut crates: Vec<(usize, &str)> =
        all.keys().map(|name| (floor(all, name), name.as_str())).collect();
    crates.sort_by_key(|(floor, name)| (usize::MAX - floor, *name));
    let widest = all.keys().map(String::len).max().unwrap_or_default();
    let mut text = String::new();
    for (_, name) in crates {
        let is_through_another =
            |it: &&String| all[name].iter().any(|other| below(all, other).contains(it.as_str()));
        let arrows: Vec<&str> =
            all[name].iter().filter(|it| !is_through_another(it)).map(String::as_str).collect();
        let line = match &arrows[..] {
            [] => name.to_owned(),
            arrows => format!("{name:widest$} ──> {}", arrows.join(", ")),
        };
        let _ = writeln!(text, "{line}");
    }
    text
}

#[test]
fn the_diagram_has_every_dependency() {
    let path = Path::new(ROOT).join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(MARKS[0]).expect("the mark above the diagram");
    let (found, after) = rest.split_once(MARKS[1]).expect("the mark below the diagram");
    let right = diagram(&built_with());
    if env::var_os(UPDATE).is_some() {
        let page = [before, MARKS[0], &right, MARKS[1], after].concat();
        fs::write(path, page).expect("the page can be written");
        return;
    }
    assert!(
        found == right,
        "the diagram of the crates in ARCHITECTURE.md is not what the manifests say. To have it written: \
         {UPDATE}=1 cargo test -p grader --test links\n\n{right}"
    );
}
