//! The page of a class, and the pages that students get: HTML in one file each, which loads
//! nothing.
//!
//! The page of a class is made of sections about the class ([`Section`]) and an article for each
//! submission. It is whole without a script: the script shows one submission at a time, sorts and
//! filters the table, and replays solutions. [`maud`] is the only way to write, and escapes whatever
//! a submission has said.

mod about;
mod board;
mod evidence;
mod gather;
pub mod markup;
mod moment;
mod overview;
mod parts;
mod path;
mod roll;
mod score;
pub mod shell;
mod solutions;
mod student;
#[cfg(test)]
mod tests;

pub use about::{Head, Submitter};
pub use overview::Section;
pub use solutions::Solve;

use grade::view::View;
use maud::{Markup, html};

use about::Shown;
use gather::Gathered;
use shell::Extra;
use student::Shared;

/// The page of a class, made of one grade after the other.
#[derive(Debug)]
pub struct ClassPage {
    head: Head,
    gathered: Gathered,
    articles: Vec<Markup>,
    shared: Shared,
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
    /// Those who have handed in nothing; none if that is not known.
    pub missing: Option<Vec<String>>,
}

/// The title where the assignment has none.
const TITLE: &str = "Class report";

impl ClassPage {
    /// A page without submissions, which are then added in the order in which it lists them.
    /// Boards that a solver failed on are solved by `solve`.
    pub fn new(head: Head, solve: Solve) -> Self {
        Self {
            head,
            gathered: Gathered::default(),
            articles: Vec::new(),
            shared: Shared::new(solve),
        }
    }

    /// Adds a submission, as an instructor may know it, whose it is, and the id by which corrections
    /// name those who fail the same way.
    pub fn add(&mut self, view: &View, submitter: &Submitter, group: Option<&str>) {
        let shown = Shown { view, submitter, is_handout: false, has_kit: false };
        self.articles.push(student::article(shown, &mut self.shared));
        self.gathered.add(view, submitter, group);
    }

    /// The text of the page, with further sections behind its own.
    pub fn finish(self, status: &ClassStatus, more: Vec<Section>) -> String {
        let mut sections = overview::sections(&self.gathered, status.missing.as_deref());
        sections.extend(more);
        sections.retain(|section| !section.body.0.is_empty());
        let extras: Vec<Extra> = sections.iter().filter_map(|section| section.extra).collect();
        let title = self.head.title.as_deref().unwrap_or(TITLE);
        let missing = status.missing.as_ref().map(Vec::len);
        let content = html! {
            a class="jump" href="#class" { "to the content" }
            header class="top" {
                (tabs(&sections))
                (shell::theme_button())
            }
            main {
                div class="class" id="class" {
                    h1 tabindex="-1" { (title) }
                    (subtitle(&self.head))
                    (overview::totals::summary(&self.gathered, missing))
                    (banner(self.articles.len(), status))
                    (overview::totals::warning(&self.gathered))
                    @for section in &sections { (show(section)) }
                    footer { (overview::totals::basis(&self.gathered)) }
                }
                (self.shared.roll.template())
                // With a script, a browser takes it for a text, which costs next to nothing; the script
                // makes an article of it when it is asked for. Without one, it is the article.
                @for article in &self.articles { noscript { (article) } "\n" }
            }
        };
        shell::page(title, &extras, &content)
    }
}

/// The course and the due date, below the title.
fn subtitle(head: &Head) -> Markup {
    let parts: Vec<&str> =
        [&head.course, &head.due].into_iter().flatten().map(String::as_str).collect();
    html! { @if !parts.is_empty() { p class="course" { (parts.join(" · ")) } } }
}

/// Says what is missing.
fn banner(graded: usize, status: &ClassStatus) -> Markup {
    let ClassStatus { ungraded, is_whole, left, .. } = status;
    html! {
        @if !is_whole || !ungraded.is_empty() {
            p class="banner" {
                b {
                    @if *is_whole {
                        (graded) " of " (graded + ungraded.len()) " graded"
                    } @else {
                        (graded) " graded so far, because the grading was stopped"
                    }
                }
                ". Run the same command again to resume it."
                @if !ungraded.is_empty() { " Not graded yet: " (ungraded.join(", ")) "." }
            }
        }
        @if !left.is_empty() {
            p class="note" {
                "No longer in the class and not on this page: " (left.join(", ")) "."
            }
        }
    }
}

/// Links to the parts of the page, which stay in sight.
fn tabs(sections: &[Section]) -> Markup {
    html! {
        nav class="tabs" aria-label="Contents" {
            a href="#class" class="home" { "Overview" }
            @for section in sections { a href={ "#" (section.id) } { (section.short) } }
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
#[derive(Clone, Debug)]
pub struct Handouts {
    head: Head,
    shared: Shared,
}

impl Handouts {
    /// Pages on this assignment. Boards that a solver failed on are solved by `solve`.
    pub fn new(head: Head, solve: Solve) -> Self {
        Self { head, shared: Shared::new(solve) }
    }

    /// The text of a student's page, with all of the view.
    pub fn page(&mut self, view: &View, submitter: &Submitter) -> String {
        let shown = Shown { view, submitter, is_handout: true, has_kit: self.head.own };
        let content = html! {
            header class="top" { (shell::theme_button()) }
            main {
                article class="student" aria-labelledby="title" {
                    (over(&self.head))
                    (student::content(shown, None, &mut self.shared))
                }
            }
        };
        shell::page(&view.submission, &[], &content)
    }
}

/// The assignment above a student's name.
fn over(head: &Head) -> Markup {
    let parts = [&head.course, &head.title, &head.due];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    html! { @if !parts.is_empty() { p class="course" { (parts.join(" · ")) } } }
}
