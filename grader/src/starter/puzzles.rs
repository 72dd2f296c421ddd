//! Puzzle files for students.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use assignment::{ExpectedAnswer, Puzzle};
use slider::Tile;

use super::Files;

/// Returns the puzzles as text files, with a page to list them.
pub(crate) fn puzzle_files(puzzles: &[Puzzle]) -> Files {
    let mut files = Files::new();
    let mut taken = BTreeSet::new();
    let mut page = "\
# Puzzles used to grade all submissions

| file | rows | smallest number of moves |
|---|---|---|
"
    .to_owned();
    for puzzle in puzzles {
        let answer = match puzzle.answer {
            ExpectedAnswer::Moves(moves) => moves.to_string(),
            ExpectedAnswer::Unsolvable { .. } => "no solution".to_owned(),
            ExpectedAnswer::BoardOnly => continue,
        };
        let name = file_name(&puzzle.name, &mut taken);
        let rows = puzzle.tiles.len();
        let _ = writeln!(page, "| `{name}` | {rows} | {answer} |");
        files.insert(name, puzzle_text(&puzzle.tiles));
    }
    files.insert("README.md".to_owned(), page);
    files
}

/// Returns a file name that is valid on every system, and unique regardless of case.
fn file_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+=,".contains(c);
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    // A leading dot would hide the file, and a leading dash would look like an option.
    let mut stem = match plain.trim_start_matches(['.', '-']) {
        "" => "puzzle".to_owned(),
        stem => stem.to_owned(),
    };
    // Some systems allow only 143 bytes in a name, and all characters here are ASCII.
    stem.truncate(100);
    let mut file = format!("{stem}.txt");
    let mut number = 2;
    while !taken.insert(file.to_ascii_lowercase()) {
        file = format!("{stem}-{number}.txt");
        number += 1;
    }
    file
}

fn puzzle_text(tiles: &[Vec<Tile>]) -> String {
    let width = (tiles.len() * tiles.len() - 1).to_string().len();
    let mut text = format!("{}\n", tiles.len());
    for row in tiles {
        for tile in row {
            let _ = write!(text, " {tile:>width$}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use grade::Visibility;

    use super::*;

    fn puzzle(name: &str, answer: ExpectedAnswer) -> Puzzle {
        let tiles = vec![vec![1, 0], vec![3, 2]].into();
        Puzzle { name: name.to_owned(), tiles, answer, visibility: Visibility::Visible }
    }

    #[test]
    fn a_puzzle_file_is_parsed_as_the_same_puzzle() {
        let all: Vec<Tile> = (1..16).chain([0]).collect();
        for tiles in [vec![vec![1, 0], vec![3, 2]], all.chunks(4).map(<[Tile]>::to_vec).collect()] {
            assert_eq!(slider::parse_tiles(&puzzle_text(&tiles)), Ok(tiles));
        }
    }

    #[test]
    fn puzzle_file_names_are_valid_on_every_system() {
        let names = ["a b/c", "a?b:c", "A-B-C", "..", "-x", "ß"];
        let puzzles = names.map(|name| puzzle(name, ExpectedAnswer::Moves(1)));
        let files = puzzle_files(&puzzles);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let expected = ["A-B-C-3.txt", "README.md", "a-b-c-2.txt", "a-b-c.txt", "puzzle-2.txt"];
        assert_eq!(names[..5], expected);
        assert_eq!(names[5..], ["puzzle.txt", "x.txt"]);
    }

    #[test]
    fn the_page_lists_the_answers() {
        let page = &puzzle_files(&[
            puzzle("a", ExpectedAnswer::Moves(1)),
            puzzle("b", ExpectedAnswer::Unsolvable { twin_moves: 2 }),
        ])["README.md"];
        assert!(page.ends_with("| `a.txt` | 2 | 1 |\n| `b.txt` | 2 | no solution |\n"), "{page}");
    }
}
