//! Reads puzzles, detecting their format.
//!
//! | format | example |
//! |---|---|
//! | the classic file | `3` on the first line, then the tiles |
//! | rows | `1,0,3`, `4,2,5`, `7,8,6` on separate lines, or `1 0 3 / 4 2 5 / 7 8 6` on one |
//! | flat | `1 0 3 4 2 5 7 8 6` |
//! | digits, up to 3-by-3 | `103425786`, `103/425/786` |
//! | a list, one board per line | `1 57 13 6 8 12 ...`: a name, the moves, the tiles |
//! | a puzzle file | TOML, as in an assignment |
//!
//! White space, commas and brackets are equivalent, and `#` starts a comment. If the count of numbers is one more than
//! a square, the first is the number of rows. A text is a list if the lines are boards.

mod board;
mod list;
mod problem;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Read as _};
use std::path::Path;

use assignment::ExpectedAnswer;
use base::input::{self, FileError, InputText, ReadProblem};
use oracle::puzzle::Grid;
use slider::Tile;

use list::line_of;
use problem::PuzzleProblem;
use words::PuzzleWords;

/// A file's claim about a puzzle.
pub use assignment::ExpectedAnswer as Claim;

/// A puzzle from the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPuzzle {
    /// The name, if any.
    pub name: Option<String>,
    /// The board.
    pub grid: Grid,
    /// The claim, which is not verified.
    pub claim: Option<Claim>,
    /// The 1-based line of the claim or, without a claim, the board.
    pub line: usize,
}

/// The input, and options for reading it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadRequest<'a> {
    /// A file, `-` for standard input, or the tiles themselves.
    pub input: &'a str,
    /// The name of the puzzle to select, if the input has more than one.
    pub name: Option<&'a str>,
    /// The number that represents the blank, usually 0.
    pub blank: Tile,
}

const TYPED: &str = "<tiles>";
const STDIN: &str = "<stdin>";

/// Reads all puzzles in the input, at least one, or the puzzle with the requested name.
///
/// # Errors
///
/// Returns an error if the file does not exist, or if the input is not a puzzle.
pub fn read(request: &ReadRequest<'_>) -> Result<Vec<InputPuzzle>, FileError> {
    let (file, text) = name_and_text(request.input)?;
    // Editors on Windows write a byte order mark.
    let source = InputText { file: &file, text: text.strip_prefix('\u{feff}').unwrap_or(&text) };
    let mut found = parse(source, request.blank)?;
    if let Some(name) = request.name {
        let whole = |problem: &PuzzleProblem| FileError::of_file(file.clone(), problem);
        if found.iter().all(|puzzle| puzzle.name.is_none()) {
            return Err(whole(&PuzzleProblem::NoNames));
        }
        let names = found.iter().filter_map(|puzzle| puzzle.name.as_deref());
        let like = input::most_like(name, names).map(str::to_owned);
        found.retain(|puzzle| puzzle.name.as_deref() == Some(name));
        if found.is_empty() {
            return Err(whole(&PuzzleProblem::NoSuchName { name: name.to_owned(), like }));
        }
    }
    Ok(found)
}

/// Reads a single puzzle.
///
/// # Errors
///
/// Returns an error in the cases of [`read`], or if there is more than one puzzle.
pub fn read_one(request: &ReadRequest<'_>) -> Result<InputPuzzle, FileError> {
    let mut found = read(request)?;
    if found.len() > 1 {
        let file = if request.input == "-" { STDIN } else { request.input };
        return Err(FileError::of_file(file, &PuzzleProblem::Several(found.len())));
    }
    Ok(found.remove(0))
}

/// Returns the source name for error messages, and the text. An existing file takes precedence over tiles.
fn name_and_text(input: &str) -> Result<(String, String), FileError> {
    if input == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| FileError::of_file(STDIN, &ReadProblem::Unreadable(error)))?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| FileError::of_file(STDIN, &ReadProblem::NotUtf8))?;
        return Ok((STDIN.to_owned(), text));
    }
    if input.trim().is_empty() {
        return Err(FileError::of_file(TYPED, &PuzzleProblem::Empty));
    }
    let path = Path::new(input);
    if path.exists() {
        return Ok((input.to_owned(), input::read_text(path)?));
    }
    if !is_typed_board(input) {
        let like = most_similar_file(path);
        let is_path = input.contains(std::path::is_separator) || input.contains('.');
        let problem = if is_path {
            PuzzleProblem::NoFile { like }
        } else {
            PuzzleProblem::NeitherFileNorTiles { like }
        };
        return Err(FileError::of_file(input, &problem));
    }
    Ok((TYPED.to_owned(), input.to_owned()))
}

/// The folders with puzzles in a student's repository.
const PUZZLES: [&str; 2] = ["puzzles", "puzzles/graded"];

/// Returns the puzzle file with the name most similar to a missing file's, in the same folder or [`PUZZLES`].
fn most_similar_file(missing: &Path) -> Option<String> {
    let own = missing.parent().filter(|folder| !folder.as_os_str().is_empty());
    let own = own.map_or_else(|| Path::new(".").to_owned(), Path::to_owned);
    let folders = PUZZLES.iter().map(|folder| Path::new(folder).to_owned());
    let files: Vec<String> = std::iter::once(own)
        .chain(folders)
        .filter_map(|folder| input::visible_paths_in(&folder).ok())
        .flatten()
        .filter(|file| {
            file.extension().is_some_and(|extension| extension == "txt" || extension == "toml")
        })
        .map(|file| {
            file.strip_prefix(".").map_or_else(|_| input::display_path(&file), input::display_path)
        })
        .collect();
    let stems: Vec<String> = files.iter().map(|file| stem(Path::new(file))).collect();
    let best = input::most_like(&stem(missing), stems.iter().map(String::as_str))?;
    let number = stems.iter().position(|stem| stem == best)?;
    files.get(number).cloned()
}

/// Returns a file's name without the extension, and without leading zeros in numbers: `puzzle04` becomes `puzzle4`.
fn stem(file: &Path) -> String {
    let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let mut stem = String::new();
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = !stem.ends_with(|c: char| c.is_ascii_digit());
        let is_leading = c == '0' && begins && rest.peek().is_some_and(char::is_ascii_digit);
        if !is_leading {
            stem.push(c);
        }
    }
    stem
}

/// Returns `true` if an argument should be read as tiles: it has a digit and no letters, or begins with a digit and
/// cannot be a path.
fn is_typed_board(input: &str) -> bool {
    let is_begun = input.starts_with(|c: char| c.is_ascii_digit() || c == '[')
        && input.contains([' ', ',', '\n'])
        && !input.contains('.');
    is_begun || has_only_digits_and_signs(input)
}

fn has_only_digits_and_signs(input: &str) -> bool {
    input.chars().any(|c| c.is_ascii_digit())
        && input.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ",;/[]-".contains(c))
}

/// Parses a text without a byte order mark.
fn parse(source: InputText<'_>, blank: Tile) -> Result<Vec<InputPuzzle>, FileError> {
    if is_toml(source) {
        return puzzle_file(source, blank);
    }
    if blank == 0
        && let Ok(tiles) = slider::parse_tiles(source.text)
        && let Ok(grid) = Grid::new(&tiles)
    {
        return Ok(vec![InputPuzzle { name: None, grid, claim: None, line: 1 }]);
    }
    let mut words = PuzzleWords::split(source)?;
    if words.all.is_empty() {
        return Err(FileError::of_file(source.file, &PuzzleProblem::Empty));
    }
    if let Some(cut) = words.split_glued_digits(source)? {
        words = cut;
    }
    let numbers = match words.parse_numbers(source) {
        Ok(numbers) => numbers,
        Err(error) => {
            let named = words.numbers_after_names();
            let named = named.filter(|numbers| list::is_list(&words, numbers, blank));
            let numbers = named.ok_or(error)?;
            return list::parse_list(source, &words, &numbers, blank);
        }
    };
    if let Some(grid) = board::board_of_all_words(&words, &numbers, blank) {
        let line = line_of(source, words.all[0].span.start);
        return Ok(vec![InputPuzzle { name: None, grid, claim: None, line }]);
    }
    if list::is_list(&words, &numbers, blank) {
        return list::parse_list(source, &words, &numbers, blank);
    }
    Err(board::diagnose(source, &words, &numbers, blank))
}

/// Returns `true` if a text is TOML, by the file name or the first line that is not a comment.
fn is_toml(source: InputText<'_>) -> bool {
    let mut lines =
        source.text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    input::is_toml(Path::new(source.file))
        || first.contains('=')
        || first.trim_start_matches('[').starts_with("puzzle")
}

fn puzzle_file(source: InputText<'_>, blank: Tile) -> Result<Vec<InputPuzzle>, FileError> {
    if blank != 0 {
        return Err(FileError::of_file(source.file, &PuzzleProblem::TomlBlank(blank)));
    }
    let entries = assignment::read_claims(source)?;
    if entries.is_empty() {
        return Err(FileError::of_file(source.file, &PuzzleProblem::Empty));
    }
    let found = |entry: assignment::PuzzleEntry| {
        let line = line_of(source, entry.answer_span.start);
        let (name, claim): (_, ExpectedAnswer) = (Some(entry.puzzle.name), entry.puzzle.answer);
        let grid = Grid::new(&entry.puzzle.tiles).expect("the parser has validated the tiles");
        InputPuzzle { name, grid, claim: Some(claim), line }
    };
    Ok(entries.into_iter().map(found).collect())
}
