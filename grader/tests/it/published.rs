//! Compares the model answer's operation counts with those published for the original course. The model answer has the
//! same order of neighbors, the same twin and the same queue as the original solver.

use serde_json::Value;

use crate::support::{Bench, keeps_to, stdout, workspace};

/// Puzzles from the original grader's tables: the number of the puzzle, and the counts of inserted keys, dequeued keys
/// and boards.
///
/// Source: reports of the original autograder, published by students, such as those in
/// `AkshayJaitly/Princeton-Algorithms` and `karaanil/Princeton_Algorithms_1`.
const PUBLISHED: [(u32, u64, u64, u64); 25] = [
    (20, 1_439, 853, 2_289),
    (22, 3_481, 2_071, 5_549),
    (21, 3_541, 2_081, 5_619),
    (23, 5_299, 3_149, 8_445),
    (24, 5_427, 3_259, 8_683),
    (25, 10_316, 6_103, 16_416),
    (27, 11_209, 6_741, 17_947),
    (29, 11_637, 7_077, 18_711),
    (26, 11_894, 7_099, 18_990),
    (28, 26_974, 16_231, 43_202),
    (30, 43_094, 26_057, 69_148),
    (31, 46_007, 27_805, 73_809),
    (39, 71_417, 35_045, 106_459),
    (41, 116_491, 50_009, 166_497),
    (34, 151_673, 73_159, 224_829),
    (37, 166_811, 80_085, 246_893),
    (44, 275_661, 123_165, 398_823),
    (32, 521_596, 249_495, 771_088),
    (35, 528_418, 257_297, 785_712),
    (33, 622_352, 298_883, 921_232),
    (43, 1_056_805, 508_833, 1_565_635),
    (46, 1_032_320, 516_741, 1_549_058),
    (40, 1_108_443, 541_467, 1_649_907),
    (36, 2_086_331, 1_011_485, 3_097_813),
    (45, 2_418_079, 1_189_753, 3_607_829),
];

#[test]
fn the_model_matches_published_counts() {
    let bench = Bench::with_model();
    let names: Vec<String> = PUBLISHED.iter().map(|row| format!("\"puzzle{}\"", row.0)).collect();
    bench.write(
        "hw/assignment.toml",
        format!(
            "schema = \"assignment/1\"\ntitle = \"counts\"\n\
             [limits]\ntime = 30\nstop = 90\nmemory_mib = 1024\n\
             [checks]\n\"solver.moves\" = {{ points = 1 }}\n\
             [puzzles]\nboards = []\nsolve = [{}]\n",
            names.join(", ")
        ),
    );
    let classic = std::fs::read(workspace("fixtures/puzzles/classic.toml")).expect("the puzzles");
    bench.write("hw/puzzles/classic.toml", classic);
    let output = bench.grade(&["check", "alice", "--assignment", "hw", "--counts", "counts.json"]);
    assert!(stdout(&output).contains("1 / 1"), "{}", bench.snapshot(&output));

    keeps_to("counts", &bench.read("counts.json"));
    let counts: Value = serde_json::from_str(&bench.read("counts.json")).expect("counts");
    let puzzles = counts["puzzles"].as_array().expect("puzzles");
    assert_eq!(puzzles.len(), PUBLISHED.len());
    for (number, insert, del_min, boards) in PUBLISHED {
        let name = format!("puzzle{number}");
        let puzzle = puzzles.iter().find(|puzzle| puzzle["puzzle"] == name.as_str());
        let puzzle = puzzle.expect("every puzzle is counted");
        let queues = puzzle["queues"].as_array().expect("queues");
        let sum = |of: &str| queues.iter().filter_map(|queue| queue[of].as_u64()).sum::<u64>();
        let call = |of: &str| puzzle["calls"][of].as_u64().expect("a number");
        assert_eq!(queues.len(), 2, "{name}");
        assert_eq!((sum("insert"), sum("del_min")), (insert, del_min), "{name}");
        assert_eq!(puzzle["boards"].as_u64(), Some(boards), "{name}");
        // The original solver calls manhattan() instead of is_goal().
        assert_eq!(call("manhattan") + call("is_goal"), insert + del_min, "{name}");
        // The two roots have no previous board to compare their neighbors with. Together, they have 4 to 8 neighbors.
        let uncompared = boards - 2 - call("eq");
        assert!((4..=8).contains(&uncompared), "{name}: {uncompared}");
    }
}
