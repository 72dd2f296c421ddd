//! Pages of grades, which are held against the formats.

use grade::Grade;
use grade::view::{Audience, Corrected, View};
use page::{ClassPage, ClassStatus, Handouts, Head, Section, Solve, Submitter};

/// A solution of any board.
const SOLVE: Solve = |_| Some(vec![1, 2]);

/// The page of a class with these grades.
pub(crate) fn page_of(grades: &[Grade], more: Vec<Section>) -> String {
    let view = |grade| Corrected::from(grade).view(Audience::Instructor);
    class_page(&grades.iter().map(view).collect::<Vec<View>>(), more)
}

/// The page of a class with these views.
pub(crate) fn class_page(views: &[View], more: Vec<Section>) -> String {
    let mut page = ClassPage::new(Head::default(), SOLVE);
    for view in views {
        page.add(view, &Submitter::default(), None);
    }
    page.finish(&ClassStatus { is_whole: true, ..ClassStatus::default() }, more)
}

/// The page that a student gets.
pub(crate) fn handout(view: &View) -> String {
    Handouts::new(Head::default(), SOLVE).page(view, &Submitter::default())
}
