"""Which fields of a record a format cannot carry, named one by one; the same sentence for the same field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from buddy.core.interop.conversion import Loss
from buddy.core.learnings.record import Kind, Learning, Scope, Status, Trust

_AS_GOOD_AS_ABSENT: Mapping[str, Collection[object]] = {
    "v": (1,),
    "kind": (Kind.FACT,),
    "scope": (Scope.REPO,),
    "status": (Status.ACTIVE,),
    "trust": (Trust.STATED,),
}


def lost(record: Learning, *, carried: Collection[str], because: str) -> Iterator[Loss]:
    """A loss for each field of the record that says something and is not carried; `because` is a sentence.

    Fields are named as on a line of the file, such as `createdAt`. The parts of `source` are fields of their own,
    such as `source.pr`; carrying `source` carries them all.
    """
    names = zip(Learning.__struct_fields__, Learning.__struct_encode_fields__, strict=True)
    for attribute, name in names:
        value = getattr(record, attribute)
        if name in carried or value in (None, ()) or value in _AS_GOOD_AS_ABSENT.get(name, ()):
            continue
        if name == "source":
            yield from _of_source(record, carried=carried, because=because)
        else:
            yield Loss(item=record.id, field=name, why=because)


def _of_source(record: Learning, *, carried: Collection[str], because: str) -> Iterator[Loss]:
    for part in ("pr", "comment", "n", "by", "via"):
        name = f"source.{part}"
        if name not in carried and getattr(record.source, part) is not None:
            yield Loss(item=record.id, field=name, why=because)
