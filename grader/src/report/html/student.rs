//! What there is to say of one submission.

use std::fmt::Write as _;

use super::evidence;
use super::markup::{Html, id_of};
use super::score::{change_of, score};
use super::solutions::Solutions;
use crate::check::{Check, Group};
use crate::class::Row;
use crate::grade::{Measure, Verdict, Visibility};
use crate::points::Points;
use crate::report::plain;
use crate::report::record::{CheckRecord, Outcome, Record};

/// A submission: its grade, and its line in the summary of the class, which has the corrections.
#[derive(Clone, Copy, Debug)]
pub struct Student<'a> {
    /// The grade.
    pub record: &'a Record,
    /// The line of the summary.
    pub row: &'a Row,
}

/// Whom a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Who may see everything.
    Instructor,
    /// The student: what is hidden shows as so many checks and points.
    Student,
}

impl Reader {
    /// Whether the reader sees what is said of a check; of the whole grade, everybody does.
    pub(super) fn sees(self, record: &Record, check: Option<Check>) -> bool {
        let is_hidden = |it: &CheckRecord| Some(it.check) == check && !plain::is_visible(it);
        self == Self::Instructor || !record.checks.iter().any(is_hidden)
    }

    /// The checks that the reader sees.
    fn checks(self, record: &Record) -> Vec<&CheckRecord> {
        match self {
            Self::Instructor => record.checks.iter().collect(),
            Self::Student => plain::visible(record).collect(),
        }
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
        content(html, student, Reader::Instructor, Some(&title_id), solutions);
    });
    html
}

fn short(name: Option<&str>) -> String {
    crate::report::wrap::cut(name.unwrap_or_default(), 30)
}

/// What there is to say of a submission, for this reader.
pub(super) fn content(
    html: &mut Html,
    student: Student<'_>,
    reader: Reader,
    title_id: Option<&str>,
    solutions: &mut Solutions,
) {
    let record = student.record;
    let title = plain::clean(&record.submission);
    let attributes = [("id", title_id.unwrap_or("title")), ("tabindex", "-1")];
    html.leaf(if title_id.is_some() { "h2" } else { "h1" }, &attributes, &title);
    score(html, student, reader);
    let checks = reader.checks(record);
    groups(html, record, &checks);
    failures(html, &checks, reader, solutions);
    faults(html, record, &checks);
    remarks(html, record, reader);
    if !record.checks.is_empty() {
        table(html, student, &checks, reader);
    }
}

/// The points of each group.
fn groups(html: &mut Html, record: &Record, checks: &[&CheckRecord]) {
    if record.outcome != Outcome::Graded || checks.is_empty() {
        return;
    }
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

fn failures(html: &mut Html, checks: &[&CheckRecord], reader: Reader, solutions: &mut Solutions) {
    for check in checks {
        let Verdict::Fail(failure) = &check.verdict else { continue };
        html.element("section", &[("class", "fail")], |html| {
            html.element("h3", &[], |html| {
                html.leaf("code", &[], check.check.id());
                hidden_mark(html, check);
                html.text(" ");
                html.leaf("small", &[], &format!("0 / {}", check.max_score));
            });
            html.element("p", &[("class", "summary")], |html| {
                html.prose(&plain::sentence(&failure.summary));
            });
            evidence::case(html, failure);
            evidence::ways(html, check.check, failure, solutions);
            html.element("p", &[("class", "rule")], |html| {
                html.text("rule: ").prose(check.check.holds());
            });
            if reader == Reader::Student {
                html.element("p", &[("class", "rule")], |html| {
                    let command = crate::report::reproduce(check.check);
                    html.text("try it: ").leaf("code", &[], &command);
                    let more = format!("grader explain {}", check.check);
                    html.text(", and read: ").leaf("code", &[], &more);
                });
            }
        });
    }
}

/// What the grader could not find out.
fn faults(html: &mut Html, record: &Record, checks: &[&CheckRecord]) {
    for check in checks {
        if let Verdict::GraderError(_) = &check.verdict {
            html.element("p", &[("class", "note")], |html| {
                html.leaf("code", &[], check.check.id()).text(": ");
                html.text(&plain::headline(record, check));
            });
        }
    }
}

fn remarks(html: &mut Html, record: &Record, reader: Reader) {
    let remarks: Vec<String> = match reader {
        Reader::Instructor => record.remarks.iter().map(plain::remark).collect(),
        Reader::Student => plain::remarks(record).map(plain::remark).collect(),
    };
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
fn table(html: &mut Html, student: Student<'_>, checks: &[&CheckRecord], reader: Reader) {
    let record = student.record;
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
                line(html, student, check, reader);
            }
            if reader == Reader::Student {
                for hidden in plain::hidden(record) {
                    html.element("tr", &[], |html| {
                        html.leaf("td", &[], &hidden.name());
                        let count = crate::report::human::count(hidden.count, "check");
                        html.leaf("td", &[], &count);
                        html.leaf("td", &[], &format!("{} in all", hidden.max_score));
                    });
                }
            }
        });
    });
}

fn line(html: &mut Html, student: Student<'_>, check: &CheckRecord, reader: Reader) {
    let (class, result) = match &check.verdict {
        Verdict::Pass => ("ok", "passed".to_owned()),
        Verdict::Fail(_) => ("bad", "failed".to_owned()),
        Verdict::Skipped { because } => match reader {
            Reader::Instructor => ("skip", format!("waits for {because}")),
            Reader::Student => ("skip", plain::headline(student.record, check)),
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
            // On which puzzle most is taken may be hidden, so the figures are for instructors.
            if let (Reader::Instructor, Some(measure)) = (reader, &check.measure) {
                html.text(" ").leaf("small", &[], &taken(measure));
            }
        });
        let score = check.score.map_or("none".to_owned(), |score| score.to_string());
        let corrected = change_of(student, check).map(|change| format!(" {change} by hand"));
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
