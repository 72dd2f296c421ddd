//! `--also FORMAT=FILE`: one grade in several formats, so that nothing is graded twice.

use std::iter;
use std::path::{Path, PathBuf};

use report::Format;

use super::args::CheckArgs;
use super::error::CliError;

/// A format beside that of the report, and the file that it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Also {
    /// The format.
    pub(super) format: Format,
    /// Its file.
    pub(super) file: PathBuf,
}

/// Reads `FORMAT=FILE`.
pub(super) fn from_text(text: &str) -> Result<Also, String> {
    let Some((name, file)) = text.split_once('=') else {
        return Err("a format, `=` and a file are wanted".to_owned());
    };
    let Some(format) = Format::from_name(name) else {
        let names: Vec<_> = Format::names().collect();
        return Err(format!("there is no format `{name}`; there are {}", names.join(", ")));
    };
    if file.is_empty() {
        return Err("there is no file after `=`".to_owned());
    }
    Ok(Also { format, file: PathBuf::from(file) })
}

impl CheckArgs {
    /// All formats that are written, that of the report first.
    pub(super) fn formats(&self) -> impl Iterator<Item = Format> {
        iter::once(self.format).chain(self.also.iter().map(|it| it.format))
    }

    /// Whether something is written in this format.
    pub(super) fn writes(&self, format: Format) -> bool {
        self.formats().any(|it| it == format)
    }
}

/// Refuses two results for one file, of which only the last would be left.
pub(super) fn refuse_same_file(args: &CheckArgs) -> Result<(), CliError> {
    let others = [&args.output.out, &args.summary, &args.counts, &args.tests];
    let mut files: Vec<&Path> = others.into_iter().flatten().map(PathBuf::as_path).collect();
    for also in &args.also {
        if files.contains(&also.file.as_path()) {
            return Err(CliError::Misuse {
                message: format!("two results go to `{}`", also.file.display()),
                hint: "give each a file of its own".to_owned(),
            });
        }
        files.push(&also.file);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_and_a_file_are_read() {
        let also = from_text("junit=out/a=b.xml").unwrap();
        assert_eq!(also, Also { format: Format::Junit, file: PathBuf::from("out/a=b.xml") });
        for text in ["", "junit", "junit=", "=a.xml", "xml=a.xml", "JUNIT=a.xml"] {
            assert!(from_text(text).is_err(), "{text}");
        }
        assert!(from_text("xml=a").unwrap_err().contains("human, json, junit"));
    }
}
