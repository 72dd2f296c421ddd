//! Implements `grader hint`, which gives hints for a check, one step at a time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use assignment::Assignment;
use grade::check::Check;
use grade::view::{Audience, CheckView, Corrected, View};
use grade::{Grade, Outline, SourcePosition};
use intake::class::SubmissionSource;
use report::formats::SubmissionSources;
use report::{Hint, HintStep, Layout};

use super::error::CliError;
use super::exit::Exit;
use super::last_grade::LastGrade;
use super::one_submission::{self, Extent};
use super::setup::{self, GradingSetup};
use super::shared_args::{AssignmentArgs, CheckName, ColorArgs, MachineArgs, SandboxArgs};
use super::status_line::StatusLine;
use super::{folder, output, subject};

const HELP: &str = "\
The first step is a question. The second step adds the location in your code, and the third step
adds the explanation of the check, with sample code. The rubric can disable the third step. If a
method is not written yet, the question is about its rule.

Without CHECK, the hint is for the check to fix first. The hint answers from the last complete grade
of the same code on this machine. If there is none, the grader grades the submission first.

Examples:
  grader hint
  grader hint board.hamming
  grader hint board.hamming --step 2
  grader hint board.hamming alice --assignment hw";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct HintArgs {
    /// Check to get hints for [default: the check to fix first], and submission, as for `grader check`
    #[arg(
        value_name = "CHECK|SUBMISSION",
        num_args = 0..=2,
        value_parser = CheckName,
        hide_possible_values = true,
    )]
    subjects: Vec<String>,

    /// Check to get hints for, as for `grader check`
    #[arg(long, value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    only: Option<String>,

    /// Last step to show: 1 is a question, 2 adds the location, 3 adds the explanation
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    step: u8,

    /// Submission, if it has the name of a check
    #[arg(long, value_name = "PATH", default_value = ".", hide_default_value = true)]
    submission: PathBuf,

    #[command(flatten)]
    assignment: AssignmentArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(mut args: HintArgs) -> Result<Exit, CliError> {
    let check = args.take_subjects()?;
    if args.submission == Path::new(".") {
        args.assignment.use_kit();
    }
    let args = &args;
    let assignment = args.assignment.load_or_embedded()?;
    let last = last_allowed_step(&assignment);
    let step = HintStep::from_number(args.step.into()).unwrap_or_default();
    if step > last {
        return Err(CliError::Misuse {
            message: format!("this assignment has no hint step {}", step.number()),
            hint: format!("the last step is `--step {}`", last.number()),
        });
    }
    let subject = match &check {
        Some(id) => subject_with_id(args, &assignment, id, step)?,
        None => match first_subject(args, assignment)? {
            FirstSubject::ToFix(subject) => subject,
            FirstSubject::AllPassed(text) => {
                output::print(&text)?;
                return Ok(Exit::Passed);
            }
        },
    };
    let HintSubject { check, question, place, sources } = subject;
    let code = place.as_ref().map(|place| sources.lines_of_item(place)).unwrap_or_default();
    let hint = Hint { check, question: &question, step, last, place: place.as_ref(), code: &code };
    let layout = args.layout();
    let mut text = hint.text(&layout);
    if let Some(next) = hint.next() {
        let command = layout.hint(check);
        let _ = writeln!(text, "\nmore: {command} --step {}", next.number());
    }
    output::print(&text)?;
    Ok(Exit::Passed)
}

pub(super) fn last_allowed_step(assignment: &Assignment) -> HintStep {
    if assignment.hints.explanation { HintStep::Explanation } else { HintStep::Place }
}

struct HintSubject {
    check: Check,
    question: String,
    place: Option<SourcePosition>,
    sources: SubmissionSources,
}

/// Returns the check with this id. The submission is not graded, but if its last grade is known, the question fits the
/// cause. If the submission cannot be read, this is an error only if the hint will show a place in the code.
fn subject_with_id(
    args: &HintArgs,
    assignment: &Assignment,
    id: &str,
    step: HintStep,
) -> Result<HintSubject, CliError> {
    let Some(check) = Check::from_id(id) else {
        let names: Vec<_> = Check::named(id).iter().map(|check| format!("`{check}`")).collect();
        return Err(if names.is_empty() {
            CliError::UnknownCheck { id: id.to_owned() }
        } else {
            CliError::Misuse {
                message: format!("`{id}` is a group of checks"),
                hint: format!("use one of them: {}", names.join(", ")),
            }
        });
    };
    subject::wanted_checks(assignment, &[id.to_owned()], Audience::Student)?;
    let ReadSubmission { outline, sources, grade, .. } =
        match ReadSubmission::read(&args.submission, assignment) {
            Ok(submission) => submission,
            Err(error) if step >= HintStep::Place => return Err(error),
            Err(_) => ReadSubmission::default(),
        };
    if let Some(grade) = grade {
        let view = view_with_places(grade, &outline);
        if let Some(failed) =
            view.checks.iter().find(|found| found.check == check && found.is_failed())
        {
            return Ok(HintSubject::from_failure(failed, sources));
        }
    }
    let place = report::place_of_check(check, &outline).cloned();
    let unwritten =
        place.as_ref().and_then(|place| unwritten_method(&sources.lines_of_item(place)));
    let question = match unwritten {
        Some(call) => report::question_about_rule(check, &call),
        None => check.question().to_owned(),
    };
    Ok(HintSubject { check, question, place, sources })
}

impl HintSubject {
    fn from_failure(failed: &CheckView, sources: SubmissionSources) -> Self {
        let (check, place) = (failed.check, failed.at.clone());
        Self { check, question: report::question(failed), place, sources }
    }
}

/// A submission as it is now.
#[derive(Default)]
struct ReadSubmission {
    outline: Outline,
    sources: SubmissionSources,
    /// Where its grades are remembered.
    last: Option<LastGrade>,
    /// The last grade, if the code has not changed since.
    grade: Option<Grade>,
}

impl ReadSubmission {
    fn read(submission: &Path, assignment: &Assignment) -> Result<Self, CliError> {
        subject::refuse_class(submission)?;
        let code = one_submission::read_code(&SubmissionSource::Folder(submission.to_owned()))?;
        let last = LastGrade::find(submission, assignment);
        let grade = last.as_ref().and_then(|last| last.read_for_sources(&code.hash));
        let sources = code.files.into_iter().collect();
        Ok(Self { outline: code.outline, sources, last, grade })
    }
}

fn view_with_places(grade: Grade, outline: &Outline) -> View {
    let mut view = Corrected::new(grade, &[]).view(Audience::Student);
    report::locate(&mut view, outline);
    view
}

/// Returns the name of a method that still contains `todo!()`, as a call.
fn unwritten_method(code: &[(u32, &str)]) -> Option<String> {
    // Only the template's placeholder counts, not the word in a comment.
    let is_missing = code.iter().any(|(_, line)| line.trim_start().starts_with("todo!("));
    let (_, first) = code.first().filter(|_| is_missing)?;
    let (name, _) = first.split_once("fn ")?.1.split_once('(')?;
    Some(format!("{name}()"))
}

enum FirstSubject {
    ToFix(HintSubject),
    /// All checks that students can see passed. The text says so.
    AllPassed(String),
}

/// Returns the check to fix first, if there is one.
fn first_subject(args: &HintArgs, assignment: Assignment) -> Result<FirstSubject, CliError> {
    let ReadSubmission { outline, sources, last, grade } =
        ReadSubmission::read(&args.submission, &assignment)?;
    let grade = match grade {
        Some(grade) => grade,
        None => grade_submission(args, assignment, last)?,
    };
    let view = view_with_places(grade, &outline);
    let first = report::failed_checks_to_fix(&view).into_iter().next();
    Ok(match first {
        Some(failed) => FirstSubject::ToFix(HintSubject::from_failure(failed, sources)),
        None => FirstSubject::AllPassed(nothing_to_fix(&view)),
    })
}

/// Says that there is nothing to fix, as far as the view shows.
fn nothing_to_fix(view: &View) -> String {
    if !view.hides_parts() {
        return "All checks passed: there is nothing to fix.\n".to_owned();
    }
    let mut text = "All checks shown here passed: they leave nothing to fix.\n".to_owned();
    if let Some(line) = report::plain::kit_remark(view) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Grades the submission, and remembers the grade.
fn grade_submission(
    args: &HintArgs,
    assignment: Assignment,
    last: Option<LastGrade>,
) -> Result<Grade, CliError> {
    let threads = args.machine.threads(&assignment);
    setup::refuse_low_limits(&assignment, threads)?;
    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let grader = setup.create_grader(args.assignment.path(), assignment, threads, &status)?;
    let workers = setup::create_workers(&grader, args.sandbox.require_sandbox)?;
    let show = |stage| status.show_stage(stage);
    let done = one_submission::grade_submission(
        &workers,
        &grader,
        &args.submission,
        Extent::Whole,
        &show,
    )?;
    status.clear();
    if let Some(last) = last {
        last.remember(&done.grade);
    }
    Ok(done.grade)
}

impl HintArgs {
    /// Tells the check and the submission apart. A word that is not a check is a submission if it exists. Returns the
    /// check.
    fn take_subjects(&mut self) -> Result<Option<String>, CliError> {
        let (mut checks, mut submissions) = (Vec::from_iter(self.only.take()), Vec::new());
        for word in std::mem::take(&mut self.subjects) {
            let is_submission = Check::named(&word).is_empty() && Path::new(&word).exists();
            if is_submission { submissions.push(word) } else { checks.push(word) }
        }
        if checks.len() > 1 || submissions.len() > 1 {
            return Err(CliError::Misuse {
                message: "hints are for one check of one submission".to_owned(),
                hint: "name at most one of each, as in `grader hint board.hamming alice`"
                    .to_owned(),
            });
        }
        if let Some(submission) = submissions.pop() {
            self.submission = submission.into();
        }
        Ok(checks.pop())
    }

    fn layout(&self) -> Layout {
        let assignment =
            self.assignment.path().map(|path| folder::quote_for_shell(&path.to_string_lossy()));
        let folder = folder::as_argument(&self.submission);
        Layout { folder, assignment, ..output::output_layout(self.color.color, false) }
    }
}
