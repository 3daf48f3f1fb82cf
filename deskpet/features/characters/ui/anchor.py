"""Anchor picker: chooses which part of a character stays in view when it is enlarged."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import theme, tooltip

_SIZE = QSize(58, 74)
_STEPS = (0.0, 0.5, 1.0)
_COLUMN_NAMES = (tr_noop("left"), tr_noop("middle"), tr_noop("right"))
_ROW_NAMES = (tr_noop("top"), tr_noop("middle"), tr_noop("bottom"))
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class AnchorPicker(QWidget):
    """A grid of nine points; the mouse or the arrow keys choose one.

    chosen: Emitted with the new point, x and y from 0 to 1 (right, down).
    """

    accessible_role = QAccessible.Role.Dial

    chosen = Signal(float, float)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("model_anchor")
        self.setFixedSize(_SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        tooltip.attach(self)
        self._cell = (1, 1)
        self.show_anchor(0.5, 0.5)

    def show_anchor(self, x: float, y: float) -> None:
        """Mark the grid point nearest to x, y (0 to 1)."""
        self._cell = (round(x * 2), round(y * 2))
        name = tr(
            "Anchor: {down}, {across}", down=tr(_ROW_NAMES[self._cell[1]]), across=tr(_COLUMN_NAMES[self._cell[0]])
        )
        self.setAccessibleName(name)
        self.setToolTip(tr("{where}. This part of the character keeps its place in the window.", where=name))
        self.update()

    def _choose(self, cell: tuple[int, int]) -> None:
        if cell != self._cell:
            x, y = _STEPS[cell[0]], _STEPS[cell[1]]
            self.show_anchor(x, y)
            self.chosen.emit(x, y)

    def _point(self, across: int, down: int) -> QPointF:
        return QPointF(13 + across * (self.width() - 26) / 2, 13 + down * (self.height() - 26) / 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        column = min(2, max(0, int(position.x() * 3 / self.width())))
        row = min(2, max(0, int(position.y() * 3 / self.height())))
        self._choose((column, row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._choose((min(2, max(0, self._cell[0] + step[0])), min(2, max(0, self._cell[1] + step[1]))))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("accent" if self.hasFocus() else "field_edge"))
        painter.setBrush(look.colour("inset"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.setPen(Qt.PenStyle.NoPen)
        for down in range(3):
            for across in range(3):
                is_chosen = (across, down) == self._cell
                painter.setBrush(look.colour("accent" if is_chosen else "faint"))
                radius = 5.0 if is_chosen else 2.2
                painter.drawEllipse(self._point(across, down), radius, radius)
