//! Published sizes of tables, and manually derived averages.

use oracle::heuristic::Additive;
use oracle::puzzle::Goal;

use crate::boards::{additive, fringe};

fn placements(cells: u64, things: u64) -> u64 {
    (0..things).map(|taken| cells - taken).product()
}

/// R. E. Korf and A. Felner ("Disjoint pattern database heuristics", Artificial Intelligence 134, 2002) give 57,657,600
/// entries for seven tiles of the 15-puzzle, 518,918,400 for eight, and 127,512,000 for six tiles of the 24-puzzle. The
/// fringe of J. C. Culberson and J. Schaeffer ("Searching with pattern databases", 1996), seven tiles and the blank,
/// has as many entries as eight tiles.
#[test]
fn tables_have_the_published_sizes() {
    assert_eq!([placements(16, 7), placements(16, 8)], [57_657_600, 518_918_400]);
    assert_eq!(placements(25, 6), 127_512_000);
    let goal = Goal::blank_last(4);
    assert!(additive(&goal, &[5, 5, 5]).tables().all(|table| table.len() == 524_160));
    let fringe = fringe(&Goal::blank_last(3), &[4, 4]);
    assert!(fringe.tables().all(|table| table.len() == 15_120));
}

/// A placement that leaves two other tiles to swap occurs in as many solvable boards as any other, so the average bound
/// over these boards is the sum of the tables' averages. With single tiles, this is the average Manhattan distance. In
/// a line of n cells, the average distance is (n^2 - 1) / 3n. This gives 2n (n^2 - 1) / 3 for the board, minus n - 1
/// for the blank's home.
#[test]
fn manhattan_averages_14_and_37() {
    for (n, expected) in [(3, "14.000"), (4, "37.000"), (5, "76.000")] {
        let singles = additive(&Goal::blank_last(n), &vec![1; n * n - 1]);
        assert_eq!(average(&singles), expected);
    }
}

/// The average of 5-5-5 over all boards. Larger patterns give larger averages.
#[test]
fn five_five_five_averages_more_than_manhattan() {
    let goal = Goal::blank_last(4);
    let of_sizes = |sizes: &[usize]| average(&additive(&goal, sizes));
    assert_eq!([of_sizes(&[3; 5]), of_sizes(&[5; 3])], ["39.437", "41.690"]);
}

fn average(additive: &Additive) -> String {
    let mean = |table: &[u8]| {
        let sum: f64 = table.iter().copied().map(f64::from).sum();
        let entries = u32::try_from(table.len()).expect("small tables");
        sum / f64::from(entries)
    };
    format!("{:.3}", additive.tables().map(mean).sum::<f64>())
}
