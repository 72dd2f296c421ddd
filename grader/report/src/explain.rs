//! Lists the checks, and shows their explanations.

use grade::check::{Check, Group};
use terminal::markdown;
use terminal::page::{Layout, Page};
use terminal::style::paint;
use terminal::wrap::wrap;

/// The minimum width for a sentence next to an id. With less space, it goes below the id.
/// This is about four words.
const ROOM: usize = 32;

/// Lists all checks by group, with the conditions for passing.
pub fn list_checks(layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    let longest = Check::ALL.iter().map(|check| check.id().len()).max().unwrap_or_default();
    let column = 2 + longest + 2;
    let is_wide = column + ROOM <= page.width;
    for group in Group::ALL {
        page.blank();
        page.line(0, &paint(styles.strong, group.title()));
        for check in group.checks() {
            if !is_wide {
                page.line(2, &paint(styles.strong, check.id()));
                page.prose(6, styles.plain, check.condition_for_passing());
                continue;
            }
            let mut lines =
                wrap(check.condition_for_passing(), page.width_after_indent(column)).into_iter();
            let id = paint(styles.strong, &format!("{:<longest$}", check.id()));
            page.line(2, &format!("{id}  {}", lines.next().unwrap_or_default()));
            for line in lines {
                page.line(column, &line);
            }
        }
    }
    page.blank();
    page.line(0, "more: grader explain CHECK");
    page.finish()
}

/// Explains the rule, the purpose, and how to fix a failure, for each check.
pub fn explanations(checks: &[Check], layout: &Layout) -> String {
    let mut page = Page::new(layout);
    for (number, check) in checks.iter().enumerate() {
        if number > 0 {
            page.blank();
        }
        markdown::show_markdown(&mut page, check.spec().explanation);
    }
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_is_listed_and_explained_at_any_width() {
        for width in 40..=120 {
            let layout = Layout { width, ..Layout::default() };
            let list = list_checks(&layout);
            let all = explanations(&Check::ALL, &layout);
            for check in Check::ALL {
                assert!(list.contains(check.id()), "{check} at {width}");
                assert!(all.contains(&format!("{check}: ")), "{check} at {width}");
            }
            for line in list.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}
