//! Renders self-contained HTML pages for a class and for students.
//!
//! A class page consists of [sections](PageSection) about the class and one article per submission. It is complete without
//! JavaScript. The script adds navigation between submissions, sorting and filtering of the table, and replays of
//! solutions. All markup comes from [`maud`], which escapes text from submissions.

mod board;
mod evidence;
mod gather;
mod hand;
mod help;
mod markdown;
pub mod markup;
mod moment;
mod overview;
mod parts;
mod path;
mod reported_checks;
mod score;
pub mod shell;
mod student;
mod submission;
#[cfg(test)]
mod tests;

pub use help::Help;
pub use overview::{PageSection, ShownRequest, requests_section};
pub use path::Solve;
pub use submission::{PageHead, Submitter};

use grade::view::View;
use maud::{Markup, html};

use gather::Gathered;
use shell::Extra;
use student::PageState;
use submission::ShownSubmission;

/// Builds the page for a class, one submission at a time.
#[derive(Debug)]
pub struct ClassPage {
    head: PageHead,
    gathered: Gathered,
    articles: Vec<Markup>,
    shared: PageState,
}

/// Facts about a class that are not part of any grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassStatus {
    /// The names of ungraded submissions.
    pub ungraded: Vec<String>,
    /// Whether `ungraded` is complete. If not, grading was interrupted.
    pub is_whole: bool,
    /// The names of submissions that have a grade but are no longer in the class.
    pub left: Vec<String>,
    /// The names of students without a submission, if there is a roster.
    pub missing: Option<Vec<String>>,
}

const TITLE: &str = "Class report";

impl ClassPage {
    /// Creates an empty page. `solve` finds shortest solutions for the boards in failures.
    pub fn new(head: PageHead, solve: Solve) -> Self {
        Self {
            head,
            gathered: Gathered::default(),
            articles: Vec::new(),
            shared: PageState::new(solve),
        }
    }

    /// Adds a submission. The view must be for instructors. `group` is the id of the submissions that fail in the same
    /// way, for corrections.
    pub fn add(&mut self, view: &View, submitter: &Submitter, group: Option<&str>) {
        let shown =
            ShownSubmission { view, submitter, is_handout: false, has_kit: false, help: None };
        self.articles.push(student::render_article(shown, &mut self.shared));
        self.gathered.add_submission(view, submitter, group);
    }

    /// Renders the page, with the given sections after the usual ones.
    pub fn finish(self, status: &ClassStatus, more: Vec<PageSection>) -> String {
        let mut sections = overview::sections(&self.gathered, status.missing.as_deref());
        sections.extend(more);
        sections.retain(|section| !section.body.0.is_empty());
        let extras: Vec<Extra> = sections.iter().filter_map(|section| section.extra).collect();
        let title = self.head.title.as_deref().unwrap_or(TITLE);
        let missing = status.missing.as_ref().map(Vec::len);
        let content = html! {
            a class="jump" href="#class" { "Skip to content" }
            header class="top" {
                (tabs(&sections))
                (shell::theme_button())
            }
            main {
                div class="class" id="class" {
                    h1 tabindex="-1" { (title) }
                    (render_course_and_due(&self.head))
                    (overview::totals::render_summary(&self.gathered, missing))
                    (render_notice(self.articles.len(), status))
                    (overview::totals::render_basis_warning(&self.gathered))
                    @for section in &sections { (render_section(section)) }
                    footer { (overview::totals::render_basis(&self.gathered)) }
                }
                (self.shared.reported_checks.render_template())
                // With scripts, browsers treat the content of `noscript` as text, which is cheap, until the script
                // turns it into an article. Without scripts, they display the article.
                @for article in &self.articles { noscript { (article) } "\n" }
            }
        };
        shell::page(title, &extras, &content)
    }
}

fn render_course_and_due(head: &PageHead) -> Markup {
    let parts: Vec<&str> =
        [&head.course, &head.due].into_iter().flatten().map(String::as_str).collect();
    html! { @if !parts.is_empty() { p class="course" { (parts.join(" · ")) } } }
}

/// Renders a notice about ungraded submissions and those no longer in the class.
fn render_notice(graded: usize, status: &ClassStatus) -> Markup {
    let ClassStatus { ungraded, is_whole, left, .. } = status;
    html! {
        @if !is_whole || !ungraded.is_empty() {
            p class="banner" {
                b {
                    @if *is_whole {
                        (graded) " of " (graded + ungraded.len()) " graded"
                    } @else {
                        (graded) " graded before the run was interrupted"
                    }
                }
                ". Run the same command again to resume it."
                @if !ungraded.is_empty() { " Not graded yet: " (markup::isolated_list(ungraded)) "." }
            }
        }
        @if !left.is_empty() {
            p class="note" {
                "No longer in the class and not on this page: " (markup::isolated_list(left)) "."
            }
        }
    }
}

/// Renders the links to all sections, which stay visible while scrolling.
fn tabs(sections: &[PageSection]) -> Markup {
    html! {
        nav class="tabs" aria-label="Contents" {
            a href="#class" class="home" { "Overview" }
            @for section in sections { a href={ "#" (section.id) } { (section.short) } }
        }
    }
}

fn render_section(section: &PageSection) -> Markup {
    let title_id = format!("title-{}", section.id);
    html! {
        section id=(section.id) aria-labelledby=(title_id) {
            h2 id=(title_id) { (section.title) }
            (section.body)
        }
        "\n"
    }
}

/// Builds pages to hand out to students, without information about others, and with only totals for hidden checks.
#[derive(Clone, Debug)]
pub struct Handouts {
    head: PageHead,
    shared: PageState,
}

impl Handouts {
    /// Creates a builder for an assignment. `solve` is as in [`ClassPage::new`].
    pub fn new(head: PageHead, solve: Solve) -> Self {
        Self { head, shared: PageState::new(solve) }
    }

    /// Renders a student's page.
    pub fn page(&mut self, view: &View, submitter: &Submitter) -> String {
        self.page_with(view, submitter, None)
    }

    /// Renders a student's page with help for each failure, for the machine with the student's code. The view must
    /// contain the [places](report::locate) of the failures.
    pub fn page_with_help(&mut self, view: &View, help: Help<'_>) -> String {
        self.page_with(view, &Submitter::default(), Some(help))
    }

    fn page_with(&mut self, view: &View, submitter: &Submitter, help: Option<Help<'_>>) -> String {
        let has_kit = self.head.own;
        let shown = ShownSubmission { view, submitter, is_handout: true, has_kit, help };
        let content = html! {
            header class="top" { (shell::theme_button()) }
            main {
                article class="student" aria-labelledby="title" {
                    (render_head(&self.head))
                    (student::render_grade(shown, None, &mut self.shared))
                }
            }
        };
        shell::page(&view.submission, &[], &content)
    }
}

/// Returns `true` if a file that starts with these bytes is a page from this crate.
pub fn is_page(first: &[u8]) -> bool {
    first.starts_with(shell::BEGINNING.as_bytes())
}

fn render_head(head: &PageHead) -> Markup {
    let parts = [&head.course, &head.title, &head.due];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    html! { @if !parts.is_empty() { p class="course" { (parts.join(" · ")) } } }
}
