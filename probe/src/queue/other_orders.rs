//! Orders keys differently from the assignment, independently of their type.
//!
//! These functions are compiled once. Only the methods of [`KeyList`] are compiled for each submission, which are few
//! because most of the time for grading a submission is spent compiling it. For the same reason, the functions are
//! marked `#[cold]`: the compiler does not inline them into a submission's methods, and keeps them small.

use std::cmp::Ordering;

/// A list of keys.
pub(super) trait KeyList {
    /// Returns the number of keys.
    fn count(&self) -> usize;
    /// Evaluates `self[a] <= self[b]`, where the older one of equal keys is the greater one.
    fn at_most(&self, a: usize, b: usize) -> bool;
    /// Evaluates `self[a] > self[b]`.
    fn exceeds(&self, a: usize, b: usize) -> bool;
    /// Returns the results of `self[a].cmp(&self[b])` and of `self[a].partial_cmp(&self[b])`.
    fn orders(&self, a: usize, b: usize) -> (Ordering, Option<Ordering>);
    /// Swaps the keys at `a` and `b`.
    fn exchange(&mut self, a: usize, b: usize);
}

// The next three functions implement a heap with the maximum first. It exchanges keys like a `slider::MinPq` whose keys
// are wrapped in `Reverse`, for which `a <= b` means that `b <= a` for the original keys. Equal keys come in another order,
// too, because all keys of a queue may be equal.

/// Moves the last key to its place, after it was added.
#[cold]
pub(super) fn swim(keys: &mut dyn KeyList) {
    let mut k = keys.count().saturating_sub(1);
    while k > 0 {
        let parent = (k - 1) / 2;
        if keys.at_most(k, parent) {
            break;
        }
        keys.exchange(parent, k);
        k = parent;
    }
}

/// Swaps the first key and the last.
#[cold]
pub(super) fn move_first_to_end(keys: &mut dyn KeyList) {
    if let Some(last) = keys.count().checked_sub(1) {
        keys.exchange(0, last);
    }
}

/// Moves the first key to its place, after the maximum was removed.
#[cold]
pub(super) fn sink(keys: &mut dyn KeyList) {
    let count = keys.count();
    let mut k = 0;
    while 2 * k + 1 < count {
        let left = 2 * k + 1;
        let right = left + 1;
        let child = if right < count && !keys.at_most(right, left) { right } else { left };
        if keys.at_most(child, k) {
            break;
        }
        keys.exchange(k, child);
        k = child;
    }
}

/// Moves the last key to its place in a list in descending order.
#[cold]
pub(super) fn move_last_into_order(keys: &mut dyn KeyList) {
    let Some(last) = keys.count().checked_sub(1) else { return };
    let (mut from, mut to) = (0, last);
    while from < to {
        let middle = usize::midpoint(from, to);
        if keys.exceeds(middle, last) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    // Shift all smaller keys by one place.
    for place in (from..last).rev() {
        keys.exchange(place, place + 1);
    }
}

/// A fault in the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyDisorder {
    /// The keys are no longer sorted, or `cmp` contradicts itself.
    Changed,
    /// `cmp` and `partial_cmp` disagree.
    TwoOrders,
}

/// Looks for a fault in the order of keys, which should be descending.
#[cold]
pub(super) fn find_disorder(keys: &dyn KeyList) -> Option<KeyDisorder> {
    let mut pairs = (1..keys.count()).map(|b| (b - 1, b));
    // The heap uses `<=`, which calls `partial_cmp`.
    let in_one_order = |(a, b)| {
        let (order, partial) = keys.orders(a, b);
        partial == Some(order)
    };
    let in_order = |(a, b)| {
        let order = keys.orders(a, b).0;
        order.is_ge() && keys.orders(b, a).0 == order.reverse()
    };
    if !pairs.clone().all(in_one_order) {
        Some(KeyDisorder::TwoOrders)
    } else if !pairs.all(in_order) {
        Some(KeyDisorder::Changed)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;

    use super::super::NumberedKey;
    use super::*;

    /// Comparisons ignore the number, so it distinguishes equal keys.
    fn numbered(key: u8, number: usize) -> NumberedKey<u8> {
        NumberedKey { key, number: u32::try_from(number).expect("a small number") }
    }

    proptest! {
        /// `Some` inserts a key, and `None` removes one.
        #[test]
        fn a_reversed_queue_exchanges_keys_like_the_original_queue(
            steps in prop::collection::vec(prop::option::weighted(0.6, 0..8u8), 0..200),
        ) {
            let mut keys = Vec::new();
            let mut original = slider::MinPq::new();
            for (number, step) in steps.into_iter().enumerate() {
                if let Some(key) = step {
                    original.insert(Reverse((key, Reverse(number))));
                    keys.push(numbered(key, number));
                    swim(&mut keys);
                } else {
                    let expected = original.del_min().map(|Reverse((_, Reverse(number)))| {
                        u32::try_from(number).expect("a small number")
                    });
                    move_first_to_end(&mut keys);
                    prop_assert_eq!(keys.pop().map(|key| key.number), expected);
                    sink(&mut keys);
                }
            }
        }

        #[test]
        fn equal_keys_leave_a_reversed_queue_in_another_order(count in 3..20usize) {
            let (mut keys, mut original) = (Vec::new(), slider::MinPq::new());
            for number in 0..count {
                original.insert(numbered(0, number));
                keys.push(numbered(0, number));
                swim(&mut keys);
            }
            let upright: Vec<u32> =
                std::iter::from_fn(|| original.del_min()).map(|key| key.number).collect();
            let mut reversed = Vec::new();
            while !keys.is_empty() {
                move_first_to_end(&mut keys);
                reversed.extend(keys.pop().map(|key| key.number));
                sink(&mut keys);
            }
            prop_assert!(reversed.is_sorted());
            prop_assert_ne!(reversed, upright);
        }

        #[test]
        fn a_watched_list_is_sorted_unless_a_key_changes(
            inserted in prop::collection::vec(0..8u8, 2..20),
        ) {
            let mut keys = Vec::new();
            for (number, &key) in inserted.iter().enumerate() {
                keys.push(numbered(key, number));
                move_last_into_order(&mut keys);
            }
            let mut sorted = inserted;
            sorted.sort_by_key(|key| Reverse(*key));
            prop_assert_eq!(keys.iter().map(|key| key.key).collect::<Vec<_>>(), sorted);
            prop_assert_eq!(find_disorder(&keys), None);
            let is_least = keys[1].key == 0;
            keys[0].key = 0;
            prop_assert_eq!(find_disorder(&keys), (!is_least).then_some(KeyDisorder::Changed));
        }
    }
}
