//! Renders the state of the screen as lines of text.

use grade::check::Check;
use grade::view::{CheckView, Finding};
use grade::words::counted;
use report::{HintStep, Layout};
use terminal::style::{Styles, paint};
use terminal::wrap::{escape, shorten_to_width, width as columns, wrap};

use super::line::{color_compiler_line, truncate_line, without_styles};
use super::state::{LastResult, ScreenState, WatchPage, WatchReport};

pub(super) struct ScreenLayout {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The layout of reports, with this number of columns.
    pub(super) layout: Layout,
}

/// The number of lines above and below the body.
// The title, the sums, a rule, and the keys.
const FRAME: usize = 4;

impl ScreenLayout {
    pub(super) fn body_height(&self) -> usize {
        // A terminal can have any height, even none.
        self.height.saturating_sub(FRAME).max(1)
    }
}

/// Renders the screen as lines that fit.
pub(super) fn draw_screen(state: &ScreenState, look: &ScreenLayout) -> Vec<String> {
    let styles = Styles::new(look.layout.colour);
    let mut lines = vec![title_line(state, look, styles), sums_line(state, look.width, styles)];
    lines.push(paint(styles.dim, &rule_line(state, look.width)));
    let body = body_lines(state, look, styles);
    let room = look.body_height();
    let top = state.top.min(furthest_top(&body, room));
    let is_cut = body.len() > top + room;
    // The last line says how much is below.
    let shown = if is_cut { room.saturating_sub(1) } else { room };
    lines.extend(body.iter().skip(top).take(shown).cloned());
    if is_cut {
        let more = counted(body.len() - top - shown, "more line");
        lines.push(paint(styles.dim, &format!("… {more} below")));
    }
    lines.resize(look.height.saturating_sub(1), String::new());
    lines.push(paint(styles.dim, key_help(state, look.width)));
    lines.truncate(look.height);
    lines.into_iter().map(|line| truncate_line(&line, look.width)).collect()
}

pub(super) fn last_first_line(state: &ScreenState, look: &ScreenLayout) -> usize {
    furthest_top(&body_lines(state, look, Styles::new(look.layout.colour)), look.body_height())
}

/// Returns the first line of the last step of an open hint, or 0.
pub(super) fn top_of_new_step(state: &ScreenState, look: &ScreenLayout) -> usize {
    let WatchPage::Hint(step) = state.page else { return 0 };
    let before = step.number().checked_sub(1).and_then(HintStep::from_number);
    let (Some(before), Some(check)) = (before, state.current_check()) else { return 0 };
    // A blank line separates the steps.
    state.hint_text(check, before, &look.layout).lines().count() + 1
}

fn furthest_top(body: &[String], room: usize) -> usize {
    body.len().saturating_sub(room)
}

fn title_line(state: &ScreenState, look: &ScreenLayout, styles: Styles) -> String {
    let name = escape(&state.name);
    let score = match &state.last {
        LastResult::Report(report) => match report.view.score {
            Some(score) => format!(": {score} / {}", report.view.max_score),
            None => ": no score".to_owned(),
        },
        LastResult::Error(_) => ": no score".to_owned(),
        LastResult::Nothing => String::new(),
    };
    let (doing, style) = match state.doing {
        Some(doing) => (format!("{doing} …"), styles.warn),
        None => ("waiting for a save".to_owned(), styles.dim),
    };
    let room = look.width.saturating_sub(columns(&doing) + 2);
    let title = shorten_to_width(&format!("{name}{score}"), room);
    let gap = " ".repeat(look.width.saturating_sub(columns(&title) + columns(&doing)));
    let title = if state.doing.is_some() {
        paint(styles.dim, &title)
    } else {
        paint(styles.strong, &title)
    };
    format!("{title}{gap}{}", paint(style, &doing))
}

/// Renders the line above the report: which of the checks to fix is shown, and whether the report is outdated, which
/// you should be able to tell without color.
fn rule_line(state: &ScreenState, width: usize) -> String {
    let is_of_one = !matches!(state.page, WatchPage::All) && state.kept.is_none();
    let count = state.shown_report().map_or(0, |report| report.to_mend.len());
    let title = if state.is_old() && state.shown_report().is_some() {
        "─── previous report ".to_owned()
    } else if is_of_one && count > 1 {
        format!("─── {} of {count} ", state.number + 1)
    } else {
        String::new()
    };
    let rest = width.saturating_sub(columns(&title));
    title + &"─".repeat(rest)
}

fn sums_line(state: &ScreenState, width: usize, styles: Styles) -> String {
    if let Some(report) = &state.ahead {
        let mend = paint(styles.bad, &format!("{} to fix", report.to_mend.len()));
        return format!("{mend} {}", paint(styles.dim, "so far; the rest is being graded"));
    }
    let LastResult::Report(report) = &state.last else {
        return paint(styles.dim, state.note.unwrap_or_default());
    };
    let of = |wanted: fn(&CheckView) -> bool| {
        report.view.checks.iter().filter(|check| wanted(check)).count()
    };
    let mend = report.to_mend.len();
    let passed = of(|check| check.finding == Finding::Pass);
    let waiting = of(|check| matches!(check.finding, Finding::Skipped { .. }));
    let mut parts = Vec::new();
    if mend > 0 {
        parts.push((styles.bad, format!("{mend} to fix")));
    }
    let is_all = passed > 0 && passed == report.view.checks.len();
    parts.push((
        styles.good,
        match (is_all, report.view.hides_parts()) {
            (true, false) => format!("all {} passed", counted(passed, "check")),
            (true, true) => format!("all {} shown here passed", counted(passed, "check")),
            (false, _) => format!("{passed} passed"),
        },
    ));
    if waiting > 0 {
        let taken: usize = parts.iter().map(|(_, text)| columns(text) + 2).sum();
        let text = format!("{waiting} waiting for other checks");
        let is_short = taken + columns(&text) > width;
        parts.push((styles.dim, if is_short { format!("{waiting} waiting") } else { text }));
    }
    if let Some(note) = state.note {
        parts.push((styles.dim, note.to_owned()));
    }
    let is_old = state.is_old();
    let style = |style| if is_old { styles.dim } else { style };
    let parts: Vec<_> = parts.iter().map(|(color, text)| paint(style(*color), text)).collect();
    parts.join(", ")
}

fn body_lines(state: &ScreenState, look: &ScreenLayout, styles: Styles) -> Vec<String> {
    let width = look.width;
    let layout = &look.layout;
    let lines: Vec<String> = match (&state.last, state.shown_report(), state.current_check()) {
        (_, _, Some(check)) if state.page == WatchPage::Explain => {
            report::explanations(&[check], layout).lines().map(str::to_owned).collect()
        }
        (_, Some(_), Some(check)) if let WatchPage::Hint(step) = state.page => {
            state.hint_text(check, step, layout).lines().map(str::to_owned).collect()
        }
        (_, Some(report), _) if state.page == WatchPage::All => {
            report::human(&report.view, layout).lines().map(str::to_owned).collect()
        }
        (_, Some(report), check) => check_lines(state, report, check, layout, styles),
        (LastResult::Error(text), ..) => {
            let text = if layout.colour { text.clone() } else { without_styles(text) };
            text.lines().flat_map(|line| wrap_line(line, width)).collect()
        }
        _ => vec!["Waiting for the first report.".to_owned()],
    };
    if state.is_old() && !matches!(state.page, WatchPage::Explain | WatchPage::Hint(_)) {
        return lines.iter().map(|line| paint(styles.dim, &without_styles(line))).collect();
    }
    lines
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width { vec![line.to_owned()] } else { wrap(line, width) }
}

/// Renders a failed check and a list of the others.
fn check_lines(
    state: &ScreenState,
    report: &WatchReport,
    check: Option<Check>,
    layout: &Layout,
    styles: Styles,
) -> Vec<String> {
    let find = |check| report.view.find(check);
    let Some(found) = check.and_then(find) else {
        let all = report::human(&report.view, layout);
        return match check.filter(|_| state.ahead.is_some()) {
            Some(check) => vec![format!("{check} is not graded yet.")],
            None => all.lines().map(str::to_owned).collect(),
        };
    };
    let mut lines = Vec::new();
    if found.is_failed() {
        let text = report::format_failed_check(found, layout);
        let is_compilers = found.check == Check::CompileBuild;
        lines.extend(text.lines().map(|line| {
            if is_compilers { color_compiler_line(line, styles) } else { line.to_owned() }
        }));
    } else {
        lines.push(match found.finding {
            Finding::Pass => format!("  {} {}", paint(styles.good, "✓"), found.check),
            _ => format!("  - {} waits for another check", found.check),
        });
    }
    let others: Vec<Check> =
        report.to_mend.iter().copied().filter(|check| *check != found.check).collect();
    if !others.is_empty() {
        lines.extend([String::new(), format!("Then, {}:", counted(others.len(), "check"))]);
        let id = |check: &Check| check.id().len();
        let longest = others.iter().map(id).max().unwrap_or_default();
        for check in others {
            let summary = match find(check).map(|check| &check.finding) {
                Some(Finding::Fail(failure)) => escape(&failure.summary),
                _ => String::new(),
            };
            let summary =
                shorten_to_width(&summary, layout.width.saturating_sub(longest + 4).max(1));
            lines.push(format!("  {:<longest$}  {}", check.id(), paint(styles.dim, &summary)));
        }
    }
    lines
}

/// Returns the help for the keys, shortened to fit.
fn key_help(state: &ScreenState, width: usize) -> &'static str {
    // The longest of these lines has about as many columns.
    let is_wide = width >= 76;
    let has_next = state.shown_report().is_some_and(|report| !report.to_mend.is_empty());
    if state.page == WatchPage::Check && !has_next {
        return if state.shown_report().is_some() { "a all  q quit" } else { "q quit" };
    }
    match (state.page, state.kept.is_some(), is_wide) {
        (WatchPage::Check, false, true) => {
            "n next  p previous  h hint  o pin  e explain  a all  ↑↓ scroll  q quit"
        }
        (WatchPage::Check, true, true) => {
            "n next  p previous  h hint  o unpin  e explain  a all  ↑↓ scroll  q quit"
        }
        (WatchPage::All, _, true) => "a one at a time  f first  ↑↓ scroll  q quit",
        (WatchPage::Explain, _, true) => "e back  n next  p previous  a all  ↑↓ scroll  q quit",
        (WatchPage::Hint(_), _, true) => {
            "h next hint, then back  f back  e explain  ↑↓ scroll  q quit"
        }
        (WatchPage::Check, _, false) => "n next  p prev  h hint  e why  a all  q",
        (WatchPage::All, _, false) => "a one  f first  ↑↓  q quit",
        (WatchPage::Explain, _, false) => "e back  n next  p prev  a all  q",
        (WatchPage::Hint(_), _, false) => "h next hint  f back  e why  q",
    }
}
