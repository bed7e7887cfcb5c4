"""The progress bar: only after a while, only on a terminal, and gone at the end."""

import io
import sys
import threading

from buddy.cli.working import Working, _Bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Display:
    def __init__(self):
        self.seen = []
        self.started = threading.Event()

    def start(self):
        self.seen.append("start")
        self.started.set()

    def stop(self):
        self.seen.append("stop")

    def show(self, done, total):
        self.seen.append((done, total))


def test_quick_work_shows_nothing():
    display = Display()
    with Working("x", display=display, patience=60) as working:
        assert list(working.each("ab")) == ["a", "b"]
    assert display.seen == []


def test_slow_work_shows_how_far_it_is_and_cleans_up():
    display = Display()
    with Working("x", display=display, patience=0) as working:
        assert display.started.wait(10)
        assert list(working.each("ab")) == ["a", "b"]
    assert display.seen[0] == "start"
    assert display.seen[-2:] == [(2, 2), "stop"]


def test_an_error_takes_the_bar_away():
    display = Display()
    try:
        with Working("x", display=display, patience=0):
            assert display.started.wait(10)
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        pass
    assert display.seen[-1] == "stop"


def test_the_bar_is_drawn_on_a_terminal_and_leaves_nothing_behind(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    bar = _Bar("Reading [bold]x[/bold]")
    for step in (bar.stop, lambda: bar.show(0, None)):
        step()  # before it appears there is nothing to stop or to show
    bar.start()
    bar.show(1, 2)
    bar.stop()
    assert "Reading [bold]x[/bold]" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


def test_nothing_is_shown_where_nobody_looks():
    with Working("x", patience=0) as working:
        assert list(working.each([1])) == [1]
