//! Searches that end too early.

use crate::member::Member;
use crate::recipe::{Found, Recipe};

/// All members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members: Vec<Box<dyn Member>> = Vec::new();
    for (name, found) in [
        ("when the goal is a neighbor", Found::Generated),
        ("when the goal is a neighbor's neighbor", Found::OneBefore),
    ] {
        let recipe = Recipe { found, ..Recipe::new("early end", name) };
        members.push(Box::new(recipe));
        let recipe = Recipe { found, ..Recipe::new("early end, closed set", name) };
        members.push(Box::new(recipe.with_closed_set()));
    }
    members
}
