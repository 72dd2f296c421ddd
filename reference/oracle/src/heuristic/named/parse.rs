//! Parses the names of heuristics.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{DatabaseSizes, HeuristicName};

/// The error for an unknown heuristic name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHeuristic {
    /// The first unknown name in the list.
    pub name: String,
    /// The most similar known name, if any is similar enough.
    pub nearest: Option<String>,
}

impl fmt::Display for UnknownHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown heuristic `{}`", self.name)?;
        if let Some(nearest) = &self.nearest {
            return write!(f, "; did you mean `{nearest}`?");
        }
        let known: Vec<String> =
            HeuristicName::offered_heuristics().iter().map(HeuristicName::to_string).collect();
        write!(f, "; there are {}", known.join(", "))
    }
}

impl Error for UnknownHeuristic {}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let mut names =
            text.split(',').map(|name| parse_one(name.trim())).collect::<Result<Vec<_>, _>>()?;
        Ok(if names.len() == 1 { names.remove(0) } else { Self::Greatest(names) })
    }
}

/// Parses a name without commas.
fn parse_one(name: &str) -> Result<HeuristicName, UnknownHeuristic> {
    let known =
        HeuristicName::offered_heuristics().into_iter().find(|known| known.to_string() == name);
    let sized = || match name.strip_prefix("reflected-") {
        Some(database) => parse_database_sizes(database).map(HeuristicName::Reflected),
        None => parse_database_sizes(name).map(HeuristicName::Database),
    };
    known
        .or_else(sized)
        .ok_or_else(|| UnknownHeuristic { name: name.to_owned(), nearest: most_similar_name(name) })
}

/// Parses the name of a pattern database. Sizes are positive, and at most 224 tiles are supported, so a `u8` suffices.
fn parse_database_sizes(name: &str) -> Option<DatabaseSizes> {
    let (kind, sizes) = name.split_once('-')?;
    let sizes = sizes.split('-').map(|size| size.parse().ok().filter(|&size: &u8| size > 0));
    let sizes = sizes.map(|size| size.map(usize::from)).collect::<Option<Vec<_>>>()?;
    match kind {
        "fringe" => Some(DatabaseSizes::Fringe(Some(sizes))),
        "additive" => Some(DatabaseSizes::Additive(sizes)),
        _ => None,
    }
}

/// Returns the known name with the smallest edit distance, if this is at most a third of the name's length.
fn most_similar_name(name: &str) -> Option<String> {
    let known = HeuristicName::offered_heuristics().into_iter().map(|known| known.to_string());
    let edited = known.map(|known| (edit_distance(name, &known), known));
    // With more edits, almost every short name would be near.
    let close = edited.filter(|(edits, known)| 3 * edits <= known.len());
    close.min_by_key(|&(edits, _)| edits).map(|(_, known)| known)
}

/// Returns the number of insertions, deletions and substitutions that turn one word into the other (V. I. Levenshtein,
/// 1965).
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // The distances from the processed part of `from` to every prefix of `to`.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for letter in from.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for place in 1..row.len() {
            // The row is updated in place, so the number to the upper left is in `diagonal`.
            let changed = diagonal + usize::from(letter != to[place - 1]);
            diagonal = row[place];
            row[place] = changed.min(row[place] + 1).min(row[place - 1] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristic_names_round_trip() {
        let more = ["additive-3-3-2", "fringe-7-8", "reflected-fringe-2-1", "zero,hamming,zero"];
        let more = more.map(|name| name.parse().expect("a name"));
        for named in HeuristicName::offered_heuristics().into_iter().chain(more) {
            assert_eq!(named.to_string().parse(), Ok(named));
        }
        let [a, b] = [HeuristicName::Manhattan, HeuristicName::WalkingDistance];
        assert_eq!("manhattan, walking-distance".parse(), Ok(HeuristicName::Greatest(vec![a, b])));
    }

    #[track_caller]
    fn check_unknown(name: &str, unknown: &str, nearest: Option<&str>) {
        let nearest = nearest.map(str::to_owned);
        let error = UnknownHeuristic { name: unknown.to_owned(), nearest };
        assert_eq!(name.parse::<HeuristicName>(), Err(error));
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_suggestion() {
        check_unknown("manhatan", "manhatan", Some("manhattan"));
        check_unknown("linearconflict", "linearconflict", Some("linear-conflict"));
        check_unknown("aditive-6-6-3", "aditive-6-6-3", Some("additive-6-6-3"));
        check_unknown("additive-6-6-0", "additive-6-6-0", Some("additive-6-6-3"));
        check_unknown("zero,Hamming,xyz", "Hamming", Some("hamming"));
        check_unknown("reflected-manhattan", "reflected-manhattan", None);
        check_unknown("zero,", "", None);
        check_unknown("additive-99999999999999999999", "additive-99999999999999999999", None);
    }

    #[test]
    fn the_error_lists_the_known_heuristics() {
        let text = |name: &str| name.parse::<HeuristicName>().map_err(|error| error.to_string());
        assert_eq!(
            text("maximum"),
            Err("unknown heuristic `maximum`; there are zero, hamming, manhattan, \
                 linear-conflict, walking-distance, dynamic, dynamic-cover, fringe, \
                 reflected-fringe, additive-4-4, reflected-additive-4-4, additive-5-3, \
                 reflected-additive-5-3, additive-5-5-5, reflected-additive-5-5-5, \
                 additive-6-6-3, reflected-additive-6-6-3, additive-7-8, \
                 reflected-additive-7-8, additive-4-4-4-4-4-4, \
                 reflected-additive-4-4-4-4-4-4, additive-5-5-5-5-4, \
                 reflected-additive-5-5-5-5-4, additive-6-6-6-6, reflected-additive-6-6-6-6, \
                 manhattan+hamming"
                .to_owned())
        );
        assert_eq!(
            text("haming"),
            Err("unknown heuristic `haming`; did you mean `hamming`?".to_owned())
        );
    }
}
