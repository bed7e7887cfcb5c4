"""No link of the docs leads nowhere, and every page can be found from the index."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.contract.pages import ROOT, anchors, links, pages

INDEX = ROOT / "docs/README.md"

each = pytest.mark.parametrize("page", pages(), ids=lambda path: str(path.relative_to(ROOT)))


def broken(text: str, *, page: Path) -> list[str]:
    """The links that lead to no file of the repository, or to no heading of it; foreign addresses are not asked."""
    return [link for link in links(text) if not urlsplit(link).scheme and not _leads_somewhere(link, text, page)]


def _leads_somewhere(link: str, text: str, page: Path) -> bool:
    path, _, fragment = unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.is_relative_to(ROOT) or not target.exists():
        return False
    if not fragment:
        return True
    return target.suffix == ".md" and fragment in anchors(target.read_text("utf-8") if path else text)


@each
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken(page.read_text("utf-8"), page=page) == []


@pytest.mark.parametrize(
    "link", ["no-such-page.md", "#no-such-heading", "README.md#no-such-heading", "../../outside.md", "start.md#"]
)
def test_a_link_that_leads_nowhere_is_found(link: str) -> None:
    expected = [] if link == "start.md#" else [link]
    assert broken(f"# Here\n\n[there]({link}) and [here](#here)", page=INDEX) == expected


def test_every_page_of_the_docs_is_in_the_index_or_in_an_index_of_its_folder() -> None:
    indexes = [INDEX, ROOT / "docs/decisions/README.md"]
    listed = {
        (index.parent / link.partition("#")[0]).resolve()
        for index in indexes
        for link in links(index.read_text("utf-8"))
    }
    docs = [page for page in pages() if page.is_relative_to(ROOT / "docs") and page not in indexes]
    examples = sorted((ROOT / "docs/examples").glob("[a-z]*.yml"))
    assert [page for page in [*docs, *examples] if page not in listed] == []


def test_the_docs_name_no_place_that_only_one_machine_has() -> None:
    assert [page for page in pages() if "/work/" in page.read_text("utf-8").replace("/home/runner/work/", "")] == []
