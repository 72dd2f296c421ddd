//! The depth to which the brackets of a source file are nested.
//!
//! Every reader of tokens calls itself for each bracket, so that a file of nothing but brackets
//! would overflow the stack.

/// The deepest that brackets may be nested. Code that people write has about ten.
pub(super) const MAX: usize = 200;

/// Whether brackets are nested more deeply than [`MAX`], those in texts counted, too.
pub fn is_too_deep(text: &str) -> bool {
    let mut open = 0usize;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_open_at_once_counts() {
        assert!(!is_too_deep(&"{}".repeat(10 * MAX)));
        assert!(!is_too_deep(&"[".repeat(MAX)));
        assert!(is_too_deep(&"(".repeat(MAX + 1)));
    }
}
