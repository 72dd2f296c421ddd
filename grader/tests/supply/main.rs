//! Checks the licenses, versions and sources of dependencies against `deny.toml`.
//!
//! `cargo deny check licenses bans sources` checks the same rules, but building it takes longer than building the
//! grader. These tests ask cargo about the packages for this machine, and read `Cargo.lock` for all others.

mod release;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value as Json;
use toml::Table;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn table(file: &str) -> Table {
    let text = fs::read_to_string(Path::new(ROOT).join(file)).expect("it is in the repository");
    text.parse().expect("it is TOML")
}

fn texts<'a>(list: &'a toml::Value, key: Option<&str>) -> BTreeSet<&'a str> {
    let text = |item: &'a toml::Value| key.map_or(item, |key| &item[key]).as_str().expect("a text");
    list.as_array().expect("a list").iter().map(text).collect()
}

/// Runs a program that must succeed, and returns the output. Kills a program that hangs.
fn printed(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(ROOT).timeout(Duration::from_mins(10));
    String::from_utf8(command.assert().success().get_output().stdout.clone()).expect("text")
}

fn packages() -> Vec<Json> {
    let host = printed("rustc", &["--version", "--verbose"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("its host");
    // All packages have already been downloaded, so work offline.
    let asked = ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform"];
    let metadata = printed(env!("CARGO"), &[&asked[..], &[host]].concat());
    let metadata: Json = serde_json::from_str(&metadata).expect("it is JSON");
    metadata["packages"].as_array().expect("a list").clone()
}

fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let is_kept = any_of(&words, &mut at, allowed);
    is_kept && at == words.len()
}

fn any_of(words: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut is_kept = all_of(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        is_kept |= all_of(words, at, allowed);
    }
    is_kept
}

fn all_of(words: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut is_kept = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        is_kept &= one(words, at, allowed);
    }
    is_kept
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let is_kept = any_of(words, at, allowed);
        *at += 1;
        return is_kept;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return allowed.contains(format!("{word} WITH {exception}").as_str());
    }
    allowed.contains(word)
}

#[test]
fn parses_spdx_expressions() {
    let allowed = BTreeSet::from(["MIT", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "GPL-3.0/MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in [
        "",
        "GPL-3.0",
        "Apache-2.0",
        "MIT AND GPL-3.0",
        "(MIT OR GPL-3.0) AND GPL-3.0",
        "Apache-2.0 WITH GCC-exception",
        "MIT GPL-3.0",
    ] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

#[test]
fn used_licenses_match_the_allowed_licenses() {
    let rules = table("deny.toml");
    let allowed = texts(&rules["licenses"]["allow"], None);
    let mut used = BTreeSet::new();
    for package in packages().iter().filter(|package| !package["source"].is_null()) {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{}: `{licence}`", package["name"]);
        used.extend(allowed.iter().filter(|crate_name| {
            let others = allowed.iter().copied().filter(|other| other != *crate_name).collect();
            !is_allowed(licence, &others)
        }));
    }
    assert_eq!(used, allowed, "what no package needs is not allowed either");
}

#[test]
fn dependencies_come_only_from_the_registry() {
    let lock = table("Cargo.lock");
    for package in lock["package"].as_array().expect("a list") {
        let Some(source) = package.get("source") else { continue };
        assert_eq!(source.as_str(), Some(REGISTRY), "{}", package["name"]);
        assert!(package.get("checksum").is_some(), "{}", package["name"]);
    }
}

#[test]
fn no_dependency_has_a_wildcard_version() {
    for package in packages() {
        for dependency in package["dependencies"].as_array().expect("a list") {
            let is_any = dependency["req"] == "*" && dependency["path"].is_null();
            assert!(!is_any, "{} wants any {}", package["name"], dependency["name"]);
        }
    }
}

#[test]
fn duplicate_versions_match_the_skip_list() {
    let (lock, rules) = (table("Cargo.lock"), table("deny.toml"));
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("a list") {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().expect("a text"));
        versions.entry(name).or_default().push(version);
    }
    // Versions are sorted in the lock file.
    let older = |(name, versions): (&&str, &Vec<&str>)| -> Vec<String> {
        let newest = versions.len() - 1;
        versions[..newest].iter().map(|version| format!("{name}@{version}")).collect()
    };
    let older: BTreeSet<String> = versions.iter().flat_map(older).collect();
    let known = texts(&rules["bans"]["skip"], Some("crate"));
    assert_eq!(older, known.into_iter().map(str::to_owned).collect());
}
