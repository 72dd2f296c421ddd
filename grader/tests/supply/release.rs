//! Checks that releases are consistent: the workflow, the documentation and the settings for `cargo binstall` must
//! agree, and the tools to build a release must be pinned.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{ROOT, table};

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).expect("it is in the repository")
}

fn targets(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let words = text.split(|c: char| !is_part(c)).map(|word| {
        let begin = word.find("x86_64-").or_else(|| word.find("aarch64-"));
        begin.map_or(word, |begin| &word[begin..])
    });
    words.filter(|word| word.starts_with("x86_64-") || word.starts_with("aarch64-")).collect()
}

#[test]
fn built_targets_are_tested_and_documented() {
    let workflow = text(".github/workflows/release.yml");
    let part = |from: &str, to: &str| {
        let begin = workflow.find(from).expect(from);
        &workflow[begin..begin + workflow[begin..].find(to).expect(to)]
    };
    let built = targets(part("  build:", "    runs-on:"));
    assert_eq!(built.len(), 5, "{built:?}");
    assert!(workflow.contains(&format!("| wc -l)\" = {}", built.len())), "the count of archives");
    assert_eq!(targets(part("  try:", "    runs-on:")), built);
    let page = text("docs/book/src/install.md");
    let (before, _) = page.split_once("Take the version").expect("the table");
    assert_eq!(targets(before), built);
}

#[test]
fn archive_names_match_the_binstall_metadata() {
    let manifest = table("grader/Cargo.toml");
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let script = text(".ci/dist");
    assert!(script.contains("name=grader-$version-$target\n"), "the name of an archive");
    let windows = &binstall["overrides"]["x86_64-pc-windows-gnu"];
    for (metadata, ending, format) in [(binstall, "tar.gz", "tgz"), (windows, "zip", "zip")] {
        let url = metadata["pkg-url"].as_str().expect("an address");
        let name = format!("/v{{ version }}/grader-{{ version }}-{{ target }}.{ending}");
        assert!(url.ends_with(&name) && script.contains(&format!("archive={ending}")), "{url}");
        assert_eq!(metadata["pkg-fmt"].as_str(), Some(format));
    }
    let program = binstall["bin-dir"].as_str();
    assert_eq!(program, Some("grader-{ version }-{ target }/{ bin }{ binary-ext }"));
}

#[test]
fn every_workflow_action_is_pinned_to_a_commit() {
    let workflows = fs::read_dir(Path::new(ROOT).join(".github/workflows")).expect("the workflows");
    let mut pinned = 0;
    for file in workflows {
        let file = file.expect("a workflow").path();
        let workflow = fs::read_to_string(&file).expect("a text");
        let uses =
            workflow.lines().filter_map(|line| line.split_once("uses: ")).map(|parts| parts.1);
        for action in uses.filter(|action| !action.starts_with("./")) {
            let (_, commit) = action.split_once('@').expect("an action at a commit");
            let (commit, version) = commit.split_once(" # v").expect("a commit, and its version");
            let is_hash = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_hash && !version.is_empty(), "{action}");
            pinned += 1;
        }
        assert!(!workflow.contains("actions/cache"), "{} uses other runs", file.display());
    }
    assert!(pinned > 5, "{pinned} actions");
}

#[test]
fn the_changelog_has_a_short_section_for_the_version() {
    let manifest = table("Cargo.toml");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a version");
    let changelog = text("CHANGELOG.md");
    let heading = format!("\n## {version} - ");
    let (_, section) = changelog.split_once(&heading).expect("a section for the version");
    let lines = section.lines().take_while(|line| !line.starts_with("## ")).count();
    assert!(lines <= 40, "{lines} lines: more than one screen");
}
