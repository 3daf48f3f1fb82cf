"""The parts of a foreign tool's result, as ResultKind.PARTS describes, cut to limits."""

import json
from typing import Any

MAX_TEXT = 100_000
"""Longest text of a result, in characters, over all its parts."""
MAX_PICTURE = 4 << 20
"""Longest picture, in characters of base64."""
MAX_PARTS = 100

Part = Any


def cut_parts(parts: list[Part]) -> list[Part]:
    """Return the parts with at most MAX_TEXT characters of text, and no more than that of pictures' data."""
    room, picture_room = MAX_TEXT, MAX_PICTURE
    kept: list[Part] = []
    for part in parts:
        match part:
            case {"media_type": str(media_type), "data": str(data)}:
                picture_room -= len(data)
                kept.append(part if picture_room >= 0 else unshown("picture", media_type, data))
                continue
            case str():
                text, is_value = part, False
            case _:
                text, is_value = json.dumps(part, ensure_ascii=False), True
        if len(text) > room:
            kept.append(f"{text[:room]}\n\n(Cut: {len(text) - room} more characters.)")
            break
        room -= len(text)
        kept.append(part if is_value else text)
    return kept


def unshown(what: str, media_type: str, data: str) -> str:
    """Return the sentence in place of a part that can't be shown."""
    return f"({what}, {media_type}, {len(data) * 3 // 4:,} bytes: not shown)"
