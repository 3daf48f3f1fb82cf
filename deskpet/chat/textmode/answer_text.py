"""Read the text and the reasoning of one answer: calls in them, and marks that are hidden.

A call in the reasoning counts if nothing but blanks follows it in the whole answer: some servers take the end of the
reasoning for the end of the answer. Otherwise the model only thought of it.
"""

import re
from collections.abc import Sequence
from functools import partial

from deskpet.chat.messages import Echo
from deskpet.chat.model import (
    CallDelta,
    Delta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
)
from deskpet.chat.textmode.call_format import CallDropped, IsTool, Keys, TextCallEvent
from deskpet.chat.textmode.parser import HeldItem, ParsedItem, TextCallParser
from deskpet.config.choices import CallFormat

# The first field of a TOOL_REQUEST, and its beginnings.
_FIELD = re.compile(r"\s*tool_name\s{0,9}[:：]\s{0,9}「始")
_INCOMPLETE_FIELD = re.compile(
    r"\s*(?:t|to|too|tool|tool_|tool_n|tool_na|tool_nam|tool_name\s{0,9}(?:[:：]\s{0,9}「?)?)?"
)
_REQUEST_MARK = "<<<[TOOL_REQUEST]>>>\n"


class AnswerTextParser:
    """Parses the deltas of one answer; those that are neither text nor reasoning are passed on."""

    def __init__(
        self, is_tool: IsTool, call_format: CallFormat | None, *, has_tools: bool, begins_tool: IsTool
    ) -> None:
        """`call_format` is None in native mode. Without tools no call is looked for."""
        keys = Keys()
        self._is_native = not call_format
        self._new_parser = partial(
            TextCallParser,
            is_tool if has_tools else lambda name: False,
            is_native=self._is_native,
            hides_marks=True,
            is_lenient=has_tools,
            begins_tool=begins_tool if has_tools else lambda beginning: False,
            json_in_lines=call_format is CallFormat.JSON,
            keys=keys,
        )
        self._text = self._new_parser()
        self._beginning = _Beginning() if call_format else None
        self._reasoning = _ReasoningCalls(is_tool, keys) if has_tools else None

    def feed(self, delta: Delta) -> Sequence[Delta | ParsedItem]:
        """Return the items in `delta`."""
        match delta:
            case TextDelta(text, echo):
                text = self._beginning.feed(text) if self._beginning else text
                items = self._after_reasoning(self._text.feed(text))
                return [*items, TextDelta("", echo)] if echo and self._is_native else items
            case ThinkingDelta():
                held = self._after_reasoning([*self._release_beginning(), *self._text.pass_held_text()])
                return [*held, *(self._reasoning.feed(delta) if self._reasoning else (delta,))]
            case CallDelta() | ImageDelta():
                held = [*self._release_beginning(), *self._text.pass_held_text()]
                return [*self._release_reasoning(), *held, delta]
            case TextWasThinkingDelta():
                begun = self._release_beginning()
                # The text was reasoning, in which an unclosed call needs no notice.
                held = [item for item in self._text.close() if not isinstance(item, NoticeDelta)]
                self._text = self._new_parser()
                return [*begun, *held, delta]
            case NoticeDelta(notice) if notice.level == "error":
                return [*self.close(is_complete=False, is_cut=True), delta]
            case _:
                # Only text and reasoning can contain calls.
                return (delta,)

    def close(self, *, is_complete: bool, is_cut: bool = False) -> Sequence[Delta | ParsedItem]:
        """Return what was held back; `is_complete` if the answer ended normally, `is_cut` if it was cut off."""
        text = [*self._release_beginning(), *self._text.close(is_complete=is_complete, is_cut=is_cut)]
        items = self._after_reasoning(text)
        return [*items, *(self._reasoning.close(is_complete=is_complete) if self._reasoning else ())]

    def take_held(self) -> Sequence[ThinkingDelta | HeldItem]:
        """Return what was held back after an early end. Calls stay open, and are shown as far as they came."""
        begun = self._beginning.release() if self._beginning else ""
        return [*self._release_reasoning(), *self._text.take_held(), *([TextDelta(begun)] if begun else [])]

    def _release_beginning(self) -> Sequence[ParsedItem]:
        """Return the items of the first word that was held back."""
        text = self._beginning.release() if self._beginning else ""
        return self._text.feed(text) if text else []

    def _after_reasoning(self, items: Sequence[ParsedItem]) -> Sequence[Delta | ParsedItem]:
        """Return `items`, after the reasoning that was held back if they are more than blanks."""
        if not self._reasoning or not self._reasoning.is_open:
            return items
        is_visible = any(not isinstance(item, TextDelta) or item.text.strip() for item in items)
        return [*self._release_reasoning(), *items] if is_visible else items

    def _release_reasoning(self) -> Sequence[ThinkingDelta]:
        return self._reasoning.release() if self._reasoning else ()


class _Beginning:
    """The first word of an answer. The mark before the fields of a TOOL_REQUEST is added where a model forgot it."""

    def __init__(self) -> None:
        self._held: str | None = ""

    def feed(self, text: str) -> str:
        """Return the text that is decided."""
        if self._held is None:
            return text
        self._held += text
        if _INCOMPLETE_FIELD.fullmatch(self._held):
            return ""
        return (_REQUEST_MARK if _FIELD.match(self._held) else "") + self.release()

    def release(self) -> str:
        """Return what was held back, because something else follows."""
        held, self._held = self._held, None
        return held or ""


class _ReasoningCalls:
    """The reasoning of an answer. From the beginning of a call on it is held back until more is known.

    is_open: whether reasoning came that nothing has followed yet.
    """

    def __init__(self, is_tool: IsTool, keys: Keys) -> None:
        self.is_open = False
        self._new_parser = partial(TextCallParser, is_tool, is_native=True, keys=keys)
        self._reset()

    def _reset(self) -> None:
        self._parser = self._new_parser()
        self._pending: list[str] = []
        self._events: list[TextCallEvent] = []
        self._echo: Echo | None = None

    def feed(self, delta: ThinkingDelta) -> Sequence[Delta]:
        """Return the reasoning that is no call for certain."""
        if not delta.text:
            return (delta,)
        self.is_open = True
        self._echo = delta.echo
        self._pending.append(delta.text)
        return self._take(self._parser.feed(delta.text))

    def release(self) -> Sequence[ThinkingDelta]:
        """Return what was held back, because something else follows."""
        self.is_open = False
        text, echo = "".join(self._pending), self._echo
        self._reset()
        return (ThinkingDelta(text, echo),) if text else ()

    def close(self, *, is_complete: bool) -> Sequence[Delta | ParsedItem]:
        """Return the calls at the end of a complete answer, or what was held back."""
        before = self._take(self._parser.close(is_complete=is_complete))
        if not (is_complete and self._events):
            return [*before, *self.release()]
        events = self._events
        self._reset()
        return [*before, *events]

    def _take(self, items: Sequence[ParsedItem]) -> Sequence[Delta]:
        """Return the text before the first call, or all that was held back if more than blanks follows a call."""
        shown: list[str] = []
        is_thought = False
        for item in items:
            if isinstance(item, TextDelta):
                is_thought = is_thought or bool(self._events and item.text.strip())
                shown += [] if self._events else [item.text]
            elif isinstance(item, NoticeDelta | CallDropped):
                is_thought = True
            else:
                self._events.append(item)
        if is_thought:
            return self.release()
        text = "".join(shown)
        if not text:
            return ()
        rest = "".join(self._pending)[len(text) :]
        self._pending = [rest] if rest else []
        return (ThinkingDelta(text, self._echo),)
