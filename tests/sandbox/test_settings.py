"""Settings are told to whom GitHub tells them, and to nobody else."""

from __future__ import annotations

import pytest

REPO = "/repos/octo/widgets"
ACTIONS, PROTECTION = f"{REPO}/actions/permissions/workflow", f"{REPO}/branches/main/protection"
RULES = f"{REPO}/rules/branches/buddy/learnings"


def test_an_administrator_reads_the_setting_of_actions_and_what_stands_there(box, repo, http_client):
    owner = box.personal_token("octo")
    assert http_client("GET", ACTIONS, token=owner).body == {
        "default_workflow_permissions": "read",
        "can_approve_pull_request_reviews": True,
    }
    repo.settings.actions_may_create_pulls = False
    repo.settings.actions_write_by_default = True
    assert http_client("GET", ACTIONS, token=owner).body == {
        "default_workflow_permissions": "write",
        "can_approve_pull_request_reviews": False,
    }


@pytest.mark.parametrize("path", [ACTIONS, PROTECTION])
def test_a_job_may_not_look_at_settings_and_an_app_with_administration_may(box, repo, http_client, path):
    repo.protect("main")
    refused = http_client("GET", path, token=box.job_token(repo))
    assert (refused.status, refused.body["message"]) == (403, "Resource not accessible by integration")
    assert refused.headers["x-accepted-github-permissions"] == "administration=read"
    assert http_client("GET", path, token=box.app_token("robot", {"administration": "read"})).status == 200


def test_an_app_of_another_repository_may_not_look(box, repo, http_client):
    other = box.repo("octo/gadgets", {"a": "1"})
    token = box.app_token("robot", {"administration": "read"}, repo=other)
    assert http_client("GET", ACTIONS, token=token).status == 403


def test_who_writes_and_is_no_administrator_hears_403_of_actions_and_404_of_protection(box, repo, http_client):
    repo.protect("main")
    token = box.personal_token("maintainer")
    assert http_client("GET", ACTIONS, token=token).status == 403
    hidden = http_client("GET", PROTECTION, token=token)
    assert (hidden.status, hidden.body["message"]) == (404, "Not Found")


def test_an_administrator_hears_whether_a_branch_is_missing_or_not_protected(box, repo, http_client):
    owner = box.personal_token("octo")
    assert http_client("GET", PROTECTION, token=owner).body["message"] == "Branch not protected"
    gone = http_client("GET", f"{REPO}/branches/none/protection", token=owner)
    assert (gone.status, gone.body["message"]) == (404, "Branch not found")


def test_protection_tells_what_it_demands_and_leaves_out_what_is_off(box, repo, http_client):
    owner = box.personal_token("octo")
    repo.protect("main")
    assert not {"required_status_checks", "restrictions"} & http_client("GET", PROTECTION, token=owner).body.keys()
    repo.protect("main", checks=["ci"], signatures=True, pushers=["alice"])
    told = http_client("GET", PROTECTION, token=owner).body
    assert told["required_status_checks"]["contexts"] == ["ci"]
    assert told["required_signatures"]["enabled"] is True
    assert [user["login"] for user in told["restrictions"]["users"]] == ["alice"]


def test_rules_are_told_to_whoever_reads_by_name_of_a_branch_that_need_not_exist(box, repo, job, http_client):
    repo.rule("buddy/*", "creation")
    repo.rule("main", "deletion")
    assert [rule["type"] for rule in http_client("GET", RULES, token=job).body] == ["creation"]


def test_a_job_reads_of_itself_that_it_may_nothing_and_a_person_their_role(box, repo, job, http_client):
    assert not any(http_client("GET", REPO, token=job).body["permissions"].values())
    person = http_client("GET", REPO, token=box.personal_token("maintainer"))
    assert person.body["permissions"]["push"] is True
    assert "x-oauth-scopes" not in person.headers


def test_a_classic_token_tells_its_scopes_with_every_answer(box, repo, http_client):
    token = box.personal_token("maintainer", scopes=["repo", "gist"])
    assert http_client("GET", REPO, token=token).headers["x-oauth-scopes"] == "repo, gist"


def test_an_archived_repository_says_so(box, repo, job, http_client):
    repo.settings.archived = True
    assert http_client("GET", REPO, token=job).body["archived"] is True
