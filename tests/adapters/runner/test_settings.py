"""Inputs and variables of the runner (ACT-05): blank means unset, every problem at once, secrets never shown."""

from __future__ import annotations

import pytest

from buddy.adapters.runner.settings import FailOn, Settings
from buddy.core.errors import InputError
from buddy.core.findings.finding import Severity


def read(**environ: str) -> Settings:
    return Settings.read(environ)


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.read({})
    assert settings.bot_login == "github-actions[bot]"
    assert settings.bot_mention == "@buddy-bot"
    assert settings.fail_on is FailOn.NONE
    assert settings.github_token is None
    assert settings.findings == ()
    assert settings.max_comments is None
    assert settings.dry_run is False
    assert settings.workspace == "."


@pytest.mark.parametrize("name", Settings.input_names())
@pytest.mark.parametrize("blank", ["", " ", "\n", "\t \r\n"])
def test_a_blank_input_means_unset(name: str, blank: str) -> None:
    assert Settings.read({f"INPUT_{name.upper()}": blank}) == Settings.read({})


@pytest.mark.parametrize("name", ["INPUT_MAX-COMMENTS", "INPUT_MAX_COMMENTS"])
@pytest.mark.parametrize(("written", "number"), [("0", 0), ("5", 5), (" 5 ", 5), ("25\n", 25), ("100", 100)])
def test_the_runners_hyphens_and_a_shells_underscores_both_count(name: str, written: str, number: int) -> None:
    assert Settings.read({name: written}).max_comments == number


@pytest.mark.parametrize("written", ["true", "-1", "+5", "1.5", "1_0", "five", "0x10", "٥", "101", "9" * 5000])
def test_a_count_that_is_no_whole_number_is_refused_by_name(written: str) -> None:
    with pytest.raises(InputError, match="input max-comments: must be a whole number from 0 to 100"):
        Settings.read({"INPUT_MAX-COMMENTS": written})


@pytest.mark.parametrize(("written", "value"), [("true", True), ("True", True), ("FALSE", False), (" false ", False)])
def test_dry_run_is_true_or_false(written: str, value: bool) -> None:
    assert Settings.read({"INPUT_DRY-RUN": written}).dry_run is value


@pytest.mark.parametrize("written", ["yes", "1", "on", "y", "truee"])
def test_dry_run_is_never_guessed(written: str) -> None:
    with pytest.raises(InputError, match="input dry-run: must be true or false"):
        Settings.read({"INPUT_DRY-RUN": written})


def test_findings_are_one_glob_a_line() -> None:
    settings = Settings.read({"INPUT_FINDINGS": "\n  reports/*.sarif \r\n\r\n a b/c.json\n"})
    assert settings.findings == ("reports/*.sarif", "a b/c.json")


@pytest.mark.parametrize("level", list(FailOn))
def test_fail_on_takes_every_severity_in_any_case(level: FailOn) -> None:
    assert Settings.read({"INPUT_FAIL-ON": level.value.upper()}).fail_on is level


def test_fail_on_names_the_severity_it_stands_for() -> None:
    assert FailOn.NONE.severity is None
    assert [level.severity for level in list(FailOn)[1:]] == list(Severity)


def test_fail_on_lists_what_it_takes() -> None:
    with pytest.raises(InputError, match="input fail-on: must be one of none, critical, major, minor, nit"):
        Settings.read({"INPUT_FAIL-ON": "blocker"})


@pytest.mark.parametrize("name", ["GITHUB_API_URL", "GITHUB_SERVER_URL", "INPUT_MODEL-BASE-URL"])
@pytest.mark.parametrize(
    "address", ["ftp://x", "ghes.example", "https://", "https://u:p@ghes.example/", "https://h/?q=1"]
)
def test_an_address_that_is_no_plain_web_address_is_refused(name: str, address: str) -> None:
    with pytest.raises(InputError, match="must be an http or https address"):
        Settings.read({name: address})


def test_an_enterprise_server_keeps_its_own_addresses() -> None:
    settings = read(GITHUB_API_URL="https://ghes.example/api/v3/", GITHUB_SERVER_URL="https://ghes.example")
    assert settings.api_url == "https://ghes.example/api/v3"
    assert settings.server_url == "https://ghes.example"


@pytest.mark.parametrize("name", ["owner", "a/b/c", "a b/c", "../x/y", "owner/na;me", "../x", "owner/..", "./x"])
def test_a_repository_is_owner_and_name(name: str) -> None:
    with pytest.raises(InputError, match="GITHUB_REPOSITORY: must be owner/name"):
        read(GITHUB_REPOSITORY=name)


@pytest.mark.parametrize("login", ["octocat", "github-actions[bot]", "my-app[bot]", "some_user"])
def test_logins_of_people_and_apps_are_taken(login: str) -> None:
    assert Settings.read({"INPUT_BOT-LOGIN": login}).bot_login == login


@pytest.mark.parametrize("login", ["@octocat", "a b", "x[bot", "[bot]", "-a"])
def test_what_is_no_login_is_refused(login: str) -> None:
    with pytest.raises(InputError, match="input bot-login: must be a GitHub login"):
        Settings.read({"INPUT_BOT-LOGIN": login})


@pytest.mark.parametrize("mention", ["@helper", "helper"])
def test_a_mention_may_be_written_without_its_at_sign(mention: str) -> None:
    assert Settings.read({"INPUT_BOT-MENTION": mention}).bot_mention == "@helper"


def test_all_problems_come_in_one_message() -> None:
    with pytest.raises(InputError) as caught:
        Settings.read({"INPUT_MAX-COMMENTS": "x", "INPUT_DRY-RUN": "maybe", "GITHUB_REPOSITORY": "x"})
    assert len(caught.value.problems) == 3
    assert caught.value.exit_code == 2
    assert all(name in str(caught.value) for name in ("max-comments", "dry-run", "GITHUB_REPOSITORY"))


def test_p10_secrets_are_shown_neither_by_repr_nor_in_messages() -> None:
    value = "ghs_" + "a1B2" * 9
    names = ("GITHUB-TOKEN", "RECORD-TOKEN", "MODEL-API-KEY", "MARKER-KEY")
    environ = {f"INPUT_{name}": value for name in names}
    settings = Settings.read(environ)
    assert value not in repr(settings)
    assert value not in str(settings.model_dump())
    assert settings.github_token is not None
    assert settings.github_token.get_secret_value() == value
    with pytest.raises(InputError) as caught:
        Settings.read(environ | {"INPUT_MODEL-BASE-URL": f"https://user:{value}@h", "INPUT_MAX-COMMENTS": value})
    assert value not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_variable_that_is_no_setting_changes_nothing() -> None:
    assert read(PATH="/bin", INPUT_UNKNOWN="x", GITHUB_SHA="y") == Settings.read({})


def test_every_input_has_a_written_default() -> None:
    defaults = Settings.input_defaults()
    assert tuple(defaults) == Settings.input_names()
    assert defaults["fail-on"] == "none"
    assert defaults["dry-run"] == "false"
    assert defaults["findings"] == ""
    assert Settings.read({f"INPUT_{name}".upper(): value for name, value in defaults.items()}) == Settings.read({})
