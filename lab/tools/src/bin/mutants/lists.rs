//! Finds possible edits of list elements, `break` statements, and parts of strings.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr};

/// Returns a range to delete for each element of a list, with a comma if necessary.
pub(crate) fn ranges_to_delete<T: Spanned>(elements: &[T]) -> Vec<Range<usize>> {
    let ranges: Vec<_> = elements.iter().map(|element| element.span().byte_range()).collect();
    let deletion =
        |i: usize| match (i.checked_sub(1).and_then(|i| ranges.get(i)), ranges.get(i + 1)) {
            (_, Some(next)) => ranges[i].start..next.start,
            (Some(last), None) => last.end..ranges[i].end,
            (None, None) => ranges[i].clone(),
        };
    (0..ranges.len()).map(deletion).collect()
}

/// Returns the values of all `break`s that end a loop, except for inner loops.
pub(crate) fn break_values(body: &Block) -> Vec<Expr> {
    struct Breaks(Vec<Expr>);
    impl Visit<'_> for Breaks {
        fn visit_expr_break(&mut self, expr: &syn::ExprBreak) {
            self.0.extend(expr.expr.as_deref().cloned());
        }
        fn visit_expr_loop(&mut self, _: &syn::ExprLoop) {}
        fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}
    }
    let mut breaks = Breaks(Vec::new());
    visit::visit_block(&mut breaks, body);
    breaks.0
}

/// Returns a format string with something removed: all text, a space, or the format of a value.
pub(crate) fn shorter_format_strings(literal: &str) -> Vec<String> {
    let without =
        |range: Range<usize>| format!("{}{}", &literal[..range.start], &literal[range.end..]);
    let spaces = literal.match_indices(' ').map(|(at, _)| without(at..at + 1));
    let layouts = literal.match_indices(':').filter_map(|(at, _)| {
        let end = literal[at..].find('}')?;
        Some(without(at..at + end))
    });
    ["\"\"".to_owned()].into_iter().chain(spaces).chain(layouts).collect()
}
