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
/// For `neighbors` and `twin`, the probe reports a view of each derived board: its length in words, and then, for each
/// method in [`VIEWED`] that the case asks for, an answer in the same form.
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
                ask(script.views, slots, place, sizes[place], method, out);
                out.flush();
            }
        }
    }
}

/// The methods that describe a derived board, in the order of its view. The text comes first, to identify the board.
pub const VIEWED: [Method; 5] =
    [Method::Display, Method::Dimension, Method::Hamming, Method::Manhattan, Method::IsGoal];

fn ask(views: Word, slots: &mut dyn Slots, place: usize, n: usize, method: Method, out: &mut Out) {
    counted(out, |out| match method {
        Method::Neighbors => {
            let count = slots.neighbors(place, SEEN, MAX_NEIGHBORS);
            for seen in SEEN..SEEN + count {
                view(views, slots, seen, n, out);
            }
        }
        Method::Twin => {
            slots.twin(place, SEEN);
            view(views, slots, SEEN, n, out);
        }
        method => value(slots, place, n, method, out),
    });
}

fn view(views: Word, slots: &dyn Slots, place: usize, n: usize, out: &mut Out) {
    counted(out, |out| {
        for method in VIEWED.into_iter().filter(|method| views & method.bit() != 0) {
            counted(out, |out| value(slots, place, n, method, out));
        }
    });
}

/// Pushes words, preceded by their number.
fn counted(out: &mut Out, push: impl FnOnce(&mut Out)) {
    let start = out.words().len();
    out.push(0);
    push(out);
    let len = out.words().len() - start - 1;
    out.words()[start] = len as Word;
}

fn value(slots: &dyn Slots, place: usize, n: usize, method: Method, out: &mut Out) {
    match method {
        Method::Dimension => out.push(slots.dimension(place) as Word),
        Method::Hamming => out.push(slots.hamming(place) as Word),
        Method::Manhattan => out.push(slots.manhattan(place) as Word),
        Method::IsGoal => out.push(Word::from(slots.is_goal(place))),
        Method::Display => tokenize(slots, place, n, out.words()),
        Method::New | Method::Neighbors | Method::Twin | Method::Eq => {}
    }
}
