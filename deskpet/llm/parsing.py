"""JSON from a server, refused before it takes long to read: the decoder can't be interrupted, wherever it runs."""

from pydantic_core import from_json

from deskpet.llm.sse import TooLong
from deskpet.words import tr

# Each of these takes less than 50 ms on a slow computer. What is smaller than _SMALL is never looked through.
_SMALL = 64 * 1024
_MAX_MARKS, _MAX_ESCAPES, _MAX_NOT_ASCII = 20_000, 100_000, 8 * 1024 * 1024


def parsed(data: bytes) -> object:
    """The value of a JSON text. Raises ValueError where it is none, or nested too deep; TooLong for too much of it."""
    if len(data) > _SMALL:
        _check(data)
    value: object = from_json(data)
    return value


def _check(data: bytes) -> None:
    """Raise TooLong for a text with too many values or escapes in it. A picture is long and has neither."""
    if len(data) > _MAX_NOT_ASCII and not data.isascii():
        raise TooLong(tr("a text of more than {n:,} bytes in one piece", n=_MAX_NOT_ASCII))
    if _has_more(data, b",", _MAX_MARKS) or _has_more(data, b"{", _MAX_MARKS) or _has_more(data, b"\\", _MAX_ESCAPES):
        raise TooLong(tr("an event with more than {n:,} values in it", n=_MAX_MARKS))


def _has_more(data: bytes, mark: bytes, most: int) -> bool:
    """Whether `mark` stands in `data` more than `most` times. Where it is rare, this is far faster than counting."""
    at = -1
    return all((at := data.find(mark, at + 1)) >= 0 for _ in range(most + 1))
