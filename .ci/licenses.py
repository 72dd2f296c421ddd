#!/usr/bin/env python3
"""Writes the license notices of all crates that the grader contains, as their licenses require.

    licenses.py TARGET FILE

deny.toml lists the allowed licenses. FILE names each crate with its license, and contains each license text
only once, even if several crates share it.
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

# Files whose names start with these words contain a license or a notice.
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")

HEAD = """\
The grader contains the crates below, which have their own licenses. The program also contains
parts of Rust's standard library (The Rust Project Developers, MIT OR Apache-2.0, https://www.rust-lang.org)
and, on Linux, musl (Copyright 2005-2020 Rich Felker, et al., MIT, https://musl.libc.org).
"""


def cargo(*arguments: str) -> str:
    """Runs cargo and returns its output."""
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def crates(target: str) -> list[dict]:
    """Returns the third-party crates in the program for a target, sorted."""
    lines = cargo(
        "tree", "-p", "grader", "--edges", "normal", "--target", target,
        "--prefix", "none", "--no-dedupe", "--format", "{p}",
    )  # fmt: skip
    linked = {tuple(line.replace(" v", " ").split()[:2]) for line in lines.splitlines() if line}
    metadata = json.loads(cargo("metadata", "--format-version", "1", "--filter-platform", target))
    members = set(metadata["workspace_members"])
    found = [
        package
        for package in metadata["packages"]
        if package["id"] not in members and (package["name"], package["version"]) in linked
    ]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[str]:
    """Returns the texts of the licenses and notices of a crate."""
    folder = Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.name.upper().startswith(NAMES)]
    files = [file for file in sorted(files) if file.is_file()]
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]


def main() -> None:
    """Writes the file given on the command line."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    target, out = sys.argv[1:]
    of_text: dict[str, list[str]] = defaultdict(list)
    parts = [HEAD]
    for package in crates(target):
        name = f"{package['name']} {package['version']}"
        where = package["repository"] or f"https://crates.io/crates/{package['name']}"
        parts.append(f"{name}: {package['license'] or 'its own license'}, {where}")
        for text in texts(package):
            of_text[text].append(name)
    for text, names in of_text.items():
        parts.append(f"\n{'-' * 100}\n{', '.join(names)}\n\n{text}")
    Path(out).write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
