//! Priorities in too few bits, or rounded.

use super::box_recipe;
use crate::member::Member;
use crate::recipe::Recipe;
use crate::tree::NodeView;

/// Computes a priority from the number of moves and the Manhattan distance.
type Made = fn(usize, usize) -> usize;

/// Priorities in integers that wrap around or saturate.
const SHORT: [(&str, Made); 18] = [
    ("a byte", |g, h| (g + h) % 256),
    ("a byte that stays at 255", |g, h| (g + h).min(255)),
    ("a byte with a sign", |g, h| (g + h + 128) % 256),
    ("a byte with a sign that stays at 127", |g, h| (g + h).min(127)),
    ("the moves in a byte", |g, h| g % 256 + h),
    ("the moves in a byte that stays at 255", |g, h| g.min(255) + h),
    ("the moves in a byte with a sign", |g, h| (g + 128) % 256 + h),
    ("manhattan in a byte", |g, h| g + h % 256),
    ("four times the sum in a byte", |g, h| 4 * (g + h) % 256),
    ("eight times the sum in a byte", |g, h| 8 * (g + h) % 256),
    ("ten times the sum in a byte", |g, h| 10 * (g + h) % 256),
    ("sum * 256 + manhattan in two bytes", |g, h| ((g + h) * 256 + h) % 65_536),
    ("sum * 1000 + manhattan in two bytes", |g, h| ((g + h) * 1000 + h) % 65_536),
    ("sum * 2048 + manhattan in two bytes", |g, h| ((g + h) * 2048 + h) % 65_536),
    ("sum << 5 or manhattan", |g, h| (g + h) << 5 | h),
    ("sum << 6 or manhattan", |g, h| (g + h) << 6 | h),
    ("sum << 7 or manhattan", |g, h| (g + h) << 7 | h),
    ("sum in an f32 beside 100,000,000", |g, h| (g + h + 4) / 8),
];

/// Priorities after division or rounding.
const ROUNDED: [(&str, Made); 16] = [
    ("sum / 3", |g, h| (g + h) / 3),
    ("sum / 4", |g, h| (g + h) / 4),
    ("sum / 5", |g, h| (g + h) / 5),
    ("sum / 6", |g, h| (g + h) / 6),
    ("sum / 10", |g, h| (g + h) / 10),
    ("moves / 2 + manhattan / 2", |g, h| g / 2 + h / 2),
    ("moves / 3 + manhattan / 3", |g, h| g / 3 + h / 3),
    ("moves / 4 + manhattan / 4", |g, h| g / 4 + h / 4),
    ("moves / 2 * 2 + manhattan", |g, h| g / 2 * 2 + h),
    ("moves / 4 * 4 + manhattan", |g, h| g / 4 * 4 + h),
    ("moves * 9 / 10 + manhattan", |g, h| g * 9 / 10 + h),
    ("moves * 19 / 20 + manhattan", |g, h| g * 19 / 20 + h),
    ("moves + manhattan rounded up to 3s", |g, h| g + h.div_ceil(3) * 3),
    ("moves + manhattan rounded up to 4s", |g, h| g + h.div_ceil(4) * 4),
    ("moves + manhattan rounded up to 5s", |g, h| g + h.div_ceil(5) * 5),
    ("moves + manhattan rounded up to 10s", |g, h| g + h.div_ceil(10) * 10),
];

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let recipe = |family, name, made: Made| {
        let priority =
            move |node: &NodeView<'_>| made(node.moves(), node.board().manhattan()) as u64;
        box_recipe(Recipe { priority: Box::new(priority), ..Recipe::new(family, name) })
    };
    let short = SHORT.iter().map(|&(name, made)| recipe("short priority", name, made));
    let rounded = ROUNDED.iter().map(|&(name, made)| recipe("rounded priority", name, made));
    short.chain(rounded).collect()
}
