//! Runs scripts, which make, derive and query boards in any order.

use slider::Tile;

use crate::case::Script;
use crate::cursor;
use crate::out::Out;
use crate::slots::Slots;
use crate::tokens::tokenize;
use crate::wire::{MAX_NEIGHBORS, Method, Step, Whose, Word};

/// The first slot for temporary boards, above all slots that scripts use.
const SEEN: usize = 64;

/// Runs a script, and sends each answer before the next step.
///
/// Each answer starts with its length in words. A value takes a single word, and `Display` produces a [text](tokenize).
/// For `neighbors` and `twin`, the probe reports the derived boards, either as text or by their Hamming and Manhattan
/// distances.
#[inline(never)]
pub(crate) fn follow(script: &Script, slots: &mut dyn Slots, out: &mut Out) {
    let mut sizes = [0; SEEN];
    for (number, step) in script.steps.iter().enumerate() {
        cursor::board(number as Word);
        match *step {
            Step::Make { board, place } => {
                let rows: &[Vec<Tile>] = &script.boards[board];
                cursor::at(Method::New, Whose::Own);
                slots.make(place, rows);
                sizes[place] = rows.len();
            }
            Step::Clone { of, place } => {
                cursor::at(Method::New, Whose::Own);
                slots.clone_board(of, place);
                sizes[place] = sizes[of];
            }
            Step::Neighbor { of, place } => {
                cursor::at(Method::Neighbors, Whose::Own);
                slots.neighbors(of, place, 1);
                sizes[place] = sizes[of];
            }
            Step::Twin { of, place } => {
                cursor::at(Method::Twin, Whose::Own);
                slots.twin(of, place);
                sizes[place] = sizes[of];
            }
            Step::Ask { place, method } => {
                cursor::at(method, Whose::Own);
                ask(script.by_text, slots, place, sizes[place], method, out);
                out.flush();
            }
        }
    }
}

fn ask(
    by_text: bool,
    slots: &mut dyn Slots,
    place: usize,
    n: usize,
    method: Method,
    out: &mut Out,
) {
    let start = out.words().len();
    out.push(0);
    match method {
        Method::Dimension => out.push(slots.dimension(place) as Word),
        Method::Hamming => out.push(slots.hamming(place) as Word),
        Method::Manhattan => out.push(slots.manhattan(place) as Word),
        Method::IsGoal => out.push(Word::from(slots.is_goal(place))),
        Method::Display => tokenize(slots, place, n, out.words()),
        Method::Neighbors => {
            let count = slots.neighbors(place, SEEN, MAX_NEIGHBORS);
            for seen in SEEN..SEEN + count {
                show(by_text, slots, seen, n, out);
            }
        }
        Method::Twin => {
            slots.twin(place, SEEN);
            show(by_text, slots, SEEN, n, out);
        }
        Method::New | Method::Eq => {}
    }
    let len = out.words().len() - start - 1;
    out.words()[start] = len as Word;
}

fn show(by_text: bool, slots: &dyn Slots, place: usize, n: usize, out: &mut Out) {
    if by_text {
        tokenize(slots, place, n, out.words());
    } else {
        out.words().extend([2, slots.hamming(place) as Word, slots.manhattan(place) as Word]);
    }
}
