"""What goes over the wire and must not be seen: taken out of whatever is shown, logged or kept."""

import json
import re
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import quote

HIDDEN = "•••"

_LONGEST_DATA = 64
_DATA_URL = re.compile(r"(data:[\w.+-]+/[\w.+-]+;base64,)([A-Za-z0-9+/=_-]+)")
_SECRET_HEADER = re.compile(r"auth|cookie|key|secret|token(?!s)", re.IGNORECASE)
_SECRET_FIELD = re.compile(r"([?&](?:key|api[-_]?key|access[-_]?token|token|sig|signature)=)[^&#\s\"']+", re.IGNORECASE)
_USER = re.compile(r"(//)[^/@\s]+@")


def redacted(text: str, key: str) -> str:
    """`text` without the key."""
    return text.replace(key, HIDDEN) if key else text


def shown_headers(headers: Iterable[tuple[str, str]], key: str) -> tuple[tuple[str, str], ...]:
    """Headers without the key, and without the value of any that carries a secret by its name."""
    return tuple(
        (name, HIDDEN if _SECRET_HEADER.search(name) else without_secrets(value, key)) for name, value in headers
    )


def without_secrets(text: str, key: str = "") -> str:
    """`text` without the key, however a URL or JSON writes it, and without the secrets of any URL in it."""
    for written in {key, quote(key, safe=""), json.dumps(key)[1:-1]}:
        text = redacted(text, written)
    return _USER.sub(rf"\1{HIDDEN}@", _SECRET_FIELD.sub(rf"\1{HIDDEN}", text))


def shortened(value: Any, key: str) -> Any:
    """A copy of a JSON value in which no `data:` URL is long and no text holds the key."""
    match value:
        case str():
            shown = redacted(value, key)
            return _DATA_URL.sub(_short, shown) if "data:" in shown else shown
        case dict():
            fields = cast("dict[str, Any]", value)
            return {redacted(name, key): _field(name, each, key) for name, each in fields.items()}
        case list() | tuple():
            return [shortened(each, key) for each in cast("list[Any]", value)]
        case _:
            return value


def _field(name: str, value: Any, key: str) -> Any:
    # Gemini and Anthropic send pictures as bare base64 in a field of this name.
    if name == "data" and isinstance(value, str) and len(value) > _LONGEST_DATA:
        return f"{value[:_LONGEST_DATA]}… ({len(value)} characters)"
    return shortened(value, key)


def _short(found: re.Match[str]) -> str:
    data = found[2]
    return found[0] if len(data) <= _LONGEST_DATA else f"{found[1]}{data[:_LONGEST_DATA]}… ({len(data)} characters)"
