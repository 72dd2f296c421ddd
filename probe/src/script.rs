//! Runs scripts, which make, derive and query boards in any order.

use slider::Tile;

use crate::case::Script;
use crate::cursor;
use crate::equality::{compare, report_first_same_text};
use crate::out::WordWriter;
use crate::slots::Slots;
use crate::tokens::tokenize;
use crate::wire::{MAX_NEIGHBORS, Method, Step, Whose, Word};

/// The number of slots for a script's boards. Temporary boards are in the slots above.
/// It exceeds the largest drawn number of clones, 499.
pub const SCRIPT_SLOTS: usize = 512;

/// Runs a script, and sends each answer before the next step.
///
/// Each answer starts with its length in words. A value takes a single word, and `Display` produces a [text](tokenize).
/// For `neighbors` and `twin`, the probe reports a view of each derived board: its length in words, and then, for each
/// method in [`VIEWED`] that the case asks for, an answer in the same form.
// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
pub(crate) fn run_script(script: &Script, slots: &mut dyn Slots, out: &mut WordWriter) {
    let mut sizes = [0; SCRIPT_SLOTS];
    for (number, step) in script.steps.iter().enumerate() {
        cursor::set_board(number as Word);
        match *step {
            Step::Make { board, place } => {
                let rows: &[Vec<Tile>] = &script.boards[board];
                cursor::set_method(Method::New, Whose::Own);
                slots.make(place, rows);
                sizes[place] = rows.len();
            }
            Step::Clone { of, place } => {
                cursor::set_method(Method::New, Whose::Own);
                slots.clone_board(of, place);
                sizes[place] = sizes[of];
            }
            Step::Neighbor { of, index, place } => {
                cursor::set_method(Method::Neighbors, Whose::Own);
                // Drop the iterator early, as a caller may do.
                match slots.neighbors(of, SCRIPT_SLOTS, MAX_NEIGHBORS.min(index + 1)) {
                    0 => slots.clone_board(of, place),
                    count => slots.take(SCRIPT_SLOTS + index % count, place),
                }
                sizes[place] = sizes[of];
            }
            Step::Twin { of, place } => {
                cursor::set_method(Method::Twin, Whose::Own);
                slots.twin(of, place);
                sizes[place] = sizes[of];
            }
            Step::Ask { place, method } => {
                cursor::set_method(method, Whose::Own);
                ask_method(
                    &methods_to_view(script.views, &[]),
                    slots,
                    place,
                    sizes[place],
                    method,
                    out,
                );
                out.flush();
            }
            Step::View { place, method, first, second } => {
                cursor::set_method(method, Whose::Own);
                let views = methods_to_view(script.views, &[first, second]);
                ask_method(&views, slots, place, sizes[place], method, out);
                out.flush();
            }
            Step::Compare { count } => {
                cursor::set_method(Method::Eq, Whose::Own);
                push_with_count(out, |out| compare(slots, count, out, |_, _| {}));
                out.flush();
            }
            Step::CompareTexts { count } => {
                cursor::set_method(Method::Display, Whose::Own);
                let texts: Vec<String> = (0..count).map(|place| slots.text(place)).collect();
                push_with_count(out, |out| report_first_same_text(&texts, out));
                out.flush();
            }
        }
    }
}

/// The methods that describe a derived board, in the order of its view. The text comes first, to identify the board.
pub const VIEWED: [Method; 5] =
    [Method::Display, Method::Dimension, Method::Hamming, Method::Manhattan, Method::IsGoal];

/// Returns the methods to call on derived boards, in the order of the calls, each with its index in the view.
fn methods_to_view(views: Word, first: &[Method]) -> Vec<(usize, Method)> {
    let viewed = VIEWED.into_iter().filter(|method| views & method.bit() != 0);
    let mut viewed: Vec<_> = viewed.enumerate().collect();
    viewed.sort_by_key(|(_, method)| {
        first.iter().position(|other| other == method).unwrap_or(first.len())
    });
    viewed
}

fn ask_method(
    views: &[(usize, Method)],
    slots: &mut dyn Slots,
    place: usize,
    n: usize,
    method: Method,
    out: &mut WordWriter,
) {
    push_with_count(out, |out| match method {
        Method::Neighbors => {
            let count = slots.neighbors(place, SCRIPT_SLOTS, MAX_NEIGHBORS);
            for seen in SCRIPT_SLOTS..SCRIPT_SLOTS + count {
                view_board(views, slots, seen, n, out);
            }
        }
        Method::Twin => {
            slots.twin(place, SCRIPT_SLOTS);
            view_board(views, slots, SCRIPT_SLOTS, n, out);
        }
        method => push_value(slots, place, n, method, out),
    });
}

fn view_board(
    views: &[(usize, Method)],
    slots: &dyn Slots,
    place: usize,
    n: usize,
    out: &mut WordWriter,
) {
    let mut answers = vec![WordWriter::default(); views.len()];
    for (index, method) in views {
        push_with_count(&mut answers[*index], |out| push_value(slots, place, n, *method, out));
    }
    push_with_count(out, |out| {
        for answer in &mut answers {
            out.words().append(answer.words());
        }
    });
}

/// Pushes words, preceded by their number.
fn push_with_count(out: &mut WordWriter, push: impl FnOnce(&mut WordWriter)) {
    let start = out.words().len();
    out.push(0);
    push(out);
    let len = out.words().len() - start - 1;
    out.words()[start] = len as Word;
}

fn push_value(slots: &dyn Slots, place: usize, n: usize, method: Method, out: &mut WordWriter) {
    match method {
        Method::Dimension => out.push(slots.dimension(place) as Word),
        Method::Hamming => out.push(slots.hamming(place) as Word),
        Method::Manhattan => out.push(slots.manhattan(place) as Word),
        Method::IsGoal => out.push(Word::from(slots.is_goal(place))),
        Method::Display => tokenize(slots, place, n, out.words()),
        Method::New | Method::Neighbors | Method::Twin | Method::Eq => {}
    }
}
