"""Grades a submission for Classroom 50.

Put this file into the repository `classroom50` of your organization, as
`CLASSROOM/autograders/ASSIGNMENT/autograder.py`, and beside it

- `assignment/`: your assignment, unless it is the one inside the program.

The program is too large to be put beside this file. It is fetched from a release of the grader, at an
address that everybody can read: write its address and its hash, from `SHA256SUMS` of the release, below. A
program `grader` beside this file counts more.

The runtime of the assignment has to have the compiler: `{"rust": "1.95.0"}`, the version in
`rust-toolchain.toml` in the archive. Whoever finds the address of the organization's pages can read the
files of an autograder, hidden puzzles included.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUST = "1.95.0"
NAME = "grader-0.1.0-x86_64-unknown-linux-musl"
ADDRESS = f"https://github.com/OWNER/NAME/releases/download/v0.1.0/{NAME}.tar.gz"
SHA256 = "0000000000000000000000000000000000000000000000000000000000000000"


def program(folder: Path) -> Path:
    """The program: the one beside this file, or else the one at ADDRESS."""
    own = HERE / "grader"
    if own.is_file():
        own.chmod(0o755)
        return own
    archive = folder / "grader.tar.gz"
    with urllib.request.urlopen(ADDRESS, timeout=120) as answer:
        archive.write_bytes(answer.read())
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{ADDRESS} has the hash {found}, and not {SHA256}")
    with tarfile.open(archive) as files:
        source = files.extractfile(f"{NAME}/grader") if f"{NAME}/grader" in files.getnames() else None
        if source is None:
            sys.exit(f"{ADDRESS} does not hold {NAME}/grader")
        path = folder / "grader"
        path.write_bytes(source.read())
    path.chmod(0o755)
    return path


def main() -> int:
    """Grades the current folder; 0 if there is a result, whatever it is."""
    with tempfile.TemporaryDirectory() as folder:
        return grade(Path(folder))


def grade(folder: Path) -> int:
    """Grades the current folder; 0 if there is a result, whatever it is."""
    result = Path("result.json")
    # One that is in the submission is not the grader's.
    result.unlink(missing_ok=True)
    command = [program(folder), "check", ".", "--format", "classroom50", "--out", result]
    command += ["--summary", "release-body.md", "--color", "never"]
    if (HERE / "assignment").is_dir():
        command += ["--assignment", HERE / "assignment"]
    # It counts more than a `rust-toolchain.toml` in the submission.
    environment = os.environ | {"RUSTUP_TOOLCHAIN": RUST}
    status = subprocess.run(command, env=environment, check=False).returncode
    # 0 and 1 are graded, and 2 with a result is rejected. Anything else is no result, so that the
    # platform says that the grading failed.
    if status in (0, 1) or (status == 2 and result.is_file()):
        return 0
    result.unlink(missing_ok=True)
    return status or 1


if __name__ == "__main__":
    sys.exit(main())
