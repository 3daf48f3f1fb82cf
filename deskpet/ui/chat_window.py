"""The chat beside the character: a panel that grows upward with the talk, on a window nobody sees."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEasingCurve, QPointF, QRect, QRectF, Qt, QTimer, QUrl, QVariantAnimation, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message
from deskpet.ui import icons, shadow, theme
from deskpet.ui.blocks import Context, ToolLook, default_look
from deskpet.ui.composer import Composer
from deskpet.ui.icons import IconButton
from deskpet.ui.markdown import parser
from deskpet.ui.transcript import Transcript
from deskpet.ui.turn_details import TurnDetails

WIDTH, TALLEST, SHADOW = 400, 600, 26
TAIL = 13
HEAD, FOOT = 54, 12
WARM_UP_MS = 200
SAFE_SCHEMES = {"http", "https", "mailto"}
SUGGESTIONS = ("What can you do?", "Wave at me!", "Tell me a joke")


class _Side(Enum):
    """On which side of the panel the character is."""

    LEFT = "left"
    RIGHT = "right"


class ChatWindow(QWidget):
    """The conversation with the character. It draws and asks; the program answers through its methods."""

    submitted = Signal(str)  # the person sent this text
    stop_requested = Signal()  # the running turn is to stop
    action_requested = Signal(str, str)  # a notice's button was pressed: message id, action name
    settings_requested = Signal()  # the settings are to be shown
    new_requested = Signal()  # an empty conversation is to begin
    collapsed = Signal()  # the person put the chat away

    def __init__(
        self,
        name: str = "Mikan",
        look: Callable[[str], ToolLook] = default_look,
        suggestions: tuple[str, ...] = SUGGESTIONS,
    ) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags | Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setWindowTitle(name)
        self.setAccessibleName(f"Chat with {name}")
        self._pet_side, self._tail_from_bottom = _Side.LEFT, 120
        self._is_busy = False
        self._height = 0
        self._panel = QWidget(self)
        self._head = _Head(name, self._panel)
        self._transcript = Transcript(Context(look), self._panel)
        self._welcome = _Welcome(name, suggestions, self._panel)
        self._composer = Composer(f"Message {name}…", self._panel)
        self._growing = QVariantAnimation(self, duration=theme.SLOW)
        self._growing.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._growing.valueChanged.connect(self._set_height)
        self._connect()
        self.resize(WIDTH + 2 * SHADOW + TAIL, TALLEST + 2 * SHADOW)

    def _connect(self) -> None:
        self._composer.submitted.connect(self.submitted)
        self._composer.stop_requested.connect(self.stop_requested)
        self._composer.height_changed.connect(self._grow)
        self._welcome.chosen.connect(self.submitted)
        self._transcript.action_requested.connect(self.action_requested)
        self._transcript.link_activated.connect(open_link)
        self._transcript.content_resized.connect(self._grow)
        self._head.settings.clicked.connect(self.settings_requested)
        self._head.new.clicked.connect(self.new_requested)
        self._head.collapse.clicked.connect(self._collapse)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._escape)

    @property
    def transcript(self) -> Transcript:
        """The conversation's view."""
        return self._transcript

    @property
    def composer(self) -> Composer:
        """Where the person types."""
        return self._composer

    # What the program says

    def show_message(self, message: Message) -> None:
        """Append a row: a message of either side in any state, also an empty one that will grow."""
        self._welcome.hide()
        self._transcript.show()
        self._transcript.show_message(message)

    def apply(self, event: TurnEvent, message: Message) -> None:
        """An event of the last assistant message; `message` is the value after it."""
        self._transcript.apply(event, message)

    def set_details(self, message_id: str, details: TurnDetails) -> None:
        """Let the person ask what happened in the turn of an answer."""
        self._transcript.set_details(message_id, details)

    def clear(self) -> None:
        """Begin an empty conversation."""
        self._transcript.clear()
        self._transcript.hide()
        self._welcome.show()
        self._grow()

    def set_busy(self, busy: bool) -> None:
        """While a turn runs, the send button stops it."""
        self._is_busy = busy
        self._composer.set_busy(busy)
        self._head.set_busy(busy)

    def set_status(self, text: str) -> None:
        """The small line below the name: which model answers."""
        self._head.set_status(text)

    def place_beside(self, pet: QRect, screen: QRect) -> None:
        """Stand on the side of the pet that has room, bottoms aligned. Both rectangles in logical pixels."""
        room_right, room_left = screen.right() - pet.right(), pet.left() - screen.left()
        on_right = room_right >= self._outer_width() or room_right >= room_left
        self._pet_side = _Side.LEFT if on_right else _Side.RIGHT
        height = min(TALLEST, screen.height() - 16) + 2 * SHADOW
        left = pet.right() + 1 - SHADOW if on_right else pet.left() - self.width() + SHADOW
        left = max(screen.left() - SHADOW, min(left, screen.right() + 1 + SHADOW - self.width()))
        bottom = min(pet.bottom() + 1, screen.bottom() + 1 - 8) + SHADOW
        self._tail_from_bottom = round(pet.height() * 0.42)
        self.setGeometry(left, max(bottom - height, screen.top() - SHADOW), self.width(), height)
        self._lay_out()

    # The panel

    def _outer_width(self) -> int:
        return WIDTH + TAIL

    def _panel_rect(self) -> QRect:
        left = SHADOW + (TAIL if self._pet_side is _Side.LEFT else 0)
        return QRect(left, self.height() - SHADOW - self._height, WIDTH, self._height)

    def _wanted_height(self) -> int:
        foot = self._composer.sizeHint().height() + 2 * FOOT
        if self._welcome.isVisibleTo(self._panel):
            middle = self._welcome.sizeHint().height()
        else:
            middle = self._transcript.content_height() + theme.S1
        return min(HEAD + middle + foot, self.height() - 2 * SHADOW)

    def _grow(self) -> None:
        wanted = self._wanted_height()
        if not self.isVisible():
            self._growing.stop()
            self._set_height(wanted)
            return
        running = self._growing.state() == QVariantAnimation.State.Running
        if wanted == (self._growing.endValue() if running else self._height):
            if not running:
                self._lay_out()
            return
        self._growing.stop()
        self._growing.setStartValue(self._height)
        self._growing.setEndValue(wanted)
        self._growing.start()

    def _set_height(self, height: int) -> None:
        self._height = height
        self._lay_out()

    def _lay_out(self) -> None:
        rect = self._panel_rect()
        self._panel.setGeometry(rect)
        foot = self._composer.sizeHint().height()
        self._head.setGeometry(0, 0, WIDTH, HEAD)
        self._composer.setGeometry(FOOT, rect.height() - FOOT - foot, WIDTH - 2 * FOOT, foot)
        middle = QRect(0, HEAD, WIDTH, max(rect.height() - HEAD - foot - FOOT - theme.S2, 0))
        self._welcome.setGeometry(middle)
        self._transcript.setGeometry(middle.adjusted(2, 0, -2, 0))
        self.setMask(QRegion(rect.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self._panel_rect())
        strength = 0.34 if look.name == "light" else 0.7
        shadow.paint(painter, rect.translated(0, 5), look.shadow, theme.RADIUS_PANEL, SHADOW - 6, strength)
        path = QPainterPath()
        path.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_PANEL, theme.RADIUS_PANEL)
        path = path.united(self._tail(rect))
        fill = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        fill.setColorAt(0, look.colour("panel_top"))
        fill.setColorAt(1, look.colour("panel"))
        painter.setPen(look.colour("panel_edge"))
        painter.setBrush(fill)
        painter.drawPath(path)
        if self._transcript.verticalScrollBar().value() > 0:
            line = rect.top() + HEAD - 0.5
            painter.drawLine(QPointF(rect.left() + 1, line), QPointF(rect.right() - 1, line))

    def _tail(self, rect: QRectF) -> QPainterPath:
        """A soft point towards the character."""
        lowest, highest = 34.0, max(rect.height() - 40, 34.0)
        y = rect.bottom() - min(max(self._tail_from_bottom, lowest), highest)
        sign = -1 if self._pet_side is _Side.LEFT else 1
        edge = rect.left() + 1 if self._pet_side is _Side.LEFT else rect.right() - 1
        path = QPainterPath(QPointF(edge, y - 13))
        path.cubicTo(QPointF(edge, y - 4), QPointF(edge + sign * 4, y), QPointF(edge + sign * (TAIL - 1), y + 2))
        path.cubicTo(QPointF(edge + sign * 4, y + 4), QPointF(edge, y + 7), QPointF(edge, y + 14))
        path.closeSubpath()
        return path

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_height(self._wanted_height())
        self._composer.setFocus()
        # The first word of the first answer must not wait for the parser's import.
        QTimer.singleShot(WARM_UP_MS, self, lambda: parser().parse(""))

    def _escape(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()

    def _collapse(self) -> None:
        self.hide()
        self.collapsed.emit()


def open_link(target: str) -> None:
    """Open a clicked link in the browser; what is no web or mail address is left alone."""
    url = QUrl(target)
    if url.scheme().lower() in SAFE_SCHEMES:
        QDesktopServices.openUrl(url)


class _Avatar(QWidget):
    def __init__(self, size: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        icons.paint(painter, "mikan", "accent", QRectF(self.rect()))


class _Dot(QWidget):
    """Teal while idle, orange while an answer is made."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(8, 8)
        self._role = "teal"

    def set_role(self, role: str) -> None:
        self._role = role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour(self._role))
        painter.drawEllipse(QRectF(0.5, 0.5, 7, 7))


class _Head(QWidget):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._status = QLabel(name), QLabel("")
        self._name.setObjectName("pet_name")
        self._status.setObjectName("status")
        self._dot = _Dot(self)
        self.new = IconButton("new", "New conversation")
        self.settings = IconButton("settings", "Settings")
        self.collapse = IconButton("collapse", "Put the chat away")
        words = QVBoxLayout()
        words.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._status, 1)
        words.addWidget(self._name)
        words.addLayout(line)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 12, 4)
        layout.setSpacing(theme.S1)
        layout.addWidget(_Avatar(36, self))
        layout.addSpacing(theme.S1)
        layout.addLayout(words, 1)
        for button in (self.new, self.settings, self.collapse):
            layout.addWidget(button)

    def set_busy(self, busy: bool) -> None:
        self._dot.set_role("accent" if busy else "teal")

    def set_status(self, text: str) -> None:
        self._status.setText(text)
        self._status.setAccessibleName(f"Answered by {text}")


class _Welcome(QWidget):
    """What an empty conversation shows: a greeting and a few ways to begin."""

    chosen = Signal(str)

    def __init__(self, name: str, suggestions: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        title, hint = QLabel(f"Hi, I'm {name}!"), QLabel("Ask me anything, or try one of these:")
        title.setObjectName("welcome_title")
        hint.setObjectName("welcome_hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(theme.S2)
        layout.addWidget(_Avatar(64, self), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(hint, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(theme.S1)
        for text in suggestions:
            layout.addWidget(self._chip(text), 0, Qt.AlignmentFlag.AlignHCenter)

    def _chip(self, text: str) -> QPushButton:
        chip = QPushButton(text, self)
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(text)
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.clicked.connect(lambda: self.chosen.emit(text))
        return chip
