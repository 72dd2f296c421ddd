//! The commands to run, as lines for the grader. Arguments are separated by spaces.

use audit::corpus::Labelled;
use grade::check::{Check, Group};
use grade::view::Audience;
use report::Format;

use crate::downloads::PLATFORMS;
use crate::inputs::folder_of;
use crate::students::CLASS;
use crate::{gradebooks, wrong};

/// The command that writes a page of the manual for each command, from which the names of all commands are known.
pub(crate) const MANUAL: &str = "man --out manual";

/// The number of submissions that are graded one by one.
/// Each takes seconds, and a class covers the other submissions.
const ALONE: usize = 3;

/// Lines to run one after the other, because they use the same folder of grades.
pub(crate) type Sequence = Vec<String>;

/// Returns the phases, each with sequences that do not depend on each other.
pub(crate) fn phases_of_lines(submissions: &[Labelled], names: &[String]) -> Vec<Vec<Sequence>> {
    let classes = submissions.len().div_ceil(CLASS);
    // This compiles and measures the model, which the commands at the same time would otherwise wait for.
    let mut first = to_lines(&["check model --jobs 1", "init own", "new fresh --name my-puzzle"]);
    first.push(MANUAL.to_owned());
    // Start the longest commands first.
    let mut second: Vec<String> = (0..classes)
        .map(|class| format!("grade classes/{class} --out grades/{class} --jobs 1 --no-install"))
        .collect();
    second.extend(submissions.iter().take(ALONE).flat_map(lines_for_submission_alone));
    second.extend(to_lines(&GRADING));
    second.extend(lines_for_explanations(names));
    second.extend(to_lines(&PUZZLES));
    let mut third: Vec<Sequence> =
        PLATFORMS.iter().map(|platform| lines_for_download(platform)).collect();
    third.extend((0..classes).map(lines_for_reports));
    third.extend(AGAIN.iter().map(|line| vec![(*line).to_owned()]));
    let alone = |lines: Vec<String>| -> Vec<Sequence> {
        lines.into_iter().map(|line| vec![line]).collect()
    };
    // An overview of an assignment counts the submissions that have been graded so far.
    let mut second = alone(second);
    // These use the same folder, too.
    second.push(to_lines(&wrong::LINES));
    vec![alone(first), second, third, vec![to_lines(&LAST)], vec![to_lines(&ASSIGNMENTS)]]
}

/// Returns the lines for a class that was downloaded from a platform.
fn lines_for_download(platform: &str) -> Sequence {
    let out = format!("platforms/{platform}");
    let grade = format!(
        "grade downloads/{platform} --roster roster.csv --assignment dates --out {out} --jobs 1"
    );
    let pages = format!("report {out} --out files/{platform}.html --students pages/{platform}");
    let mut all = vec![grade.clone(), pages, grade];
    let filled = |name| WAYS.iter().enumerate().map(move |(index, way)| (name, index, way));
    all.extend(gradebooks::names().flat_map(filled).map(|(name, index, way)| {
        format!(
            "report platforms/{platform} --gradebook gradebooks/{name}.csv \
             --out files/{platform}-{index}-{name}.csv {way}"
        )
    }));
    all
}

/// The ways to fill in a gradebook.
const WAYS: [&str; 3] =
    ["", "--overwrite --missing zero --rejected zero", "--scale=50 --decimal-comma --preview"];

fn to_lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Returns the lines for a submission that is graded without a class.
fn lines_for_submission_alone(labelled: &Labelled) -> [String; 3] {
    let path = format!("classes/0/{}", folder_of(labelled));
    let out = format!("files/alone-{}", folder_of(labelled));
    let also: Vec<String> =
        Format::ALL.map(|format| format!("--also {0}={out}.{0}", format.name())).to_vec();
    let files = ["summary", "counts", "tests", "trace", "page"];
    let files: Vec<String> = files.iter().map(|name| format!("--{name} {out}.{name}")).collect();
    [
        format!("check {path} --jobs 1 --color always {} {}", also.join(" "), files.join(" ")),
        format!("check {path} --jobs 1 --only board --audience instructor --progress json"),
        format!("hint --submission {path} --jobs 1 --step 3"),
    ]
}

/// Commands that grade a few submissions.
const GRADING: [&str; 5] = [
    "check model --jobs 1 --watch",
    "check model --jobs 1 --assignment own --audience after-due-date",
    "assignment own --student-kit kit",
    "build model --out programs --jobs 1",
    "audit --only right/one-queue faults/greedy --jobs 1 --format json",
];

/// Help and explanations.
fn lines_for_explanations(names: &[String]) -> Vec<String> {
    let mut all =
        to_lines(&["--help", "-h", "help", "--version", "explain", "explain --color always"]);
    for name in names {
        all.extend([format!("{name} --help"), format!("{name} -h"), format!("help {name}")]);
    }
    for check in Check::ALL {
        all.push(format!("explain {check}"));
        // The default assignment does not grade tests.
        if check != Check::TestsOwn {
            all.push(format!("hint {check}"));
            all.push(format!("hint {check} --step 3 --submission model"));
        }
    }
    all.extend(Group::ALL.map(|group| format!("explain {} --color always", group.id())));
    let shells = ["bash", "elvish", "fish", "powershell", "zsh"];
    all.extend(shells.map(|shell| format!("completions {shell}")));
    all
}

const PUZZLES: [&str; 16] = [
    "puzzle show puzzle.txt",
    "puzzle show 8 1 3 4 0 2 7 6 5 --goal spiral --color always",
    "puzzle show 2 1 3 4 5 6 7 8 0",
    "puzzle solve puzzle.txt --animate",
    "puzzle solve puzzle.txt --algorithm a-star --steps",
    "puzzle solve puzzle.txt --algorithm greedy --heuristic hamming",
    "puzzle solve puzzle.txt --print princeton",
    "puzzle solve puzzle.txt --print csharp",
    "puzzle solve dates/puzzles/3x3.toml --format json",
    "puzzle compare puzzle.txt",
    "puzzle verify dates/puzzles/3x3.toml",
    "puzzle verify dates/puzzles/2x2.toml --format json",
    "puzzle generate --n 3 --moves 10..20 --count 5 --seed 7",
    "puzzle generate --n 4 --walk 30 --count 3 --seed 7 --format flat",
    "puzzle generate --n 3 --unsolvable --moves 4..9 --count 2 --seed 7 --out generated",
    "play puzzle.txt --out puzzle.html",
];

const ASSIGNMENTS: [&str; 6] = [
    "assignment",
    "assignment --format json",
    "assignment dates",
    "assignment dates --after-due-date --student-kit kit-of-dates",
    "new student --assignment dates",
    "gradescope --source sources --assignment dates --out autograder.zip",
];

/// Commands that grade the first class again, in other ways.
const AGAIN: [&str; 8] = [
    "grade classes/0 --out corrected --jobs 1 --overrides overrides.toml",
    "grade classes/0 --out parts/1 --jobs 1 --partition hash:1/2",
    "grade classes/0 --out parts/2 --jobs 1 --partition hash:2/2",
    "grade downloads/canvas --roster roster.csv --assignment dates --attempts last-before-due \
     --extensions extensions.toml --out extended --jobs 1 --progress json",
    "grade downloads/moodle --roster roster.csv --write-authors authors.csv --out moodle --jobs 1",
    "grade classes/0 --roster roster.csv --groups groups.csv --out grouped --jobs 1",
    "grade model --prebuilt programs --no-cache --out prebuilt --jobs 1",
    "similar downloads/gradescope --roster roster.csv --anonymous",
];

/// Reports, pages and comparisons of a class.
fn lines_for_reports(class: usize) -> Sequence {
    let (grades, files) = (format!("grades/{class}"), format!("files/class-{class}"));
    let mut all = Vec::new();
    for format in Format::ALL {
        for audience in Audience::ALL {
            let (format, audience) = (format.name(), audience.name());
            all.push(format!(
                "report {grades} --format {format} --audience {audience} --out reports/{class}/{audience}/{format}"
            ));
        }
    }
    all.extend([
        format!("report {grades} --out {files}-class.html --students pages/{class}"),
        format!("report {grades} --out {files}-anonymous.html --anonymous"),
        format!("report {grades} --out {files}-similar.html --submissions classes/{class}"),
        format!("report {grades} --groups"),
        format!("similar classes/{class} --jobs 1"),
        format!("similar classes/{class} --jobs 1 --format json --anonymous"),
        format!("similar classes/{class} --jobs 1 --format html --out {files}-pairs.html"),
    ]);
    all
}

const LAST: [&str; 9] = [
    "merge parts/1 parts/2 --out merged",
    "diff grades/0 corrected",
    "diff grades/0 corrected --format json",
    "diff corrected grades/0 --anonymous",
    "diff grades/0 parts/1",
    "report platforms/moodle --feedback moodle --out moodle.zip",
    "report platforms/canvas --feedback canvas --download downloads/canvas --out canvas.zip",
    "report platforms/moodle --gradebook gradebooks/moodle.csv --out files/comments.csv --comments",
    "report extended --out extended.html --students extended-pages --audience after-due-date",
];
