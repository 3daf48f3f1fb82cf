"""The site of the documentation, without rendering it; `make site` renders it, and ends at a link to nowhere."""

import importlib.util
import re
from pathlib import Path, PurePosixPath

import pytest

from tests.support.folders import PROJECT

SPECIFICATION = importlib.util.spec_from_file_location("site_build", PROJECT / ".site" / "build.py")
assert SPECIFICATION
assert SPECIFICATION.loader
site = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(site)
LINK = re.compile(r"\]\((?![a-z]+://)([^)#\s]+)")


@pytest.mark.parametrize("paper", [*site.PAPERS, *(f"docs/{each.name}" for each in PROJECT.glob("docs/*.md"))])
def test_each_link_of_a_page_goes_to_a_page_or_a_picture(paper: str) -> None:
    text = (PROJECT / paper).read_text(encoding="utf-8")
    page = site.with_links_to_pages(text, PurePosixPath(paper))
    for target in LINK.findall(page):
        path = (PROJECT / Path(paper).parent / target.replace("index.md", site.README)).resolve()
        assert path.is_file(), target
        assert path.suffix == ".md" or path.is_relative_to(PROJECT / "assets"), target


def test_the_menu_has_every_page() -> None:
    menu = (PROJECT / ".site" / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {site.README: "index.md"}
    for paper in (*site.PAPERS, *(f"docs/{each.name}" for each in PROJECT.glob("docs/*.md"))):
        assert f": {pages.get(paper, paper)}\n" in menu, paper
