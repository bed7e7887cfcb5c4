"""The bytes of one line: of a new record, and of a line in which some keys change."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec

from buddy.core.errors import BuddyError
from buddy.core.learnings.record import VERSION, Learning

_ENCODER = msgspec.json.Encoder()
_KEYS = dict(zip(Learning.__struct_fields__, Learning.__struct_encode_fields__, strict=True))
# Other tools split lines at these characters, which JSON allows inside strings (STORE-05).
_ESCAPED = {"\u2028": rb"\u2028", "\u2029": rb"\u2029", "\u0085": rb"\u0085"}


class EditRefused(BuddyError):
    """The learnings file must not be changed in this way; the message says why."""


def new_line(record: Learning) -> bytes:
    """The line of a record, without a line end: the keys of DESIGN 3.1 in their order, absent ones left out."""
    values = {"v": VERSION} | {key: getattr(record, field) for field, key in _KEYS.items() if key != "v"}
    return escaped(_ENCODER.encode({key: value for key, value in values.items() if value not in (None, ())}))


def changed_line(line: bytes, old: Learning, new: Learning) -> bytes:
    """`line`, which was read as `old`, holding `new`: untouched keys keep their bytes, new keys come last."""
    values = _raw_values(line)
    for field, key in _KEYS.items():
        value = getattr(new, field)
        if value == getattr(old, field):
            continue
        if value in (None, ()):
            values.pop(key, None)
        else:
            values[key] = escaped(_ENCODER.encode(value))
    comma, colon = (b", ", b": ") if b'": ' in line[:200] else (b",", b":")
    return b"{" + comma.join(_ENCODER.encode(key) + colon + raw for key, raw in values.items()) + b"}"


def _raw_values(line: bytes) -> dict[str, bytes]:
    """The keys of an object and the bytes of their values."""
    try:
        raw: Mapping[str, msgspec.Raw] = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        return {key: bytes(value).strip() for key, value in raw.items()}
    except ValueError:  # what only the standard library reads, such as half a surrogate pair
        loaded: Mapping[str, object] = json.loads(line)
        return {key: json.dumps(value).encode() for key, value in loaded.items()}


def escaped(encoded: bytes) -> bytes:
    """JSON in which those characters stand as escapes; they can only be inside of strings."""
    for character, escape in _ESCAPED.items():
        encoded = encoded.replace(character.encode(), escape)
    return encoded
