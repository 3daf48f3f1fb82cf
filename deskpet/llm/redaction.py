"""Redacts API keys and other secrets in texts, headers and JSON that are shown, logged or stored.

A key that is distinguishable from a word is replaced everywhere, in each encoding and also in part. Keys that may be
ordinary words (`x`, `to`, `ollama`: local servers accept any key) are replaced only after words such as "API key".
Classify a text before redacting it.
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

_MAX_DATA, _MAX_HEADER = 64, 2000
_DATA_URL = re.compile(r"(data:[\w.+-]+/[\w.+-]+;base64,)([A-Za-z0-9+/=_-]+)")
_SECRET_HEADER = re.compile(r"auth|cookie|key|secret|token(?!s)", re.IGNORECASE)
_SECRET_FIELD = re.compile(r"([?&](?:key|api[-_]?key|access[-_]?token|token|sig|signature)=)[^&#\s\"']+", re.IGNORECASE)
_USER = re.compile(r"(//)[^/@\s]{1,1000}@")

_MIN_SECRET_LENGTH, _CERTAIN_SECRET_LENGTH = 8, 24
# The prefixes of many providers' keys, which reveal nothing about the key.
_PUBLIC_PREFIX = re.compile(r"sk-(?:proj-|ant-(?:api\d\d-|admin\d\d-)?|or-v1-|svcacct-)?|AIza(?:Sy)?|gsk_|xai-|hf_|pk-")
# Servers mask a rejected key in their message: "sk-abc***wxyz", "sk-abc...wxyz", "…wxyz".
_MASK = re.compile(r"\*{2,}|\.{2,}|…|•{2,}")
_MIN_MASKED_LENGTH, _MIN_PART_LENGTH = 4, 12
_MAX_SEARCHED_LENGTH = 16 * 1024
# The context in which an ordinary word is a key: after a name and a separator, or as the value of a header.
_BEFORE_WORD = (
    r"(?<![A-Za-z])(?:(?:(?:api[ _-]?)?key|token|secret|password|passwd|credentials?)['\"`]?"
    r"(?:\s+(?:provided|given|used|sent|is|was))?(?:\s*[:=]\s*['\"`]?|\s+['\"`])"
    r"|authorization['\"`]?\s*[:=]\s*['\"`]?(?:\w+\s+)?|bearer\s+)"
)
_registered_keys: set[str] = set()
_AFTER_WORD = r"(?![\w\-+/=])"


def is_secret(key: str) -> bool:
    """Whether `key` can be distinguished from ordinary words by its prefix, length or characters."""
    if len(key) < _MIN_SECRET_LENGTH:
        return False
    if len(key) >= _CERTAIN_SECRET_LENGTH or _PUBLIC_PREFIX.match(key):
        return True
    has_digit, has_letter = any(map(str.isdigit, key)), any(map(str.isalpha, key))
    is_mixed = any(map(str.islower, key[1:])) and any(map(str.isupper, key[1:]))
    return (has_digit and has_letter) or is_mixed or not all(each.isalnum() or each in "-_. " for each in key)


def register_key(key: str) -> None:
    """Redact `key` from now on in every text passed to `redact_secrets`."""
    if key:
        _registered_keys.add(key)


def redact_key(text: str, key: str) -> str:
    """Return `text` without the key. Parts of a key are only redacted in texts as short as a notice."""
    if not key or not text:
        return text
    if not is_secret(key):
        # It may be an ordinary word: only as a whole token, and in the context of _BEFORE_WORD.
        pattern = rf"({_BEFORE_WORD})(?:{'|'.join(map(re.escape, _encodings(key)))}){_AFTER_WORD}"
        is_short = len(text) <= _MAX_SEARCHED_LENGTH
        return re.sub(pattern, rf"\1{HIDDEN}", text, flags=re.IGNORECASE) if is_short else text
    text = _redact_encodings(text, key)
    return _redact_parts(text, key) if len(text) <= _MAX_SEARCHED_LENGTH else text


def redact_headers(headers: Iterable[tuple[str, str]], key: str) -> tuple[tuple[str, str], ...]:
    """Return the headers without the key, and without the values of headers whose name suggests a secret."""
    return tuple(
        (name, HIDDEN if _SECRET_HEADER.search(name) else redact_secrets(value[:_MAX_HEADER], key))
        for name, value in headers
    )


def redact_secrets(text: str, key: str = "") -> str:
    """Return `text` without `key`, the registered keys, and credentials in URLs."""
    for each in {key, *_registered_keys}:
        text = redact_key(text, each)
    return _USER.sub(rf"\1{HIDDEN}@", _SECRET_FIELD.sub(rf"\1{HIDDEN}", text))


def redact_json(value: Any, key: str) -> Any:
    """Return the JSON value of a request without the key and with `data:` URLs truncated.

    What needs no change is not copied: the requests that are kept share their tools and messages. Masked keys and keys
    that are ordinary words are not searched for, because they occur only in responses.
    """
    match value:
        case str():
            redacted = _redact_encodings(value, key) if is_secret(key) else value
            return _DATA_URL.sub(_truncate_data, redacted) if "data:" in redacted else redacted
        case dict():
            fields = cast("dict[str, Any]", value)
            pairs = [(redact_json(name, key), _redact_field(name, each, key)) for name, each in fields.items()]
            is_same = all(new is old and each is fields[old] for old, (new, each) in zip(fields, pairs, strict=True))
            return fields if is_same else dict(pairs)
        case list() | tuple():
            items = cast("list[Any]", value)
            redacted_items = [redact_json(each, key) for each in items]
            is_same = all(new is old for old, new in zip(items, redacted_items, strict=True))
            return items if is_same else redacted_items
        case _:
            return value


def _redact_encodings(text: str, key: str) -> str:
    for encoded in _encodings(key):
        if encoded in text:
            text = text.replace(encoded, HIDDEN)
    return text


@lru_cache(maxsize=8)
def _encodings(key: str) -> tuple[str, ...]:
    """Return the key in the encodings of URLs, JSON, HTML, Python and Base64, the longest first."""
    in_json = [json.dumps(key)[1:-1], json.dumps(key, ensure_ascii=False)[1:-1]]
    encodings = {
        *(key, quote(key), quote(key, safe=""), quote(quote(key, safe=""), safe="")),
        *(*in_json, *(each.replace("/", r"\/") for each in in_json)),
        *("".join(rf"\u{ord(each):04x}" for each in key), html.escape(key), repr(key)[1:-1]),
        *(_base64_fragments(key) if is_secret(key) else ()),
    }
    return tuple(sorted(encodings, key=len, reverse=True))


def _base64_fragments(key: str) -> Iterator[str]:
    """Yield the characters that the Base64 of any text with the key contains: `user:key`, `Bearer key`."""
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + key.encode("utf-8", "surrogatepass")).decode().rstrip("=")
        length = before + len(key.encode("utf-8", "surrogatepass"))
        # The first and the last characters also encode bits of the adjacent text.
        fragment = encoded[(before * 8 + 5) // 6 : length * 8 // 6]
        yield fragment
        yield fragment.replace("+", "-").replace("/", "_")


def _redact_parts(text: str, key: str) -> str:
    """Redact the start or the end of the key: masked by the server, or cut off by a length limit."""
    public = _PUBLIC_PREFIX.match(key)
    start = public.end() if public else 0
    text = _redact_masked(text, key, start)
    for position in range(start, len(key) - _MIN_PART_LENGTH + 1):
        if (part := key[position : position + _MIN_PART_LENGTH]) in text:
            # With as much of the rest of the key as follows it.
            rest, (first, *others) = key[position + _MIN_PART_LENGTH :], text.split(part)
            text = first + "".join(HIDDEN + piece[_common_prefix_length(piece, rest) :] for piece in others)
    # The text may be truncated in the middle of the key.
    overlap = _overlap_length(text[-len(key) :], key)
    return text[: len(text) - overlap] + HIDDEN if overlap - start >= _MIN_MASKED_LENGTH else text


def _redact_masked(text: str, key: str, start: int) -> str:
    """Redact the parts of the key on both sides of a mask, except its public prefix up to `start`."""
    pieces, position = list[str](), 0
    for mask in _MASK.finditer(text):
        before, after = text[position : mask.start()], text[mask.end() : mask.end() + len(key)]
        left, right = _overlap_length(before[-len(key) :], key), _overlap_length(key, after)
        if max(left - start, 0) + right >= _MIN_MASKED_LENGTH:
            pieces += [before[: len(before) - left], HIDDEN]
            position = mask.end() + right
    return "".join((*pieces, text[position:]))


def _overlap_length(first: str, second: str) -> int:
    """Return the length of the longest suffix of `first` that is a prefix of `second`."""
    return next((n for n in range(min(len(first), len(second)), 0, -1) if first.endswith(second[:n])), 0)


def _common_prefix_length(first: str, second: str) -> int:
    """Return the length of the common prefix."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )


def _redact_field(name: str, value: Any, key: str) -> Any:
    # Gemini and Anthropic encode images as Base64 in a field of this name.
    if name == "data" and isinstance(value, str) and len(value) > _MAX_DATA:
        return f"{value[:_MAX_DATA]}… ({len(value)} characters)"
    return redact_json(value, key)


def _truncate_data(match: re.Match[str]) -> str:
    data = match[2]
    return match[0] if len(data) <= _MAX_DATA else f"{match[1]}{data[:_MAX_DATA]}… ({len(data)} characters)"
