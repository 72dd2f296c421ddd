//! `grader report --gradebook`: fills in the gradebook of a learning platform.

use std::fs;
use std::path::Path;

use class::gradebook::{Missing, entries};
use class::sheets::{Entry, Fill, Filled, Kind};
use class::{ClassError, Grades, People, Row};
use grade::points::Points;

use super::super::class_args::ReportArgs;
use super::super::error::{CliError, show_plain};
use super::super::exit::Exit;
use super::super::output;

pub(super) fn run(args: &ReportArgs, export: &Path, grades: &Grades) -> Result<Exit, CliError> {
    if !grades.is_whole() {
        return Err(ClassError::Unfinished { folder: grades.graded().folder().to_owned() }.into());
    }
    let out = super::needed_out(args)?;
    refuse_same(export, out)?;
    output::check_writable(out)?;
    let (text, encoding) = read(export)?;

    let mut rows = Vec::new();
    for name in grades.names() {
        rows.push(grades.row(name)?);
    }
    let missing = if args.missing_zero() { Missing::Zero } else { Missing::Kept };
    let people = People::read(grades.graded())?;
    let entries = entries(people.as_ref(), &rows, missing)?;
    let how = Fill {
        column: args.column.clone(),
        students: args.match_by.clone(),
        decimal_comma: args.decimal_comma,
    };
    let wrong = |error| CliError::Gradebook { path: export.to_owned(), error };
    let kind = Kind::of(&text).map_err(wrong)?;
    let filled = kind.fill(&text, &entries, &how).map_err(wrong)?;
    output::write_bytes(out, &encoding.bytes(&filled.text))?;

    tell(&filled, &entries, &rows);
    let count = filled.students.len();
    let noun = if count == 1 { "student" } else { "students" };
    let (name, column) = (kind.name(), &filled.column);
    let line = format!("{}: `{column}` of {name} for {count} {noun}\n", out.display());
    output::print(&line)?;
    Ok(Exit::Passed)
}

/// Says on standard error whatever somebody should look at.
fn tell(filled: &Filled, entries: &[Entry], rows: &[Row]) {
    let blank = entries.iter().filter(|it| it.score.is_none()).map(|it| it.label.clone());
    for (what, names) in [
        ("graded, without a row in the gradebook", &filled.unknown),
        ("left as they were: the platform locks their grades", &filled.locked),
        ("left as they were: their row names two students", &filled.unclear),
        ("left as they were: nothing to fill in", &filled.others),
        ("left blank: the grader was at fault", &blank.collect()),
    ] {
        if !names.is_empty() {
            show_plain(&format!("{what}: {}", names.join("; ")));
        }
    }
    let most = rows.first().map(|row| row.max_score);
    let worth = filled.worth.as_ref().and_then(|it| it.replace(',', ".").parse().ok());
    let worth: Option<Points> = worth.and_then(Points::from_f64);
    if let (Some(most), Some(worth)) = (most, worth)
        && most != worth
    {
        show_plain(&format!(
            "the column is worth {worth} points and the assignment {most}: they are filled in as \
             they are"
        ));
    }
}

/// The export stays what it is.
fn refuse_same(export: &Path, out: &Path) -> Result<(), CliError> {
    let same = fs::canonicalize(export).ok().zip(fs::canonicalize(out).ok());
    if same.is_some_and(|(export, out)| export == out) {
        return Err(CliError::Misuse {
            message: format!("`{}` is the export itself", out.display()),
            hint: "give another file as `--out`, and import that".to_owned(),
        });
    }
    Ok(())
}

/// The encoding of an export. Blackboard's is UTF-16.
#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16([u8; 2]),
}

impl Encoding {
    /// A text written so, with the mark before it that tells.
    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16(mark) => {
                let unit = |unit: u16| match mark {
                    LITTLE => unit.to_le_bytes(),
                    _ => unit.to_be_bytes(),
                };
                mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect()
            }
        }
    }
}

/// The mark before UTF-16 with the lower byte first.
const LITTLE: [u8; 2] = [0xff, 0xfe];

/// The mark before UTF-16 with the upper byte first.
const BIG: [u8; 2] = [0xfe, 0xff];

fn read(export: &Path) -> Result<(String, Encoding), CliError> {
    let unreadable = |source| CliError::Unreadable { path: export.to_owned(), source };
    let bytes = fs::read(export).map_err(unreadable)?;
    let no_text = || CliError::Misuse {
        message: format!("`{}` is no text", export.display()),
        hint: "export the gradebook as CSV, or with tabs".to_owned(),
    };
    for mark in [LITTLE, BIG] {
        let Some(rest) = bytes.strip_prefix(&mark) else { continue };
        let (units, odd) = rest.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| match mark {
            LITTLE => u16::from_le_bytes(*pair),
            _ => u16::from_be_bytes(*pair),
        };
        let units: Vec<u16> = units.iter().map(unit).collect();
        let text = String::from_utf16(&units).ok().filter(|_| odd.is_empty());
        return Ok((text.ok_or_else(no_text)?, Encoding::Utf16(mark)));
    }
    Ok((String::from_utf8(bytes).map_err(|_| no_text())?, Encoding::Utf8))
}
