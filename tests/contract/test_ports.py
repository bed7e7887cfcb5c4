"""Both hosts have every method of the ports, to be called in the same way."""

from __future__ import annotations

import inspect

import pytest

from buddy.adapters.github.artifacts import GithubArtifacts
from buddy.adapters.github.host import GithubHost
from buddy.app.ports import Artifacts, Host, RecordHost, ThreadHost
from tests.fakes.host import FakeHost


def methods() -> list[str]:
    named = (name for port in (Host, ThreadHost, RecordHost) for name in vars(port))
    return [name for name in dict.fromkeys(named) if not name.startswith("_")]


def called(of: type, name: str) -> list[tuple[str, object, object]]:
    return [(it.name, it.kind, it.default) for it in inspect.signature(getattr(of, name)).parameters.values()]


@pytest.mark.parametrize("name", methods())
@pytest.mark.parametrize("host", [GithubHost, FakeHost])
def test_a_method_is_called_as_its_port_says(host: type, name: str) -> None:
    port = next(port for port in (Host, ThreadHost, RecordHost) if name in vars(port))
    assert called(host, name) == called(port, name)


def test_artifacts_are_asked_for_as_their_port_says() -> None:
    assert called(GithubArtifacts, "artifact") == called(Artifacts, "artifact")


def test_the_ports_ask_for_something() -> None:
    assert {"comments", "react", "create_pull"} <= set(methods())
