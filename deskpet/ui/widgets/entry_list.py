"""A list of what can be chosen by a field, which keeps the keyboard focus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.fields import SearchField
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
    """A row. act: called when it is chosen. detail: what it is, in a few words. keys: its keys, shown instead.

    id: tells rows of the same words apart.
    """

    icon: str
    title: str
    act: Callable[[], object]
    detail: str = ""
    keys: str = ""
    id: str = ""

    @property
    def spoken(self) -> str:
        """The sentence of a screen reader."""
        return tr(", ").join(filter(None, (self.title, self.detail, self.keys)))


class SpokenEntry(Protocol):
    """What a list shows. spoken: the sentence of a screen reader."""

    @property
    def title(self) -> str: ...
    @property
    def spoken(self) -> str: ...


EntryT = TypeVar("EntryT", bound=SpokenEntry)


class EntryModel(QStringListModel, Generic[EntryT]):
    """A list of values, each of which its row has under the role ENTRY. found: the values.

    A view asks for the number of rows twice for each row, so that Qt's own list of titles is laid out in a tenth of the
    time of a model in Python.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: Sequence[EntryT] = ()

    def show_entries(self, entries: Sequence[EntryT]) -> None:
        """Show these values in place of those of before."""
        self.found = entries
        self.setStringList([entry.title for entry in entries])

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return super().flags(index) & ~Qt.ItemFlag.ItemIsEditable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.found[index.row()].spoken
        return self.found[index.row()] if role == ENTRY else super().data(index, role)


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
        self._entries = EntryModel[ListEntry](self)
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

    def show_entries(self, entries: Sequence[ListEntry], *, keeps_current: bool = False) -> None:
        """Show these entries. The first one is the current one, or with `keeps_current` that of before."""
        before = self.currentIndex().data(ENTRY) if keeps_current else None
        self._entries.show_entries(entries)
        rows = (
            row for row, each in enumerate(entries) if before and (each.id, each.spoken) == (before.id, before.spoken)
        )
        self.setCurrentIndex(self._entries.index(next(rows, 0), 0))

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


class ListField(SearchField):
    """Finds entries of a list: the arrow keys move in it, and Enter chooses, while the field keeps the focus."""

    def __init__(self, purpose: str, view: EntryList, *, clears: bool = True) -> None:
        """clears: whether Esc clears the words, and does not reach the window before they are cleared."""
        super().__init__(purpose)
        self._view, self._clears = view, clears
        self.enter_pressed.connect(view.choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if step := STEPS.get(Qt.Key(event.key())):
            self._view.move_current(step)
        elif event.key() == Qt.Key.Key_Escape and not self._clears:
            event.ignore()
        else:
            super().keyPressEvent(event)


def row_height() -> int:
    """Return the height of a row in logical pixels."""
    return theme.scaled(_ROW)
