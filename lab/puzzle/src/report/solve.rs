//! Reports on solutions.

use grade::pretty::to_pretty_json;
use grade::words::counted;
use oracle::puzzle::{Goal, Grid};
use oracle::search::{Statistics, boards_along};
use serde_json::{Value, json};
use terminal::draw::{GAP, Picture};
use terminal::page::{Layout, Page};
use terminal::style::paint;

use super::{draw_picture, heading, tiles_to_json};
use crate::prover::ProofMethod;
use crate::solve::{Expansion, SolveResult, SolvedBy, SolvedPuzzle};
use crate::{BoardFormat, PuzzleFacts};

/// A puzzle and its answer.
#[derive(Clone, Debug)]
pub struct ShownAnswer<'a> {
    /// The name of the puzzle.
    pub name: Option<&'a str>,
    /// The board.
    pub grid: &'a Grid,
    /// The goal.
    pub goal: &'a Goal,
    /// The answer.
    pub solved: &'a SolvedPuzzle,
    /// Whether to show the expanded nodes.
    pub with_steps: bool,
}

/// Formats an answer for people: the number of moves, whether it is optimal, the boards on the path, and the cost.
pub fn solve(shown: &ShownAnswer<'_>, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    if let Some(name) = shown.name {
        page.line(0, &heading(name, &styles));
    }
    let solved = shown.solved;
    match &solved.answer {
        SolveResult::Unsolvable => {
            page.line(0, &paint(styles.bad, "no solution"));
            let parity = PuzzleFacts::new(shown.grid, shown.goal).explain_parity();
            page.prose(2, styles.plain, &parity);
        }
        SolveResult::GaveUp(least) => {
            let known = match least {
                0 => "nothing is proven".to_owned(),
                _ => format!("the puzzle takes at least {}", counted(*least, "move")),
            };
            let nodes = match solved.expanded.unwrap_or_default() {
                1 => "1 node".to_owned(),
                nodes => format!("{nodes} nodes"),
            };
            page.line(0, &paint(styles.warn, "not solved"));
            let text = format!(
                "{} stopped after {nodes}: {known}. Try a larger `--nodes`",
                describe_means(&solved.means)
            );
            page.prose(2, styles.plain, &text);
        }
        SolveResult::Beyond(least) => {
            page.line(0, &paint(styles.warn, "not solved"));
            let least = counted(*least, "move");
            let text = format!(
                "{} found no solution within the bound, so the puzzle takes at least {least}",
                describe_means(&solved.means)
            );
            page.prose(2, styles.plain, &text);
        }
        SolveResult::Solved { slides, is_proven } => {
            let count = counted(slides.len(), "move");
            let (worth, style) = if *is_proven {
                (format!("optimal, proven by {}", describe_means(&solved.means)), styles.good)
            } else {
                (
                    format!("not proven optimal, found by {}", describe_means(&solved.means)),
                    styles.warn,
                )
            };
            page.line(0, &format!("{}: {worth}", paint(style, &count)));
            page.blank();
            let room = layout.width;
            let pictures = boards_along(shown.grid, slides).map(|grid| draw_picture(&grid, room));
            page.picture(0, &Picture::arrange_in_rows(pictures, GAP, room));
            if !slides.is_empty() {
                page.blank();
                page.item(0, "tiles to slide:", styles.plain, &tiles_to_slide(solved));
            }
        }
    }
    if let Some(expanded) = solved.expanded {
        page.blank();
        page.line(0, &format!("{:<18}{expanded}", "nodes expanded"));
        for (label, count) in
            solved.statistics.iter().flat_map(|statistics| labelled_counts(*statistics))
        {
            page.line(0, &format!("{label:<18}{count}"));
        }
    }
    if shown.with_steps {
        page.blank();
        add_steps(&mut page, &solved.trace);
    }
    page.finish()
}

/// Formats the nodes in the order of expansion.
fn add_steps(page: &mut Page, trace: &[Expansion]) {
    let styles = page.styles;
    page.line(0, &paint(styles.strong, "expanded: moves (g), estimate (h), sum (f)"));
    // The heading has four letters.
    let width = trace.len().to_string().len().max(4);
    page.line(0, &format!("{:>width$}  {:>3}  {:>3}  {:>3}  board", "node", "g", "h", "f"));
    for (place, Expansion { grid, made, left }) in trace.iter().enumerate() {
        let (number, sum) = (place + 1, made + left);
        let board = BoardFormat::Slashes.write(grid);
        page.line(0, &format!("{number:>width$}  {made:>3}  {left:>3}  {sum:>3}  {board}"));
    }
}

fn labelled_counts(statistics: Statistics) -> [(&'static str, u64); 3] {
    let Statistics { generated, largest, deepest, .. } = statistics;
    [("nodes generated", generated), ("max frontier", largest as u64), ("deepest", deepest as u64)]
}

fn describe_means(means: &SolvedBy) -> String {
    match means {
        SolvedBy::Method(ProofMethod::Table) => "a breadth-first table of all boards".to_owned(),
        SolvedBy::Method(ProofMethod::Patterns) => "IDA* with pattern databases".to_owned(),
        SolvedBy::Method(method) => method.name().to_owned(),
        SolvedBy::Search(algorithm, Some(named)) => format!("{algorithm} with {named}"),
        SolvedBy::Search(algorithm, None) => algorithm.name().to_owned(),
    }
}

fn tiles_to_slide(solved: &SolvedPuzzle) -> String {
    let slides = solved.slides().unwrap_or_default();
    let tiles: Vec<String> = slides.iter().map(|slide| slide.tile.to_string()).collect();
    tiles.join(" ")
}

/// Formats the tiles to slide on one line, or a comment if there is no solution.
pub fn moves(shown: &ShownAnswer<'_>) -> String {
    match shown.solved.slides() {
        Some(_) => tiles_to_slide(shown.solved) + "\n",
        None => comment_without_solution(shown.solved),
    }
}

/// Formats the boards from the puzzle to the goal, in a form that [`crate::read`] accepts.
pub fn boards(shown: &ShownAnswer<'_>, form: BoardFormat) -> String {
    let Some(slides) = shown.solved.slides() else { return comment_without_solution(shown.solved) };
    let between = if form == BoardFormat::Classic { "\n\n" } else { "\n" };
    let boards = boards_along(shown.grid, slides).map(|grid| form.write(&grid));
    boards.collect::<Vec<_>>().join(between) + "\n"
}

fn comment_without_solution(solved: &SolvedPuzzle) -> String {
    let text = match solved.answer {
        SolveResult::GaveUp(_) => "# not solved: the search stopped",
        SolveResult::Beyond(_) => "# not solved: no solution within the bound",
        _ => "# no solution",
    };
    text.to_owned() + "\n"
}

/// Formats answers as JSON, with schema `puzzle-solve/1`.
pub fn solve_json(all: &[ShownAnswer<'_>]) -> String {
    let puzzles: Vec<Value> = all.iter().map(puzzle_to_json).collect();
    to_pretty_json(&json!({ "schema": "puzzle-solve/1", "puzzles": puzzles })) + "\n"
}

fn puzzle_to_json(shown: &ShownAnswer<'_>) -> Value {
    let solved = shown.solved;
    let (status, is_proven) = match solved.answer {
        SolveResult::Unsolvable => ("unsolvable", true),
        SolveResult::GaveUp(_) => ("gave_up", false),
        SolveResult::Beyond(_) => ("beyond_bound", false),
        SolveResult::Solved { is_proven, .. } => ("solved", is_proven),
    };
    let slides = solved.slides();
    let mut value = json!({
        "name": shown.name,
        "tiles": tiles_to_json(shown.grid),
        "goal": tiles_to_json(shown.goal.grid()),
        "status": status,
        "proven": is_proven,
        "moves": slides.map(<[_]>::len),
        "at_least": match solved.answer {
            SolveResult::GaveUp(least) | SolveResult::Beyond(least) => Some(least),
            SolveResult::Unsolvable | SolveResult::Solved { .. } => None,
        },
        "slides": slides.map(|slides| slides.iter().map(|slide| slide.tile).collect::<Vec<_>>()),
        "by": describe_means(&solved.means),
        "expanded": solved.expanded,
        "statistics": solved.statistics.map(statistics_to_json),
    });
    if shown.with_steps {
        let step = |expansion: &Expansion| json!({ "g": expansion.made, "h": expansion.left, "f": expansion.made + expansion.left, "tiles": tiles_to_json(&expansion.grid) });
        value["steps"] = solved.trace.iter().map(step).collect();
    }
    value
}

pub(super) fn statistics_to_json(statistics: Statistics) -> Value {
    let Statistics { expanded, generated, reopened, largest, deepest } = statistics;
    json!({
        "expanded": expanded,
        "generated": generated,
        "reopened": reopened,
        "largest": largest,
        "deepest": deepest,
    })
}
