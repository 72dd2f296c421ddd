//! Benchmarks the oracle on instances from the literature. Run it with `cargo bench -p oracle`.
//!
//! Each case runs in a single-threaded process and prints a line of JSON: the case's name, the number of boards solved,
//! the number of nodes expanded, the CPU time in seconds (for preparation, search and total), and the peak memory in
//! bytes. To run only some cases, pass their names. CPU time and memory come from `/proc`, and are `null` without it.
//! Linux measures CPU time in units of 0.01 seconds.

#![expect(clippy::print_stdout, reason = "this program exists to print its output")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use oracle::MovesTable;
use oracle::pattern::{Databases, Engine, PARTITIONS, SearchFinding, TilePartition};
use oracle::puzzle::{Arrangement, Goal, Grid, is_solvable};
use slider::Tile;

struct BenchCase {
    name: &'static str,
    run: fn() -> BenchRun,
}

const CASES: [BenchCase; 5] = [
    BenchCase { name: "every-3x3-board", run: every_3x3_board },
    BenchCase { name: "korf15-with-6-6-3", run: || instances("korf15.txt", "6-6-3", &[]) },
    BenchCase { name: "korf15-with-7-8", run: || instances("korf15.txt", "7-8", &[]) },
    BenchCase { name: "antipodes15-with-7-8", run: || instances("antipodes15.txt", "7-8", &[]) },
    BenchCase {
        name: "korf24-easiest-with-6-6-6-6",
        run: || instances("korf24.txt", "6-6-6-6", &[40, 38, 44, 25]),
    },
];

struct BenchRun {
    solved: usize,
    expanded: u64,
    /// The CPU time for preparation, in seconds.
    prepare: Option<f64>,
    /// The CPU time for the search, in seconds.
    search: Option<f64>,
}

fn main() -> ExitCode {
    // `cargo bench` adds the flag `--bench`.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [flag, name] = &args[..]
        && flag == "--one"
    {
        let Some(case) = CASES.iter().find(|case| case.name == name) else {
            return ExitCode::FAILURE;
        };
        report(case);
        return ExitCode::SUCCESS;
    }
    let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    if let Some(unknown) = args.iter().find(|arg| !names.contains(&arg.as_str())) {
        println!("there is no case {unknown}; the cases are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let is_wanted = |name: &&&str| args.is_empty() || args.iter().any(|arg| arg == **name);
    for name in names.iter().filter(is_wanted) {
        let this = std::env::current_exe().expect("the program's own path is known");
        let status = Command::new(this).args(["--one", name]).status().expect("it can run again");
        if !status.success() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Runs a case and prints the results as a line of JSON.
fn report(case: &BenchCase) {
    let BenchRun { solved, expanded, prepare, search } = (case.run)();
    let number =
        |value: Option<f64>| value.map_or("null".to_owned(), |value| format!("{value:.4}"));
    let memory = peak_memory().map_or("null".to_owned(), |bytes| bytes.to_string());
    println!(
        r#"{{"case": "{}", "solved": {solved}, "expanded": {expanded}, "prepare_cpu_s": {}, "search_cpu_s": {}, "cpu_s": {}, "peak_bytes": {memory}}}"#,
        case.name,
        number(prepare),
        number(search),
        number(processor_seconds()),
    );
}

/// Builds the table and looks up every board, 100 times, because a single pass is too short to measure.
fn every_3x3_board() -> BenchRun {
    const TIMES: u32 = 100;
    let mut boards = Vec::new();
    each_order(&mut (0..9).collect::<Vec<Tile>>(), 0, &mut |tiles| {
        boards.push(Grid::of_cells(3, tiles.to_vec()).expect("a board"));
    });
    let goal = Goal::blank_last(3);
    boards.retain(|board| is_solvable(board, &goal));
    let start = processor_seconds();
    for _ in 0..TIMES {
        let table = MovesTable::new(black_box(&goal));
        let moves: usize = boards.iter().filter_map(|board| table.moves(board)).sum();
        assert_eq!(moves, 3_986_672);
    }
    let search = processor_seconds().zip(start);
    let search = search.map(|(end, start)| (end - start) / f64::from(TIMES));
    BenchRun { solved: boards.len(), expanded: 0, prepare: None, search }
}

/// Calls `each` with all items, for every permutation of `items[start..]`.
fn each_order(items: &mut [Tile], start: usize, each: &mut impl FnMut(&[Tile])) {
    if start == items.len() {
        return each(items);
    }
    for place in start..items.len() {
        items.swap(start, place);
        each_order(items, start + 1, each);
        items.swap(start, place);
    }
}

/// Builds the databases for a partition, solves the numbered instances of a file (all if `numbers` is empty), and
/// verifies their move counts.
fn instances(file: &str, partition: &str, numbers: &[usize]) -> BenchRun {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/literature").join(file);
    let text = fs::read_to_string(path).expect("the file is in the repository");
    let named = PARTITIONS.iter().find(|named| named.name == partition).expect("a partition");
    let n = named.dimension;
    let arrangement =
        if file.starts_with("korf") { Arrangement::BlankFirst } else { Arrangement::BlankLast };
    let goal = Goal::arranged(n, arrangement);
    let partition: TilePartition = named.for_goal(&goal).expect("the blank is in a corner");
    let engine = Engine::new(&goal, Databases::build(partition, 1, &mut |_| ()));
    let prepare = processor_seconds();

    let mut run = BenchRun { solved: 0, expanded: 0, prepare, search: None };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let line: Vec<usize> =
            line.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        // The tiles come last on the line, after the instance number and, if known, the move count.
        let (facts, tiles) = line.split_at(line.len() - n * n);
        let (number, expected) = match facts {
            [number, moves, ..] => (*number, *moves),
            _ => (0, 80),
        };
        if !numbers.is_empty() && !numbers.contains(&number) {
            continue;
        }
        let tile = |&tile: &usize| Tile::try_from(tile).expect("a tile");
        let grid = Grid::of_cells(n, tiles.iter().map(tile).collect()).expect("a board");
        let answer = engine.solve(&grid, u64::MAX);
        let SearchFinding::Solved(slides) = answer.finding else {
            panic!("{line:?} has a solution")
        };
        assert_eq!(slides.len(), expected, "{line:?}");
        run.solved += 1;
        run.expanded += answer.expanded;
    }
    run.search = processor_seconds().zip(prepare).map(|(all, prepare)| all - prepare);
    run
}

fn processor_seconds() -> Option<f64> {
    /// The number of clock ticks per second on Linux, on every platform that Rust's standard library supports.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The program name is in parentheses and may contain spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_A_SECOND)
}

fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}
