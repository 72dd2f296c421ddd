//! Finds the root folder of a submission.

use super::IntakeError;
use super::crate_files::is_readable_without_main_file;
use super::folder::{self, MAX_BYTES};
use super::input::InputPath;
use super::submission::ROOT;
use super::{archive, manifest};

/// The maximum number of wrapper folders around a submission.
/// Packing a folder adds one, unpacking with its own folder another, and a platform the third.
pub(super) const MAX_LEVELS: usize = 3;

/// The maximum number of folders to search.
/// A home folder handed in by mistake has many more, and its search must end.
const MAX_FOLDERS: usize = 1000;

/// Folders within a crate that are never the root of a submission, even with the right files.
pub(super) const PARTS: [&str; 5] = ["src", "tests", "puzzles", "examples", "benches"];

/// Returns `true` if the folder is the root of a submission: a crate or bare files.
pub(super) fn is_root(folder: &InputPath<'_>) -> bool {
    let bare = ["board.rs", "solver.rs", "src/board.rs", "src/solver.rs"];
    folder.join(ROOT).is_file()
        || bare.iter().any(|name| folder.join(name).is_file())
        || (folder.join("src").is_folder() && folder.join("Cargo.toml").is_file())
        || has_named_root(folder)
}

/// Returns `true` if the folder is a submission or a workspace with one.
pub(super) fn is_submission_or_workspace(folder: &InputPath<'_>) -> bool {
    is_root(folder) || (is_workspace(folder) && find_root(folder).is_ok())
}

pub(super) fn read_manifest_text(folder: &InputPath<'_>) -> Option<String> {
    read_small_file(&folder.join("Cargo.toml"))
}

/// Reads a regular file, unless it is too large.
fn read_small_file(file: &InputPath<'_>) -> Option<String> {
    let bytes = file.is_file().then(|| file.read(MAX_BYTES).ok()).flatten().flatten()?;
    String::from_utf8(bytes.into_owned()).ok()
}

fn has_named_root(folder: &InputPath<'_>) -> bool {
    let root = read_manifest_text(folder).and_then(|text| manifest::root_path_of_manifest(&text));
    root.is_some_and(|root| folder.join(&root).is_file())
}

fn is_workspace(folder: &InputPath<'_>) -> bool {
    read_manifest_text(folder).is_some_and(|text| manifest::is_workspace(&text))
}

/// Returns `true` if the folder is the crate that students receive: the `slider` package with the `Board` trait. A
/// student's package may have the same name, but does not declare the trait.
pub(super) fn is_given_crate(folder: &InputPath<'_>) -> bool {
    let name = read_manifest_text(folder).and_then(|text| manifest::package_name(&text));
    let has_trait = |file: &str| {
        read_small_file(&folder.join(file)).is_some_and(|text| text.contains("trait Board"))
    };
    name.as_deref() == Some("slider") && ["src/board.rs", ROOT].into_iter().any(has_trait)
}

/// Returns `true` if the crate has a library, not only binaries.
fn has_library(folder: &InputPath<'_>) -> bool {
    let files = [ROOT, "src/board.rs", "src/solver.rs"];
    files.iter().any(|file| folder.join(file).is_file()) || has_named_root(folder)
}

/// Returns `true` if the folder contains a single submission: it is the root, the only subfolder leads to one, or there
/// is one archive and no subfolder.
pub(super) fn leads_to_one_submission(folder: &InputPath<'_>) -> bool {
    let mut folder = folder.clone();
    for _ in 0..=MAX_LEVELS {
        if is_submission_or_workspace(&folder) {
            return !is_given_crate(&folder);
        }
        let Ok(mut below) = candidate_folders(&folder) else { return false };
        let archives = archives_in(&folder).map_or(0, |archives| archives.len());
        if below.is_empty() && archives == 0 {
            // Students also hand in files without a crate around them, sometimes under other names.
            return is_readable_without_main_file(&folder);
        }
        match (below.pop(), below.len(), archives) {
            (Some(only), 0, 0) => folder = only,
            (None, _, 1) => return true,
            _ => return false,
        }
    }
    false
}

/// Returns the archives directly in a folder, sorted by name.
pub(super) fn archives_in<'a>(folder: &InputPath<'a>) -> Result<Vec<InputPath<'a>>, IntakeError> {
    let mut archives = folder.entries()?;
    archives.retain(archive::is_archive_file);
    Ok(archives)
}

/// A submission's root.
#[derive(Debug)]
pub(super) struct CrateRoot<'a> {
    pub(super) folder: InputPath<'a>,
    /// The workspace folder, if the crate is a member.
    pub(super) workspace: Option<InputPath<'a>>,
    /// Other crates, which are not graded, with reasons.
    others: Vec<(InputPath<'a>, IgnoredCrate)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IgnoredCrate {
    Given,
    /// The crate is a member of the same workspace without a library.
    Program,
}

impl CrateRoot<'_> {
    /// Returns a sentence about each other crate, with paths relative to `folder`.
    pub(super) fn sentences_about_others(&self, folder: &InputPath<'_>) -> Vec<String> {
        let sentence = |(path, other): &(InputPath<'_>, IgnoredCrate)| {
            let path = path.relative_to(folder);
            match other {
                IgnoredCrate::Given => {
                    format!(
                        "the crate `slider` in `{path}` is ignored, because the grader has its \
                         own"
                    )
                }
                IgnoredCrate::Program => {
                    format!(
                        "the crate in `{path}` is ignored, because it has binaries but no library"
                    )
                }
            }
        };
        self.others.iter().map(sentence).collect()
    }
}

#[derive(Clone)]
struct CrateCandidate<'a> {
    folder: InputPath<'a>,
    workspace: Option<InputPath<'a>>,
}

/// Finds the root of the submission in `folder`, up to [`MAX_LEVELS`] folders deep, which must be the only root at that
/// level. If there is none, considers source files with other names. The `slider` crate is not a submission if there is
/// another crate, and a binary is not a submission if the same workspace contains a library.
pub(super) fn find_root<'a>(folder: &InputPath<'a>) -> Result<CrateRoot<'a>, IntakeError> {
    let mut level = vec![CrateCandidate { folder: folder.clone(), workspace: None }];
    let mut looked_into = 0;
    let mut given = Vec::new();
    let mut loose = None;
    for _ in 0..=MAX_LEVELS {
        let (slider, mut roots): (Vec<&CrateCandidate<'_>>, Vec<&CrateCandidate<'_>>) = level
            .iter()
            .filter(|candidate| is_root(&candidate.folder))
            .partition(|candidate| is_given_crate(&candidate.folder));
        given.extend(slider.into_iter().cloned());
        let mut others: Vec<_> =
            given.iter().map(|candidate| (candidate.folder.clone(), IgnoredCrate::Given)).collect();
        if roots.len() > 1 && roots.iter().any(|candidate| has_library(&candidate.folder)) {
            let is_program = |candidate: &&CrateCandidate<'_>| {
                candidate.workspace.is_some() && !has_library(&candidate.folder)
            };
            let programs = roots.extract_if(.., |candidate| is_program(candidate));
            others.extend(programs.map(|program| (program.folder.clone(), IgnoredCrate::Program)));
        }
        if let Some(found) = only_candidate(folder, &roots, others)? {
            return Ok(found);
        }
        let is_loose_and_own = |candidate: &&CrateCandidate<'_>| {
            !is_given_crate(&candidate.folder) && is_readable_without_main_file(&candidate.folder)
        };
        loose = loose.or_else(|| {
            let loose: Vec<CrateCandidate<'_>> =
                level.iter().filter(is_loose_and_own).cloned().collect();
            (!loose.is_empty()).then_some(loose)
        });
        let mut below = Vec::new();
        for CrateCandidate { folder, workspace } in level {
            looked_into += 1;
            if looked_into > MAX_FOLDERS {
                let limit = format!("{MAX_FOLDERS} folders");
                return Err(IntakeError::TooLarge { input: folder.to_input_name(), limit });
            }
            let found = candidate_folders(&folder)?;
            let workspace = if is_workspace(&folder) { Some(folder) } else { workspace };
            let candidate = |folder| CrateCandidate { folder, workspace: workspace.clone() };
            below.extend(found.into_iter().map(candidate));
        }
        level = below;
    }
    // Without a main file, consider sources with different names.
    let loose = loose.unwrap_or_default();
    if let Some(found) = only_candidate(folder, &loose.iter().collect::<Vec<_>>(), Vec::new())? {
        return Ok(found);
    }
    // When `slider` is the only crate, it is read as a submission: a report of its faults is more helpful than a
    // message that nothing was found.
    let alone: Vec<&CrateCandidate<'_>> =
        given.iter().filter(|candidate| candidate.workspace.is_none()).collect();
    if let Some(found) = only_candidate(folder, &alone, Vec::new())? {
        return Ok(found);
    }
    let names = folder::list_all_files(folder);
    let mut sources = names.iter().filter(|name| folder::has_rust_extension(name));
    if let Some(link) = sources.find(|name| folder.join(name).is_special()) {
        return Err(IntakeError::Link { path: folder.join(link).label() });
    }
    Err(IntakeError::NotRust { input: folder.to_input_name(), names, left_out: Vec::new() })
}

/// Returns the only candidate, if any. More than one candidate is an error.
fn only_candidate<'a>(
    folder: &InputPath<'a>,
    roots: &[&CrateCandidate<'a>],
    others: Vec<(InputPath<'a>, IgnoredCrate)>,
) -> Result<Option<CrateRoot<'a>>, IntakeError> {
    match roots {
        [] => Ok(None),
        [CrateCandidate { folder, workspace }] => {
            Ok(Some(CrateRoot { folder: folder.clone(), workspace: workspace.clone(), others }))
        }
        [first, second, ..] => Err(IntakeError::Ambiguous {
            input: folder.to_input_name(),
            first: first.folder.label().clone(),
            second: second.folder.label().clone(),
        }),
    }
}

/// Returns the subfolders that may contain a submission, sorted by name: for a crate, only if it is a workspace.
fn candidate_folders<'a>(folder: &InputPath<'a>) -> Result<Vec<InputPath<'a>>, IntakeError> {
    if folder.join("Cargo.toml").exists() && !is_workspace(folder) {
        return Ok(Vec::new());
    }
    let mut folders = folder.entries()?;
    folders.retain(|entry| {
        let name = entry.file_name();
        entry.is_folder() && !PARTS.contains(&name) && !name.starts_with('.')
    });
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFiles;
    use crate::input::tests::text_input;

    fn names(files: &[&str]) -> InputFiles {
        text_input(&files.iter().map(|name| (*name, "")).collect::<Vec<_>>())
    }

    #[test]
    fn a_submission_may_be_wrapped_in_folders() {
        for (files, root) in [
            (&["board.rs", "solver.rs"][..], ""),
            (&["hw/solver.rs"], "hw"),
            (&["a/b/c/src/lib.rs"], "a/b/c"),
            (&["__MACOSX/a/board.rs", ".git/src/lib.rs", "target/x/board.rs", "a/board.rs"], "a"),
            (&["notes.txt", "docs/a.txt", "hw/board.rs"], "hw"),
            (&["src/lib.rs", "old/src/lib.rs"], ""),
            (&["a/src/board.rs", "a/tests/board.rs"], "a"),
        ] {
            let input = names(files);
            let folder = input.top();
            let found = find_root(&folder).unwrap();
            assert_eq!(found.folder.inside(), root, "{files:?}");
            assert_eq!(found.sentences_about_others(&folder), Vec::<String>::new());
        }
    }

    const WORKSPACE: &str = "[workspace]\nmembers = [\"*\"]\n";
    const SLIDER: &str = "[package]\nname = \"slider\"\n";
    const OWN: &str = "[package]\nname = \"hw\"\n";

    #[test]
    fn the_workspace_member_other_than_slider_counts() {
        let left_out = "the crate `slider` in `slider` is ignored, because the grader has its own";
        let slider = [("slider/Cargo.toml", SLIDER), ("slider/src/lib.rs", "pub trait Board {}")];
        for (files, root, said) in [
            (
                &[("Cargo.toml", WORKSPACE), ("hw/Cargo.toml", OWN), ("hw/src/lib.rs", "")][..],
                "hw",
                false,
            ),
            (
                &[("Cargo.toml", WORKSPACE), ("hw/Cargo.toml", OWN), ("hw/src/lib.rs", "")],
                "hw",
                true,
            ),
            (&[("Cargo.toml", WORKSPACE), ("crates/hw/src/lib.rs", "")], "crates/hw", true),
            (&[("hw/Cargo.toml", OWN), ("hw/src/lib.rs", "")], "hw", true),
        ] {
            let all: Vec<_> = files.iter().chain(slider.iter().filter(|_| said)).copied().collect();
            let input = text_input(&all);
            let folder = input.top();
            let found = find_root(&folder).unwrap();
            assert_eq!(found.folder.inside(), root, "{files:?}");
            let expected: Vec<_> = said.then(|| left_out.to_owned()).into_iter().collect();
            assert_eq!(found.sentences_about_others(&folder), expected, "{files:?}");
            let has_workspace = files.iter().any(|(name, _)| *name == "Cargo.toml");
            assert_eq!(is_submission_or_workspace(&folder), has_workspace, "{files:?}");
        }
    }

    #[test]
    fn a_binary_crate_in_a_workspace_is_ignored() {
        let input = text_input(&[
            ("Cargo.toml", WORKSPACE),
            ("cli/Cargo.toml", "[package]\nname = \"cli\"\n"),
            ("cli/src/main.rs", ""),
            ("hw/Cargo.toml", OWN),
            ("hw/src/lib.rs", ""),
        ]);
        let folder = input.top();
        let found = find_root(&folder).unwrap();
        assert_eq!(found.folder.inside(), "hw");
        assert_eq!(
            found.sentences_about_others(&folder),
            ["the crate in `cli` is ignored, because it has binaries but no library"]
        );
    }

    #[test]
    fn a_workspace_of_several_students_is_ambiguous() {
        let input = text_input(&[
            ("Cargo.toml", WORKSPACE),
            ("alice/Cargo.toml", "[package]\nname = \"alice\"\n"),
            ("alice/src/lib.rs", ""),
            ("bob/Cargo.toml", "[package]\nname = \"bob\"\n"),
            ("bob/src/lib.rs", ""),
            ("slider/Cargo.toml", SLIDER),
            ("slider/src/lib.rs", "pub trait Board {}"),
        ]);
        let folder = input.top();
        assert!(matches!(find_root(&folder), Err(IntakeError::Ambiguous { .. })));
        assert!(!is_submission_or_workspace(&folder) && !leads_to_one_submission(&folder));
    }

    /// `grader new` creates a workspace with `slider` as a member.
    #[test]
    fn slider_does_not_replace_a_crate_without_sources() {
        let input = text_input(&[
            ("Cargo.toml", "[package]\nname = \"hw\"\n[workspace]\n"),
            ("tests/board.rs", ""),
            ("slider/Cargo.toml", SLIDER),
            ("slider/src/lib.rs", "pub trait Board {}"),
        ]);
        let folder = input.top();
        assert!(matches!(find_root(&folder), Err(IntakeError::NotRust { .. })));
        assert!(!is_submission_or_workspace(&folder) && !leads_to_one_submission(&folder));
    }

    #[test]
    fn a_submission_may_be_named_slider() {
        for text in ["pub struct Board;", "pub trait Board {} pub struct Mine;"] {
            let input = text_input(&[("hw/Cargo.toml", SLIDER), ("hw/src/lib.rs", text)]);
            let folder = input.top();
            assert_eq!(find_root(&folder).unwrap().folder.inside(), "hw", "{text}");
        }
    }

    #[test]
    fn the_root_is_not_guessed() {
        let two = names(&["old/board.rs", "new/board.rs"]);
        match find_root(&two.top()) {
            Err(IntakeError::Ambiguous { first, second, .. }) => {
                assert_eq!((first, second), ("hw/new".into(), "hw/old".into()));
            }
            other => panic!("{other:?}"),
        }
        for files in [
            &["a/b/c/d/src/lib.rs"][..],
            &["Cargo.toml", "tests/board.rs"],
            &["tests/board.rs"],
            &["Cargo.toml", "member/src/lib.rs"],
            &[".hidden/board.rs"],
        ] {
            let input = names(files);
            let folder = input.top();
            assert!(matches!(find_root(&folder), Err(IntakeError::NotRust { .. })), "{files:?}");
        }
    }
}
