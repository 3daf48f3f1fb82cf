"""What the parsers of all wire formats have in common: pieces of a body in, deltas out, and what is said when the
body ends badly.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, cast

from deskpet.chat.model import Delta, NoticeDelta
from deskpet.llm import errors
from deskpet.llm.body import BodyReader, Chunk, Done, Piece, Unreadable
from deskpet.llm.parsing import TooLong
from deskpet.words import tr

# An answer of 200,000 tokens is 70 MB, an event for each of them.
_MAX_BODY = 256 * 1024 * 1024
# Half as much again as the largest event.
_MAX_SILENT = 48 * 1024 * 1024
MAX_LIST, MAX_TEXT = 2000, 1_000_000


class AnswerParser(ABC):
    """The bytes of one answer into deltas. Takes any bytes in any cuts and never raises.

    `provider` marks the fields of the server's own that only it gets back.
    """

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._body = BodyReader()
        self._received = self._silent = 0
        # Whether the server said that the answer is over; without it, the end of the body is a cut.
        self._ended = False
        self._failed = False
        self._lost = False
        self._over = False

    @property
    def over(self) -> bool:
        """Whether there is no use in reading on: the server said its last word, or the answer has failed."""
        return self._over or self._failed

    def feed(self, chunk: bytes) -> list[Delta]:
        """The deltas that `chunk` completes."""
        out: list[Delta] = []
        if self._over or self._failed:
            return out
        self._received += len(chunk)
        try:
            if self._received > _MAX_BODY:
                raise TooLong(tr("an answer of more than {n:,} bytes", n=_MAX_BODY))
            self._take(self._body.feed(chunk), out)
            self._silent = 0 if out else self._silent + len(chunk)
            if self._silent > _MAX_SILENT:
                raise TooLong(tr("more than {n:,} bytes that say nothing", n=_MAX_SILENT))
        except TooLong as error:
            out += self._fail(errors.too_long(str(error)))
        return out

    def close(self) -> list[Delta]:
        """The deltas that only the end of the body gives; a notice when the body was cut or empty."""
        out: list[Delta] = []
        if self._failed:
            return [*self._rest()]
        try:
            self._take(self._body.close(), out)
        except TooLong as error:
            out += self._fail(errors.too_long(str(error)))
        out += self._rest()
        if self._body.is_empty:
            out += self._fail(errors.empty_body())
        elif not (self._ended or self._failed or self._lost):
            out += self._fail(errors.cut_stream(self._body.stray_text))
        return out

    @abstractmethod
    def _chunk(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        """Add to `out` the deltas of one JSON object of the body; `event` is its event's type."""

    def _rest(self) -> Iterable[Delta]:
        """What was held back, at the end of the body."""
        return ()

    def _take(self, pieces: Iterable[Piece], out: list[Delta]) -> None:
        for piece in pieces:
            if self._over or self._failed:
                break
            if isinstance(piece, Chunk):
                self._chunk(piece.value, piece.type, out)
            elif isinstance(piece, Done):
                self._ended = self._over = True
            else:
                out += self._lose(piece)

    def _lose(self, piece: Unreadable) -> list[Delta]:
        """A piece can't be read. What comes after it is still wanted, so the reading goes on; one notice is enough."""
        if piece.truncated:
            return self._fail(errors.cut_stream(piece.raw))
        first, self._lost = not self._lost, True
        return [errors.unreadable(piece.raw)] if first else []

    def _fail(self, notice: NoticeDelta) -> list[Delta]:
        """The answer has failed: nothing after this is read."""
        self._failed = True
        return [notice]


def complaint(value: Mapping[str, Any]) -> object:
    """What an object that is no answer says when it is an error of some gateway's own shape."""
    for name in ("detail", "message", "msg", "errors"):
        if said := value.get(name):
            return said
    state = fields_of(value.get("base_resp"))
    return state.get("status_msg") if state.get("status_code") else None


def text_of(value: object) -> str:
    """`value` if it is a text; else nothing."""
    return value if isinstance(value, str) else ""


def short_of(text: str) -> str:
    """`text` as it is. Raises TooLong for one in a single piece that is longer than any whole answer."""
    if len(text) > MAX_TEXT:
        raise TooLong(tr("a text of more than {n:,} characters in one piece", n=MAX_TEXT))
    return text


def count_of(value: object) -> int:
    """`value` if it is a count of tokens; else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def list_of(value: object) -> list[Any]:
    """`value` if it is a list; else an empty one. Raises TooLong for one that would take long to go through."""
    found = cast("list[Any]", value) if isinstance(value, list) else []
    if len(found) > MAX_LIST:
        raise TooLong(tr("a list of more than {n:,} parts", n=MAX_LIST))
    return found


def several(value: object) -> list[Any]:
    """`value` if it is a list; a lone object as a list of one."""
    return [cast("dict[str, Any]", value)] if isinstance(value, dict) else list_of(value)


def fields_of(value: object) -> dict[str, Any]:
    """`value` if it is an object; else one without fields."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
