//! Priorities with miscounted moves, or computed or compared incorrectly.

use super::{Members, member_with_priority};
use crate::recipe::{count_to_f64, priority_to_key};
use crate::tree::NodeView;

pub fn members() -> Members {
    let mut members = changing_weights();
    members.extend(ignored_moves());
    members.extend(too_few_bits());
    members
}

/// Returns moves + Manhattan distance.
fn moves_and_manhattan(node: &NodeView<'_>) -> u64 {
    (node.moves() + node.board().manhattan()) as u64
}

/// Returns members with weights that change during the search.
fn changing_weights() -> Members {
    let mut members = Members::new();
    for tenths in [1, 3, 6] {
        for depth in [10, 20, 40] {
            let text = format!("{tenths} tenths more at the root, none from {depth} moves on");
            members.push(member_with_priority(
                "weight that decreases with the depth",
                text,
                move |node| {
                    let left = count_to_f64(usize::saturating_sub(depth, node.moves()))
                        / count_to_f64(depth);
                    let weight = 1.0 + count_to_f64(tenths) / 10.0 * left;
                    priority_to_key(
                        count_to_f64(node.moves())
                            + weight * count_to_f64(node.board().manhattan()),
                    )
                },
            ));
        }
    }
    for thousandths in [999, 990, 980, 970] {
        let factor = count_to_f64(thousandths) / 1000.0;
        members.push(member_with_priority(
            "later moves with lower costs",
            format!("{factor}"),
            move |node| {
                // A geometric series: 1, `factor`, its square and so on.
                let power = (0..node.moves()).fold(1.0, |power, _| power * factor);
                priority_to_key(
                    (1.0 - power) / (1.0 - factor) + count_to_f64(node.board().manhattan()),
                )
            },
        ));
    }
    for rest in [4, 8, 12] {
        for halves in [1, 2] {
            let text = format!("{halves} halves more of Manhattan up to {rest}");
            members.push(member_with_priority(
                "recent moves with more weight",
                text,
                move |node| {
                    let manhattan = node.board().manhattan();
                    (node.moves() + manhattan + halves * manhattan.min(rest) / 2) as u64
                },
            ));
        }
    }
    members
}

/// Returns members that ignore some moves, or count them at a different cost.
fn ignored_moves() -> Members {
    let mut members = Members::new();
    for each in [3, 5, 8, 12] {
        let text = format!("each {each}th is free");
        members.push(member_with_priority("moves not counted", text, move |node| {
            moves_and_manhattan(node) - (node.moves() / each) as u64
        }));
    }
    for most in [18, 20, 22, 24] {
        let text = format!("from {most} on");
        members.push(member_with_priority("moves not counted", text, move |node| {
            (node.moves().min(most) + node.board().manhattan()) as u64
        }));
    }
    for tenths in [8, 9, 11, 12] {
        let cost = count_to_f64(tenths) / 10.0;
        members.push(member_with_priority(
            "different cost for vertical moves",
            format!("{cost}"),
            move |node| {
                let n = node.board().rows();
                let steps = 0..node.moves();
                let is_vertical = |&step: &usize| match (
                    node.board_moves_earlier(step),
                    node.board_moves_earlier(step + 1),
                ) {
                    (Some(now), Some(then)) => now.blank() % n == then.blank() % n,
                    _ => false,
                };
                let vertical = steps.filter(is_vertical).count();
                let moves = count_to_f64(node.moves() - vertical) + cost * count_to_f64(vertical);
                priority_to_key(moves + count_to_f64(node.board().manhattan()))
            },
        ));
    }
    for most in [10, 13, 15, 18] {
        let text = format!("{most} at most");
        members.push(member_with_priority(
            "estimate that grows faster above a limit",
            text,
            move |node| {
                let manhattan = node.board().manhattan();
                (node.moves() + manhattan + manhattan.saturating_sub(most)) as u64
            },
        ));
    }
    for back in [1, 2, 4] {
        let text = format!("of {back} before");
        members.push(member_with_priority("estimate of an earlier board", text, move |node| {
            let board = node.board_moves_earlier(back).unwrap_or_else(|| node.root());
            (node.moves() + board.manhattan()) as u64
        }));
    }
    members
}

/// Returns members that pack numbers into too few bits, or compare them as the wrong type.
fn too_few_bits() -> Members {
    let mut members = Members::new();
    for shift in [2, 3, 4] {
        let text = format!("{shift} bits for the estimate, added");
        members.push(member_with_priority(
            "priority and estimate packed into one number",
            text,
            move |node| (moves_and_manhattan(node) << shift) + node.board().manhattan() as u64,
        ));
        let text = format!("{shift} bits for the estimate, or");
        members.push(member_with_priority(
            "priority and estimate packed into one number",
            text,
            move |node| moves_and_manhattan(node) << shift | node.board().manhattan() as u64,
        ));
    }
    for scale in [5, 6, 7, 8, 10] {
        let text = format!("times {scale}");
        members.push(member_with_priority("scaled priority in a byte", text, move |node| {
            moves_and_manhattan(node) * scale % 256
        }));
    }
    members.push(member_with_priority("priorities compared as strings", "the sum", |node| {
        decimal_key(moves_and_manhattan(node))
    }));
    members.push(member_with_priority(
        "priorities compared as strings",
        "the sum, then the moves",
        |node| {
            // As text, "8,3" comes after "12,3".
            decimal_key(moves_and_manhattan(node)) << 16 | decimal_key(node.moves() as u64)
        },
    ));
    members.push(member_with_priority(
        "priorities compared as strings",
        "the estimate after the sum",
        |node| {
            decimal_key(moves_and_manhattan(node)) << 16
                | decimal_key(node.board().manhattan() as u64)
        },
    ));
    for step in [3, 4, 6] {
        for up in [false, true] {
            let direction = if up { "near the goal first" } else { "far from it first" };
            let text = format!("{step} sums in one, {direction}");
            members.push(member_with_priority("buckets that are too wide", text, move |node| {
                let manhattan = node.board().manhattan() as u64;
                let inner = if up { manhattan } else { 1000 - manhattan.min(1000) };
                (moves_and_manhattan(node) / step) << 16 | inner
            }));
        }
    }
    members
}

/// Returns a key that sorts numbers as if they were decimal text.
fn decimal_key(number: u64) -> u64 {
    let digits = number.to_string();
    let padded = digits.bytes().chain([0; 4]).take(4);
    padded.fold(0, |text, digit| 16 * text + u64::from(digit & 15) + u64::from(digit != 0))
}
