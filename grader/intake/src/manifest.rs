//! Reads the relevant parts of a submission's `Cargo.toml`: the edition, the library's root and name, the features, and
//! the names of the `slider` dependency. Everything else is ignored or reported as a fault.

mod fault;

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::tokens::is_name;
use super::tree::resolve;
use super::variables::{self, Variables};
pub use fault::{ManifestFault, ManifestProblem};

/// A Rust edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// 2015, cargo's default if a manifest does not specify an edition.
    E2015,
    /// 2018.
    E2018,
    /// 2021.
    E2021,
    /// 2024, the grader's default if there is no manifest.
    #[default]
    E2024,
}

impl Edition {
    /// Returns the year.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::E2015 => "2015",
            Self::E2018 => "2018",
            Self::E2021 => "2021",
            Self::E2024 => "2024",
        }
    }

    fn of_year(year: &str) -> Option<Self> {
        [Self::E2015, Self::E2018, Self::E2021, Self::E2024]
            .into_iter()
            .find(|edition| edition.as_str() == year)
    }
}

/// The library settings in a manifest that affect compilation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Package {
    /// The edition.
    pub edition: Edition,
    /// The enabled features: the default features, and all that they enable.
    pub features: BTreeSet<String>,
    /// The names for `slider` in the code.
    pub slider: BTreeSet<String>,
    /// The library root, and the manifest line that specifies it.
    pub(super) root: Option<(String, u32)>,
    /// The name for the library in other code, if any.
    pub(super) crate_name: Option<String>,
    pub(super) variables: Variables,
}

impl Default for Package {
    fn default() -> Self {
        Self {
            edition: Edition::default(),
            features: BTreeSet::new(),
            slider: BTreeSet::from(["slider".to_owned()]),
            root: None,
            crate_name: None,
            variables: variables::cargo_variables(|_| None, &[], "submission"),
        }
    }
}

struct Manifest<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
}

impl<'a> Manifest<'a> {
    fn line_of_span(&self, span: &std::ops::Range<usize>) -> Option<u32> {
        let line = 1 + self.text.get(..span.start)?.matches('\n').count();
        u32::try_from(line).ok()
    }

    fn fault_at<T>(&self, at: &Spanned<T>, what: ManifestProblem) -> ManifestFault {
        ManifestFault { line: self.line_of_span(&at.span()), what }
    }

    fn value_at(&self, keys: [&str; 2]) -> Option<&'a Spanned<DeValue<'a>>> {
        as_table(self.table.get(keys[0])?)?.get(keys[1])
    }

    fn text_of(&self, keys: [&str; 2]) -> Option<&'a str> {
        self.value_at(keys)?.get_ref().as_str()
    }
}

fn as_table<'a>(value: &'a Spanned<DeValue<'a>>) -> Option<&'a DeTable<'a>> {
    value.get_ref().as_table()
}

/// Reads a manifest. Faults do not prevent grading.
pub(super) fn read_manifest(text: &str) -> (Package, Vec<ManifestFault>) {
    read_member(text, None)
}

/// Reads a manifest that may inherit the edition from a workspace.
pub(super) fn read_member(text: &str, workspace: Option<&str>) -> (Package, Vec<ManifestFault>) {
    let parsed = match DeTable::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            let what = ManifestProblem::Unreadable { message: error.message().to_owned() };
            let line = line.and_then(|line| u32::try_from(line).ok());
            return (Package::default(), vec![ManifestFault { line, what }]);
        }
    };
    let manifest = Manifest { text, table: parsed.get_ref() };
    let mut faults = Vec::new();
    let edition = match manifest.value_at(["package", "edition"]) {
        None => Edition::E2015,
        Some(value) => match value.get_ref().as_str() {
            Some(year) => Edition::of_year(year).unwrap_or_else(|| {
                faults.push(manifest.fault_at(value, ManifestProblem::Edition(year.to_owned())));
                Edition::default()
            }),
            // The edition should be inherited from a workspace, which might be missing.
            None => workspace.and_then(edition_for_workspace_members).unwrap_or_default(),
        },
    };
    let features = enabled_features(&manifest, &mut faults);
    let slider = slider_names(&manifest, &features, &mut faults);
    if let Some(build) = manifest.value_at(["package", "build"])
        && build.get_ref().as_bool() != Some(false)
    {
        faults.push(manifest.fault_at(build, ManifestProblem::BuildScript));
    }
    for key in ["proc-macro", "proc_macro"] {
        if let Some(value) =
            manifest.value_at(["lib", key]).filter(|value| value.get_ref().as_bool() == Some(true))
        {
            faults.push(manifest.fault_at(value, ManifestProblem::MacroCrate));
        }
    }
    let root = manifest.value_at(["lib", "path"]).and_then(|path| {
        let line = manifest.line_of_span(&path.span()).unwrap_or_default();
        Some((path.get_ref().as_str()?.to_owned(), line))
    });
    let crate_name = crate_name(&manifest);
    let authors =
        manifest.value_at(["package", "authors"]).and_then(|value| value.get_ref().as_array());
    let authors: Vec<&str> = authors
        .into_iter()
        .flat_map(|authors| authors.iter())
        .filter_map(|author| author.get_ref().as_str())
        .collect();
    let value = |key: &str| manifest.text_of(["package", key]).map(str::to_owned);
    let variables =
        variables::cargo_variables(value, &authors, crate_name.as_deref().unwrap_or("submission"));
    (Package { edition, features, slider, root, crate_name, variables }, faults)
}

pub(super) fn root_path_of_manifest(text: &str) -> Option<String> {
    let (Package { root, .. }, _) = read_manifest(text);
    resolve("", &root?.0)
}

fn edition_for_workspace_members(text: &str) -> Option<Edition> {
    let table = DeTable::parse(text).ok()?.into_inner();
    let package = table.get("workspace")?.get_ref().get("package")?;
    Edition::of_year(package.get_ref().get("edition")?.get_ref().as_str()?)
}

/// Returns `true` if the manifest defines a workspace, with or without a package.
pub(super) fn is_workspace(text: &str) -> bool {
    DeTable::parse(text).is_ok_and(|table| table.get_ref().contains_key("workspace"))
}

pub(super) fn package_name(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?.into_inner();
    Some(table.get("package")?.get_ref().get("name")?.get_ref().as_str()?.to_owned())
}

/// Returns the name of the library, if it is valid in code.
fn crate_name(manifest: &Manifest<'_>) -> Option<String> {
    let name =
        manifest.text_of(["lib", "name"]).or_else(|| manifest.text_of(["package", "name"]))?;
    let name = name.replace('-', "_");
    let is_identifier = !name.starts_with(|c: char| c.is_ascii_digit())
        && name.contains(|c: char| c != '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_identifier.then_some(name)
}

/// Returns the enabled features: `default` and everything that it enables.
fn enabled_features(manifest: &Manifest<'_>, faults: &mut Vec<ManifestFault>) -> BTreeSet<String> {
    let mut on = BTreeSet::new();
    let Some(all) = manifest.table.get("features").and_then(as_table) else { return on };
    let mut open = vec!["default".to_owned()];
    while let Some(name) = open.pop() {
        // Features may enable each other in a circle.
        let Some(list) = all.get(name.as_str()).filter(|_| !on.contains(&name)) else {
            continue;
        };
        on.insert(name);
        for item in list.get_ref().as_array().into_iter().flat_map(|items| items.iter()) {
            let Some(item_name) = item.get_ref().as_str() else { continue };
            // `dep:x` and `x/feature` refer to dependencies, and `slider` has no features.
            if item_name.contains(['/', ':']) {
                on.extend(item_name.strip_prefix("dep:").map(|name| format!("dep:{name}")));
                continue;
            }
            let is_name = item_name.chars().all(|c| c.is_alphanumeric() || "_-+.".contains(c));
            let is_optional = ["dependencies"]
                .iter()
                .any(|table| manifest.value_at([table, item_name]).is_some());
            if is_name && (all.contains_key(item_name) || is_optional) {
                if is_optional {
                    on.insert(item_name.to_owned());
                }
                open.push(item_name.to_owned());
            } else {
                faults
                    .push(manifest.fault_at(item, ManifestProblem::Feature(item_name.to_owned())));
            }
        }
    }
    on
}

/// Returns the names of `slider` among the regular dependencies. Any other dependency is a fault, except for
/// dev-dependencies.
fn slider_names(
    manifest: &Manifest<'_>,
    features: &BTreeSet<String>,
    faults: &mut Vec<ManifestFault>,
) -> BTreeSet<String> {
    let mut slider = BTreeSet::new();
    let targets = manifest.table.get("target").and_then(as_table);
    let targets = targets.into_iter().flat_map(|tables| tables.values()).filter_map(as_table);
    for tables in std::iter::once(manifest.table).chain(targets) {
        for kind in ["dependencies", "build-dependencies"] {
            for (name, value) in tables.get(kind).and_then(as_table).into_iter().flatten() {
                let (key, value) = (name.get_ref(), value.get_ref());
                let package = value.get("package").and_then(|name| name.get_ref().as_str());
                let package = package.unwrap_or(key);
                if package != "slider" {
                    let (package, known_as) = (package.to_owned(), key.replace('-', "_"));
                    let what = ManifestProblem::Dependency { package, known_as };
                    faults.push(manifest.fault_at(name, what));
                    continue;
                }
                let optional = value.get("optional").and_then(|flag| flag.get_ref().as_bool());
                let is_on = features.contains(&**key) || features.contains(&format!("dep:{key}"));
                if optional == Some(true) && !is_on {
                    faults
                        .push(manifest.fault_at(name, ManifestProblem::Optional(key.to_string())));
                }
                let known_as = key.replace('-', "_");
                if is_name(&known_as) {
                    slider.insert(known_as);
                }
            }
        }
    }
    if slider.is_empty() {
        slider.insert("slider".to_owned());
    }
    slider
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(faults: &[ManifestFault]) -> Vec<String> {
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_plain_manifest_has_no_faults() {
        let edition = |text| {
            let (package, faults) = read_manifest(text);
            assert_eq!(faults, Vec::new(), "{text}");
            package.edition
        };
        let text = "[package]\nname = \"x\"\nedition = \"2021\"\n[dependencies]\nslider = \"1\"\n\
                    [dev-dependencies]\nproptest = \"1\"\n[lib]\npath = \"src/lib.rs\"\n\
                    [lints.rust]\nunsafe_code = \"forbid\"\n[profile.release]\nlto = true\n\
                    [workspace]\n[[bin]]\nname = \"y\"\n";
        assert_eq!(edition(text), Edition::E2021);
        assert_eq!(edition("[package]\nname = \"x\"\n"), Edition::E2015);
        assert_eq!(edition("[package]\nedition.workspace = true\n"), Edition::E2024);
    }

    #[test]
    fn the_library_name_is_the_crate_name_in_code() {
        let name = |text| read_manifest(text).0.crate_name;
        assert_eq!(name("[package]\nname = \"my-8-puzzle\"\n").as_deref(), Some("my_8_puzzle"));
        let library = "[package]\nname = \"x\"\n[lib]\nname = \"puzzle\"\n";
        assert_eq!(name(library).as_deref(), Some("puzzle"));
        for text in ["", "[package]\n", "[package]\nname = \"8; x\"\n", "[package"] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn default_features_are_resolved() {
        let text = "[features]\ndefault = [\"fast\"]\nfast = [\"other\", \"slider/x\"]\nother = []\n\
                    off = [\"more\"]\nmore = []\n";
        let (package, faults) = read_manifest(text);
        assert_eq!(faults, Vec::new());
        assert!(package.features.iter().eq(["default", "fast", "other"]));
        let (package, faults) = read_manifest("[features]\ndefault = [\n\"a\\\"b\", \"none\"]\n");
        assert!(package.features.iter().eq(["default"]));
        assert_eq!(
            shown(&faults),
            [
                "`Cargo.toml:3` enables the unknown feature `a\"b`",
                "`Cargo.toml:3` enables the unknown feature `none`",
            ]
        );
    }

    #[test]
    fn slider_may_be_renamed() {
        let slider = |text| read_manifest(text).0.slider.into_iter().collect::<Vec<_>>();
        assert_eq!(slider(""), ["slider"]);
        assert_eq!(slider("[dependencies]\nmy-puzzle = { package = \"slider\" }\n"), ["my_puzzle"]);
        let (_, faults) = read_manifest("[dependencies]\nslider = { package = \"rand\" }\n");
        assert_eq!(
            shown(&faults),
            ["`rand` in `Cargo.toml:2` is not available: submissions can use only `slider` and \
              std; remove it"]
        );
        let optional = "[dependencies]\nslider = { version = \"1\", optional = true }\n";
        let (_, faults) = read_manifest(optional);
        assert_eq!(
            shown(&faults),
            ["`Cargo.toml:2` makes `slider` optional, but no default feature enables it; remove \
              `optional`"]
        );
        let (_, faults) =
            read_manifest(&format!("{optional}[features]\ndefault = [\"dep:slider\"]\n"));
        assert_eq!(faults, Vec::new());
    }

    #[test]
    fn forbidden_manifest_entries_are_reported() {
        let text = "[package]\nedition = \"2031\"\nbuild = \"x.rs\"\n[dependencies]\nrand = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n[lib]\nproc-macro = true\n";
        let (package, faults) = read_manifest(text);
        assert_eq!(package.edition, Edition::E2024);
        assert_eq!(
            shown(&faults),
            [
                "`Cargo.toml:2` sets the unknown edition `2031`",
                "`rand` in `Cargo.toml:5` is not available: submissions can use only `slider` and \
                 std; remove it",
                "`libc` in `Cargo.toml:7` is not available: submissions can use only `slider` and \
                 std; remove it",
                "the crate has a build script, but build scripts are never run",
                "the crate is a procedural macro crate",
            ]
        );
        let (_, faults) = read_manifest("[package]\nname = \n");
        assert!(shown(&faults)[0].starts_with("cannot read `Cargo.toml:2`: "));
    }

    #[test]
    fn a_member_inherits_the_workspace_edition() {
        let member = "[package]\nname = \"hw\"\nedition.workspace = true\n";
        let workspace =
            "[workspace]\nmembers = [\"hw\"]\n[workspace.package]\nedition = \"2018\"\n";
        let edition = |workspace| read_member(member, workspace).0.edition;
        assert_eq!(edition(Some(workspace)), Edition::E2018);
        assert_eq!(
            (edition(Some("[workspace]\n")), edition(None)),
            (Edition::E2024, Edition::E2024)
        );
        assert!(is_workspace(workspace) && !is_workspace(member) && !is_workspace("[workspace"));
        assert_eq!(package_name(member).as_deref(), Some("hw"));
        assert_eq!(package_name(workspace), None);
    }

    #[test]
    fn the_manifest_may_set_the_library_path() {
        assert_eq!(
            root_path_of_manifest("[lib]\npath = \"./src/puzzle.rs\"\n").as_deref(),
            Some("src/puzzle.rs")
        );
        assert_eq!(root_path_of_manifest("[lib]\npath = \"../x.rs\"\n"), None);
        assert_eq!(root_path_of_manifest(""), None);
    }
}
