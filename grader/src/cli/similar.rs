//! Implements `grader similar`, which finds submissions that share code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use class::ClassMembers;
use intake::RustSources;
use intake::class::{Attempt, Class, ClassContext, Platform};
use late::Counting;
use similarity::jplag::{JplagFolders, export};
use similarity::report::SimilarityFindings;
use similarity::{Collected, CompareOptions, Comparison, GivenCode, LeftOut, Texts, Unread};

use super::anonymous::{AnonymousArgs, pseudonyms_if_anonymous};
use super::class_input::{self, report_strays};
use super::error::{CliError, print_note};
use super::exit::Exit;
use super::folder::quote_for_shell;
use super::one_submission;
use super::output_place;
use super::shared_args::OtherCodeArgs;
use super::similar_args::{SimilarArgs, SimilarFormat};
use super::status_line::StatusLine;

pub(super) fn run(args: &SimilarArgs) -> Result<Exit, CliError> {
    args.output.check_writable()?;
    if let Some(folder) = &args.jplag {
        output_place::refuse_among_submissions("--jplag", folder, &args.class.submissions)?;
    }
    let compared = compare_class(&ComparisonInput {
        submissions: &args.class.submissions,
        roster: args.class.roster.as_deref(),
        platform: args.class.platform.platform,
        other_code: &args.other_code,
        at_least: args.at_least,
        top: args.top,
        jobs: args.jobs.jobs_or_cores(),
        anonymous: &args.anonymous,
    })?;
    if let Some(folder) = &args.jplag {
        let layout = export(folder, compared.comparison.documents(), &compared.given)?;
        print_note(&jplag_command(&layout));
    }
    let findings = compared.to_findings();
    let text = match args.format {
        SimilarFormat::Human => similarity::report::human(&findings, &args.output.layout()),
        SimilarFormat::Json => similarity::report::json(&findings),
        SimilarFormat::Html => similarity::report::page(&findings),
    };
    args.output.write_result(&text)?;
    Ok(Exit::Passed)
}

fn jplag_command(layout: &JplagFolders) -> String {
    let JplagFolders { submissions, past, base_code, result } = layout;
    let path = |path: &Path| quote_for_shell(&path.to_string_lossy());
    let mut command = "java -jar jplag.jar --language rust".to_owned();
    let past = past.as_ref().map(|past| ("--old", past));
    let options = [Some(("--base-code", base_code)), past, Some(("--result-file", result))];
    for (option, value) in options.into_iter().flatten() {
        command.extend([" ", option, " ", &path(value)]);
    }
    command.extend([" ", &path(submissions)]);
    command
}

pub(super) struct ComparisonInput<'a> {
    pub(super) submissions: &'a [PathBuf],
    pub(super) roster: Option<&'a Path>,
    pub(super) platform: Option<Platform>,
    pub(super) other_code: &'a OtherCodeArgs,
    pub(super) at_least: u32,
    pub(super) top: usize,
    pub(super) jobs: usize,
    pub(super) anonymous: &'a AnonymousArgs,
}

pub(super) struct ComparedClass {
    comparison: Comparison,
    left_out: Vec<LeftOut>,
    /// The names of each submission's authors, unless pseudonyms are used.
    people: BTreeMap<String, Vec<String>>,
    given: GivenCode,
}

impl ComparedClass {
    pub(super) fn to_findings(&self) -> SimilarityFindings<'_> {
        let Self { comparison, left_out, people, .. } = self;
        SimilarityFindings { comparison, left_out, people }
    }
}

pub(super) fn compare_class(input: &ComparisonInput<'_>) -> Result<ComparedClass, CliError> {
    let ComparisonInput { other_code, jobs, .. } = *input;
    let (roster, platform) = (input.roster, input.platform);
    let known = ClassContext { roster, platform, ..ClassContext::default() };
    let class = &class_input::find_class(input.submissions, known)?;
    if class.entries.len() < 2 && other_code.past.is_empty() {
        return Err(CliError::Misuse {
            message: "there is only one submission, so there is nothing to compare".to_owned(),
            hint: "use the class folder, or add earlier years with `--past`".to_owned(),
        });
    }
    let mut given = GivenCode::embedded();
    for folder in &other_code.template {
        given.add_folder(folder)?;
    }
    report_strays(class, Counting::Latest);
    let past = |path: &PathBuf| class_input::find_past_class(path, input.platform);
    let past: Vec<Class> = other_code.past.iter().map(past).collect::<Result<_, _>>()?;

    let status = StatusLine::new();
    status.show_step("reading the submissions", false);
    let mut collected = Collected::default();
    let people = ClassMembers::from_class(class);
    let hidden = pseudonyms_if_anonymous(input.anonymous, &[], &people)?;
    let hide = |mut found: Texts| {
        if let Some(hidden) = &hidden {
            for (path, text) in &mut found.files {
                (*path, *text) = (hidden.hide_in_text(path), hidden.hide_in_code(text));
            }
            for (path, _) in &mut found.unread {
                *path = hidden.hide_in_text(path);
            }
        }
        found
    };
    let read = |entry: &Attempt| read_files(entry).map(hide);
    collected.add_class(&class.entries, &read, jobs)?;
    let years: Vec<(&Path, &[Attempt])> =
        other_code.past.iter().zip(&past).map(|(at, year)| (&**at, &*year.entries)).collect();
    let read = |entry: &Attempt| read_all_files(entry).map(hide);
    collected.add_past(&years, &read, jobs)?;
    let Collected { mut documents, mut left_out } = collected;
    if let Some(hidden) = &hidden {
        for document in &mut documents {
            document.name = hidden.pseudonym_or_new(&document.name);
        }
        for submission in &mut left_out {
            (submission.name, submission.reason) = (
                hidden.pseudonym_or_new(&submission.name),
                hidden.hide_in_text(&submission.reason),
            );
        }
        // Sorting by real names would reveal them.
        documents.sort_by(|a, b| (a.is_past, &a.name).cmp(&(b.is_past, &b.name)));
        left_out.sort_by(|a, b| a.name.cmp(&b.name));
    }
    if documents.len() < 2 || documents.iter().all(|document| document.is_past) {
        return Err(too_few_submissions(&left_out));
    }
    status.show_step("comparing the submissions", false);
    let wish = CompareOptions { at_least: input.at_least, top: input.top, jobs };
    let comparison = Comparison::new(documents, &given, wish);
    let people = if hidden.is_some() { BTreeMap::new() } else { names_by_submission(&people) };
    Ok(ComparedClass { comparison, left_out, people, given })
}

fn names_by_submission(people: &ClassMembers) -> BTreeMap<String, Vec<String>> {
    let of = |attempt: &Attempt| {
        let names = attempt.students.iter().filter_map(|person| person.name.clone()).collect();
        (attempt.name.clone(), names)
    };
    people.submissions.iter().map(of).collect()
}

fn read_files(entry: &Attempt) -> Result<Texts, Unread> {
    let files =
        one_submission::read_files(&entry.source, &entry.name).map_err(unread_submission)?;
    Ok(Texts { files, unread: Vec::new() })
}

/// Reads the Rust files of a submission from an earlier year, or of any other repository.
fn read_all_files(entry: &Attempt) -> Result<Texts, Unread> {
    let RustSources { files, unread } =
        one_submission::read_sources(&entry.source, &entry.name).map_err(unread_submission)?;
    Ok(Texts { files, unread })
}

fn unread_submission(error: CliError) -> Unread {
    match error {
        CliError::NotRead(error) if error.is_fault_of_machine() && !error.is_unreadable() => {
            Unread::Machine(Box::new(error))
        }
        CliError::NotRead(error) => Unread::LeftOut(error.to_string()),
        CliError::Rejected { reason } => Unread::LeftOut(reason),
        error => Unread::Machine(Box::new(error)),
    }
}

/// Returns the error for too few submissions, with the first few reasons why submissions were left out.
fn too_few_submissions(left_out: &[LeftOut]) -> CliError {
    let reasons: Vec<String> = left_out
        .iter()
        .map(|submission| format!("{}: {}", submission.name, submission.reason))
        .collect();
    // Three reasons usually show what is wrong with all.
    let more = reasons.len().saturating_sub(3);
    let mut hint = reasons[..reasons.len() - more].join("; ");
    if more > 0 {
        hint.extend(["; and ", &more.to_string(), " more"]);
    }
    CliError::Misuse { message: "at least two readable submissions are needed".to_owned(), hint }
}
