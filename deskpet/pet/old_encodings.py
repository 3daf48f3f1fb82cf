"""Tell the encoding of a text that is not UTF-8, and of the names of files in old archives.

The encodings of East Asia accept each other's bytes, so the most plausible one is taken: the one in which the names
are mentioned by the model, then the one whose characters are common in its language.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator

_KANA, _HALF_KANA = re.compile(r"[\u3041-\u30fe]"), re.compile(r"[\uff61-\uff9f]")
# What the codec of Windows gives for bytes that no text has.
_NO_JAPANESE = re.compile(r"[\x80\xa0\uf8f0-\uf8f3]")
IMPOSSIBLE = -1
"""The plausibility of a text that has another encoding for certain."""
_MAX_NAMES = 500
# The encodings of the names in archives, as programs on Windows write them. The last one decodes any bytes.
_OF_NAMES = ("utf-8", "gb18030", "cp932", "big5", "euc_kr", "cp437")
# How DOS shows names in another encoding, and what programs make of them that don't know it.
_MISTAKEN = "cp437"


def plausibility(text: str, encoding: str) -> int:
    """Return how plausible `text` is that was decoded by `encoding`: a rank among the other encodings of this module.

    Text of another encoding that is decoded as Japanese has no kana, or has half-width katakana; decoded as Chinese,
    it has rare characters.
    """
    rate = _RATES.get(encoding)
    return rate(text) if rate else 0


def _rate_japanese(text: str) -> int:
    if _NO_JAPANESE.search(text):
        return IMPOSSIBLE
    if _HALF_KANA.search(text):
        return 1
    return 5 if _KANA.search(text) else 3


def _rate_chinese(text: str) -> int:
    try:
        text.encode("gb2312")
    except UnicodeEncodeError:
        return 2
    return 4


_RATES: dict[str, Callable[[str], int]] = {
    "utf-8": lambda text: 9,
    "cp932": _rate_japanese,
    "gb18030": _rate_chinese,
    "big5": lambda text: 1,
    "euc_kr": lambda text: 1,
}


def encoding_of_names(names: Iterable[bytes], settings_text: str) -> str:
    """Return the encoding in which the most names are mentioned in the model's settings."""
    unclear = [name for name in names if not name.isascii()][:_MAX_NAMES]
    if not unclear:
        return _MISTAKEN
    best, best_score = _MISTAKEN, (-1, -1)
    for encoding in _OF_NAMES:
        try:
            decoded = [name.decode(encoding) for name in unclear]
        except UnicodeDecodeError:
            continue
        mentioned = sum(_is_mentioned(name.rpartition("/")[2], settings_text) for name in decoded)
        score = mentioned, plausibility("".join(decoded), encoding)
        if score > best_score:
            best, best_score = encoding, score
    return best


def other_spellings(name: str) -> Iterator[str]:
    """Yield what a name may have been before a program decoded it by the wrong encoding, or not at all."""
    for wrong, errors in (("utf-8", "surrogateescape"), (_MISTAKEN, "strict")):
        try:
            raw = name.encode(wrong, errors)
        except UnicodeEncodeError:
            continue
        for encoding in _OF_NAMES[1:-1]:
            try:
                yield raw.decode(encoding)
            except UnicodeDecodeError:
                continue


def _is_mentioned(name: str, text: str) -> bool:
    """Return whether the JSON `text` contains this name, with or without escapes."""
    return bool(name) and (name in text or json.dumps(name)[1:-1] in text)
