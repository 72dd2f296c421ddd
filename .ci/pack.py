#!/usr/bin/env python3
"""Packs a folder into an archive, with the folder's name in front of every file.

    pack.py FOLDER ARCHIVE.tar.gz
    pack.py FOLDER ARCHIVE.zip

The archive is reproducible: files are sorted by name, have no owner, and have a fixed time. Only the program
is executable.
"""

import gzip
import sys
import tarfile
import zipfile
from pathlib import Path

# 1980-01-01, the earliest date that a zip file can represent, in seconds since 1970.
TIME = 315_532_800
TIME_OF_ZIP = (1980, 1, 1, 0, 0, 0)
PROGRAMS = {"grader", "grader.exe"}


def mode(file: Path) -> int:
    """Returns the Unix mode of a file."""
    return 0o755 if file.name in PROGRAMS else 0o644


def pack_tar(folder: Path, files: list[Path], archive: Path) -> None:
    """Writes a tar file, compressed with gzip."""
    with (
        archive.open("wb") as out,
        gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for file in files:
            entry = tarfile.TarInfo(file.relative_to(folder.parent).as_posix())
            entry.size = file.stat().st_size
            entry.mode = mode(file)
            entry.mtime = TIME
            with file.open("rb") as content:
                tar.addfile(entry, content)


def pack_zip(folder: Path, files: list[Path], archive: Path) -> None:
    """Writes a zip file."""
    with zipfile.ZipFile(archive, "w") as out:
        for file in files:
            entry = zipfile.ZipInfo(file.relative_to(folder.parent).as_posix(), TIME_OF_ZIP)
            # Claim that the archive comes from Unix, so that the mode applies, whichever system this runs on.
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode(file)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, file.read_bytes(), compresslevel=9)


def main() -> None:
    """Packs the folder given on the command line."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    if archive.name.endswith(".tar.gz"):
        pack_tar(folder, files, archive)
    elif archive.suffix == ".zip":
        pack_zip(folder, files, archive)
    else:
        sys.exit(f"error: {archive} must end in .tar.gz or .zip")


if __name__ == "__main__":
    main()
