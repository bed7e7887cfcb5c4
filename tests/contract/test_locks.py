"""The hashed locks say what pyproject.toml asks for, and no tracked file ties the project to a place.

Checked without a network: whether newer releases exist is `make lock`'s business, not the suite's.
"""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements-model.txt": PROJECT["project"]["optional-dependencies"]["model"],
    "requirements-build.txt": PROJECT["dependency-groups"]["build"],
    "requirements-dev.txt": PROJECT["project"]["dependencies"]
    + PROJECT["project"]["optional-dependencies"]["model"]
    + PROJECT["dependency-groups"]["dev"],
}


def pins(name: str) -> dict[str, list[tuple[str, int]]]:
    """Canonical name → its pins (version, number of hashes); more than one where markers split it."""
    found: dict[str, list[tuple[str, int]]] = {}
    for entry in (ROOT / name).read_text().replace("\\\n", " ").splitlines():
        requirement = Requirement(entry.split("--hash=")[0].strip())
        (pin,) = requirement.specifier
        assert pin.operator == "=="
        hashes = len(re.findall(r"--hash=sha256:[0-9a-f]{64}", entry))
        found.setdefault(canonicalize_name(requirement.name), []).append((pin.version, hashes))
    return found


def missing(wanted: list[str], locked: dict[str, list[tuple[str, int]]]) -> list[str]:
    """The requirements that no pin satisfies."""
    return [
        text
        for text in wanted
        if (requirement := Requirement(text))
        and not any(
            requirement.specifier.contains(version)
            for version, _ in locked.get(canonicalize_name(requirement.name), [])
        )
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_locked_at_a_version_that_pyproject_allows(lock: str) -> None:
    assert missing(LOCKS[lock], pins(lock)) == []


def test_a_dependency_that_the_lock_lacks_or_has_too_old_is_found() -> None:
    assert missing(["absent", "old>=2", "Fine_Name>=1"], {"old": [("1.9", 1)], "fine-name": [("1.0", 1)]}) == [
        "absent",
        "old>=2",
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_carries_a_hash(lock: str) -> None:
    assert [name for name, entries in pins(lock).items() if not all(hashes for _, hashes in entries)] == []


def test_the_locks_agree_with_each_other() -> None:
    together: dict[str, list[tuple[str, int]]] = {}
    for lock in LOCKS:
        for name, entries in pins(lock).items():
            assert together.setdefault(name, entries) == entries, f"{name} differs in {lock}"


PLACES = {
    "a package registry's host": r"\b(py" r"pi\.org|python" r"hosted|npm" r"js\.(org|com)|deb\.deb" r"ian\.org)",
    "a path of one machine": r"(^|[^\w/.-])/(work|ho" r"me/(?!runner)\w+|Us" r"ers)/\w",
}


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listing.decode().split("\0") if name]


def naming(pattern: str, *, texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{at}"
        for name, text in texts.items()
        for at, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize("place", PLACES)
def test_no_tracked_file_names(place: str) -> None:
    texts = {
        str(path.relative_to(ROOT)): path.read_bytes().decode(errors="replace") for path in tracked() if path.is_file()
    }
    assert naming(PLACES[place], texts=texts) == []


def test_a_host_or_a_machine_path_would_be_seen() -> None:
    texts = {"a": "--index-url https://" + "py" + "pi.org/simple", "b": "cd /wo" + "rk/main", "c": "a network/main"}
    assert naming(PLACES["a package registry's host"], texts=texts) == ["a:1"]
    assert naming(PLACES["a path of one machine"], texts=texts) == ["b:1"]


def test_the_image_s_lock_pins_what_everybody_s_does() -> None:
    pinned = pins("requirements-model.txt")
    assert {name: pinned.get(name) for name in pins("requirements.txt")} == pins("requirements.txt")
