//! Grades the submission repeatedly, in a separate thread. Each save aborts the current grading.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use checks::grading::Grader;
use grade::check::{Check, Group};
use grade::view::Corrected;
use grade::{Grade, Verdict};
use intake::class::SubmissionSource;
use report::formats::SubmissionCode;
use worker::{Death, Stopper, SubmissionFacts, Worker, WorkerGrade, Workers};

use super::super::error::CliError;
use super::super::last_grade::LastGrade;
use super::super::one_submission::{Extent, retry_once};
use super::event::WatchEvent;

/// How many times to look for a missing folder before reporting it, and how long to wait in between. The folder may be
/// moved away for a moment by tools that change many files.
const LOOKS: u32 = 5;
// Together, this is half a second.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct GradingThread {
    pub(super) grader: Grader,
    pub(super) workers: Workers,
    pub(super) submission: PathBuf,
    pub(super) wanted: Vec<Check>,
    pub(super) events: Sender<WatchEvent>,
    pub(super) control: Control,
    /// Where to remember complete grades, if there is a place.
    pub(super) last: Option<LastGrade>,
}

/// Lets other threads control the grading thread.
#[derive(Clone, Default)]
pub(super) struct Control {
    shared: Arc<Mutex<SharedControl>>,
}

#[derive(Default)]
struct SharedControl {
    saves: u64,
    is_over: bool,
    /// The handle to kill the worker that is grading, if any.
    busy: Option<Stopper>,
}

impl Control {
    /// Reports a save, which makes the current grading obsolete.
    pub(super) fn report_save(&self) {
        let mut shared = self.lock_shared();
        shared.saves += 1;
        stop_worker(&mut shared);
    }

    pub(super) fn end_grading(&self) {
        let mut shared = self.lock_shared();
        shared.is_over = true;
        stop_worker(&mut shared);
    }

    /// Registers the current worker, or kills it if there were more than `saves` saves.
    fn register_worker(&self, saves: u64, worker: &Worker) {
        let mut shared = self.lock_shared();
        shared.busy = Some(worker.stopper());
        if shared.saves != saves || shared.is_over {
            stop_worker(&mut shared);
        }
    }

    fn saves_so_far(&self) -> u64 {
        self.lock_shared().saves
    }

    fn is_newest_and_wanted(&self, saves: u64) -> bool {
        let shared = self.lock_shared();
        shared.saves == saves && !shared.is_over
    }

    fn is_over(&self) -> bool {
        self.lock_shared().is_over
    }

    fn lock_shared(&self) -> MutexGuard<'_, SharedControl> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stop_worker(shared: &mut SharedControl) {
    if let Some(busy) = shared.busy.take() {
        busy.stop();
    }
}

enum GradingResult {
    /// The submission has not changed.
    Same,
    Graded(Box<Grade>, String, Arc<SubmissionCode>),
}

impl GradingThread {
    /// Grades after each wake-up, until the channel is closed or [`Control::end_grading`] is called.
    pub(super) fn run(self, wake: &Receiver<()>) {
        // While idle, start a spare worker to save time later.
        let spare = RefCell::new(None);
        let mut last: Option<(String, Grade)> = None;
        while wake.recv().is_ok() {
            // Handle all pending wake-ups with a single grading.
            while wake.try_recv().is_ok() {}
            if self.control.is_over() {
                return;
            }
            let saves = self.control.saves_so_far();
            let result = self.grade_save(saves, last.as_ref(), &spare);
            if self.control.is_over() {
                return;
            }
            if !self.control.is_newest_and_wanted(saves) {
                // Another wake-up came in.
                continue;
            }
            let event = match result {
                Ok(GradingResult::Same) => WatchEvent::Same,
                Ok(GradingResult::Graded(grade, hash, code)) => {
                    last = Some((hash, (*grade).clone()));
                    WatchEvent::Graded(Box::new(self.only_wanted_checks(*grade)), code)
                }
                Err(error) => {
                    last = None;
                    WatchEvent::NotGraded(Box::new(error))
                }
            };
            if self.events.send(event).is_err() {
                return;
            }
            let mut spare = spare.borrow_mut();
            if spare.is_none() {
                *spare = self.start_worker().ok();
            }
        }
    }

    fn grade_save(
        &self,
        saves: u64,
        last: Option<&(String, Grade)>,
        spare: &RefCell<Option<Worker>>,
    ) -> Result<GradingResult, CliError> {
        if let Some(outcome) =
            spare.take().and_then(|worker| self.grade_with_spare(saves, last, worker, spare))
        {
            return outcome;
        }
        for _ in 0..LOOKS {
            if self.submission.exists() || !self.control.is_newest_and_wanted(saves) {
                break;
            }
            thread::sleep(PAUSE);
        }
        retry_once(|| {
            // A save killed the worker, so we should not try again.
            if !self.control.is_newest_and_wanted(saves) {
                return Ok(Ok(GradingResult::Same));
            }
            let mut worker = self.start_worker()?;
            self.control.register_worker(saves, &worker);
            match worker.read()? {
                Ok(facts) => self.grade_with(last, &mut worker, &facts),
                Err(error) => Ok(Err(CliError::NotRead(error))),
            }
        })
    }

    /// Grades with a spare worker. This is `None` if that fails, for example because the folder was replaced.
    fn grade_with_spare(
        &self,
        saves: u64,
        last: Option<&(String, Grade)>,
        mut worker: Worker,
        spare: &RefCell<Option<Worker>>,
    ) -> Option<Result<GradingResult, CliError>> {
        self.control.register_worker(saves, &worker);
        let facts = worker.read().ok()?.ok()?;
        let outcome = self.grade_with(last, &mut worker, &facts).ok()?;
        if let Ok(GradingResult::Same) = outcome {
            *spare.borrow_mut() = Some(worker);
        }
        Some(outcome)
    }

    fn grade_with(
        &self,
        last: Option<&(String, Grade)>,
        worker: &mut Worker,
        facts: &SubmissionFacts,
    ) -> Result<Result<GradingResult, CliError>, Death> {
        if last.is_some_and(|(hash, _)| *hash == facts.hash) {
            return Ok(Ok(GradingResult::Same));
        }
        let send = |event| {
            // If there is no receiver, the program is about to end.
            let _ = self.events.send(event);
        };
        send(WatchEvent::Begun);
        let sources = worker.files()?.into_iter().collect();
        let code = Arc::new(SubmissionCode {
            outline: worker.outline()?,
            sources,
            ..SubmissionCode::default()
        });
        let ahead = |grade: Grade| {
            if !grade.checks.is_empty() {
                send(WatchEvent::Ahead(
                    Box::new(self.only_wanted_checks(grade)),
                    Arc::clone(&code),
                ));
            }
        };
        let first = last.map(|(_, grade)| failed_puzzles(grade)).unwrap_or_default();
        let stage = |stage| send(WatchEvent::Stage(stage));
        let graded = match Extent::for_checks(&self.wanted) {
            Extent::Whole => {
                worker.grade_with_preliminary_grades(&self.grader, first, &stage, &ahead)?
            }
            Extent::Board(checks) => worker.grade_board(&self.grader, checks, &stage)?,
        };
        let outcome = |graded: WorkerGrade| {
            if let Some(last) = &self.last
                && Extent::for_checks(&self.wanted) == Extent::Whole
            {
                // If this fails, `grader hint` grades again. The screen has no room for a note.
                let _ = last.write(graded.file.grade());
            }
            GradingResult::Graded(
                Box::new(graded.file.into_grade()),
                facts.hash.clone(),
                code.clone(),
            )
        };
        Ok(graded.map(outcome).map_err(CliError::from))
    }

    fn start_worker(&self) -> Result<Worker, Death> {
        self.workers.start(&SubmissionSource::Folder(self.submission.clone()), None)
    }

    fn only_wanted_checks(&self, grade: Grade) -> Corrected {
        Corrected::new(grade, &[]).reporting_only(&self.wanted)
    }
}

fn failed_puzzles(grade: &Grade) -> BTreeSet<String> {
    let puzzle = |verdict: &Verdict| match verdict {
        Verdict::Fail(failure) => failure.evidence.as_ref()?.puzzle.clone(),
        _ => None,
    };
    let solver = grade.checks.iter().filter(|result| result.check.group() == Group::Solver);
    solver.filter_map(|result| puzzle(&result.verdict)).collect()
}
