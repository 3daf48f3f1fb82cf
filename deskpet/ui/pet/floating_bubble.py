"""Bubble beside the character for what other programs say and ask. It never takes the focus."""

import math

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout

from deskpet.ui.pet.placement import moved_into
from deskpet.ui.widgets import shadow, theme
from deskpet.ui.widgets.beside_window import BesideWindow

# In logical pixels.
_WIDTH, _EDGE, _PAD, _GAP = 380, 16, 14, 4
# The padding and the border of the text, and the margin of its document, on both sides together.
_FRAME = QSize(22, 30)
_MAX_LINES = 9


class FloatingWindow(BesideWindow):
    """A frameless window beside the character, above other windows, that never takes the focus."""

    def __init__(self, *, takes_clicks: bool = True) -> None:
        flags = (
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        super().__init__(flags if takes_clicks else flags | Qt.WindowType.WindowTransparentForInput)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)


class BubbleText(QPlainTextEdit):
    """Text of another program, shown as it is. Long words wrap; more than _MAX_LINES are scrolled.

    is_whole: whether all lines are in view. read: Emitted when the user has scrolled to the end.
    """

    read = Signal()

    def __init__(self, name: str, text: str, *, monospaced: bool = False, frame: QSize = _FRAME) -> None:
        """name: the object's name. frame: what the stylesheet adds around the lines, in logical pixels."""
        super().__init__()
        self._frame = frame
        self.is_whole = True
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.setObjectName(name)
        self.setReadOnly(True)
        self.setPlainText(text)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFont(theme.mono_font() if monospaced else theme.ui_font(theme.TEXT))

    def fit(self, width: int) -> None:
        """Take this width, and the height of the lines."""
        self.ensurePolished()
        self.setFixedWidth(width)
        # The viewport of a text that was not shown yet has no width.
        lines = wrapped_lines(self.toPlainText(), self.font(), width - self._frame.width(), _MAX_LINES + 1)
        policies = Qt.ScrollBarPolicy
        self.is_whole = len(lines) <= _MAX_LINES
        self.setVerticalScrollBarPolicy(policies.ScrollBarAlwaysOff if self.is_whole else policies.ScrollBarAlwaysOn)
        self.setFixedHeight(math.ceil(sum(lines[:_MAX_LINES])) + self._frame.height())

    def _on_scrolled(self, value: int) -> None:
        if value and value == self.verticalScrollBar().maximum():
            self.read.emit()


class FloatingBubble(FloatingWindow):
    """A window beside the character. Widgets are added to `column`.

    content_width: the width of what is drawn, in logical pixels.
    """

    content_width = _WIDTH

    def __init__(self, name: str, edge: str, pen: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        """name: the object's name, for the stylesheet. edge: the colour role of the border, drawn with `pen`."""
        super().__init__()
        self.setObjectName(name)
        self._edge, self._pen = edge, pen
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_EDGE + _PAD, _EDGE + _PAD, _EDGE + _PAD, _EDGE + _PAD)
        self.column.setSpacing(theme.S3)

    def place_beside(self, pet: QRect, screen: QRect, *avoided: QRect) -> None:
        """Place the bubble beside the character or what is `avoided`, where it covers neither, within `screen`."""
        self._fit()
        size, middle = self.size(), pet.center().x() - self.width() // 2
        others = [each for each in avoided if each.isValid()]
        top = pet.top()
        corners = [QPoint(pet.right() + _GAP - _EDGE, top), QPoint(pet.left() - _GAP + _EDGE - size.width(), top)]
        for each in others:
            corners += [QPoint(each.left() - size.width(), top), QPoint(each.right() + 1, top)]
        above = min((top, *(each.top() for each in others)))
        corners.append(QPoint(middle, above - size.height()))
        for each in others:
            corners += [QPoint(each.left(), each.bottom() + 1), QPoint(each.left(), each.top() - size.height())]
        places = [moved_into(QRect(corner, size), screen) for corner in corners]
        # Its margin, which is empty, may lie over that of the character.
        taken = [*others, pet.adjusted(_EDGE, 0, -_EDGE, 0)]
        free = [place for place in places if not any(place.intersects(each) for each in taken)]
        has_more_room_right = screen.right() - pet.right() > pet.left() - screen.left()
        self.move((free or [places[0 if has_more_room_right else 1]])[0].topLeft())

    def _fit(self) -> None:
        """Give each text the height of its lines, and the window that of its content."""
        self.ensurePolished()
        self.setFixedWidth(theme.scaled(self.content_width) + 2 * _EDGE)
        self.fit_width(theme.scaled(self.content_width) - 2 * _PAD)
        # adjustSize would count the lines of the labels at their preferred width, which may be larger.
        self.column.activate()
        self.resize(self.width(), self.column.totalHeightForWidth(self.width()))

    def fit_width(self, width: int) -> None:
        """Give the widgets whose height depends on it the `width` of the content, in logical pixels."""
        for text in self.findChildren(BubbleText):
            text.fit(width)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().boundedTo(QSize(theme.scaled(self.content_width) + 2 * _EDGE, 10_000))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        strength = 0.3 if look.is_light else 0.7
        shadow.paint(painter, body.translated(0, 3), look.shadow, theme.RADIUS_BUBBLE, _EDGE - 4, strength)
        painter.setPen(QPen(look.colour(self._edge), 1, self._pen))
        painter.setBrush(look.colour("panel"))
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_BUBBLE, theme.RADIUS_BUBBLE)


def wrap_option() -> QTextOption:
    """Return how text in a bubble wraps: between words, and within one that is too long."""
    option = QTextOption(Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def wrapped_lines(text: str, font: QFont, width: int, most: int) -> list[float]:
    """Return the heights of the lines of a text in this width, in logical pixels; at most `most` of them."""
    heights: list[float] = []
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        layout.setTextOption(wrap_option())
        layout.beginLayout()
        while len(heights) < most and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            heights.append(line.height())
        layout.endLayout()
        if len(heights) >= most:
            break
    return heights


def bubble_button(name: str, text: str, kind: str, description: str) -> QPushButton:
    """Return a button for a bubble; it is used with the pointer only."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("kind", kind)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setAccessibleDescription(description)
    return button
