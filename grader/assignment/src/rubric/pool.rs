//! Reads the table `[random]`: the pool of boards to select from for each submission.

use std::ops::RangeInclusive;

use base::input::{FileError, InputText};
use serde::Deserialize;
use toml::Spanned;

use super::super::domain::RandomPuzzles;
use super::super::problem::Problem;
use super::super::{puzzle, random};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct WireRandom {
    seed: String,
    solvable: Spanned<usize>,
    unsolvable: Spanned<usize>,
    moves: Spanned<[u32; 2]>,
    hard: Option<Spanned<WireHard>>,
    visibility: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ solvable = 2, moves = [24, 26] }`")]
struct WireHard {
    solvable: Spanned<usize>,
    moves: Spanned<[u32; 2]>,
}

pub(super) fn read_pool(
    wire: WireRandom,
    source: InputText<'_>,
) -> Result<RandomPuzzles, FileError> {
    let WireRandom { seed, solvable, unsolvable, moves, hard, visibility } = wire;
    let hard = hard.map(Spanned::into_inner);
    for count in
        [&solvable, &unsolvable].into_iter().chain(hard.as_ref().map(|hard| &hard.solvable))
    {
        if *count.get_ref() > random::MOST {
            return Err(source.error(count.span(), &Problem::TooManyRandom));
        }
    }
    let moves = parse_range(&moves, source)?;
    let visibility = puzzle::visibility(visibility.as_ref(), source)?;
    let (solvable, unsolvable) = (solvable.into_inner(), unsolvable.into_inner());
    let hard = match hard {
        None => None,
        Some(WireHard { solvable, moves }) => {
            let moves = parse_range(&moves, source)?;
            Some(random::hard(&seed, solvable.into_inner(), &moves, visibility))
        }
    };
    Ok(RandomPuzzles { hard, ..random::pool(seed, solvable, unsolvable, moves, visibility) })
}

fn parse_range(
    moves: &Spanned<[u32; 2]>,
    source: InputText<'_>,
) -> Result<RangeInclusive<u32>, FileError> {
    let [least, most] = *moves.get_ref();
    if least > most || !random::MOVES.contains(&least) || !random::MOVES.contains(&most) {
        return Err(source.error(moves.span(), &Problem::RandomMoves));
    }
    Ok(least..=most)
}
