"""Where a result lies: artifact locations by uri, base or index, and by region."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings import loose
from buddy.core.findings.notices import NoticeId, Notices, quoted
from buddy.core.findings.paths import is_absolute, normalise
from buddy.core.findings.regions import lines

_LONGEST_CHAIN = 20
_SOURCE_ROOT = re.compile(r"(?!.*sysroot).*(root|src)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A file of the repository (None: no file in it) and lines in it, None for the file as a whole."""

    path: str | None
    line: int | None = None
    end_line: int | None = None


class Places:
    """Resolves the locations of one run against the repository's known roots."""

    def __init__(self, *, artifacts: object, bases: object, roots: Sequence[str], notices: Notices) -> None:
        self._artifacts = loose.sequence(artifacts)
        self._bases = loose.mapping(bases)
        self._roots = roots
        self._notices = notices
        self._resolved: dict[tuple[str, str | None], str | None] = {}

    def primary(self, locations: object, *, what: str) -> tuple[Place, tuple[Place, ...]]:
        """The first place inside the repository, and the other ones; `what` names the result in notices."""
        found = [place for place in self._all(locations, what=what) if place.path is not None]
        return (found[0], tuple(found[1:])) if found else (Place(path=None), ())

    def _all(self, locations: object, *, what: str) -> list[Place]:
        places = []
        for location in loose.sequence(locations):
            physical = loose.mapping(loose.mapping(location).get("physicalLocation"))
            if physical:
                path = self._path(loose.mapping(physical.get("artifactLocation")), what=what)
                line, end_line = _region(physical.get("region"), what=what, notices=self._notices)
                places.append(Place(path=path, line=line, end_line=end_line))
        return places

    def _path(self, artifact: Mapping[str, object], *, what: str) -> str | None:
        uri, base = loose.text(artifact.get("uri")), loose.text(artifact.get("uriBaseId"))
        index = loose.index(artifact.get("index"))
        if index is None:
            return None if uri is None else self._resolve(uri, base)
        listed = self._artifact(index, what=what) if uri is None or index < len(self._artifacts) else {}
        location = loose.mapping(listed.get("location"))
        if loose.index(listed.get("parentIndex")) is not None:
            return None  # a member of an archive is no file of the repository
        by_index = loose.text(location.get("uri"))
        if uri is None:
            return None if by_index is None else self._resolve(by_index, loose.text(location.get("uriBaseId")))
        if by_index is not None and by_index != uri:
            self._notices.add(
                NoticeId.ARTIFACT_MISMATCH,
                f"{what}: its uri {quoted(uri)} and artifact {index} {quoted(by_index)} differ; the uri counts",
            )
        return self._resolve(uri, base)

    def _artifact(self, index: int, *, what: str) -> Mapping[str, object]:
        if index < len(self._artifacts):
            return loose.mapping(self._artifacts[index])
        count = len(self._artifacts)
        self._notices.add(NoticeId.BAD_LOCATION, f"{what}: artifact {index} of {count} does not exist")
        return {}

    def _resolve(self, uri: str, base: str | None) -> str | None:
        key = (uri, base)
        if key not in self._resolved:
            self._resolved[key] = normalise(self._joined(uri, base), self._roots)
        return self._resolved[key]

    def _joined(self, uri: str, base: str | None) -> str:
        """The uri below its chain of bases. What stands on its own is joined to nothing (FIND-09)."""
        seen: set[str] = set()
        while base is not None and not is_absolute(uri):
            if base in seen or len(seen) > _LONGEST_CHAIN:
                self._notices.add(NoticeId.BASE_CYCLE, f"the base {quoted(base)} leads back to itself; it was ignored")
                break
            seen.add(base)
            definition = loose.mapping(self._bases.get(base))
            prefix, parent = loose.text(definition.get("uri")), loose.text(definition.get("uriBaseId"))
            if prefix is not None and self._leads_elsewhere(prefix, base):
                break
            uri, base = uri if prefix is None else f"{prefix.rstrip('/')}/{uri}", parent
        return uri

    def _leads_elsewhere(self, prefix: str, base: str) -> bool:
        """Whether a base is the sources' root on another machine, so that below it begins the repository.

        Trivy writes `file:///` (trivy#10364), containers scan below their own mount. Bases of other names, such as
        a SYSROOT, stay what they are: outside.
        """
        if not is_absolute(prefix) or _SOURCE_ROOT.match(base) is None:
            return False
        probe = f"{prefix.rstrip('/')}/probe"
        return normalise(probe, self._roots) is None


def _region(region: object, *, what: str, notices: Notices) -> tuple[int | None, int | None]:
    fields = loose.mapping(region)
    return lines(fields.get("startLine"), fields.get("endLine"), what=what, notices=notices)
