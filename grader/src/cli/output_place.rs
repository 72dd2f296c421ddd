//! Keeps output out of the submissions folder, where the grader would later mistake it for a submission.

use std::fs;
use std::path::{Component, Path, PathBuf};

use intake::class::contains_submissions;

use super::error::CliError;

/// Returns an error if the output path is inside the submissions folder, or contains it.
pub(super) fn refuse_among_submissions(
    option: &str,
    out: &Path,
    submissions: &[PathBuf],
) -> Result<(), CliError> {
    let place = resolve_links(out);
    for path in submissions {
        let submissions = resolve_links(path);
        let (out, path) = (out.display(), path.display());
        if place.starts_with(&submissions) {
            let message = if place == submissions {
                format!("`{option} {out}` is the submissions folder")
            } else {
                format!("`{option} {out}` is inside the submissions folder `{path}`")
            };
            return Err(misplaced_output(message));
        }
        if submissions.starts_with(&place) && submissions.is_dir() {
            return Err(misplaced_output(format!(
                "the submissions, `{path}`, are inside `{option} {out}`"
            )));
        }
    }
    Ok(())
}

/// Returns an error if the output path is inside `graded/submissions`, or inside a folder with submissions of these
/// names.
pub(super) fn refuse_among_grades(
    option: &str,
    out: &Path,
    graded: &Path,
    names: &[String],
) -> Result<(), CliError> {
    let place = resolve_links(out);
    if place.starts_with(resolve_links(&graded.join("submissions"))) {
        return Err(misplaced_output(format!(
            "`{option} {}` is inside the grades folder `{}`",
            out.display(),
            graded.join("submissions").display()
        )));
    }
    // The parent folder of the submissions and the grades may contain other output.
    let home = resolve_links(graded);
    let is_theirs =
        |folder: &Path| Some(folder) != home.parent() && contains_submissions(folder, names);
    if is_theirs(&place) {
        return Err(misplaced_output(format!("`{option} {}` contains submissions", out.display())));
    }
    if place.parent().is_some_and(is_theirs) {
        return Err(misplaced_output(format!(
            "`{option} {}` is inside a folder that contains submissions",
            out.display()
        )));
    }
    Ok(())
}

fn misplaced_output(message: String) -> CliError {
    CliError::Misuse {
        message,
        hint: "use a separate folder; other files among the submissions would be read as \
               submissions"
            .into(),
    }
}

/// Resolves the symbolic links in a path that may not exist.
fn resolve_links(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut there = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    loop {
        if let Ok(resolved) = fs::canonicalize(&there) {
            // The components were collected from the end.
            return missing.into_iter().rev().fold(resolved, |path, part| match part {
                // A component that does not exist cannot be a link.
                MissingComponent::Up => path.parent().map(Path::to_owned).unwrap_or(path),
                MissingComponent::Named(name) => path.join(name),
            });
        }
        match there.components().next_back() {
            Some(Component::Normal(name)) => missing.push(MissingComponent::Named(name.to_owned())),
            Some(Component::ParentDir) => missing.push(MissingComponent::Up),
            _ => return path.to_owned(),
        }
        there.pop();
    }
}

/// A component of a path that does not exist.
enum MissingComponent {
    Up,
    Named(std::ffi::OsString),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_folders_inside_the_class_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir_all(root.join("class/alice")).unwrap();
        for (out, is_refused) in [
            ("grades", false),
            ("class", true),
            ("class/grades", true),
            ("class/alice/../new/x", true),
            ("class/../grades", false),
            ("no/../class/grades", true),
            ("class2", false),
            (".", true),
        ] {
            let result = refuse_among_submissions("--out", &root.join(out), &[root.join("class")]);
            assert_eq!(result.is_err(), is_refused, "{out}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("class"), root.join("link")).unwrap();
            let link =
                refuse_among_submissions("--out", &root.join("link/x"), &[root.join("class")]);
            assert!(link.is_err());
        }
        // The archive of a class may be next to the grades.
        fs::write(root.join("class.zip"), "").unwrap();
        assert!(refuse_among_submissions("--out", &root, &[root.join("class.zip")]).is_ok());
    }

    #[test]
    fn page_folders_among_submissions_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir_all(root.join("class/alice")).unwrap();
        fs::write(root.join("class/alice/board.rs"), "").unwrap();
        fs::create_dir_all(root.join("grades/submissions/alice")).unwrap();
        let names = ["alice".to_owned()];
        for (out, is_refused) in [
            ("class", true),
            ("class/pages", true),
            ("grades/submissions", true),
            ("grades/submissions/pages", true),
            ("grades/pages", false),
            ("pages", false),
        ] {
            let result =
                refuse_among_grades("--students", &root.join(out), &root.join("grades"), &names);
            assert_eq!(result.is_err(), is_refused, "{out}");
        }
        // Grades and pages may be next to individual submissions.
        fs::create_dir_all(root.join("class/grades")).unwrap();
        let beside =
            refuse_among_grades("--out", &root.join("class/x"), &root.join("class/grades"), &names);
        assert!(beside.is_ok());
        let others = ["bob".to_owned()];
        let result =
            refuse_among_grades("--students", &root.join("class"), &root.join("grades"), &others);
        assert!(result.is_ok());
    }
}
