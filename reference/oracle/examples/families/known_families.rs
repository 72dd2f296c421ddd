//! The known families, which determine the choice of puzzles. One file per idea.

mod bounds;
mod caps;
mod closed;
mod deepening;
mod goals;
mod inconsistent;
mod levels;
mod narrow;
mod parity;
mod priorities;
mod prune;
mod twins;
mod weights;

use crate::member::Member;
use crate::recipe::Recipe;

/// Returns all members of all families, in a fixed order.
pub fn members() -> Vec<Box<dyn Member>> {
    let families = [
        weights::members(),
        bounds::members(),
        inconsistent::members(),
        closed::members(),
        narrow::members(),
        levels::members(),
        caps::members(),
        priorities::members(),
        goals::members(),
        prune::members(),
        deepening::members(),
        parity::members(),
        twins::members(),
    ];
    families.into_iter().flatten().collect()
}

fn box_recipe(recipe: Recipe) -> Box<dyn Member> {
    Box::new(recipe)
}
