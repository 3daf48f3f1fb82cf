"""Collects the words of the program and keeps the translations of them: `make translations`.

Each language is a file deskpet_CODE.ts (Qt's translation source, an XML that Qt Linguist and any editor open); Qt's
own lrelease makes of it the deskpet_CODE.qm that the program reads. Words that are gone leave the file; new ones stand
in it unfinished until somebody translates them, and tests/ui/test_language.py names them.
"""

import ast
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

from deskpet.config.settings import Language

HERE = Path(__file__).resolve().parent
PROGRAM = HERE.parents[1] / "deskpet"
LANGUAGES = tuple(each.value for each in Language if each not in {Language.SYSTEM, Language.ENGLISH})
COMPLETE = ("zh", "ja")
"""The languages in which every text has to be translated. In another one, what is missing is shown in English."""

CONTEXT = "deskpet"

# The functions of deskpet.translation, and which of their arguments is the key of a translation.
_KEY_OF = {"tr": 0, "tr_noop": 0, "tr_plural": 2}
# The arguments of a setting's field that a form shows: its title and its description.
_SHOWN_OF_SETTING = slice(1, 3)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands first: a file below deskpet/, and a line of it."""

    file: str
    line: int


class NotPlain(ValueError):
    """A call that gives `tr` no plain text: nobody could know what to translate."""


@cache
def collected() -> dict[str, Place]:
    """Every text that is translated, as the code has it, with its place; in the order of files and lines."""
    found: dict[str, Place] = {}
    for path in sorted(PROGRAM.rglob("*.py")):
        name = path.relative_to(PROGRAM).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text, line in sorted(_texts(tree, name), key=lambda each: each[1]):
            found.setdefault(text, Place(name, line))
    return found


def _texts(tree: ast.Module, name: str) -> Iterator[tuple[str, int]]:
    if name == "translation.py":
        return
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called in _KEY_OF and len(call.args) > _KEY_OF[called]:
            yield from ((text, call.lineno) for text in _plain(call.args[_KEY_OF[called]], called, name))
        elif called == "_setting":
            shown = call.args[_SHOWN_OF_SETTING]
            yield from ((text, value.lineno) for value in shown for text in _plain(value, called, name))


def _plain(value: ast.expr, called: str, name: str) -> Iterator[str]:
    """The text, or both where one of two is chosen. `tr` also takes what was marked elsewhere, by its name."""
    match value:
        case ast.Constant(value=str(text)):
            if text:
                yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _plain(body, called, name)
            yield from _plain(other, called, name)
        case ast.JoinedStr() | ast.BinOp():
            raise NotPlain(f"{name}, line {value.lineno}: {called} needs a plain text; give it values by their names")
        case _ if called != "tr":
            raise NotPlain(f"{name}, line {value.lineno}: {called} needs a plain text")
        case _:
            pass


def source_of(language: str) -> Path:
    """The file that a translator writes."""
    return HERE / f"deskpet_{language}.ts"


def translations(language: str) -> dict[str, str]:
    """What is translated so far; an unfinished text is not in it."""
    path = source_of(language)
    if not path.exists():
        return {}
    messages = ET.parse(path).getroot().iter("message")
    pairs = ((message.findtext("source", ""), message.find("translation")) for message in messages)
    return {text: said.text for text, said in pairs if said is not None and said.text and said.get("type") is None}


def names_in(text: str) -> set[str]:
    """The {names} a text has room for, with what is said of their form: n, seconds:.1f."""
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:  # braces that are no names: `tr` gets no values with it
        return set()
    return {f"{name}:{form}" if form else name for _, name, form, _ in fields if name}


def faults(language: str) -> list[str]:
    """What keeps this language from being complete, each in a sentence; empty when nothing does."""
    said = translations(language)
    found: list[str] = []
    for text, place in collected().items():
        translated = said.get(text)
        if translated is None:
            found.append(f"{place.file}:{place.line}: not in {language}: {text!r}")
        elif names_in(translated) != names_in(text):
            found.append(f"{place.file}:{place.line}: other {{names}} in {language}: {text!r} is {translated!r}")
    found += [f"in {language}, but nowhere in the program: {text!r}" for text in said.keys() - collected().keys()]
    return found


def write(language: str, said: dict[str, str]) -> None:
    """Write the translator's file with every text of the program in it."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text, place in collected().items():
        message = ET.SubElement(context, "message")
        # No line: it would change with each edit above it.
        ET.SubElement(message, "location", filename=f"deskpet/{place.file}")
        ET.SubElement(message, "source").text = text
        translation = ET.SubElement(message, "translation")
        if text in said:
            translation.text = said[text]
        else:
            translation.set("type", "unfinished")
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    source_of(language).write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def release(language: str, target: Path) -> None:
    """Make the file that the program reads. Raises CalledProcessError when Qt's lrelease refuses the source."""
    import PySide6

    tool = Path(PySide6.__file__).with_name("lrelease.exe" if sys.platform == "win32" else "lrelease")
    command = [tool, "-silent", "-removeidentical", source_of(language), "-qm", target]
    subprocess.run(command, check=True, capture_output=True)


def main() -> int:
    """Update the files of all languages. Returns 1 if a text of a complete language is not translated, else 0."""
    missing = 0
    for language in LANGUAGES:
        write(language, translations(language))
        release(language, source_of(language).with_suffix(".qm"))
        found = faults(language)
        missing += len(found) if language in COMPLETE else 0
        for fault in found:
            print(re.sub(r"\s+", " ", fault))
        print(f"{language}: {len(collected()) - len(found)} of {len(collected())} texts")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
