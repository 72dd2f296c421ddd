//! The page of a class, and the pages that students get: HTML in one file each, which loads
//! nothing.
//!
//! The page of a class is made of sections about the class ([`Section`]) and an article for each
//! submission. It is whole without a script: the script shows one submission at a time, sorts and
//! filters the table, and replays solutions. [`Html`](markup::Html) is the only way to write, and
//! escapes whatever a submission has said.

mod board;
mod evidence;
mod gather;
pub mod markup;
mod moment;
mod overview;
mod path;
mod score;
pub mod shell;
mod solutions;
mod student;
#[cfg(test)]
mod tests;

pub use overview::Section;

use grade::view::View;

use gather::Gathered;
use markup::Html;
use shell::Extra;
use solutions::Solutions;
use student::{Neighbors, Shown};

/// The page of a class, made of one grade after the other.
#[derive(Debug)]
pub struct ClassPage {
    names: Vec<String>,
    gathered: Gathered,
    articles: Vec<Html>,
    solutions: Solutions,
}

/// The state of a class beside its grades.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassStatus {
    /// The submissions that are not graded yet.
    pub ungraded: Vec<String>,
    /// Whether all of the class is known, be it graded or not.
    pub is_whole: bool,
    /// Those who have a grade in the folder and are no longer in the class.
    pub left: Vec<String>,
}

impl ClassPage {
    /// A page for the submissions of these names, which are then added in this order.
    pub fn new(names: Vec<String>) -> Self {
        Self {
            names,
            gathered: Gathered::default(),
            articles: Vec::new(),
            solutions: Solutions::default(),
        }
    }

    /// Adds a submission, as an instructor may know it.
    pub fn add(&mut self, view: &View) {
        let place = self.articles.len();
        let at = |place: Option<usize>| self.names.get(place?).map(String::as_str);
        let neighbors = Neighbors { previous: at(place.checked_sub(1)), next: at(Some(place + 1)) };
        self.articles.push(student::article(view, neighbors, &mut self.solutions));
        self.gathered.add(view);
    }

    /// The text of the page, with further sections behind its own.
    pub fn finish(self, status: &ClassStatus, more: Vec<Section>) -> String {
        let mut sections = overview::sections(&self.gathered);
        sections.extend(more);
        sections.retain(|section| !section.body.is_empty());
        let extras: Vec<Extra> = sections.iter().filter_map(|section| section.extra).collect();
        shell::page("Class report", &extras, |html| {
            html.leaf("a", &[("class", "jump"), ("href", "#class")], "to the content");
            html.element("header", &[("class", "top")], |html| {
                html.leaf("a", &[("href", "#class"), ("class", "home")], "Class report");
                shell::theme_button(html);
            });
            html.element("main", &[], |html| {
                html.element("div", &[("class", "class"), ("id", "class")], |html| {
                    html.leaf("h1", &[("tabindex", "-1")], "Class report");
                    banner(html, self.articles.len(), status);
                    contents(html, &sections);
                    for section in &sections {
                        show(html, section);
                    }
                });
                for article in &self.articles {
                    html.append(article).literal("\n");
                }
            });
        })
    }
}

/// Says what is missing.
fn banner(html: &mut Html, graded: usize, status: &ClassStatus) {
    let ClassStatus { ungraded, is_whole, left } = status;
    if !is_whole || !ungraded.is_empty() {
        let text = match is_whole {
            true => format!("{graded} of {} graded", graded + ungraded.len()),
            false => format!("{graded} graded so far: the grading was stopped"),
        };
        html.element("p", &[("class", "banner")], |html| {
            html.leaf("b", &[], &text).text(". The command that grades this class goes on there.");
            if !ungraded.is_empty() {
                html.text(&format!(" Not graded yet: {}.", ungraded.join(", ")));
            }
        });
    }
    if !left.is_empty() {
        let text = format!("No longer in the class, and not on this page: {}.", left.join(", "));
        html.leaf("p", &[("class", "note")], &text);
    }
}

fn contents(html: &mut Html, sections: &[Section]) {
    html.element("nav", &[("class", "contents"), ("aria-label", "Contents")], |html| {
        html.element("ul", &[], |html| {
            for section in sections {
                let target = format!("#{}", section.id);
                html.element("li", &[], |html| {
                    html.leaf("a", &[("href", &target)], &section.title);
                });
            }
        });
    });
}

fn show(html: &mut Html, section: &Section) {
    let title_id = format!("title-{}", section.id);
    let attributes = [("id", section.id), ("aria-labelledby", title_id.as_str())];
    html.element("section", &attributes, |html| {
        html.leaf("h2", &[("id", &title_id)], &section.title);
        html.append(&section.body);
    });
    html.literal("\n");
}

/// Pages to hand out, one for each student: with nothing of other students, and of what is hidden
/// only how much there is.
#[derive(Clone, Debug, Default)]
pub struct Handouts {
    solutions: Solutions,
}

impl Handouts {
    /// The text of a student's page, with all of the view.
    pub fn page(&mut self, view: &View) -> String {
        shell::page(&view.submission, &[], |html| {
            html.element("header", &[("class", "top")], shell::theme_button);
            html.element("main", &[], |html| {
                html.element(
                    "article",
                    &[("class", "student"), ("aria-labelledby", "title")],
                    |html| {
                        let shown = Shown { view, is_handout: true };
                        student::content(html, shown, None, &mut self.solutions);
                    },
                );
            });
        })
    }
}
