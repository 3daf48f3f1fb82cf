"""A list of what can be chosen by a field, which keeps the keyboard focus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_ground, paint_line

# In logical pixels, at the normal text size.
_ROW, _PAD, _ICON = 38, 12, 16
ENTRY = Qt.ItemDataRole.UserRole
"""The role of a row for its value."""
PAGE = 9
"""How many rows the keys for a page move by."""

STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: PAGE, Qt.Key.Key_PageUp: -PAGE}
"""How many rows each key moves by."""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A row. act: called when it is chosen. detail: what it is, in a few words. keys: its keys, shown instead."""

    icon: str
    title: str
    act: Callable[[], object]
    detail: str = ""
    keys: str = ""

    @property
    def spoken(self) -> str:
        """The sentence of a screen reader."""
        return ", ".join(filter(None, (self.title, self.detail, self.keys)))


class SpokenEntry(Protocol):
    """What a list shows. spoken: the sentence of a screen reader."""

    @property
    def title(self) -> str: ...
    @property
    def spoken(self) -> str: ...


class EntryModel(QAbstractListModel):
    """A list of values, each of which its row has under the role ENTRY."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries: Sequence[SpokenEntry] = ()

    def show_entries(self, entries: Sequence[SpokenEntry]) -> None:
        """Show these values in place of those of before."""
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self._entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.spoken
            case _:
                return entry if role == ENTRY else None


class _EntryDelegate(ItemDelegate):
    """Paints icon and title, and at the right end the keys, or the detail."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect, entry, state = QRectF(option_rect(option)), index.data(ENTRY), option_state(option)
        assert isinstance(entry, ListEntry)
        is_current = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.current().colour("accent_soft") if is_current else None
        paint_ground(painter, rect.adjusted(0, 1, 0, -1), state & ~QStyle.StateFlag.State_HasFocus, colour)
        side, room = theme.scaled(_ICON), rect.adjusted(_PAD, 0, -_PAD, 0)
        place = QRectF(room.left(), rect.center().y() - side / 2, side, side)
        icons.paint(painter, entry.icon, "accent" if is_current else "muted", place)
        room.setLeft(place.right() + _PAD)
        title_font, font = theme.ui_font(theme.TEXT), theme.ui_font(theme.SMALL)
        title_width = QFontMetricsF(title_font).horizontalAdvance(entry.title) + _PAD
        # A long detail leaves the title at least half of the row.
        end, most = entry.keys or entry.detail, max(room.width() - title_width, room.width() / 2)
        width = min(QFontMetricsF(font).horizontalAdvance(end), most)
        paint_line(painter, end, room.adjusted(room.width() - width, 0, 0, 0), "muted", font)
        paint_line(painter, entry.title, room.adjusted(0, 0, -width - _PAD, 0), "text", title_font)
        painter.restore()


class EntryList(QListView):
    """Shows entries, of which one is current.

    chosen: Emitted with the ListEntry that was clicked, or that `choose` was called for.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = EntryModel(self)
        self.setObjectName("entries")
        self.setModel(self._entries)
        self.setItemDelegate(_EntryDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        language.keep_translated(self, lambda: self.setAccessibleName(tr("What was found")))

    def show_entries(self, entries: Sequence[ListEntry]) -> None:
        """Show these entries; the first one is the current one."""
        self._entries.show_entries(entries)
        self.setCurrentIndex(self._entries.index(0, 0))

    def move_current(self, step: int) -> None:
        """Make another entry the current one, and tell screen readers; one step from an end leads to the other."""
        count = self._entries.rowCount()
        if not count:
            return
        row = self.currentIndex().row() + step
        row = row % count if abs(step) == 1 else min(max(row, 0), count - 1)
        self.setCurrentIndex(self._entries.index(row, 0))
        told = QAccessibleEvent(self, QAccessible.Event.Focus)
        told.setChild(row)
        QAccessible.updateAccessibility(told)

    def choose(self) -> None:
        """Choose the current entry, if there is one."""
        self._choose(self.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        if isinstance(entry := index.data(ENTRY), ListEntry):
            self.chosen.emit(entry)


def row_height() -> int:
    """Return the height of a row in logical pixels."""
    return theme.scaled(_ROW)
