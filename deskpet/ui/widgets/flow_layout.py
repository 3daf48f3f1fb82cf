"""FlowLayout: places buttons side by side and wraps them into lines when the width is too small."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Places its widgets from left to right at their size hints, and continues on the next line."""

    def __init__(self, gap: int, *widgets: QWidget) -> None:
        """`gap` is the distance between two widgets and between two lines, in logical pixels."""
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), moves=False)

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._visible_items()]
        across = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(across, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        widest = QSize()
        for item in self._visible_items():
            widest = widest.expandedTo(item.minimumSize())
        return widest

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, moves=True)

    def _visible_items(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, moves: bool) -> int:
        """Return the height of the lines in `rect`; with `moves` also set the geometry of the widgets."""
        x, y, height = rect.left(), rect.top(), 0
        for item in self._visible_items():
            hint = item.sizeHint()
            if x > rect.left() and x + hint.width() > rect.right() + 1:
                x, y, height = rect.left(), y + height + self.spacing(), 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), hint))
            x += hint.width() + self.spacing()
            height = max(height, hint.height())
        return y + height - rect.top()
