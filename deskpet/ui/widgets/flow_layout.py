"""FlowLayout: places widgets side by side and wraps them into lines when the width is too small."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Places its widgets from left to right at their size hints, and continues on the next line.

    The widgets of a line have one middle. A label that wraps its text has a line of its own if it needs several.
    """

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
        bottom = rect.top() - self.spacing()
        for line in self._lines(rect.width()):
            x, top, height = rect.left(), bottom + self.spacing(), max(size.height() for _, size in line)
            for item, size in line:
                if moves:
                    item.setGeometry(QRect(QPoint(x, top + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            bottom = top + height
        return max(bottom - rect.top(), 0)

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the widgets of each line with their sizes."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        room = -1
        for item in self._visible_items():
            size = _size_in(item, width)
            if size.width() > room:
                lines.append([])
                room = width
            lines[-1].append((item, size))
            room -= size.width() + self.spacing()
        return lines


def _size_in(item: QLayoutItem, width: int) -> QSize:
    """Return the size of a widget: a text that wraps has one line, or as many as fit in the width."""
    label = item.widget()
    if not isinstance(label, QLabel) or not label.wordWrap():
        return item.sizeHint()
    lines = label.fontMetrics().size(0, label.text()).width() + 2 * label.margin() + 1
    return QSize(min(lines, width), label.heightForWidth(min(lines, width)))
