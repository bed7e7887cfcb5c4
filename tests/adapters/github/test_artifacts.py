"""Artifacts over canned HTTP: the storage sees no token, and nothing in a zip is believed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
import responses
from pydantic import SecretStr

from buddy.adapters.github import artifact_files
from buddy.adapters.github.artifact_files import UnusableArtifact, read_zip
from buddy.adapters.github.artifacts import GithubArtifacts
from buddy.adapters.github.client import Client
from buddy.adapters.github.pace import Pace
from buddy.app.ports import Refusal, RefusalKind

STORAGE = "https://storage.example/results/1?sig=abc"


def zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


@pytest.fixture
def artifacts(pace: Pace) -> GithubArtifacts:
    client = Client(repository="o/r", token=SecretStr("t0ken"), base_url="https://ghes.example/api/v3", pace=pace)
    return GithubArtifacts(client)


@pytest.fixture
def listed(http: responses.RequestsMock, api: str) -> Callable[..., None]:
    def serve(*rows: dict[str, object]) -> None:
        http.get(f"{api}/actions/runs/7/artifacts", json={"total_count": len(rows), "artifacts": list(rows)})

    return serve


def row(id_: int, **fields: object) -> dict[str, object]:
    return {"id": id_, "name": "buddy", "size_in_bytes": 100, "expired": False, **fields}


def test_the_latest_artifact_of_the_name_is_read_and_the_storage_is_shown_no_token(
    http: responses.RequestsMock, api: str, artifacts: GithubArtifacts, listed: Callable[..., None]
) -> None:
    listed(row(3), row(5), row(9, name="other"), row(8, expired=True))
    http.get(f"{api}/actions/artifacts/5/zip", status=302, headers={"Location": STORAGE})
    http.get(STORAGE, body=zipped({"handover.json": b"{}", "a/b.sarif": b"x"}))
    assert artifacts.artifact(7, "buddy") == {"handover.json": b"{}", "a/b.sarif": b"x"}
    assert "Authorization" in http.calls[1].request.headers
    assert "Authorization" not in http.calls[2].request.headers


@pytest.mark.parametrize("rows", [[], [row(9, name="other")], [row(8, expired=True)]])
def test_a_run_that_left_none_gives_none(
    artifacts: GithubArtifacts, listed: Callable[..., None], rows: list[dict[str, object]]
) -> None:
    listed(*rows)
    assert artifacts.artifact(7, "buddy") is None


def test_a_run_that_is_gone_gives_none(http: responses.RequestsMock, api: str, artifacts: GithubArtifacts) -> None:
    http.get(f"{api}/actions/runs/7/artifacts", status=404, json={"message": "Not Found"})
    assert artifacts.artifact(7, "buddy") is None


def test_one_that_says_it_is_too_large_is_not_fetched(artifacts: GithubArtifacts, listed: Callable[..., None]) -> None:
    listed(row(3, size_in_bytes=10**12))
    with pytest.raises(Refusal, match="larger than 50 MB") as caught:
        artifacts.artifact(7, "buddy")
    assert caught.value.kind is RefusalKind.UNPROCESSABLE


@pytest.mark.parametrize(
    "location", ["http://storage.example/x", "file:///etc/passwd", "ftp://storage.example/x", "/x", ""]
)
def test_only_an_encrypted_address_is_followed(
    http: responses.RequestsMock, api: str, artifacts: GithubArtifacts, listed: Callable[..., None], location: str
) -> None:
    listed(row(3))
    http.get(f"{api}/actions/artifacts/3/zip", status=302, headers={"Location": location})
    with pytest.raises(Refusal) as caught:
        artifacts.artifact(7, "buddy")
    assert caught.value.kind is RefusalKind.UNAVAILABLE


def test_a_storage_that_fails_is_a_refusal_without_its_address(
    http: responses.RequestsMock, api: str, artifacts: GithubArtifacts, listed: Callable[..., None]
) -> None:
    """P10: the address is a credential for a while."""
    listed(row(3))
    http.get(f"{api}/actions/artifacts/3/zip", status=302, headers={"Location": STORAGE})
    http.get(STORAGE, status=403)
    with pytest.raises(Refusal) as caught:
        artifacts.artifact(7, "buddy")
    assert "sig=abc" not in str(caught.value)


def test_a_download_that_grows_beyond_its_claim_is_cut(
    http: responses.RequestsMock,
    api: str,
    artifacts: GithubArtifacts,
    listed: Callable[..., None],
) -> None:
    """P11."""
    listed(row(3))
    http.get(f"{api}/actions/artifacts/3/zip", status=302, headers={"Location": STORAGE})
    http.get(STORAGE, body=bytes(artifact_files.LARGEST_ZIP + 1))
    with pytest.raises(Refusal, match="larger than"):
        artifacts.artifact(7, "buddy")


def test_paths_that_lead_out_are_left_out() -> None:
    files = {"../up": b"1", "/root": b"2", "a/../b": b"3", "a\\b": b"4", "a//b": b"5", "ok/c.sarif": b"6"}
    assert read_zip(zipped(files)) == {"ok/c.sarif": b"6"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no zip"),
        (b"PK\x03\x04", "no zip"),
        (zipped({"a": b"x" * 1000})[:-40], "no zip"),
        (zipped({"a": b"abc"}).replace(b"KLJ", b"KLK"), "no zip"),
        (zipped({str(n): b"" for n in range(501)}), "more than 500 files"),
        (zipped({str(n): bytes(30 << 20) for n in range(4)}), "more than 100 MB"),
    ],
    ids=["empty", "cut", "truncated", "damaged", "many", "bomb"],
)
def test_what_is_no_zip_or_too_much_is_unusable(content: bytes, why: str) -> None:
    """P11."""
    with pytest.raises(UnusableArtifact, match=why):
        read_zip(content)
