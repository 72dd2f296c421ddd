//! Reads trace files.

use std::fmt;

use oracle::heuristic::HeuristicName;
use oracle::puzzle::{Goal, Grid};
use slider::Tile;

use super::flat::{self, FlatValue, NotAnObject};
use crate::request::MOST_ROWS;

const FORMAT: &str = "search-trace";

// The number changes when an older page could not read a new trace.
const VERSION: u32 = 1;

/// The maximum number of events in a trace.
/// The page keeps all of them in memory.
pub const MOST_EVENTS: usize = 1_000_000;

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Trace {
    pub(super) grid: Grid,
    pub(super) goal: Goal,
    pub(super) heuristic: HeuristicName,
    pub(super) name: Option<String>,
    pub(super) entries: Vec<TraceEntry>,
}

/// An event and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// Whether the event is part of the twin's search.
    pub is_twin: bool,
    /// The event.
    pub event: TraceEvent,
}

/// An event in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A node was enqueued.
    Insert(TraceNode),
    /// A node was dequeued.
    Delete(TraceNode),
    /// The search asked for the neighbors of a board.
    Expand(TraceNode),
    /// The search ended.
    End(TraceOutcome),
}

/// A node in a recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// The board.
    pub board: Grid,
    /// The moves from the initial board.
    pub g: usize,
    /// The estimated moves to the goal, if known.
    pub h: Option<usize>,
    /// The queue key, if known.
    pub key: Option<usize>,
}

/// How a recorded search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceOutcome {
    /// It returned a solution.
    Solved,
    /// It reported that there is no solution.
    Unsolvable,
    /// It was stopped or failed.
    Stopped,
}

/// The error for an invalid trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidTrace {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: InvalidLine,
}

/// A reason why a line is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLine {
    /// The line is not a JSON object.
    NotAnObject {
        /// In characters, counted from 1.
        column: usize,
        /// The expected syntax.
        wanted: &'static str,
    },
    /// The first line is not the header of a trace.
    NotATrace,
    /// The version is not supported.
    Version(u32),
    /// A field is missing.
    Missing(&'static str),
    /// A field has the wrong type.
    Kind {
        /// The field.
        field: &'static str,
        /// The expected type.
        wanted: &'static str,
    },
    /// An unknown field.
    Unknown(String),
    /// A repeated field.
    Twice(String),
    /// An unknown event.
    Event(String),
    /// An unknown outcome.
    Outcome(String),
    /// A field is not a board.
    Board {
        /// The field.
        field: &'static str,
        /// The reason.
        why: String,
    },
    /// A board has a different size than the puzzle.
    Size,
    /// The heuristic does not exist or does not support this goal, for this reason.
    Heuristic(String),
    /// An event follows the end.
    AfterEnd,
    /// The trace has too many events for a page.
    TooLong,
}

impl std::error::Error for InvalidTrace {}

impl fmt::Display for InvalidTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for InvalidLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject { column, wanted } => {
                write!(f, "character {column} should be {wanted}")
            }
            Self::NotATrace => write!(f, "a trace must begin with {{\"format\":\"{FORMAT}\""),
            Self::Version(found) => {
                write!(f, "unsupported version {found}; this program reads version {VERSION}")
            }
            Self::Missing(field) => write!(f, "`{field}` is missing"),
            Self::Kind { field, wanted } => write!(f, "`{field}` must be {wanted}"),
            Self::Unknown(field) => write!(f, "unknown field `{field}`"),
            Self::Twice(field) => write!(f, "`{field}` appears twice"),
            Self::Event(name) => {
                write!(
                    f,
                    "unknown event `{name}`, expected one of `insert`, `delete`, `expand`, `end`"
                )
            }
            Self::Outcome(name) => {
                write!(f, "`{name}` is not an outcome: `solved`, `unsolvable` or `stopped`")
            }
            Self::Board { field, why } => write!(f, "`{field}` is not a board: {why}"),
            Self::Size => f.write_str("the board and the goal differ in size"),
            Self::Heuristic(why) => f.write_str(why),
            Self::AfterEnd => f.write_str("the search has already ended"),
            Self::TooLong => write!(f, "there are more than {MOST_EVENTS} events"),
        }
    }
}

impl From<NotAnObject> for InvalidLine {
    fn from(NotAnObject { column, wanted }: NotAnObject) -> Self {
        Self::NotAnObject { column, wanted }
    }
}

impl Trace {
    /// Parses a trace. Skips empty lines.
    ///
    /// # Errors
    ///
    /// Returns an error for the first invalid line.
    pub fn parse(text: &str) -> Result<Self, InvalidTrace> {
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let at = |line: usize| move |reason| InvalidTrace { line: line + 1, reason };
        let (number, head) = lines.next().ok_or_else(|| at(0)(InvalidLine::NotATrace))?;
        let mut trace = read_head(head).map_err(at(number))?;
        let mut has_ended = false;
        for (number, line) in lines {
            let (is_twin, event) = trace.read_event(line).map_err(at(number))?;
            if has_ended {
                return Err(at(number)(InvalidLine::AfterEnd));
            }
            if trace.entries.len() == MOST_EVENTS {
                return Err(at(number)(InvalidLine::TooLong));
            }
            has_ended = matches!(event, TraceEvent::End(_));
            trace.entries.push(TraceEntry { line: number + 1, is_twin, event });
        }
        Ok(trace)
    }

    /// Returns the puzzle.
    pub fn board(&self) -> &Grid {
        &self.grid
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the author of the search, if known.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the events in order.
    pub fn entries(&self) -> &[TraceEntry] {
        &self.entries
    }

    fn read_event(&self, line: &str) -> Result<(bool, TraceEvent), InvalidLine> {
        let mut fields = Fields::parse(line)?;
        let name = fields.read_required("event", as_text)?;
        let is_twin = fields.optional("twin", expect_bool)?.unwrap_or(false);
        let event = match name.as_str() {
            "end" => TraceEvent::End(match fields.read_required("outcome", as_text)?.as_str() {
                "solved" => TraceOutcome::Solved,
                "unsolvable" => TraceOutcome::Unsolvable,
                "stopped" => TraceOutcome::Stopped,
                other => return Err(InvalidLine::Outcome(other.to_owned())),
            }),
            "insert" => TraceEvent::Insert(self.parse_node(&mut fields)?),
            "delete" => TraceEvent::Delete(self.parse_node(&mut fields)?),
            "expand" => TraceEvent::Expand(self.parse_node(&mut fields)?),
            other => return Err(InvalidLine::Event(other.to_owned())),
        };
        fields.expect_end()?;
        Ok((is_twin, event))
    }

    fn parse_node(&self, fields: &mut Fields) -> Result<TraceNode, InvalidLine> {
        let board = fields.read_board("board")?;
        if board.dimension() != self.grid.dimension() {
            return Err(InvalidLine::Size);
        }
        let number = |field: Option<u32>| field.map(|value| value as usize);
        Ok(TraceNode {
            board,
            g: fields.read_required("g", as_number)? as usize,
            h: number(fields.optional("h", as_number)?),
            key: number(fields.optional("key", as_number)?),
        })
    }
}

fn read_head(line: &str) -> Result<Trace, InvalidLine> {
    let mut fields = Fields::parse(line)?;
    if fields.optional("format", as_text)?.as_deref() != Some(FORMAT) {
        return Err(InvalidLine::NotATrace);
    }
    match fields.read_required("version", as_number)? {
        VERSION => {}
        other => return Err(InvalidLine::Version(other)),
    }
    let (grid, goal) = (fields.read_board("board")?, Goal::from(fields.read_board("goal")?));
    if grid.dimension() != goal.dimension() {
        return Err(InvalidLine::Size);
    }
    let name = fields.read_required("heuristic", as_text)?;
    let refused = |why: &dyn fmt::Display| InvalidLine::Heuristic(why.to_string());
    let heuristic: HeuristicName = name.parse().map_err(|why| refused(&why))?;
    heuristic.check(&goal).map_err(|why| refused(&why))?;
    if crate::player::is_slow(&heuristic, goal.dimension()) {
        return Err(InvalidLine::Heuristic(format!("`{name}` takes too long to build in a page")));
    }
    let name = fields.optional("name", as_text)?;
    fields.expect_end()?;
    Ok(Trace { grid, goal, heuristic, name, entries: Vec::new() })
}

struct Fields(Vec<(String, FlatValue)>);

/// Converts a value, or returns the expected type.
type Read<T> = fn(&FlatValue) -> Result<T, &'static str>;

fn as_text(value: &FlatValue) -> Result<String, &'static str> {
    if let FlatValue::Text(text) = value { Ok(text.clone()) } else { Err("a string") }
}

fn as_number(value: &FlatValue) -> Result<u32, &'static str> {
    if let FlatValue::Number(number) = value { Ok(*number) } else { Err("a whole number") }
}

fn expect_bool(value: &FlatValue) -> Result<bool, &'static str> {
    if let FlatValue::Truth(truth) = value { Ok(*truth) } else { Err("`true` or `false`") }
}

fn as_list(value: &FlatValue) -> Result<Vec<u32>, &'static str> {
    if let FlatValue::List(list) = value {
        Ok(list.clone())
    } else {
        Err("a list of whole numbers")
    }
}

impl Fields {
    fn parse(line: &str) -> Result<Self, InvalidLine> {
        let fields = flat::fields(line)?;
        for (place, (name, _)) in fields.iter().enumerate() {
            if fields[..place].iter().any(|(other, _)| other == name) {
                return Err(InvalidLine::Twice(name.clone()));
            }
        }
        Ok(Self(fields))
    }

    /// Reads a field that may be `null` or missing.
    fn optional<T>(
        &mut self,
        field: &'static str,
        read: Read<T>,
    ) -> Result<Option<T>, InvalidLine> {
        let Some(place) = self.0.iter().position(|(name, _)| name == field) else {
            return Ok(None);
        };
        match self.0.remove(place) {
            (_, FlatValue::Null) => Ok(None),
            (_, value) => {
                read(&value).map(Some).map_err(|wanted| InvalidLine::Kind { field, wanted })
            }
        }
    }

    fn read_required<T>(&mut self, field: &'static str, read: Read<T>) -> Result<T, InvalidLine> {
        self.optional(field, read)?.ok_or(InvalidLine::Missing(field))
    }

    fn read_board(&mut self, field: &'static str) -> Result<Grid, InvalidLine> {
        let cells = self.read_required(field, as_list)?;
        let not = |why: String| InvalidLine::Board { field, why };
        let n = cells.len().isqrt();
        if n * n != cells.len() {
            return Err(not(format!("{} tiles do not fill a square", cells.len())));
        }
        if !(2..=MOST_ROWS).contains(&n) {
            return Err(not(format!("a page can show only boards with 2 to {MOST_ROWS} rows")));
        }
        let tiles = cells.iter().map(|&cell| Tile::try_from(cell)).collect::<Result<Vec<_>, _>>();
        let tiles = tiles.map_err(|_| not("a tile is too large".to_owned()))?;
        Grid::of_cells(n, tiles).map_err(|why| not(why.to_string()))
    }

    fn expect_end(self) -> Result<(), InvalidLine> {
        self.0.into_iter().next().map_or(Ok(()), |(name, _)| Err(InvalidLine::Unknown(name)))
    }
}
