//! The content of a page on one submission.

use std::fmt::Write as _;

use grade::check::Group;
use grade::json::reproduce;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use grade::{Measure, Status, Visibility};
use report::{credit, plain};

use super::evidence;
use super::markup::{Html, id_of};
use super::score::{change_of, score};
use super::solutions::Solutions;

/// A submission on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    /// The view of the page's reader.
    pub(super) view: &'a View,
    /// Whether the page is the student's own. That of the class tells what the grader found and what
    /// corrections change of it; the student's tells what came of that, and what to try at home.
    pub(super) is_handout: bool,
}

impl Shown<'_> {
    /// The points of a check, as the page counts them.
    fn points(self, check: &CheckView) -> Option<Points> {
        if self.is_handout { check.score } else { check.found }
    }
}

/// The neighbors of a submission in the class, by name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighbors<'a> {
    pub(super) previous: Option<&'a str>,
    pub(super) next: Option<&'a str>,
}

/// A submission as a part of the page of its class, with links to its neighbors.
pub(super) fn article(view: &View, neighbors: Neighbors<'_>, solutions: &mut Solutions) -> Html {
    let mut html = Html::new();
    let id = id_of(&view.submission);
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
        let shown = Shown { view, is_handout: false };
        content(html, shown, Some(&title_id), solutions);
    });
    html
}

fn short(name: Option<&str>) -> String {
    terminal::wrap::cut(name.unwrap_or_default(), 30)
}

/// What there is to say of a submission.
pub(super) fn content(
    html: &mut Html,
    shown: Shown<'_>,
    title_id: Option<&str>,
    solutions: &mut Solutions,
) {
    let view = shown.view;
    let attributes = [("id", title_id.unwrap_or("title")), ("tabindex", "-1")];
    let name = plain::clean(&view.submission);
    html.leaf(if title_id.is_some() { "h2" } else { "h1" }, &attributes, &name);
    score(html, shown);
    if view.status == Status::Graded && !view.checks.is_empty() {
        groups(html, shown);
    }
    failures(html, shown, solutions);
    faults(html, view);
    remarks(html, view);
    table(html, shown);
}

/// The points of each group.
fn groups(html: &mut Html, shown: Shown<'_>) {
    html.element("ul", &[("class", "groups")], |html| {
        for group in Group::ALL {
            let of = || shown.view.checks.iter().filter(move |check| check.check.group() == group);
            let most: Points = of().map(|check| check.max_score).sum();
            if of().next().is_none() {
                continue;
            }
            let score: Points = of().filter_map(|check| shown.points(check)).sum();
            let class = [("class", "all")];
            html.element("li", if score == most { &class } else { &[] }, |html| {
                html.text(group.title()).text(" ").leaf("b", &[], &format!("{score} / {most}"));
            });
        }
    });
}

fn failures(html: &mut Html, shown: Shown<'_>, solutions: &mut Solutions) {
    for check in shown.view.checks.iter().filter(|check| check.is_failed()) {
        html.element("section", &[("class", "fail")], |html| {
            html.element("h3", &[], |html| {
                html.leaf("code", &[], check.check.id());
                hidden_mark(html, check);
                html.text(" ");
                let score = shown.points(check).unwrap_or_default();
                html.leaf("small", &[], &format!("{score} / {}", check.max_score));
            });
            html.element("p", &[("class", "summary")], |html| {
                html.prose(&plain::headline(check));
            });
            if let Finding::Fail(failure) = &check.finding {
                evidence::case(html, failure);
                evidence::ways(html, check.check, failure, solutions);
            }
            for line in credit::of_check(check) {
                html.element("p", &[("class", "rule")], |html| {
                    html.text("points: ").prose(&line);
                });
            }
            html.element("p", &[("class", "rule")], |html| {
                html.text("rule: ").prose(check.check.holds());
            });
            if shown.is_handout {
                html.element("p", &[("class", "rule")], |html| advice(html, check));
            }
        });
    }
}

/// What a student can do about a failure.
fn advice(html: &mut Html, check: &CheckView) {
    // To try what is hidden at home would not show it.
    if check.finding == Finding::FailUnseen {
        html.text("read: ");
    } else {
        html.text("try it: ").leaf("code", &[], &reproduce(check.check)).text(", and read: ");
    }
    html.leaf("code", &[], &format!("grader explain {}", check.check));
}

/// What the grader could not find out.
fn faults(html: &mut Html, view: &View) {
    for check in &view.checks {
        if let Finding::GraderError(message) = &check.finding {
            html.element("p", &[("class", "note")], |html| {
                html.leaf("code", &[], check.check.id());
                html.text(": not your fault, not counted: the grader broke down: ");
                html.text(&plain::clean(message));
            });
        }
    }
}

fn remarks(html: &mut Html, view: &View) {
    let remarks: Vec<String> = view.remarks.iter().map(plain::remark).collect();
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
fn table(html: &mut Html, shown: Shown<'_>) {
    let View { checks, hidden, .. } = shown.view;
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
                line(html, check, shown);
            }
            for hidden in hidden {
                html.element("tr", &[], |html| {
                    html.leaf("td", &[], &hidden.name());
                    let count = terminal::wrap::count(hidden.count, "check");
                    html.leaf("td", &[], &count);
                    html.leaf("td", &[], &format!("{} in all", hidden.max_score));
                });
            }
        });
    });
}

fn line(html: &mut Html, check: &CheckView, shown: Shown<'_>) {
    let (class, result) = match &check.finding {
        Finding::Pass => ("ok", "passed".to_owned()),
        Finding::Fail(_) | Finding::FailUnseen => ("bad", "failed".to_owned()),
        Finding::Skipped { because: Some(because) } if !shown.is_handout => {
            ("skip", format!("waits for {because}"))
        }
        Finding::Skipped { .. } => ("skip", plain::headline(check)),
        Finding::GraderError(_) => ("skip", "no result, not counted".to_owned()),
    };
    html.element("tr", &[("class", class)], |html| {
        html.element("td", &[], |html| {
            html.leaf("code", &[], check.check.id());
            hidden_mark(html, check);
        });
        html.element("td", &[], |html| {
            html.text(&result);
            if let Some(measure) = check.measure.as_ref().filter(|_| !shown.is_handout) {
                html.text(" ").leaf("small", &[], &taken(measure));
            }
            if check.withheld.is_some() && check.finding == Finding::Pass {
                html.text(" ").leaf("small", &[], &credit::of_check(check).join("; "));
            }
        });
        let score = shown.points(check).map_or("none".to_owned(), |score| score.to_string());
        let change = change_of(shown.view, check).filter(|_| !shown.is_handout);
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
fn hidden_mark(html: &mut Html, check: &CheckView) {
    let mark = match check.visibility {
        Visibility::Visible => return,
        Visibility::AfterDueDate => "after the due date",
        Visibility::Hidden => "hidden",
    };
    html.text(" ").leaf("span", &[("class", "tag")], mark);
}
