"""Grades a submission for Classroom 50.

Put this file into your organization's `classroom50` repository as
`CLASSROOM/autograders/ASSIGNMENT/autograder.py`. To use your own assignment instead of the built-in one,
put it next to this file, in an `assignment` folder.

The grader is too large to be stored next to this file. It is downloaded from a release at a public
address: enter this address and the archive's hash, from the `SHA256SUMS` file of the release, below. If
there is a program called `grader` next to this file, it is used instead.

The assignment's runtime must include the compiler: `{"rust": "1.95.0"}`, the version in the archive's
`rust-toolchain.toml`. Anyone who finds the address of the organization's pages can read the files of an
autograder, including hidden puzzles.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "grader-0.1.0-x86_64-unknown-linux-musl"
ADDRESS = f"https://github.com/OWNER/NAME/releases/download/v0.1.0/{NAME}.tar.gz"
SHA256 = "0000000000000000000000000000000000000000000000000000000000000000"


def program(folder: Path) -> Path:
    """Returns the path of the program next to this file, or downloads the one at ADDRESS."""
    own = HERE / "grader"
    if own.is_file():
        own.chmod(0o755)
        return own
    archive = folder / "grader.tar.gz"
    with urllib.request.urlopen(ADDRESS, timeout=120) as answer:
        archive.write_bytes(answer.read())
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{ADDRESS} has the hash {found} instead of {SHA256}")
    with tarfile.open(archive) as files:
        source = files.extractfile(f"{NAME}/grader") if f"{NAME}/grader" in files.getnames() else None
        if source is None:
            sys.exit(f"{ADDRESS} does not contain {NAME}/grader")
        path = folder / "grader"
        path.write_bytes(source.read())
    path.chmod(0o755)
    return path


def main() -> int:
    """Grades the current folder. Returns 0 if there is a result, even a bad one."""
    with tempfile.TemporaryDirectory() as folder:
        return grade(Path(folder))


def grade(folder: Path) -> int:
    """Grades the current folder. Returns 0 if there is a result, even a bad one."""
    result = Path("result.json")
    # Remove a file that is part of the submission.
    result.unlink(missing_ok=True)
    command = [program(folder), "check", ".", "--format", "classroom50", "--out", result]
    command += ["--summary", "release-body.md", "--color", "never"]
    if (HERE / "assignment").is_dir():
        command += ["--assignment", HERE / "assignment"]
    status = subprocess.run(command, check=False).returncode
    # 0 and 1 mean graded, and 2 with a result means rejected. Otherwise, there must be no result, so that
    # the platform reports that grading failed.
    if status in (0, 1) or (status == 2 and result.is_file()):
        return 0
    result.unlink(missing_ok=True)
    return status or 1


if __name__ == "__main__":
    sys.exit(main())
