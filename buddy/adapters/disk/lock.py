"""One writer of a folder at a time, among all processes of this machine that ask (STORE-15).

Where the system can lock a folder nothing is left lying about; Windows cannot, so there a file in the user's own
temporary folder stands for it. The system frees the lock of a process that dies.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from buddy.core.errors import InputError

PATIENCE: Final = 30.0
"""Seconds to wait for the other writers; each of them takes milliseconds."""
_PAUSE: Final = 0.02


@contextlib.contextmanager
def locked(folder: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the folder's lock; InputError where another process does not give it back in time.

    A file system that knows no locks is written without one: the look at the file before it is replaced remains.
    """
    descriptor = _opened(folder)
    try:
        end = time.monotonic() + patience
        while not _taken(descriptor):
            if time.monotonic() >= end:
                raise InputError(
                    f"another process has been writing in {folder} for {patience:.0f} s. Wait for it, or end it, and "
                    "try again."
                )
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":  # pragma: no cover - another system's half
    import hashlib
    import msvcrt
    import tempfile

    def _opened(folder: Path) -> int:
        name = hashlib.sha256(os.path.normcase(folder.resolve()).encode()).hexdigest()[:16]
        return os.open(Path(tempfile.gettempdir()) / f"buddy-{name}.lock", os.O_RDWR | os.O_CREAT)

    def _taken(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _opened(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_CLOEXEC)

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # no locks on this file system
            return True
        return True
