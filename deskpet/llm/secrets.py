"""What goes over the wire and must not be seen: taken out of whatever is shown, logged or kept.

A key that looks like one is hidden wherever it stands, in each spelling and in part. Some keys are words (`x`, `to`,
`ollama`: a server that wants no key takes any): those are hidden only where a text speaks of a key, for elsewhere they
mean something else. Read a text for its meaning before it is redacted.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, cast
from urllib.parse import quote

HIDDEN = "•••"

_LONGEST_DATA, _LONGEST_HEADER = 64, 2000
_DATA_URL = re.compile(r"(data:[\w.+-]+/[\w.+-]+;base64,)([A-Za-z0-9+/=_-]+)")
_SECRET_HEADER = re.compile(r"auth|cookie|key|secret|token(?!s)", re.IGNORECASE)
_SECRET_FIELD = re.compile(r"([?&](?:key|api[-_]?key|access[-_]?token|token|sig|signature)=)[^&#\s\"']+", re.IGNORECASE)
_USER = re.compile(r"(//)[^/@\s]{1,1000}@")

_SHORTEST_SECRET, _SURELY_SECRET = 8, 24
# What keys of many providers begin with; it tells nothing of the key.
_PUBLIC_START = re.compile(r"sk-(?:proj-|ant-(?:api\d\d-|admin\d\d-)?|or-v1-|svcacct-)?|AIza(?:Sy)?|gsk_|xai-|hf_|pk-")
# As servers repeat a key that they refuse: "sk-abc***wxyz", "sk-abc...wxyz", "…wxyz".
_MASK = re.compile(r"\*{2,}|\.{2,}|…|•{2,}")
_LEAST_OF_MASKED, _LEAST_OF_PART = 4, 12
_MOST_LOOKED_THROUGH = 16 * 1024
# Where a text speaks of a key that is an ordinary word: after a name and a mark, or as a header's value.
_BEFORE_WORD = (
    r"(?<![A-Za-z])(?:(?:(?:api[ _-]?)?key|token|secret|password|passwd|credentials?)['\"`]?"
    r"(?:\s+(?:provided|given|used|sent|is|was))?(?:\s*[:=]\s*['\"`]?|\s+['\"`])"
    r"|authorization['\"`]?\s*[:=]\s*['\"`]?(?:\w+\s+)?|bearer\s+)"
)
_known: set[str] = set()
_AFTER_WORD = r"(?![\w\-+/=])"


def is_secret(key: str) -> bool:
    """Whether `key` can be told from ordinary words: by its beginning, its length, or its kinds of characters."""
    if len(key) < _SHORTEST_SECRET:
        return False
    if len(key) >= _SURELY_SECRET or _PUBLIC_START.match(key):
        return True
    has_digit, has_letter = any(map(str.isdigit, key)), any(map(str.isalpha, key))
    is_mixed = any(map(str.islower, key[1:])) and any(map(str.isupper, key[1:]))
    return (has_digit and has_letter) or is_mixed or not all(each.isalnum() or each in "-_. " for each in key)


def remember(key: str) -> None:
    """Hide `key` from now on in every text that goes through `without_secrets`, whoever knows of it."""
    if key:
        _known.add(key)


def redacted(text: str, key: str) -> str:
    """`text` without the key. Of a text that is longer than any notice, the parts of a key stay."""
    if not key or not text:
        return text
    if not is_secret(key):
        return _without_word(text, key) if len(text) <= _MOST_LOOKED_THROUGH else text
    text = _without_whole(text, key)
    return _without_parts(text, key) if len(text) <= _MOST_LOOKED_THROUGH else text


def shown_headers(headers: Iterable[tuple[str, str]], key: str) -> tuple[tuple[str, str], ...]:
    """Headers without the key, and without the value of any that carries a secret by its name."""
    return tuple(
        (name, HIDDEN if _SECRET_HEADER.search(name) else without_secrets(value[:_LONGEST_HEADER], key))
        for name, value in headers
    )


def without_secrets(text: str, key: str = "") -> str:
    """`text` without the key, without any other key in use, and without the secrets of any URL in it."""
    for each in {key, *_known}:
        text = redacted(text, each)
    return _USER.sub(rf"\1{HIDDEN}@", _SECRET_FIELD.sub(rf"\1{HIDDEN}", text))


def shortened(value: Any, key: str) -> Any:
    """A copy of a JSON value that is sent, in which no `data:` URL is long and no text holds the key.

    Nobody masks the key in what is sent, and an ordinary word in it is no key.
    """
    match value:
        case str():
            shown = _without_whole(value, key) if is_secret(key) else value
            return _DATA_URL.sub(_short, shown) if "data:" in shown else shown
        case dict():
            fields = cast("dict[str, Any]", value)
            return {shortened(name, key): _field(name, each, key) for name, each in fields.items()}
        case list() | tuple():
            return [shortened(each, key) for each in cast("list[Any]", value)]
        case _:
            return value


def _without_whole(text: str, key: str) -> str:
    for written in _spellings(key):
        if written in text:
            text = text.replace(written, HIDDEN)
    return text


def _without_word(text: str, key: str) -> str:
    """`text` without a key that may be an ordinary word: it goes as a whole token, and only where a key stands."""
    pattern = rf"({_BEFORE_WORD})(?:{'|'.join(map(re.escape, _spellings(key)))}){_AFTER_WORD}"
    return re.sub(pattern, rf"\1{HIDDEN}", text, flags=re.IGNORECASE)


@lru_cache(maxsize=8)
def _spellings(key: str) -> tuple[str, ...]:
    """The key as URLs, JSON, HTML, Python and Base64 write it, the longest first."""
    in_json = [json.dumps(key)[1:-1], json.dumps(key, ensure_ascii=False)[1:-1]]
    found = {
        *(key, quote(key), quote(key, safe=""), quote(quote(key, safe=""), safe="")),
        *(*in_json, *(each.replace("/", r"\/") for each in in_json)),
        *("".join(rf"\u{ord(each):04x}" for each in key), html.escape(key), repr(key)[1:-1]),
        *(_in_base64(key) if is_secret(key) else ()),
    }
    return tuple(sorted(found, key=len, reverse=True))


def _in_base64(key: str) -> Iterator[str]:
    """The characters that are the same in the Base64 of any text that holds the key: `user:key`, `Bearer key`."""
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + key.encode("utf-8", "surrogatepass")).decode().rstrip("=")
        length = before + len(key.encode("utf-8", "surrogatepass"))
        # The first and the last characters hold bits of the neighbours too.
        inner = whole[(before * 8 + 5) // 6 : length * 8 // 6]
        yield inner
        yield inner.replace("+", "-").replace("/", "_")


def _without_parts(text: str, key: str) -> str:
    """`text` without the beginning or the end of the key: masked by the server, or cut off by a limit."""
    public = _PUBLIC_START.match(key)
    start = public.end() if public else 0
    text = _without_masked(text, key, start)
    for at in range(start, len(key) - _LEAST_OF_PART + 1):
        if (part := key[at : at + _LEAST_OF_PART]) in text:
            text = _without_part(text, part, key[at + _LEAST_OF_PART :])
    # A limit may have cut the text in the middle of the key.
    cut = _common(text[-len(key) :], key)
    return text[: len(text) - cut] + HIDDEN if cut - start >= _LEAST_OF_MASKED else text


def _without_masked(text: str, key: str, start: int) -> str:
    """`text` without the ends of the key on both sides of a mask; its public beginning up to `start` may stay."""
    pieces, at = list[str](), 0
    for mask in _MASK.finditer(text):
        before, after = text[at : mask.start()], text[mask.end() : mask.end() + len(key)]
        left, right = _common(before[-len(key) :], key), _common(key, after)
        if max(left - start, 0) + right >= _LEAST_OF_MASKED:
            pieces += [before[: len(before) - left], HIDDEN]
            at = mask.end() + right
    return "".join((*pieces, text[at:]))


def _common(first: str, second: str) -> int:
    """How many characters `first` ends with that `second` begins with."""
    return next((n for n in range(min(len(first), len(second)), 0, -1) if first.endswith(second[:n])), 0)


def _without_part(text: str, part: str, rest: str) -> str:
    """`text` without `part` of a key, and without as much of the key's `rest` as follows it."""
    first, *others = text.split(part)
    return first + "".join(HIDDEN + piece[_common_start(piece, rest) :] for piece in others)


def _common_start(first: str, second: str) -> int:
    """How many characters both begin with."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )


def _field(name: str, value: Any, key: str) -> Any:
    # Gemini and Anthropic send pictures as bare base64 in a field of this name.
    if name == "data" and isinstance(value, str) and len(value) > _LONGEST_DATA:
        return f"{value[:_LONGEST_DATA]}… ({len(value)} characters)"
    return shortened(value, key)


def _short(found: re.Match[str]) -> str:
    data = found[2]
    return found[0] if len(data) <= _LONGEST_DATA else f"{found[1]}{data[:_LONGEST_DATA]}… ({len(data)} characters)"
