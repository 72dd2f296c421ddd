//! Renders the distribution of scores, as a histogram and as a table.

use grade::points::Points;
use maud::{Markup, html};

use super::totals::count_rejected;
use super::{Gathered, Middle};
use crate::gather::StudentRow;

/// Ten bins for scores below the maximum, one for the maximum, and one for higher scores.
const BINS: usize = 12;

/// In percent of the maximum.
const NAMES: [&str; BINS] = [
    "0–9", "10–19", "20–29", "30–39", "40–49", "50–59", "60–69", "70–79", "80–89", "90–99", "100",
    "more",
];

/// In pixels. The page scales the drawing to the width of its column, so only the proportions matter. `ABOVE` is the
/// space for labels above the bars.
const WIDTH: usize = 720;
const HEIGHT: usize = 150;
// Two labels for the mean and the median, and the number above the highest bar.
const ABOVE: usize = 46;

pub(super) fn histogram_section(gathered: &Gathered) -> Markup {
    let bins = count_scores_by_bin(&gathered.rows);
    let counted: usize = bins.iter().sum();
    if counted == 0 {
        return html! { p { "There are no scores yet." } };
    }
    let rejected = count_rejected(gathered);
    let without = gathered.rows.len() - counted - rejected;
    let left_out = [(rejected, "rejected"), (without, "without a score")];
    let left_out: Vec<_> = left_out.into_iter().filter(|(count, _)| *count > 0).collect();
    // Only corrections can raise a score above the maximum.
    let shown = if bins[BINS - 1] > 0 { BINS } else { BINS - 1 };
    html! {
        p {
            "Final scores, as a percentage of the maximum."
            @for (i, (count, what)) in left_out.iter().enumerate() {
                @if i == 0 { " Not counted: " } @else { ", " }
                (count) " " (what)
            }
            @if !left_out.is_empty() { "." }
        }
        (render_drawing(&bins[..shown], Middle::from_scores(gathered).as_ref()))
        details {
            summary { "Show as a table" }
            table {
                thead {
                    tr {
                        th scope="col" { "score in percent" }
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

fn render_drawing(bins: &[usize], middle: Option<&Middle>) -> Markup {
    let most = bins.iter().max().copied().unwrap_or(1).max(1);
    let wide = WIDTH / bins.len();
    let base = HEIGHT + ABOVE;
    let label = "Histogram of the scores; the table below shows the same numbers";
    html! {
        svg class="histogram" viewBox={ "0 0 " (WIDTH) " " (base + 24) } role="img" aria-label=(label) {
            @for (i, count) in bins.iter().enumerate() {
                @let middle = i * wide + wide / 2;
                // A minimum height keeps the bar visible.
                @let height = (count * HEIGHT / most).max(usize::from(*count > 0) * 2);
                @if *count > 0 {
                    rect x=(i * wide + 3) y=(base - height) width=(wide - 6) height=(height) rx="3" {
                        title { (NAMES[i]) ": " (count) }
                    }
                    text x=(middle) y=(base - height - 5) { (count) }
                }
                text x=(middle) y=(base + 18) class="tick" { (NAMES[i]) }
            }
            line x1="0" x2=(WIDTH) y1=(base) y2=(base) {}
            @if let Some(middle) = middle {
                // One label above the other, since mean and median are often close.
                (render_labelled_line("mean", &middle.mean.to_string(), x_of_score(middle.mean, middle.most, wide), 12, base))
                (render_labelled_line("median", &middle.median.to_string(), x_of_score(middle.median, middle.most, wide), 28, base))
            }
        }
    }
}

/// Renders a vertical line with a label on the side that has more space.
fn render_labelled_line(name: &str, value: &str, x: usize, y: usize, base: usize) -> Markup {
    let is_right = x > WIDTH / 2;
    let (anchor, beside) = if is_right { ("end", x.saturating_sub(5)) } else { ("start", x + 5) };
    html! {
        line class="mark" x1=(x) x2=(x) y1=(y - 10) y2=(base) {}
        text class="mark" x=(beside) y=(y) text-anchor=(anchor) { (name) " " (value) }
    }
}

/// Returns the x coordinate for a score. Scores below the maximum are placed proportionally, others at the center of
/// their bin.
fn x_of_score(score: Points, most: Points, wide: usize) -> usize {
    let bin = bin_of_score(score, most);
    if bin + 2 >= BINS {
        return bin * wide + wide / 2;
    }
    let tenth = most.thousandths();
    let within = score.thousandths() * 10 % tenth.max(1);
    let within = usize::try_from(within).unwrap_or(0) * wide;
    bin * wide + within / usize::try_from(tenth).unwrap_or(usize::MAX).max(1)
}

fn bin_of_score(score: Points, most: Points) -> usize {
    match score.cmp(&most) {
        std::cmp::Ordering::Greater => BINS - 1,
        std::cmp::Ordering::Equal => BINS - 2,
        // Less than 10, because the score is below the maximum.
        std::cmp::Ordering::Less => {
            usize::try_from(score.thousandths() * 10 / most.thousandths()).unwrap_or(0)
        }
    }
}

/// Counts the scores in each bin.
fn count_scores_by_bin(rows: &[StudentRow]) -> [usize; BINS] {
    let mut bins = [0; BINS];
    for row in rows {
        if let Some(score) = row.counted_score() {
            bins[bin_of_score(score, row.max_score)] += 1;
        }
    }
    bins
}

#[cfg(test)]
mod tests {
    use grade::Status;

    use super::*;
    use crate::submission::Submitter;

    fn row(score: Option<f64>, status: Status) -> StudentRow {
        let score = score.and_then(Points::from_f64);
        StudentRow {
            name: "a".to_owned(),
            submitter: Submitter::default(),
            taken: None,
            group: None,
            status,
            reason: None,
            change: None,
            score,
            max_score: Points::from_f64(40.0).unwrap(),
            failed: Vec::new(),
            is_incomplete: false,
            is_corrected: false,
        }
    }

    #[test]
    fn every_score_is_counted() {
        let graded = |score| row(Some(score), Status::Graded);
        let rows = [
            graded(0.0),
            graded(3.999),
            graded(4.0),
            graded(39.999),
            graded(40.0),
            graded(41.0),
            row(None, Status::Rejected),
            row(Some(8.0), Status::Rejected),
            row(None, Status::GraderError),
        ];
        assert_eq!(count_scores_by_bin(&rows), [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn scores_are_marked_at_their_position() {
        let points = |score| Points::from_f64(score).unwrap();
        let at = |score| x_of_score(points(score), points(40.0), 100);
        assert_eq!([at(0.0), at(2.0), at(4.0), at(39.0)], [0, 50, 100, 975]);
        assert_eq!([at(40.0), at(50.0)], [1050, 1150]);
    }

    #[test]
    fn the_drawing_and_table_show_the_same_numbers() {
        let rows = vec![
            row(Some(20.0), Status::Graded),
            row(None, Status::GraderError),
            row(None, Status::Rejected),
        ];
        let html = histogram_section(&Gathered { rows, ..Gathered::default() });
        let text = html.0;
        assert!(text.contains("<title>50–59: 1</title>"), "{text}");
        assert!(text.contains("<td>50–59</td><td>1</td>"), "{text}");
        assert!(text.contains("Not counted: 1 rejected, 1 without a score."), "{text}");
        assert!(text.contains("median 20"), "{text}");
        assert!(!text.contains("more"));
        let html = histogram_section(&Gathered { rows: vec![], ..Gathered::default() });
        assert_eq!(html.0, "<p>There are no scores yet.</p>");
    }
}
