//! A property test: any observations are either judged or rejected, without a panic.

use probe::wire::{Depth, Identification, Method, Word};
use probe::{Boards, Survey};
use proptest::prelude::*;

use super::{BoardFindings, BoardReading, equality, equality_boards, read_answers, survey};

/// Generates words in the probe's format, and arbitrary words.
fn words() -> impl Strategy<Value = Vec<Word>> {
    let word = prop_oneof![
        6 => 0..10_u32,
        2 => 32..127_u32,
        1 => any::<Word>(),
        1 => prop::sample::select(&[Word::MAX, Word::MAX - 1, 1 << 31, 1 << 16]),
    ];
    prop::collection::vec(word, 0..160)
}

/// Generates surveys of a few 2-by-2 boards with any methods and any way to identify boards.
fn surveys() -> impl Strategy<Value = Survey> {
    let ways =
        prop::sample::select(&[Identification::EQ, Identification::TEXT, Identification::BOTH]);
    let depths = prop::sample::select(&[Depth::Which, Depth::Values, Depth::Deep]);
    let all = Method::ALL.iter().fold(0, |mask, method| mask | method.bit());
    let boards = prop_oneof![
        (0..20_usize).prop_map(|from| Boards::Ranks { n: 2, from, to: from + 4 }),
        Just(Boards::Listed { n: 2, tiles: vec![1, 0, 3, 2, 1, 2, 3, 0] }),
        Just(Boards::Walk { n: 2, tiles: vec![1, 0, 3, 2, 1, 2, 3, 0, 1, 2, 0, 3] }),
    ];
    (any::<Word>(), ways, depths, boards).prop_map(move |(mask, identify_by, depth, boards)| {
        Survey { mask: mask & all, identify_by, depth, boards }
    })
}

proptest! {
    #[test]
    fn any_survey_words_are_judged_or_rejected(
        asked in surveys(),
        words in words(),
        can_reread in any::<bool>(),
    ) {
        let mut found = BoardFindings::default();
        let _ = survey(&asked, &words, can_reread, &mut found);
    }

    #[test]
    fn any_equality_words_are_judged_or_rejected(
        mut words in words(),
        is_as_long_as_it_is_to_be in any::<bool>(),
    ) {
        let boards = equality_boards();
        if is_as_long_as_it_is_to_be {
            words.resize(boards.len() * boards.len() + boards.len(), 3);
        }
        let verdict = equality(&boards, &words, &mut BoardFindings::default());
        let is_long_enough = words.len() == boards.len() * boards.len() + boards.len();
        prop_assert_eq!(verdict.is_ok(), is_long_enough);
    }

    #[test]
    fn any_solver_words_are_read_or_rejected(words in words()) {
        let boards = sandbox::run::HostBoards::default();
        let _ = read_answers(&words, BoardReading::HostBoards(&boards));
        let _ = read_answers(&words, BoardReading::Texts(3));
    }
}
