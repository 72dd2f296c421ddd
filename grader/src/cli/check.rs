//! `grader check`: grades one submission and prints the report.

use std::path::Path;

use checks::assignment::{Assignment, RubricEntry};
use class::About;
use class::overrides::Overrides;
use grade::Status;
use grade::check::Check;
use grade::points::Points;
use grade::pretty;
use grade::view::{Audience, Corrected, View};
use late::Attempts;
use report::formats::{self, Code, Identity};
use report::{Context, Format, Layout};
use serde_json::Map;
use terminal::wrap::escape;
use worker::Facts;

use super::also;
use super::args::CheckArgs;
use super::attempts::turn;
use super::class_input;
use super::error::{CliError, show_plain};
use super::events::Event;
use super::exit::Exit;
use super::folder;
use super::job::Job;
use super::one_submission::{self, Failure, Graded};
use super::output;
use super::setup::{self, Setup};
use super::status_line::StatusLine;
use super::watch;
use crate::autograder::History;

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    if args.watch {
        return watch::run(args);
    }
    let assignment = args.assignment.load()?;
    setup::refuse_low_limits(&assignment, args.machine.jobs.count())?;
    // What is written beside the report is for students if nobody says otherwise.
    let audience = args.audience.unwrap_or_default();
    let readers = args.audience.unwrap_or_else(|| args.format.readers());
    let wanted = wanted(&assignment, &args.only, readers)?;
    let overrides = overrides(args, &assignment)?;
    let turn = turn(args, &assignment)?;
    if let Some(results) = turn.as_ref().and_then(|(attempts, it)| it.instead(*attempts)) {
        args.output.write(&results)?;
        show_plain("an attempt that does not count: it was not graded");
        return Ok(Exit::Usage);
    }
    let read = one_submission::read(&args.submission);
    refuse_class(args, read.is_ok())?;
    let facts = read.or_else(|failure| Err(not_graded(args, &assignment, &overrides, failure)?))?;
    for file in &facts.left_out {
        show_plain(&escape(file));
    }
    if !overrides.is_empty() && !overrides.may_have(&facts.name) {
        show_plain(&format!("there is no correction of `{}`", facts.name));
    }

    also::refuse_same_file(args)?;
    let identity = identity(args)?;
    Event::Begin { command: "check", title: Some(&assignment.title), total: None }.tell_programs();

    let files = [&args.output.out, &args.tests, &args.counts, &args.summary];
    for file in files.into_iter().flatten().chain(args.also.iter().map(|it| &it.file)) {
        output::check_writable(file)?;
    }
    let job = Job::of(args);
    job.check_writable()?;

    let status = StatusLine::new();
    let setup = Setup::new(&args.machine, &status)?;
    let progress = |stage| status.show(stage);
    let grader = setup.grader(assignment, setup.jobs, &status)?;
    let (workers, _) = setup::workers(&grader, &args.assignment, args.sandbox.require_sandbox)?;
    let outcome = one_submission::grade(&workers, &grader, &args.submission, &progress);
    let mut done = outcome.or_else(|failure| {
        status.clear();
        Err(not_graded(args, grader.assignment(), &overrides, failure)?)
    })?;
    let corrected = Corrected::new(done.grade.clone(), &overrides.of(&done.grade)).only(&wanted);
    let tests = args
        .tests
        .as_ref()
        .map(|file| tests(&mut done, &facts, &corrected.view(audience)).map(|text| (file, text)));
    let tests = tests.transpose()?;
    status.clear();

    if let Some((file, text)) = tests {
        output::write(Some(file), &text)?;
    }
    if let Some(file) = &args.counts {
        output::write(Some(file), &report::counts(&done.counts, audience))?;
    }
    let told = Told {
        most: most(grader.assignment(), audience),
        identity,
        code: code(args, &mut done)?,
        job,
        turn,
        title: title(&About::of(grader.assignment())),
    };
    write(args, &corrected, told)?;
    tell_result(&corrected.view(readers));
    if args.writes(Format::Classroom50) || args.writes(Format::Autograding) {
        tell_what_does_not_count(&corrected.view(audience));
    }
    Ok(exit(&corrected.view(readers)))
}

/// Refuses a folder or an archive that holds a class: one of it would be graded by chance. Programs
/// read a report of what is handed in, whatever that is.
pub(super) fn refuse_class(args: &CheckArgs, is_read: bool) -> Result<(), CliError> {
    if args.formats().any(|it| it != Format::Human) {
        return Ok(());
    }
    let path = &args.submission;
    let names = class_input::names_of_several(path, is_read);
    if names.is_empty() {
        return Ok(());
    }
    let some: Vec<_> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
    let (count, more) = (names.len(), if names.len() > some.len() { ", ..." } else { "" });
    let (shown, folder) = (path.display(), folder::quoted(&path.to_string_lossy()));
    Err(CliError::Misuse {
        message: format!("`{shown}` holds {count} submissions: {}{more}", some.join(", ")),
        hint: format!(
            "give one of them, or grade all of them: `grader grade {folder} --out grades`"
        ),
    })
}

/// The file of tests that show what a view shows: each is tried on the submission first.
fn tests(graded: &mut Graded, facts: &Facts, view: &View) -> Result<String, CliError> {
    let tests = report::unit_tests(view, facts.crate_name.as_deref());
    let ends = match tests.to_try() {
        Some(file) => graded.try_tests(tests.crate_name(), &file)?,
        None => None,
    };
    Ok(tests.file(ends.as_ref()))
}

/// Tells programs what came of it, as far as the report's audience may know it.
fn tell_result(view: &View) {
    let mut fields = Map::new();
    fields.insert("submission".to_owned(), view.submission.as_str().into());
    fields.insert("status".to_owned(), view.status.as_str().into());
    fields.extend(view.score.map(|it| ("score".to_owned(), pretty::number(it).into())));
    fields.insert("max_score".to_owned(), pretty::number(view.max_score).into());
    Event::Summary { fields: &fields }.tell_programs();
}

/// What a report says beside the grade, and where.
struct Told {
    /// The points that its audience can get.
    most: Points,
    identity: Option<Identity>,
    code: Code,
    job: Job,
    turn: Option<(Attempts, History)>,
    title: Option<String>,
}

/// Writes the report, in all formats that are asked for, and the summaries.
fn write(args: &CheckArgs, corrected: &Corrected, told: Told) -> Result<(), CliError> {
    let Told { most, identity, code, job, turn, title } = told;
    let audience = args.audience.unwrap_or_default();
    let summary = |limit| formats::summary(&corrected.view(audience), limit);
    if let Some(file) = &args.summary {
        output::write(Some(file), &summary(formats::SUMMARY_LIMIT))?;
    }
    let layout = layout(args, title);
    let folder = folder::inside(&args.submission);
    let mut context = Context { audience, layout, folder, identity, code, most: Some(most) };
    let text = args.format.render(corrected, &context)?;
    let Layout { width, colour, .. } = output::layout(args.output.color.color, true);
    context.layout = Layout { width, colour, ..context.layout };
    let mut others = Vec::new();
    for also in args.also.iter().filter(|it| is_for(it.format, corrected)) {
        others.push((&also.file, also.format.render(corrected, &context)?));
    }
    let numbered = turn.as_ref().and_then(|(attempts, history)| match corrected.grade().status() {
        Status::Graded => history.with_number(*attempts, &text),
        // What is no submission is no attempt, and neither is a fault of the grader.
        Status::Rejected => History::uncounted(&text),
        Status::GraderError => None,
    });
    for (file, text) in others {
        output::write(Some(file), &text)?;
    }
    job.tell(&corrected.view(audience), summary)?;
    if is_for(args.format, corrected) {
        args.output.write(&numbered.unwrap_or(text))?;
    }
    Ok(())
}

/// Whether a report in a format is written. People read the error of what was rejected.
fn is_for(format: Format, corrected: &Corrected) -> bool {
    format != Format::Human || corrected.grade().status() != Status::Rejected
}

/// The layout of the report for people.
pub(super) fn layout(args: &CheckArgs, title: Option<String>) -> Layout {
    let assignment = args.assignment.path().map(|path| folder::quoted(&path.to_string_lossy()));
    let folder = folder::named(&args.submission);
    let asked = match &args.only[..] {
        [id] => Check::named(id),
        _ => Vec::new(),
    };
    let asked = if let [check] = asked[..] { Some(check) } else { None };
    Layout { folder, assignment, title, asked, ..args.output.layout() }
}

/// The title of an assignment of one's own; that of the built-in one goes without saying.
pub(super) fn title(about: &About) -> Option<String> {
    let is_other = |heading: &String| *heading != About::of(&Assignment::embedded()).heading();
    about.own.then(|| about.heading()).filter(is_other)
}

/// The error for a submission that has no grade. People read the error; programs read a report of
/// what was rejected, too.
fn not_graded(
    args: &CheckArgs,
    assignment: &Assignment,
    overrides: &Overrides,
    failure: Failure,
) -> Result<CliError, CliError> {
    let name = intake::name(&args.submission);
    let (reason, error) = match failure {
        Failure::NotRead(error) if error.is_rejection() => {
            let reason = error.to_string();
            let shown = args.submission.display().to_string();
            (reason.replace(&shown, &name), CliError::NotRead(error))
        }
        Failure::Rejected(reason) => (reason.clone(), CliError::Rejected { reason }),
        Failure::NotRead(error) => return Ok(CliError::NotRead(error)),
        Failure::Fault(error) => return Ok(error),
    };
    if args.formats().any(|it| it != Format::Human) {
        write_rejected(args, assignment.clone(), overrides, &name, reason)?;
    }
    Ok(error)
}

/// Writes the report of what is no submission, so that a platform can tell the student why.
fn write_rejected(
    args: &CheckArgs,
    assignment: Assignment,
    overrides: &Overrides,
    name: &str,
    reason: String,
) -> Result<(), CliError> {
    let identity = identity(args)?;
    let status = StatusLine::new();
    let setup = Setup::new(&args.machine, &status)?;
    let grader = setup.grader(assignment, setup.jobs, &status)?;
    status.clear();
    let rejected = grader.rejected(name, reason);
    let corrections = overrides.of(&rejected);
    let corrected = Corrected::new(rejected, &corrections);
    let most = most(grader.assignment(), args.audience.unwrap_or_default());
    let code = Code { folder: seen_from_here(&args.submission), ..Code::default() };
    let turn = turn(args, grader.assignment())?;
    let told = Told { most, identity, code, job: Job::of(args), turn, title: None };
    write(args, &corrected, told)
}

/// What the formats have to know of the submission's code that lead to it.
fn code(args: &CheckArgs, graded: &mut Graded) -> Result<Code, CliError> {
    let leads = [Format::Rustc, Format::Github, Format::Junit, Format::Autograding];
    if !leads.into_iter().any(|it| args.writes(it)) {
        return Ok(Code::default());
    }
    let outline = graded.outline()?;
    if !args.writes(Format::Rustc) {
        return Ok(Code { outline, ..Code::default() });
    }
    let sources = graded.files()?.into_iter().collect();
    Ok(Code { outline, sources, folder: seen_from_here(&args.submission) })
}

/// The path of a folder, with slashes; nothing for the current one.
fn seen_from_here(submission: &Path) -> String {
    match (folder::inside(submission), folder::named(submission)) {
        (Some(inside), _) => inside,
        (None, None) => String::new(),
        (None, Some(_)) => submission.display().to_string(),
    }
}

/// The points that an audience can get.
fn most(assignment: &Assignment, audience: Audience) -> Points {
    let checks = assignment.checks.iter().map(|rated| (rated.points, rated.visibility));
    report::points_to_get(audience, checks)
}

/// The exit code, as far as the report's audience may know it.
pub(super) fn exit(view: &View) -> Exit {
    match view.status {
        Status::GraderError => Exit::GraderFault,
        Status::Graded if view.all_passed() => Exit::Passed,
        Status::Graded | Status::Rejected => Exit::Failed,
    }
}

/// Says that a platform will not count what is hidden. It is the same whatever came of that.
fn tell_what_does_not_count(view: &View) {
    let points = view.hidden_points();
    if points > Points::ZERO {
        show_plain(&format!(
            "the points of hidden checks ({points}) are not in this score; with `--audience \
             instructor` they are, and a student can tell from it what came of them"
        ));
    }
}

/// The corrections in the file that is named.
fn overrides(args: &CheckArgs, assignment: &Assignment) -> Result<Overrides, CliError> {
    let Some(file) = &args.overrides else { return Ok(Overrides::default()) };
    let worth = assignment.checks.iter().map(|rated| (rated.check, rated.points)).collect();
    Ok(Overrides::load_for_any(file, Some(&worth))?)
}

/// The submission's identity for Classroom 50, if a format needs it.
fn identity(args: &CheckArgs) -> Result<Option<Identity>, CliError> {
    let format = Format::Classroom50;
    if !args.writes(format) {
        return Ok(None);
    }
    let identity = Identity::from_variables(|name| std::env::var(name).ok());
    identity.map(Some).map_err(|error| CliError::Misuse {
        message: format!("the format `{}` needs variables: {error}", format.name()),
        hint: "the runner of Classroom 50 sets them for an autograder".to_owned(),
    })
}

/// The checks that are asked for: all of the assignment's if none is named.
pub(super) fn wanted(
    assignment: &Assignment,
    only: &[String],
    readers: Audience,
) -> Result<Vec<Check>, CliError> {
    let graded = |check: &Check| assignment.rated(*check).is_some();
    let is_hidden = |rated: &RubricEntry| !readers.sees(rated.visibility);
    let seen = |check: &Check| assignment.rated(*check).is_some_and(|rated| !is_hidden(&rated));
    if only.is_empty() {
        return Ok(Check::ALL.into_iter().filter(graded).collect());
    }
    let mut wanted = Vec::new();
    for id in only {
        let named = Check::named(id);
        if named.is_empty() {
            return Err(CliError::UnknownCheck { id: id.clone() });
        }
        if !named.iter().any(seen) {
            let id = id.clone();
            // Where something is hidden, it is not told from what is not graded.
            return Err(if assignment.checks.iter().any(is_hidden) {
                CliError::UnseenCheck { id }
            } else {
                CliError::UngradedCheck { id }
            });
        }
        wanted.extend(named);
    }
    Ok(wanted)
}
