"""Import of lore, in the form of character cards (`keys`, `enabled`) and of world info (`key`, `disable`)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from deskpet.personas.persona import Lore, PersonaError
from deskpet.translation import tr, tr_plural

# More than any real card has, including disabled entries.
MOST_LORE_ENTRIES = 20_000
# A key that SillyTavern takes for a pattern; any other key is a word, even if the entry says `use_regex`.
_PATTERN = re.compile(r"/.+/[a-z]*", re.DOTALL)
_SHOWN_PATTERNS, _SHOWN_LENGTH = 3, 40
# Of `selectiveLogic`: one of the secondary keys, all of them. The others demand that keys do not occur.
_ANY, _ALL = 0, 3


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of lore, None if it can't be used, and what is left out of it."""

    lore: Lore | None
    patterns: tuple[str, ...] = ()
    has_other_condition: bool = False


def imported_lore(book: Any) -> tuple[tuple[Lore, ...], tuple[str, ...]]:
    """Return the lore of a card, and the translated names of what is left out. Raises PersonaError."""
    entries: Any = cast("dict[str, Any]", book).get("entries") if isinstance(book, dict) else None
    if isinstance(entries, dict):
        entries = list(cast("dict[str, Any]", entries).values())
    if not isinstance(entries, list):
        return (), ()
    listed = cast("list[Any]", entries)
    if len(listed) > MOST_LORE_ENTRIES:
        what = tr(
            "The card has {n:,} lore entries, and {most:,} are the most. Choose another card.",
            n=len(listed),
            most=MOST_LORE_ENTRIES,
        )
        raise PersonaError(what)
    found = [_entry(cast("dict[str, Any]", each)) if isinstance(each, dict) else _Entry(None) for each in listed]
    return tuple(each.lore for each in found if each.lore), tuple(_left_out(found))


def _left_out(entries: list[_Entry]) -> Iterator[str]:
    if unused := sum(each.lore is None and not each.patterns for each in entries):
        yield tr_plural(unused, "one lore entry that is off or empty", "{n} lore entries that are off or empty")
    if patterns := [pattern for each in entries for pattern in each.patterns]:
        shown = tr(", ").join(each[:_SHOWN_LENGTH] for each in patterns[:_SHOWN_PATTERNS])
        count = len(patterns)
        yield tr_plural(
            count, "one pattern that finds lore ({shown})", "{n} patterns that find lore ({shown})", shown=shown
        )
    if conditions := sum(each.has_other_condition for each in entries):
        one = "the second condition of one lore entry"
        yield tr_plural(conditions, one, "the second conditions of {n} lore entries")


def _entry(values: Mapping[str, Any]) -> _Entry:
    content, constant = _content(values), values.get("constant") is True
    is_on = values.get("enabled", True) is True and values.get("disable", False) is not True
    if not content or not is_on:
        return _Entry(None)
    words, patterns = _words(values, "keys", "key")
    others, other_patterns = _words(values, "secondary_keys", "keysecondary")
    if values.get("selective", "keysecondary" in values) is not True:
        others, other_patterns = (), ()
    if not constant and not words:
        return _Entry(None, patterns)
    is_kept = _logic(values) in (_ANY, _ALL)
    lore = Lore(content, words, constant, others if is_kept else ())
    return _Entry(
        lore, () if constant else patterns, has_other_condition=bool(other_patterns or (others and not is_kept))
    )


def _content(values: Mapping[str, Any]) -> str:
    content = values.get("content")
    if content is None:
        return ""
    if not isinstance(content, str):
        raise PersonaError(tr("The card's “{key}” is no text, so the card can't be used.", key="content"))
    return content.replace("\r\n", "\n").strip()


def _words(values: Mapping[str, Any], *names: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that are words, and those that are patterns. A text has its keys between commas."""
    keys: Any = next((values[name] for name in names if name in values), None)
    if isinstance(keys, str):
        keys = [each.strip() for each in keys.split(",")]
    texts = [each for each in cast("list[Any]", keys) if isinstance(each, str)] if isinstance(keys, list) else []
    may_be_patterns = values.get("use_regex") is not False
    patterns = tuple(each for each in texts if may_be_patterns and _PATTERN.fullmatch(each.strip()))
    return tuple(each for each in texts if each.strip() and each not in patterns), patterns


def _logic(values: Mapping[str, Any]) -> Any:
    extensions: Any = values.get("extensions")
    inner = cast("dict[str, Any]", extensions).get("selectiveLogic", 0) if isinstance(extensions, dict) else 0
    return values.get("selectiveLogic", inner)
