//! Words for what is wrong with the way of a search.

use super::method_call as call;
use crate::cause::{QueueOf, SearchCause};

pub(super) fn sentence(cause: &SearchCause) -> String {
    match cause {
        SearchCause::NeverAsks => {
            "the search never asks the board that it was given for `neighbors()`; no search is seen"
                .to_owned()
        }
        SearchCause::NoTwin => "twin() is never called; no twin is searched".to_owned(),
        SearchCause::GivesUpWithoutTwin { steps } => {
            format!("the search gives up after {steps} steps; no twin is searched")
        }
        SearchCause::TwinOfEach => {
            "the twin of each board is looked at, but no twin is searched".to_owned()
        }
        SearchCause::ToldByText => {
            "unsolvable boards are told by their texts; no twin is searched".to_owned()
        }
        SearchCause::TwinNotExpanded => {
            "no board of the twin's search is ever expanded; does it begin with the twin?"
                .to_owned()
        }
        SearchCause::GivesUp { steps } => {
            format!("the search gives up after {steps} steps, before either is solved")
        }
        SearchCause::TwinLast => "the twin is searched only after the board".to_owned(),
        SearchCause::OutOfStep { own, twin } => format!(
            "the two searches are not in step: {own} steps with the board, {twin} with the twin"
        ),
        SearchCause::TwinTooShort => {
            "the search of the twin ends before it can have found the goal".to_owned()
        }
        SearchCause::EndsEarly => "the search ends before the goal has left the queue".to_owned(),
        SearchCause::GoesOn => "the search goes on after the goal has left the queue".to_owned(),
        SearchCause::NoQueue => "the search takes no board out of a `MinPq`".to_owned(),
        SearchCause::Unqueued => {
            "boards are expanded that did not come out of a `MinPq`".to_owned()
        }
        SearchCause::QueueForShow => {
            "`MinPq` is used for show: its order does not guide the search".to_owned()
        }
        SearchCause::KeyChanges => {
            "a key changes its order while it is queued, or `cmp` is not an order".to_owned()
        }
        SearchCause::TwoOrders => {
            "`partial_cmp` of a key is another order than `cmp`: make it `Some(self.cmp(other))`"
                .to_owned()
        }
        SearchCause::QueuedAgain { queued, queue } => {
            let of = match queue {
                QueueOf::Own => "the queue of the board's search",
                QueueOf::Twin => "the queue of the twin's search",
                QueueOf::Both => "the queue",
            };
            format!("the board just left is queued again: {queued} boards go into {of}")
        }
        SearchCause::Uncached { method, calls, boards } => format!(
            "{} is called {calls} times for {boards} boards; \
             is it called whenever two nodes are compared?",
            call(*method)
        ),
    }
}
