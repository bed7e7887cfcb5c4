"""A stage for each test."""

import pytest

from tests.app.stage import Stage


@pytest.fixture
def stage():
    """Makes a stage."""
    return Stage
