"""The documents: their links and anchors lead somewhere, and the commands and modules that they name exist."""

import re
from pathlib import Path

import pytest

from tests.campaigns.__main__ import CAMPAIGNS
from tests.support.folders import PROJECT

PAPERS = sorted(str(each.relative_to(PROJECT)) for folder in ("", "docs") for each in (PROJECT / folder).glob("*.md"))
README_LIMIT = 15_000
CODE = re.compile(r"^```.*?^```$|^    .*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(paper: Path) -> list[str]:
    """Return the links of a document that lead to no file of the checkout, or to no heading of a document."""
    found: list[str] = []
    for link in LINK.findall(CODE.sub("", paper.read_text(encoding="utf-8"))):
        file, _, anchor = link.partition("#")
        target = paper.parent / file if file else paper
        if "://" not in link and (
            not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8")))
        ):
            found.append(link)
    return found


@pytest.mark.parametrize("name", PAPERS)
def test_links_and_anchors_lead_somewhere(name: str) -> None:
    assert broken_links(PROJECT / name) == []


def test_a_missing_file_and_a_missing_heading_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# What it does\n\n```\n# not one\n```\n", encoding="utf-8")
    paper = tmp_path / "a.md"
    paper.write_text(
        "[a](b.md) [b](b.md#what-it-does) [c](c.md) [d](b.md#not-one) [e](#here) [f](https://x.y/z#a) `[g](g.md)`\n",
        encoding="utf-8",
    )
    assert broken_links(paper) == ["c.md", "b.md#not-one", "#here"]


@pytest.mark.parametrize("name", PAPERS)
def test_a_document_names_commands_that_exist(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
    assert set(re.findall(r"`make\scampaign\sNAME=([a-z-]+)", text)) <= set(CAMPAIGNS)


@pytest.mark.parametrize("name", ["architecture.md", "extending.md"])
def test_a_document_names_modules_that_exist(name: str) -> None:
    text = (PROJECT / "docs" / name).read_text(encoding="utf-8")
    created = set(re.findall(r"Create `deskpet/([\w/]+\.py)`", text))
    modules = set(re.findall(r"`(?:deskpet/)?((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`", text)) - created
    assert len(modules) > 8
    assert [
        each for each in modules if not (PROJECT / "deskpet" / each).exists() and not (PROJECT / each).exists()
    ] == []


def test_the_readme_stays_short() -> None:
    assert len((PROJECT / "README.md").read_text(encoding="utf-8")) <= README_LIMIT
