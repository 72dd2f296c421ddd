//! The numbers of submissions by result, the tools that they were graded with, and their mean and
//! median.

use grade::Status;
use grade::points::Points;

use super::Gathered;
use super::links;
use crate::gather::Row;
use crate::markup::Html;

pub(super) fn show(gathered: &Gathered) -> Html {
    let mut html = Html::new();
    let count = |is: &dyn Fn(&Row) -> bool| gathered.rows.iter().filter(|row| is(row)).count();
    let of = |status| count(&|row| row.status == status);
    html.element("dl", &[("class", "tiles")], |html| {
        let mut tile = |number: String, what: &str| {
            html.element("div", &[], |html| {
                html.leaf("dt", &[], what).leaf("dd", &[], &number);
            });
        };
        tile(gathered.rows.len().to_string(), "submissions");
        tile(of(Status::Graded).to_string(), "graded");
        tile(count(&is_full).to_string(), "full marks");
        if let Some(middle) = Middle::of(gathered) {
            tile(middle.mean, "mean");
            tile(middle.median, "median");
        }
        for (count, what) in [
            (of(Status::Rejected), "rejected"),
            (of(Status::GraderError), "without a score"),
            (count(&|row| row.is_corrected), "corrected by hand"),
        ] {
            if count > 0 {
                tile(count.to_string(), what);
            }
        }
    });
    apart(&mut html, gathered);
    basis(&mut html, gathered);
    html
}

fn is_full(row: &Row) -> bool {
    row.status == Status::Graded && row.score.is_some_and(|score| score >= row.max_score)
}

/// Who has no score that says anything of the work, which must not look like a zero.
fn apart(html: &mut Html, gathered: &Gathered) {
    for (status, why) in [
        (Status::Rejected, "Rejected, because it is no submission"),
        (Status::GraderError, "Without a score, because the grader was at fault"),
    ] {
        let is_it = |place: &usize| gathered.rows[*place].status == status;
        let places: Vec<usize> = (0..gathered.rows.len()).filter(is_it).collect();
        if !places.is_empty() {
            html.leaf("p", &[("class", "note")], &format!("{why} ({}):", places.len()));
            links(html, gathered, &places);
        }
    }
}

fn basis(html: &mut Html, gathered: &Gathered) {
    if gathered.basis.len() > 1 {
        let text = "Not all were graded with the same assignment, compiler and engine, so their \
                    points may not compare. Grade the class again to mend that.";
        html.leaf("p", &[("class", "banner")], text);
    }
    for (basis, count) in &gathered.basis {
        html.element("p", &[("class", "basis")], |html| {
            if gathered.basis.len() > 1 {
                html.text(&format!("{count} with "));
            }
            html.text("assignment ").leaf("code", &[], &basis.assignment).text(", ");
            html.text(&basis.toolchain).text(", ").text(&basis.engine);
        });
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
