"""Grades a submission for Classroom 50.

Put this file into the repository `classroom50` of your organization, as
`CLASSROOM/autograders/ASSIGNMENT/autograder.py`, and beside it

- `grader`: the program, built for Linux on x86-64 (`cargo build --release`);
- `assignment/`: your assignment, unless it is the one inside the program.

The runtime of the assignment has to have the compiler: `{"rust": "1.95.0"}`, the version in the
grader's `rust-toolchain.toml`. Whoever finds the address of the organization's pages can read the
files of an autograder, hidden puzzles included.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUST = "1.95.0"


def main() -> int:
    """Grades the current folder; 0 if there is a result, whatever it is."""
    result = Path("result.json")
    # One that is in the submission is not the grader's.
    result.unlink(missing_ok=True)
    program = HERE / "grader"
    program.chmod(0o755)
    command = [program, "check", ".", "--format", "classroom50", "--out", result]
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
