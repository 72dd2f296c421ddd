//! The page of a class, and the pages that students get: HTML in one file each, which loads
//! nothing.
//!
//! The page of a class is made of sections about the class ([`Section`]) and an article for each
//! submission. It is whole without a script: the script shows one submission at a time, sorts and
//! filters the table, and replays solutions. [`maud`] is the only way to write, and escapes whatever
//! a submission has said.

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
use maud::{Markup, html};

use gather::Gathered;
use shell::Extra;
use solutions::Solutions;
use student::{Neighbors, Shown};

/// The page of a class, made of one grade after the other.
#[derive(Debug)]
pub struct ClassPage {
    names: Vec<String>,
    gathered: Gathered,
    articles: Vec<Markup>,
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
        sections.retain(|section| !section.body.0.is_empty());
        let extras: Vec<Extra> = sections.iter().filter_map(|section| section.extra).collect();
        let content = html! {
            a class="jump" href="#class" { "to the content" }
            header class="top" {
                a href="#class" class="home" { "Class report" }
                (shell::theme_button())
            }
            main {
                div class="class" id="class" {
                    h1 tabindex="-1" { "Class report" }
                    (banner(self.articles.len(), status))
                    (contents(&sections))
                    @for section in &sections { (show(section)) }
                }
                @for article in &self.articles { (article) "\n" }
            }
        };
        shell::page("Class report", &extras, &content)
    }
}

/// Says what is missing.
fn banner(graded: usize, status: &ClassStatus) -> Markup {
    let ClassStatus { ungraded, is_whole, left } = status;
    html! {
        @if !is_whole || !ungraded.is_empty() {
            p class="banner" {
                b {
                    @if *is_whole {
                        (graded) " of " (graded + ungraded.len()) " graded"
                    } @else {
                        (graded) " graded so far: the grading was stopped"
                    }
                }
                ". The command that grades this class goes on there."
                @if !ungraded.is_empty() { " Not graded yet: " (ungraded.join(", ")) "." }
            }
        }
        @if !left.is_empty() {
            p class="note" {
                "No longer in the class, and not on this page: " (left.join(", ")) "."
            }
        }
    }
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        nav class="contents" aria-label="Contents" {
            ul {
                @for section in sections {
                    li { a href={ "#" (section.id) } { (section.title) } }
                }
            }
        }
    }
}

fn show(section: &Section) -> Markup {
    let title_id = format!("title-{}", section.id);
    html! {
        section id=(section.id) aria-labelledby=(title_id) {
            h2 id=(title_id) { (section.title) }
            (section.body)
        }
        "\n"
    }
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
        let shown = Shown { view, is_handout: true };
        let content = html! {
            header class="top" { (shell::theme_button()) }
            main {
                article class="student" aria-labelledby="title" {
                    (student::content(shown, None, &mut self.solutions))
                }
            }
        };
        shell::page(&view.submission, &[], &content)
    }
}
