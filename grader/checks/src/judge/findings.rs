//! Gathers what surveys find, and decides in the end which check each finding belongs to.

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Failure, Tiles, Visibility};
use probe::wire::{Method, Whose};

use super::blank::BlankCount;
use super::cases;
use super::facts::Facts;
use super::sizes::Sizes;
use super::walk::Walk;

/// The audience of a counterexample, the moves to its board, and its size. Of the counterexamples with the widest audience
/// the smallest is shown; of two that compare equal, the first found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size {
    visibility: Visibility,
    /// The calls of `neighbors` that led to the board.
    moves: usize,
    n: usize,
    hamming: u32,
    manhattan: u32,
}

impl Size {
    /// Smaller than that of any board.
    pub(crate) const SMALLEST: Self =
        Self { visibility: Visibility::Visible, moves: 0, n: 0, hamming: 0, manhattan: 0 };

    pub(crate) fn of(facts: &Facts) -> Self {
        let visibility = Visibility::Visible;
        Self {
            visibility,
            moves: 0,
            n: facts.n,
            hamming: facts.hamming,
            manhattan: facts.manhattan,
        }
    }

    pub(crate) fn of_tiles(tiles: &Tiles) -> Self {
        if tiles.is_empty() {
            return Self::SMALLEST;
        }
        Self::of(&Facts::new(tiles.len(), &tiles.cells()))
    }

    /// The size for a board that so many moves from this one lead to.
    pub(crate) fn after(self, moves: usize) -> Self {
        Self { moves, ..self }
    }

    /// The size for a board that only these may see.
    pub(crate) fn seen_by(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The class of sizes that the board is in.
    fn class(self) -> Sizes {
        Sizes::of(self.n)
    }

    /// The audience of the board.
    pub(crate) fn visibility(self) -> Visibility {
        self.visibility
    }
}

/// The smallest counterexample of each kind.
#[derive(Default)]
pub(crate) struct Findings {
    failures: BTreeMap<Check, (Size, Failure)>,
    /// The faults of one method on neighbors and twins. Each is that method's own fault if the
    /// method is wrong on other boards too.
    derived: BTreeMap<(Whose, Method), (Size, Failure)>,
    /// A derived board that is right by its text and yet unequal to the right board.
    eq_conflict: Option<(Size, Failure)>,
    /// The boards of which something derived has to be looked at again, in both ways.
    doubts: BTreeMap<Doubted, (Size, Doubt)>,
    /// The sizes of the boards that show each of these.
    sizes: BTreeMap<Shown, Sizes>,
    /// How distances may count the blank.
    pub(super) blank: BlankCount,
}

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Failure(Check),
    Derived(Whose, Method),
    EqConflict,
    Doubt(Whose, Option<Method>),
}

/// The kind of a doubt: which boards the derived ones are, or what a method of theirs answers.
type Doubted = (Whose, Option<Method>);

/// A board of which something derived has to be looked at again: it was told by comparison alone,
/// so what seems to be wrong may be the fault of `==`.
pub(crate) struct Doubt {
    /// The board.
    pub(crate) tiles: Tiles,
    /// The failure if `==` is right.
    failure: Failure,
}

fn keep<T>(slot: Option<&mut (Size, T)>, size: Size) -> bool {
    slot.is_none_or(|(smallest, _)| size < *smallest)
}

impl Findings {
    fn show(&mut self, shown: Shown, sizes: Sizes) {
        *self.sizes.entry(shown).or_default() |= sizes;
    }

    /// A check that fails does so on boards of this dimension, too.
    pub(crate) fn fails_on(&mut self, check: Check, n: usize) {
        self.show(Shown::Failure(check), Sizes::of(n));
    }

    /// A check does not hold.
    pub(crate) fn fail(&mut self, check: Check, size: Size, failure: impl FnOnce() -> Failure) {
        self.show(Shown::Failure(check), size.class());
        if keep(self.failures.get_mut(&check), size) {
            self.failures.insert(check, (size, failure()));
        }
    }

    /// A method is wrong on a derived board.
    pub(crate) fn derived(
        &mut self,
        whose: Whose,
        method: Method,
        size: Size,
        failure: impl FnOnce() -> Failure,
    ) {
        self.show(Shown::Derived(whose, method), size.class());
        if keep(self.derived.get_mut(&(whose, method)), size) {
            self.derived.insert((whose, method), (size, failure()));
        }
    }

    /// A derived board equals the right one, but its text shows another.
    pub(crate) fn text_conflict(
        &mut self,
        whose: Whose,
        size: Size,
        failure: impl FnOnce() -> Failure,
    ) {
        self.derived(whose, Method::Display, size, failure);
    }

    /// A derived board shows the right text, but is not equal to the right board.
    pub(crate) fn eq_conflict(&mut self, size: Size, failure: impl FnOnce() -> Failure) {
        self.show(Shown::EqConflict, size.class());
        if keep(self.eq_conflict.as_mut(), size) {
            self.eq_conflict = Some((size, failure()));
        }
    }

    /// Something derived is wrong, unless `==` is: which board it is, or what this method answers.
    pub(crate) fn doubt(
        &mut self,
        whose: Whose,
        method: Option<Method>,
        facts: &Facts,
        failure: impl FnOnce() -> Failure,
    ) {
        let size = Size::of(facts);
        self.show(Shown::Doubt(whose, method), size.class());
        if keep(self.doubts.get_mut(&(whose, method)), size) {
            let doubt = Doubt { tiles: facts.rows(), failure: failure() };
            self.doubts.insert((whose, method), (size, doubt));
        }
    }

    /// Takes in what was found on a board at the end of a walk, as if it were a new one.
    pub(crate) fn walked(&mut self, walk: &Walk, here: Self) {
        let size = walk.size();
        for (check, (_, failure)) in here.failures {
            let method = method_of(check);
            self.derived(Whose::Neighbor, method, size, || walk.failure(method, failure));
        }
        // A neighbor of it is the next board of the walk, or like it.
        let twins = here.derived.into_iter().filter(|((whose, _), _)| *whose == Whose::Twin);
        for (_, (_, failure)) in twins {
            self.derived(Whose::Neighbor, Method::Twin, size, || {
                walk.failure(Method::Twin, failure)
            });
        }
        if let Some((_, failure)) = here.eq_conflict {
            self.eq_conflict(size, || walk.failure(Method::Eq, failure));
        }
    }

    /// Takes the boards that have to be looked at again.
    pub(crate) fn take_doubts(&mut self) -> Vec<(Doubted, Size, Doubt)> {
        let doubts = std::mem::take(&mut self.doubts);
        doubts.into_iter().map(|(doubted, (size, doubt))| (doubted, size, doubt)).collect()
    }

    /// Nothing else was to be seen of a doubt: what seemed to be wrong is.
    pub(crate) fn confirm(&mut self, (whose, method): Doubted, size: Size, doubt: Doubt) {
        let doubt_of = Shown::Doubt(whose, method);
        if let Some(method) = method {
            self.derived(whose, method, size, || doubt.failure);
            self.pass_on(doubt_of, Shown::Derived(whose, method));
        } else {
            self.fail(deriving(whose), size, || doubt.failure);
            self.pass_on(doubt_of, Shown::Failure(deriving(whose)));
        }
    }

    /// A second look at a doubt has found what is wrong: the sizes on which there was doubt show that.
    pub(crate) fn settle(&mut self, (whose, method): Doubted) {
        let doubt = Shown::Doubt(whose, method);
        if self.has(deriving(whose)) {
            self.pass_on(doubt, Shown::Failure(deriving(whose)));
        }
        let derived: Vec<_> = self.derived.keys().filter(|it| it.0 == whose).copied().collect();
        for (whose, method) in derived {
            self.pass_on(doubt, Shown::Derived(whose, method));
        }
        if self.eq_conflict.is_some() {
            self.pass_on(doubt, Shown::EqConflict);
        }
    }

    /// What shows the one shows the other.
    fn pass_on(&mut self, from: Shown, to: Shown) {
        let sizes = self.sizes.get(&from).copied().unwrap_or_default();
        self.show(to, sizes);
    }

    /// Whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.failures.is_empty() && self.derived.is_empty() && self.eq_conflict.is_none()
    }

    /// The findings as those on boards that only these may see.
    pub(crate) fn seen_by(mut self, visibility: Visibility) -> Self {
        let failures = self.failures.values_mut().map(|(size, _)| size);
        let derived = self.derived.values_mut().map(|(size, _)| size);
        let conflict = self.eq_conflict.iter_mut().map(|(size, _)| size);
        let doubts = self.doubts.values_mut().map(|(size, _)| size);
        for size in failures.chain(derived).chain(conflict).chain(doubts) {
            size.visibility = visibility;
        }
        self
    }

    /// The counterexample that is shown for a check that fails on boards made by `Board::new`.
    pub(crate) fn size(&self, check: Check) -> Option<Size> {
        self.failures.get(&check).map(|(size, _)| *size)
    }

    /// The dimension of the board that shows why a check fails on boards made by `Board::new`.
    pub(crate) fn dimension(&self, check: Check) -> Option<usize> {
        self.failures.get(&check).map(|(size, _)| size.n)
    }

    /// Whether a check has failed on boards made by `Board::new`.
    pub(crate) fn has(&self, check: Check) -> bool {
        self.failures.contains_key(&check)
    }

    /// Takes in what was found elsewhere. The order of calls decides between counterexamples of
    /// the same size, so it has to be the same every time.
    pub(crate) fn merge(&mut self, other: Self) {
        for (check, (size, failure)) in other.failures {
            self.fail(check, size, || failure);
        }
        for ((whose, method), (size, failure)) in other.derived {
            self.derived(whose, method, size, || failure);
        }
        if let Some((size, failure)) = other.eq_conflict {
            self.eq_conflict(size, || failure);
        }
        for (doubted, (size, doubt)) in other.doubts {
            if keep(self.doubts.get_mut(&doubted), size) {
                self.doubts.insert(doubted, (size, doubt));
            }
        }
        for (shown, sizes) in other.sizes {
            self.show(shown, sizes);
        }
        self.blank.merge(other.blank);
    }

    /// The checks that do not hold, and the sizes of the boards on which they do not. Each finding on a derived board goes to the check that it
    /// proves wrong, and to no other.
    pub(crate) fn resolve(mut self) -> BTreeMap<Check, (Failure, Sizes)> {
        // A derived board that is unequal because something else about it is wrong is no fault of
        // equality's, and none that is only unequal by a wrong text.
        let is_own_fault = |(_, method): &(Whose, Method)| self.has(check_of(*method));
        let text_is_right = !self.has(Check::BoardDisplay);
        let otherwise_right = self.derived.keys().all(is_own_fault);
        if let Some((size, failure)) = self.eq_conflict.take()
            && text_is_right
            && otherwise_right
        {
            self.fail(Check::BoardEquality, size, || failure);
            self.pass_on(Shown::EqConflict, Shown::Failure(Check::BoardEquality));
        }
        let wrong_on_any_board: Vec<Check> = self.failures.keys().copied().collect();
        for ((whose, method), (size, failure)) in std::mem::take(&mut self.derived) {
            let own_fault = wrong_on_any_board.contains(&check_of(method));
            let eq_fault =
                method == Method::Display && wrong_on_any_board.contains(&Check::BoardEquality);
            let check = deriving(whose);
            if !own_fault && !eq_fault {
                self.fail(check, size, || failure);
                self.pass_on(Shown::Derived(whose, method), Shown::Failure(check));
            }
        }
        let failure = |(size, failure): (Size, Failure)| {
            let visibility = failure.visibility.max(size.visibility);
            Failure { visibility, ..cases::of_blank(failure, self.blank) }
        };
        let sizes = |check| self.sizes.get(&Shown::Failure(check)).copied().unwrap_or_default();
        let resolved = |(check, found)| (check, (failure(found), sizes(check)));
        self.failures.into_iter().map(resolved).collect()
    }
}

/// The check that names what is wrong with these boards.
fn deriving(whose: Whose) -> Check {
    match whose {
        Whose::Twin => Check::BoardTwin,
        Whose::Own | Whose::Neighbor => Check::BoardNeighbors,
    }
}

/// The check that names a method's faults.
pub(crate) fn check_of(method: Method) -> Check {
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

/// The method whose faults a check of boards names.
fn method_of(check: Check) -> Method {
    let names = |method: &Method| *method != Method::New && check_of(*method) == check;
    Method::ALL.into_iter().find(names).unwrap_or(Method::New)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: usize) -> Size {
        Size { n, ..Size::SMALLEST }
    }

    #[test]
    fn a_method_wrong_everywhere_is_not_blamed_on_neighbors() {
        let mut found = Findings::default();
        found.derived(Whose::Neighbor, Method::Hamming, size(2), || Failure::told("neighbor"));
        found.fail(Check::BoardHamming, size(3), || Failure::told("own"));
        let failures = found.resolve();
        assert_eq!(failures.keys().collect::<Vec<_>>(), [&Check::BoardHamming]);
    }

    #[test]
    fn a_second_look_settles_the_doubts_on_all_sizes() {
        let mut found = Findings::default();
        for n in [2, 3, 5] {
            let facts = Facts::new(n, &super::super::facts::goal(n).cells());
            found.doubt(Whose::Neighbor, None, &facts, || Failure::told("doubt"));
        }
        let (doubted, ..) = found.take_doubts().remove(0);
        found.fail(Check::BoardNeighbors, size(2), || Failure::told("by its text"));
        found.settle(doubted);
        let sizes = found.resolve()[&Check::BoardNeighbors].1;
        assert_eq!(sizes, Sizes::of(2) | Sizes::of(3) | Sizes::of(5));
    }

    #[test]
    fn a_method_wrong_only_on_neighbors_is_blamed_on_them() {
        let mut found = Findings::default();
        found.derived(Whose::Neighbor, Method::Hamming, size(2), || Failure::told("neighbor"));
        found.derived(Whose::Twin, Method::IsGoal, size(2), || Failure::told("twin"));
        let failures = found.resolve();
        let checks: Vec<_> = failures.keys().collect();
        assert_eq!(checks, [&Check::BoardNeighbors, &Check::BoardTwin]);
    }

    #[test]
    fn the_smallest_counterexample_is_kept() {
        let mut found = Findings::default();
        found.fail(Check::BoardTwin, size(3), || Failure::told("three"));
        let mut other = Findings::default();
        other.fail(Check::BoardTwin, size(2), || Failure::told("two"));
        other.fail(Check::BoardTwin, size(2), || Failure::told("two again"));
        found.merge(other);
        let (failure, sizes) = &found.resolve()[&Check::BoardTwin];
        assert_eq!((failure.summary.as_str(), *sizes), ("two", Sizes::of(2) | Sizes::of(3)));
    }

    #[test]
    fn a_counterexample_that_all_may_see_comes_before_a_smaller_one() {
        let fail = |n, summary: &'static str| {
            let mut found = Findings::default();
            found.fail(Check::BoardTwin, size(n), || Failure::told(summary));
            found
        };
        let mut found = fail(2, "hidden").seen_by(Visibility::Hidden);
        found.merge(fail(5, "late").seen_by(Visibility::AfterDueDate));
        let seen_by = found.size(Check::BoardTwin).map(Size::visibility);
        assert_eq!(seen_by, Some(Visibility::AfterDueDate));
        found.merge(fail(9, "open"));
        found.merge(fail(2, "hidden again").seen_by(Visibility::Hidden));
        let (failure, _) = &found.resolve()[&Check::BoardTwin];
        assert_eq!((failure.summary.as_str(), failure.visibility), ("open", Visibility::Visible));
        let alone = fail(2, "hidden").seen_by(Visibility::Hidden).resolve();
        assert_eq!(alone[&Check::BoardTwin].0.visibility, Visibility::Hidden);
    }
}
