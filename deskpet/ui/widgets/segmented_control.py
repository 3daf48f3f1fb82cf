"""A few choices side by side in one groove; what lies below the chosen one glides to it."""

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from deskpet.ui.widgets import animation, shadow, theme

_EDGE = 3  # between the groove and what glides in it


class SegmentedControl(QWidget):
    """Holds checkable buttons, one of which is chosen; they are as any others for the keyboard and for readers."""

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        self._line.setSpacing(0)
        self._pill = QRectF()
        self._glide = QVariantAnimation(self)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._glide.valueChanged.connect(self._lie)

    def add(self, label: str) -> QPushButton:
        """One more choice, to the right of the others."""
        button = QPushButton(label)
        button.setCheckable(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setProperty("kind", "segment")
        button.toggled.connect(lambda checked: self._go_to(button) if checked else None)
        button.installEventFilter(self)
        self._group.addButton(button)
        self._line.addWidget(button, 1)
        return button

    def _go_to(self, button: QPushButton) -> None:
        place = QRectF(button.geometry())
        self._glide.stop()
        if self._pill.isEmpty() or not self.isVisible():
            self._lie(place)
            return
        self._glide.setDuration(animation.duration(theme.SOFT))
        self._glide.setStartValue(self._pill)
        self._glide.setEndValue(place)
        self._glide.start()

    def _lie(self, place: QRectF) -> None:
        self._pill = place
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A button got its place, or another one.
        is_placed = event.type() in {QEvent.Type.Resize, QEvent.Type.Move}
        if is_placed and isinstance(watched, QPushButton) and watched.isChecked():
            self._glide.stop()
            self._lie(QRectF(watched.geometry()))
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if chosen := self._group.checkedButton():
            self._lie(QRectF(chosen.geometry()))

    def paintEvent(self, event: QPaintEvent) -> None:
        look, radius = theme.current(), theme.RADIUS_BUTTON
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("inset_edge"))
        painter.setBrush(look.colour("inset_hover" if look.is_light else "inset"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if self._pill.isEmpty():
            return
        inner = radius - _EDGE + 1
        strength = 0.16 if look.is_light else 0.4
        shadow.paint(painter, self._pill.translated(0, 1), look.shadow, inner, 4, strength)
        painter.setPen(look.colour("field_edge"))
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(self._pill.adjusted(0.5, 0.5, -0.5, -0.5), inner, inner)
