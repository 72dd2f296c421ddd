//! Tests `grader puzzle solve --animate` on a simulated screen, in a pseudo-terminal from `script` (part of
//! util-linux).

use std::process::Command;

use super::FOUR_MOVES;
use crate::process::{Finish as _, Process};
use crate::support::PROGRAM;

#[derive(Default)]
struct Screen {
    lines: Vec<String>,
    line: usize,
    column: usize,
}

impl Screen {
    /// Applies output to the screen. Panics for escape sequences that the grader does not use.
    fn show(&mut self, text: &str) {
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match c {
                '\r' => self.column = 0,
                '\n' => self.line += 1,
                '\x1b' => {
                    assert_eq!(rest.next(), Some('['));
                    let number: String = rest.by_ref().take_while(char::is_ascii_digit).collect();
                    let sequence = text[..text.len() - rest.as_str().len()].chars().next_back();
                    match sequence {
                        Some('A') => self.line -= number.parse::<usize>().expect("lines to go up"),
                        Some('K') => self.lines[self.line].clear(),
                        other => panic!("an unknown control code: {number}{other:?}"),
                    }
                }
                c => {
                    let line = &mut self.lines[self.line];
                    assert_eq!(line.chars().count(), self.column, "something was written over");
                    line.push(c);
                    self.column += 1;
                }
            }
            if self.lines.len() <= self.line {
                self.lines.resize(self.line + 1, String::new());
            }
        }
    }

    fn text(&self) -> String {
        self.lines.join("\n").trim_end().to_owned()
    }
}

/// Returns a command to run the grader in a terminal of this type with this number of rows.
fn on_terminal(rows: usize, kind: &str, arguments: &str) -> Command {
    after("true", rows, kind, arguments)
}

/// Like [`on_terminal`], but runs another shell command first.
fn after(first: &str, rows: usize, kind: &str, arguments: &str) -> Command {
    let mut command = Command::new("script");
    let program = format!(
        "stty rows {rows} cols 80; {first}; \
         exec '{PROGRAM}' puzzle solve '{FOUR_MOVES}' --animate {arguments}"
    );
    command.args(["--quiet", "--return", "--command", &program, "/dev/null"]);
    command.env("TERM", kind).env("SHELL", "/bin/sh").env_remove("NO_COLOR");
    command
}

fn output(mut command: Command) -> String {
    let output = command.finish();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("a text")
}

const LAST: &str = "move 4 of 4: tile 6 slides\n┌─────────┐\n│ 1  2  3 │\n│ 4  5  6 │\n│ 7  8    │\n\
                    └─────────┘";

#[test]
fn each_board_replaces_the_previous_one() {
    let text = output(on_terminal(24, "xterm", "--pause 1"));
    let mut screen = Screen { lines: vec![String::new()], ..Screen::default() };
    let mut boards = Vec::new();
    // Before each board, the cursor will move up.
    for (number, part) in text.split("\x1b[6A").enumerate() {
        screen.show(&if number == 0 { part.to_owned() } else { format!("\x1b[6A{part}") });
        boards.push(screen.text());
    }
    assert_eq!(boards.len(), 5);
    for (number, board) in boards.iter().enumerate() {
        assert!(board.starts_with(&format!("move {number} of 4")), "{board}");
        assert_eq!(board.lines().count(), 6, "{board}");
    }
    assert_eq!(boards[4], LAST);
    assert_eq!((screen.line, screen.column), (6, 0), "the cursor is below the board");
}

#[test]
fn small_or_dumb_terminals_get_boards_in_sequence() {
    for (rows, kind) in [(5, "xterm"), (24, "dumb")] {
        // Otherwise, the terminal would also show progress messages.
        let text = output(on_terminal(rows, kind, "--pause 1 2>/dev/null"));
        assert!(!text.contains('\x1b'), "{text:?}");
        assert_eq!(text.matches("move ").count(), 5);
        assert!(text.replace('\r', "").trim_end().ends_with(LAST), "{text}");
    }
}

#[test]
fn an_interrupt_leaves_the_cursor_below_the_board() {
    let mut command = on_terminal(24, "xterm", "--pause 3600000");
    let mut terminal = Process::start(&mut command);
    terminal.until("┘\r\n");
    terminal.write("\x03");
    let (rest, exit) = terminal.end();
    // The terminal prints `^C`, and there is nothing to restore.
    assert_eq!(rest.trim(), "^C");
    assert_eq!(exit, Some(130));
}

/// A shell starts background programs with ignored interrupts.
#[test]
fn an_initially_ignored_interrupt_stays_ignored() {
    let mut command = after("trap '' INT", 24, "xterm", "--pause 100");
    let mut terminal = Process::start(&mut command);
    terminal.until("┘\r\n");
    terminal.write("\x03");
    let (rest, exit) = terminal.end();
    assert!(rest.contains("move 4 of 4"), "{rest}");
    assert_eq!(exit, Some(0));
}
