"""Write what is remembered as JSON or Markdown, and read the JSON again. A file may come from anybody."""

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deskpet.chat.permission import Reads
from deskpet.features.memory.access import has_secret
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.filesystem.bounded import read_bounded
from deskpet.store.database_files import replacement
from deskpet.store.facts import Fact, FactKind
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop

_FORMAT = "deskpet memories"
_LARGEST_FILE, _MOST_FACTS, _LONGEST_FIELD = 4 * 1024 * 1024, 10_000, 500

KIND_TITLES: dict[FactKind, str] = {
    "identity": tr_noop("Who you are"),
    "preference": tr_noop("Likes and habits"),
    "person": tr_noop("People and animals"),
    "event": tr_noop("Events"),
    "promise": tr_noop("Promises"),
    "other": tr_noop("Other"),
}
"""Names of the kinds of facts; not translated yet."""


def title_of(kind: FactKind) -> str:
    """Return what a kind of facts is called; a damaged file may have others."""
    return tr(KIND_TITLES.get(kind, KIND_TITLES["other"]))


_Line = Annotated[str, Field(max_length=_LONGEST_FIELD)]


class _Entry(BaseModel):
    """A fact in a file. Where it was said stays behind: the conversation is not in the file."""

    model_config = ConfigDict(extra="ignore")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    about: _Line = ""
    kind: FactKind = "other"
    persona: _Line | None = None
    search_words: _Line = ""
    quote: _Line = ""
    said_at: Annotated[float, Field(ge=0, le=253_402_214_400)] = 0.0
    is_pinned: bool = False


class _File(BaseModel):
    format: Literal["deskpet memories"]
    version: Literal[1]
    facts: Annotated[tuple[_Entry, ...], Field(max_length=_MOST_FACTS)]


def write_json(file: Path, facts: Iterable[Fact]) -> None:
    """Write facts to `file`, which `read_json` reads. Raises OSError."""
    entries = [_Entry.model_validate(fact, from_attributes=True).model_dump() for fact in facts]
    value: dict[str, Any] = {"format": _FORMAT, "version": 1, "facts": entries}
    _write(file, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_markdown(file: Path, facts: Iterable[Fact]) -> None:
    """Write facts to `file` as lists below headings, to be read by people. Raises OSError."""
    order = list(KIND_TITLES)
    in_order = sorted(facts, key=lambda fact: order.index(fact.kind) if fact.kind in order else len(order))
    lines = [f"# {tr('What she remembers')}", ""]
    for title, of_kind in groupby(in_order, key=lambda fact: title_of(fact.kind)):
        lines += [f"## {title}", "", *map(_line, of_kind), ""]
    _write(file, "\n".join(lines))


def _line(fact: Fact) -> str:
    said = local_time(fact.said_at) if fact.said_at else None
    day = f" ({said:%Y-%m-%d})" if said else ""
    return f"- {' '.join(fact.text.split())}{day}"


def _write(file: Path, text: str) -> None:
    with replacement(file) as partial:
        partial.write_text(text, encoding="utf-8")


def read_json(file: Path) -> tuple[Fact, ...]:
    """Return the facts in a file, which wait to be confirmed. Raises OSError, and ValueError if it is no such file.

    Those that look like secrets are left out.
    """
    try:
        content = _File.model_validate_json(read_bounded(file, _LARGEST_FILE))
    except ValidationError as error:
        raise ValueError(tr("{file} is no file of memories, or is damaged.", file=file.name)) from error
    reads = (Reads.FOREIGN.value, Reads.PRIVATE.value)
    entries = (entry for entry in content.facts if not has_secret(entry.text, entry.about, entry.quote))
    return tuple(Fact(**entry.model_dump(), state="proposed", reads=reads) for entry in entries)
