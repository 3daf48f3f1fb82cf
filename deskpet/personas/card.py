"""Import of character cards of SillyTavern and others, versions 1 to 3, as JSON or inside a PNG picture.

Follows the specifications chara_card_v2 and chara_card_v3. In a picture, the card is base64 of JSON in a text chunk
named `ccv3` or `chara`; the former is preferred.
"""

import base64
import codecs
import json
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from deskpet.bounded import read_bounded
from deskpet.personas import png
from deskpet.personas.persona import LONGEST_NAME, Lore, Persona, PersonaError, unknown_macros
from deskpet.surrogates import replace_lone_surrogates_in
from deskpet.words import tr, tr_noop, tr_plural

LARGEST_FILE = 24 * 1024 * 1024
MOST_GREETINGS = 50
# More than any real card has, including disabled entries.
MOST_LORE_ENTRIES = 20_000
_DATA_URI = re.compile(r"data:image/[a-z+]+;base64,")
_KEYWORDS = ("ccv3", "chara")
_BEFORE_JSON = codecs.BOM_UTF8 + b" \t\r\n"
_NO_CARD = tr_noop("There is no character in this file. Choose a character card: a PNG picture or a JSON file.")

Values = Mapping[str, Any]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """The persona of a card, its unchecked picture, and translated names of what is not imported."""

    persona: Persona
    picture: bytes = b""
    left_out: tuple[str, ...] = ()


def read_file(path: Path) -> ImportedCard:
    """Return the character card at `path`. Raises PersonaError if it can't be read or is none."""
    try:
        data = read_bounded(path, LARGEST_FILE)
    except OSError as error:
        raise PersonaError(tr("{file} can't be read: {why}.", file=path.name, why=error.strerror)) from error
    return read(data)


def read(data: bytes) -> ImportedCard:
    """Return the character card in `data`. Raises PersonaError if it is none, or can't be used."""
    if len(data) > LARGEST_FILE:
        raise PersonaError(tr("The file is larger than {mb} MB: that is no character card.", mb=LARGEST_FILE >> 20))
    text = _embedded_text(data) if data.startswith(png.SIGNATURE) else data
    card = _parse_object(text)
    if card is None:
        raise PersonaError(tr(_NO_CARD))
    values = card.get("data") if "spec" in card or "data" in card else card
    if not isinstance(values, dict):
        raise PersonaError(tr(_NO_CARD))
    fields = cast("dict[str, Any]", values)
    return replace(_convert(fields), picture=_picture(fields) or (data if text is not data else b""))


def _picture(values: Values) -> bytes:
    """Return the portrait inside a card of version 3, or nothing if the card is inside its portrait."""
    assets: Any = values.get("assets")
    for asset in cast("list[Any]", assets) if isinstance(assets, list) else ():
        match asset:
            case {"type": "icon", "uri": str(uri)} if found := _DATA_URI.match(uri):
                try:
                    return base64.b64decode(uri[found.end() :])
                except ValueError:
                    logger.info("a picture in the card is damaged")
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


def _parse_object(text: bytes) -> dict[str, Any] | None:
    try:
        value = replace_lone_surrogates_in(json.loads(text.decode("utf-8-sig")))
    except RecursionError as error:
        raise PersonaError(tr("The card is nested far too deeply: that is no character card.")) from error
    except ValueError as error:
        if text.lstrip(_BEFORE_JSON).startswith(b"{"):
            what = tr(
                "The character card is damaged: it is no valid JSON ({why}). Get it again from where it came from.",
                why=error,
            )
            raise PersonaError(what) from error
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _convert(values: Values) -> ImportedCard:
    name = " ".join((_text(values, "nickname") or _text(values, "name")).split())
    others = _text_list(values, "alternate_greetings")
    first, *alternatives = [text for text in (_text(values, "first_mes").strip(), *others) if text] or [""]
    if not name:
        raise PersonaError(tr(_NO_CARD))
    lore, lore_left_out = _lore(values.get("character_book"))
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


def _text_list(values: Values, key: str) -> list[str]:
    value: Any = values.get(key)
    texts = [each for each in cast("list[Any]", value) if isinstance(each, str)] if isinstance(value, list) else []
    return [_clean(text).strip() for text in texts]


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
    assets: Any = values.get("assets")
    if isinstance(assets, list) and not all(map(_is_portrait, cast("list[Any]", assets))):
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


def _is_portrait(asset: Any) -> bool:
    return isinstance(asset, dict) and cast("dict[str, Any]", asset).get("type") == "icon"


def _lore(book: Any) -> tuple[tuple[Lore, ...], tuple[str, ...]]:
    entries: Any = cast("dict[str, Any]", book).get("entries") if isinstance(book, dict) else None
    if isinstance(entries, dict):
        entries = list(cast("dict[str, Any]", entries).values())
    if not isinstance(entries, list):
        return (), ()
    count = len(cast("list[Any]", entries))
    if count > MOST_LORE_ENTRIES:
        what = tr(
            "The card has {n:,} lore entries, and {most:,} are the most. Choose another card.",
            n=count,
            most=MOST_LORE_ENTRIES,
        )
        raise PersonaError(what)
    converted = [_entry(cast("dict[str, Any]", each)) for each in cast("list[Any]", entries) if isinstance(each, dict)]
    lore = tuple(each for each in converted if each)
    skipped = count - len(lore)
    if not skipped:
        return lore, ()
    one = "one lore entry that is off, empty or found by patterns"
    return lore, (tr_plural(skipped, one, "{n} lore entries that are off, empty or found by patterns"),)


def _entry(values: Values) -> Lore | None:
    """Return an entry that is constant or triggered by words; None for any other."""
    content, constant = _text(values, "content").strip(), values.get("constant") is True
    keys: Any = values.get("keys")
    words = tuple(key for key in cast("list[Any]", keys) if isinstance(key, str)) if isinstance(keys, list) else ()
    others: Any = values.get("secondary_keys") if values.get("selective") is True else None
    also = (
        tuple(each for each in cast("list[Any]", others) if isinstance(each, str)) if isinstance(others, list) else ()
    )
    is_usable = constant or (words and values.get("use_regex") is not True)
    return (
        Lore(content, words, constant, also) if content and is_usable and values.get("enabled", True) is True else None
    )
