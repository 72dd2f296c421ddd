//! Dates with the names of months and weekdays in any language, as in `Sonntag, 25. Oktober 2026, 20:10`.
//!
//! The names are in `dates/languages.tsv`, which `dates/derive.py` derives from the Unicode Common Locale Data Repository
//! (CLDR). Languages share names: `listopad` is October in Croatian and November in Czech. The weekday decides, so a
//! date needs one. A date is unknown if languages disagree, or if it contains a word that its language does not use in
//! dates, because this could be another word for the afternoon.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::civil::{Date, Weekday};

use super::time::{self, SubmissionTime};

const TABLE: &str = include_str!("dates/languages.tsv");

/// The most words in a name of a month, a weekday, or a half of the day.
const MAX_NAME_WORDS: usize = 4;

static LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::parse_table);

struct Languages {
    all: Vec<Language>,
    /// The language and the number of each month's name.
    months: BTreeMap<&'static str, Vec<(usize, i16)>>,
}

/// The words in a language's dates, in lower case. Words of a name are separated by spaces.
struct Language {
    /// The weekdays with their days from Monday.
    weekdays: BTreeMap<&'static str, i8>,
    /// The words for AM and PM.
    halves: BTreeMap<&'static str, &'static str>,
    /// All other words, such as `de`.
    others: Vec<&'static str>,
}

impl Languages {
    fn parse_table() -> Self {
        let mut languages = Self { all: Vec::new(), months: BTreeMap::new() };
        for line in TABLE.lines() {
            // The first column is the language.
            let mut lists = line.split('\t').skip(1);
            let mut next = || lists.next().unwrap_or_default();
            for (number, month) in (1..).zip(list_word_forms(next())) {
                for name in month {
                    let months = languages.months.entry(name).or_default();
                    months.push((languages.all.len(), number));
                }
            }
            let mut weekdays = BTreeMap::new();
            for (day, names) in (0..).zip(list_word_forms(next())) {
                weekdays.extend(names.map(|name| (name, day)));
            }
            let mut halves = BTreeMap::new();
            for (half, names) in ["am", "pm"].into_iter().zip(list_word_forms(next())) {
                halves.extend(names.map(|name| (name, half)));
            }
            let others = next().split('|').collect();
            languages.all.push(Language { weekdays, halves, others });
        }
        languages
    }
}

/// Returns a list's items, each with its forms.
fn list_word_forms(list: &'static str) -> impl Iterator<Item = impl Iterator<Item = &'static str>> {
    list.split('|').map(|item| item.split('/').filter(|form| !form.is_empty()))
}

/// Parses a date in any language, with a weekday and a time in hours and minutes.
pub(super) fn parse(text: &str) -> Option<SubmissionTime> {
    let words = split_into_words(text);
    let mut found = Vec::new();
    for (name, rest) in possible_names(&words) {
        for (language, month) in LANGUAGES.months.get(&*name).into_iter().flatten() {
            found.extend(LANGUAGES.all[*language].possible_times(&rest, *month));
        }
    }
    let first = *found.first()?;
    found.iter().all(|time| *time == first).then_some(first)
}

impl Language {
    /// Returns the times that these words can mean, without the name of the month.
    fn possible_times(&self, words: &[String], month: i16) -> Vec<SubmissionTime> {
        let mut times = Vec::new();
        for (name, rest) in possible_names(words) {
            let Some(weekday) = self.weekdays.get(&*name) else { continue };
            let halves = possible_names(&rest).into_iter();
            let halves =
                halves.filter_map(|(name, rest)| Some((vec![*self.halves.get(&*name)?], rest)));
            for (half, rest) in halves.chain([(Vec::new(), rest.clone())]) {
                times.extend(self.parse_time_in(&rest, &half, month, *weekday));
            }
        }
        times
    }

    fn parse_time_in(
        &self,
        words: &[String],
        half: &[&str],
        month: i16,
        weekday: i8,
    ) -> Option<SubmissionTime> {
        let (numbers, others): (Vec<&str>, Vec<&str>) = words
            .iter()
            .map(String::as_str)
            .partition(|word| word.starts_with(|character: char| character.is_ascii_digit()));
        let &[first, second, hour, minute] = &numbers[..] else { return None };
        // Languages put either the year or the day first.
        let (year, day) = if first.len() == 4 { (first, second) } else { (second, first) };
        let is_known = year.len() == 4 && others.iter().all(|word| self.others.contains(word));
        let (year, day) =
            (time::parse_digits(year, 4).filter(|_| is_known)?, time::parse_digits(day, 2)?);
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
        let hour = time::to_24_hours(time::parse_digits(hour, 2)?, half)?;
        let minute = time::parse_digits(minute, 2)?;
        let is_right = date.weekday() == Weekday::from_monday_zero_offset(weekday).ok()?;
        is_right.then(|| SubmissionTime::new([year, month, day, hour, minute, 0], None))?
    }
}

/// Splits a text at spaces and punctuation, and between digits and other characters.
fn split_into_words(text: &str) -> Vec<String> {
    let is_separator = |letter: char| {
        letter.is_whitespace()
            || letter.is_ascii_punctuation()
            || matches!(letter, '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '،' | '（' | '）')
    };
    let lower = text.to_lowercase();
    let runs = lower
        .split(is_separator)
        .flat_map(|run| run.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()));
    runs.map(|run| String::from_utf8_lossy(run).into_owned()).collect()
}

/// Returns each part of a text that can be a name, with the words around it.
fn possible_names(words: &[String]) -> Vec<(String, Vec<String>)> {
    let ends =
        |start| (start + 1..=words.len().min(start + MAX_NAME_WORDS)).map(move |end| (start, end));
    let parts = (0..words.len()).flat_map(ends);
    parts
        .map(|(start, end)| {
            (words[start..end].join(" "), [&words[..start], &words[end..]].concat())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn worksheet_times_are_parsed_in_many_languages() {
        for (text, expected) in [
            ("Sunday, 25 October 2026, 8:10 PM", Some("20:10")),
            ("Sunday, October 25, 2026, 8:10 PM", Some("20:10")),
            ("Sunday, 25 October 2026, 12:05 AM", Some("00:05")),
            ("Sunday, 25 October 2026, 20:10", Some("20:10")),
            ("Sonntag, 25. Oktober 2026, 20:10", Some("20:10")),
            ("dimanche 25 octobre 2026, 20:10", Some("20:10")),
            ("domingo, 25 de octubre de 2026, 20:10", Some("20:10")),
            ("domenica, 25 ottobre 2026, 20:10", Some("20:10")),
            ("niedziela, 25 października 2026, 20:10", Some("20:10")),
            ("nedjelja, 25. listopada 2026., 20:10", Some("20:10")),
            ("воскресенье, 25 октября 2026, 20:10", Some("20:10")),
            ("2026年 10月 25日(日曜日) 20:10", Some("20:10")),
            ("2026年10月25日 星期日 下午 8:10", Some("20:10")),
            ("Chủ Nhật, 25 tháng 10 2026, 8:10 CH", Some("20:10")),
            ("Samstag, 25. Oktober 2026, 20:10", None),
            ("Sonntag, 25. Oktober 2026, 8:10 abends", None),
            ("Sunday, 25 October 26, 20:10", None),
            ("Sunday, 25 October 2026, 25:10", None),
            ("25 October 2026, 20:10", None),
            ("-", None),
            ("", None),
        ] {
            let time = parse(text).map(|time| time.to_string());
            let expected = expected.map(|clock| format!("2026-10-25T{clock}:00"));
            assert_eq!(time, expected, "{text}");
        }
    }

    #[test]
    fn each_language_has_its_names() {
        for line in TABLE.lines() {
            let lists: Vec<_> = line.split('\t').collect();
            let counts = [1, 2, 3].map(|at| lists[at].split('|').count());
            assert_eq!((lists.len(), counts), (5, [12, 7, 2]), "{line}");
        }
    }

    proptest! {
        /// In the rare case that languages disagree, a date is unknown.
        #[test]
        fn a_date_in_any_language_is_right_or_unknown(
            language in 0..TABLE.lines().count(),
            days in 0..3000_i64,
            (hour, minute) in (0..24_i16, 0..60_i16),
        ) {
            let date = Date::constant(2024, 1, 1).saturating_add(jiff::Span::new().days(days));
            let lists: Vec<_> = TABLE.lines().nth(language).unwrap().split('\t').collect();
            let name = |list: usize, at: i8| {
                let item = lists[list].split('|').nth(usize::try_from(at).unwrap()).unwrap();
                item.split('/').next().unwrap()
            };
            let weekday = name(2, date.weekday().to_monday_zero_offset());
            let (month, day, year) = (name(1, date.month() - 1), date.day(), date.year());
            let parts = [year, i16::from(date.month()), i16::from(day), hour, minute, 0];
            let expected = SubmissionTime::new(parts, None);
            let half = name(3, i8::from(hour >= 12));
            for text in [
                format!("{weekday}, {day}. {month} {year}, {hour}:{minute:02}"),
                format!("{}, {month} {day}, {year}, {hour:02}.{minute:02}", weekday.to_uppercase()),
                format!("{weekday} {day} {month} {year}, {}:{minute:02} {half}", (hour + 11) % 12 + 1),
            ] {
                let time = parse(&text);
                prop_assert!(time.is_none() || time == expected, "{}: {:?}", text, time);
            }
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = parse(&text);
        }
    }
}
