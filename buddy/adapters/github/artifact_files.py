"""The files in an artifact's zip, read in memory and within bounds; nothing is unpacked to disk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

MOST_FILES: Final = 500
LARGEST_ZIP: Final = 50 * 1024 * 1024
LARGEST_UNPACKED: Final = 100 * 1024 * 1024
"""Bytes of all files together: what a report may have, twice."""


class UnusableArtifact(Exception):
    """What was left is no zip, or more than is reasonable; the message is the end of a sentence."""


def read_zip(content: bytes) -> dict[str, bytes]:
    """The regular files by path. What the directory of the zip claims about sizes is not believed."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            return dict(_files(archive))
    # BadZipFile is only what zipfile itself sees. It lets through zlib.error and EOFError for a cut stream,
    # NotImplementedError for a compression it does not know, RuntimeError for a password, OSError and ValueError for an
    # offset outside of the file. None of them is a fault of Buddy's, and each has the same remedy.
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise UnusableArtifact("is no zip that can be read") from error


def _files(archive: ZipFile) -> Iterator[tuple[str, bytes]]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES:
        raise UnusableArtifact(f"holds more than {MOST_FILES} files")
    left = LARGEST_UNPACKED
    for entry in entries:
        with archive.open(entry) as file:
            found = file.read(left + 1)
        left -= len(found)
        if left < 0:
            raise UnusableArtifact(f"holds more than {LARGEST_UNPACKED >> 20} MB")
        if _is_plain(entry.filename):
            yield entry.filename, found


def _is_plain(path: str) -> bool:
    """Such a path names a file below the artifact and nothing else; it is never opened on disk either way."""
    return "\0" not in path and "\\" not in path and not {"", ".", ".."} & set(path.split("/"))
