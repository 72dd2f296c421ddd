//! Implements `grader report --format`, which writes a file for each submission, to be read by other programs.

use std::collections::BTreeMap;
use std::path::Path;

use base::regular;
use class::{FolderUse, Grades, SummaryRow};
use grade::points::Points;
use grade::view::Audience;
use grade::words::counted;
use report::formats::Identity;
use report::{Context, Format, Layout, RenderError, points_to_get};

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;
use super::super::report_args::ReportArgs;
use super::super::subject::report_title;

/// Writes the files. The caller should use the returned rows of the summary to report what is uncertain.
pub(super) fn run(
    args: &ReportArgs,
    format: Format,
    grades: &Grades,
) -> Result<(Exit, Vec<SummaryRow>), CliError> {
    let folder = super::required_out(args)?;
    let identities = args.identities.as_deref().map(read_classroom50_variables).transpose()?;
    grades.refuse_other_files(folder, &[], FolderUse::Alone)?;
    // Find all errors before writing the first file.
    let mut contexts = BTreeMap::new();
    let audience = args.audience.unwrap_or_else(|| format.default_audience());
    let most = most_points(grades, audience)?;
    let title = grades.rules().assignment_summary().and_then(report_title);
    for name in grades.names() {
        let identity = match format {
            Format::Classroom50 => Some(identity_of(name, identities.as_ref())?),
            _ => None,
        };
        let layout = Layout { title: title.clone(), ..Layout::default() };
        contexts.insert(name, Context { audience, identity, layout, most, ..Context::default() });
    }
    super::make_folder(folder)?;
    let (mut files, mut held) = (BTreeMap::new(), Vec::new());
    let mut without = BTreeMap::<String, Vec<String>>::new();
    let (mut lines, mut has_fault) = (Vec::new(), false);
    for (name, context) in contexts {
        let (corrected, line) = grades.read_with_line(name)?;
        lines.push(line);
        let text = match format.render(&corrected, &context) {
            Err(RenderError::Held) => {
                held.push(grades.shown_name(name));
                continue;
            }
            Err(
                error @ (RenderError::NoScore(_)
                | RenderError::Incomplete(_)
                | RenderError::OtherMaximum(_)),
            ) => {
                has_fault |= !matches!(error, RenderError::Incomplete(_));
                without.entry(error.to_string()).or_default().push(grades.shown_name(name));
                continue;
            }
            text => text.map_err(CliError::Render)?,
        };
        let file = format!("{}.{}", grades.shown_name(name), format.ending());
        files.insert(file, text.into_bytes());
    }
    let removed = grades.write_feedback(folder, &files, FolderUse::Alone)?;
    super::refresh_summary(grades, &lines)?;
    output::print(&format!("{}: {}\n", folder.display(), counted(files.len(), "file")))?;
    if removed > 0 {
        let files = counted(removed, "file");
        print_note(&format!("`{}`: removed {files} from an earlier run", folder.display()));
    }
    if !held.is_empty() {
        print_note(&format!("held back, so not written: {}", held.join(", ")));
    }
    if without.is_empty() {
        return Ok((Exit::Passed, lines));
    }
    for (why, names) in without {
        print_note(&format!("{}: not written: {why}", names.join(", ")));
    }
    Ok((if has_fault { Exit::GraderFault } else { Exit::Failed }, lines))
}

/// Returns the maximum points for an audience, from the first grade with checks.
fn most_points(grades: &Grades, audience: Audience) -> Result<Option<Points>, CliError> {
    for name in grades.names() {
        let corrected = grades.read_corrected(name)?;
        let checks = &corrected.grade().checks;
        if !checks.is_empty() && !corrected.is_held() {
            let checks = checks.iter().map(|check| (check.max_score, check.visibility));
            let criteria = corrected.hand().into_iter().flat_map(|hand| &hand.rubric.criteria);
            let criteria = criteria.filter(|criterion| audience.sees(criterion.visibility));
            let by_hand: Points = criteria.map(|criterion| criterion.points).sum();
            return Ok(Some(points_to_get(audience, checks) + by_hand));
        }
    }
    Ok(None)
}

/// The values of the Classroom 50 variables, by submission and variable name.
type Identities = BTreeMap<String, BTreeMap<String, String>>;

/// Returns the identity for Classroom 50. If a variable is missing in the file, it is read from the environment.
fn identity_of(name: &str, identities: Option<&Identities>) -> Result<Identity, CliError> {
    let own = identities.and_then(|identities| identities.get(name));
    let variable = |variable: &str| {
        let own =
            own.and_then(|identity| identity.get(variable)).filter(|identity| !identity.is_empty());
        own.cloned().or_else(|| std::env::var(variable).ok())
    };
    if identities.is_some() && own.is_none() {
        return Err(CliError::Misuse {
            message: format!("the `--identities` file has no line for `{name}`"),
            hint: "the file needs a `submission` column and a line for each submission".to_owned(),
        });
    }
    Identity::from_variables(variable).map_err(|error| CliError::Misuse {
        message: format!("cannot find the Classroom 50 submission for `{name}`: {error}"),
        hint: "use `--identities` with a CSV file that has the columns `submission`, `OWNER`, \
               `SUBMISSION_TAG`, `COMMIT_URL` and `RELEASE_URL`, and set `CLASSROOM` and \
               `ASSIGNMENT`"
            .to_owned(),
    })
}

fn read_classroom50_variables(path: &Path) -> Result<Identities, CliError> {
    let wrong = |message: String| CliError::Misuse {
        message: format!("`{}`: {message}", path.display()),
        hint: "use a CSV file with a `submission` column; the other columns are variables of the \
               Classroom 50 runner"
            .to_owned(),
    };
    let unreadable = |source| CliError::Unreadable { path: path.to_owned(), source };
    let bytes = regular::read_file(path).map_err(unreadable)?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(&bytes[..]);
    let header = reader.headers().map_err(|error| wrong(error.to_string()))?.clone();
    let Some(submission) = header.iter().position(|column| column == "submission") else {
        return Err(wrong("the column `submission` is missing".to_owned()));
    };
    let mut identities = Identities::new();
    for record in reader.records() {
        let record = record.map_err(|error| wrong(error.to_string()))?;
        let cells = header.iter().zip(&record);
        let cells = cells.map(|(name, cell)| (name.to_owned(), cell.to_owned()));
        let name = record.get(submission).unwrap_or_default().to_owned();
        if identities.insert(name.clone(), cells.collect()).is_some() {
            return Err(wrong(format!("`{name}` appears twice")));
        }
    }
    Ok(identities)
}
