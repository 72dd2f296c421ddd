//! Implements `grader check`, which grades a submission and prints a report.

use std::path::Path;

use assignment::Assignment;
use checks::grading::Grader;
use class::overrides::Overrides;
use class::{AssignmentSummary, ClassMembers};
use grade::points::Points;
use grade::view::{Audience, Corrected, View};
use grade::{Grade, Status, pretty};
use late::Attempts;
use report::formats::{self, Identity, Lead, SubmissionCode};
use report::{Context, Format, Layout};
use serde_json::Map;
use terminal::wrap::escape;

use super::check_args::CheckArgs;
use super::error::{CliError, print_note};
use super::events::ProgressEvent;
use super::exit::Exit;
use super::job::GithubJob;
use super::last_grade::LastGrade;
use super::one_submission::{self, Extent, GradedSubmission};
use super::setup::{self, GradingSetup};
use super::status_line::StatusLine;
use super::{folder, output, student_page, subject, trace};
use crate::autograder::SubmissionHistory;

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load_or_embedded()?;
    setup::refuse_low_limits(&assignment, args.machine.threads(&assignment))?;
    // By default, additional output is for students.
    let audience = args.audience.unwrap_or_default();
    let readers = args.audience.unwrap_or_else(|| args.format.default_audience());
    let wanted = subject::wanted_checks(&assignment, &args.only, readers)?;
    let puzzle =
        args.files.puzzle.as_ref().map(|name| trace::puzzle_with_name(name, &assignment, audience));
    let puzzle = puzzle.transpose()?;
    let overrides = load_overrides(args, &assignment)?;
    let turn = limit_and_history(args, &assignment)?;
    if let Some(results) =
        turn.as_ref().and_then(|(attempts, history)| history.results_if_uncounted(*attempts))
    {
        args.output.write_result(&results)?;
        print_note("this attempt does not count, so it was not graded");
        return Ok(Exit::Usage);
    }
    // Programs should get a report even for invalid input.
    if args.is_for_people() {
        subject::refuse_class(&args.submission)?;
    }
    args.refuse_same_file()?;
    // A missing variable should be reported before grading, not after.
    let identity = read_identity(args)?;
    ProgressEvent::Begin { command: "check", title: Some(&assignment.title), total: None }
        .report_to_programs();

    args.output.check_writable()?;
    args.files.check_writable()?;
    let job = GithubJob::from_arguments(args);
    job.check_writable()?;

    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let progress = |stage| status.show_stage(stage);
    let grader = create_grader(args, assignment, &setup, &status)?;
    let workers = setup::create_workers(&grader, args.sandbox.require_sandbox)?;
    // Reports for programs include remarks and measured amounts for the submission.
    let is_short = args.is_for_people() && args.has_report_alone();
    let extent = if is_short { Extent::for_checks(&wanted) } else { Extent::Whole };
    let outcome =
        one_submission::grade_submission(&workers, &grader, &args.submission, extent, &progress);
    let (layout, folder) = (args.layout(None), folder::below_current_folder(&args.submission));
    let most = Some(most_points_for_audience(grader.assignment(), audience));
    let mut context = Context { audience, layout, folder, identity, most, ..Context::default() };
    let mut done = match outcome {
        Ok(done) => done,
        Err(error) => {
            status.clear();
            let name = intake::submission_name(&args.submission);
            if args.is_for_people() {
                subject::refuse_class_in_archive(&args.submission, &error)?;
            } else if let Some(reason) = rejection_reason(args, &name, &error) {
                let rejected = grader.grade_of_rejected(&name, reason);
                let corrected =
                    Corrected::new(rejected.clone(), &overrides.corrections_for(&rejected));
                context.code.folder = seen_from_here(&args.submission);
                context.code.package.clone_from(&args.cargo_package);
                write_reports(args, &corrected, context, &job, turn.as_ref())?;
            }
            return Err(error);
        }
    };
    status.clear();
    for file in &done.facts.left_out {
        print_note(&escape(file));
    }
    if !overrides.is_empty() && !overrides.may_apply_to(&done.facts.name) {
        print_note(&format!("the corrections do not contain an entry for `{}`", done.facts.name));
    }
    let corrected = Corrected::new(done.grade.clone(), &overrides.corrections_for(&done.grade))
        .reporting_only(&wanted);
    let tests = args.files.tests.as_ref().map(|file| {
        try_reproducing_tests(&mut done, &corrected.view(audience)).map(|text| (file, text))
    });
    let tests = tests.transpose()?;
    status.clear();

    if let Some((file, text)) = tests {
        output::write_text(Some(file), &text)?;
    }
    if let Some(file) = &args.files.counts {
        output::write_text(Some(file), &report::counts_to_json(&done.counts, audience))?;
    }
    context.layout.title =
        subject::report_title(&AssignmentSummary::from_assignment(grader.assignment()));
    context.code = linked_code(args, &mut done)?;
    let layout = context.layout.clone();
    write_reports(args, &corrected, context, &job, turn.as_ref())?;
    if let Some(file) = &args.files.trace {
        let chosen = || trace::choose_puzzle(&corrected.view(audience), grader.assignment());
        trace::write_trace(file, puzzle.or_else(chosen).as_ref(), &mut done)?;
    }
    if let Some(file) = args.files.page_path() {
        let view = corrected.view(audience);
        student_page::write_page(file, view, grader.assignment(), &mut done, &layout)?;
        student_page::announce_page(file, args.files.open);
    }
    args.files.timings.write_or_print_if_asked(&done.timings, grader.assignment(), audience)?;
    report_result(&corrected.view(readers));
    remember_grade(args, extent, grader.assignment(), &done.grade);
    if args.formats_to_write().any(Format::is_for_points) {
        warn_about_hidden_points(&corrected.view(audience));
    }
    Ok(subject::exit_code(&corrected.view(readers)))
}

/// Returns the grader. This rejects invalid submissions first, because it takes minutes to create the first grader.
fn create_grader(
    args: &CheckArgs,
    assignment: Assignment,
    setup: &GradingSetup,
    status: &StatusLine,
) -> Result<Grader, CliError> {
    let threads = args.machine.threads(&assignment);
    if let Some(ready) =
        setup.grader_if_ready(args.assignment.path(), assignment.clone(), threads)?
    {
        return Ok(ready);
    }
    if args.is_for_people()
        && let Err(error) = one_submission::check_readable(&args.submission)
    {
        subject::refuse_class_in_archive(&args.submission, &error)?;
        return Err(error);
    }
    setup.create_grader(args.assignment.path(), assignment, threads, status)
}

/// Remembers a complete grade for people, and prints what has changed since the last one. A part of the report or a
/// corrected report cannot be compared.
fn remember_grade(args: &CheckArgs, extent: Extent<'_>, assignment: &Assignment, grade: &Grade) {
    if !args.is_for_people() || extent != Extent::Whole {
        return;
    }
    let Some(last) = LastGrade::find(&args.submission, assignment) else { return };
    if args.only.is_empty()
        && args.overrides.is_none()
        && let Some(before) = last.read_any()
    {
        let audience = args.audience.unwrap_or_default();
        let [before, after] = [&before, grade].map(|grade| Corrected::from(grade).view(audience));
        if let Some(changes) = report::changes_since(&before, &after) {
            print_note(&changes);
        }
    }
    last.remember(grade);
}

/// Writes tests for the failures in a view, after running them on the submission.
fn try_reproducing_tests(graded: &mut GradedSubmission, view: &View) -> Result<String, CliError> {
    let tests = report::unit_tests(view, graded.facts.crate_name.as_deref());
    let ends = match tests.to_try() {
        Some(file) => graded.try_tests(tests.crate_name(), &file)?,
        None => None,
    };
    Ok(tests.file(ends.as_ref()))
}

fn report_result(view: &View) {
    let mut fields = Map::new();
    fields.insert("submission".to_owned(), view.submission.as_str().into());
    fields.insert("status".to_owned(), view.status.as_str().into());
    fields.extend(view.score.map(|score| ("score".to_owned(), pretty::number(score).into())));
    fields.insert("max_score".to_owned(), pretty::number(view.max_score).into());
    ProgressEvent::Summary { fields: &fields }.report_to_programs();
}

fn write_reports(
    args: &CheckArgs,
    corrected: &Corrected,
    mut context: Context,
    job: &GithubJob,
    turn: Option<&(Attempts, SubmissionHistory)>,
) -> Result<(), CliError> {
    let audience = context.audience;
    let summary = |limit| formats::summary(&corrected.view(audience), limit);
    if let Some(file) = &args.files.summary {
        output::write_text(Some(file), &summary(formats::SUMMARY_LIMIT))?;
    }
    let text = args.format.render(corrected, &context).map_err(CliError::Render)?;
    let Layout { width, colour, .. } = output::output_layout(args.output.color.color, true);
    context.layout = Layout { width, colour, ..context.layout };
    // Format all of them before writing the first, so that an error does not leave only some.
    let mut others = Vec::new();
    for also in args.files.also.iter().filter(|also| is_written_for(also.format, corrected)) {
        let text = also.format.render(corrected, &context).map_err(CliError::Render)?;
        others.push((&also.file, text));
    }
    let numbered = turn.and_then(|(attempts, history)| match corrected.grade().status() {
        Status::Graded => history.add_number_to_results(*attempts, &text),
        // An attempt should not count when the submission was rejected or there was a grader error.
        Status::Rejected => SubmissionHistory::mark_uncounted(&text),
        Status::GraderError | Status::Held => None,
    });
    for (file, text) in others {
        output::write_text(Some(file), &text)?;
    }
    job.append_results(&corrected.view(audience), summary)?;
    if is_written_for(args.format, corrected) {
        args.output.write_result(&numbered.unwrap_or(text))?;
    }
    Ok(())
}

/// Returns `true` to write a report in this format. When a submission is rejected, people will see an error instead.
fn is_written_for(format: Format, corrected: &Corrected) -> bool {
    format != Format::Human || corrected.grade().status() != Status::Rejected
}

fn rejection_reason(args: &CheckArgs, name: &str, error: &CliError) -> Option<String> {
    match error {
        CliError::NotRead(error) if error.is_rejection() => {
            let shown = args.submission.display().to_string();
            Some(error.reason().replace(&shown, name))
        }
        CliError::Rejected { reason } => Some(reason.clone()),
        _ => None,
    }
}

fn linked_code(
    args: &CheckArgs,
    graded: &mut GradedSubmission,
) -> Result<SubmissionCode, CliError> {
    // Without a format, nothing links to the code.
    let leads_to = args.formats_to_write().map(Format::linked_code).max().unwrap_or(Lead::Nowhere);
    if leads_to == Lead::Nowhere {
        return Ok(SubmissionCode::default());
    }
    let outline = graded.outline()?;
    if leads_to == Lead::Methods {
        return Ok(SubmissionCode { outline, ..SubmissionCode::default() });
    }
    let sources = graded.files()?.into_iter().collect();
    let (folder, package) = (seen_from_here(&args.submission), args.cargo_package.clone());
    Ok(SubmissionCode { outline, sources, folder, package })
}

/// Returns the path of a folder with forward slashes, or an empty text for the current folder.
fn seen_from_here(submission: &Path) -> String {
    match (folder::below_current_folder(submission), folder::as_argument(submission)) {
        (Some(inside), _) => inside,
        (None, None) => String::new(),
        (None, Some(_)) => submission.display().to_string(),
    }
}

fn most_points_for_audience(assignment: &Assignment, audience: Audience) -> Points {
    let checks = assignment.checks.iter().map(|rated| (rated.points, rated.visibility));
    report::points_to_get(audience, checks)
}

/// Warns that the score does not include hidden points, regardless of the results.
fn warn_about_hidden_points(view: &View) {
    // A student kit does not contain the others.
    let points = view.hidden_points().without(view.omitted.all.points);
    if points > Points::ZERO {
        print_note(&format!(
            "this score does not include the points for hidden checks ({points}); `--audience \
             instructor` includes them, but students could then infer the results of hidden checks"
        ));
    }
}

fn load_overrides(args: &CheckArgs, assignment: &Assignment) -> Result<Overrides, CliError> {
    let Some(file) = &args.overrides else { return Ok(Overrides::default()) };
    let worth = assignment.checks.iter().map(|rated| (rated.check, rated.points)).collect();
    // If this is a folder of grades, it contains the names of the students.
    let folder = file.parent().filter(|folder| folder.join(class::PEOPLE).is_file());
    let people = folder
        .map(|folder| ClassMembers::read_from(&class::GradesFolder::open(folder)?))
        .transpose()?
        .flatten();
    let students = people.as_ref().map(ClassMembers::students_for_corrections);
    Ok(Overrides::load_for_any(file, Some(&worth), students.as_ref())?)
}

fn read_identity(args: &CheckArgs) -> Result<Option<Identity>, CliError> {
    let format = Format::Classroom50;
    if !args.writes_format(format) {
        return Ok(None);
    }
    let identity = Identity::from_variables(|name| std::env::var(name).ok());
    identity.map(Some).map_err(|error| CliError::Misuse {
        message: format!("the `{}` format needs environment variables: {error}", format.name()),
        hint: "the Classroom 50 runner sets them for autograders".to_owned(),
    })
}

/// Returns the rubric's limit on attempts and the submission history, if both are available.
fn limit_and_history(
    args: &CheckArgs,
    assignment: &Assignment,
) -> Result<Option<(Attempts, SubmissionHistory)>, CliError> {
    let Some(file) = &args.history else { return Ok(None) };
    if args.format != Format::Gradescope {
        return Err(CliError::Misuse {
            message: "`--history` can only be used with `--format gradescope`".to_owned(),
            hint: "no other platform reports earlier attempts".to_owned(),
        });
    }
    let limit = assignment.attempts.filter(Attempts::is_limit);
    let Some(attempts) = limit else { return Ok(None) };
    match SubmissionHistory::read_file(file) {
        Ok(history) => Ok(Some((attempts, history))),
        // Students are not to blame for this error.
        Err(error) => {
            print_note(&format!(
                "cannot read earlier attempts from `{}`, so this attempt counts: {error}",
                file.display()
            ));
            Ok(None)
        }
    }
}
