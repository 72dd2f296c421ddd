//! The distribution of the scores: a histogram, and a table of the same numbers.

use grade::Status;
use maud::{Markup, html};

use super::Gathered;
use crate::gather::Row;

/// The scores below full marks, a tenth of all points each; full marks; and more than that.
const BINS: usize = 12;

/// The names of the bins.
const NAMES: [&str; BINS] = [
    "0 to 9", "10 to 19", "20 to 29", "30 to 39", "40 to 49", "50 to 59", "60 to 69", "70 to 79",
    "80 to 89", "90 to 99", "100", "over 100",
];

/// The labels below the bars.
const TICKS: [&str; BINS] =
    ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100", "more"];

/// The size of the drawing, without what stands above and below it.
const WIDTH: usize = 600;
const HEIGHT: usize = 140;

pub(super) fn show(gathered: &Gathered) -> Markup {
    let bins = count(&gathered.rows);
    let graded: usize = bins.iter().sum();
    if graded == 0 {
        return html! { p { "There is no score yet." } };
    }
    // More than full marks takes a correction by hand; without one there is nothing to show of it.
    let shown = if bins[BINS - 1] > 0 { BINS } else { BINS - 1 };
    html! {
        p { "Graded submissions by their final score, in percent of all points." }
        (drawing(&bins[..shown]))
        details {
            summary { "The same as a table" }
            table {
                thead {
                    tr {
                        th scope="col" { "percent of all points" }
                        th scope="col" { "submissions" }
                    }
                }
                tbody {
                    @for (name, count) in NAMES.iter().zip(bins).take(shown) {
                        tr { td { (name) } td { (count) } }
                    }
                }
            }
        }
    }
}

fn drawing(bins: &[usize]) -> Markup {
    let most = bins.iter().max().copied().unwrap_or(1).max(1);
    let wide = WIDTH / bins.len();
    let base = HEIGHT + 20;
    let label = "Histogram of the scores; the table below has the same numbers";
    html! {
        svg class="histogram" viewBox={ "0 0 " (WIDTH) " " (HEIGHT + 44) } role="img"
            aria-label=(label) {
            @for (i, count) in bins.iter().enumerate() {
                @let middle = i * wide + wide / 2;
                // The least that there is can be seen.
                @let height = (count * HEIGHT / most).max(usize::from(*count > 0) * 2);
                @if *count > 0 {
                    rect x=(i * wide + 3) y=(base - height) width=(wide - 6) height=(height) rx="2" {
                        title { (NAMES[i]) ": " (count) }
                    }
                    @let above = (base - count * HEIGHT / most).saturating_sub(6);
                    text x=(middle) y=(above) { (count) }
                }
                text x=(middle) y=(base + 18) class="tick" { (TICKS[i]) }
            }
            line x1="0" x2=(WIDTH) y1=(base) y2=(base) {}
        }
    }
}

/// The number of graded submissions in each bin.
fn count(rows: &[Row]) -> [usize; BINS] {
    let mut bins = [0; BINS];
    for row in rows.iter().filter(|row| row.status == Status::Graded) {
        let Some(score) = row.score else { continue };
        let (score, most) = (score.thousandths(), row.max_score.thousandths());
        let bin = match score.cmp(&most) {
            std::cmp::Ordering::Greater => BINS - 1,
            std::cmp::Ordering::Equal => BINS - 2,
            // Below full marks this is less than ten.
            std::cmp::Ordering::Less => usize::try_from(score * 10 / most).unwrap_or(0),
        };
        bins[bin] += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use grade::points::Points;

    use super::*;

    fn row(score: Option<f64>, status: Status) -> Row {
        let score = score.and_then(Points::from_f64);
        Row {
            name: "a".to_owned(),
            status,
            found: score,
            change: None,
            score,
            max_score: Points::from_f64(40.0).unwrap(),
            failed: Vec::new(),
            is_corrected: false,
        }
    }

    #[test]
    fn only_what_was_graded_is_counted() {
        let graded = |score| row(Some(score), Status::Graded);
        let rows = [
            graded(0.0),
            graded(3.999),
            graded(4.0),
            graded(39.999),
            graded(40.0),
            graded(41.0),
            row(Some(0.0), Status::Rejected),
            row(None, Status::GraderError),
        ];
        assert_eq!(count(&rows), [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn the_drawing_and_the_table_have_the_same_numbers() {
        let rows = vec![row(Some(20.0), Status::Graded), row(None, Status::GraderError)];
        let html = show(&Gathered { rows, ..Gathered::default() });
        let text = html.0;
        assert!(text.contains("<title>50 to 59: 1</title>"), "{text}");
        assert!(text.contains("<td>50 to 59</td><td>1</td>"), "{text}");
        assert!(!text.contains("over 100"));
        let html = show(&Gathered { rows: vec![], ..Gathered::default() });
        assert_eq!(html.0, "<p>There is no score yet.</p>");
    }
}
