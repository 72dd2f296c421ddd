#!/usr/bin/env python3
"""Derives languages.tsv: how each language writes dates, from the Unicode Common Locale Data Repository (CLDR).

Run `python3 derive.py > languages.tsv` with the package Babel, which contains CLDR's data. Version 2.19.0 was used.
The data is under the Unicode License V3 (https://www.unicode.org/license.txt).

Each line has a language and four lists: twelve months, seven weekdays from Monday, AM and PM, and the other words of a
date. A slash separates the forms of an item. Words are in lower case and separated by spaces, without punctuation.
"""

import re

from babel import Locale, localedata


def words(text):
    """Splits a text like `words` in dates.rs: at spaces and punctuation, and between digits and other characters."""
    return " ".join(re.findall(r"[0-9]+|[^\s0-9!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\u060c\uff08\uff09]+", text.lower()))


def forms(locale, kind, widths, keys):
    """Returns each item's different forms."""
    tables = [getattr(locale, kind)[use][width] for use in ("format", "stand-alone") for width in widths
              if width in getattr(locale, kind).get(use, {})]
    items = [dict.fromkeys(words(table[key]) for table in tables if key in table) for key in keys]
    return ["/".join(form for form in item if form) for item in items]


def other_words(locale):
    """Returns the words in the patterns of dates that stand for themselves."""
    texts = []
    for pattern in (locale.date_formats[width].pattern for width in ("full", "long")):
        texts += re.findall(r"'([^']+)'", pattern) + [re.sub(r"'[^']*'|[a-zA-Z]", " ", pattern)]
    for pattern in (str(locale.datetime_formats[width]) for width in ("full", "long")):
        texts.append(pattern.replace("{0}", " ").replace("{1}", " ").replace("'", " "))
    return "|".join(dict.fromkeys(word for text in texts for word in words(text).split()))


def lines():
    seen = set()
    for name in sorted(localedata.locale_identifiers()):
        if "_" in name and name not in ("sr_Latn", "uz_Cyrl", "zh_Hant"):
            continue
        locale = Locale.parse(name)
        months = forms(locale, "months", ["wide", "abbreviated"], range(1, 13))
        days = forms(locale, "days", ["wide"], range(7))
        halves = forms(locale, "day_periods", ["wide", "abbreviated"], ["am", "pm"])
        if any("m01" in months[0] or not item for item in (*months, *days)):
            continue
        line = "\t".join(["|".join(months), "|".join(days), "|".join(halves), other_words(locale)])
        if line not in seen:
            seen.add(line)
            yield f"{name}\t{line}"


print("\n".join(lines()))
