"""The loops of crash consistency, over every request of a flow; each flow says how it runs and how it ends (P6).

`flow()` makes the flow anew, with `run()`, `world()`, `close()` and its `box`; `flow.writes`, `flow.requests` and
`flow.end` are those of the run that met no fault.
"""

import dataclasses

from buddy.sandbox import Fault, Kind

FAULTS = (
    Fault(kind=Kind.REFUSE, status=502),
    Fault(kind=Kind.DROP),
    Fault(kind=Kind.LOSE_ANSWER),
)


def die_at_every_write(flow):
    """A run whose k-th write goes wrong, then one without a fault."""
    assert flow.writes >= 1
    for nth in range(1, flow.writes + 1):
        for kind in FAULTS:
            it = flow()
            it.box.faults.add(dataclasses.replace(kind, mutating=True, nth=nth))
            it.run()
            it.box.faults.clear()
            assert it.run().code == 0
            assert it.world() == flow.end, f"write {nth}, {kind.name}"
            it.close()


def run_inside_at_every_boundary(flow):
    """At every request boundary of the first run, a second one runs to its end."""
    for boundary in range(1, flow.requests + 1):
        it = flow()

        def inside(arrival, it=it, boundary=boundary):
            if arrival.nth == boundary:
                it.box.before_request(None)
                assert it.run().code == 0

        it.box.before_request(inside)
        assert it.run().code == 0
        it.box.before_request(None)
        assert it.world() == flow.end, f"boundary {boundary}"
        it.close()
