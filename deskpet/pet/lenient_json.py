"""JSON as people's editors and other programs leave it: with comments, a comma too many, in an old encoding."""

import codecs
import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskpet.bounded import read_bounded
from deskpet.pet import cubism_json
from deskpet.pet.cubism_json import BadJson
from deskpet.words import later

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENTS = re.compile(rf"({_STRING})|//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_SPARE_COMMAS = re.compile(rf"({_STRING})|,(?=\s*[\]}}])", re.DOTALL)
# Raw line ends and tabs inside a string.
_RAW = re.compile(r"[\x00-\x1f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_KANA, _HALF_KANA = re.compile(r"[\u3041-\u30fe]"), re.compile(r"[\uff61-\uff9f]")


_Replacement = Callable[[re.Match[str]], str]


def _only_string(found: re.Match[str]) -> str:
    return found[1] or ""


def _without_raw(found: re.Match[str]) -> str:
    return _RAW.sub(" ", found[0])


_FAULTS: tuple[tuple[str, re.Pattern[str], _Replacement], ...] = (
    (later("comments"), _COMMENTS, _only_string),
    (later("a comma too many"), _SPARE_COMMAS, _only_string),
    (later("line ends or tabs inside a text"), re.compile(_STRING, re.DOTALL), _without_raw),
)


def looks_japanese(text: str) -> bool:
    """Whether `text`, taken for Shift JIS, is that: nothing else read as such has kana and none of half the width."""
    return _KANA.search(text) is not None and _HALF_KANA.search(text) is None


_OLD_ENCODINGS: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("shift_jis", later("an old Japanese encoding"), looks_japanese),
    ("gb18030", later("an old Chinese encoding"), bool),
    ("shift_jis", later("an old Japanese encoding"), bool),
)


@dataclass(frozen=True, slots=True)
class LooseJson:
    """A JSON file's value, the strict text of it, and what was wrong with the file: empty when nothing was."""

    value: Any
    text: str
    faults: tuple[str, ...] = ()


def read(path: Path) -> LooseJson:
    """The JSON in the file `path`, however it is written. Raises BadJson, OSError."""
    try:
        text = cubism_json.read_text(path)
        faults: tuple[str, ...] = ()
    except cubism_json.NotUtf8:
        text, fault = _from_other_encoding(read_bounded(path, cubism_json.MAX_BYTES))
        faults = (fault,)
    try:
        return LooseJson(cubism_json.parse(text), text, faults)
    except BadJson as error:
        strict, found = _tightened(text)
        if not found:
            raise
        try:
            return LooseJson(cubism_json.parse(strict), strict, faults + found)
        except BadJson:
            raise error from None


def _tightened(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without what strict JSON forbids, and what that was."""
    faults: list[str] = []
    for fault, pattern, instead in _FAULTS:
        before, text = text, pattern.sub(instead, text)
        if text != before:
            faults.append(fault)
    return text, tuple(faults)


def _from_other_encoding(data: bytes) -> tuple[str, str]:
    if data.startswith(_UTF_16):
        try:
            return data.decode("utf-16"), later("an encoding other than UTF-8")
        except UnicodeDecodeError as error:
            raise cubism_json.NotUtf8 from error
    for encoding, fault, is_likely in _OLD_ENCODINGS:
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if is_likely(text):
                return text, fault
    raise cubism_json.NotUtf8
