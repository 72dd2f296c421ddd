//! Tests that the formats for people show headlines once, before the checks.

use super::*;

const HEADLINE: &str = "with your own board, moves() of puzzle04 returns 34, but should return 16";

fn with_headline() -> Grade {
    let mut grade = failing();
    let headline = Remark { is_headline: true, ..Remark::new(None, HEADLINE) };
    grade.remarks.insert(0, headline);
    grade
}

#[test]
fn the_headline_appears_once_before_the_checks() {
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = in_one_line(&render(Format::Human, &with_headline()));
    let markdown =
        summary(&Corrected::from(&with_headline()).view(Audience::Student), SUMMARY_LIMIT);
    let page = pages::page_of(&[with_headline()], Vec::new());
    let gradescope = render(Format::Gradescope, &with_headline());
    for text in [text, markdown, gradescope] {
        let at = text.find(HEADLINE).unwrap_or_else(|| panic!("{text}"));
        assert!(at < text.find("hamming").unwrap(), "{text}");
        assert_eq!(text.matches(HEADLINE).count(), 1, "{text}");
    }
    assert_eq!(page.matches(&format!("<p class=\"banner\">{HEADLINE}")).count(), 1, "{page}");
    assert_eq!(page.matches(HEADLINE).count(), 1, "{page}");
}

#[test]
fn the_headline_survives_a_json_round_trip() {
    let text = with_headline().json();
    assert_eq!(Grade::from_json(&text).unwrap().remarks, with_headline().remarks);
    assert_eq!(text.matches("\"headline\": true").count(), 1);
}
