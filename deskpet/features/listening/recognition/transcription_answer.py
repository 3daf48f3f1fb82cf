"""Reads the answer of a transcription server: a stream of events, JSON or plain text, under any content type."""

import re
import unicodedata
from typing import cast

from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.llm import errors
from deskpet.llm.json_limits import TooLong, decode_json
from deskpet.llm.sse import EventStream
from deskpet.text.surrogates import replace_lone_surrogates
from deskpet.translation import tr

MAX_ANSWER = 1024 * 1024
"""Bytes of an answer. The words of five minutes have a hundredth of it."""
MAX_WORDS = 20_000
"""Characters of the words that are taken."""
_EVENT_STARTS = (b"data:", b"event:")
_HTML_STARTS = ("<!doctype", "<html", "<head", "<body")
_DONE = b"[DONE]"
# What recognisers write for a recording without words, such as [BLANK_AUDIO] or (silence).
_ANNOTATION = re.compile(r"[\[(*][^\[\]()*]{1,40}[\])*]")


class TranscriptionAnswer:
    """Incremental reader of one answer; chunks may be split anywhere. content_type: as the server sent it."""

    def __init__(self, content_type: str = "") -> None:
        self._content_type = content_type.lower()
        self._body = bytearray()
        self._received = 0
        self._events: EventStream | None = None
        self._text = ""
        self._has_words = False

    @property
    def text(self) -> str:
        """The words so far."""
        return clean(self._text)

    def feed(self, chunk: bytes) -> None:
        """Take a piece of the body. Raises RecognitionError."""
        self._received += len(chunk)
        if self._received > MAX_ANSWER:
            raise _unreadable(tr("The server sent more than {n} MB for a few words.", n=MAX_ANSWER >> 20))
        if self._events is None:
            self._body += chunk
            if not self._is_stream():
                return
            self._events, chunk = EventStream(MAX_ANSWER, MAX_ANSWER), bytes(self._body)
            self._body.clear()
        self._read_events(self._events, chunk)

    def close(self) -> str:
        """Return the words after the last piece; empty if nothing was said. Raises RecognitionError."""
        if self._events is None:
            return clean(self._words_of_body())
        self._read_events(self._events, None)
        if not self._has_words:
            # Some servers end a stream with a bare JSON error.
            stray = b"\n".join(self._events.stray).decode("utf-8", "replace").strip()
            if not stray:
                raise _nothing()
            self._text = _words_of(stray)
        return self.text

    def _is_stream(self) -> bool:
        return self._content_type.startswith("text/event-stream") or self._body.lstrip().startswith(_EVENT_STARTS)

    def _read_events(self, events: EventStream, chunk: bytes | None) -> None:
        try:
            found = events.close() if chunk is None else events.feed(chunk)
            for _, data in found:
                self._read_event(data)
        except TooLong as error:
            raise _unreadable(str(error)) from error

    def _read_event(self, data: bytes) -> None:
        """Take an event: an OpenAI delta or the whole text at the end, or a segment as other servers send it."""
        if not data.strip() or data.strip() == _DONE:
            return
        try:
            value = decode_json(data)
        except ValueError:
            value = data.decode("utf-8", "replace")
        if not isinstance(value, dict):
            value = {"text": value if isinstance(value, str) else data.decode("utf-8", "replace")}
        fields = cast("dict[str, object]", value)
        _require_no_error(fields)
        delta, text = fields.get("delta"), fields.get("text")
        if isinstance(delta, str):
            self._text += delta
        elif isinstance(text, str):
            is_whole = str(fields.get("type", "")).endswith(".done")
            self._text = text if is_whole else self._text + text
        elif "text" not in fields:
            # An event of another kind, such as usage.
            return
        self._has_words = True

    def _words_of_body(self) -> str:
        try:
            text = self._body.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise _unreadable(tr("The server sent something that is no text.")) from None
        if text.strip():
            return _words_of(text, is_html=self._content_type.startswith("text/html"))
        if self._content_type.startswith("text/plain"):
            # Some servers report a recording without words in this way.
            return ""
        raise _nothing()


def clean(text: str) -> str:
    """Return words as one line without control characters; empty for a remark such as [BLANK_AUDIO]."""
    text = replace_lone_surrogates(text[:MAX_WORDS])
    printable = "".join(" " if unicodedata.category(each) == "Cc" else each for each in text)
    words = " ".join(printable.split())
    return "" if _ANNOTATION.fullmatch(words) else words


def _words_of(text: str, *, is_html: bool = False) -> str:
    """Return the words of a whole body. Raises RecognitionError."""
    start = text.lstrip()
    if is_html or start[:10].lower().startswith(_HTML_STARTS):
        raise RecognitionError.from_notice(errors.HTML_PAGE.notice(text).notice)
    if start[0] not in '{["':
        return text
    try:
        value = decode_json(start.encode("utf-8", "replace"))
    except ValueError:
        if start[0] == "{":
            raise _unreadable(tr("The server sent something that is not valid JSON.")) from None
        # Words may begin with a quotation mark or a bracket.
        return text
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        _require_no_error(fields)
        if "text" in fields and (fields["text"] is None or isinstance(fields["text"], str)):
            return fields["text"] or ""
    raise _unreadable(tr("The server's answer has no text."))


def _require_no_error(fields: dict[str, object]) -> None:
    """Raise RecognitionError if a JSON object is the message of an error."""
    if isinstance(fields.get("text"), str):
        return
    for name in ("error", "detail", "message"):
        if fields.get(name):
            raise RecognitionError.from_notice(errors.stream_error(fields[name], fields).notice)


def _nothing() -> RecognitionError:
    title, cause = tr("No words came"), tr("The server accepted the recording and sent nothing.")
    return RecognitionError("no_words", title, cause, tr("Check the address and the model of the recogniser."))


def _unreadable(cause: str) -> RecognitionError:
    step = tr("Check the address and the model of the recogniser.")
    return RecognitionError("unreadable_words", tr("The words can't be read"), cause, step)
