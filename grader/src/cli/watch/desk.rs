//! Grades again and again, on a thread of its own. A save ends the grading under way.

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
use intake::class::Source;
use report::formats::Code;
use worker::{Death, Facts, Graded, Stopper, Worker, Workers};

use super::super::error::CliError;
use super::super::one_submission::{Extent, twice};
use super::event::WatchEvent;

/// How often a folder that is not there is looked for again before that is said, and the pause between
/// two looks: tools that change many files may move a folder away and back.
const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

/// All that it takes to grade a submission.
pub(super) struct Desk {
    pub(super) grader: Grader,
    pub(super) workers: Workers,
    pub(super) submission: PathBuf,
    /// The checks to report.
    pub(super) wanted: Vec<Check>,
    pub(super) events: Sender<WatchEvent>,
    pub(super) control: Control,
}

/// What other threads tell the one that grades.
#[derive(Clone, Default)]
pub(super) struct Control {
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// The number of times that something was saved.
    saves: u64,
    is_over: bool,
    /// Ends the worker that is busy.
    busy: Option<Stopper>,
}

impl Control {
    /// Something was saved: what is being graded is out of date.
    pub(super) fn saved(&self) {
        let mut shared = self.shared();
        shared.saves += 1;
        stop(&mut shared);
    }

    /// Nothing is to be graded any more.
    pub(super) fn end(&self) {
        let mut shared = self.shared();
        shared.is_over = true;
        stop(&mut shared);
    }

    /// Takes note of the worker that is busy with what was saved so far.
    fn begin(&self, saves: u64, worker: &Worker) {
        let mut shared = self.shared();
        shared.busy = Some(worker.stopper());
        if shared.saves != saves || shared.is_over {
            stop(&mut shared);
        }
    }

    fn saves(&self) -> u64 {
        self.shared().saves
    }

    /// Whether nothing was saved since.
    fn is_current(&self, saves: u64) -> bool {
        let shared = self.shared();
        shared.saves == saves && !shared.is_over
    }

    fn is_over(&self) -> bool {
        self.shared().is_over
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stop(shared: &mut Shared) {
    if let Some(busy) = shared.busy.take() {
        busy.stop();
    }
}

/// What came of a grading.
enum Outcome {
    /// The submission is the one that was graded last.
    Same,
    Graded(Box<Grade>, String, Arc<Code>),
}

impl Desk {
    /// Grades whenever it is woken, until that ends or it is told to.
    pub(super) fn work(self, wake: &Receiver<()>) {
        // Started before it is needed, which takes a part of the time that there is nothing to do.
        let spare = RefCell::new(None);
        let mut last: Option<(String, Grade)> = None;
        while wake.recv().is_ok() {
            // What was said while it was busy is dealt with by the same grading.
            while wake.try_recv().is_ok() {}
            if self.control.is_over() {
                return;
            }
            let saves = self.control.saves();
            let result = self.grade(saves, last.as_ref(), &spare);
            if self.control.is_over() {
                return;
            }
            if !self.control.is_current(saves) {
                // The next wake is on its way.
                continue;
            }
            let event = match result {
                Ok(Outcome::Same) => WatchEvent::Same,
                Ok(Outcome::Graded(grade, hash, code)) => {
                    last = Some((hash, (*grade).clone()));
                    WatchEvent::Graded(Box::new(self.corrected(*grade)), code)
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
                *spare = self.start().ok();
            }
        }
    }

    fn grade(
        &self,
        saves: u64,
        last: Option<&(String, Grade)>,
        spare: &RefCell<Option<Worker>>,
    ) -> Result<Outcome, CliError> {
        if let Some(outcome) =
            spare.take().and_then(|worker| self.with_spare(saves, last, worker, spare))
        {
            return outcome;
        }
        for _ in 0..LOOKS {
            if self.submission.exists() || !self.control.is_current(saves) {
                break;
            }
            thread::sleep(PAUSE);
        }
        twice(|| {
            // A worker that was ended has not broken down, and is not asked again.
            if !self.control.is_current(saves) {
                return Ok(Ok(Outcome::Same));
            }
            let mut worker = self.start()?;
            self.control.begin(saves, &worker);
            match worker.read()? {
                Ok(facts) => self.grade_with(last, &mut worker, &facts),
                Err(error) => Ok(Err(CliError::NotRead(error))),
            }
        })
    }

    /// The same with a worker that was started before; `None` if it cannot tell, as where the folder is
    /// another by now.
    fn with_spare(
        &self,
        saves: u64,
        last: Option<&(String, Grade)>,
        mut worker: Worker,
        spare: &RefCell<Option<Worker>>,
    ) -> Option<Result<Outcome, CliError>> {
        self.control.begin(saves, &worker);
        let facts = worker.read().ok()?.ok()?;
        let outcome = self.grade_with(last, &mut worker, &facts).ok()?;
        if let Ok(Outcome::Same) = outcome {
            *spare.borrow_mut() = Some(worker);
        }
        Some(outcome)
    }

    fn grade_with(
        &self,
        last: Option<&(String, Grade)>,
        worker: &mut Worker,
        facts: &Facts,
    ) -> Result<Result<Outcome, CliError>, Death> {
        if last.is_some_and(|(hash, _)| *hash == facts.hash) {
            return Ok(Ok(Outcome::Same));
        }
        let tell = |event| {
            // If nobody listens any more, it is about to end.
            let _ = self.events.send(event);
        };
        tell(WatchEvent::Begun);
        let sources = worker.files()?.into_iter().collect();
        let code = Arc::new(Code { outline: worker.outline()?, sources, ..Code::default() });
        let ahead = |grade: Grade| {
            if !grade.checks.is_empty() {
                tell(WatchEvent::Ahead(Box::new(self.corrected(grade)), Arc::clone(&code)));
            }
        };
        let first = last.map(|(_, grade)| failed_on(grade)).unwrap_or_default();
        let stage = |stage| tell(WatchEvent::Stage(stage));
        let graded = match Extent::of(&self.wanted) {
            Extent::Whole => worker.grade_ahead(&self.grader, first, &stage, &ahead)?,
            Extent::Board => worker.grade_board(&self.grader, &stage)?,
        };
        let outcome = |it: Graded| {
            Outcome::Graded(Box::new(it.file.into_grade()), facts.hash.clone(), code.clone())
        };
        Ok(graded.map(outcome).map_err(CliError::Fault))
    }

    fn start(&self) -> Result<Worker, Death> {
        self.workers.start(&Source::Folder(self.submission.clone()), None)
    }

    fn corrected(&self, grade: Grade) -> Corrected {
        Corrected::new(grade, &[]).only(&self.wanted)
    }
}

/// The puzzles on which the solver was wrong.
fn failed_on(grade: &Grade) -> BTreeSet<String> {
    let puzzle = |verdict: &Verdict| match verdict {
        Verdict::Fail(failure) => failure.evidence.as_ref()?.puzzle.clone(),
        _ => None,
    };
    let solver = grade.checks.iter().filter(|it| it.check.group() == Group::Solver);
    solver.filter_map(|it| puzzle(&it.verdict)).collect()
}
