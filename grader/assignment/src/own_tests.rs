//! Reads the rubric's table about the submission's tests.

use std::collections::BTreeSet;

use base::input::{FileError, InputText};
use serde::Deserialize;
use toml::Spanned;

use super::domain::Tests;
use super::problem::Problem;
use crate::faults;

/// The maximum number of faults. Each submission's tests are compiled against every fault.
const MAX_FAULTS: usize = 32;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct WireTests {
    faults: Spanned<Vec<Spanned<String>>>,
    catch: Option<Spanned<u32>>,
}

/// By default, the tests must catch all faults.
pub(super) fn read_tests(wire: WireTests, source: InputText<'_>) -> Result<Tests, FileError> {
    let WireTests { faults, catch } = wire;
    let list = faults.span();
    let mut seen: BTreeSet<&Spanned<String>> = BTreeSet::new();
    for name in faults.get_ref() {
        if let Some(first) = seen.replace(name) {
            let error = source.error(name.span(), &Problem::SubjectTwice(name.get_ref().clone()));
            return Err(error.with_second_place(first.span(), "first here"));
        }
        let fault = faults::named(name.get_ref()).ok_or_else(|| {
            let like = faults::most_similar(name.get_ref()).map(str::to_owned);
            source.error(name.span(), &Problem::UnknownSubject(name.get_ref().clone(), like))
        })?;
        if !fault.compiles() {
            let problem = Problem::SubjectWithoutCode(name.get_ref().clone());
            return Err(source.error(name.span(), &problem));
        }
    }
    let count = faults.get_ref().len();
    if count > MAX_FAULTS {
        return Err(source.error(list, &Problem::TooManyFaults(MAX_FAULTS)));
    }
    let all = u32::try_from(count).unwrap_or(u32::MAX);
    if let Some(catch) = catch.as_ref().filter(|catch| *catch.get_ref() > all) {
        return Err(source.error(catch.span(), &Problem::CatchTooMany(count)));
    }
    let catch = catch.map_or(all, Spanned::into_inner);
    let faults = faults.into_inner().into_iter().map(Spanned::into_inner).collect();
    Ok(Tests { faults, catch })
}
