"""Joins surrogate pairs that a server split between two chunks.

JSON escapes a character beyond U+FFFF as two surrogates. Some servers send the high surrogate at the end of one
chunk's text and the low surrogate at the start of the next.
"""

from typing import Any, cast

from deskpet.text.surrogates import replace_lone_surrogates

JsonPath = tuple[str | int, ...]


class SurrogateJoiner:
    """Joins a high surrogate at the end of a string with a low one at the start of the same string of the next chunk.

    Other lone surrogates are replaced by U+FFFD, and a high surrogate at the end of a string that is never continued is
    dropped: neither can be stored or sent.
    """

    def __init__(self) -> None:
        self.pending: dict[JsonPath, str] = {}
        """High surrogates at the end of a string, by the path of that string in the chunk."""

    def join(self, value: object) -> object:
        """Return a chunk's value with surrogates joined or replaced. Raises ValueError if it is nested too deeply."""
        try:
            return self._join(value, ())
        except RecursionError as error:
            raise ValueError(str(error)) from error

    def _join(self, value: object, path: JsonPath) -> object:
        match value:
            case str():
                return self._text(value, path)
            case dict():
                fields = cast("dict[str, Any]", value)
                return {replace_lone_surrogates(name): self._join(item, (*path, name)) for name, item in fields.items()}
            case list():
                items = enumerate(cast("list[Any]", value))
                return [self._join(item, (*path, index)) for index, item in items]
            case _:
                return value

    def _text(self, text: str, path: JsonPath) -> str:
        high = self.pending.pop(path, "") if text else ""
        if high and "\udc00" <= text[0] <= "\udfff":
            text = high + text
        if text and "\ud800" <= text[-1] <= "\udbff":
            self.pending[path] = text[-1]
            text = text[:-1]
        return replace_lone_surrogates(text)
