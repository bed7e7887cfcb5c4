"""Progress for work that takes longer than a second: a bar on stderr, on a terminal only, gone when all is done."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from buddy.cli.streams import colour

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds of silence before the bar appears."""

_T = TypeVar("_T")


class Display(Protocol):
    """What shows the progress; `total` None while it is not known."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def show(self, done: int, total: int | None) -> None: ...


class Working:
    """`with Working("Reading") as working: for x in working.each(items): …`; the items may come from a generator."""

    def __init__(self, label: str, *, display: Display | None = None, patience: float = PATIENCE) -> None:
        welcome = sys.stderr.isatty()
        self._display = display if display is not None else (_Bar(label) if welcome else None)
        self._timer = threading.Timer(patience, self._appear)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._over = False
        self._shown = False
        self._done = 0
        self._total: int | None = None

    def __enter__(self) -> Self:
        if self._display is not None:
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._shown and self._display is not None:
                self._display.stop()

    def each(self, items: Sequence[_T]) -> Iterator[_T]:
        """The items, counted as they are taken."""
        self._step(0, len(items))
        for done, item in enumerate(items, 1):
            yield item
            self._step(done, len(items))

    def _step(self, done: int, total: int) -> None:
        with self._lock:
            self._done, self._total = done, total
            if self._shown and self._display is not None:
                self._display.show(self._done, self._total)

    def _appear(self) -> None:
        with self._lock:
            if not self._over and self._display is not None:
                self._display.start()
                self._display.show(self._done, self._total)
                self._shown = True


class _Bar:
    """Rich is imported only when the bar really appears."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._progress: Progress | None = None

    def start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        console = Console(file=sys.stderr, no_color=not colour(sys.stderr), markup=False)
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True)
        self._progress.add_task(self._label, total=None)
        self._progress.start()

    def stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()

    def show(self, done: int, total: int | None) -> None:
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done, total=total)
