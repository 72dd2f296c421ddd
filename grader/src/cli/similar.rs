//! `grader similar`: shows which submissions share code.

use std::thread;

use super::error::{CliError, show_plain};
use super::exit::Exit;
use super::folder::quoted;
use super::grade::report_strays;
use super::output;
use super::similar_args::{SimilarArgs, SimilarFormat};
use super::status_line::StatusLine;
use crate::intake::class::find;
use crate::report::similar::{self, Findings};
use crate::similarity::jplag::export;
use crate::similarity::{CollectError, Collected, Comparison, Given, LeftOut, Wish};

pub(super) fn run(args: &SimilarArgs) -> Result<Exit, CliError> {
    let jobs = args
        .jobs
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let found = find(&args.submissions, args.roster.as_deref());
    let class = found.map_err(CollectError::from)?;
    if class.entries.len() < 2 && args.past.is_empty() {
        return Err(CliError::Misuse {
            message: "there is one submission, and nothing to compare it with".to_owned(),
            hint: "give the folder of the class, or earlier years with `--past`".to_owned(),
        });
    }
    let mut given = Given::embedded();
    for folder in &args.template {
        given.add_folder(folder)?;
    }
    if let Some(out) = &args.out {
        output::check_writable(out)?;
    }
    report_strays(&class);

    let status = StatusLine::new();
    status.say("reading the submissions", false);
    let mut collected = Collected::default();
    collected.add_class(&class.entries, jobs)?;
    collected.add_past(&args.past, jobs)?;
    let Collected { documents, left_out } = collected;
    let of_class = documents.iter().filter(|it| !it.is_past).count();
    if documents.len() < 2 || of_class == 0 {
        status.clear();
        return Err(too_few(&left_out));
    }
    status.say("comparing the submissions", false);
    let wish = Wish { at_least: args.at_least, top: args.top.into(), jobs };
    let comparison = Comparison::of(documents, &given, wish);
    status.clear();

    if let Some(folder) = &args.jplag {
        let arguments = export(folder, comparison.documents(), &given)?;
        let arguments: Vec<String> = arguments.iter().map(|it| quoted(it)).collect();
        show_plain(&format!("java -jar jplag.jar {}", arguments.join(" ")));
    }
    let findings = Findings { comparison: &comparison, left_out: &left_out };
    let text = match args.format {
        SimilarFormat::Human => {
            similar::human(&findings, &output::layout(args.color, args.out.is_some()))
        }
        SimilarFormat::Json => similar::json(&findings),
        SimilarFormat::Html => String::new(),
    };
    output::write(args.out.as_deref(), &text)?;
    Ok(Exit::Passed)
}

/// That no two submissions could be read, with what is wrong with the first few.
fn too_few(left_out: &[LeftOut]) -> CliError {
    let reasons: Vec<String> =
        left_out.iter().map(|it| format!("{}: {}", it.name, it.reason)).collect();
    let more = reasons.len().saturating_sub(3);
    let mut hint = reasons[..reasons.len() - more].join("; ");
    if more > 0 {
        hint.extend(["; and ", &more.to_string(), " more"]);
    }
    CliError::Misuse { message: "fewer than two submissions can be read".to_owned(), hint }
}
