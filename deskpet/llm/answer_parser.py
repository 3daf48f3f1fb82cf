"""Base class of the streaming answer parsers, and the coercions that they apply to untrusted JSON values."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, cast

from deskpet.chat.model import Delta, NoticeDelta
from deskpet.llm import errors
from deskpet.llm.json_limits import TooLong
from deskpet.llm.response_body import BodyReader, Done, Piece, Unreadable
from deskpet.translation import tr

# In bytes. An answer of 200,000 tokens with one event per token is 70 MB.
_MAX_BODY = 256 * 1024 * 1024
# Bytes without a delta: one and a half times the largest event.
_MAX_WITHOUT_DELTA = 48 * 1024 * 1024
# Each delta is painted and stored, which takes longer than parsing it. No model writes half as many tokens.
_MAX_DELTAS = 500_000
MAX_LIST, MAX_TEXT = 2000, 1_000_000
# Texts that gcli2api sends in place of an answer: "the response is empty", "the model is thinking".
_PLACEHOLDERS = frozenset(("[响应为空，请重新尝试]", "[模型正在思考中，请稍后再试或重新提问]"))


class AnswerParser(ABC):
    """Parses the bytes of one answer into deltas. Accepts any bytes in any chunks and never raises.

    Subclasses implement `_parse`, and `_flush` if they buffer. `provider` marks the fields that are echoed to the
    server that sent them and to no other.
    """

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._body = BodyReader()
        self._byte_count = self._bytes_without_delta = self._delta_count = 0
        # Set when the server marks the end of the answer. A body that ends before that was cut off.
        self._has_finish = False
        # Set when the server marks the end of an answer that was cut off before.
        self._is_cut = False
        self._has_failed = False
        self._has_unreadable = False
        self._is_closed = False

    @property
    def is_done(self) -> bool:
        """Whether to stop reading: the server has closed the answer, or the answer has failed."""
        return self._is_closed or self._has_failed

    def feed(self, chunk: bytes) -> list[Delta]:
        """Return the deltas that `chunk` completes."""
        out: list[Delta] = []
        if self._is_closed or self._has_failed:
            return out
        self._byte_count += len(chunk)
        try:
            if self._byte_count > _MAX_BODY:
                raise TooLong(tr("an answer of more than {n:,} bytes", n=_MAX_BODY))
            self._parse_pieces(self._body.feed(chunk), out)
            self._bytes_without_delta = 0 if out else self._bytes_without_delta + len(chunk)
            self._delta_count += len(out)
            if self._delta_count > _MAX_DELTAS:
                raise TooLong(tr("an answer of more than {n:,} pieces", n=_MAX_DELTAS))
            if self._bytes_without_delta > _MAX_WITHOUT_DELTA:
                raise TooLong(tr("more than {n:,} bytes that say nothing", n=_MAX_WITHOUT_DELTA))
        except TooLong as error:
            out += self._fail(errors.TOO_LONG.notice(what=error))
        return out

    def close(self) -> list[Delta]:
        """End the body. Returns the buffered deltas, and an error notice if the body was cut off or empty."""
        out: list[Delta] = []
        if self._has_failed:
            return [*self._flush()]
        try:
            self._parse_pieces(self._body.close(), out)
        except TooLong as error:
            out += self._fail(errors.TOO_LONG.notice(what=error))
        out += self._flush()
        if self._body.is_empty:
            out += self._fail(errors.EMPTY_BODY.notice())
        elif not self._has_failed and (self._is_cut or not (self._has_finish or self._has_unreadable)):
            out += self._fail(errors.cut_stream(self._body.stray_text))
        return out

    @abstractmethod
    def _parse(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        """Add the deltas of one JSON object of the body to `out`; `event` is the type of its server-sent event."""

    def _flush(self) -> Iterable[Delta]:
        """Return the deltas that were buffered, at the end of the body."""
        return ()

    def _fail_on_error(self, value: Mapping[str, Any], event: str, out: list[Delta], *, is_answer: bool) -> None:
        """Fail if `value` reports an error; `is_answer` is False for an object without the format's own fields."""
        if self._has_failed:
            return
        if (error := value.get("error")) or event == "error":
            out += self._fail(errors.stream_error(error or value, value))
        elif not is_answer and (message := _gateway_error(value)):
            out += self._fail(errors.stream_error(message, value))

    def _fail_on_placeholder(self, text: str, out: list[Delta]) -> bool:
        """Fail if `text` is a gateway's placeholder for an answer that it did not get. Return whether it is."""
        if text[:1] != "[" or text.strip() not in _PLACEHOLDERS:
            return False
        out += self._fail(errors.PLACEHOLDER_TEXT.notice(text.strip(), text=text.strip()))
        return True

    def _fail(self, notice: NoticeDelta) -> list[Delta]:
        """Mark the answer as failed: the rest of the body is ignored."""
        self._has_failed = True
        return [notice]

    def _parse_pieces(self, pieces: Iterable[Piece], out: list[Delta]) -> None:
        for piece in pieces:
            if self._is_closed or self._has_failed:
                break
            if isinstance(piece, tuple):
                event, value = piece
                self._parse(value, event, out)
            elif isinstance(piece, Done):
                self._has_finish = self._is_closed = True
            else:
                out += self._report_unreadable(piece)

    def _report_unreadable(self, piece: Unreadable) -> list[Delta]:
        """Return a notice for the first unreadable piece; parsing continues with the next one."""
        if piece.is_truncated:
            return self._fail(errors.cut_stream(piece.raw))
        is_first, self._has_unreadable = not self._has_unreadable, True
        return [errors.invalid_json(piece.raw)] if is_first else []


def _gateway_error(value: Mapping[str, Any]) -> object:
    """Return the message of an error in a gateway's own format; None or an empty value if there is none."""
    for name in ("detail", "message", "msg", "errors"):
        if message := value.get(name):
            return message
    response = as_dict(value.get("base_resp"))
    return response.get("status_msg") if response.get("status_code") else None


def as_str(value: object) -> str:
    """Return `value` if it is a string, else an empty string."""
    return value if isinstance(value, str) else ""


def limited(text: str) -> str:
    """Return `text`. Raises TooLong if this one piece is longer than any complete answer."""
    if len(text) > MAX_TEXT:
        raise TooLong(tr("a text of more than {n:,} characters in one piece", n=MAX_TEXT))
    return text


def as_count(value: object) -> int:
    """Return `value` if it is a positive integer, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def as_list(value: object) -> list[Any]:
    """Return `value` if it is a list, else an empty list. Raises TooLong for more than MAX_LIST items."""
    items = cast("list[Any]", value) if isinstance(value, list) else []
    if len(items) > MAX_LIST:
        raise TooLong(tr("a list of more than {n:,} parts", n=MAX_LIST))
    return items


def one_or_many(value: object) -> list[Any]:
    """Return `value` if it is a list, and a list of one if it is an object."""
    return [cast("dict[str, Any]", value)] if isinstance(value, dict) else as_list(value)


def as_dict(value: object) -> dict[str, Any]:
    """Return `value` if it is a JSON object, else an empty dict."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
