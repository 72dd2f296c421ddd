//! Words for what is wrong with a board.

use super::{method_call as call, stopped, whose as name};
use crate::cause::{After, BoardCause, Bulk, TextCause, WhoseCall};

pub(super) fn sentence(cause: &BoardCause) -> String {
    match cause {
        BoardCause::Stopped { method, stop } => stopped(call(*method), stop),
        BoardCause::CountsBlank { method } => format!("{} counts the blank", call(*method)),
        BoardCause::WrongNumber { method } => format!("{} gives a wrong number", call(*method)),
        BoardCause::GoalDenied => "is_goal() is false for the goal".to_owned(),
        BoardCause::GoalClaimed => "is_goal() is true for a board that is not the goal".to_owned(),
        BoardCause::Text { text } => wrong_text(text),
        BoardCause::DebugStopped { stop } => stopped("`{:?}` of a board", stop),
        BoardCause::NeighborsMissing { given, right, missing } => format!(
            "neighbors() gives {given} of the {right} boards one move away; {missing} missing"
        ),
        BoardCause::NeighborIsSelf => "neighbors() gives the board itself".to_owned(),
        BoardCause::NeighborTwice => "neighbors() gives a board twice".to_owned(),
        BoardCause::NeighborFar => "neighbors() gives a board that is not one move away".to_owned(),
        BoardCause::TwinIsSelf => "twin() gives the board itself".to_owned(),
        BoardCause::TwinMovesBlank => "twin() moves the blank".to_owned(),
        BoardCause::TwinWrong => "twin() is not the board with two tiles exchanged".to_owned(),
        BoardCause::TwinChanges => "twin() gives another board on a second call".to_owned(),
        BoardCause::DerivedUnequal { whose } => {
            format!("{} is not equal to the same board made by Board::new()", name(*whose))
        }
        BoardCause::DerivedWrong { whose, method } => {
            let (whose, call) = (name(*whose), call(*method));
            format!("{whose} gives a wrong {call}, where a new board does not")
        }
        BoardCause::DerivedText { whose } => {
            format!("{} shows another board's text", name(*whose))
        }
        BoardCause::NotOpposite => "`!=` is not the opposite of `==`".to_owned(),
        BoardCause::SameUnequal => "two boards with the same tiles are not equal".to_owned(),
        BoardCause::SizesEqual => "boards of different sizes are equal".to_owned(),
        BoardCause::TilesEqual => "boards with different tiles are equal".to_owned(),
        BoardCause::CloneUnequal => "a board is not equal to its clone".to_owned(),
        BoardCause::Changes { method, after: After::OfClone } => {
            format!("a clone answers {} otherwise than its board", call(*method))
        }
        BoardCause::Changes { method, after } => {
            format!("{} answers otherwise {}", call(*method), since(*after))
        }
        BoardCause::StopsAfter { method, stop, after } => {
            format!("{}, {}", stopped(call(*method), stop), since(*after))
        }
        BoardCause::Steep { method, from, to, cost, tiles } => {
            let call = call(*method);
            format!(
                "the cost of {call} grows faster than the number of tiles: \
                 {cost} times from n = {from} to n = {to}, which has {tiles} times the tiles"
            )
        }
        BoardCause::Unending { method, n } => {
            let call = call(*method);
            format!(
                "{call} takes so long at n = {n} that it was stopped; \
                 does its cost grow faster than the number of tiles?"
            )
        }
        BoardCause::Bytes { n, when, bytes, times, limit } => {
            let when = match when {
                Bulk::New => "takes",
                Bulk::Used => "takes, once its methods were called,",
                Bulk::Walked => "some moves away takes",
            };
            format!(
                "a board of dimension {n} {when} {bytes} bytes, {times} times the model's; \
                 {limit} times are allowed"
            )
        }
        BoardCause::HiddenState { owner } => {
            format!("`{owner}` has state that can change behind `&self`")
        }
    }
}

fn wrong_text(cause: &TextCause) -> String {
    let sentence = match cause {
        TextCause::Line { line, numbers, right, joined } => {
            let s = if *numbers == 1 { "" } else { "s" };
            let joined = joined.map_or_else(String::new, |it| format!("; `{it}` runs together"));
            return format!("line {line} of the text has {numbers} number{s}, not {right}{joined}");
        }
        TextCause::LineBreaks => "the text has its line breaks in the wrong places",
        TextCause::NoDimension => "the text does not begin with the dimension",
        TextCause::TooLong => "the text is far too long",
        TextCause::NotNumbers => "the text holds something other than numbers",
        TextCause::Empty => "the text is empty",
        TextCause::TooFew => "the text has too few numbers; do some run together?",
        TextCause::OtherNumbers => "the text shows other numbers",
    };
    sentence.to_owned()
}

/// When a method answers otherwise.
fn since(after: After) -> String {
    match after {
        After::Same => "when it is called again".to_owned(),
        After::NewBoard => "on a new board with the same tiles".to_owned(),
        After::OfClone => "on a clone of the board".to_owned(),
        After::OtherMade => "once another board was made".to_owned(),
        After::Cloned => "once the board was cloned".to_owned(),
        After::NeighborTaken => "once a neighbor was taken".to_owned(),
        After::TwinTaken => "once the twin was taken".to_owned(),
        After::Called { method, of } => {
            let whose = match of {
                WhoseCall::Itself => "",
                WhoseCall::Clone => " of its clone",
                WhoseCall::Neighbor => " of a neighbor",
                WhoseCall::Twin => " of the twin",
                WhoseCall::Other => " of another board",
            };
            format!("once {}{whose} was called", call(method))
        }
    }
}
