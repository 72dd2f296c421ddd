//! Files that an instructor gives, which are kept beside the grades from then on.

use std::path::Path;

use base::input::{self, Source};
use late::{Extensions, Policy};

use super::about::About;
use super::error::ClassError;
use super::output::{EXTENSIONS, Graded, OVERRIDES, Output};
use super::overrides::{Overrides, Scope};
use super::people::People;
use super::rules::Rules;

/// Files that were given; what is not given is taken from the folder, if it is there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Corrections by hand.
    pub overrides: Option<&'a Path>,
    /// Extensions.
    pub extensions: Option<&'a Path>,
}

/// Takes the files that were given into a folder that has none yet, and makes the rules of the class
/// of what is there then.
///
/// # Errors
///
/// If the folder has others, or they are wrong.
pub fn adopt(
    output: &Output,
    given: Given<'_>,
    scope: Scope<'_>,
    about: Option<About>,
    people: People,
) -> Result<Rules, ClassError> {
    let overrides =
        taken(output, OVERRIDES, given.overrides, |source| Ok(Overrides::read(source, scope)?))?;
    let policy = about.as_ref().and_then(|about| about.late.as_ref());
    let extensions =
        taken(output, EXTENSIONS, given.extensions, |source| read_extensions(source, policy))?;
    Ok(Rules::new(overrides.unwrap_or_default(), extensions.unwrap_or_default(), about, people))
}

/// The extensions in a folder.
pub(super) fn extensions(graded: &Graded, about: Option<&About>) -> Result<Extensions, ClassError> {
    let Some(text) = graded.read(EXTENSIONS)? else { return Ok(Extensions::default()) };
    let file = input::shown(&graded.path(EXTENSIONS));
    read_extensions(Source { file: &file, text: &text }, about.and_then(|it| it.late.as_ref()))
}

fn read_extensions(source: Source<'_>, policy: Option<&Policy>) -> Result<Extensions, ClassError> {
    Ok(Extensions::read(source, policy)?)
}

/// A file that is given, which is kept if it is right, or else the one that is there.
fn taken<T>(
    output: &Output,
    file: &'static str,
    given: Option<&Path>,
    read: impl FnOnce(Source<'_>) -> Result<T, ClassError>,
) -> Result<Option<T>, ClassError> {
    let place = output.graded().path(file);
    let there = output.graded().read(file)?;
    let Some(given) = given else {
        let shown = input::shown(&place);
        return there.map(|text| read(Source { file: &shown, text: &text })).transpose();
    };
    let text = input::read(given)?;
    let found = read(Source { file: &input::shown(given), text: &text })?;
    match there {
        Some(there) if there != text => {
            return Err(ClassError::OtherOverrides { path: place, file });
        }
        Some(_) => {}
        None => output.write(file, &text)?,
    }
    Ok(Some(found))
}
