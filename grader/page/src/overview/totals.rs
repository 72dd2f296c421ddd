//! The numbers of submissions by result, the tools that they were graded with, and their mean and
//! median.

use std::fmt::Display;

use grade::Status;
use grade::points::Points;
use maud::{Markup, html};

use super::Gathered;
use super::links;
use crate::gather::Row;

pub(super) fn show(gathered: &Gathered) -> Markup {
    let count = |is: &dyn Fn(&Row) -> bool| gathered.rows.iter().filter(|row| is(row)).count();
    let of = |status| count(&|row| row.status == status);
    let tile =
        |number: &dyn Display, what| html! { div { dt { (what) } dd { (number.to_string()) } } };
    let some_of = |count: usize, what| html! { @if count > 0 { (tile(&count, what)) } };
    html! {
        dl class="tiles" {
            (tile(&gathered.rows.len(), "submissions"))
            (tile(&of(Status::Graded), "graded"))
            (tile(&count(&is_full), "full marks"))
            @if let Some(middle) = Middle::of(gathered) {
                (tile(&middle.mean, "mean"))
                (tile(&middle.median, "median"))
            }
            (some_of(of(Status::Rejected), "rejected"))
            (some_of(of(Status::GraderError), "without a score"))
            (some_of(count(&|row| row.is_corrected), "corrected by hand"))
        }
        (apart(gathered))
        (basis(gathered))
    }
}

fn is_full(row: &Row) -> bool {
    row.status == Status::Graded && row.score.is_some_and(|score| score >= row.max_score)
}

/// Who has no score that says anything of the work, which must not look like a zero.
fn apart(gathered: &Gathered) -> Markup {
    let of = |status| -> Vec<usize> {
        let is_it = |place: &usize| gathered.rows[*place].status == status;
        (0..gathered.rows.len()).filter(is_it).collect()
    };
    html! {
        @for (status, why) in [
            (Status::Rejected, "Rejected, because it is no submission"),
            (Status::GraderError, "Without a score, because the grader was at fault"),
        ] {
            @let places = of(status);
            @if !places.is_empty() {
                p class="note" { (why) " (" (places.len()) "):" }
                (links(gathered, &places))
            }
        }
    }
}

fn basis(gathered: &Gathered) -> Markup {
    let has_several = gathered.basis.len() > 1;
    html! {
        @if has_several {
            p class="banner" {
                "Not all were graded with the same assignment, compiler and engine, so their points "
                "may not compare. Grade the class again to mend that."
            }
        }
        @for (basis, count) in &gathered.basis {
            p class="basis" {
                @if has_several { (count) " with " }
                "assignment " code { (basis.assignment) } ", " (basis.toolchain) ", " (basis.engine)
            }
        }
    }
}

/// The mean and the median of the graded.
struct Middle {
    mean: String,
    median: String,
}

impl Middle {
    fn of(gathered: &Gathered) -> Option<Self> {
        let graded = gathered.rows.iter().filter(|row| row.status == Status::Graded);
        let mut scores: Vec<u64> =
            graded.filter_map(|row| row.score).map(Points::thousandths).collect();
        scores.sort_unstable();
        let count = scores.len() as u64;
        let high = *scores.get(scores.len() / 2)?;
        let low = scores[(scores.len() - 1) / 2];
        let sum: u64 = scores.iter().sum();
        Some(Self { mean: rounded(sum, count), median: rounded(low + high, 2) })
    }
}

/// A quotient of thousandths, rounded to hundredths: halves away from zero.
fn rounded(sum: u64, count: u64) -> String {
    let hundredths = (sum + 5 * count) / (10 * count);
    Points::from_thousandths(hundredths * 10).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded_without_floats() {
        assert_eq!(rounded(10_000, 3), "3.33");
        assert_eq!(rounded(20_000, 3), "6.67");
        assert_eq!(rounded(10, 2), "0.01");
        assert_eq!(rounded(87_500 + 90_000, 2), "88.75");
    }
}
