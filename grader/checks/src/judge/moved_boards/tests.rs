use proptest::prelude::*;

use super::*;

/// A right board that also knows how it was made.
#[derive(Clone, Debug)]
struct Made {
    tiles: Vec<Tile>,
    origin: DerivedFrom,
}

impl Made {
    fn exchanged(&self, a: usize, b: usize, origin: DerivedFrom) -> Self {
        let mut tiles = self.tiles.clone();
        tiles.swap(a, b);
        Self { tiles, origin }
    }

    fn neighbor(&self, n: usize, index: usize) -> Self {
        let facts = BoardFacts::new(n, &self.tiles);
        let cells: Vec<usize> = facts.blank_moves().collect();
        let origin = DerivedFrom { moves: self.origin.moves + 1, ..self.origin };
        self.exchanged(facts.blank, cells[index % cells.len()], origin)
    }

    fn twin(&self, n: usize) -> Self {
        let first = if self.tiles[0] == 0 || self.tiles[1] == 0 { n } else { 0 };
        self.exchanged(
            first,
            first + 1,
            DerivedFrom { twins: self.origin.twins + 1, ..self.origin },
        )
    }
}

const VALUES_AND_TEXT: Word =
    Method::Hamming.bit() | Method::Manhattan.bit() | Method::Display.bit();

/// Returns what the probe reports for a board with this `==`, if texts have another format or the right one.
fn observe(script: &Script, is_readable: bool, equal: impl Fn(&Made, &Made) -> bool) -> Vec<Word> {
    let n = script.boards[0].len();
    let mut slots: BTreeMap<usize, Made> = BTreeMap::new();
    let mut words = Vec::new();
    let mut answer = |answer: &[Word]| {
        words.push(Word::try_from(answer.len()).unwrap());
        words.extend(answer);
    };
    for step in &script.steps {
        match *step {
            Step::Make { board, place } => {
                let tiles = script.boards[board].concat();
                slots.insert(place, Made { tiles, origin: DerivedFrom::default() });
            }
            Step::Neighbor { of, index, place } => {
                slots.insert(place, slots[&of].neighbor(n, index));
            }
            Step::Twin { of, place } => {
                slots.insert(place, slots[&of].twin(n));
            }
            Step::Compare { count } => {
                let pairs = (0..count * count).map(|pair| (pair / count, pair % count));
                let word = |(a, b)| if equal(&slots[&a], &slots[&b]) { 1 } else { 2 };
                answer(&pairs.map(word).collect::<Vec<Word>>());
            }
            Step::CompareTexts { count } => {
                let first = |tiles: &Vec<Tile>| (0..count).find(|slot| slots[slot].tiles == *tiles);
                let first = (0..count).map(|place| first(&slots[&place].tiles).unwrap());
                answer(&first.map(|slot| Word::try_from(slot).unwrap()).collect::<Vec<Word>>());
            }
            Step::Ask { place, method: Method::Display } => {
                let mut text = vec![Word::try_from(n).unwrap(), probe::wire::LINE_END];
                for row in slots[&place].tiles.chunks(n) {
                    text.extend(row.iter().map(|tile| Word::from(*tile)));
                    text.push(probe::wire::LINE_END);
                }
                text.truncate(if is_readable { text.len() } else { 3 });
                answer(&[&[Word::try_from(text.len()).unwrap()], &text[..]].concat());
            }
            Step::Ask { place, method } => {
                answer(&[correct_value(&BoardFacts::new(n, &slots[&place].tiles), method)]);
            }
            Step::Clone { .. } | Step::View { .. } => unreachable!("not in this script"),
        }
    }
    words
}

fn finds(n: usize, count: usize, is_readable: bool, equal: impl Fn(&Made, &Made) -> bool) -> bool {
    let script = moves_script(n, VALUES_AND_TEXT, true, count);
    let mut found = BoardFindings::default();
    judge(&script, &observe(&script, is_readable, equal), &mut found).unwrap();
    !found.is_empty()
}

fn dimensions() -> impl Strategy<Value = (usize, usize)> {
    (prop::sample::select(&MOVED), prop::sample::select(&[MOST, FEW_MOVED]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_right_comparison_is_never_blamed((n, count) in dimensions(), is_readable: bool) {
        prop_assert!(!finds(n, count, is_readable, |a, b| a.tiles == b.tiles));
    }

    /// Whether boards are equal must not depend on the calls that led to them, on either side or on both.
    #[test]
    fn a_comparison_that_depends_on_moves_is_blamed(
        (n, count) in dimensions(),
        is_readable: bool,
        // The shortest walk has 40 moves.
        after in 1..40_usize,
        sides in 0..3,
        actual: bool,
    ) {
        let is_far = |made: &Made| made.origin.moves >= after;
        let is_wrong = |a: &Made, b: &Made| match sides {
            0 => is_far(a),
            1 => is_far(b),
            _ => is_far(a) && is_far(b),
        };
        let equal =
            |a: &Made, b: &Made| if is_wrong(a, b) { actual } else { a.tiles == b.tiles };
        prop_assert!(finds(n, count, is_readable, equal));
    }

    #[test]
    fn a_comparison_of_paths_is_blamed((n, count) in dimensions(), is_readable: bool) {
        let are_alike = |a: &Made, b: &Made| {
            a.tiles == b.tiles && a.origin.moves == b.origin.moves
        };
        prop_assert!(finds(n, count, is_readable, are_alike));
        let is_twin = |made: &Made| made.origin.twins > 0;
        let equal = |a: &Made, b: &Made| {
            a.tiles == b.tiles && !(is_twin(a) && is_twin(b))
        };
        prop_assert!(finds(n, count, is_readable, equal));
    }
}

#[test]
fn a_script_is_shortened_once() {
    for has_texts in [false, true] {
        let short = shorten_moved_script(&moved_script(3, VALUES_AND_TEXT, has_texts), FEW_MOVED)
            .expect("it is long");
        assert_eq!(short, moves_script(3, VALUES_AND_TEXT, has_texts, FEW_MOVED));
        assert_eq!(shorten_moved_script(&short, FEW_MOVED), None);
    }
}

#[test]
fn a_wrong_text_is_not_blamed_on_the_comparison() {
    // The texts of derived boards are those of the start, but their values are right.
    let script = moves_script(3, VALUES_AND_TEXT, false, MOST);
    let start = script.boards[0].concat();
    let mut words = observe(&script, true, |a, b| a.tiles == b.tiles);
    let text = |tiles: &[Tile]| -> Vec<Word> {
        let row = |row: &[Tile]| {
            [row.iter().map(|tile| Word::from(*tile)).collect(), vec![probe::wire::LINE_END]]
                .concat()
        };
        tiles.chunks(3).flat_map(row).collect()
    };
    for at in 0..words.len() - 12 {
        if words[at..at + 2] == [14, 3] && words[at + 2] == probe::wire::LINE_END {
            words.splice(at + 3..at + 15, text(&start));
        }
    }
    let mut found = BoardFindings::default();
    judge(&script, &words, &mut found).unwrap();
    assert!(found.is_empty());
}
