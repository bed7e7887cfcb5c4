"""Files as other tools write them: what is added, what is refused and why, what is lost (CLI-03)."""

import json

import pytest

from buddy.core.interop.formats import guess

CASES = {
    "coderabbit-csv/organization.csv": (
        ["add", "add", "add", "refuse:question", "refuse:wrong-columns"],
        {"id", "repository_name", "usage_count", "organization_id", "organization_name", "repository_id", "author_id",
         "last_used_at", "author", "source_url"},
    ),
    "coderabbit-csv/semicolons.csv": (["add", "refuse:no-text"], set()),
    "coderabbit-csv/other-table.csv": (["refuse:no-header"], set()),
    "coderabbit-json/page.json": (
        ["add", "refuse:no-text"], {"id", "next_cursor", "repository_name", "usage_count"},
    ),
    "coderabbit-knowledge/export.json": (
        ["add", "refuse:not-an-object"],
        {"id", "repo_name", "repo_owner", "start_line", "end_line", "usage_count", "last_used", "usage_freshness"},
    ),
    "coderabbit-yaml/.coderabbit.yaml": (
        ["add", "add", "add", "add", "add", "refuse:no-text"], {"heading", "knowledge_base"},
    ),
    "snyk/.snyk": (["add", "refuse:dependency-path", "skip:expired", "add"], {"path", "patch"}),
    "eslint/eslint-suppressions.json": (["add", "add", "add", "refuse:wrong-type"], {"count"}),
    "sarif/suppressions.sarif": (
        ["refuse:no-source", "refuse:in-source", "refuse:not-accepted", "refuse:no-source"], {"guid"},
    ),
    "agents/AGENTS.md": (["add"] * 6, {"table", "context"}),
    "claude/CLAUDE.md": (["add"] * 3, {"import", "context"}),
    "gemini/.gemini/styleguide.md": (["add"] * 3, {"context"}),
    "copilot/.github/copilot-instructions.md": (["add"] * 3, {"context"}),
    "copilot-instructions/.github/instructions/tests.instructions.md": (
        ["add"] * 2, {"description", "context", "excludeAgent"},
    ),
    "cursor/.cursor/rules/api.mdc": (["add"] * 2, {"context"}),
    "cursorrules/.cursorrules": (["add"] * 2, set()),
    "bugbot/.cursor/BUGBOT.md": (["add"] * 2, {"context"}),
    "kody/.kody/rules/errors.md": (["add"], {"severity_min", "buckets", "examples", "scope", "languages"}),
    "kody/.kody/rules/off.md": (["refuse:not-applied"], set()),
    "best-practices/best_practices.md": (["add"], {"context"}),
    "buddy/team.jsonl": (
        ["add", "refuse:newer-version", "skip:not-in-force", "refuse:invalid-json", "refuse:no-paths"],
        {"trust"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", CASES)
def test_every_part_of_a_real_file_is_taken_or_named(path, real, imported) -> None:
    outcomes, losses = CASES[path]
    plan = imported(*real(path))
    assert [f"{step.outcome.value}{':' if step.reason else ''}{step.reason}" for step in plan.steps] == outcomes
    assert {loss.field for loss in plan.losses} == losses


@pytest.mark.parametrize("path", CASES)
def test_a_second_import_of_the_same_file_plans_nothing(path, real, imported) -> None:
    """P6."""
    first = imported(*real(path))
    second = imported(*real(path), memory=first.content)
    assert second.content == first.content
    assert not {step.outcome.value for step in second.steps} & {"add", "update"}


@pytest.mark.parametrize("path", [path for path in CASES if "other-table" not in path])
def test_the_format_of_a_real_file_is_guessed(path, real) -> None:
    name, files = real(path)
    ((file, content),) = files.items()
    found = guess(file, content)
    assert found is not None
    assert found.name == name


def records(plan):
    return [json.loads(line) for line in plan.content.splitlines()]


def test_a_row_keeps_its_words_its_place_and_its_login_and_no_address(real, imported) -> None:
    """SEC-10."""
    first, second, third = records(imported(*real("coderabbit-csv/organization.csv")))
    assert first["text"] == "In the billing service amounts are integers of cents.\nNever use floats for money."
    assert first["source"] == {"pr": 812, "comment": 2001002003, "by": "dana-dev", "via": "import:coderabbit-csv"}
    assert (first["createdAt"], first["updatedAt"]) == ("2025-09-01T08:30:00Z", "2025-09-03T09:00:00Z")
    assert first["trust"] == "stated"
    assert second["source"] == {"via": "import:coderabbit-csv"}
    assert "paths" not in second
    assert third["paths"] == ["app/\\[locale\\]/page.tsx"]


def test_a_date_of_a_spreadsheet_is_written_as_dates_are(real, imported) -> None:
    (record,) = records(imported(*real("coderabbit-csv/semicolons.csv")))
    assert record["createdAt"] == "2025-08-01T10:00:00Z"


def test_both_shapes_of_json_say_where_it_was_said(real, imported) -> None:
    (page,) = records(imported(*real("coderabbit-json/page.json")))
    (item,) = records(imported(*real("coderabbit-knowledge/export.json")))
    assert page["source"] == {"pr": 901, "comment": 3000000001, "by": "dana-dev", "via": "import:coderabbit-json"}
    assert item["source"] == {"pr": 77, "comment": 2100000007, "by": "dana-dev", "via": "import:coderabbit-knowledge"}
    assert item["paths"] == ["services/flags/client.ts"]


def test_an_instruction_of_several_statements_is_taken_apart_with_its_glob(real, imported) -> None:
    plan = imported(*real("coderabbit-yaml/.coderabbit.yaml"))
    assert [(step.place.line, step.text) for step in plan.steps if step.outcome.value == "add"] == [
        (12, "Amounts are integers of cents, never floats."),
        (13, "Public functions have type hints and a docstring."),
        (16, "Log through `structlog`, never with print."),
        (18, "Components are functions with named exports, never default exports."),
        (22, "Keep comments about reasons, not about what the code does."),
    ]
    assert [record.get("paths") for record in records(plan)] == [
        ["services/**/*.py"],
        ["services/**/*.py"],
        ["services/**/*.py"],
        ["**/*.{ts,tsx}"],
        None,
    ]


def test_an_ignore_of_snyk_hides_that_id_until_its_end(real, imported) -> None:
    """P4: a chain of dependencies is not taken for every file."""
    first, second = records(imported(*real("snyk/.snyk")))
    assert first["match"] == {"category": "snyk/SNYK-RUBY-EXAMPLE-10001"}
    assert (first["paths"], first["expiresAt"]) == (["**"], "2030-01-01T00:00:00.000Z")
    assert first["text"] == "The parser is never given documents of users"
    assert (second["paths"], second["kind"]) == (["deploy/staging.yaml"], "suppression")


def test_a_rule_of_eslint_is_hidden_in_its_file_alone(real, imported) -> None:
    plan = imported(*real("eslint/eslint-suppressions.json"))
    assert [(record["match"]["category"], record["paths"]) for record in records(plan)] == [
        ("eslint/no-console", ["src/app/\\[locale\\]/page.tsx"]),
        ("eslint/@typescript-eslint/no-explicit-any", ["src/app/\\[locale\\]/page.tsx"]),
        ("eslint/no-undef", ["src/legacy/cart.js"]),
    ]
    assert [step.place.line for step in plan.steps] == [2, 2, 10, 15]


def test_a_line_of_buddys_own_keeps_its_unknown_keys_and_loses_its_trust(real, imported) -> None:
    """6.5: nobody here has approved it."""
    (record,) = records(imported(*real("buddy/team.jsonl")))
    assert record["id"] == "l_team000001"
    assert record["teamKey"] == {"kept": [1, 2]}
    assert record["trust"] == "stated"
    assert record["source"] == {"via": "import:buddy"}
