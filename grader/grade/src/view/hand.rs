//! Criteria that are graded by hand, as an audience may see them.

use super::{Audience, Corrected, Sums, View};
use crate::Visibility;
use crate::hand::{CommentLine, Criterion, HandGrade};
use crate::points::Points;

/// The criteria that are graded by hand, for an audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// The criteria that the audience may see, in the order of the rubric.
    pub criteria: Vec<CriterionView>,
    /// The lines of the comment for the student, if the audience may see a criterion.
    pub comment: Vec<CommentLine>,
    /// The points shown, without criteria.
    pub automatic: Option<Points>,
    /// The maximum of the points shown, without criteria.
    pub automatic_max: Points,
    /// The maximum points of the other criteria, if they are not part of the score shown.
    pub hidden: Points,
    /// The sum of the points for the other criteria, if they are part of the score shown.
    pub sum: Option<(Points, Points)>,
    /// Whether every criterion is graded, including hidden ones. If not, the score shown is withheld or partial.
    pub is_complete: bool,
}

/// A criterion with a submission's points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriterionView {
    /// The id.
    pub id: String,
    /// The description.
    pub text: String,
    /// The points, or `None` if the criterion is not graded yet.
    pub points: Option<Points>,
    /// The maximum points.
    pub max_score: Points,
    /// The visibility.
    pub visibility: Visibility,
}

impl CriterionView {
    fn new(criterion: &Criterion, hand: &HandGrade) -> Self {
        let Criterion { id, text, points, visibility, .. } = criterion.clone();
        Self { id, text, points: hand.points(criterion), max_score: points, visibility }
    }

    /// Returns the points with the maximum, such as `4 / 6`.
    pub fn score(&self) -> String {
        match self.points {
            Some(points) => format!("{points} / {}", self.max_score),
            None => format!("not graded yet, {}", self.max_score.with_unit()),
        }
    }
}

impl HandGrade {
    /// Returns all criteria with their points.
    pub(super) fn criteria(&self) -> Vec<CriterionView> {
        let criteria = self.rubric.criteria.iter();
        criteria.map(|criterion| CriterionView::new(criterion, self)).collect()
    }
}

impl View {
    /// Adds the criteria that the audience may see to the score shown.
    pub(super) fn add_hand(&mut self, corrected: &Corrected, sums: Sums) {
        let Some(hand) = &corrected.hand else { return };
        let (criteria, others): (Vec<_>, Vec<_>) = hand
            .criteria()
            .into_iter()
            .partition(|criterion| self.audience.sees(criterion.visibility));
        let worth =
            |criteria: &[CriterionView]| criteria.iter().map(|criterion| criterion.max_score).sum();
        let held = |criteria: &[CriterionView]| {
            criteria.iter().filter_map(|criterion| criterion.points).sum::<Points>()
        };
        let is_summed = sums == Sums::Included && !others.is_empty();
        let sum = is_summed.then(|| (held(&others), worth(&others)));
        let is_seen = !criteria.is_empty() || self.audience == Audience::Instructor;
        let shown = HandView {
            comment: if is_seen { hand.marks.comment_lines() } else { Vec::new() },
            automatic: self.score,
            automatic_max: self.max_score,
            hidden: if is_summed { Points::ZERO } else { worth(&others) },
            sum,
            is_complete: hand.is_complete(),
            criteria,
        };
        let is_known = shown.is_complete || hand.rubric.shows_partial;
        let (more, most) = shown.sum.unwrap_or_default();
        let added = held(&shown.criteria) + more;
        self.score = self.score.filter(|_| is_known).map(|score| score + added);
        self.max_score = self.max_score + worth(&shown.criteria) + most;
        self.hand = Some(shown);
    }

    /// Returns the points shown without the criteria that are graded by hand.
    pub fn automatic(&self) -> Option<Points> {
        self.hand.as_ref().map_or(self.score, |hand| hand.automatic)
    }

    /// Returns `true` while there is an automatic score, but no final one, because a criterion is not graded.
    pub fn is_incomplete(&self) -> bool {
        let is_open = |hand: &HandView| !hand.is_complete && hand.automatic.is_some();
        self.hand.as_ref().is_some_and(is_open)
    }
}
