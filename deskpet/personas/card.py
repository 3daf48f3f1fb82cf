"""Character cards as SillyTavern and others write them, versions 1 to 3, as JSON or inside a PNG picture.

Follows the specifications chara_card_v2 and chara_card_v3: in a picture the card is base64 of JSON in a text chunk
named `ccv3` or `chara`, the former preferred.
"""

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from deskpet.personas import png
from deskpet.personas.persona import LONGEST_NAME, Lore, Persona, PersonaError

LARGEST_FILE = 24 * 1024 * 1024
_KEYWORDS = ("ccv3", "chara")
_NO_CARD = "There is no character in this file. Choose a character card: a PNG picture or a JSON file."

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """A card's persona, and what of the card it does not hold, in words."""

    persona: Persona
    left_out: tuple[str, ...] = ()


def read_file(path: Path) -> Imported:
    """The character card at `path`. Raises PersonaError when it can't be read or is none."""
    try:
        if not path.is_file():
            raise PersonaError(f"{path.name} is no file.")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise PersonaError(f"{path.name} can't be read: {error.strerror}.") from error
    return read(data)


def read(data: bytes) -> Imported:
    """The character card in `data`. Raises PersonaError when it is none, or one that can't be used."""
    if len(data) > LARGEST_FILE:
        raise PersonaError(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB: that is no character card.")
    text = _embedded(data) if data.startswith(png.SIGNATURE) else data
    card = _object(text)
    if card is None:
        raise PersonaError(_NO_CARD)
    values = card.get("data") if "spec" in card or "data" in card else card
    if not isinstance(values, dict):
        raise PersonaError(_NO_CARD)
    return _imported(cast("dict[str, Any]", values))


def _embedded(data: bytes) -> bytes:
    found = {keyword.lower(): text for keyword, text in png.texts(data)}
    text = next((found[keyword] for keyword in _KEYWORDS if keyword in found), None)
    if text is None:
        raise PersonaError(
            "This picture holds no character. When a card is sent through a messenger or saved from a preview, the "
            "character in it is lost: download the original file."
        )
    if text.lstrip().startswith(b"{"):
        return text
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except binascii.Error as error:
        raise PersonaError("The character in this picture is damaged. Get it again from where it came from.") from error


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(text.decode("utf-8-sig"))
    except RecursionError as error:
        raise PersonaError("The card is nested far too deeply: that is no character card.") from error
    except ValueError:
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _imported(values: Values) -> Imported:
    name = " ".join((_text(values, "nickname") or _text(values, "name")).split())
    if not name:
        raise PersonaError(_NO_CARD)
    lore, lore_left_out = _lore(values.get("character_book"))
    persona = Persona(
        name=name[:LONGEST_NAME].strip(),
        prompt=_prompt(values),
        greeting=_text(values, "first_mes").strip(),
        examples=_text(values, "mes_example").strip(),
        lore=lore,
    )
    return Imported(persona.checked(), (*_left_out(values), *lore_left_out))


def _prompt(values: Values) -> str:
    parts = [_text(values, "system_prompt"), _text(values, "description")]
    for key, title in (("personality", "Personality"), ("scenario", "Scenario")):
        if words := _text(values, key).strip():
            parts.append(f"{title}: {words}")
    parts.append(_text(values, "post_history_instructions"))
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _text(values: Values, key: str) -> str:
    value = values.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise PersonaError(f"The card's “{key}” is no text, so the card can't be used.")
    # Half a surrogate pair is no character, and could be neither kept nor sent.
    return value.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8")


def _left_out(values: Values) -> Iterator[str]:
    greetings: Any = values.get("alternate_greetings")
    if isinstance(greetings, list) and greetings:
        yield f"{len(cast('list[Any]', greetings))} further greetings"
    if values.get("group_only_greetings"):
        yield "greetings for groups"
    if values.get("assets"):
        yield "pictures and sounds"


def _lore(book: Any) -> tuple[tuple[Lore, ...], tuple[str, ...]]:
    entries: Any = cast("dict[str, Any]", book).get("entries") if isinstance(book, dict) else None
    if isinstance(entries, dict):
        entries = list(cast("dict[str, Any]", entries).values())
    if not isinstance(entries, list):
        return (), ()
    known = [_entry(cast("dict[str, Any]", each)) for each in cast("list[Any]", entries) if isinstance(each, dict)]
    lore = tuple(each for each in known if each)
    off = len(cast("list[Any]", entries)) - len(lore)
    return lore, (f"{off} lore entries that are off, empty or found by patterns",) if off else ()


def _entry(values: Values) -> Lore | None:
    """An entry that is found by words, or always; None for one that is neither."""
    content, constant = _text(values, "content").strip(), values.get("constant") is True
    keys: Any = values.get("keys")
    words = tuple(key for key in cast("list[Any]", keys) if isinstance(key, str)) if isinstance(keys, list) else ()
    is_found = constant or (words and values.get("use_regex") is not True)
    return Lore(content, words, constant) if content and is_found and values.get("enabled", True) is True else None
