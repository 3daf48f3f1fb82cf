"""Replaces lone surrogates, which JSON and the texts of Qt may contain and UTF-8 can't encode."""

import re
from typing import Any, cast

_SURROGATE = re.compile("[\ud800-\udfff]")


def replace_lone_surrogates(text: str) -> str:
    """Return `text` with lone surrogates replaced by U+FFFD, and with the two of a pair joined to their character."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def replace_lone_surrogates_in(value: object) -> object:
    """Return a JSON value with lone surrogates replaced in all its texts and names.

    Raises RecursionError if it is nested too deeply, as `json.loads` does.
    """
    match value:
        case str():
            return replace_lone_surrogates(value)
        case dict():
            fields = cast("dict[str, Any]", value)
            return {replace_lone_surrogates(name): replace_lone_surrogates_in(item) for name, item in fields.items()}
        case list():
            return [replace_lone_surrogates_in(item) for item in cast("list[Any]", value)]
        case _:
            return value
