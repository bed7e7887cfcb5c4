"""A SARIF log: its version, its runs, and every result through the reader; one bad run or result costs itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from buddy.core.errors import InputError
from buddy.core.findings import loose
from buddy.core.findings.category import tool_name
from buddy.core.findings.encoded import decode
from buddy.core.findings.finding import Finding
from buddy.core.findings.notices import NoticeId, Notices, quoted
from buddy.core.findings.sarif.places import Places
from buddy.core.findings.sarif.results import Result, ResultReader, Standing
from buddy.core.findings.sarif.rules import Rules

_VERSION = "2.1.0"

Raw = msgspec.Raw


class _Run(msgspec.Struct, rename="camel"):
    tool: Any = None
    results: Raw = Raw(b"null")
    artifacts: Any = None
    original_uri_base_ids: Any = None
    external_property_file_references: Any = None
    invocations: Any = None


def read_log(
    name: str, top: dict[str, Raw], *, roots: Sequence[str], notices: Notices, tools: set[str]
) -> Iterator[tuple[Standing, Finding | None]]:
    """What each result is, in file order. Raises `InputError` for another version of SARIF or no list of runs.

    `tools` is filled with the names of the tools that ran to their end.
    """
    runs = _runs(name, top)
    _check_version(name, top, runs, notices)
    for number, raw in enumerate(runs, start=1):
        where = f"run {number}"
        try:
            run = decode(raw, _Run)
        except msgspec.DecodeError:
            notices.add(NoticeId.BAD_RUN, f"{where} is not an object and was left out")
            continue
        if _finished(run):
            tools.add(_tool(run))
        yield from _results(run, where=where, roots=roots, notices=notices)


def _finished(run: _Run) -> bool:
    calls = [loose.mapping(call) for call in loose.sequence(run.invocations)]
    return all(call.get("executionSuccessful") is not False for call in calls)


def _tool(run: _Run) -> str:
    return tool_name(loose.text(loose.mapping(loose.mapping(run.tool).get("driver")).get("name")))


def _runs(name: str, top: dict[str, Raw]) -> list[Raw]:
    try:
        return decode(top.get("runs", Raw(b"null")), list[Raw])
    except msgspec.DecodeError:
        raise InputError(f"{name}: this SARIF file has no list of runs; was it written completely?") from None


def _check_version(name: str, top: dict[str, Raw], runs: list[Raw], notices: Notices) -> None:
    stated = decode(top["version"], object) if "version" in top else None
    version = loose.text(stated)
    if version is None and not any(_is_version_1(run) for run in runs):
        notices.add(NoticeId.NO_VERSION, f"no version is stated; it was read as {_VERSION}")
        return
    if version is None or not version.strip().startswith(_VERSION):
        shown = "1.0.0" if version is None else version.strip()[:20]
        raise InputError(f"{name}: SARIF {shown} is not supported; ask the tool for {_VERSION}")


def _is_version_1(run: Raw) -> bool:
    """SARIF 1.0 has the tool's name beside where 2.1.0 has a driver."""
    try:
        tool = loose.mapping(decode(run, _Run).tool)
    except msgspec.DecodeError:
        return False
    return "driver" not in tool and "name" in tool


def _results(
    run: _Run, *, where: str, roots: Sequence[str], notices: Notices
) -> Iterator[tuple[Standing, Finding | None]]:
    reader = ResultReader(
        rules=Rules(loose.mapping(run.tool)),
        places=Places(artifacts=run.artifacts, bases=run.original_uri_base_ids, roots=roots, notices=notices),
        notices=notices,
    )
    results = _raw_results(run, where=where, notices=notices)
    for number, raw in enumerate(results, start=1):
        what = f"{where}, result {number}"
        try:
            result = decode(raw, Result)
        except msgspec.DecodeError:
            notices.add(NoticeId.BAD_RESULT, f"{what} is not an object and was left out")
            continue
        yield reader.read(result, what=what)


def _raw_results(run: _Run, *, where: str, notices: Notices) -> list[Raw]:
    if loose.sequence(loose.mapping(run.external_property_file_references).get("results")):
        notices.add(NoticeId.EXTERNAL_RESULTS, f"{where} keeps results in other files, which are not read")
    results: list[Raw] = []
    if bytes(run.results) != b"null":
        try:
            results = decode(run.results, list[Raw])
        except msgspec.DecodeError:
            notices.add(NoticeId.BAD_RUN, f"{where}: its results are not a list and were left out")
    for call in loose.sequence(run.invocations):
        errors = _errors(loose.mapping(call))
        if loose.mapping(call).get("executionSuccessful") is False and (errors or not results):
            said = f" (errors: {len(errors)}, the first: {quoted(errors[0])})" if errors else ""
            notices.add(NoticeId.TOOL_FAILED, f"{where}: the tool says that it did not run to its end{said}")
    return results


def _errors(invocation: Mapping[str, object]) -> list[str]:
    """What the tool could not do, such as a file it could not parse: no result tells of that."""
    listed = [
        loose.mapping(entry)
        for key in ("toolExecutionNotifications", "toolConfigurationNotifications")
        for entry in loose.sequence(invocation.get(key))
    ]
    return [
        loose.text(loose.mapping(entry.get("message")).get("text")) or "no words"
        for entry in listed
        if entry.get("level") == "error"
    ]
