//! Reads the observations from a survey.

use probe::Survey;
use probe::wire::{Depth, Identification, MAX_NEIGHBORS, Method, Word};

use super::MalformedOutput;

pub(super) const VALUES: [Method; 4] =
    [Method::Dimension, Method::Hamming, Method::Manhattan, Method::IsGoal];

/// The observations that have not been read yet.
pub(super) struct SurveyWords<'a> {
    survey: &'a Survey,
    words: &'a [Word],
}

/// The observations of a derived board.
pub(super) struct DerivedObservations<'a> {
    pub(super) by_eq: Option<Word>,
    pub(super) by_text: Option<&'a [Word]>,
    pub(super) values: [Option<Word>; 4],
    pub(super) neighbors: Option<Vec<&'a [Word]>>,
    pub(super) twin: Option<&'a [Word]>,
}

impl<'a> SurveyWords<'a> {
    pub(super) fn new(survey: &'a Survey, words: &'a [Word]) -> Self {
        Self { survey, words }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn next(&mut self) -> Result<Word, MalformedOutput> {
        let (first, rest) = self.words.split_first().ok_or(MalformedOutput)?;
        self.words = rest;
        Ok(*first)
    }

    fn take_count(&mut self) -> Result<usize, MalformedOutput> {
        usize::try_from(self.next()?).map_err(|_| MalformedOutput)
    }

    /// Reads the number of neighbors, limited to the number that can be examined.
    pub(super) fn take_neighbor_count(&mut self) -> Result<usize, MalformedOutput> {
        Some(self.take_count()?).filter(|count| *count <= MAX_NEIGHBORS).ok_or(MalformedOutput)
    }

    pub(super) fn take_text(&mut self) -> Result<&'a [Word], MalformedOutput> {
        let len = self.take_count()?;
        let (text, rest) = self.words.split_at_checked(len).ok_or(MalformedOutput)?;
        self.words = rest;
        Ok(text)
    }

    pub(super) fn take_values(&mut self) -> Result<[Option<Word>; 4], MalformedOutput> {
        let mut values = [None; 4];
        for (value, method) in values.iter_mut().zip(VALUES) {
            if self.survey.mask & method.bit() != 0 {
                *value = Some(self.next()?);
            }
        }
        Ok(values)
    }

    /// Skips views of which each is one word, as nearly all are, if `are_right` returns `true` for these words. Returns
    /// whether it did.
    pub(super) fn skip_views_if(
        &mut self,
        count: usize,
        are_right: impl Fn(&[Word]) -> bool,
    ) -> bool {
        let Survey { identify_by, depth, .. } = *self.survey;
        let are_words = identify_by == Identification::EQ && depth == Depth::Which;
        match self.words.split_at_checked(count) {
            Some((views, rest)) if are_words && are_right(views) => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    pub(super) fn take_view(&mut self) -> Result<DerivedObservations<'a>, MalformedOutput> {
        let Survey { mask, identify_by, depth, .. } = *self.survey;
        let by_eq = if identify_by.compares_boards_or_texts() { Some(self.next()?) } else { None };
        let by_text = if identify_by.reads_texts() { Some(self.take_text()?) } else { None };
        let values = if depth >= Depth::Values { self.take_values()? } else { [None; 4] };
        let is_deep = depth == Depth::Deep && identify_by.reads_texts();
        let asks = |method: Method| is_deep && mask & method.bit() != 0;
        let neighbors = if asks(Method::Neighbors) {
            let count = self.take_neighbor_count()?;
            Some((0..count).map(|_| self.take_text()).collect::<Result<Vec<_>, _>>()?)
        } else {
            None
        };
        let twin = if asks(Method::Twin) { Some(self.take_text()?) } else { None };
        Ok(DerivedObservations { by_eq, by_text, values, neighbors, twin })
    }
}
