//! Tests that the page's WebAssembly engine agrees with the oracle.

use std::fmt::Write as _;
use std::fs;

use oracle::heuristic::HeuristicName;
use oracle::pattern::SearchFinding;
use oracle::puzzle::{Goal, Grid};
use oracle::search::{Algorithm, Limit, run};
use player::engine::Compiler;
use sandbox::build::Toolchain;
use serde_json::Value;
use wasmtime::{Engine, Instance, Linker, Memory, Module, Store};

use crate::support::workspace;

/// Returns the engine's module, compiled here unless the build includes it.
fn module() -> Vec<u8> {
    player::engine::embedded_engine().map_or_else(compiled, <[u8]>::to_vec)
}

/// Compiles the module like a program without an engine on first use.
fn compiled() -> Vec<u8> {
    let toolchain = Toolchain::find(None).expect("a compiler with the target");
    let out = tempfile::tempdir().expect("a folder");
    let (command, library_names) = (&|| toolchain.command(), toolchain.library_names());
    let compiler = Compiler { command, library_names };
    player::engine::compiled_from(&compiler, &workspace(""), out.path()).expect("a module")
}

#[test]
fn the_engine_build_is_reproducible() {
    assert!(compiled() == module(), "the same sources and compiler give other bytes");
}

struct Page {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Page {
    fn new() -> Self {
        let engine = Engine::default();
        let module = Module::new(&engine, module()).expect("the engine of the page");
        let mut linker = Linker::new(&engine);
        let system = "wasi_snapshot_preview1";
        // The page provides these imports. They do not affect results.
        let expected = ["environ_get", "environ_sizes_get", "fd_write", "proc_exit", "random_get"];
        let mut imports: Vec<_> = module.imports().map(|import| import.name().to_owned()).collect();
        imports.sort_unstable();
        assert_eq!(imports, expected);
        let zero = |_: i32, _: i32| 0_i32;
        for name in ["environ_get", "environ_sizes_get", "random_get"] {
            linker.func_wrap(system, name, zero).expect("a new name");
        }
        let write = |_: i32, _: i32, _: i32, _: i32| 0_i32;
        linker.func_wrap(system, "fd_write", write).expect("a new name");
        linker.func_wrap(system, "proc_exit", |_: i32| ()).expect("a new name");
        let mut store = Store::new(&engine, ());
        let instance = linker.instantiate(&mut store, &module).expect("all that it asks for");
        let memory = instance.get_memory(&mut store, "memory").expect("its memory");
        Self { store, instance, memory }
    }

    fn ask(&mut self, request: &str) -> Value {
        let Self { store, instance, memory } = self;
        let room = instance.get_typed_func::<u32, u32>(&mut *store, "room").expect("room");
        let answer = instance.get_typed_func::<(), u32>(&mut *store, "answer").expect("answer");
        let text = instance.get_typed_func::<(), u32>(&mut *store, "text").expect("text");
        let length = u32::try_from(request.len()).expect("a short request");
        let at = room.call(&mut *store, length).expect("room") as usize;
        memory.write(&mut *store, at, request.as_bytes()).expect("the room");
        let mut bytes = vec![0; answer.call(&mut *store, ()).expect("an answer") as usize];
        let at = text.call(&mut *store, ()).expect("its place") as usize;
        memory.read(&*store, at, &mut bytes).expect("the answer");
        let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer
    }
}

fn joined(grid: &Grid) -> String {
    let mut text = String::new();
    for tile in grid.cells() {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{tile}");
    }
    text
}

/// Returns the boards from the fixtures that the page can draw and that take at most `most` moves, with goals.
fn fixtures(most: i64) -> Vec<(Grid, Goal)> {
    let mut boards = Vec::new();
    for file in ["2x2.toml", "3x3.toml", "4x4.toml", "unsolvable.toml"] {
        let text = fs::read_to_string(workspace("fixtures/puzzles").join(file)).expect("puzzles");
        let table: toml::Table = text.parse().expect("TOML");
        for puzzle in table["puzzle"].as_array().expect("puzzles") {
            let count = ["moves", "twin_moves"].iter().find_map(|key| puzzle.get(key));
            if count.and_then(toml::Value::as_integer).is_none_or(|moves| moves > most) {
                continue;
            }
            let rows = puzzle["tiles"].as_array().expect("rows").iter();
            let cells = rows.flat_map(|row| row.as_array().expect("a row"));
            let tile =
                |value: &toml::Value| value.as_integer().and_then(|value| value.try_into().ok());
            let cells: Vec<_> = cells.map(|value| tile(value).expect("a tile")).collect();
            let grid = Grid::of_cells(cells.len().isqrt(), cells).expect("a board");
            if grid.dimension() <= 4 {
                let goal = Goal::blank_last(grid.dimension());
                boards.push((grid, goal));
            }
        }
    }
    assert!(boards.len() > 60, "{}", boards.len());
    boards
}

#[test]
fn page_solutions_match_the_oracle() {
    let mut page = Page::new();
    for (grid, goal) in fixtures(50) {
        let request = format!("solve {} {} 100000000", joined(&grid), joined(goal.grid()));
        let answer = page.ask(&request);
        match oracle::solve(&grid, &goal, u64::MAX).finding {
            SearchFinding::Solved(tiles) => {
                assert_eq!(answer["finding"], "solved", "{request}");
                let found = answer["tiles"].as_array().expect("tiles");
                assert_eq!(found.len(), tiles.len(), "{request}");
                let mut board = grid;
                for tile in found {
                    let from = board.slidable().find(|&cell| *tile == board.cells()[cell]);
                    board.slide(from.expect("a tile next to the blank"));
                }
                assert_eq!(board, *goal.grid(), "{request}");
            }
            SearchFinding::NoSolution => assert_eq!(answer["finding"], "none", "{request}"),
            SearchFinding::AtLeast(_) => unreachable!("there was no limit"),
        }
        let facts =
            page.ask(&format!("facts {} {}", joined(&grid_of(&request)), joined(goal.grid())));
        assert_eq!(facts["solvable"], answer["finding"] == "solved", "{request}");
    }
}

fn grid_of(request: &str) -> Grid {
    let cells = request.split(' ').nth(1).expect("a board").split(',');
    let cells: Vec<_> = cells.map(|tile| tile.parse().expect("a tile")).collect();
    Grid::of_cells(cells.len().isqrt(), cells).expect("a board")
}

#[test]
fn page_searches_match_the_oracle() {
    let mut page = Page::new();
    let grid = Grid::of_cells(3, vec![4, 1, 3, 7, 2, 6, 0, 5, 8]).expect("a board");
    let goal = Goal::blank_last(3);
    let (board, home) = (joined(&grid), joined(goal.grid()));
    let options = page.ask(&format!("options {home}"));
    let names = |list: &str| -> Vec<String> {
        let offers = options[list].as_array().expect("offers").iter();
        offers.map(|offer| offer["name"].as_str().expect("a name").to_owned()).collect()
    };
    let (algorithms, heuristics) = (names("algorithms"), names("heuristics"));
    assert_eq!(algorithms.len(), Algorithm::ALL.len() + 1);
    for wanted in
        ["zero", "hamming", "manhattan", "linear-conflict", "walking-distance", "manhattan+hamming"]
    {
        assert!(heuristics.iter().any(|heuristic| heuristic == wanted), "{wanted}");
    }
    for algorithm in &algorithms {
        for heuristic in &heuristics {
            let request = format!("open 0 {algorithm} {heuristic} {board} {home} 100000 40 1 0");
            page.ask(&request);
            let seen = page.ask("run 0 1000000 0");
            // The assignment's search is not one of the oracle's.
            let is_assigned = algorithm == "assigned";
            let algorithm = if is_assigned { "a-star" } else { algorithm };
            let algorithm: Algorithm = algorithm.parse().expect("a search");
            let built = heuristic.parse::<HeuristicName>().expect("a name").build(&goal);
            let built = built.expect("a heuristic");
            let limit = Limit::expanded(100_000).with_bound(40);
            let report = run(algorithm, &built, &grid, &goal, limit).expect("the same size");
            let length = report.path().map(<[_]>::len);
            assert_eq!(seen["path"].as_array().map(Vec::len), length, "{request}");
            if is_assigned {
                continue;
            }
            assert_eq!(seen["expanded"], report.statistics.expanded, "{request}");
            assert_eq!(seen["generated"], report.statistics.generated, "{request}");
            assert_eq!(seen["deepest"], report.statistics.deepest, "{request}");
        }
    }
}
