"""Read JSON leniently: with comments, trailing commas, control characters in strings, or in a legacy encoding."""

import codecs
import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.pet import cubism_json
from deskpet.pet.cubism_json import BadJson
from deskpet.translation import tr_noop

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENTS = re.compile(rf"({_STRING})|//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TRAILING_COMMAS = re.compile(rf"({_STRING})|,(?=\s*[\]}}])", re.DOTALL)
# Unescaped line ends and tabs inside a string.
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# Strings are matched as well, so that what looks like a fault inside of one is kept.
_FAULTS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (tr_noop("comments"), _COMMENTS, lambda found: found[1] or ""),
    (tr_noop("a comma too many"), _TRAILING_COMMAS, lambda found: found[1] or ""),
    (
        tr_noop("line ends or tabs inside a text"),
        re.compile(_STRING, re.DOTALL),
        lambda found: _CONTROL_CHARACTERS.sub(" ", found[0]),
    ),
)
_LEGACY_ENCODINGS = (("cp932", tr_noop("an old Japanese encoding")), ("gb18030", tr_noop("an old Chinese encoding")))


@dataclass(frozen=True, slots=True)
class LenientJson:
    """The value of a JSON file, its text as strict JSON, and the faults that were corrected."""

    value: Any
    text: str
    faults: tuple[str, ...] = ()


def read(path: Path) -> LenientJson:
    """Read the JSON file `path` and correct common faults. Raises BadJson, OSError."""
    return from_bytes(cubism_json.read_bytes(path))


def from_bytes(data: bytes) -> LenientJson:
    """Parse JSON and correct common faults. Raises BadJson."""
    text, faults = _decoded(data)
    try:
        return LenientJson(cubism_json.parse(text), text, faults)
    except BadJson as error:
        strict, found = _to_strict(text)
        if not found:
            raise
        try:
            return LenientJson(cubism_json.parse(strict), strict, faults + found)
        except BadJson:
            raise error from None


def decode_roughly(data: bytes) -> str:
    """Decode the beginning of a JSON file, which may end within a character; replace what is invalid."""
    try:
        return _decoded(data)[0]
    except BadJson:
        return data.decode("utf-8", "replace")


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Decode bytes in UTF-8 or a legacy encoding; return the text and the faults. Raises BadJson."""
    try:
        return cubism_json.decode(data), ()
    except cubism_json.NotUtf8:
        text, fault = _decode_legacy(data)
        return text, (fault,)


def _to_strict(text: str) -> tuple[str, tuple[str, ...]]:
    """Convert `text` to strict JSON; return it with the faults that were corrected."""
    faults: list[str] = []
    for fault, pattern, replacement in _FAULTS:
        before, text = text, pattern.sub(replacement, text)
        if text != before:
            faults.append(fault)
    return text, tuple(faults)


def _decode_legacy(data: bytes) -> tuple[str, str]:
    """Decode bytes that are not UTF-8; return the text and the fault. Raises NotUtf8."""
    # Not needed for the first frame of a model in UTF-8.
    from deskpet.pet.old_encodings import IMPOSSIBLE, plausibility

    if data.startswith(_UTF_16):
        try:
            return data.decode("utf-16"), tr_noop("an encoding other than UTF-8")
        except UnicodeDecodeError as error:
            raise cubism_json.NotUtf8 from error
    decoded: list[tuple[int, str, str]] = []
    for encoding, fault in _LEGACY_ENCODINGS:
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            decoded.append((plausibility(text, encoding), text, fault))
    rank, text, fault = max(decoded, key=lambda each: each[0], default=(IMPOSSIBLE, "", ""))
    if rank == IMPOSSIBLE:
        raise cubism_json.NotUtf8
    return text, fault
