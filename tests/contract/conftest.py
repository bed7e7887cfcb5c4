"""A stage for the questions to both hosts; every request to the sandbox must be one that GitHub documents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from buddy.sandbox import Sandbox
from tests.contract.stages import BoxStage, FakeStage, Stage


@pytest.fixture(params=["fake", "adapter"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    if request.param == "fake":
        yield FakeStage()
        return
    with Sandbox() as box:
        made = BoxStage(box)
        yield made
        assert [str(entry) for entry in box.journal if entry.undocumented] == []
        for host in made.made:
            host._client.close()
