//! Reports similar submissions. A report suggests what to review, and must not accuse anyone.

mod html;
mod human;
mod json;
mod sides;
#[cfg(test)]
mod tests;

pub use html::{is_in_page, page, section};
pub use human::human;
pub use json::json;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use grade::words::counted;

use crate::{Comparison, Document, LeftOut, Region, SimilarPair};

/// The results of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct SimilarityFindings<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// The submissions that were not compared.
    pub left_out: &'a [LeftOut],
    /// The students' names by submission, if known.
    pub people: &'a BTreeMap<String, Vec<String>>,
}

/// The text at the beginning of every report.
pub(super) const ADVICE: &str = "Code can be similar for many reasons: there may be few ways to \
                                 solve a task, a lecture or a book may show one, or students may \
                                 be allowed to work together. A pair in this report is a reason to \
                                 look at both submissions. It proves nothing, and it does not \
                                 affect grades.";

/// Introduces the submissions with too little code to compare.
const LITTLE: &str = "Submissions with very little code of their own";

impl SimilarityFindings<'_> {
    /// Introduces the submissions that consist mostly of common code.
    fn mostly_common_title(&self) -> String {
        let limit = self.comparison.most_submissions_before_common();
        format!(
            "Submissions with mostly common code, which does not count because more than {limit} \
             submissions contain it"
        )
    }

    fn submission_name(&self, index: usize) -> &str {
        &self.comparison.documents()[index].name
    }

    /// Returns a name with the students, such as `1001 (Jane Doe)`.
    fn name_with_students(&self, document: &Document) -> String {
        let people = self.people.get(&document.name).map(|names| names.join(", "));
        match people.filter(|people| !people.is_empty() && *people != document.name) {
            Some(people) => format!("{} ({people})", document.name),
            None => document.name.clone(),
        }
    }

    fn names_of_pair(&self, pair: &SimilarPair) -> [&str; 2] {
        [self.submission_name(pair.first), self.submission_name(pair.second)]
    }

    /// Returns the position of the longest run in both submissions.
    fn find_longest_run(&self, pair: &SimilarPair) -> Option<[Region<'_>; 2]> {
        let tiles = self.comparison.shared_runs(pair);
        // Take the first of equally long runs.
        let tile = tiles.iter().rev().max_by_key(|tile| tile.own)?;
        let documents = self.comparison.documents();
        Some([
            documents[pair.first].code_region(&tile.first)?,
            documents[pair.second].code_region(&tile.second)?,
        ])
    }

    /// Formats the number of submissions, without a period.
    fn counts_text(&self) -> String {
        let [class, past] = self.comparison.class_and_past_counts();
        let mut text = format!("{} compared", counted(class, "submission"));
        if past > 0 {
            let _ = write!(text, " with each other and with {past} from earlier years");
        }
        if !self.left_out.is_empty() {
            let _ = write!(text, ", {} left out", self.left_out.len());
        }
        text
    }

    /// Formats the numbers of pairs found and shown.
    fn pairs_shown(&self) -> String {
        let (shown, found) = (self.comparison.pairs.len(), self.comparison.found);
        let least = self.comparison.wish.at_least;
        let what = format!("with a share of {least}% or more");
        match (found, shown) {
            (0, _) => format!("no pair {what}"),
            (1, _) => format!("1 pair {what}"),
            _ if found == shown => format!("{found} pairs {what}"),
            _ => format!("the first {shown} of {found} pairs {what}"),
        }
    }
}

/// Formats a percentage, rounded down so that 100% means everything is shared.
fn percent(tenths: u32) -> String {
    // Rounded down, this would be `0%`, as if nothing were shared.
    if (1..10).contains(&tenths) { "<1%".to_owned() } else { format!("{}%", tenths / 10) }
}

/// Formats the position of a region, such as `src/board.rs:3-17`.
fn line_range(region: &Region<'_>) -> String {
    let (path, start, end) = (&region.file.path, region.start.line, region.end.line);
    if start == end { format!("{path}:{start}") } else { format!("{path}:{start}-{end}") }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
