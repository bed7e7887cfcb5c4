"""What a review costs of the rate limit, with a hundred comments there: the flows that the benchmark counts."""

import pytest

from bench.api_requests import BOUNDS, measure


@pytest.fixture(scope="module")
def flows():
    return measure()


@pytest.mark.parametrize("flow", BOUNDS)
def test_a_flow_keeps_within_the_requests_that_are_promised(flows, flow):
    assert flows[flow]["rest"] <= BOUNDS[flow]


@pytest.mark.parametrize("flow", [name for name in BOUNDS if name.startswith("again")])
def test_a_second_run_reads_no_text_and_writes_nothing(flows, flow):
    assert (flows[flow]["texts"], flows[flow]["writes"]) == (0, 0)


def test_each_file_with_findings_costs_one_request_unless_it_is_checked_out(flows):
    assert flows["first review"]["texts"] == 2
    assert flows["first review, checked out"]["texts"] == 0


def test_a_token_that_cannot_write_tries_once_and_a_draft_costs_two_reads(flows):
    assert flows["read-only token"]["writes"] == 1
    assert flows["a draft"] == {"total": 2, "writes": 0, "texts": 0, "rest": 2}
    assert flows["dry run"]["writes"] == 0
