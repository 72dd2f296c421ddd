//! Implements `--also FORMAT=FILE`, which writes a grade in additional formats without grading again.

use std::path::PathBuf;

use report::Format;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AdditionalReport {
    pub(super) format: Format,
    pub(super) file: PathBuf,
}

/// Parses `FORMAT=FILE`.
pub(super) fn parse_additional_report(text: &str) -> Result<AdditionalReport, String> {
    let Some((name, file)) = text.split_once('=') else {
        return Err("expected `FORMAT=FILE`".to_owned());
    };
    let Some(format) = Format::from_name(name) else {
        let names: Vec<_> = Format::names().collect();
        return Err(format!("unknown format `{name}`, expected one of {}", names.join(", ")));
    };
    if file.is_empty() {
        return Err("expected a file after `=`".to_owned());
    }
    Ok(AdditionalReport { format, file: PathBuf::from(file) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_and_a_file_are_parsed() {
        let also = parse_additional_report("junit=out/a=b.xml").unwrap();
        assert_eq!(
            also,
            AdditionalReport { format: Format::Junit, file: PathBuf::from("out/a=b.xml") }
        );
        for text in ["", "junit", "junit=", "=a.xml", "xml=a.xml", "JUNIT=a.xml"] {
            assert!(parse_additional_report(text).is_err(), "{text}");
        }
        assert!(parse_additional_report("xml=a").unwrap_err().contains("human, json, junit"));
    }
}
