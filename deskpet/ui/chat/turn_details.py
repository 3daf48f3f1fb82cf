"""What happened in a turn, for who asks: a small panel with its figures, and what was sent in it."""

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QFontMetrics, QGuiApplication, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.ui.blocks import ToolLook
from deskpet.ui.widgets import shadow, theme
from deskpet.ui.widgets.popup_menu import dress_field
from deskpet.words import later, tr

if TYPE_CHECKING:
    # Their modules load httpx, which is too slow for a module that is needed for the first frame.
    from deskpet.llm.exchange import Exchange
    from deskpet.summary import TurnSummary

KEPT = 50
MOST_TOOLS = 8
SHADOW, NEAR = 18, 6
WIDTH, SENT_WIDTH, SENT_HEIGHT = 290, 540, 430
_ENDED = {
    "stop": later("Complete"),
    "length": later("Cut off: too long"),
    "refused": later("Refused by the model"),
    "max_rounds": later("Stopped: too many rounds"),
    "cancelled": later("Stopped by you"),
    "error": later("With an error"),
}


@dataclass(frozen=True, slots=True)
class TurnDetails:
    """The figures of a turn and the requests it made, the oldest first."""

    turn: "TurnSummary"
    exchanges: "tuple[Exchange, ...]" = ()


class RecentDetails:
    """The details of the last `most` turns, by their message's id."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, TurnDetails] = OrderedDict()

    def put(self, message_id: str, details: TurnDetails) -> None:
        """Keep the newest turn's details in place of the oldest's."""
        self._kept[message_id] = details
        self._kept.move_to_end(message_id)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def get(self, message_id: str) -> TurnDetails | None:
        return self._kept.get(message_id)

    def clear(self) -> None:
        self._kept.clear()


class DetailsPanel(QWidget):
    """Opens beside a button in the conversation `talk`, and goes with the next click elsewhere, or with Escape."""

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook], talk: QWidget) -> None:
        flags = Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        super().__init__(talk, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("What happened"))
        self._talk, self._beside = talk, QRect()
        self._figures = _Figures(details, look)
        self._sent = _Sent(details.exchanges)
        self._sent.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SHADOW, SHADOW, SHADOW, SHADOW)
        layout.addWidget(self._figures)
        layout.addWidget(self._sent)
        self._figures.sent_wanted.connect(lambda: self._turn_to(self._sent))
        self._sent.back_wanted.connect(lambda: self._turn_to(self._figures))

    def open_beside(self, button: QWidget) -> None:
        """Show the panel above the button, or below it where there is no room."""
        self._beside = QRect(button.mapToGlobal(QPoint()), button.size())
        self._settle()
        self.show()
        self._figures.setFocus()

    def _turn_to(self, page: QWidget) -> None:
        for each in (self._figures, self._sent):
            each.setVisible(each is page)
        self._settle()
        page.setFocus()

    def _settle(self) -> None:
        self.adjustSize()
        screen = (QGuiApplication.screenAt(self._beside.center()) or self.screen()).availableGeometry()
        box = QRect(QPoint(), self.size()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        box.moveRight(self._beside.right())
        if box.width() <= self._talk.width():
            box.moveLeft(max(box.left(), self._talk.mapToGlobal(QPoint(NEAR, 0)).x()))
        box.moveBottom(self._beside.top() - NEAR)
        if box.top() < screen.top():
            box.moveTop(self._beside.bottom() + NEAR)
        left = max(min(box.left(), screen.right() - box.width()), screen.left())
        top = max(min(box.top(), screen.bottom() - box.height()), screen.top())
        self.move(left - SHADOW, top - SHADOW)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        strength = 0.3 if look.name == "light" else 0.7
        shadow.paint(painter, box.translated(0, 3), look.shadow, theme.RADIUS_BUBBLE, SHADOW - 4, strength)
        painter.setPen(look.colour("field_edge"))
        painter.setBrush(look.colour("page"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_BUBBLE, theme.RADIUS_BUBBLE)


class _Figures(QWidget):
    """One line a figure, then the tools."""

    accessible_role = QAccessible.Role.Grouping

    sent_wanted = Signal()

    def __init__(self, details: TurnDetails, look: Callable[[str], ToolLook]) -> None:
        super().__init__()
        self.setMinimumWidth(theme.scaled(WIDTH))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("What happened"))
        column = _column(self)
        column.addWidget(_label(tr("What happened"), "details_title"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S4)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        for name, value in figures(details.turn):
            self._add(name, value, "good" if value == tr(_ENDED["stop"]) else "")
        self._add_tools(details.turn, look)
        sent = _button(tr("What was sent"), self.sent_wanted)
        sent.setEnabled(bool(details.exchanges))
        column.addSpacing(theme.S1)
        column.addWidget(sent)

    def _add(self, name: str, value: str, level: str = "") -> None:
        row = self._grid.rowCount()
        said = _label(value, "details_value")
        said.setProperty("level", level)
        said.setAccessibleName(f"{name}: {value}")
        said.setAlignment(Qt.AlignmentFlag.AlignRight)
        label = _label("", "details_name")
        label.setText(QFontMetrics(theme.ui_font(13)).elidedText(name, Qt.TextElideMode.ElideRight, self.width() // 2))
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(said, row, 1)

    def _add_tools(self, turn: "TurnSummary", look: Callable[[str], ToolLook]) -> None:
        if not turn.tools:
            return
        self._grid.addWidget(_label(tr("Tools"), "details_section"), self._grid.rowCount(), 0, 1, 2)
        for name, seconds, error in turn.tools[:MOST_TOOLS]:
            value = duration(seconds)
            if error and seconds is not None:
                value = tr("failed, {time}", time=value)
            self._add(look(name).title, value, "bad" if error else "")
        if len(turn.tools) > MOST_TOOLS:
            self._add(tr("and {n} more", n=len(turn.tools) - MOST_TOOLS), "")
        if sum(seconds is not None for _, seconds, _ in turn.tools) > 1:
            self._add(tr("p50, p95"), tr(", ").join((duration(turn.tools_p50), duration(turn.tools_p95))))


class _Sent(QWidget):
    """The requests as they were sent, one at a time."""

    accessible_role = QAccessible.Role.Grouping

    back_wanted = Signal()

    def __init__(self, exchanges: "tuple[Exchange, ...]") -> None:
        super().__init__()
        self._exchanges, self._number = exchanges, 0
        self.setFixedSize(SENT_WIDTH, SENT_HEIGHT)
        self._title, self._where = _label("", "details_title"), _label("", "details_name")
        self._text = QPlainTextEdit()
        dress_field(self._text)
        self._text.setReadOnly(True)
        self._text.setObjectName("sent_text")
        self._text.setFont(theme.mono_font(theme.SMALL))
        self._text.setAccessibleName(tr("The request as JSON"))
        self._before, self._after = (
            _button(tr("Previous"), lambda: self._go(-1)),
            _button(tr("Next"), lambda: self._go(1)),
        )
        self._copy = _button(tr("Copy"), self._copy_text, "primary")
        self._lay_out()
        self.setFocusProxy(self._text)

    def showEvent(self, event: QEvent) -> None:
        if self._exchanges and not self._text.toPlainText():
            self._go(0)

    def _lay_out(self) -> None:
        column = _column(self)
        column.addWidget(self._title)
        column.addWidget(self._where)
        column.addWidget(self._text, 1)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(_button(tr("Back"), self.back_wanted))
        line.addStretch(1)
        for button in (self._before, self._after, self._copy):
            line.addWidget(button)
        column.addLayout(line)
        for button in (self._before, self._after):
            button.setVisible(len(self._exchanges) > 1)

    def _go(self, steps: int) -> None:
        self._number += steps
        many, exchange = len(self._exchanges), self._exchanges[self._number]
        number = tr("What was sent · {number} of {many}", number=self._number + 1, many=many)
        self._title.setText(number if many > 1 else tr("What was sent"))
        metrics = QFontMetrics(theme.ui_font(13))
        size = tr("{n:,} bytes", n=exchange.size)
        place = f"{exchange.method} {exchange.url} · {size}"
        self._where.setText(metrics.elidedText(place, Qt.TextElideMode.ElideMiddle, SENT_WIDTH - 2 * theme.S4))
        self._text.setPlainText(json.dumps(exchange.body, ensure_ascii=False, indent=2))
        self._before.setEnabled(self._number > 0)
        self._after.setEnabled(self._number < many - 1)
        self._copy.setText(tr("Copy"))

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._copy.setText(tr("Copied"))


def figures(turn: "TurnSummary") -> list[tuple[str, str]]:
    """The figures of a turn in words: each one's name and value."""
    tokens = tr("not counted")
    if turn.input_tokens or turn.output_tokens:
        tokens = tr("{sent:,} in, {received:,} out", sent=turn.input_tokens, received=turn.output_tokens)
    return [
        (tr("How it ended"), tr(_ENDED[turn.reason]) if turn.reason in _ENDED else tr("Not yet")),
        (tr("Whole turn"), duration(turn.seconds)),
        (tr("First token after"), duration(turn.first_token)),
        (tr("Tokens per second"), f"{turn.tokens_per_second:.1f}" if turn.tokens_per_second else tr("not known")),
        (tr("Tokens"), tokens),
        (tr("Requests sent"), str(turn.requests)),
        (tr("Retries"), str(turn.retries)),
        (tr("Received"), size_of(turn.received)),
    ]


def duration(seconds: float | None) -> str:
    """Seconds for people; None is what did not come."""
    if seconds is None:
        return tr("none")
    if seconds < 0.9995:
        ms = seconds * 1000
        return tr("{ms} ms", ms=round(ms)) if seconds >= 0.0095 else tr("{ms:.1f} ms", ms=ms)
    if seconds < 60:
        return tr("{s:.2f} s", s=seconds)
    return tr("{min} min {s} s", min=int(seconds // 60), s=int(seconds % 60))


def size_of(count: int) -> str:
    """Bytes for people, in steps of a thousand."""
    if count < 1000:
        return tr("{n:,} bytes", n=count)
    return f"{count / 1000:.1f} kB" if count < 999_950 else f"{count / 1_000_000:.1f} MB"


def _column(page: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(page)
    column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
    column.setSpacing(theme.S2)
    return column


def _label(text: str, name: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setIndent(0)
    return label


def _button(text: str, pressed: Callable[[], None] | SignalInstance, kind: str = "secondary") -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setProperty("kind", kind)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(False)
    button.clicked.connect(pressed)
    return button
