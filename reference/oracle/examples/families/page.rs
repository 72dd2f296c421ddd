//! Generates the `docs/puzzles.md` page.

use std::fmt::Write;

use crate::choose::{HARD, TIMES};
use crate::curve::{self, counting, shown_by};
use crate::draws;
use crate::evidence::{Evidence, Judged};
use crate::fixtures::{self, Draw};
use crate::pool::{Case, Origin};

/// Returns the text of the page.
pub fn text(evidence: &Evidence) -> String {
    let listed = evidence.listed();
    let mut text = head(evidence, &listed);
    families(&mut text, &evidence.known, &listed);
    text.push_str("\n## Held-out families\n\n");
    if evidence.held_out.is_empty() {
        text.push_str("There are none yet.\n");
    } else {
        text.push_str(
            "No puzzle is chosen by these. They were written by somebody who had not seen the \
             puzzles, and\ntell how well the list does on what nobody thought of.\n\n",
        );
        families(&mut text, &evidence.held_out, &listed);
    }
    not_shown(&mut text, evidence, &listed);
    cost(&mut text, evidence, &listed);
    random(&mut text, evidence);
    puzzles(&mut text, evidence, &listed);
    text
}

fn head(evidence: &Evidence, listed: &[usize]) -> String {
    let mut text = String::from(
        "# The puzzles and what they show\n\n\
         Written by a program, not by hand: `cargo run --release -p oracle --example families -- \
         page`.\n\n\
         A solver that is nearly right finds the shortest way on most boards. Which puzzles tell it \
         from a\nright one is a matter of luck, unless one looks. This program has many such \
         solvers: each family is\nan idea that goes wrong, such as a weight on the estimate, and \
         its members are the idea with other\nparameters. All of them are run on many boards, and \
         the puzzles are chosen so that they show those\nwhich go wrong often enough.\n\n\
         - A member is *wrong* on a board if it finds a way of another length, if it says \
         \"unsolvable\" of a\n  board with a solution or finds a way for one without, or if it \
         takes 30 times as many nodes as\n  the model.\n\
         - It *counts* if it is wrong on 1 % of random 3-by-3 boards (with or without a solution), \
         on 1 % of\n  the larger boards with a long and easy way, or on 10 % of those of \
         4-by-4.\n\
         - A puzzle *shows* it if it is wrong there with two orders of neighbors, and whether ties \
         fall as in\n  the assignment's heap or to the node that was queued first.\n\n",
    );
    let of = |kind| evidence.samples.iter().filter(|case| case.kind == kind).count();
    let _ = writeln!(
        text,
        "Up to {} solvable and {} unsolvable 3-by-3 boards were tried, {} and {} of 4-by-4 that a \
         walk\nfrom the goal leads to, {} random ones of 4-by-4, and {} larger ones. Costs are nodes \
         that the model\ntakes from its two queues.\n",
        of(Origin::Small),
        of(Origin::SmallUnsolvable),
        of(Origin::Walk),
        of(Origin::WalkUnsolvable),
        of(Origin::Random),
        of(Origin::Guided),
    );
    let all = counting(&evidence.known).count();
    let _ = writeln!(
        text,
        "The list has {} puzzles. Of {} members {all} count; {} of them are shown, {} by {TIMES} \
         puzzles or more.\n",
        listed.len(),
        evidence.known.len(),
        shown_by(&evidence.known, listed, 1),
        shown_by(&evidence.known, listed, TIMES),
    );
    text.push_str("## Families\n\n");
    text
}

/// Writes a table with a row for each family.
fn families(text: &mut String, members: &[Judged], listed: &[usize]) {
    text.push_str("| family | members | count | shown | puzzles, least | median |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|\n");
    let mut names: Vec<&str> = Vec::new();
    for judged in members {
        if !names.contains(&judged.member.family()) {
            names.push(judged.member.family());
        }
    }
    for name in names {
        let of_family = || members.iter().filter(|judged| judged.member.family() == name);
        let shown = |judged: &Judged| judged.shown.iter().filter(|it| listed.contains(it)).count();
        let mut times: Vec<usize> =
            counting(members).filter(|judged| judged.member.family() == name).map(shown).collect();
        times.sort_unstable();
        let caught = times.iter().filter(|&&times| times > 0).count();
        let number = |it: Option<&usize>| it.map_or(String::from("-"), usize::to_string);
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {caught} | {} | {} |",
            of_family().count(),
            times.len(),
            number(times.first()),
            number(times.get(times.len() / 2)),
        );
    }
}

/// Writes the members that ought to be exposed but are not.
fn not_shown(text: &mut String, evidence: &Evidence, listed: &[usize]) {
    text.push_str("\n## Not shown\n\n");
    let is_shown = |judged: &&Judged| judged.shown.iter().any(|place| listed.contains(place));
    let missing: Vec<&Judged> = counting(&evidence.known)
        .chain(counting(&evidence.held_out))
        .filter(|judged| !is_shown(judged))
        .collect();
    if missing.is_empty() {
        text.push_str("Every member that counts is shown.\n");
        return;
    }
    text.push_str("| member | wrong on 3x3 | on 4x4 walks | the cheapest board that shows it |\n");
    text.push_str("|---|--:|--:|---|\n");
    for judged in missing {
        let cheapest = judged.shown.first().and_then(|&place| evidence.candidates[place].cost);
        let cost = cheapest.map_or("none was found that does in every order".to_owned(), |cost| {
            format!("costs {cost}")
        });
        let percent = |kind| judged.row.share(kind).percent();
        let _ = writeln!(
            text,
            "| {} | {:.1} % | {:.1} % | {cost} |",
            judged.member.name(),
            percent(Origin::Small),
            percent(Origin::Walk)
        );
    }
}

/// Writes the table of costs and exposed members.
fn cost(text: &mut String, evidence: &Evidence, listed: &[usize]) {
    let known = counting(&evidence.known).count();
    let held_out = counting(&evidence.held_out).count();
    text.push_str(
        "\n## Cost\n\nThe puzzles of the list, those first that show the most members for their \
         cost:\n\n| puzzles | cost | shown | | held out |\n|--:|--:|--:|---|--:|\n",
    );
    let percent = |part: usize, all: usize| (100 * part).checked_div(all);
    for point in curve::points(evidence, listed) {
        let share = percent(point.known, known).unwrap_or_default();
        let bar = "#".repeat(share / 4);
        let others = percent(point.held_out, held_out).map_or("-".into(), |it| format!("{it} %"));
        let _ = writeln!(
            text,
            "| {} | {} | {share} % | `{bar:<25}` | {others} |",
            point.puzzles, point.cost
        );
    }
    let is_hard = |place: &usize| evidence.candidates[*place].name.as_deref() == Some(HARD);
    let hard: Vec<usize> = listed.iter().copied().filter(is_hard).collect();
    let _ = writeln!(
        text,
        "\nAll of the list costs {}, of which the one hard 4-by-4 puzzle takes {}: it is there for \
         searches\nthat give up.",
        evidence.cost(listed),
        evidence.cost(&hard),
    );
}

/// Writes the section about random boards.
fn random(text: &mut String, evidence: &Evidence) {
    text.push_str(
        "\n## Boards that differ from one submission to the next\n\n\
         The chance that one of the drawn boards shows a member, on average over the members that \
         are wrong\non 1 % of 3-by-3 boards, in the order and with the ties of the model:\n\n\
         | solvable boards | cost of one | chance | held out |\n|---|--:|--:|--:|\n",
    );
    let ranges = [[14, 22], [16, 20], [20, 24], [22, 24], [24, 26], [24, 28], [26, 28]];
    let single = ranges.map(|moves| vec![Draw { solvable: 1, moves }]);
    let ours = fixtures::draws();
    let together = [ours[..1].to_vec(), ours];
    for draws in single.iter().chain(&together) {
        let name = |draw: &Draw| {
            format!("{} of {} to {} moves", draw.solvable, draw.moves[0], draw.moves[1])
        };
        let names: Vec<String> = draws.iter().map(name).collect();
        let costs: Vec<String> =
            draws.iter().map(|draw| format!("{:.0}", draw.cost(evidence))).collect();
        let percent = |members: &[Judged]| {
            let chance = draws::average(evidence, members, draws);
            chance.map_or("-".to_owned(), |chance| format!("{:.0} %", 100.0 * chance))
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            names.join(" and "),
            costs.join(" and "),
            percent(&evidence.known),
            percent(&evidence.held_out)
        );
    }
    text.push_str("\nThe last line is what the assignment's `[random]` draws.\n");
}

/// Writes a table with a row for each listed puzzle.
fn puzzles(text: &mut String, evidence: &Evidence, listed: &[usize]) {
    text.push_str(
        "\n## The list\n\nFamilies *need* a puzzle if one of their members is shown by fewer than \
         four of the list, this one\namong them. A puzzle that none needs is there to be shown to \
         students, or for other checks.\nThose called `sizes` show what is wrong for one size alone, \
         as no member is.\n\n\
         | puzzle | n | moves | cost | shows | needed by |\n|---|--:|--:|--:|--:|---|\n",
    );
    for &place in listed {
        let Case { name, board, optimal, cost, .. } = &evidence.candidates[place];
        let shows = counting(&evidence.known).filter(|judged| judged.shown.contains(&place));
        let mut needed: Vec<&str> = shows
            .clone()
            .filter(|judged| judged.shown.iter().filter(|it| listed.contains(it)).count() <= TIMES)
            .map(|judged| judged.member.family())
            .collect();
        needed.dedup();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} |",
            name.as_deref().unwrap_or_default(),
            board.rows(),
            optimal.map_or("none".to_owned(), |moves| moves.to_string()),
            cost.unwrap_or_default(),
            shows.count(),
            needed.join(", ")
        );
    }
}

/// Returns the names of the puzzles on a page, in order.
#[cfg(test)]
fn named(page: &str) -> Vec<&str> {
    let list = page.split("## The list").nth(1).unwrap_or_default();
    list.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_of_the_present_list() {
        let path = fixtures::path("../docs/puzzles.md");
        let page = std::fs::read_to_string(path).expect("the page");
        assert_eq!(
            named(&page),
            fixtures::list(),
            "docs/puzzles.md is of another list: write it again, as it says in its first lines"
        );
    }
}
