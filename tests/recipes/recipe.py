"""Read the recipes of the documents and apply them to a copy of the repository.

A recipe is a section of the README or of docs/extending.md. A python block is the content of the file that the text
before it names last; a diff block changes that file, and after a line `+++ FILE` another one. The hunks of a diff have
no line numbers: their old lines must occur exactly once in the file.
"""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

PROJECT = Path(__file__).resolve().parents[2]
DOCUMENTS = (PROJECT / "README.md", PROJECT / "docs" / "extending.md")

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w./]+\.(?:py|toml))`")


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a recipe: its language, the file that it is about, and its text."""

    language: str
    file: str
    text: str


def section(title: str) -> str:
    """Return the text of the section with this title, without its subsections."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", _without_code_headings(), re.MULTILINE | re.DOTALL)
    assert found, f"no document has a section {title!r}"
    return found[1].replace("\0", "#")


def _without_code_headings() -> str:
    """Return the documents with NUL in place of each `#` in their code blocks, where it begins a comment."""
    text = "\n".join(each.read_text(encoding="utf-8") for each in DOCUMENTS)
    return _BLOCK.sub(lambda block: block[0].replace("#", "\0"), text)


def steps(title: str) -> list[Step]:
    """Return the steps of the recipe in the section with this title."""
    text, found, end = section(title), list[Step](), 0
    for block in _BLOCK.finditer(text):
        files = _FILE.findall(text[end : block.start()])
        assert files, f"{title}: no file is named before\n{block[0]}"
        first, *others = re.split(r"^\+\+\+ (.+)\n", block[2], flags=re.MULTILINE)
        found.append(Step(block[1], files[-1], first))
        found += [Step(block[1], *other) for other in zip(others[::2], others[1::2], strict=True)]
        end = block.end()
    return found


def commands(title: str) -> list[str]:
    """Return the make targets that the text of the section names, in their order."""
    return re.findall(r"`make ([\w-]+)`", _BLOCK.sub("", section(title)))


def apply(step: Step, repository: Path) -> None:
    """Create or change the file of this step."""
    target = repository / step.file
    match step.language:
        case "python":
            assert not target.exists(), f"{step.file} exists already"
            target.parent.mkdir(exist_ok=True)
            target.write_text(step.text, encoding="utf-8")
        case "diff":
            for hunk in re.split(r"^@@\n", step.text, flags=re.MULTILINE):
                _apply_hunk(hunk, target)
        case other:
            raise AssertionError(f"a recipe can't contain a block of {other}")


def _apply_hunk(hunk: str, target: Path) -> None:
    lines = hunk.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    text = target.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{target.name} has {text.count(old)} places like\n{old}"
    target.write_text(text.replace(old, new), encoding="utf-8")


def copy_repository(target: Path) -> None:
    """Copy the tracked files to the new folder `target`; it shares the environment of this repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (PROJECT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, target / name)
    # With the bytecode of what is not changed: compiling takes longer than many a check.
    for part in ("deskpet", "tests", "assets", "models"):
        for compiled in PROJECT.glob(f"{part}/**/__pycache__"):
            if (target / compiled.parent.relative_to(PROJECT)).is_dir():
                shutil.copytree(compiled, target / compiled.relative_to(PROJECT))
    for name in (".venv", ".tools"):
        (target / name).symlink_to(PROJECT / name)


def translate(file: Path) -> None:
    """Translate the unfinished texts of a translation source, by putting them between brackets."""
    tree = ET.parse(file)  # noqa: S314 - our own file
    for message in tree.getroot().iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") == "unfinished":
            del translation.attrib["type"]
            translation.text = f"[{message.findtext('source', '')}]"
    tree.write(file, encoding="utf-8")
