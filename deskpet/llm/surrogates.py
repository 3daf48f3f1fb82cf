"""Characters that were cut in two: JSON writes those beyond U+FFFF as two escapes, and some servers send one apart
from the other, at the end of one chunk's text and the start of the next one's.
"""

import re
from typing import Any, cast

_HALF = re.compile("[\ud800-\udfff]")
Place = tuple[str | int, ...]


class SurrogateJoiner:
    """Puts the two halves of a character together, where the same text of the next chunk begins with the second.

    A half that stays alone is replaced by U+FFFD, and left out where a text ended with it: it is no character, and
    could be neither stored nor sent.
    """

    def __init__(self) -> None:
        self.waiting: dict[Place, str] = {}
        """The first halves that wait for their second, each by where its text stands in a chunk."""

    def joined(self, value: object) -> object:
        """A chunk's value with whole characters only. Raises ValueError for what is nested too deep."""
        try:
            return self._joined(value, ())
        except RecursionError as error:
            raise ValueError(str(error)) from error

    def _joined(self, value: object, place: Place) -> object:
        match value:
            case str():
                return self._text(value, place)
            case dict():
                fields = cast("dict[str, Any]", value)
                return {_whole(name): self._joined(each, (*place, name)) for name, each in fields.items()}
            case list():
                each_place = enumerate(cast("list[Any]", value))
                return [self._joined(each, (*place, number)) for number, each in each_place]
            case _:
                return value

    def _text(self, text: str, place: Place) -> str:
        first = self.waiting.pop(place, "") if text else ""
        if first and "\udc00" <= text[0] <= "\udfff":
            text = first + text
        if text and "\ud800" <= text[-1] <= "\udbff":
            self.waiting[place] = text[-1]
            text = text[:-1]
        return _whole(text)


def _whole(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if _HALF.search(text) else text
