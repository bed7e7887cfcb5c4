"""Strategies for PR memory; small alphabets, so that entries of two memories collide."""

from hypothesis import strategies as st

from buddy.core.memory.ledger import Act, Event
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory

TIMES = st.sampled_from(["2026-11-29T10:00:00Z", "2026-11-29T11:00:00Z", "2026-11-30T09:00:00Z", ""])
IDS = st.sampled_from(["l_aaa", "l_bbb", "l_ccc"])
st.register_type_strategy(
    Event,
    st.builds(
        Event,
        key=st.sampled_from([f"k{n}" for n in range(12)]),
        event=st.sampled_from(Act),
        ids=st.lists(IDS, min_size=1, max_size=2, unique=True).map(tuple),
        at=TIMES,
        by=st.sampled_from(["octocat", None]),
    ),
)
st.register_type_strategy(
    KnownFinding,
    st.builds(
        KnownFinding,
        category=st.sampled_from(["ruff/S101", "x/y"]),
        path=st.sampled_from(["a.py", None]),
        state=st.sampled_from(FindingState),
        comment=st.none() | st.integers(1, 3),
        by=st.none() | IDS,
        at=st.none() | st.just("abc"),
        anchors=st.sampled_from([(), ("1234", "5678")]),
        run=st.integers(0, 2),
    ),
)
st.register_type_strategy(
    PrMemory,
    st.builds(
        PrMemory,
        repo=st.just(99),
        pr=st.just(7),
        intent=st.sampled_from(["", "Adds a thing"]),
        risks=st.sampled_from([(), ("touches CI",)]),
        reviewed_sha=st.sampled_from([None, "a" * 40, "b" * 40]),
        reviewed_files=st.dictionaries(st.sampled_from(["a.py", "b.py"]), st.just("")),
        findings=st.dictionaries(st.sampled_from(["v1:1", "v1:2", "v1:3"]), st.from_type(KnownFinding), max_size=3),
        ledger=st.lists(st.from_type(Event), max_size=5).map(tuple),
        paused=st.booleans(),
        runs=st.integers(0, 2),
        later=st.sampled_from([1, "x"]),
    ),
)
