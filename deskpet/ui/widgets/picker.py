"""Picker: a popup with a search field above a list, of which only the rows on screen are drawn."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.entry_list import ENTRY, EntryModel
from deskpet.ui.widgets.fields import SearchField
from deskpet.ui.widgets.form import line_of, text_label
from deskpet.ui.widgets.item_delegate import (
    AnyIndex,
    ItemDelegate,
    option_rect,
    option_state,
    paint_ground,
    paint_line,
)
from deskpet.ui.widgets.popup_panel import PopupPanel

# In logical pixels at the normal text size.
_WIDTH, _ROW, _HEADING, _ICON, _LEAD, _MOST = 340, 30, 30, 15, 28, 400
# What is above and below the list, with the shadow, and never taken from the screen.
_AROUND = 190


@dataclass(frozen=True, slots=True)
class EntryMark:
    """A small icon of an entry, and what it means for people who don't see it."""

    icon: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PickerEntry:
    """An entry. key: what choosing it gives; a heading may have one too.

    group: words that find it besides its title, such as its heading. note: a short text at the end of the line.
    is_starred: whether its star is on; None for no star. icon: stands before the title. act: called in place of
    choosing it, while the popup stays open.
    """

    key: object
    title: str
    group: str = ""
    note: str = ""
    marks: tuple[EntryMark, ...] = ()
    is_heading: bool = False
    can_be_chosen: bool = True
    is_checked: bool = False
    is_starred: bool | None = None
    icon: str = ""
    act: Callable[[], object] | None = None

    @property
    def searched(self) -> str:
        """The text in which words are searched."""
        return f"{self.group} {self.title}".casefold()

    @property
    def spoken(self) -> str:
        """The sentence of a screen reader."""
        return tr(", ").join(filter(None, (self.title, *(mark.meaning for mark in self.marks), self.note)))


class _Entries(EntryModel[PickerEntry]):
    """The entries that the search has found."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._all: list[tuple[PickerEntry, str]] = []
        self._words: list[str] = []

    def set_entries(self, entries: Iterable[PickerEntry]) -> None:
        self._all = [(each, each.searched) for each in entries]
        self.search(" ".join(self._words))

    def search(self, text: str) -> None:
        """Keep the entries that have all words, and the headings above them."""
        words = self._words = text.casefold().split()
        found, heading = list[PickerEntry](), None
        for entry, searched in self._all:
            if entry.is_heading and words:
                heading = entry
            elif all(word in searched for word in words):
                found += [heading, entry] if heading else [entry]
                heading = None
        self.show_entries(found)

    def best(self) -> int:
        """Return the row of the first entry in which all words begin one: "mini" is rather gpt-5-mini than gemini."""
        rows = [(row, each) for row, each in enumerate(self.found) if not each.is_heading or not self._words]
        begins = [re.compile(rf"\b{re.escape(word)}") for word in self._words]
        best = (row for row, each in rows if all(word.search(each.searched) for word in begins))
        return next(best, rows[0][0] if rows else 0)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        is_tooltip = role == Qt.ItemDataRole.ToolTipRole
        return super().data(index, Qt.ItemDataRole.AccessibleTextRole if is_tooltip else role)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        can = self.found[index.row()].can_be_chosen
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if can else Qt.ItemFlag.NoItemFlags


class _Delegate(ItemDelegate):
    """Draws an entry: check mark, title, marks, note and star."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, _height(index.data(ENTRY)))

    def star_of(self, row: QRect) -> QRect:
        """Return where the star of a row is."""
        return QRect(row.right() - row.height() + 1, row.top(), row.height(), row.height())

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        """Show the tooltip beside the list: below its row, it would cover the next ones."""
        if event.type() == QEvent.Type.ToolTip:
            text = index.data(Qt.ItemDataRole.ToolTipRole) or ""
            tooltip.show_tooltip_for(view.viewport(), text, option_rect(option), is_beside=True)
        return True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry, row, state = index.data(ENTRY), QRect(option_rect(option)), option_state(option)
        is_current = bool(state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_current and entry.can_be_chosen:
            paint_ground(painter, QRectF(row), state, theme.current().colour("accent_soft"))
        side = theme.scaled(_ICON)
        if icon := "check" if entry.is_checked else entry.icon:
            icons.paint(painter, icon, "accent", QRectF(row.left() + 7, row.center().y() - side / 2 + 1, side, side))
        right = self._paint_end(painter, entry, row, side, is_current=is_current)
        box, role = QRectF(row.adjusted(theme.scaled(_LEAD), 0, 0, 0)), "muted" if entry.is_heading else "text"
        box.setRight(right)
        paint_line(painter, entry.title, box, role, _font(entry), Qt.TextElideMode.ElideMiddle)
        painter.restore()

    def _paint_end(self, painter: QPainter, entry: PickerEntry, row: QRect, side: int, *, is_current: bool) -> int:
        """Draw what is at the end of the line, and return where that begins."""
        right, top = row.right() - theme.S2, row.center().y() - side / 2 + 1
        if entry.is_starred is not None:
            star = self.star_of(row)
            right = star.left()
            if entry.is_starred or is_current:
                box = QRectF(star.center().x() - side / 2, top, side, side)
                icons.paint(painter, "star-on" if entry.is_starred else "star", "accent", box)
        for mark in reversed(entry.marks):
            right -= side + theme.S1
            icons.paint(painter, mark.icon, "muted", QRectF(right, top, side, side))
        if entry.note:
            font = theme.ui_font(theme.SMALL)
            width = min(QFontMetrics(font).horizontalAdvance(entry.note) + 2, row.width() // 2)
            right -= width + theme.S1
            paint_line(painter, entry.note, QRectF(right, row.top(), width, row.height()), "muted", font)
        return right - theme.S2


def _height(entry: PickerEntry) -> int:
    return theme.scaled(_HEADING if entry.is_heading else _ROW)


def _font(entry: PickerEntry) -> QFont:
    font = theme.ui_font(theme.SMALL if entry.is_heading else theme.TEXT - 1)
    if entry.is_heading or entry.is_checked:
        font.setWeight(QFont.Weight.DemiBold)
    return font


class Picker(PopupPanel):
    """Lets the user choose one of many entries: by a click, or by typing a part of its name and Enter.

    chosen: Emitted with the key of an entry; the popup closes.
    starred: Emitted with the key of an entry whose star was clicked, or at `*` in the list.
    """

    chosen = Signal(object)
    starred = Signal(object)

    def __init__(self, owner: QWidget, purpose: str, empty: str) -> None:
        """purpose: what the search is for, in English. empty: the sentence shown when it finds nothing."""
        super().__init__(owner, opens_below=True)
        self.setObjectName("picker")
        self.field = SearchField(purpose)
        self.entries = _Entries(self)
        self.list = _List(self.entries)
        language.keep_translated(self.list, lambda: self.list.setAccessibleName(tr(purpose)))
        self.empty = text_label(empty, "field_help")
        self.empty.setContentsMargins(theme.S2, theme.S2, theme.S2, theme.S2)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.head = line_of(-1, (self.field, 1))
        self.column.setContentsMargins(self.column.contentsMargins() + theme.S2)
        self.column.setSpacing(theme.S2)
        self.column.addLayout(self.head)
        self.column.addWidget(self.list)
        self.column.addWidget(self.empty)
        self.list.setFixedWidth(theme.scaled(_WIDTH))
        self.field.textChanged.connect(self._search)
        self.field.down_pressed.connect(self.list.enter)
        self.field.enter_pressed.connect(lambda: self._choose(self.list.currentIndex()))
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        self.list.star_clicked.connect(self._star)
        self.list.left_at_top.connect(self.field.setFocus)

    def show_entries(self, entries: Iterable[PickerEntry]) -> None:
        """Show these entries, those that the search finds; the position in the list stays."""
        current, scrolled = self.list.currentIndex(), self.list.verticalScrollBar().value()
        before = self.entries.found[current.row()] if current.isValid() else None
        self.entries.set_entries(entries)
        self._fit()
        if self.isVisible():
            self.place()
        self.list.verticalScrollBar().setValue(scrolled)
        found = list(enumerate(self.entries.found))
        same = (row for row, each in found if before and (each.key, each.group) == (before.key, before.group))
        checked = (row for row, each in found if each.is_checked and not each.is_heading)
        self.list.go_to(next(same if before else checked, 0))

    def open_beside(self, button: QWidget) -> None:
        super().open_beside(button)
        self.list.scrollTo(self.list.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
        self.field.setFocus()

    def _search(self, text: str) -> None:
        self.entries.search(text)
        self._fit()
        self.list.go_to(self.entries.best())

    def _fit(self) -> None:
        """Give the list the height of its entries, as far as the screen has room; never less while it is open."""
        is_empty = not self.entries.found
        height = sum(map(_height, self.entries.found)) + 4
        most = min(theme.scaled(_MOST), self._owner.screen().availableGeometry().height() - theme.scaled(_AROUND))
        if self.isVisible():
            # A popup that shrinks while one types would jump about its button.
            height = max(height, self.list.height())
        self.list.setFixedHeight(min(height, most))
        # In place of the list, so that nothing moves.
        self.empty.setFixedSize(self.list.size().expandedTo(self.empty.sizeHint()))
        shown, hidden = (self.empty, self.list) if is_empty else (self.list, self.empty)
        hidden.hide()
        shown.show()

    def _choose(self, index: QModelIndex) -> None:
        entry = self.entries.found[index.row()] if index.isValid() else None
        if entry and entry.act:
            entry.act()
        elif entry and entry.can_be_chosen:
            self.close()
            self.chosen.emit(entry.key)

    def _star(self, row: int) -> None:
        if self.entries.found[row].is_starred is not None:
            self.starred.emit(self.entries.found[row].key)


class _List(theme.FollowsStyle, QListView):
    """The list.

    star_clicked: Emitted with the row whose star was clicked. left_at_top: Emitted at Up in the first row.
    """

    star_clicked = Signal(int)
    left_at_top = Signal()

    def __init__(self, entries: _Entries) -> None:
        super().__init__()
        self.setObjectName("picker_list")
        self._entries, self._delegate = entries, _Delegate(self)
        self.setModel(entries)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def go_to(self, row: int) -> None:
        """Make a row the current one, or the next that can be chosen."""
        rows = range(max(row, 0), len(self._entries.found))
        at = next((each for each in rows if self._entries.found[each].can_be_chosen), -1)
        self.setCurrentIndex(self._entries.index(at) if at >= 0 else QModelIndex())

    def enter(self) -> None:
        """Take the keyboard focus, and go to the next entry."""
        self.setFocus()
        rows = range(self.currentIndex().row() + 1, len(self._entries.found))
        self.go_to(next((each for each in rows if not self._entries.found[each].is_heading), self.currentIndex().row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        is_first = not any(each.can_be_chosen for each in self._entries.found[: max(row, 0)])
        if event.key() == Qt.Key.Key_Up and is_first:
            self.left_at_top.emit()
        elif event.text() == "*" and row >= 0:
            self.star_clicked.emit(row)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        entry = self._entries.found[index.row()] if index.isValid() else None
        is_star = entry is not None and entry.is_starred is not None
        if is_star and self._delegate.star_of(self.visualRect(index)).contains(event.position().toPoint()):
            self.star_clicked.emit(index.row())
        else:
            super().mouseReleaseEvent(event)

    def on_style_changed(self) -> None:
        self.doItemsLayout()


class PickerButton(MenuButton):
    """A button that shows the present choice, and opens a picker. entries: returns what can be chosen, at that time.

    chosen: Emitted with the key of an entry. picker: the open picker.
    """

    chosen = Signal(object)

    def __init__(self, name: str, purpose: str, empty: str) -> None:
        """name: the accessible name. purpose, empty: as for Picker."""
        super().__init__(name)
        self._purpose, self._empty = purpose, empty
        self.entries: Callable[[], Iterable[PickerEntry]] = tuple
        self.picker: Picker | None = None

    def _open(self) -> None:
        picker = self.picker = Picker(self.window(), self._purpose, self._empty)
        picker.setAccessibleName(self.accessibleName())
        picker.chosen.connect(self.chosen)
        picker.show_entries(self.entries())
        picker.open_beside(self)
