//! Renders the totals at the top of the page, such as the mean and the number of late submissions, and the tools used
//! for grading at the bottom.

use grade::Status;
use grade::points::Points;
use grade::words::counted;
use maud::{Markup, html};

use super::Gathered;
use crate::gather::StudentRow;

pub(crate) fn render_summary(gathered: &Gathered, missing: Option<usize>) -> Markup {
    let count =
        |is: &dyn Fn(&StudentRow) -> bool| gathered.rows.iter().filter(|row| is(row)).count();
    let of = |status| count(&|row| row.status == status);
    let submitted = gathered.rows.len();
    let parts = [
        (count(&|row| row.submitter.late.is_some()), "late"),
        (of(Status::Rejected), "rejected"),
        (of(Status::GraderError), "without a score because of a grader error"),
        (of(Status::Held), "held back"),
        (count(&|row| row.is_corrected), "with corrections"),
        (count(&|row| row.is_incomplete), "not completely graded by hand"),
        (count(&has_full_points), "with full marks"),
    ];
    let rejected = count_rejected(gathered);
    html! {
        p class="lead" {
            b { (submitted) }
            @if let Some(missing) = missing { " of " b { (submitted + missing) } }
            " submitted"
            @for (number, what) in parts.into_iter().filter(|count| count.0 > 0) {
                ", " b { (number) } " " (what)
            }
            "."
            @if let Some(middle) = Middle::from_scores(gathered) {
                " Of " (middle.most) " points, the mean is " b { (middle.mean) } " and the median "
                b { (middle.median) }
                @if rejected > 0 { ", excluding " (counted(rejected, "rejected submission")) }
                "."
            }
        }
    }
}

/// Returns the number of rejected submissions, which statistics exclude.
pub(super) fn count_rejected(gathered: &Gathered) -> usize {
    let is_rejected = |row: &&StudentRow| row.status == Status::Rejected && row.score.is_none();
    gathered.rows.iter().filter(is_rejected).count()
}

fn has_full_points(row: &StudentRow) -> bool {
    row.status == Status::Graded && row.counted_score().is_some_and(|score| score >= row.max_score)
}

/// Renders a warning if submissions were graded in different ways.
pub(crate) fn render_basis_warning(gathered: &Gathered) -> Markup {
    html! {
        @if gathered.basis.len() > 1 {
            p class="banner" {
                "Not all submissions were graded with the same assignment, compiler and engine, \
                 so their points "
                "may not be comparable. To fix this, grade the class again."
            }
        }
    }
}

pub(crate) fn render_basis(gathered: &Gathered) -> Markup {
    html! {
        @for (basis, count) in &gathered.basis {
            p class="basis" {
                @if gathered.basis.len() > 1 { (count) " with " }
                "assignment " code { (basis.assignment) } ", " (basis.toolchain) ", " (basis.engine)
            }
        }
    }
}

/// The mean and median of the final scores, and the maximum score.
#[derive(Debug)]
pub(super) struct Middle {
    pub(super) mean: Points,
    pub(super) median: Points,
    pub(super) most: Points,
}

impl Middle {
    pub(super) fn from_scores(gathered: &Gathered) -> Option<Self> {
        let mut scores: Vec<u64> = gathered
            .rows
            .iter()
            .filter_map(StudentRow::counted_score)
            .map(Points::thousandths)
            .collect();
        scores.sort_unstable();
        let count = scores.len() as u64;
        let high = *scores.get(scores.len() / 2)?;
        let low = scores[(scores.len() - 1) / 2];
        let sum: u64 = scores.iter().sum();
        let most = gathered.rows.iter().map(|row| row.max_score).max().unwrap_or_default();
        Some(Self {
            mean: divide_to_points(sum, count),
            median: divide_to_points(low + high, 2),
            most,
        })
    }
}

/// Divides thousandths of a point, and rounds to hundredths, with halves up.
fn divide_to_points(sum: u64, count: u64) -> Points {
    let hundredths = (sum + 5 * count) / (10 * count);
    Points::from_thousandths(hundredths * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded_without_floats() {
        let rounded = |sum, count| divide_to_points(sum, count).to_string();
        assert_eq!(rounded(10_000, 3), "3.33");
        assert_eq!(rounded(20_000, 3), "6.67");
        assert_eq!(rounded(10, 2), "0.01");
        assert_eq!(rounded(87_500 + 90_000, 2), "88.75");
    }
}
