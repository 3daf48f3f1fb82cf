"""SegmentedControl: exclusive choices side by side, with an animated highlight below the checked one.

The colour of the text follows the highlight, so that only one segment looks checked at any time.
"""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QFocusEvent, QMoveEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from deskpet.ui.widgets import animation, shadow, theme
from deskpet.ui.widgets.painting import paint_box, smooth_painter

MARGIN = 3
"""Distance between the edge of the groove and the highlight, in logical pixels."""

# The focus comes back to where it was.
_RETURNS = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}


class _Segment(QPushButton):
    """A choice. An event filter would see all events of all choices, most of them for nothing."""

    def __init__(self, label: str, on_moved: Callable[[], object]) -> None:
        """`on_moved` is called when the layout has moved or resized it while it is checked."""
        super().__init__(label)
        self._on_moved = on_moved

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self.isChecked():
            self._on_moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isChecked():
            self._on_moved()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A ring about the clicked segment would look like a second checked one until the highlight arrives.
        if event.reason() not in _RETURNS:
            theme.restyle(self, ring=event.reason() != Qt.FocusReason.MouseFocusReason)


class SegmentedControl(QWidget):
    """A group of checkable buttons, one of which is checked; plain buttons for keyboard and screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self._group, self._buttons = QButtonGroup(self), list[QPushButton]()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._line.setSpacing(0)
        self._highlight = QRectF()
        self._lit: QPushButton | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._set_highlight)
        self._animation.finished.connect(self._settle)

    def add(self, label: str, name: str = "", spoken: str = "", explanation: str = "") -> QPushButton:
        """Append a choice at the right.

        name: that of the object. spoken, explanation: what a screen reader says in place of the label, and about it.
        """
        button = _Segment(label, self._settle)
        button.setObjectName(name)
        button.setAccessibleName(spoken)
        button.setAccessibleDescription(explanation)
        button.setCheckable(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setProperty("kind", "segment")
        # A label of a fallback font may be taller than the others: all have the height of the tallest.
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        button.toggled.connect(lambda checked: self._animate_to(button) if checked else None)
        self._group.addButton(button)
        self._buttons.append(button)
        self._line.addWidget(button, 1)
        return button

    def _animate_to(self, button: QPushButton) -> None:
        target = QRectF(button.geometry())
        self._animation.stop()
        if self._highlight.isEmpty() or not self.isVisible():
            self._settle()
            return
        self._animation.setDuration(animation.duration(theme.SOFT))
        self._animation.setStartValue(self._highlight)
        self._animation.setEndValue(target)
        self._animation.start()

    def _set_highlight(self, rect: QRectF) -> None:
        self._highlight = rect
        self._light(next((each for each in self._buttons if each.geometry().contains(rect.center().toPoint())), None))
        self.update()

    def _settle(self) -> None:
        """Put the highlight below the checked button, without an animation."""
        if checked := next((each for each in self._buttons if each.isChecked()), None):
            self._animation.stop()
            self._highlight = QRectF(checked.geometry())
            self._light(checked)
            self.update()

    def _light(self, button: QPushButton | None) -> None:
        """Colour the text of `button` as that of the checked one."""
        if button is None or button is self._lit:
            return
        before, self._lit = self._lit, button
        for each in filter(None, (before, button)):
            theme.restyle(each, lit=each is button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_groove(painter, QRectF(self.rect()))
        if not self._highlight.isEmpty():
            paint_highlight(painter, self._highlight)


def paint_groove(painter: QPainter, rect: QRectF) -> None:
    """Paint the ground of the choices."""
    ground = "inset_hover" if theme.current().is_light else "inset"
    paint_box(painter, rect, theme.RADIUS_BUTTON, ground, "inset_edge")


def paint_highlight(painter: QPainter, rect: QRectF) -> None:
    """Paint the ground of the checked choice into the groove, `MARGIN` from its edge."""
    look, radius = theme.current(), theme.RADIUS_BUTTON - MARGIN + 1
    strength = 0.16 if look.is_light else 0.4
    shadow.paint(painter, rect.translated(0, 1), look.shadow, radius, 4, strength)
    paint_box(painter, rect, radius, "raised", "field_edge")
