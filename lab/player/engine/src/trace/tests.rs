use std::fmt::Write as _;

use oracle::heuristic::{Heuristic as _, Manhattan};
use oracle::puzzle::{Goal, Grid};

use super::*;
use crate::watch::Heuristics;

fn written(board: &Grid) -> String {
    crate::json::format_array(board.cells())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Planted {
    Nothing,
    /// The queue returns the maximum instead of the minimum.
    Greatest,
    /// The key contains only h.
    Greedy,
    /// The number of moves is always 0.
    NoMoves,
    /// The heuristic counts the blank.
    Blank,
    /// The search does not generate the neighbor after the slide of the tile above.
    Forgotten,
    /// The search continues after dequeuing the goal.
    GoesOn,
    /// The search ends as soon as it generates the goal.
    Early,
    /// The search gives up after expanding two boards.
    GivesUp,
}

fn recording(start: &Grid, planted: Planted) -> String {
    struct Item {
        board: Grid,
        parent: Option<Grid>,
        g: usize,
    }
    let goal = Goal::blank_last(start.dimension());
    let manhattan = Manhattan::new(&goal);
    let h = |board: &Grid| {
        let blank = usize::from(planted == Planted::Blank && board.blank() != goal.grid().blank());
        manhattan.bound(&manhattan.initial_state(board)) + blank
    };
    let key = |item: &Item| {
        if planted == Planted::Greedy { h(&item.board) } else { item.g + h(&item.board) }
    };
    let mut text = format!(
        "{{\"format\":\"search-trace\",\"version\":1,\"board\":{},\"goal\":{},\"heuristic\":\"manhattan\"}}\n",
        written(start),
        written(goal.grid()),
    );
    let mut say = |event: &str, item: &Item| {
        let (board, h, key) = (written(&item.board), h(&item.board), key(item));
        let g = item.g;
        let _ = writeln!(
            text,
            "{{\"event\":\"{event}\",\"board\":{board},\"g\":{g},\"h\":{h},\"key\":{key}}}"
        );
    };
    let mut queue = vec![Item { board: start.clone(), parent: None, g: 0 }];
    say("insert", &queue[0]);
    let mut outcome = "stopped";
    let mut turns = 0;
    'search: while turns < 60 {
        turns += 1;
        if planted == Planted::GivesUp && turns == 3 {
            outcome = "unsolvable";
            break;
        }
        let order = queue.iter().enumerate().min_by_key(|(place, item)| {
            let key = isize::try_from(key(item)).expect("small");
            (if planted == Planted::Greatest { -key } else { key }, *place)
        });
        let (place, _) = order.expect("a board waits");
        let item = queue.remove(place);
        say("delete", &item);
        if item.board == *goal.grid() && planted != Planted::GoesOn {
            outcome = "solved";
            break;
        }
        say("expand", &item);
        for (place, from) in item.board.slidable().enumerate() {
            let mut board = item.board.clone();
            board.slide(from);
            if item.parent.as_ref() == Some(&board) || planted == Planted::Forgotten && place == 1 {
                continue;
            }
            let g = if planted == Planted::NoMoves { 0 } else { item.g + 1 };
            let next = Item { board, parent: Some(item.board.clone()), g };
            if planted == Planted::Early && next.board == *goal.grid() {
                outcome = "solved";
                break 'search;
            }
            say("insert", &next);
            queue.push(next);
        }
    }
    let _ = writeln!(text, "{{\"event\":\"end\",\"outcome\":\"{outcome}\"}}");
    text
}

fn summary(text: &str) -> String {
    let trace = Trace::parse(text).expect("a trace");
    Recorded::new(trace, &mut Heuristics::default()).expect("a search").summary()
}

#[test]
fn the_first_wrong_step_is_found() {
    let start = Grid::of_cells(3, vec![0, 1, 3, 4, 2, 5, 7, 8, 6]).expect("a board");
    for (planted, expected) in [
        (Planted::Nothing, "\"fault\":null"),
        (
            Planted::Greatest,
            "\"step\":2,\"line\":7,\"twin\":false,\"text\":\"a board with f = 6 was dequeued before a board with f = 4\"",
        ),
        (
            Planted::Greedy,
            "\"step\":1,\"line\":5,\"twin\":false,\"text\":\"the key is 5, but g + h = 6\"",
        ),
        (
            Planted::NoMoves,
            "\"step\":1,\"line\":5,\"twin\":false,\"text\":\"g is 0, but the board just expanded \
             has g = 0, so it should be 1\"",
        ),
        (
            Planted::Blank,
            "\"step\":0,\"line\":2,\"twin\":false,\"text\":\"h is 5, but the heuristic gives 4 for this board\"",
        ),
        (
            Planted::Forgotten,
            "\"step\":1,\"line\":6,\"twin\":false,\"text\":\"a neighbor was not enqueued, although \
             the search had not reached it before\",\"board\":[",
        ),
        (Planted::GoesOn, "\"text\":\"the search continued after the goal was dequeued\""),
        (Planted::Early, "\"text\":\"the search ended before the goal was dequeued\""),
        (
            Planted::GivesUp,
            "\"text\":\"the search ended without the goal while 3 boards were still in the queue\"",
        ),
    ] {
        let found = summary(&recording(&start, planted));
        assert!(found.contains(expected), "{planted:?}: {found}");
    }
}

/// Like the assignment's, this search enqueues boards more than once.
#[test]
fn a_correct_search_has_no_fault() {
    let goal = Goal::blank_last(3);
    let mut random = oracle::puzzle::SeededRandom::new(11);
    for _ in 0..30 {
        let start = oracle::puzzle::board_in_half(&goal, true, &mut random);
        let found = summary(&recording(&start, Planted::Nothing));
        assert!(found.contains("\"fault\":null"), "{found}");
    }
}

#[test]
fn a_recorded_search_is_shown_step_by_step() {
    let start = Grid::of_cells(3, vec![0, 1, 3, 4, 2, 5, 7, 8, 6]).expect("a board");
    let trace = Trace::parse(&recording(&start, Planted::Nothing)).expect("a trace");
    let recorded = Recorded::new(trace, &mut Heuristics::default()).expect("a search");
    let first = recorded.view_to_json(0, 3);
    assert!(first.starts_with("{\"status\":\"running\",\"steps\":0,\"made\":5,"), "{first}");
    assert!(first.contains("\"waiting\":1,"), "{first}");
    let last = recorded.view_to_json(u64::MAX, 3);
    assert!(
        last.starts_with("{\"status\":\"solved\",\"path\":[1,2,5,6],\"steps\":5,\"made\":5,"),
        "{last}"
    );
    assert!(
        last.contains(
            "\"expanded\":4,\"generated\":9,\"skipped\":false,\"twin\":null,\"largest\":6,"
        ),
        "{last}"
    );
    // The first node has no previous board, and the goal is not expanded.
    for (step, is_skipped) in [(0, false), (1, false), (2, true), (3, true), (4, true)] {
        let view = recorded.view_to_json(step, 3);
        assert!(view.contains(&format!("\"skipped\":{is_skipped},")), "{view}");
    }
    assert!(last.contains("\"kind\":\"goal\""), "{last}");
    assert!(last.ends_with("\"stride\":1,\"curve\":[2,3,5,6,5]}"), "{last}");
}

#[test]
fn board_and_twin_searches_are_distinguished() {
    let node = |board: &str, g: usize, h: usize| {
        format!("\"board\":{board},\"g\":{g},\"h\":{h},\"key\":{}", g + h)
    };
    let head = "{\"format\":\"search-trace\",\"version\":1,\"board\":[1,2,0,3],\"goal\":[1,2,3,0],\"heuristic\":\"manhattan\"}";
    let own = node("[1,2,0,3]", 0, 1);
    let twin = node("[2,1,0,3]", 0, 3);
    let text = [
        head.to_owned(),
        format!("{{\"event\":\"insert\",{own}}}"),
        format!("{{\"event\":\"insert\",\"twin\":true,{twin}}}"),
        format!("{{\"event\":\"delete\",{own}}}"),
        format!("{{\"event\":\"expand\",{own}}}"),
        format!("{{\"event\":\"insert\",{}}}", node("[1,2,3,0]", 1, 0)),
        format!("{{\"event\":\"insert\",{}}}", node("[0,2,1,3]", 1, 2)),
        format!("{{\"event\":\"delete\",\"twin\":true,{twin}}}"),
        format!("{{\"event\":\"expand\",\"twin\":true,{twin}}}"),
    ]
    .join("\n");
    let trace = Trace::parse(&text).expect("a trace");
    let recorded = Recorded::new(trace, &mut Heuristics::default()).expect("a search");
    assert!(recorded.summary().contains("\"fault\":null"), "{}", recorded.summary());
    // The numbers do not include the twin's search.
    let last = recorded.view_to_json(2, 4);
    assert!(
        last.contains(
            "\"deed\":\"expanded\",\"own\":1,\"expanded\":1,\"generated\":2,\"skipped\":false,\
             \"twin\":{\"steps\":1,\"waiting\":0,\"now\":true,\"next\":false},\"largest\":2,\
             \"waiting\":2,"
        ),
        "{last}"
    );
    assert!(last.ends_with("\"stride\":1,\"curve\":[2,2]}"), "{last}");
    assert_eq!(last.matches("\"twin\":true}").count(), 1, "{last}");
    let first = recorded.view_to_json(1, 4);
    assert!(
        first.contains("\"twin\":{\"steps\":0,\"waiting\":1,\"now\":false,\"next\":true}"),
        "{first}"
    );
    // The list contains the front of both queues.
    let (_, rest) = first.split_once("\"next\":[").expect("the list");
    let (queued, _) = rest.split_once("],\"tree\"").expect("its end");
    assert_eq!(queued.matches("\"id\"").count(), 3, "{queued}");
    assert!(queued.ends_with("\"twin\":true}"), "{queued}");
    // The twin's search must start with two tiles swapped.
    let other = text.replace("[2,1,0,3]", "[2,3,0,1]");
    assert!(
        summary(&other).contains("\"line\":3,\"twin\":true,\"text\":\"the search does not start")
    );
}

#[test]
fn malformed_traces_are_rejected_with_line_and_reason() {
    let head = "{\"format\":\"search-trace\",\"version\":1,\"board\":[1,2,0,3],\"goal\":[1,2,3,0],\"heuristic\":\"manhattan\"}\n";
    let with = |line: &str| format!("{head}{line}");
    let event = "{\"event\":\"insert\",\"board\":[1,2,0,3],\"g\":0,\"h\":1,\"key\":1}";
    for (text, expected) in [
        (String::new(), "line 1: a trace must begin with {\"format\":\"search-trace\""),
        ("\n\n[]".to_owned(), "line 3: character 1 should be `{`"),
        (
            "{\"trace\":1}".to_owned(),
            "line 1: a trace must begin with {\"format\":\"search-trace\"",
        ),
        (
            head.replace(":1,\"b", ":2,\"b"),
            "line 1: unsupported version 2; this program reads version 1",
        ),
        (
            head.replace("[1,2,3,0]", "[1,2,3]"),
            "line 1: `goal` is not a board: 3 tiles do not fill a square",
        ),
        (
            head.replace("[1,2,3,0]", "[1,2,3,3]"),
            "line 1: `goal` is not a board: tile 3 is not one of 0 to 3, each once",
        ),
        (
            head.replace("[1,2,3,0]", "[0]"),
            "line 1: `goal` is not a board: a page can show only boards with 2 to 5 rows",
        ),
        (
            head.replace("[1,2,3,0]", "[1,2,3,4,5,6,7,8,0]"),
            "line 1: the board and the goal differ in size",
        ),
        (
            head.replace("manhattan", "manhatten"),
            "line 1: unknown heuristic `manhatten`; did you mean `manhattan`?",
        ),
        (
            head.replace("manhattan", "additive-4-4"),
            "line 1: `additive-4-4` does not suit the board: the patterns have 8 tiles",
        ),
        (head.replace("\"version\":1,", ""), "line 1: `version` is missing"),
        (head.replace("\"version\":1,", "\"version\":1,\"x\":1,"), "line 1: unknown field `x`"),
        (
            with("{\"event\":\"pop\"}"),
            "line 2: unknown event `pop`, expected one of `insert`, `delete`, `expand`, `end`",
        ),
        (with("{\"event\":\"insert\"}"), "line 2: `board` is missing"),
        (with(&event.replace(":0,", ":\"0\",")), "line 2: `g` must be a whole number"),
        (with(&event.replace("\"g\"", "\"h\"")), "line 2: `h` appears twice"),
        (with(&event.replace('}', ",\"depth\":1}")), "line 2: unknown field `depth`"),
        (
            with(&event.replace("[1,2,0,3]", "[1,2,3,4,5,6,7,8,0]")),
            "line 2: the board and the goal differ in size",
        ),
        (
            with(&format!("{event}\n{event} x")),
            "line 3: character 58 should be the end of the line",
        ),
        (
            with("{\"event\":\"end\",\"outcome\":\"won\"}"),
            "line 2: `won` is not an outcome: `solved`, `unsolvable` or `stopped`",
        ),
        (
            with(&format!("{{\"event\":\"end\",\"outcome\":\"solved\"}}\n\n{event}")),
            "line 4: the search has already ended",
        ),
    ] {
        let malformed = Trace::parse(&text).expect_err(&text).to_string();
        assert!(malformed.starts_with(expected), "{text}\n{malformed}");
    }
    let many = with(&format!("{event}\n").repeat(MOST_EVENTS + 1));
    let malformed = Trace::parse(&many).expect_err("too many");
    assert_eq!((malformed.line, malformed.reason), (MOST_EVENTS + 2, InvalidLine::TooLong));
}

/// Truncated or modified files may still be valid, but must never crash the page.
#[test]
fn changed_traces_are_read_or_rejected() {
    let start = Grid::of_cells(2, vec![0, 1, 3, 2]).expect("a board");
    let text = recording(&start, Planted::Nothing);
    for place in 0..text.len() {
        for other in ["", "0", "9", "\"", "}"] {
            let changed = format!("{}{other}{}", &text[..place], &text[place + 1..]);
            if let Ok(trace) = Trace::parse(&changed) {
                let recorded = Recorded::new(trace, &mut Heuristics::default()).expect("a search");
                let _ = recorded.summary();
                for step in 0..4 {
                    let _ = recorded.view_to_json(step, 3);
                }
            }
        }
        let _ = Trace::parse(&text[..place])
            .map(|trace| Recorded::new(trace, &mut Heuristics::default()).is_ok());
    }
}
