"""An immutable text with cheap append, for answers that arrive in tens of thousands of pieces."""

from collections.abc import Iterator
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class StreamingText:
    """An immutable text with an append of constant cost.

    A value is a view of the first pieces of a list that it shares with the values it was built from. Appending to
    the longest of them extends the list; appending to a shorter one copies it. Existing values never change.
    """

    __slots__ = ("_count", "_length", "_pieces")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self._count = len(self._pieces)
        self._length = len(text)

    def __add__(self, more: str) -> "StreamingText":
        if not more:
            return self
        result = StreamingText.__new__(StreamingText)
        is_newest = self._count == len(self._pieces)
        result._pieces = self._pieces if is_newest else self._pieces[: self._count]
        result._pieces.append(more)
        result._count = self._count + 1
        result._length = self._length + len(more)
        return result

    def __str__(self) -> str:
        return "".join(self)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the pieces as they were appended."""
        return (self._pieces[i] for i in range(self._count))

    def pieces_from(self, number: int) -> list[str]:
        """Return the pieces as they were appended, without the first `number`."""
        return self._pieces[number : self._count]

    def __len__(self) -> int:
        """Return the length in characters."""
        return self._length

    def __bool__(self) -> bool:
        return self._length > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StreamingText | str):
            return NotImplemented
        return len(self) == len(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"StreamingText({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, cls) else cls(str(value)),
            serialization=core_schema.plain_serializer_function_ser_schema(str),
        )
