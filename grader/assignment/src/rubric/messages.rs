//! Reads the table `[messages]`: the rubric's texts for failed checks.

use std::collections::BTreeMap;

use base::input::{FileError, InputText};
use grade::check::Check;
use toml::Spanned;

use super::super::domain::RubricEntry;
use super::super::problem::Problem;

pub(super) type WireMessages = BTreeMap<Spanned<String>, Spanned<String>>;

/// The maximum length in characters.
/// A message belongs below a failure, and should not be longer than the rest of the report.
pub(in super::super) const LONGEST: usize = 1000;

pub(super) fn read_messages(
    wire: WireMessages,
    checks: &mut [RubricEntry],
    source: InputText<'_>,
) -> Result<(), FileError> {
    let mut wires: Vec<_> = wire.into_iter().collect();
    // Report the first error in the file.
    wires.sort_by_key(|(id, _)| id.span().start);
    for (id, message) in wires {
        let name = id.get_ref();
        let check = Check::from_id(name).ok_or_else(|| {
            let like = Check::most_similar(name).map(Check::id);
            source.error(id.span(), &Problem::UnknownCheck(name.clone(), like))
        })?;
        let Some(rated) = checks.iter_mut().find(|rated| rated.check == check) else {
            return Err(source.error(id.span(), &Problem::Ungraded(check.id())));
        };
        let text = message.get_ref().trim();
        if text.is_empty() {
            return Err(source.error(message.span(), &Problem::EmptyMessage));
        }
        if text.chars().count() > LONGEST {
            return Err(source.error(message.span(), &Problem::LongMessage));
        }
        rated.note = Some(text.to_owned());
    }
    Ok(())
}
