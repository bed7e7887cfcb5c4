"""`buddy config`: all problems of a file in one message, and the schema that the model has."""

import pytest

from buddy.core.config import json_schema


@pytest.fixture
def repository(here):
    (here / ".git").mkdir()
    (here / ".buddy").mkdir()
    return here


def test_the_schema_is_the_models(buddy):
    ran = buddy("config", "schema")
    assert (ran.code, ran.json) == (0, json_schema())


def test_the_file_is_found_upwards_and_named(repository, buddy, monkeypatch):
    (repository / ".buddy/config.yml").write_text("review: {maxComments: 3}\n")
    (repository / "deep/er").mkdir(parents=True)
    monkeypatch.chdir(repository / "deep/er")
    ran = buddy("config", "check")
    assert (ran.code, ran.out) == (0, f"{repository / '.buddy/config.yml'}: usable\n")


def test_all_bad_values_come_in_one_message(repository, buddy):
    (repository / "mine.yml").write_text("review: {maxComments: x, drafts: 7}\n")
    ran = buddy("config", "check", "mine.yml")
    assert (ran.code, ran.out) == (2, "")
    assert "`review.maxComments`" in ran.err
    assert "`review.drafts`" in ran.err


def test_json_holds_problems_and_notices(repository, buddy):
    (repository / "mine.yml").write_text("review: {maxComments: x}\n")
    ran = buddy("config", "check", "mine.yml", "--format", "json")
    assert ran.code == 2
    assert ran.json["schema"] == 1
    assert len(ran.json["problems"]) == 1
    (repository / "mine.yml").write_text("reveiw: {}\n")
    ran = buddy("config", "check", "mine.yml", "--format", "json")
    assert (ran.code, ran.json["problems"]) == (0, [])
    assert [notice["id"] for notice in ran.json["notices"]] == ["config-unknown-key"]


def test_strict_makes_a_warning_count(repository, buddy):
    (repository / "mine.yml").write_text("reveiw: {}\n")
    assert buddy("config", "check", "mine.yml").code == 0
    assert buddy("config", "check", "--strict", "mine.yml").code == 1


@pytest.mark.parametrize(("name", "reason"), [("absent.yml", "No such file"), (".", "Is a directory")])
def test_an_unreadable_file_is_named_with_its_reason(name, reason, here, buddy):
    ran = buddy("config", "check", name)
    assert ran.code == 2
    assert name in ran.err
    assert reason in ran.err


def test_outside_a_repository_the_remedy_is_named(here, buddy):
    """CLI-06"""
    ran = buddy("config", "check")
    assert ran.code == 2
    assert "not inside a git repository" in ran.err
    assert "Name a file" in ran.err


def test_a_repository_without_the_file_says_so(repository, buddy):
    ran = buddy("config", "check")
    assert ran.code == 2
    assert "there is no .buddy/config.yml" in ran.err
