//! Manages the full-screen terminal, and restores it however the program ends.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, Sender};
use std::{panic, thread};

use crossterm::event::{self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{Command, cursor, execute, terminal};
use report::Layout;

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;
use super::draw::{ScreenLayout, draw_screen, last_first_line, top_of_new_step};
use super::event::{WatchEvent, Wish};
use super::state::{LastResult, ScreenState};

/// Shows the state on the full screen until the end event, and then leaves the last report in the terminal.
pub(super) fn show_screen(
    mut state: ScreenState,
    layout: &Layout,
    events: &Receiver<WatchEvent>,
    sender: Sender<WatchEvent>,
) -> Result<Exit, CliError> {
    let last_look = show_until_end(&mut state, layout, events, sender)?;
    leave_report(&state, &last_look.layout)?;
    Ok(state.exit)
}

/// Shows the state on the full screen until the end event. Returns the last look.
fn show_until_end(
    state: &mut ScreenState,
    layout: &Layout,
    events: &Receiver<WatchEvent>,
    sender: Sender<WatchEvent>,
) -> Result<ScreenLayout, CliError> {
    let closed = |source| CliError::Print { source };
    let (width, height) = terminal::size().map_err(closed)?;
    let mut size = (width, height);
    let _screen = Screen::take_over_terminal().map_err(closed)?;
    let keys = sender;
    thread::spawn(move || read_keys(&keys));
    let mut shown = Vec::new();
    loop {
        let look = screen_layout(size, layout);
        let lines = draw_screen(state, &look);
        Screen::paint_changed_lines(&shown, &lines).map_err(closed)?;
        shown = lines;
        // Handle all pending events before drawing.
        let mut next = events.recv().ok();
        while let Some(event) = next {
            match event {
                WatchEvent::End => return Ok(look),
                WatchEvent::Size(width, height) => {
                    size = (width, height);
                    // After a resize, the contents of the screen are undefined.
                    shown.clear();
                }
                WatchEvent::Suspend => {
                    Screen::suspend().map_err(closed)?;
                    // The window may have been resized while we were stopped.
                    size = terminal::size().map_err(closed)?;
                    shown.clear();
                }
                WatchEvent::Wish(Wish::Scroll(lines)) => scroll_by(state, &look, lines),
                WatchEvent::Wish(Wish::Page(pages)) => {
                    let page = i32::try_from(look.body_height()).unwrap_or(i32::MAX);
                    // Keep one line of the previous page in view.
                    scroll_by(state, &look, pages.saturating_mul(page.saturating_sub(1).max(1)));
                }
                WatchEvent::Wish(Wish::Hint) => {
                    state.apply_event(WatchEvent::Wish(Wish::Hint));
                    state.top = top_of_new_step(state, &look);
                }
                event => state.apply_event(event),
            }
            next = events.try_recv().ok();
        }
    }
}

/// Prints the last report to the normal screen, so that users can still read it when the program has ended.
fn leave_report(state: &ScreenState, layout: &Layout) -> Result<(), CliError> {
    match &state.last {
        LastResult::Report(report) => output::print(&report::human(&report.view, layout))?,
        LastResult::Error(text) => print_note(text),
        LastResult::Nothing => return Ok(()),
    }
    if state.doing.is_some() {
        print_note("this report does not include your last save");
    }
    Ok(())
}

fn screen_layout((width, height): (u16, u16), layout: &Layout) -> ScreenLayout {
    let (width, height) = (usize::from(width), usize::from(height));
    ScreenLayout { width, height, layout: Layout { width, ..layout.clone() } }
}

fn scroll_by(state: &mut ScreenState, look: &ScreenLayout, lines: i32) {
    let step = usize::try_from(lines.unsigned_abs()).unwrap_or(usize::MAX);
    let furthest = last_first_line(state, look);
    let top = state.top.min(furthest);
    state.top =
        if lines < 0 { top.saturating_sub(step) } else { top.saturating_add(step).min(furthest) };
}

struct Screen;

impl Screen {
    fn take_over_terminal() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        // From here on, the terminal will be restored after errors.
        let screen = Self;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore_terminal();
            before(panic);
        }));
        enter_screen()?;
        Ok(screen)
    }

    /// Returns to the shell until the user continues this program.
    fn suspend() -> io::Result<()> {
        restore_terminal();
        stop()?;
        terminal::enable_raw_mode()?;
        enter_screen()
    }

    fn paint_changed_lines(before: &[String], lines: &[String]) -> io::Result<()> {
        let mut text = String::new();
        let to = |row: usize| cursor::MoveTo(0, u16::try_from(row).unwrap_or(u16::MAX));
        let write = |text: &mut String, row: usize, line: &str| -> std::fmt::Result {
            to(row).write_ansi(text)?;
            // Clear the line before writing: when it is full, clearing it afterward would erase the last character.
            terminal::Clear(terminal::ClearType::UntilNewLine).write_ansi(text)?;
            text.write_str(line)?;
            text.write_str("\x1b[0m")
        };
        for (row, line) in lines.iter().enumerate() {
            if before.get(row) != Some(line) {
                write(&mut text, row, line).map_err(io::Error::other)?;
            }
        }
        if text.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        execute!(out, terminal::BeginSynchronizedUpdate)?;
        out.write_all(text.as_bytes())?;
        execute!(out, terminal::EndSynchronizedUpdate)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore_terminal();
        // Remove the panic hook, since it would clear the normal screen in a later panic.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// Takes over the screen of a terminal in raw mode.
fn enter_screen() -> io::Result<()> {
    execute!(io::stdout(), terminal::EnterAlternateScreen, terminal::DisableLineWrap, cursor::Hide)
}

/// Suspends this process until it is continued, unless there is no shell to continue it.
#[cfg(unix)]
fn stop() -> io::Result<()> {
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)
}

/// Does nothing, because other systems cannot suspend processes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the Unix version can fail")]
fn stop() -> io::Result<()> {
    Ok(())
}

/// Restores the terminal. Ignores errors, because the terminal may be gone.
fn restore_terminal() {
    let _ = execute!(
        io::stdout(),
        cursor::Show,
        terminal::EnableLineWrap,
        terminal::LeaveAlternateScreen
    );
    let _ = terminal::disable_raw_mode();
}

/// Sends key presses and resizes until the receiver or the terminal is gone.
fn read_keys(events: &Sender<WatchEvent>) {
    loop {
        let event = match event::read() {
            Ok(Input::Key(key)) if key.kind != KeyEventKind::Release => match event_for_key(key) {
                Some(event) => event,
                None => continue,
            },
            Ok(Input::Resize(width, height)) => WatchEvent::Size(width, height),
            Ok(_) => continue,
            Err(_) => WatchEvent::End,
        };
        let is_last = matches!(event, WatchEvent::End);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn event_for_key(key: KeyEvent) -> Option<WatchEvent> {
    let wish = match key.code {
        KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            return Some(WatchEvent::End);
        }
        KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            return Some(WatchEvent::Suspend);
        }
        KeyCode::Char('q') => return Some(WatchEvent::End),
        KeyCode::Char('a') => Wish::All,
        KeyCode::Char('o') => Wish::One,
        KeyCode::Char('e') => Wish::Explain,
        KeyCode::Char('h') => Wish::Hint,
        KeyCode::Char('f') | KeyCode::Esc => Wish::First,
        KeyCode::Char('n') | KeyCode::Right | KeyCode::Tab => Wish::Next,
        KeyCode::Char('p') | KeyCode::Left | KeyCode::BackTab => Wish::Previous,
        KeyCode::Char('j') | KeyCode::Down => Wish::Scroll(1),
        KeyCode::Char('k') | KeyCode::Up => Wish::Scroll(-1),
        KeyCode::Char(' ') | KeyCode::PageDown => Wish::Page(1),
        KeyCode::Char('b') | KeyCode::PageUp => Wish::Page(-1),
        KeyCode::Home => Wish::Scroll(i32::MIN),
        KeyCode::End => Wish::Scroll(i32::MAX),
        _ => return None,
    };
    Some(WatchEvent::Wish(wish))
}
