"""Reading a configuration file: leniently at the base of a pull request, strictly for a file a user hands over."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import yaml
from pydantic import BaseModel, ValidationError

from buddy.core.config import Config
from buddy.core.errors import InputError
from buddy.core.globs import GlobSet
from buddy.core.notice import Notice

MAX_BYTES = 64 * 1024
"""A larger file is refused unread (P11)."""

MOST_NOTICES = 30
"""Mistakes of one file that are told one by one."""

Location = tuple[str | int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadedConfig:
    """A usable configuration and what was wrong with the file it came from."""

    config: Config
    notices: tuple[Notice, ...] = ()


def load_lenient(content: bytes | None) -> LoadedConfig:
    """The base branch's file: a bad value costs its key (in a list: its item), the review goes on (DESIGN 3.3)."""
    if content is None:
        return LoadedConfig(config=Config())
    try:
        raw = _parse(content)
    except ValueError as error:
        message = f"The configuration on base cannot be read ({error}); every key has its default."
        return LoadedConfig(config=Config(), notices=(Notice(id="config-unreadable", message=message),))
    notices = [_unknown_notice(where, near) for where, near in _unknown_keys(raw, Config)]
    config, problems = _validate_dropping(raw)
    notices += [
        Notice(id="config-bad-value", message=f"Configuration `{where}`: {reason}; it is left out, defaults apply.")
        for where, reason in problems
    ]
    notices += [
        Notice(id="config-bad-value", message=f"Configuration `{where}`: {reason}.")
        for where, reason in _unusable_globs(config)
    ]
    return LoadedConfig(config=config, notices=tuple(_bounded(notices)))


def load_strict(content: bytes, *, name: str) -> LoadedConfig:
    """A file the user named: raises InputError with every bad value; unknown keys are notices."""
    try:
        raw = _parse(content)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None
    config, problems = _validate_dropping(raw)
    problems += _unusable_globs(config)
    if problems:
        raise InputError(*(f"{name}: `{where}` {reason}" for where, reason in problems))
    return LoadedConfig(
        config=config, notices=tuple(_unknown_notice(where, near) for where, near in _unknown_keys(raw, Config))
    )


def _bounded(notices: list[Notice]) -> list[Notice]:
    """A file of nothing but mistakes is told by its first ones and a count (P11)."""
    more = len(notices) - MOST_NOTICES
    if more <= 0:
        return notices
    rest = Notice(id="config-more", message=f"The configuration on base has {more} more problems.")
    return [*notices[:MOST_NOTICES], rest]


class _Loader(yaml.SafeLoader):
    """Safe loading without aliases (no bombs) and without silently losing a repeated key.

    A scalar that does not fit its tag (`!!int ""`, 2026-99-99) is read as its text, so that it costs its key alone.
    """

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not supported")
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep=deep)
        except (ValueError, ArithmeticError, LookupError, AttributeError):  # all that PyYAML's constructors let through
            return node.value

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = getattr(key_node, "value", None)
            if isinstance(key, str) and key in seen:
                raise yaml.YAMLError(f"the key `{key[:60]}` stands twice")
            seen.add(key if isinstance(key, str) else None)
        return super().construct_mapping(node, deep=deep)


def _parse(content: bytes) -> dict[str, Any]:
    if len(content) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES // 1024} KiB")
    try:
        loaded = yaml.load(content.decode("utf-8-sig"), Loader=_Loader)  # noqa: S506 - derives from SafeLoader
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ValueError(f"it is not valid YAML{line}") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise ValueError(f"it is not valid YAML: {str(error)[:100]}") from None
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ValueError("it does not hold keys and values")
    return loaded


def _validate_dropping(raw: dict[str, Any]) -> tuple[Config, list[tuple[str, str]]]:
    problems: list[tuple[str, str]] = []
    while True:
        try:
            return Config.model_validate(raw), problems
        except ValidationError as error:
            details = error.errors(include_url=False, include_context=False, include_input=False)
        places = [_existing(raw, tuple(detail["loc"])) for detail in details]
        for place, detail in zip(places, details, strict=True):
            problems.append((_dotted(place), detail["msg"].removeprefix("Value error, ")))
        for place in sorted(set(places), key=_by_depth_then_last_item):
            _remove(raw, place)


def _unusable_globs(config: Config) -> list[tuple[str, str]]:
    """They stay in the list: it decides as a whole what a broken one costs."""
    problems = GlobSet(config.review.exclude).problems
    return [("review.exclude", f"the glob `{one.glob}` is not used: {one.message}") for one in problems]


def _by_depth_then_last_item(place: Location) -> tuple[int, int]:
    last = place[-1]
    return -len(place), -last if isinstance(last, int) else 0


def _existing(raw: object, location: Location) -> Location:
    """The deepest part of the location that is really in the file: pydantic also names union members."""
    found: list[str | int] = []
    for part in location:
        in_list = isinstance(raw, list) and isinstance(part, int) and part < len(raw)
        if not in_list and not (isinstance(raw, Mapping) and part in raw):
            break
        raw = cast(Any, raw)[part]
        found.append(part)
    return tuple(found)


def _remove(raw: Any, place: Location) -> None:
    for part in place[:-1]:
        raw = raw[part]
    if place:
        del raw[place[-1]]
    else:
        raw.clear()


def _dotted(place: Location) -> str:
    return ".".join(str(part)[:60] for part in place)


def _unknown_keys(raw: Mapping[Any, Any], model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, str | None]]:
    known = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
    for key, value in raw.items():
        if key not in known:
            near = difflib.get_close_matches(str(key)[:60], known, n=1)
            yield f"{prefix}{str(key)[:60]}", f"{prefix}{near[0]}" if near else None
            continue
        inner = known[key]
        if isinstance(value, Mapping) and isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _unknown_keys(value, inner, f"{prefix}{key}.")


def _unknown_notice(where: str, near: str | None) -> Notice:
    hint = f"; did you mean `{near}`?" if near else "."
    return Notice(id="config-unknown-key", message=f"Configuration key `{where}` is unknown{hint}")
