"""Convert a tool's output for a request: separate pictures from text, and cut long texts.

A picture is an object with `media_type` and base64 `data`, as ResultKind.IMAGE describes, anywhere in the output.
Outputs are stored unchanged; they are separated and cut whenever a request is built.
"""

import json
import re

from pydantic import JsonValue

from deskpet.chat.messages import Image

ATTACHED = "(The picture is attached.)"
HIDDEN = "(Here is a picture, which you can't see.)"
_UNREADABLE = "(A picture in the format {media_type}, which you can't see.)"

# The formats that all providers with picture input accept.
_MEDIA_TYPES = {f"image/{name}": f"image/{name}" for name in ("png", "jpeg", "webp", "gif")} | {
    "image/jpg": "image/jpeg"
}
_BASE64_START = re.compile(r"[A-Za-z0-9+/]{4}")
MAX_SENT = 20_000
"""Maximum length of a tool's output in a request, in characters. The message keeps the whole output."""

# Deeper values are sent as they are.
_MAX_DEPTH = 8


def separate_images(output: JsonValue, note: str = ATTACHED) -> tuple[JsonValue, tuple[Image, ...]]:
    """Return `output` with `note` in place of each picture, and the pictures in order."""
    images: list[Image] = []
    return _without_images(output, note, images, 0), tuple(images)


def text_and_images(output: JsonValue) -> tuple[str, tuple[Image, ...]]:
    """Return `output` as text for a model, and its pictures in order.

    Most outputs have none, which their JSON text shows faster than a walk through the values.
    """
    text = as_text(output)
    if isinstance(output, str) or '"media_type"' not in text:
        return text, ()
    rest, images = separate_images(output)
    return as_text(rest), images


def as_text(value: JsonValue) -> str:
    """Return a text unchanged, and any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def capped_text(text: str) -> str:
    """Return a tool's output as text, cut to MAX_SENT characters with a note of how many are missing."""
    if len(text) <= MAX_SENT:
        return text
    return f"{text[:MAX_SENT]}\n\n(Cut: {len(text) - MAX_SENT} more characters. Ask for a part of it.)"


def capped(value: JsonValue) -> JsonValue:
    """Return a tool's output unchanged, or as a cut text if it is too long."""
    text = as_text(value)
    return value if len(text) <= MAX_SENT else capped_text(text)


def _without_images(value: JsonValue, note: str, images: list[Image], depth: int) -> JsonValue:
    match value:
        case {"media_type": str(media_type), "data": str(data)} if _is_image(media_type, data):
            if media_type.lower() in _MEDIA_TYPES:
                images.append(Image(_MEDIA_TYPES[media_type.lower()], data))
                replaced = note
            else:
                replaced = _UNREADABLE.format(media_type=media_type)
            rest = {key: each for key, each in value.items() if key not in ("media_type", "data")}
            return {"picture": replaced} | rest if rest else replaced
        case dict() if depth < _MAX_DEPTH:
            return {key: _without_images(each, note, images, depth + 1) for key, each in value.items()}
        case list() if depth < _MAX_DEPTH:
            return [_without_images(each, note, images, depth + 1) for each in value]
        case _:
            return value


def _is_image(media_type: str, data: str) -> bool:
    """Whether an object is a picture; only the beginning of `data` is read, because it may be long."""
    return media_type.lower().startswith("image/") and data.isascii() and _BASE64_START.match(data) is not None
