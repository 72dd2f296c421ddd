//! What a submission's `Cargo.toml` is read for: the edition and the names of dependencies.

use std::fmt;

use toml::{Table, Value};

/// An edition of Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// 2015, which cargo takes where a manifest names none.
    E2015,
    /// 2018.
    E2018,
    /// 2021.
    E2021,
    /// 2024, which the grader takes where there is no manifest.
    #[default]
    E2024,
}

impl Edition {
    /// Its year.
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

/// Something in a manifest, or beside it, that a submission may not have.
///
/// It costs the check `compile.build`; the code is compiled all the same, without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestFault {
    /// The manifest is no TOML.
    Unreadable {
        /// What the reader of TOML says, in one line.
        message: String,
    },
    /// An edition that does not exist.
    Edition(String),
    /// A dependency other than `slider`.
    Dependency(String),
    /// A build script.
    BuildScript,
    /// A crate of procedural macros.
    MacroCrate,
}

impl fmt::Display for ManifestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { message } => write!(f, "`Cargo.toml` cannot be read: {message}"),
            Self::Edition(year) => write!(f, "`Cargo.toml` names the unknown edition `{year}`"),
            Self::Dependency(name) => {
                write!(f, "`Cargo.toml` depends on `{name}`; only `slider` is allowed")
            }
            Self::BuildScript => write!(f, "the crate has a build script, which is never run"),
            Self::MacroCrate => write!(f, "the crate is one of procedural macros"),
        }
    }
}

/// The name by which code names the library of this manifest, if it tells one.
pub(super) fn crate_name(text: &str) -> Option<String> {
    let manifest: Table = text.parse().ok()?;
    let name = |table| manifest.get(table)?.as_table()?.get("name")?.as_str();
    let name = name("lib").or_else(|| name("package"))?.replace('-', "_");
    let is_identifier = !name.starts_with(|c: char| c.is_ascii_digit())
        && name.contains(|c: char| c != '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_identifier.then_some(name)
}

/// Reads a manifest. Whatever is wrong with it, the rest of the submission can still be graded.
pub(super) fn read(text: &str) -> (Edition, Vec<ManifestFault>) {
    let manifest: Table = match text.parse() {
        Ok(manifest) => manifest,
        Err(error) => {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            let message = format!("{place}{}", error.message());
            return (Edition::default(), vec![ManifestFault::Unreadable { message }]);
        }
    };
    let mut faults = Vec::new();
    let package = manifest.get("package").and_then(Value::as_table);
    let edition = match package.and_then(|package| package.get("edition")) {
        None => Edition::E2015,
        Some(Value::String(year)) => Edition::of_year(year).unwrap_or_else(|| {
            faults.push(ManifestFault::Edition(year.clone()));
            Edition::default()
        }),
        // Inherited from a workspace, which is not handed in with it.
        Some(_) => Edition::default(),
    };
    faults.extend(foreign_dependencies(&manifest).map(ManifestFault::Dependency));
    let build = package.and_then(|package| package.get("build"));
    if build.is_some_and(|build| *build != Value::Boolean(false)) {
        faults.push(ManifestFault::BuildScript);
    }
    let library = manifest.get("lib").and_then(Value::as_table);
    let is_macro = |key| library.and_then(|lib| lib.get(key)) == Some(&Value::Boolean(true));
    if is_macro("proc-macro") || is_macro("proc_macro") {
        faults.push(ManifestFault::MacroCrate);
    }
    (edition, faults)
}

/// The dependencies other than `slider` that the library itself has; those of tests do not count.
fn foreign_dependencies(manifest: &Table) -> impl Iterator<Item = String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let tables = std::iter::once(manifest).chain(targets);
    let kinds = ["dependencies", "build-dependencies"];
    let lists = tables.flat_map(move |table| kinds.map(|kind| table.get(kind)));
    let names = lists.flatten().filter_map(Value::as_table).flat_map(Table::keys);
    names.filter(|name| *name != "slider").cloned().collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_manifest_has_no_faults() {
        let text = "[package]\nname = \"x\"\nedition = \"2021\"\n[dependencies]\nslider = \"1\"\n\
                    [dev-dependencies]\nproptest = \"1\"\n[lib]\npath = \"src/lib.rs\"\n";
        assert_eq!(read(text), (Edition::E2021, Vec::new()));
        assert_eq!(read("[package]\nname = \"x\"\n"), (Edition::E2015, Vec::new()));
        assert_eq!(read("[package]\nedition.workspace = true\n"), (Edition::E2024, Vec::new()));
    }

    #[test]
    fn a_library_is_named_the_way_that_code_names_it() {
        let name = |text| crate_name(text);
        assert_eq!(name("[package]\nname = \"my-8-puzzle\"\n").as_deref(), Some("my_8_puzzle"));
        let library = "[package]\nname = \"x\"\n[lib]\nname = \"puzzle\"\n";
        assert_eq!(name(library).as_deref(), Some("puzzle"));
        for text in ["", "[package]\n", "[package]\nname = \"8; x\"\n", "[package"] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let text = "[package]\nedition = \"2031\"\nbuild = \"x.rs\"\n[dependencies]\nrand = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n[lib]\nproc-macro = true\n";
        let (edition, faults) = read(text);
        assert_eq!(edition, Edition::E2024);
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "`Cargo.toml` names the unknown edition `2031`",
                "`Cargo.toml` depends on `rand`; only `slider` is allowed",
                "`Cargo.toml` depends on `libc`; only `slider` is allowed",
                "the crate has a build script, which is never run",
                "the crate is one of procedural macros",
            ]
        );
        let (_, faults) = read("[package]\nname = \n");
        assert!(matches!(&faults[..], [ManifestFault::Unreadable { message }]
            if message.starts_with("line 2: ")));
    }
}
