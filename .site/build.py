"""Build the site of the documentation into build/site: `make site`.

The pages are the papers of this repository as they are, with the README as the first one; the pictures are taken of
the program as it is. `--no-pictures` takes none. Needs a display, and mkdocs-material (.site/site.txt).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

PROJECT = Path(__file__).resolve().parent.parent
PAGES = PROJECT / "build" / "site-pages"
RENDERER = PROJECT / ".tools" / "site"
STYLE = PROJECT / ".site" / "site.css"
PICTURES = (".png", ".svg")
README = "README.md"
PAPERS = (README, "CHANGELOG.md", "CONTRACT.md", "CONTRIBUTING.md", "SECURITY.md")
# A word of the gallery that chooses the scene, the name of a picture in it, and what the picture shows.
SCENES = (
    ("The chat full", "full-chat", "The chat as a full window, with all conversations"),
    ("card_groups", "card-groups", "Tools are cards inside the answer; one that fails says why"),
    ("The chat palette", "palette", "All commands with their keys"),
    ("The chat compare", "compare", "One question, two models"),
    ("quick_ask", "quick-ask-answer", "A question about text selected in another program"),
    ("Settings connection", "settings-connection", "A model is connected"),
    ("Settings characters", "settings-character", "The characters"),
    ("First run", "first-run-1", "The first start"),
)
LOOKS = ("light", "dark")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def main(arguments: list[str]) -> int:
    """Build what the command line asks for. Returns an exit code."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__)
    parser.add_argument("--no-pictures", action="store_true", help="take no pictures of the windows")
    options = parser.parse_args(arguments)
    shutil.rmtree(PAGES, ignore_errors=True)
    for paper in sorted((*(PROJECT / name for name in PAPERS), *PROJECT.glob("docs/*.md"))):
        write_page(paper)
    copy_assets()
    (PAGES / "pictures.md").write_text(pictures_page(() if options.no_pictures else take_pictures()), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(PROJECT / ".site" / "mkdocs.yml")],
        env={"PYTHONPATH": str(RENDERER), "PATH": "", "NO_MKDOCS_2_WARNING": "1"}, check=False,
    ).returncode  # fmt: skip


def write_page(paper: Path) -> None:
    """Write a paper of the repository as a page; links to its other papers go to their pages."""
    name = PurePosixPath(paper.relative_to(PROJECT).as_posix())
    target = PAGES / ("index.md" if str(name) == README else name)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(with_links_to_pages(paper.read_text(encoding="utf-8"), name), encoding="utf-8")


def with_links_to_pages(text: str, name: PurePosixPath) -> str:
    """Return the text of the paper `name` with its links as they are in the site.

    What is no page, such as a file of the program, is named without a link.
    """

    def replaced(link: re.Match[str]) -> str:
        picture, title, target = link.groups()
        file, mark, anchor = target.partition("#")
        if not file or "://" in target:
            return link[0]
        path = (PROJECT / name.parent / file).resolve().relative_to(PROJECT)
        is_page = path.suffix == ".md" and (str(path) in PAPERS or path.parent == Path("docs"))
        is_picture = path.suffix in PICTURES and path.parts[0] == "assets"
        if not (is_page or is_picture):
            return title
        up = "../" * (len(name.parts) - 1)
        where = "index.md" if str(path) == README else path.as_posix()
        return f"{picture}[{title}]({up}{where}{mark}{anchor})"

    return _LINK.sub(replaced, text)


def copy_assets() -> None:
    """Copy the pictures that the papers show, and the style of the site."""
    for source in (PROJECT / "assets").rglob("*"):
        if source.suffix in PICTURES:
            target = PAGES / source.relative_to(PROJECT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    shutil.copy(STYLE, PAGES)


def take_pictures() -> Iterator[tuple[str, str]]:
    """Take the pictures in both themes. Yields what each shows, and its name. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as temporary:
        for words, name, title in SCENES:
            folder = Path(temporary) / name
            gallery = [sys.executable, "-m", "tests.gallery", str(folder), "--themes", *LOOKS, "--languages", "en"]
            subprocess.run([*gallery, "--only", words], cwd=PROJECT, check=True, stdout=subprocess.DEVNULL)
            for look in LOOKS:
                target = PAGES / "pictures" / f"{name}-{look}.png"
                target.parent.mkdir(exist_ok=True)
                shutil.copy(folder / "en" / look / f"{name}.png", target)
            yield title, name


def pictures_page(pictures: Iterable[tuple[str, str]]) -> str:
    """Return the page of the pictures, each in the theme that the reader has chosen."""
    shown = (
        f"\n## {title}\n\n" + "".join(f"![{title}](pictures/{name}-{look}.png#only-{look})\n" for look in LOOKS)
        for title, name in pictures
    )
    return "# Pictures\n\nTaken of the program as it is, by this build.\n" + "".join(shown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
