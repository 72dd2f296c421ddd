//! Puzzles as the files that a student's program reads.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use slider::Tile;

use super::Files;

/// A puzzle of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name in the assignment, of any characters that can be printed.
    pub name: String,
    /// Its rows.
    pub tiles: Vec<Vec<Tile>>,
    /// What a solver has to find.
    pub answer: Answer,
}

/// What a solver has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The least number of moves.
    Moves(u32),
    /// That there is no solution.
    NoSolution,
}

/// The puzzles as text files in a folder, with a page that lists them.
pub(crate) fn files(puzzles: &[Puzzle]) -> Files {
    let mut files = Files::new();
    let mut taken = BTreeSet::new();
    let mut page = "\
# The puzzles that everybody is graded on

| file | rows | least number of moves |
|---|---|---|
"
    .to_owned();
    for puzzle in puzzles {
        let name = file_name(&puzzle.name, &mut taken);
        let rows = puzzle.tiles.len();
        let answer = match puzzle.answer {
            Answer::Moves(moves) => moves.to_string(),
            Answer::NoSolution => "no solution".to_owned(),
        };
        let _ = writeln!(page, "| `{name}` | {rows} | {answer} |");
        files.insert(name, text(&puzzle.tiles));
    }
    files.insert("README.md".to_owned(), page);
    files
}

/// A name for a file that every system takes and no other puzzle has, in large letters or small.
fn file_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+=,".contains(c);
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    // A name that begins with a point is hidden, and one with a dash is read as an option.
    let mut stem = match plain.trim_start_matches(['.', '-']) {
        "" => "puzzle".to_owned(),
        stem => stem.to_owned(),
    };
    stem.truncate(100);
    let mut file = format!("{stem}.txt");
    let mut number = 2;
    while !taken.insert(file.to_ascii_lowercase()) {
        file = format!("{stem}-{number}.txt");
        number += 1;
    }
    file
}

/// A puzzle file: the number of rows, then the rows.
fn text(tiles: &[Vec<Tile>]) -> String {
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
    use super::*;

    fn puzzle(name: &str, answer: Answer) -> Puzzle {
        Puzzle { name: name.to_owned(), tiles: vec![vec![1, 0], vec![3, 2]], answer }
    }

    #[test]
    fn a_file_is_read_as_the_puzzle() {
        let all: Vec<Tile> = (1..16).chain([0]).collect();
        for tiles in [vec![vec![1, 0], vec![3, 2]], all.chunks(4).map(<[Tile]>::to_vec).collect()] {
            assert_eq!(slider::parse_tiles(&text(&tiles)), Ok(tiles));
        }
    }

    #[test]
    fn each_puzzle_has_a_file_that_every_system_takes() {
        let names = ["a b/c", "a?b:c", "A-B-C", "..", "-x", "ß"];
        let puzzles = names.map(|name| puzzle(name, Answer::Moves(1)));
        let files = files(&puzzles);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let expected = ["A-B-C-3.txt", "README.md", "a-b-c-2.txt", "a-b-c.txt", "puzzle-2.txt"];
        assert_eq!(names[..5], expected);
        assert_eq!(names[5..], ["puzzle.txt", "x.txt"]);
    }

    #[test]
    fn the_page_has_the_answers() {
        let page =
            &files(&[puzzle("a", Answer::Moves(1)), puzzle("b", Answer::NoSolution)])["README.md"];
        assert!(page.ends_with("| `a.txt` | 2 | 1 |\n| `b.txt` | 2 | no solution |\n"), "{page}");
    }
}
