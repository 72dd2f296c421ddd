//! HTML pages that the tests compare with the other formats.

use grade::Grade;
use grade::view::{Audience, Corrected, View};
use page::{ClassPage, ClassStatus, Handouts, PageHead, PageSection, Solve, Submitter};

const SOLVE: Solve = |_| Some(vec![1, 2]);

pub(crate) fn page_of(grades: &[Grade], more: Vec<PageSection>) -> String {
    let view = |grade| Corrected::from(grade).view(Audience::Instructor);
    class_page(&grades.iter().map(view).collect::<Vec<View>>(), more)
}

pub(crate) fn class_page(views: &[View], more: Vec<PageSection>) -> String {
    let mut page = ClassPage::new(PageHead::default(), SOLVE);
    for view in views {
        page.add(view, &Submitter::default(), None);
    }
    page.finish(&ClassStatus { is_whole: true, ..ClassStatus::default() }, more)
}

pub(crate) fn handout(view: &View) -> String {
    Handouts::new(PageHead::default(), SOLVE).page(view, &Submitter::default())
}
