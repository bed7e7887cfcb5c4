"""Which commits touched the lines of a file that hold some words, through merges, odd bytes and odd settings."""

import json

from buddy.adapters.git.repository import GitRepository
from buddy.core.record.line_history import line_events

FILE = ".buddy/learnings.jsonl"


def line(record_id, text="x"):
    return json.dumps({"id": record_id, "text": text}) + "\n"


def told(scene, record_id="l_a.1"):
    repository = GitRepository.discover(scene.top)
    commits = repository.line_log(repository.head(), FILE, record_id)
    return [(event.change.value, event.merge, event.pull) for event in line_events(record_id, commits)]


def test_a_line_that_came_through_a_merge_changed_and_went_is_told_oldest_first(scene):
    scene.commit({FILE: line("l_zzz1")})
    main = scene.git("symbolic-ref", "--short", "HEAD")
    scene.git("switch", "-q", "-c", "buddy/learnings")
    scene.commit({FILE: line("l_zzz1") + line("l_a.1")}, message="chore\n\nBuddy-Ids: l_a.1")
    scene.git("switch", "-q", main)
    scene.commit({"other": "x"})
    scene.git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from o/buddy/learnings", "buddy/learnings")
    scene.commit({FILE: line("l_a.1", "new") + line("l_zzz1")})
    scene.commit({FILE: line("l_zzz1") + line("l_ax1", "l_a.1 is gone")})
    assert told(scene) == [
        ("added", False, None),
        ("added", True, 7),
        ("changed", False, None),
        ("removed", False, None),
    ]


def test_an_id_that_nobody_wrote_has_no_history(scene):
    scene.commit({FILE: line("l_zzz1")})
    assert told(scene, "l_nope1") == []


def test_neither_attributes_nor_odd_bytes_hide_the_lines(scene):
    scene.commit({".gitattributes": "*.jsonl binary\n", FILE: b"\xff\0\r\n" + line("l_a.1").encode()})
    scene.git("config", "diff.noprefix", "true")
    scene.git("config", "log.follow", "true")
    scene.git("config", "diff.mnemonicPrefix", "true")
    assert told(scene) == [("added", False, None)]


def test_a_merge_that_resolves_a_conflict_in_the_line_is_told(scene):
    scene.commit({FILE: line("l_a.1")})
    main = scene.git("symbolic-ref", "--short", "HEAD")
    scene.git("switch", "-q", "-c", "other")
    scene.commit({FILE: line("l_a.1", "theirs")})
    scene.git("switch", "-q", main)
    scene.commit({FILE: line("l_a.1", "ours")})
    scene.git("merge", "-q", "-X", "theirs", "-m", "Merge", "other")
    assert told(scene)[-1] == ("changed", True, None)
