"""Correct tool arguments that are nearly JSON: with single quotes, trailing commas, comments or a code fence.

Arguments that were cut off are never completed, because half a text must not be written as if it were whole.
"""

import re
from typing import cast

from pydantic import JsonValue

from deskpet.text.surrogates import replace_lone_surrogates_in

MAX_LENGTH = 20_000
"""Longer arguments, in characters, are not corrected: the library's time grows faster than their length."""

_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
# Whole strings and brackets; a quote alone begins a string that has no end.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|["\'{}\[\]]', re.DOTALL)


def mend_arguments(text: str) -> dict[str, JsonValue] | None:
    """Return the object that `text` means, or None if it is not an object, was cut off, or is too long."""
    if len(text) > MAX_LENGTH:
        return None
    if fenced := _FENCE.fullmatch(text):
        text = fenced[1]
    if not _is_whole_object(text.strip()):
        return None
    # Imported when first needed, as most models write JSON.
    from json_repair import repair_json

    value = replace_lone_surrogates_in(repair_json(text, return_objects=True, skip_json_loads=True))
    return cast("dict[str, JsonValue]", value) if isinstance(value, dict) and value else None


def _is_whole_object(text: str) -> bool:
    """Return whether the first brace of `text` is closed by its last character, with strings in either quotes."""
    depth, end = 0, -1
    for token in _TOKEN.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if token[0] in ('"', "'"):
            return False
        if depth == 0:
            end = token.end()
            break
    return text.startswith("{") and end == len(text)
