"""Fuzz targets: text that a model or a person writes."""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import cache, partial

from PySide6.QtWidgets import QApplication

from deskpet.chat.call_collector import CallBegan, CallCompleted, parse_arguments
from deskpet.chat.textmode.call_format import CallDropped
from deskpet.chat.textmode.dialects import DIALECTS as ROWS
from deskpet.chat.textmode.parser import ParsedItem, TextCallParser
from deskpet.features.voice.spoken_text.speakable import SpeakableText, speakable
from deskpet.features.voice.spoken_text.vowels import vowels
from deskpet.llm.reminder_intents import SetReminder, parse_intent
from deskpet.markdown.splitter import Splitter
from tests.chat.textmode.dialect_samples import DIALECTS
from tests.chat.textmode.test_dialects import EXPRESSION, MOTION, NOW, is_tool
from tests.chat.textmode.test_parser import FRAGMENTS, WAVE, merged, words
from tests.features.voice.golden_texts import golden_texts
from tests.fuzz.target import Target, divisions
from tests.ui.markdown.hostile_text import FAMILIES
from tests.ui.markdown.test_document import PIECES, WHOLE, shown

NOON = datetime(2026, 5, 1, 12, 0)  # noqa: DTZ001 (local times have no zone here)


def text_calls(data: bytes, *, is_native: bool) -> None:
    text = data.decode("utf-8", "replace")
    items = _parsed([text], is_native=is_native)
    expected = merged(items)
    for pieces in divisions(text):
        assert merged(_parsed(pieces, is_native=is_native)) == expected
    began = [item.key for item in items if isinstance(item, CallBegan)]
    assert sorted(began) == sorted(item.key for item in items if isinstance(item, CallCompleted | CallDropped))
    visible, rest = words(items), iter(text)
    assert all(character in rest for character in visible)
    if not any(isinstance(item, CallCompleted) for item in items):
        assert visible == text


def _parsed(pieces: list[str], *, is_native: bool) -> list[ParsedItem]:
    parser = TextCallParser(is_tool, is_native=is_native)
    return [item for piece in pieces for item in parser.feed(piece)] + parser.close()


def arguments(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        value = parse_arguments(text)
    except ValueError:
        return
    assert isinstance(value, dict)
    json.dumps(value).encode()


def markdown(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    _application()
    whole = shown(text).document
    # Not one by one: the document is shown again after each piece.
    for pieces in [*divisions(text)][1:]:
        assert shown(*pieces).document.toHtml() == whole.toHtml()
    splitter = Splitter()
    assert len([*splitter.feed(text), *splitter.finish()]) <= len(text) + 2


@cache
def _application() -> QApplication:
    """Return Qt's application without a screen."""
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication([])


def spoken_pieces(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    whole, end = speakable(text), 0
    for pieces in divisions(text):
        stream = SpeakableText()
        assert [*(piece for delta in pieces for piece in stream.feed(delta)), *stream.finish()] == whole
    for piece in whole:
        assert end <= piece.start < piece.end <= len(text)
        end = piece.end
        vowels(piece.text, piece.language)


def reminder_intents(data: bytes) -> None:
    intent = parse_intent(data.decode("utf-8", "replace"), NOON)
    if isinstance(intent, SetReminder):
        assert intent.text
        assert intent.every >= 0


def _call_seeds() -> Iterator[bytes]:
    yield WAVE.encode()
    for dialect in DIALECTS:
        yield f"Hm.\n{dialect([EXPRESSION, MOTION, NOW])} There.".encode()


def _argument_seeds() -> Iterator[bytes]:
    yield from (b'{"a": [1, null, "\\ud83d"], "b": {}}', b'"{\\"a\\": 1}"', b"null", b" ", b"[1]", b'{"a": NaN}')


def _markdown_seeds() -> Iterator[bytes]:
    yield from (piece.encode() for piece in WHOLE)
    yield from (family(200).encode("utf-8", "replace") for family in FAMILIES.values())


def _spoken_seeds() -> Iterator[bytes]:
    yield from (text.markdown.encode() for text in golden_texts()[::3])


def _reminder_seeds() -> Iterator[bytes]:
    yield from (
        text.encode()
        for text in (
            "remind me in 10 minutes to stretch",
            "remind me every 3 days at 8:00 to water the plants",
            "remind me on 2026-05-02 at 6 pm to call",
            "提醒我明天上午九点半开会",
            "10分後に伸びをするってリマインドして",
            "cancel reminder 3",
            "list my reminders",
        )
    )


_MARKS = sorted({opening for row in ROWS for opening in row.openings} | set(FRAGMENTS))
_CALL_WORDS = tuple(word.encode() for word in _MARKS if len(word) <= 40)

TARGETS = (
    *(
        Target(
            name,
            partial(text_calls, is_native=is_native),
            "any cut gives the same items; every call that begins ends; no character is lost",
            _call_seeds,
            _CALL_WORDS,
            max_length=1200,
        )
        for name, is_native in (("text_calls", False), ("native_text", True))
    ),
    Target("arguments", arguments, "an object that can be stored, or ValueError", _argument_seeds, (b'"', b"{", b"}")),
    Target(
        "markdown",
        markdown,
        "any cut gives the same document; no more pieces than characters",
        _markdown_seeds,
        tuple(piece.encode() for piece in PIECES),
        max_length=400,
    ),
    Target(
        "spoken_pieces",
        spoken_pieces,
        "any cut gives the same pieces, in order and within the text",
        _spoken_seeds,
        tuple(piece.encode() for piece in PIECES),
        max_length=400,
    ),
    Target("reminders", reminder_intents, "an intent or none", _reminder_seeds, max_length=200),
)
