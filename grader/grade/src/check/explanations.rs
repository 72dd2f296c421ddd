//! Tests the explanations of checks.

use super::Check;

#[test]
fn every_explanation_has_the_required_sections() {
    for check in Check::ALL {
        let text = check.spec().explanation;
        assert!(text.starts_with(&format!("# {check}: ")), "{check}");
        for heading in ["\n## Rule\n", "\n## Why\n", "\n## Common mistakes\n"] {
            assert_eq!(text.matches(heading).count(), 1, "{check}: {heading}");
        }
        assert_eq!(text.matches("\n## Not checked\n").count(), 1, "{check}");
        let lines = text.lines().count();
        assert!((12..=45).contains(&lines), "{check}: {lines} lines");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{check}");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{check}: {line}");
            assert_eq!(line, line.trim_end(), "{check}");
        }
    }
}

/// Students copy the samples, so they need to be complete statements or items.
#[test]
fn code_samples_parse_as_rust() {
    let mut pieces = 0;
    for check in Check::ALL {
        let text = check.spec().explanation;
        let mut parts = text.split("```");
        parts.next();
        while let (Some(code), Some(_)) = (parts.next(), parts.next()) {
            let code = code.strip_prefix("rust\n").unwrap_or_else(|| panic!("{check}: {code}"));
            let parsed = syn::parse_str::<syn::Block>(&format!("{{{code}}}"));
            let in_impl = || syn::parse_str::<syn::ItemImpl>(&format!("impl X {{{code}}}"));
            assert!(parsed.is_ok() || in_impl().is_ok(), "{check}: {code}");
            pieces += 1;
        }
        assert_eq!(text.matches("```").count() % 2, 0, "{check}: a fence is open");
    }
    assert!(pieces >= 10, "{pieces} pieces of code");
}

#[test]
fn mentioned_check_ids_exist() {
    for check in Check::ALL {
        let text = check.spec().explanation;
        for word in text.split('`') {
            let is_id =
                ["compile.", "board.", "solver."].iter().any(|group| word.starts_with(group));
            let is_id = is_id
                && !matches!(word, "board.rs" | "solver.rs")
                && word.chars().all(|c| c.is_ascii_lowercase() || "._".contains(c));
            assert!(!is_id || Check::from_id(word).is_some(), "{check}: `{word}`");
        }
    }
}
