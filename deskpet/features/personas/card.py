"""Import of character cards of SillyTavern and others, versions 1 to 3: as JSON, in a PNG picture, or as .charx.

Follows the specifications chara_card_v2 and chara_card_v3. In a picture, the card is base64 of JSON in a text chunk
named `ccv3` or `chara`; the former is preferred. A .charx file is an archive with `card.json` and the pictures.
"""

import base64
import io
import json
import logging
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from deskpet.features.personas import png
from deskpet.filesystem.bounded import open_regular, read_bounded
from deskpet.personas.persona import LONGEST_NAME, Lore, Persona, PersonaError, unknown_macros
from deskpet.text import text_encoding
from deskpet.text.reasons import reason_of
from deskpet.text.surrogates import replace_lone_surrogates_in
from deskpet.text.text_encoding import NotText
from deskpet.translation import tr, tr_noop, tr_plural

LARGEST_FILE = 24 * 1024 * 1024
MOST_GREETINGS = 50
_DATA_URI = re.compile(r"data:image/[a-z+]+;base64,")
_KEYWORDS = ("ccv3", "chara")
_ARCHIVE = b"PK\x03\x04"
# Where the picture is inside an archive; the specification writes the first form.
_EMBEDDED = re.compile(r"embedd?ed://(.+)")
_NO_CARD = tr_noop(
    "There is no character in this file. Choose a character card: a PNG picture, a JSON or a .charx file."
)
# The names that Pygmalion gave to the fields.
_OLD_NAMES = {
    "char_name": "name",
    "char_persona": "description",
    "char_greeting": "first_mes",
    "world_scenario": "scenario",
    "example_dialogue": "mes_example",
}

# What a character has and a file of lore has not.
_OF_CHARACTERS = ("first_mes", "mes_example", "personality", "scenario", *_OLD_NAMES)

Values = Mapping[str, Any]

logger = logging.getLogger(__name__)


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
    listed = _list(entries)
    if len(listed) > MOST_LORE_ENTRIES:
        text = tr_noop("The card has {n:,} lore entries, and the limit is {most:,}. Choose another card.")
        raise PersonaError(tr(text, n=len(listed), most=MOST_LORE_ENTRIES))
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
    content, constant = _text(values, "content").strip(), values.get("constant") is True
    is_on = values.get("enabled", True) is True and values.get("disable", False) is not True
    if not content or not is_on:
        return _Entry(None)
    words, patterns = _words(values, "keys", "key")
    others, other_patterns = _words(values, "secondary_keys", "keysecondary")
    if values.get("selective", "keysecondary" in values) is not True:
        others, other_patterns = (), ()
    if not constant and not words:
        return _Entry(None, patterns)
    extensions: Any = values.get("extensions")
    inner = cast("dict[str, Any]", extensions).get("selectiveLogic", 0) if isinstance(extensions, dict) else 0
    is_kept = values.get("selectiveLogic", inner) in (_ANY, _ALL)
    lore = Lore(content, words, constant, others if is_kept else ())
    return _Entry(
        lore, () if constant else patterns, has_other_condition=bool(other_patterns or (others and not is_kept))
    )


def _words(values: Mapping[str, Any], *names: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that are words, and those that are patterns. A text has its keys between commas."""
    keys: Any = next((values[name] for name in names if name in values), None)
    texts = [each.strip() for each in keys.split(",")] if isinstance(keys, str) else _texts(keys)
    may_be_patterns = values.get("use_regex") is not False
    patterns = tuple(each for each in texts if may_be_patterns and _PATTERN.fullmatch(each.strip()))
    return tuple(each for each in texts if each.strip() and each not in patterns), patterns


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """The persona of a card, its unchecked picture, and translated names of what is not imported."""

    persona: Persona
    picture: bytes = b""
    left_out: tuple[str, ...] = ()


def read_file(path: Path) -> ImportedCard:
    """Return the character card at `path`. Raises PersonaError if it can't be read or is none."""
    try:
        with open_regular(path) as file:
            if file.read(len(_ARCHIVE)) == _ARCHIVE:
                return _read_archive(file)
        data = read_bounded(path, LARGEST_FILE)
    except OSError as error:
        raise PersonaError(tr("{file} can't be read: {why}.", file=path.name, why=reason_of(error))) from error
    return read(data)


def read(data: bytes) -> ImportedCard:
    """Return the character card in `data`. Raises PersonaError if it is none, or can't be used."""
    if data.startswith(_ARCHIVE):
        return _read_archive(io.BytesIO(data))
    if len(data) > LARGEST_FILE:
        raise PersonaError(tr("The file is larger than {mb} MB: that is no character card.", mb=LARGEST_FILE >> 20))
    text = _embedded_text(data) if data.startswith(png.SIGNATURE) else data
    fields = _fields(text)
    return replace(_convert(fields), picture=_picture(fields) or (data if text is not data else b""))


def _read_archive(file: BinaryIO) -> ImportedCard:
    """Return the card in a .charx file, of which nothing but the card and its portrait is read."""
    try:
        with zipfile.ZipFile(file) as archive:
            if "card.json" not in archive.namelist():
                raise PersonaError(tr(_NO_CARD))
            fields = _fields(_part(archive, "card.json"))
            return replace(_convert(fields), picture=_picture(fields, archive))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise PersonaError(
            tr("The character card is a damaged archive. Get it again from where it came from.")
        ) from error


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file in the archive. Raises PersonaError if it is too large."""
    with archive.open(name) as part:
        data = part.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise PersonaError(tr("The file is larger than {mb} MB: that is no character card.", mb=LARGEST_FILE >> 20))
    return data


def _fields(text: bytes) -> dict[str, Any]:
    """Return the fields of a card by the names of the specification. Raises PersonaError."""
    card = _parse_object(text)
    values = card.get("data") if "spec" in card or "data" in card else card
    fields = cast("dict[str, Any]", values) if isinstance(values, dict) else {}
    # A file of lore has a name and a description too.
    if isinstance(fields.get("entries"), dict | list) and not any(fields.get(each) for each in _OF_CHARACTERS):
        raise PersonaError(
            tr("This file has lore and no character. Add the lore to a card in its own program, and choose that.")
        )
    old = {new: fields[name] for name, new in _OLD_NAMES.items() if name in fields and not fields.get(new)}
    return {**fields, **old}


def _picture(values: Values, archive: zipfile.ZipFile | None = None) -> bytes:
    """Return the portrait inside a card of version 3, or nothing if the card is inside its portrait."""
    for asset in _list(values.get("assets")):
        match asset:
            case {"type": "icon", "uri": str(uri)} if found := _DATA_URI.match(uri):
                try:
                    return base64.b64decode(uri[found.end() :])
                except ValueError:
                    logger.info("a picture in the card is damaged")
            case {"type": "icon", "uri": str(uri)} if archive and (found := _EMBEDDED.fullmatch(uri)):
                if found[1] in archive.namelist():
                    return _part(archive, found[1])
                logger.info("a picture is not in the card")
            case _:
                pass
    return b""


def _embedded_text(data: bytes) -> bytes:
    texts = {keyword.lower(): text for keyword, text in png.texts(data)}
    text = next((texts[keyword] for keyword in _KEYWORDS if keyword in texts), None)
    if text is None:
        raise PersonaError(
            tr(
                "This picture holds no character. When a card is sent through a messenger or saved from a preview, the "
                "character in it is lost: download the original file."
            )
        )
    if text.lstrip().startswith(b"{"):
        return text
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except ValueError as error:
        what = tr("The character in this picture is damaged. Get it again from where it came from.")
        raise PersonaError(what) from error


def _parse_object(text: bytes) -> dict[str, Any]:
    """Return the object in a text of JSON, an empty one if it is something else. Raises PersonaError."""
    begins_as_json = text.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"{")
    try:
        value = replace_lone_surrogates_in(json.loads(text_encoding.decode(text).text))
    except RecursionError as error:
        raise PersonaError(tr("The card is nested far too deeply: that is no character card.")) from error
    except (ValueError, NotText) as error:
        if not begins_as_json:
            return {}
        what = tr(
            "The character card is damaged: it is no valid JSON ({why}). Get it again from where it came from.",
            why=error.__cause__ if isinstance(error, NotText) else error,
        )
        raise PersonaError(what) from error
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _convert(values: Values) -> ImportedCard:
    name = " ".join((_text(values, "nickname") or _text(values, "name")).split())
    others = [_clean(text).strip() for text in _texts(values.get("alternate_greetings"))]
    first, *alternatives = [text for text in (_text(values, "first_mes").strip(), *others) if text] or [""]
    if not name:
        raise PersonaError(tr(_NO_CARD))
    lore, lore_left_out = imported_lore(values.get("character_book"))
    persona = Persona(
        name=name[:LONGEST_NAME].strip(),
        prompt=_prompt(values),
        greeting=first,
        greetings=tuple(alternatives)[:MOST_GREETINGS],
        reminder=_reminder(values),
        examples=_text(values, "mes_example").strip(),
        lore=lore,
    )
    return ImportedCard(persona.checked(), left_out=(*_ignored_parts(values, persona), *lore_left_out))


def _prompt(values: Values) -> str:
    parts = [_text(values, "system_prompt"), _text(values, "description")]
    for key, title in (("personality", "Personality"), ("scenario", "Scenario")):
        if words := _text(values, key).strip():
            parts.append(f"{title}: {words}")
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _reminder(values: Values) -> str:
    """Return what comes after the history: the post-history instructions and the character's note."""
    parts = [_text(values, "post_history_instructions")]
    match values.get("extensions"):
        case {"depth_prompt": {"prompt": str(note)}}:
            parts.append(_clean(note))
        case _:
            pass
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _texts(value: Any) -> list[str]:
    return [each for each in _list(value) if isinstance(each, str)]


def _text(values: Values, key: str) -> str:
    value = values.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise PersonaError(tr("The card's “{key}” is no text, so the card can't be used.", key=key))
    return _clean(value)


def _clean(text: str) -> str:
    return text.replace("\r\n", "\n")


def _ignored_parts(values: Values, persona: Persona) -> Iterator[str]:
    if values.get("group_only_greetings"):
        yield tr("greetings for groups")
    if not all(isinstance(each, dict) and each.get("type") == "icon" for each in _list(values.get("assets"))):
        yield tr("further pictures and sounds")
    match values.get("extensions"):
        case {"regex_scripts": [_, *_]}:
            yield tr("scripts that change texts")
        case _:
            pass
    texts = (persona.prompt, persona.greeting, persona.examples, persona.reminder, *persona.greetings)
    if macros := unknown_macros("\n".join(texts)):
        shown = tr(", ").join(f"{{{{{name}}}}}" for name in macros[:4])
        yield tr("macros, which stay as they are ({names})", names=shown)
