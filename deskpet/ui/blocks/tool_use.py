"""A tool call as a card: what is being done, how far it is, and all of it when unfolded."""

import json
import re
import time
from collections.abc import Iterable
from datetime import datetime
from enum import Enum

from pydantic import JsonValue
from pydantic_core import from_json
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, ToolUse
from deskpet.ui import icons, theme
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.fold import FoldView, Head, Spinner, paint_card

PREVIEW = 160
# Half-received arguments are read from their first pieces only; what is shown unfolded is cut here, too.
READ, SHOWN = 2_000, 20_000


class State(Enum):
    """What a call is doing, with the words for it."""

    WRITING = "preparing"
    RUNNING = "running"
    SUCCESS = "done"
    ERROR = "failed"
    CANCELLED = "cancelled"


def state_of(call: ToolUse) -> State:
    """The state to show for this value of a call."""
    if call.status == "success":
        return State.SUCCESS
    if call.status == "error":
        is_cancelled = call.error is not None and call.error.code == "cancelled"
        return State.CANCELLED if is_cancelled else State.ERROR
    return State.RUNNING if call.started_at is not None else State.WRITING


def preview_of(call: ToolUse) -> str:
    """The arguments in one line for people, whole or half-received: `Wave`, `notes.md · lines 20`."""
    return _preview(call.input if call.input is not None else _partial(_head(call.input_text)))


def elapsed_of(call: ToolUse, now: float) -> str:
    """How long the call took, or has taken until `now` (Unix seconds)."""
    if call.started_at is None:
        return ""
    seconds = max((call.ended_at if call.ended_at is not None else now) - call.started_at, 0)
    if seconds < 0.95:
        return f"{round(seconds * 1000)} ms" if call.ended_at is not None else f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"


class ToolUseView(FoldView):
    """The card of a call, folded until asked."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._card = _CardHead()
        super().__init__(context, self._card, parent)
        self._card.hover_changed.connect(self.update)
        self._call = ToolUse("", "")

    def show_block(self, block: Block) -> None:
        assert isinstance(block, ToolUse)
        self._call = block
        self.flush()

    def flush(self) -> None:
        look = self.context.look(self._call.tool_name)
        self._card.show_call(self._call, look.title, look.icon)
        self.setProperty("state", state_of(self._call).name.lower())
        self.refresh_body()

    def body_source(self) -> str:
        return "\n\n".join(_sections(self._call))

    def paintEvent(self, event: QPaintEvent) -> None:
        is_error = state_of(self._call) is State.ERROR
        ground = "error_soft" if is_error else "inset_hover" if self._card.underMouse() else "inset"
        paint_card(self, event, ground, "error_edge" if is_error else "inset_edge")


class _CardHead(Head):
    hover_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._call = ToolUse("", "")
        self._title, self._icon, self._preview = "", "tool", ""
        self._state = State.WRITING
        self._spinner = Spinner(self)

    def show_call(self, call: ToolUse, title: str, icon: str) -> None:
        self._call, self._title, self._icon = call, title, icon
        self._preview, self._state = preview_of(call), state_of(call)
        what = f"{title}: {self._preview}" if self._preview else title
        self.setAccessibleName(f"{what}, {self._state.value}")
        self.setAccessibleDescription("A tool call. Press to show or hide its details.")
        self._spin()
        self.update()

    def _spin(self) -> None:
        self._spinner.set_running(self._state in {State.WRITING, State.RUNNING})

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._spin()
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self.hover_changed.emit()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(QRectF(8, middle - 11, 22, 22))
        icons.paint(painter, self._icon, "accent", QRectF(12, middle - 7, 14, 14))
        right = self._paint_state(painter, self.width() - 12.0)
        self._paint_words(painter, 38, right - 8)
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS_CARD - 1, theme.RADIUS_CARD - 1
            )

    def _paint_state(self, painter: QPainter, right: float) -> float:
        """Chevron, state and time from the right edge; the left edge of what was drawn."""
        middle = self.height() / 2
        self.paint_chevron(painter, right - 6)
        spot = QRectF(right - 32, middle - 7, 14, 14)
        match self._state:
            case State.SUCCESS:
                icons.paint(painter, "check", "success", spot)
            case State.ERROR:
                icons.paint(painter, "cross", "error", spot)
            case State.CANCELLED:
                icons.paint(painter, "cancelled", "faint", spot)
            case _:
                role = "teal" if self._state is State.RUNNING else "faint"
                self._spinner.paint(painter, spot.adjusted(1, 1, -1, -1), theme.current().colour(role))
        text = self._note()
        font = theme.ui_font(theme.SMALL)
        width = QFontMetricsF(font).horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        painter.drawText(QRectF(right - 38 - width, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return right - 38 - width

    def _note(self) -> str:
        if self._state is State.CANCELLED:
            return "cancelled"
        return elapsed_of(self._call, time.time())

    def _paint_words(self, painter: QPainter, left: float, right: float) -> None:
        look = theme.current()
        bold = theme.ui_font(theme.TEXT - 1)
        bold.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetricsF(bold)
        title = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(bold)
        painter.setPen(look.colour("muted" if self._state is State.CANCELLED else "text"))
        painter.drawText(QRectF(left, 0, right - left, self.height()), Qt.AlignmentFlag.AlignVCenter, title)
        left += metrics.horizontalAdvance(title) + 8
        if self._preview and right - left > 16:
            plain = theme.ui_font(theme.TEXT - 1)
            preview = QFontMetricsF(plain).elidedText(self._preview, Qt.TextElideMode.ElideRight, right - left)
            painter.setFont(plain)
            painter.setPen(look.colour("muted"))
            painter.drawText(QRectF(left, 0, right - left, self.height()), Qt.AlignmentFlag.AlignVCenter, preview)


def _head(pieces: Iterable[str]) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) >= READ:
            return text[:READ]
    return text


def _partial(text: str) -> JsonValue:
    """The value of some JSON that may be cut off; the raw text when it is none."""
    if not text.strip():
        return None
    try:
        return from_json(text, allow_partial="trailing-strings")
    except ValueError:
        return text


def _preview(value: JsonValue) -> str:
    if value is None or value in ({}, []):
        return ""
    if isinstance(value, dict):
        parts = [_preview(item) for item in list(value.values())[:1]]
        parts += [_pair(key, item) for key, item in list(value.items())[1:]]
        text = " · ".join(part for part in parts if part)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text[: 2 * PREVIEW].split())[:PREVIEW]


def _pair(key: str, value: JsonValue) -> str:
    """A further argument; one that is zero, false or empty says nothing."""
    return f"{key} {_preview(value)}" if value else ""


def _sections(call: ToolUse) -> list[str]:
    """The unfolded card as markdown."""
    arguments = call.input if call.input is not None else str(call.input_text)
    parts = ["**Arguments**", _fenced(arguments)] if arguments not in ({}, "", None) else ["*No arguments*"]
    if call.output is not None:
        parts += ["**Result**", _fenced(call.output)]
    if call.error:
        parts += [
            "**Why it failed**" if call.error.code != "cancelled" else "**Cancelled**",
            _fenced(call.error.message),
        ]
        if call.error.available:
            parts += ["Available: " + ", ".join(f"`{name}`" for name in call.error.available)]
    if call.started_at is not None:
        ended = f" → {_clock(call.ended_at)}" if call.ended_at is not None else ""
        parts += [f"*{_clock(call.started_at)}{ended}*"]
    return parts


def _fenced(value: JsonValue) -> str:
    language = "" if isinstance(value, str) else "json"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    left_out = len(text) - SHOWN
    if left_out > 0:
        text = f"{text[:SHOWN]}\n… {left_out} more characters"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def _clock(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds).astimezone()
    return f"{moment:%H:%M:%S}.{moment.microsecond // 1000:03d}"
