//! What there is to say of one submission.

use std::fmt::Write as _;

use super::evidence;
use super::markup::{Html, id_of};
use super::score::{change_of, score};
use super::solutions::Solutions;
use crate::check::{Check, Group};
use crate::class::Row;
use crate::grade::{Failure, Measure, Verdict, Visibility};
use crate::points::Points;
use crate::report::audience::{CheckView, Finding, State, View};
use crate::report::record::{CheckRecord, Outcome, Record};
use crate::report::{credit, plain};

/// A submission: its grade, and its line in the summary of the class, which has the corrections.
#[derive(Clone, Copy, Debug)]
pub struct Student<'a> {
    /// The grade.
    pub record: &'a Record,
    /// The line of the summary.
    pub row: &'a Row,
}

/// Whom a page is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'a> {
    /// Who may see everything.
    Instructor(Student<'a>),
    /// The student, who gets no more than this.
    Student(&'a View),
}

impl Reader<'_> {
    /// The name of the submission.
    fn name(self) -> String {
        plain::clean(match self {
            Self::Instructor(student) => &student.record.submission,
            Self::Student(view) => &view.submission,
        })
    }

    /// Whether the points of its checks count.
    fn is_graded(self) -> bool {
        match self {
            Self::Instructor(student) => student.record.outcome == Outcome::Graded,
            Self::Student(view) => view.state == State::Graded,
        }
    }

    /// The checks that the reader sees, as far as they may be known.
    fn checks(self) -> Vec<CheckRecord> {
        match self {
            Self::Instructor(student) => student.record.checks.clone(),
            Self::Student(view) => view.checks.iter().map(as_record).collect(),
        }
    }

    /// What a student is told of a check.
    fn view_of(&self, check: Check) -> Option<&CheckView> {
        match self {
            Self::Instructor(_) => None,
            Self::Student(view) => view.checks.iter().find(|it| it.check == check),
        }
    }
}

/// A check as the view of a student has it, with nothing that is not in the view.
fn as_record(view: &CheckView) -> CheckRecord {
    CheckRecord {
        check: view.check,
        score: view.score,
        max_score: view.max_score,
        visibility: view.visibility,
        verdict: match &view.finding {
            Finding::Pass => Verdict::Pass,
            Finding::Fail(failure) => Verdict::Fail(failure.clone()),
            Finding::FailUnseen => Verdict::Fail(Failure::told(plain::UNSEEN)),
            // Which hidden check it waits for is in no line of the page.
            Finding::Skipped { because } => {
                Verdict::Skipped { because: because.unwrap_or(view.check) }
            }
            Finding::GraderError(message) => Verdict::GraderError(message.clone()),
        },
        // On which puzzle most is taken may be hidden, so the figures are for instructors.
        measure: None,
        share: view.share.clone(),
        // Which hidden check its points need is in no line of the page.
        withheld: view.withheld.map(|needed| needed.check.unwrap_or(view.check)),
    }
}

/// The neighbors of a submission in the class, by name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbors<'a> {
    pub(super) previous: Option<&'a str>,
    pub(super) next: Option<&'a str>,
}

/// A submission as a part of the page of its class, with links to its neighbors.
pub(super) fn article(
    student: Student<'_>,
    neighbors: Neighbors<'_>,
    solutions: &mut Solutions,
) -> Html {
    let mut html = Html::new();
    let id = id_of(&student.record.submission);
    let title_id = format!("t{id}");
    let attributes = [("class", "student"), ("id", &*id), ("aria-labelledby", &*title_id)];
    html.element("article", &attributes, |html| {
        html.element("nav", &[("class", "beside"), ("aria-label", "Submissions")], |html| {
            let mut link = |name: Option<&str>, class, text: &str| {
                let Some(name) = name else { return };
                let target = format!("#{}", id_of(name));
                html.leaf("a", &[("href", &target), ("class", class)], text);
            };
            link(neighbors.previous, "previous", &format!("← {}", short(neighbors.previous)));
            link(neighbors.next, "next", &format!("{} →", short(neighbors.next)));
            html.leaf("a", &[("href", "#class"), ("class", "up")], "the class");
        });
        content(html, Reader::Instructor(student), Some(&title_id), solutions);
    });
    html
}

fn short(name: Option<&str>) -> String {
    crate::report::wrap::cut(name.unwrap_or_default(), 30)
}

/// What there is to say of a submission, for this reader.
pub(super) fn content(
    html: &mut Html,
    reader: Reader<'_>,
    title_id: Option<&str>,
    solutions: &mut Solutions,
) {
    let attributes = [("id", title_id.unwrap_or("title")), ("tabindex", "-1")];
    html.leaf(if title_id.is_some() { "h2" } else { "h1" }, &attributes, &reader.name());
    score(html, reader);
    let checks = reader.checks();
    if reader.is_graded() && !checks.is_empty() {
        groups(html, &checks);
    }
    failures(html, &checks, reader, solutions);
    faults(html, &checks);
    remarks(html, reader);
    table(html, &checks, reader);
}

/// The points of each group.
fn groups(html: &mut Html, checks: &[CheckRecord]) {
    html.element("ul", &[("class", "groups")], |html| {
        for group in Group::ALL {
            let of = || checks.iter().filter(move |check| check.check.group() == group);
            let most: Points = of().map(|check| check.max_score).sum();
            if of().next().is_none() {
                continue;
            }
            let score: Points = of().filter_map(|check| check.score).sum();
            let class = [("class", "all")];
            html.element("li", if score == most { &class } else { &[] }, |html| {
                html.text(group.title()).text(" ").leaf("b", &[], &format!("{score} / {most}"));
            });
        }
    });
}

fn failures(
    html: &mut Html,
    checks: &[CheckRecord],
    reader: Reader<'_>,
    solutions: &mut Solutions,
) {
    for check in checks {
        let Verdict::Fail(failure) = &check.verdict else { continue };
        html.element("section", &[("class", "fail")], |html| {
            html.element("h3", &[], |html| {
                html.leaf("code", &[], check.check.id());
                hidden_mark(html, check);
                html.text(" ");
                let score = check.score.unwrap_or_default();
                html.leaf("small", &[], &format!("{score} / {}", check.max_score));
            });
            html.element("p", &[("class", "summary")], |html| {
                html.prose(&plain::sentence(&failure.summary));
            });
            evidence::case(html, failure);
            evidence::ways(html, check.check, failure, solutions);
            for line in points_of(check, reader) {
                html.element("p", &[("class", "rule")], |html| {
                    html.text("points: ").prose(&line);
                });
            }
            html.element("p", &[("class", "rule")], |html| {
                html.text("rule: ").prose(check.check.holds());
            });
            if let Some(view) = reader.view_of(check.check) {
                html.element("p", &[("class", "rule")], |html| {
                    // To try what is hidden at home would not show it.
                    if view.finding == Finding::FailUnseen {
                        html.text("read: ");
                    } else {
                        let command = crate::report::reproduce(check.check);
                        html.text("try it: ").leaf("code", &[], &command).text(", and read: ");
                    }
                    let more = format!("grader explain {}", check.check);
                    html.leaf("code", &[], &more);
                });
            }
        });
    }
}

/// What the points of a check rest on, where they are not all or nothing.
fn points_of(check: &CheckRecord, reader: Reader<'_>) -> Vec<String> {
    if let Some(view) = reader.view_of(check.check) {
        return credit::of_check(view);
    }
    let withheld = check.withheld.map(|needed| credit::withheld(Some(needed)));
    check.share.iter().map(credit::share).chain(withheld).collect()
}

/// What the grader could not find out.
fn faults(html: &mut Html, checks: &[CheckRecord]) {
    for check in checks {
        if let Verdict::GraderError(message) = &check.verdict {
            html.element("p", &[("class", "note")], |html| {
                html.leaf("code", &[], check.check.id());
                html.text(": not your fault, not counted: the grader broke down: ");
                html.text(&plain::clean(message));
            });
        }
    }
}

fn remarks(html: &mut Html, reader: Reader<'_>) {
    let remarks = match reader {
        Reader::Instructor(student) => &student.record.remarks,
        Reader::Student(view) => &view.remarks,
    };
    let remarks: Vec<String> = remarks.iter().map(plain::remark).collect();
    if remarks.is_empty() {
        return;
    }
    html.element("section", &[("class", "remarks")], |html| {
        html.leaf("h3", &[], "Remarks").text(" ").leaf("small", &[], "they cost no points");
        html.element("ul", &[], |html| {
            for remark in remarks {
                html.element("li", &[], |html| {
                    html.prose(&remark);
                });
            }
        });
    });
}

/// Every check in a line.
fn table(html: &mut Html, checks: &[CheckRecord], reader: Reader<'_>) {
    let hidden = match reader {
        Reader::Instructor(_) => &[][..],
        Reader::Student(view) => &view.hidden,
    };
    if checks.is_empty() && hidden.is_empty() {
        return;
    }
    html.element("table", &[("class", "checks")], |html| {
        html.leaf("caption", &[], "All checks");
        html.element("thead", &[], |html| {
            html.element("tr", &[], |html| {
                for title in ["check", "result", "points"] {
                    html.leaf("th", &[("scope", "col")], title);
                }
            });
        });
        html.element("tbody", &[], |html| {
            for check in checks {
                line(html, check, reader);
            }
            for hidden in hidden {
                html.element("tr", &[], |html| {
                    html.leaf("td", &[], &hidden.name());
                    let count = crate::report::human::count(hidden.count, "check");
                    html.leaf("td", &[], &count);
                    html.leaf("td", &[], &format!("{} in all", hidden.max_score));
                });
            }
        });
    });
}

fn line(html: &mut Html, check: &CheckRecord, reader: Reader<'_>) {
    let (class, result) = match &check.verdict {
        Verdict::Pass => ("ok", "passed".to_owned()),
        Verdict::Fail(_) => ("bad", "failed".to_owned()),
        Verdict::Skipped { because } => match reader.view_of(check.check) {
            None => ("skip", format!("waits for {because}")),
            Some(view) => ("skip", plain::headline(view)),
        },
        Verdict::GraderError(_) => ("skip", "no result, not counted".to_owned()),
    };
    html.element("tr", &[("class", class)], |html| {
        html.element("td", &[], |html| {
            html.leaf("code", &[], check.check.id());
            hidden_mark(html, check);
        });
        html.element("td", &[], |html| {
            html.text(&result);
            if let Some(measure) = &check.measure {
                html.text(" ").leaf("small", &[], &taken(measure));
            }
            if check.withheld.is_some() && check.verdict == Verdict::Pass {
                html.text(" ").leaf("small", &[], &points_of(check, reader).join("; "));
            }
        });
        let score = check.score.map_or("none".to_owned(), |score| score.to_string());
        let change = match reader {
            Reader::Instructor(student) => change_of(student, check),
            Reader::Student(_) => None,
        };
        let corrected = change.map(|change| format!(" {change} by hand"));
        let text = format!("{score}{} / {}", corrected.unwrap_or_default(), check.max_score);
        html.leaf("td", &[], &text);
    });
}

/// A figure beside its limit, such as `takes 1.34 of 30`.
pub(super) fn taken(measure: &Measure) -> String {
    let Measure { value, limit, puzzle } = measure;
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10);
    let mut text = format!("takes {} of {}", exact(*value), exact(*limit));
    if let Some(puzzle) = puzzle {
        let _ = write!(text, " on {}", plain::clean(puzzle));
    }
    text
}

/// Tells an instructor what students do not see.
fn hidden_mark(html: &mut Html, check: &CheckRecord) {
    let mark = match check.visibility {
        Visibility::Visible => return,
        Visibility::AfterDueDate => "after the due date",
        Visibility::Hidden => "hidden",
    };
    html.text(" ").leaf("span", &[("class", "tag")], mark);
}
