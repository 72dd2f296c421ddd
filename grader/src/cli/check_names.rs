//! Lets shells complete the names of checks and groups.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use grade::check::{Check, Group};

/// Accepts any text, because the commands report unknown names with better errors.
#[derive(Clone)]
pub(super) struct CheckName;

impl TypedValueParser for CheckName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let groups = Group::ALL.into_iter().map(Group::id);
        let checks = Check::ALL.into_iter().map(Check::id);
        Some(Box::new(groups.chain(checks).map(PossibleValue::new)))
    }
}
