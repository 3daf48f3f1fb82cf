"""A line that says what was just done, with a way back; it goes by itself."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QGraphicsOpacityEffect, QHBoxLayout, QLabel, QPushButton, QWidget

from deskpet.ui.widgets import language, shadow, theme, tooltip
from deskpet.ui.widgets.fade_animation import FadeAnimation
from deskpet.words import tr

SHOWN_MS = 8000
EDGE = 10  # around it, for its shadow
ROUNDEST = 20
SIDE, TIGHT = 14, 6  # beside the words, and beside the button, which has room of its own

Words = Callable[[], str]
"""What is said, in the language that is spoken when it is called."""


class Toast(QWidget):
    """Says one thing at a time. While the pointer or the focus is on it, it stays; the keys for undo do what its
    button does, wherever the keyboard is.
    """

    accessible_role = QAccessible.Role.Notification

    resized = Signal()  # it has other words: it wants to be placed

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = QLabel(self)
        self._label.setObjectName("toast")
        self._button = QPushButton(self)
        self._button.setProperty("kind", "toast")
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.clicked.connect(self._undo)
        tooltip.attach(self._button)
        self._undoes: Callable[[], object] | None = None
        self._keys = QShortcut(QKeySequence.StandardKey.Undo, self, self._undo)
        self._keys.setEnabled(False)
        self._words: Words = str
        layout = self._line = QHBoxLayout(self)
        layout.setSpacing(theme.S3)
        layout.addWidget(self._label)
        layout.addWidget(self._button)
        self._time = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._time.timeout.connect(self._leave)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fading = FadeAnimation(self, self._effect.setOpacity, theme.SOFT)
        self._fading.gone.connect(self.hide)
        self.hide()
        language.say(self, self._say)

    def _say(self) -> None:
        words = self._words()
        self._label.setText(words)
        self.setAccessibleName(words)
        self._button.setText(tr("Undo"))
        self._button.setToolTip(self._keys.key().toString(QKeySequence.SequenceFormat.NativeText))
        self._button.setAccessibleName(tr("Undo: {what}", what=words) if words else tr("Undo"))
        self._fit()
        self.resized.emit()

    def say(self, words: Words, undo: Callable[[], object] | None = None) -> None:
        """Say these words; with `undo`, a button calls it."""
        self._words, self._undoes = words, undo
        self._keys.setEnabled(undo is not None)
        self._button.setVisible(undo is not None)
        self._say()
        self.show()
        self.raise_()
        self._fading.to(1.0)
        self._time.start()

    def _fit(self) -> None:
        """Take one line, or as many as it needs in the parent's width."""
        parent = self.parentWidget()
        right = SIDE if self._button.isHidden() else TIGHT
        self._line.setContentsMargins(EDGE + SIDE, EDGE + 5, EDGE + right, EDGE + 5)
        self._label.setWordWrap(False)
        self.adjustSize()
        if parent and self.width() > (room := parent.width()):
            self._label.setWordWrap(True)
            self.resize(room, self.heightForWidth(room))

    @property
    def button(self) -> QPushButton:
        """Takes back what was done."""
        return self._button

    def _undo(self) -> None:
        undo, self._undoes = self._undoes, None
        self._keys.setEnabled(False)
        self._leave()
        if undo:
            undo()

    def _leave(self) -> None:
        if self.underMouse() or self._button.hasFocus():
            self._time.start()
        if self._undoes is None or not self._time.isActive():
            self._fading.to(0.0)

    def _fit_anew(self) -> None:
        self._fit()
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            # When its words have taken in the new style.
            QTimer.singleShot(0, self, self._fit_anew)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._time.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._time.start()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        radius = min(round(rect.height() / 2), ROUNDEST)
        shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, EDGE - 2, 0.3 if look.is_light else 0.7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("tooltip"))
        painter.drawRoundedRect(rect, radius, radius)
