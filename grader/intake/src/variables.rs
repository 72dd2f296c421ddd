//! The variables that cargo sets for a package during compilation. The grader needs to set them as well, just from the
//! manifest.

use std::collections::BTreeMap;

/// The values, by name.
pub(crate) type Variables = BTreeMap<&'static str, String>;

/// The path to report as the crate's folder. The real folder differs between machines.
const FOLDER: &str = "/submission";

/// The maximum number of characters in a value, because environments have limited space.
/// Linux allows 128 KiB for one variable and a quarter of the stack for all. There are 17 with up to four bytes per
/// character.
const MAX: usize = 4096;

/// The variables from the manifest, each with the key in `package`.
const OF_PACKAGE: [(&str, &str); 9] = [
    ("CARGO_PKG_NAME", "name"),
    ("CARGO_PKG_VERSION", "version"),
    ("CARGO_PKG_DESCRIPTION", "description"),
    ("CARGO_PKG_HOMEPAGE", "homepage"),
    ("CARGO_PKG_REPOSITORY", "repository"),
    ("CARGO_PKG_LICENSE", "license"),
    ("CARGO_PKG_LICENSE_FILE", "license-file"),
    ("CARGO_PKG_RUST_VERSION", "rust-version"),
    ("CARGO_PKG_README", "readme"),
];

/// The computed variables.
const OTHERS: [&str; 8] = [
    "CARGO_PKG_AUTHORS",
    "CARGO_PKG_VERSION_MAJOR",
    "CARGO_PKG_VERSION_MINOR",
    "CARGO_PKG_VERSION_PATCH",
    "CARGO_PKG_VERSION_PRE",
    "CARGO_CRATE_NAME",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
];

/// Returns `true` if a variable with this name is supported.
pub fn is_known(name: &str) -> bool {
    OTHERS.contains(&name) || OF_PACKAGE.iter().any(|(known, _)| *known == name)
}

/// Returns the variables for a package. `value` looks up a key in the manifest.
pub(super) fn cargo_variables(
    value: impl Fn(&str) -> Option<String>,
    authors: &[&str],
    crate_name: &str,
) -> Variables {
    let default = |key: &str| match key {
        "name" => "submission",
        "version" => "0.0.0",
        _ => "",
    };
    let of_package = OF_PACKAGE.into_iter().map(|(name, key)| {
        let value = value(key).unwrap_or_else(|| default(key).to_owned());
        (name, value)
    });
    let mut variables: Variables = of_package.collect();
    let version = variables["CARGO_PKG_VERSION"].clone();
    // What comes after `+` is build metadata, which has no variable.
    let (version, _) = version.split_once('+').unwrap_or((&version, ""));
    let (numbers, pre) = version.split_once('-').unwrap_or((version, ""));
    let mut numbers = numbers.split('.');
    for name in ["MAJOR", "MINOR", "PATCH"] {
        let name = OTHERS.into_iter().find(|known| known.ends_with(name)).unwrap_or_default();
        // Cargo would refuse such a version, but the sources can still be graded.
        variables.insert(name, numbers.next().unwrap_or("0").to_owned());
    }
    variables.insert("CARGO_PKG_VERSION_PRE", pre.to_owned());
    variables.insert("CARGO_PKG_AUTHORS", authors.join(":"));
    variables.insert("CARGO_CRATE_NAME", crate_name.to_owned());
    variables.insert("CARGO_MANIFEST_DIR", FOLDER.to_owned());
    variables.insert("CARGO_MANIFEST_PATH", format!("{FOLDER}/Cargo.toml"));
    for value in variables.values_mut() {
        // Environment variables cannot contain null characters.
        *value = value.chars().filter(|c| *c != '\0').take(MAX).collect();
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_variables_come_from_the_manifest() {
        let value = |key: &str| match key {
            "name" => Some("my-puzzle".to_owned()),
            "version" => Some("1.2.3-beta.1+x".to_owned()),
            "description" => Some("a\0b".to_owned()),
            _ => None,
        };
        let variables = cargo_variables(value, &["A", "B"], "my_puzzle");
        for (name, expected) in [
            ("CARGO_PKG_NAME", "my-puzzle"),
            ("CARGO_PKG_VERSION", "1.2.3-beta.1+x"),
            ("CARGO_PKG_VERSION_MAJOR", "1"),
            ("CARGO_PKG_VERSION_PATCH", "3"),
            ("CARGO_PKG_VERSION_PRE", "beta.1"),
            ("CARGO_PKG_AUTHORS", "A:B"),
            ("CARGO_PKG_DESCRIPTION", "ab"),
            ("CARGO_PKG_HOMEPAGE", ""),
            ("CARGO_CRATE_NAME", "my_puzzle"),
            ("CARGO_MANIFEST_DIR", "/submission"),
        ] {
            assert_eq!(variables[name], expected, "{name}");
        }
        assert!(variables.keys().all(|name| is_known(name)));
        assert!(!is_known("HOME") && !is_known("CARGO") && !is_known("OUT_DIR"));
        assert_eq!(cargo_variables(|_| None, &[], "submission")["CARGO_PKG_VERSION"], "0.0.0");
    }
}
