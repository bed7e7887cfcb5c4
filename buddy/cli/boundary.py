"""The one error boundary: whatever a command raises becomes an exit code and a message that says what to do.

0 done · 1 above a threshold · 2 usage, input, configuration · 3 GitHub or permission · 70 a bug · 130 interrupted
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence

import click

from buddy.cli.streams import prepare, release, say
from buddy.core.errors import BuddyError

ISSUES = "https://github.com/buddy-review/buddy/issues"
USAGE, BUG, INTERRUPTED = 2, 70, 130
_UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG})


def run(root: click.Command, args: Sequence[str], *, program: str = "buddy") -> int:
    """Run a command line and give its exit code; only a `SystemExit` of shell completion passes."""
    prepare()
    if completion := os.environ.get(_completion_variable(program)):
        root.main(list(args), prog_name=program, complete_var=_completion_variable(program))
        raise AssertionError(f"completion by {completion!r} exits")
    try:
        try:
            code = _invoke(root, args, program)
        except BaseException as error:
            if isinstance(error, BrokenPipeError):
                raise
            code = _explain(error)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as in `| head -1`
        code = 0
    except OSError as error:
        code = _explain(error)
    release()
    return code


def _invoke(root: click.Command, args: Sequence[str], program: str) -> int:
    """Not `root.main`: it turns a closed pipe into exit code 1 and an interrupt into `Aborted!`."""
    with root.make_context(program, list(args)) as context:
        code = root.invoke(context)
    return code if isinstance(code, int) else 0


def _explain(error: BaseException) -> int:
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.exceptions.NoArgsIsHelpError():
            say(error.format_message())
            return USAGE
        case click.UsageError():
            say(_usage(error))
            return USAGE
        case click.ClickException():
            say(f"Error: {error.format_message()}")
            return USAGE
        case BuddyError():
            say(_problems(error))
            return error.exit_code
        case KeyboardInterrupt() | EOFError() | click.Abort():
            say("\nInterrupted.")
            return INTERRUPTED
        case OSError(errno=number) if number in _UNWRITABLE:
            say(f"Error: the output could not be written: {error.strerror}. Free some space or write elsewhere.")
            return USAGE
        case Exception():
            say(_bug(error))
            return BUG
        case _:
            raise error


def _usage(error: click.UsageError) -> str:
    lines = [f"Error: {error.format_message()}"]
    if error.ctx is not None:
        lines += [error.ctx.get_usage(), f"Try '{error.ctx.command_path} --help'."]
    return "\n".join(lines)


def _problems(error: BuddyError) -> str:
    first, *more = str(error).split("\n")
    return "\n".join([f"Error: {first}", *(f"       {line}" for line in more)])


def _bug(error: Exception) -> str:
    """Names the place, not the exception's own text: that may quote a file's content or a secret (P9, P10)."""
    if os.environ.get("BUDDY_DEBUG") == "1":
        return "".join(traceback.format_exception(error)).rstrip()
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}buddy{os.sep}" in frame.filename] or frames
    place = f"{type(error).__name__} at {os.path.basename(own[-1].filename)}:{own[-1].lineno}"
    return f"Error: this is a bug in Buddy ({place}). Please report it: {ISSUES} (BUDDY_DEBUG=1 shows details)."


def _completion_variable(program: str) -> str:
    return f"_{program.replace('-', '_').upper()}_COMPLETE"
