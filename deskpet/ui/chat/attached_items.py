"""The base of the pictures and the documents attached to the next message: items with a remove button each."""

from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from deskpet.ui.widgets.icons import IconButton


class AttachedItem(QWidget):
    """An attached picture or document. `remove` is the button that takes it away."""

    remove: IconButton


_Item = TypeVar("_Item", bound=AttachedItem)


class AttachedItems(QWidget, Generic[_Item]):
    """A row or a column of items, hidden while empty.

    changed: Emitted when an item is added or removed.
    emptied: Emitted when the user removes the last item.
    """

    changed = Signal()
    emptied = Signal()

    def __init__(self, direction: QBoxLayout.Direction, spacing: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[_Item] = []
        self._box = QBoxLayout(direction, self)
        self._box.setContentsMargins(2, 5, 2, 3)
        self._box.setSpacing(spacing)
        self._box.addStretch(1)
        self.hide()

    @property
    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    @property
    def is_empty(self) -> bool:
        return not self._items

    def clear(self) -> None:
        """Remove all items."""
        for item in list(self._items):
            self._remove(item)

    def _insert(self, item: _Item) -> None:
        item.remove.clicked.connect(lambda: self._remove_on_click(item))
        self._items.append(item)
        # The stretch stays last.
        self._box.insertWidget(len(self._items) - 1, item)
        item.show()
        self._update()

    def _remove_on_click(self, item: _Item) -> None:
        """Remove an item on click and move the focus to the next one; after the last, `emptied` handlers set it."""
        at = self._items.index(item)
        others = [*self._items[at + 1 :], *reversed(self._items[:at])]
        if item.remove.hasFocus() and others:
            others[0].remove.setFocus(Qt.FocusReason.OtherFocusReason)
        self._remove(item)
        if not others:
            self.emptied.emit()

    def _remove(self, item: _Item) -> None:
        self._items.remove(item)
        self._box.removeWidget(item)
        item.hide()
        item.deleteLater()
        self._update()

    def _update(self) -> None:
        self.setVisible(bool(self._items))
        self.changed.emit()
