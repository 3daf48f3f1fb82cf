"""A toast: a short message with an optional Undo button that disappears by itself."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import QGraphicsOpacityEffect, QLabel, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import language, shadow, theme, tooltip
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import line_in
from deskpet.ui.widgets.painting import paint_box, smooth_painter

SHOWN_MS = 8000
# In logical pixels.
EDGE = 10  # margin around the toast for its shadow
MAX_RADIUS = 20
SIDE, BUTTON_SIDE = 14, 6  # padding beside the text, and beside the button, which has its own padding

TextFactory = Callable[[], str]
"""Returns the toast's text in the current language."""


class Toast(theme.FollowsStyle, QWidget):
    """Shows one message at a time, and stays while the pointer or the focus is on it.

    The Undo shortcut triggers `button` in the whole window.

    resized: Emitted when the size changes and the toast must be placed again.
    """

    accessible_role = QAccessible.Role.Notification

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = QLabel(self)
        self._label.setObjectName("toast")
        self.button = plain_button("", "", "toast")
        self.button.clicked.connect(self._undo)
        tooltip.attach(self.button)
        self._undo_action: Callable[[], object] | None = None
        self._shortcut = QShortcut(QKeySequence.StandardKey.Undo, self, self._undo)
        self._shortcut.setEnabled(False)
        self._text: TextFactory = str
        self._row_layout = line_in(self, theme.S3, self._label, self.button)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self._hide_unless_used)
        # Qt's default would let the conversation be seen through the words.
        self._effect = QGraphicsOpacityEffect(self, opacity=1.0)
        self.setGraphicsEffect(self._effect)
        self._fade_animation = FadeAnimation(self, self._effect.setOpacity, theme.SOFT)
        self._fade_animation.gone.connect(self.hide)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        words = self._text()
        self._label.setText(words)
        self.setAccessibleName(words)
        self.button.setText(tr("Undo"))
        self.button.setToolTip(self._shortcut.key().toString(QKeySequence.SequenceFormat.NativeText))
        self.button.setAccessibleName(tr("Undo: {what}", what=words) if words else tr("Undo"))
        self._fit()

    def say(self, words: TextFactory, undo: Callable[[], object] | None = None) -> None:
        """Show a text; with `undo`, also a button that calls it."""
        self._text, self._undo_action = words, undo
        self._shortcut.setEnabled(undo is not None)
        self.button.setVisible(undo is not None)
        self._retranslate()
        self.show()
        self.raise_()
        self._fade_animation.to(1.0)
        self._timer.start()

    def _fit(self) -> None:
        """Resize to one line, or wrap the text to the parent's width. Emits `resized`."""
        parent = self.parentWidget()
        right = SIDE if self.button.isHidden() else BUTTON_SIDE
        self._row_layout.setContentsMargins(EDGE + SIDE, EDGE + 5, EDGE + right, EDGE + 5)
        self._label.setWordWrap(False)
        self.adjustSize()
        if parent and self.width() > (room := parent.width()):
            self._label.setWordWrap(True)
            self.resize(room, self.heightForWidth(room))
        self.resized.emit()

    def _undo(self) -> None:
        undo, self._undo_action = self._undo_action, None
        self._shortcut.setEnabled(False)
        self._hide_unless_used()
        if undo:
            undo()

    def _hide_unless_used(self) -> None:
        if self.underMouse() or self.button.hasFocus():
            self._timer.start()
        if self._undo_action is None or not self._timer.isActive():
            self._fade_animation.to(0.0)

    def on_style_changed(self) -> None:
        # The label applies the new style first.
        QTimer.singleShot(0, self, self._fit)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = smooth_painter(self), theme.current()
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        radius = min(round(rect.height() / 2), MAX_RADIUS)
        shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, EDGE - 2, 0.3 if look.is_light else 0.7)
        paint_box(painter, rect, radius, "tooltip")
