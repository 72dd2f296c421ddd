//! Collects the findings of surveys, and attributes each to a check.

mod rank;

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Asked, Failure, Tiles, Visibility};
use probe::wire::{Method, Whose};

use super::cases;
use super::facts::BoardFacts;
use super::miscount::Miscounts;
use super::sizes::BoardSizes;
use super::walk::BoardWalk;
pub(crate) use rank::FailureRank;

#[derive(Default)]
pub(crate) struct BoardFindings {
    failures: BTreeMap<Check, (FailureRank, Failure)>,
    /// Faults of methods on neighbors and twins, attributed to the method itself if it is also wrong on other boards.
    derived: BTreeMap<(Whose, Method), (FailureRank, Failure)>,
    /// A derived board that shows the correct text but does not equal the correct board.
    eq_conflict: Option<(FailureRank, Failure)>,
    /// Boards to survey again with both ways of identifying derived boards.
    doubts: BTreeMap<Doubted, (FailureRank, DoubtedBoard)>,
    sizes: BTreeMap<SizedFinding, BoardSizes>,
    /// The sizes of boards that `==` does not identify: a comparison of two boards of the same size was wrong or stopped.
    pub(crate) misidentified: BoardSizes,
    /// The sizes of boards that are equal exactly if their texts are, as far as texts were compared.
    pub(crate) told_apart: BoardSizes,
    pub(super) miscounts: Miscounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SizedFinding {
    Failure(Check),
    Derived(Whose, Method),
    EqConflict,
    Doubt(Whose, Option<Method>),
}

/// The subject of a doubt: the identity of derived boards or, if there is a method, the value that it returns on them.
type Doubted = (Whose, Option<Method>);

/// A board to survey again. A derived board was identified only by comparison, so the fault may be in `==` instead.
pub(crate) struct DoubtedBoard {
    pub(crate) tiles: Tiles,
    /// The failure to report if `==` is correct.
    failure: Failure,
}

fn is_first_or_smaller<T>(slot: Option<&mut (FailureRank, T)>, size: FailureRank) -> bool {
    slot.is_none_or(|(smallest, _)| size < *smallest)
}

impl BoardFindings {
    fn add_sizes(&mut self, shown: SizedFinding, sizes: BoardSizes) {
        *self.sizes.entry(shown).or_default() |= sizes;
    }

    /// Records that a check, which has already failed, also fails on boards of this dimension.
    pub(crate) fn note_failed_size(&mut self, check: Check, n: usize) {
        self.add_sizes(SizedFinding::Failure(check), BoardSizes::of_rows(n));
    }

    /// Records a wrong comparison. Only those of boards of the same size matter for identifying boards.
    pub(super) fn add_wrong_comparison(&mut self, comparison: &Failure) {
        let Some(evidence) = &comparison.evidence else { return };
        let n = evidence.tiles.len();
        let is_other_size = evidence.other.as_ref().is_some_and(|other| other.len() != n);
        if !is_other_size && evidence.asked != (Asked::Equal { negated: true }) {
            self.misidentified |= BoardSizes::of_rows(n);
        }
    }

    pub(crate) fn note_failure(
        &mut self,
        check: Check,
        size: FailureRank,
        failure: impl FnOnce() -> Failure,
    ) {
        self.add_sizes(SizedFinding::Failure(check), size.size_class());
        if is_first_or_smaller(self.failures.get_mut(&check), size) {
            self.failures.insert(check, (size, failure()));
        }
    }

    pub(crate) fn note_failure_on_derived_board(
        &mut self,
        whose: Whose,
        method: Method,
        size: FailureRank,
        failure: impl FnOnce() -> Failure,
    ) {
        self.add_sizes(SizedFinding::Derived(whose, method), size.size_class());
        if is_first_or_smaller(self.derived.get_mut(&(whose, method)), size) {
            self.derived.insert((whose, method), (size, failure()));
        }
    }

    /// Records a derived board that equals the correct board but shows a different text.
    pub(crate) fn note_text_conflict(
        &mut self,
        whose: Whose,
        size: FailureRank,
        failure: impl FnOnce() -> Failure,
    ) {
        self.note_failure_on_derived_board(whose, Method::Display, size, failure);
    }

    /// Records a derived board with the correct text that does not equal the correct board.
    pub(crate) fn note_eq_conflict(
        &mut self,
        size: FailureRank,
        failure: impl FnOnce() -> Failure,
    ) {
        self.add_sizes(SizedFinding::EqConflict, size.size_class());
        if is_first_or_smaller(self.eq_conflict.as_mut(), size) {
            self.eq_conflict = Some((size, failure()));
        }
    }

    /// Records a doubt about the identity of a derived board, or about a method's value on it.
    pub(crate) fn note_doubt(
        &mut self,
        whose: Whose,
        method: Option<Method>,
        facts: &BoardFacts,
        failure: impl FnOnce() -> Failure,
    ) {
        let size = FailureRank::from_facts(facts);
        self.add_sizes(SizedFinding::Doubt(whose, method), size.size_class());
        if is_first_or_smaller(self.doubts.get_mut(&(whose, method)), size) {
            let doubt = DoubtedBoard { tiles: facts.to_tiles(), failure: failure() };
            self.doubts.insert((whose, method), (size, doubt));
        }
    }

    /// Adds the findings about the last board on a walk, as if it were a new board.
    pub(crate) fn add_walk_findings(&mut self, walk: &BoardWalk, here: Self) {
        let size = walk.failure_rank();
        for (check, (_, failure)) in here.failures {
            let method = method_of_check(check).unwrap_or(Method::New);
            self.note_failure_on_derived_board(Whose::Neighbor, method, size, || {
                walk.failure_on_walk(method, failure)
            });
        }
        // Keep only the findings about twins. A neighbor of this board is reached just like the next board of the walk.
        let twins = here.derived.into_iter().filter(|((whose, _), _)| *whose == Whose::Twin);
        for (_, (_, failure)) in twins {
            self.note_failure_on_derived_board(Whose::Neighbor, Method::Twin, size, || {
                walk.failure_on_walk(Method::Twin, failure)
            });
        }
        if let Some((_, failure)) = here.eq_conflict {
            self.note_eq_conflict(size, || walk.failure_on_walk(Method::Eq, failure));
        }
    }

    pub(crate) fn take_doubts(&mut self) -> Vec<(Doubted, FailureRank, DoubtedBoard)> {
        let doubts = std::mem::take(&mut self.doubts);
        doubts.into_iter().map(|(doubted, (size, doubt))| (doubted, size, doubt)).collect()
    }

    pub(crate) fn confirm_doubt(
        &mut self,
        (whose, method): Doubted,
        size: FailureRank,
        doubt: DoubtedBoard,
    ) {
        let doubt_of = SizedFinding::Doubt(whose, method);
        if let Some(method) = method {
            self.note_failure_on_derived_board(whose, method, size, || doubt.failure);
            self.copy_sizes(doubt_of, SizedFinding::Derived(whose, method));
        } else {
            self.note_failure(check_of_origin(whose), size, || doubt.failure);
            self.copy_sizes(doubt_of, SizedFinding::Failure(check_of_origin(whose)));
        }
    }

    /// Resolves a doubt because a second survey found the fault, to which it adds the sizes in doubt.
    pub(crate) fn settle_doubt(&mut self, (whose, method): Doubted) {
        let doubt = SizedFinding::Doubt(whose, method);
        if self.has_failed(check_of_origin(whose)) {
            self.copy_sizes(doubt, SizedFinding::Failure(check_of_origin(whose)));
        }
        let derived: Vec<_> = self.derived.keys().filter(|key| key.0 == whose).copied().collect();
        for (whose, method) in derived {
            self.copy_sizes(doubt, SizedFinding::Derived(whose, method));
        }
        if self.eq_conflict.is_some() {
            self.copy_sizes(doubt, SizedFinding::EqConflict);
        }
    }

    fn copy_sizes(&mut self, from: SizedFinding, to: SizedFinding) {
        let sizes = self.sizes.get(&from).copied().unwrap_or_default();
        self.add_sizes(to, sizes);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.failures.is_empty() && self.derived.is_empty() && self.eq_conflict.is_none()
    }

    pub(crate) fn with_visibility(mut self, visibility: Visibility) -> Self {
        let failures = self.failures.values_mut().map(|(size, _)| size);
        let derived = self.derived.values_mut().map(|(size, _)| size);
        let conflict = self.eq_conflict.iter_mut().map(|(size, _)| size);
        let doubts = self.doubts.values_mut().map(|(size, _)| size);
        for size in failures.chain(derived).chain(conflict).chain(doubts) {
            *size = size.with_visibility(visibility);
        }
        self
    }

    /// Returns the rank of the reported counterexample, if a check failed on boards from `Board::new`.
    pub(crate) fn rank_of_failure(&self, check: Check) -> Option<FailureRank> {
        self.failures.get(&check).map(|(size, _)| *size)
    }

    pub(crate) fn failed_dimension(&self, check: Check) -> Option<usize> {
        self.failures.get(&check).map(|(size, _)| size.n)
    }

    /// Returns the sizes of boards from `Board::new` on which a check failed.
    pub(crate) fn failed_sizes(&self, check: Check) -> BoardSizes {
        self.sizes.get(&SizedFinding::Failure(check)).copied().unwrap_or_default()
    }

    pub(crate) fn has_failed(&self, check: Check) -> bool {
        self.failures.contains_key(&check)
    }

    /// Merges other findings into these. Counterexamples of the same rank are kept in the order of calls, which must be
    /// deterministic.
    pub(crate) fn merge(&mut self, other: Self) {
        for (check, (size, failure)) in other.failures {
            self.note_failure(check, size, || failure);
        }
        for ((whose, method), (size, failure)) in other.derived {
            self.note_failure_on_derived_board(whose, method, size, || failure);
        }
        if let Some((size, failure)) = other.eq_conflict {
            self.note_eq_conflict(size, || failure);
        }
        for (doubted, (size, doubt)) in other.doubts {
            if is_first_or_smaller(self.doubts.get_mut(&doubted), size) {
                self.doubts.insert(doubted, (size, doubt));
            }
        }
        for (shown, sizes) in other.sizes {
            self.add_sizes(shown, sizes);
        }
        self.misidentified |= other.misidentified;
        self.told_apart |= other.told_apart;
        self.miscounts.merge(other.miscounts);
    }

    /// Returns the failed checks, each with the sizes of the boards. Each finding on a derived board counts toward only
    /// one check.
    pub(crate) fn into_failed_checks(mut self) -> BTreeMap<Check, (Failure, BoardSizes)> {
        // If a derived board also differs in other ways, or only because of a wrong text, equality is not to blame.
        let is_own_fault =
            |(_, method): &(Whose, Method)| self.has_failed(check_of_method(*method));
        let text_is_right = !self.has_failed(Check::BoardDisplay);
        let otherwise_right = self.derived.keys().all(is_own_fault);
        if let Some((size, failure)) = self.eq_conflict.take()
            && text_is_right
            && otherwise_right
        {
            self.note_failure(Check::BoardEquality, size, || failure);
            self.copy_sizes(SizedFinding::EqConflict, SizedFinding::Failure(Check::BoardEquality));
        }
        let wrong_on_any_board: Vec<Check> = self.failures.keys().copied().collect();
        for ((whose, method), (size, failure)) in std::mem::take(&mut self.derived) {
            let own_fault = wrong_on_any_board.contains(&check_of_method(method));
            let eq_fault =
                method == Method::Display && wrong_on_any_board.contains(&Check::BoardEquality);
            let check = check_of_origin(whose);
            if !own_fault && !eq_fault {
                self.note_failure(check, size, || failure);
                self.copy_sizes(SizedFinding::Derived(whose, method), SizedFinding::Failure(check));
            }
        }
        let failure = |(size, failure): (FailureRank, Failure)| {
            let visibility = failure.visibility.max(size.visibility());
            Failure { visibility, ..cases::explain_all_answers(failure, self.miscounts) }
        };
        let sizes =
            |check| self.sizes.get(&SizedFinding::Failure(check)).copied().unwrap_or_default();
        let resolved = |(check, found)| (check, (failure(found), sizes(check)));
        self.failures.into_iter().map(resolved).collect()
    }
}

fn check_of_origin(whose: Whose) -> Check {
    match whose {
        Whose::Twin => Check::BoardTwin,
        Whose::Own | Whose::Neighbor => Check::BoardNeighbors,
    }
}

pub(crate) fn check_of_method(method: Method) -> Check {
    match method {
        Method::New | Method::Dimension => Check::BoardDimension,
        Method::Hamming => Check::BoardHamming,
        Method::Manhattan => Check::BoardManhattan,
        Method::IsGoal => Check::BoardIsGoal,
        Method::Display => Check::BoardDisplay,
        Method::Neighbors => Check::BoardNeighbors,
        Method::Twin => Check::BoardTwin,
        Method::Eq => Check::BoardEquality,
    }
}

/// Returns the method that a check is about, if there is just one. `Board::new` is a part of all checks.
pub(crate) fn method_of_check(check: Check) -> Option<Method> {
    let names = |method: &Method| *method != Method::New && check_of_method(*method) == check;
    Method::ALL.into_iter().find(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::facts::goal_tiles;

    fn size(n: usize) -> FailureRank {
        FailureRank::of_tiles(&goal_tiles(n))
    }

    #[test]
    fn a_method_wrong_everywhere_is_not_blamed_on_neighbors() {
        let mut found = BoardFindings::default();
        found.note_failure_on_derived_board(Whose::Neighbor, Method::Hamming, size(2), || {
            Failure::from_summary("neighbor")
        });
        found.note_failure(Check::BoardHamming, size(3), || Failure::from_summary("own"));
        let failures = found.into_failed_checks();
        assert_eq!(failures.keys().collect::<Vec<_>>(), [&Check::BoardHamming]);
    }

    #[test]
    fn a_settled_doubt_counts_for_all_sizes() {
        let mut found = BoardFindings::default();
        for n in [2, 3, 5] {
            let facts = BoardFacts::new(n, &goal_tiles(n).cells());
            found.note_doubt(Whose::Neighbor, None, &facts, || Failure::from_summary("doubt"));
        }
        let (doubted, ..) = found.take_doubts().remove(0);
        found.note_failure(Check::BoardNeighbors, size(2), || Failure::from_summary("by its text"));
        found.settle_doubt(doubted);
        let sizes = found.into_failed_checks()[&Check::BoardNeighbors].1;
        assert_eq!(sizes, BoardSizes::of_rows(2) | BoardSizes::of_rows(3) | BoardSizes::of_rows(5));
    }

    #[test]
    fn a_method_wrong_only_on_neighbors_is_blamed_on_them() {
        let mut found = BoardFindings::default();
        found.note_failure_on_derived_board(Whose::Neighbor, Method::Hamming, size(2), || {
            Failure::from_summary("neighbor")
        });
        found.note_failure_on_derived_board(Whose::Twin, Method::IsGoal, size(2), || {
            Failure::from_summary("twin")
        });
        let failures = found.into_failed_checks();
        let checks: Vec<_> = failures.keys().collect();
        assert_eq!(checks, [&Check::BoardNeighbors, &Check::BoardTwin]);
    }

    #[test]
    fn the_smallest_counterexample_is_kept() {
        let mut found = BoardFindings::default();
        found.note_failure(Check::BoardTwin, size(3), || Failure::from_summary("three"));
        let mut other = BoardFindings::default();
        other.note_failure(Check::BoardTwin, size(2), || Failure::from_summary("two"));
        other.note_failure(Check::BoardTwin, size(2), || Failure::from_summary("two again"));
        found.merge(other);
        let (failure, sizes) = &found.into_failed_checks()[&Check::BoardTwin];
        assert_eq!(
            (failure.summary.as_str(), *sizes),
            ("two", BoardSizes::of_rows(2) | BoardSizes::of_rows(3))
        );
    }

    #[test]
    fn a_visible_counterexample_precedes_a_smaller_hidden_one() {
        let fail = |n, summary: &'static str| {
            let mut found = BoardFindings::default();
            found.note_failure(Check::BoardTwin, size(n), || Failure::from_summary(summary));
            found
        };
        let mut found = fail(2, "hidden").with_visibility(Visibility::Hidden);
        found.merge(fail(5, "late").with_visibility(Visibility::AfterDueDate));
        let seen_by = found.rank_of_failure(Check::BoardTwin).map(FailureRank::visibility);
        assert_eq!(seen_by, Some(Visibility::AfterDueDate));
        found.merge(fail(9, "open"));
        found.merge(fail(2, "hidden again").with_visibility(Visibility::Hidden));
        let (failure, _) = &found.into_failed_checks()[&Check::BoardTwin];
        assert_eq!((failure.summary.as_str(), failure.visibility), ("open", Visibility::Visible));
        let alone = fail(2, "hidden").with_visibility(Visibility::Hidden).into_failed_checks();
        assert_eq!(alone[&Check::BoardTwin].0.visibility, Visibility::Hidden);
    }
}
