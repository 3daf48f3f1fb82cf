"""Decode the bytes of a text: by its byte order mark, as UTF-8, or in the encoding that they are likely to be in."""

import codecs
import contextlib
import locale
import re
from dataclasses import dataclass

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The encodings that are looked for, and their names as IANA registers them: those of China, Taiwan, Japan, Korea and
# the west. Each contains the older ones of its language, such as GBK, EUC-KR and Latin-1.
_LEGACY = {
    "gb18030": "GB18030",
    "big5hkscs": "Big5",
    "cp932": "Shift_JIS",
    "euc_jis_2004": "EUC-JP",
    "iso2022_jp_2": "ISO-2022-JP",
    "cp949": "EUC-KR",
    "cp1252": "windows-1252",
}
# Words of these are written without a letter of ASCII, and those of the west with few others.
_CYRILLIC = {"cp1251": "windows-1251", "koi8-r": "KOI8-R"}
_DETECTED = 200_000
"""Length of the beginning that decides, in bytes."""
# What no text has: controls, and what is no character in any encoding.
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\v\f\r\x1a\x1b"})
_NO_TEXT = re.compile("[\0-\b\x0e-\x19\x1c-\x1f\x7f-\x9f\ufffe\uffff]")
_WIDE = ("utf-16-le", "utf-16-be")
# The beginning that decides between them, in bytes, and the least share of usual characters in a text.
_WIDE_BEGINNING, _MIN_SHARE = 4096, 0.9
_USUAL = re.compile(r"[\t\n\r -~\xa0-\u04ff\u2010-\u2027\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]")
_ASCII = re.compile(r"[\n\r -~]")
_ASCII_LETTERS = re.compile(rb"[A-Za-z]")


class NotText(Exception):
    """The bytes are no text, or in an encoding that is not found. `is_binary`: they have controls that no text has."""

    def __init__(self, *, is_binary: bool) -> None:
        super().__init__()
        self.is_binary = is_binary


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, the codec of Python that decoded it, and the byte order mark before it."""

    text: str
    codec: str = "utf-8"
    mark: bytes = b""

    @property
    def encoding(self) -> str:
        """Return the name of the encoding for people: as IANA registers it."""
        return {**_LEGACY, **_CYRILLIC}.get(self.codec, self.codec.upper())


def decode(data: bytes) -> DecodedText:
    """Decode a text. Raises NotText."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return DecodedText(_decoded(data[len(mark) :], codec), codec, mark)
    # The codes that switch between ASCII and Japanese are valid UTF-8.
    if b"\x1b$" in data:
        with contextlib.suppress(UnicodeDecodeError):
            return DecodedText(data.decode("iso2022_jp_2"), "iso2022_jp_2")
    if b"\0" not in data:
        with contextlib.suppress(UnicodeDecodeError):
            return DecodedText(data.decode())
    beginning = data[:_DETECTED]
    has_controls = len(beginning.translate(None, _CONTROLS)) < len(beginning)
    return _without_mark(data) if has_controls else _legacy(data)


def _without_mark(data: bytes) -> DecodedText:
    """Decode UTF-16 without a mark, whose bytes look like controls."""
    beginning = data[:_WIDE_BEGINNING]
    codec, share = max(((each, _share(beginning, each)) for each in _WIDE), key=lambda each: each[1])
    if share < _MIN_SHARE or len(data) % 2:
        raise NotText(is_binary=True)
    text = _decoded(data, codec)
    if _NO_TEXT.search(text):
        raise NotText(is_binary=True)
    return DecodedText(text, codec)


def _share(data: bytes, codec: str) -> float:
    """Return the share of usual characters. Those of ASCII count twice: with swapped bytes they are Chinese."""
    text = data.decode(codec, "ignore")
    return (len(_USUAL.findall(text)) + len(_ASCII.findall(text))) / max(len(text), 1)


def _legacy(data: bytes) -> DecodedText:
    codec = _detected(data[:_DETECTED])
    text = _decoded(data, codec)
    if _NO_TEXT.search(text):
        raise NotText(is_binary=False)
    return DecodedText(text, codec)


def _detected(data: bytes) -> str:
    # Most texts are in UTF-8.
    import chardet

    candidates = dict(_LEGACY)
    beyond_ascii = len(data) - len(data.decode("ascii", "ignore"))
    if beyond_ascii > len(_ASCII_LETTERS.findall(data)):
        candidates |= _CYRILLIC
    # The encoding of this system, if it is one of Windows for a language of the west.
    if re.fullmatch(r"cp125\d", own := locale.getencoding().lower()):
        candidates[own] = own
    found = chardet.detect(
        data, prefer_superset=True, compat_names=False, include_encodings=candidates, max_bytes=_DETECTED
    )
    return found["encoding"] or "cp1252"


def _decoded(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise NotText(is_binary=False) from error
