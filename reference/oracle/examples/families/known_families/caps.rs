//! Searches that give up.

use super::box_recipe;
use crate::member::Member;
use crate::recipe::Recipe;
use crate::tree::NodeView;

/// The searches give up after this many steps.
const STEPS: [u64; 13] = [
    1000, 2000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 50_000, 75_000, 100_000, 150_000,
    200_000,
];

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    for steps in STEPS {
        let gives_up = Some(steps);
        let name = format!("{steps} steps of a tree");
        members.push(box_recipe(Recipe { gives_up, ..Recipe::new("gives up", name.clone()) }));
        let closed = Recipe::new("gives up, closed set", name).with_closed_set();
        members.push(box_recipe(Recipe { gives_up, ..closed }));
        let name = format!("{steps} steps of both trees");
        let gives_up = Some(steps / 2);
        members.push(box_recipe(Recipe { gives_up, ..Recipe::new("gives up", name) }));
    }
    for most in [20, 22, 24, 25, 26, 28, 30, 35, 40, 45, 50, 60, 80, 100, 127, 150, 200, 255] {
        let keeps = move |node: &NodeView<'_>| node.is_no_way_back() && node.moves() <= most;
        let recipe = Recipe::new("bounded depth", format!("{most} moves at most"));
        members.push(box_recipe(Recipe { keeps: Box::new(keeps), ..recipe }));
    }
    members
}
