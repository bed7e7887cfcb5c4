"""The release names by digest what main names by tag: `.github/release/pin_image.py` on the real files."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DIGEST = "sha256:" + "0123456789abcdef" * 4
SCRIPT = ROOT / ".github/release/pin_image.py"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("action.yml", "Dockerfile"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def pin(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], cwd=checkout, capture_output=True, text=True, check=False
    )


def test_the_released_action_names_the_published_image_and_is_otherwise_the_same(checkout: Path) -> None:
    assert pin(checkout, "action", f"ghcr.io/octo/buddy@{DIGEST}").returncode == 0
    released = yaml.safe_load((checkout / "action.yml").read_text())
    main = yaml.safe_load((ROOT / "action.yml").read_text())
    assert main["runs"] == {"using": "docker", "image": "Dockerfile"}
    assert released == main | {"runs": {"using": "docker", "image": f"docker://ghcr.io/octo/buddy@{DIGEST}"}}


def test_the_released_image_is_built_on_a_base_named_by_digest(checkout: Path) -> None:
    assert pin(checkout, "base", DIGEST).returncode == 0
    bases = [line.split()[1] for line in (checkout / "Dockerfile").read_text().splitlines() if line.startswith("FROM ")]
    assert len(bases) == 2
    assert all(base.endswith("@" + DIGEST) for base in bases)


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("action", "ghcr.io/octo/buddy:latest"),
        ("action", f"ghcr.io/Octo/buddy@{DIGEST}"),
        ("action", f"ghcr.io/octo/buddy@{DIGEST[:-1]}"),
        ("action", f"ghcr.io/octo/buddy@{DIGEST}\n  entrypoint: x"),
        ("action", "ghcr.io/octo/buddy@"),
        ("base", ""),
        ("base", "latest"),
        ("base", DIGEST + "0"),
    ],
)
def test_what_is_no_digest_is_refused_and_nothing_is_written(checkout: Path, what: str, to: str) -> None:
    before = {path.name: path.read_bytes() for path in checkout.iterdir()}
    done = pin(checkout, what, to)
    assert done.returncode == 2
    assert "error: " in done.stderr
    assert {path.name: path.read_bytes() for path in checkout.iterdir()} == before


@pytest.mark.parametrize(("what", "to"), [("action", f"ghcr.io/octo/buddy@{DIGEST}"), ("base", DIGEST)])
def test_pinning_twice_is_refused(checkout: Path, what: str, to: str) -> None:
    assert pin(checkout, what, to).returncode == 0
    assert pin(checkout, what, to).returncode == 2
