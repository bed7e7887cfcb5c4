"""A sandbox for each story, which must have met no request that GitHub does not document."""

import pytest

from buddy.sandbox import Sandbox
from tests.e2e.harness import Runner, Story
from tests.e2e.record_stage import RecordStage
from tests.fakes.model_server import scripted_model


@pytest.fixture
def box():
    with Sandbox() as sandbox:
        yield sandbox
        assert [str(entry) for entry in sandbox.journal.undocumented] == []


@pytest.fixture
def runner(box, tmp_path):
    return Runner(box, tmp_path)


@pytest.fixture
def story(box, runner, tmp_path):
    def make(**kwargs):
        return Story(box, runner, tmp_path, **kwargs)

    return make


@pytest.fixture
def record_stage(box):
    def make(**kwargs):
        return RecordStage(box, **kwargs)

    return make


@pytest.fixture
def model():
    """A model that finds nothing until a test says otherwise."""
    with scripted_model() as server:
        yield server
