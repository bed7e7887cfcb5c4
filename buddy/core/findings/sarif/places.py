"""Where a result lies: artifact locations by uri, base or index, and by region."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings import loose
from buddy.core.findings.notices import NoticeId, Notices, quoted
from buddy.core.findings.paths import is_absolute, normalise
from buddy.core.findings.regions import lines

_LONGEST_CHAIN = 20
_LONGEST_NAME = 200
_RELATED_AT_MOST = 10
_SOURCE_ROOT = re.compile(r"(?!.*sysroot).*(root|src)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A file of the repository (None: no file in it) and lines in it, None for the file as a whole."""

    path: str | None
    line: int | None = None
    end_line: int | None = None

    @property
    def shown(self) -> str:
        """`path:line`, or the path alone."""
        return f"{self.path}" if self.line is None else f"{self.path}:{self.line}"


class Places:
    """Resolves the locations of one run against the repository's known roots."""

    def __init__(self, *, artifacts: object, bases: object, roots: Sequence[str], notices: Notices) -> None:
        self._artifacts = loose.sequence(artifacts)
        self._bases = loose.mapping(bases)
        self._roots = roots
        self._notices = notices
        self._resolved: dict[tuple[str, str | None], str | None] = {}

    def primary(self, locations: object, *, what: str) -> tuple[Place, tuple[str, ...]]:
        """The first place inside the repository, and the others that are; `what` names the result in notices.

        Where none is inside, the others are all places in the tool's own words, so that a reader learns of them.
        """
        places, elsewhere = [], []
        for location in loose.sequence(locations):
            fields = loose.mapping(location)
            physical = loose.mapping(fields.get("physicalLocation"))
            place = self._place(physical, what=what)
            if place.path is not None:
                places.append(place)
            elif (name := _own_words(physical, fields)) is not None:
                elsewhere.append(name[:_LONGEST_NAME])
        if places:
            return places[0], _few(place.shown for place in places[1:])
        return Place(path=None), _few(elsewhere)

    def _place(self, physical: Mapping[str, object], *, what: str) -> Place:
        artifact = loose.mapping(physical.get("artifactLocation"))
        path = self._path(artifact, what=what) if artifact else None
        if path is None:
            return Place(path=None)
        region = loose.mapping(physical.get("region"))
        line, end_line = lines(region.get("startLine"), region.get("endLine"), what=what, notices=self._notices)
        return Place(path=path, line=line, end_line=end_line)

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


def _own_words(physical: Mapping[str, object], location: Mapping[str, object]) -> str | None:
    uri = loose.text(loose.mapping(physical.get("artifactLocation")).get("uri"))
    if uri is not None:
        return uri
    names = (loose.mapping(name) for name in loose.sequence(location.get("logicalLocations")))
    texts = (loose.text(name.get("fullyQualifiedName")) or loose.text(name.get("name")) for name in names)
    return next((text for text in texts if text is not None), None)


def _few(shown: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(shown))[:_RELATED_AT_MOST]
