//! Tests that the grader accepts the commands in the README and the book. To run them, see `grader/tests/it/book.rs`.

use clap::{CommandFactory as _, Parser as _};

use crate::cli::args::Args;

#[path = "../../../tests/it/book/blocks.rs"]
mod blocks;

/// Splits a line into commands, and commands into words, without redirections.
fn split_into_commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![vec![String::new()]];
    let mut quote = None;
    for c in line.chars() {
        let command = commands.last_mut().expect("one at least");
        let is_first = command.last().is_some_and(String::is_empty);
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '#') if is_first => break,
            (None, '|' | '&' | ';') => commands.push(vec![String::new()]),
            (None, ' ') if is_first => {}
            (None, ' ') => command.push(String::new()),
            (_, c) => command.last_mut().expect("a word").push(c),
        }
    }
    for command in &mut commands {
        let end = command.iter().position(|word| word.is_empty() || word.contains('>'));
        command.truncate(end.unwrap_or(command.len()));
    }
    commands
}

fn is_feature_available(needs: &str) -> bool {
    let program = Args::command();
    match needs {
        "watch" => {
            let check = program.find_subcommand("check").expect("the command `check`");
            check.get_arguments().any(|argument| argument.get_long() == Some("watch"))
        }
        name => program.find_subcommand(name).is_some(),
    }
}

#[test]
fn every_command_in_the_book_parses() {
    let mut count = 0;
    for block in blocks::pages().iter().flat_map(|page| blocks::blocks(page)) {
        let elsewhere = block.needs().filter(|command| ["new", "init", "watch"].contains(command));
        if elsewhere.is_some_and(|needs| !is_feature_available(needs)) {
            continue;
        }
        for line in block.commands() {
            for words in split_into_commands(line) {
                // Accept `cargo run -- check` and `rustup run 1.95.0 grader check`.
                let arguments = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                    ["grader", rest @ ..] | ["rustup", "run", _, "grader", rest @ ..] => {
                        rest.to_vec()
                    }
                    ["cargo", "run", "--", rest @ ..] if !rest[0].starts_with("puzzles/") => {
                        rest.to_vec()
                    }
                    _ => continue,
                };
                let parsed = Args::try_parse_from(["grader"].iter().chain(&arguments));
                assert!(parsed.is_ok(), "{}: {line}\n{}", block.place, parsed.unwrap_err());
                count += 1;
            }
        }
    }
    assert!(count > 50, "only {count} commands were found");
}

#[test]
fn lines_are_split_as_in_a_shell() {
    let words = |line: &str| {
        split_into_commands(line).into_iter().map(|command| command.join("|")).collect::<Vec<_>>()
    };
    assert_eq!(words("grader check 'a b' # the grade"), ["grader|check|a b"]);
    assert_eq!(
        words("grader check > out.txt || [ $? -eq 1 ]"),
        ["grader|check", "", "[|$?|-eq|1|]"]
    );
}
