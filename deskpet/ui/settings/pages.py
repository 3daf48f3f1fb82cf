"""Paged view: scrollable pages, a column (the rail) of a search field and tabs at the left edge, and parts of a tab."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from shiboken6 import isValid

from deskpet.translation import tr_noop
from deskpet.ui.settings.search import Place, PlaceMark, find, places_of
from deskpet.ui.widgets import icons, tab_order, theme
from deskpet.ui.widgets.buttons import EnterButton
from deskpet.ui.widgets.entry_list import EntryList, ListEntry
from deskpet.ui.widgets.fields import SearchField
from deskpet.ui.widgets.form import STRETCH, column_in, column_of, line_in, page_in
from deskpet.ui.widgets.segmented_control import SegmentedControl

# Width of the rail: fixed part, and part that grows with the text size.
_RAIL_FIXED, _RAIL_SCALED = 56, 108
_TAB_HEIGHT, _GLYPH = 38, 20
# Time for which a page that appears may hold the GUI thread in one turn of the event loop, in s.
_SLICE_S = 0.008
# The search field and the space below it.
_ABOVE_TABS = 2
_KEYBOARD_REASONS = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
_USER_REASONS = _KEYBOARD_REASONS | {Qt.FocusReason.MouseFocusReason, Qt.FocusReason.OtherFocusReason}


class Pages(QWidget):
    """Shows one of several scrollable pages; arrow keys move along the tabs, Ctrl+F goes to the search, Esc closes.

    A page is created when it is first shown, or searched. Pages that share a tab are chosen above their cards.

    created: Emitted with the name and the content of a page after it was created.
    """

    created = Signal(str, QWidget)

    def __init__(self, first: str = "") -> None:
        """`first` is the name of the page that is shown as soon as it is added; empty for the first one."""
        super().__init__()
        self._first = first
        self._stack = QStackedWidget()
        self._group = QButtonGroup(self)
        self._tabs: list[_Tab] = []
        self._tab_of: dict[str, _Tab] = {}  # by the names of pages
        self._areas: dict[str, _Area] = {}  # of the pages that were created
        self._creators: dict[str, Callable[[], Iterable[QWidget]]] = {}
        self._places: dict[str, list[Place]] = {}  # by the names of pages, while the user searches
        self._wanted = ""  # the title of a place to go to when it is found
        self._creation = QTimer(self, singleShot=True, interval=0)
        self._creation.timeout.connect(self._create_next)
        self._appearing: Iterator[None] = iter(())  # the turns in which a new page comes on screen
        self._appearance = QTimer(self, interval=0)
        self._appearance.timeout.connect(self._go_on)
        rail = self._rail = QFrame()
        rail.setObjectName("settings_rail")
        rail.setFixedWidth(_rail_width())
        self.search_field, self.results = SearchField(tr_noop("Search the settings")), EntryList()
        self.results.setObjectName("settings_results")
        self.results.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        margins = (theme.S3, 20, theme.S3, theme.S4)
        self._column = column_in(rail, theme.S1, self.search_field, theme.S2, STRETCH, margins=margins)
        self._stack.addWidget(self.results)
        self.search_field.textChanged.connect(self._search)
        self.search_field.down_pressed.connect(self.results.setFocus)
        self.search_field.enter_pressed.connect(self.results.choose)
        self.results.activated.connect(self.results.choose)
        self.results.chosen.connect(lambda entry: entry.act())
        QShortcut(QKeySequence.StandardKey.Find, self, self._focus_search)
        self._right = column_of(0, (self._stack, 1))
        line_in(self, 0, rail, (self._right, 1))

    def add(
        self, name: str, icon: str, title: str, create_cards: Callable[[], Iterable[QWidget]], *, joins: bool = False
    ) -> None:
        """Add a page of stacked cards.

        joins: the page shares the tab of the page before, which has its title and picture.
        """
        self._creators[name] = create_cards
        if not joins:
            self._add_tab(name, icon, title)
        tab = self._tab_of[name] = self._tabs[-1]
        tab.pages[name] = title
        if joins:
            self._add_part(tab, name, title)
        if name == self._first or (len(self._creators) == 1 and not self._first):
            tab.shown = name
            tab.setChecked(True)

    def _add_tab(self, name: str, icon: str, title: str) -> None:
        tab = _Tab(icon, title, name)
        tab.setObjectName(f"tab_{name}")
        tab.toggled.connect(lambda is_chosen: self._show(tab.shown) if is_chosen else None)
        # Also the chosen one leads back from a search.
        tab.clicked.connect(self.search_field.clear)
        self._group.addButton(tab)
        self._column.insertWidget(_ABOVE_TABS + len(self._tabs), tab)
        self._tabs.append(tab)

    def _add_part(self, tab: "_Tab", name: str, title: str) -> None:
        if not tab.parts:
            tab.parts = _Parts()
            tab.parts.setVisible(tab.isChecked())
            tab.parts.chosen.connect(self._show)
            tab.parts.add(tab.shown, tab.text())
            self._right.insertWidget(0, tab.parts)
        tab.parts.add(name, title)

    def _show(self, name: str, place: Place | None = None) -> None:
        """Show a page, and mark a place of it."""
        if not self.has_created(name):
            self._create(name)
        tab = self._tab_of[name]
        tab.shown = name
        if self.isVisible() and not self._areas[name].testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            self._appearing = self._appear(name, place)
            self._appearance.start()
        else:
            self._appearance.stop()
            self._show_now(name, place)

    def _appear(self, name: str, place: Place | None) -> Iterator[None]:
        """Style a new page, and then show it, in as many turns of the event loop as there are steps."""
        area, end = self._areas[name], perf_counter() + _SLICE_S
        # A widget may be deleted between two steps.
        for widget in filter(isValid, (area, *area.findChildren(QWidget))):
            widget.ensurePolished()
            if perf_counter() > end:
                yield
                end = perf_counter() + _SLICE_S
        yield
        self._show_now(name, place)

    def _go_on(self) -> None:
        if next(self._appearing, self) is self:
            self._appearance.stop()

    def _show_now(self, name: str, place: Place | None) -> None:
        self._show_parts(self._tab_of[name])
        self._stack.setCurrentWidget(self._areas[name])
        if place:
            # After the layout of a new page.
            QTimer.singleShot(0, place.widget, lambda: self._mark(place))

    def _show_parts(self, shown: "_Tab | None") -> None:
        """Show the choice among the pages of a tab, if it has several, and no other."""
        # Before it is visible, so that it doesn't move from the one of before.
        if shown and shown.parts:
            shown.parts.check(shown.shown)
        for tab in self._tabs:
            if tab.parts:
                tab.parts.setVisible(tab is shown)

    def _create(self, name: str) -> None:
        # Each widget gets its parent before its children: Qt looks for the style of all descendants of a widget that
        # gets another parent.
        area = _Area()
        area.setObjectName(f"page_{name}")
        self._stack.addWidget(area)
        cards, margins = self._creators[name](), (theme.S5, 20, theme.S5 - theme.SCROLL_BAR, theme.S5)
        page_in(area, "settings_area", "settings_page", theme.S4, *cards, margins=margins)
        self._areas[name] = area
        self.created.emit(name, area)

    # The search

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            # What is typed after the window was opened is a search, also the second time.
            self._focus_search()

    def _focus_search(self) -> None:
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def find_place(self, title: str) -> None:
        """Search for a title, and go to the first place that has it."""
        self.search_field.clear()
        self._focus_search()
        self._wanted = title
        self.search_field.setText(title)

    def _search(self, words: str) -> None:
        if words != self._wanted:
            self._wanted = ""
        if not words.strip():
            self._places.clear()
            self._creation.stop()
            self._show(self.shown)
            return
        self._creation.start()
        self._show_results()

    def _create_next(self) -> None:
        """Create one of the pages that are missing, and search in it as well."""
        missing = [name for name in self._creators if not self.has_created(name)]
        if not missing:
            return
        self._creation.start()
        self._create(missing[0])
        self._show_results()

    def _show_results(self) -> None:
        for name, area in self._areas.items():
            if name not in self._places:
                self._places[name] = places_of(name, _content_of(area))
        places = (place for name in self.names for place in self._places.get(name, ()))
        found = find(places, self.search_field.text())
        self.results.show_entries([self._entry(place, self._tab_of[place.page]) for place in found])
        self._appearance.stop()
        self._show_parts(None)
        self._stack.setCurrentWidget(self.results)
        if self._wanted and found and found[0].title == self._wanted:
            self._go_to(found[0])

    def _entry(self, place: Place, tab: "_Tab") -> ListEntry:
        return ListEntry(tab.picture, place.title, partial(self._go_to, place), tab.path_to(place.page))

    def _go_to(self, place: Place) -> None:
        """Show a place that was found, with a mark around it and the focus in it."""
        self.show_page(place.page, place)

    def _mark(self, place: Place) -> None:
        area = self._areas[place.page]
        area.ensureWidgetVisible(place.widget)
        inputs = (each for each in place.widget.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if first := next((each for each in inputs if each.isVisible() and each.isEnabled()), None):
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        PlaceMark(place.widget, _content_of(area))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.window().close()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if page := self._stack.currentWidget():
            tab_order.apply_reading_order(page)
        return super().focusNextPrevChild(forward)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._rail.setFixedWidth(_rail_width())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pages, in their order."""
        return tuple(self._creators)

    def has_created(self, name: str) -> bool:
        """Return whether the page of this name was shown, and so created."""
        return name in self._areas

    def widget_of(self, name: str) -> QWidget:
        """Return the page of this name, which was created."""
        return self._areas[name]

    @property
    def shown(self) -> str:
        """The name of the current page."""
        return next(tab.shown for tab in self._tabs if tab.isChecked())

    def show_page(self, name: str, place: Place | None = None) -> None:
        """Switch to a page, also from a search, and mark a place of it."""
        self.search_field.clear()
        tab = self._tab_of[name]
        tab.shown = name
        tab.setChecked(True)
        self._show(name, place)
        tab.setFocus()


def _content_of(area: QScrollArea) -> QWidget:
    content = area.widget()
    assert content
    return content


def _rail_width() -> int:
    return _RAIL_FIXED + theme.scaled(_RAIL_SCALED)


class _Parts(QWidget):
    """The choice among the pages of a tab.

    chosen: Emitted with the name of a page that the user chose.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "settings_area")
        self._buttons: dict[str, QPushButton] = {}
        self._control = SegmentedControl()
        line_in(self, 0, self._control, margins=(theme.S5, 20, theme.S5, 0))

    def add(self, name: str, title: str) -> None:
        """Add a page; the first one is the one that is shown."""
        button = self._buttons[name] = self._control.add(title, f"part_{name}", title)
        button.setChecked(len(self._buttons) == 1)
        button.clicked.connect(partial(self.chosen.emit, name))

    def check(self, name: str) -> None:
        """Mark the page that is shown."""
        self._buttons[name].setChecked(True)


class _Area(QScrollArea):
    """The area of a page. It does not scroll when the control with the focus is hidden."""

    def focusNextPrevChild(self, forward: bool) -> bool:
        control = self.focusWidget()
        if control and not control.isVisible():
            # Qt would take the next control in the order of creation, which may be at the other end of the page.
            self.setFocus()
            return True
        return super().focusNextPrevChild(forward)


class _Tab(EnterButton):
    """Tab of a page or of several, with icon and title.

    pages: the titles of its pages, by their names. shown: the page that it shows. parts: the choice among them.
    """

    def __init__(self, icon: str, title: str, shown: str) -> None:
        super().__init__()
        self.pages: dict[str, str] = {}
        self.shown = shown
        self.parts: _Parts | None = None
        self.picture = icon
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._has_focus_ring = False  # only after keyboard focus; a click needs no ring

    def path_to(self, page: str) -> str:
        """Return where one of its pages is, in words."""
        title = self.pages[page]
        return title if title == self.text() else f"{self.text()} › {title}"

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in _USER_REASONS:
            self._has_focus_ring = event.reason() in _KEYBOARD_REASONS
        super().focusInEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(_rail_width() - 2 * theme.S3, theme.scaled(_TAB_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("accent") if self.hasFocus() and self._has_focus_ring else Qt.PenStyle.NoPen)
        painter.setBrush(self._background())
        painter.drawRoundedRect(box, theme.RADIUS_CARD - 2, theme.RADIUS_CARD - 2)
        role = "accent_text" if self.isChecked() else "muted"
        glyph = theme.scaled(_GLYPH)
        top = (self.height() - glyph) / 2
        icons.paint(painter, self.picture, role, QRectF(theme.S2 + 2, top, glyph, glyph))
        font = theme.ui_font(theme.TEXT)
        font.setBold(self.isChecked())
        painter.setFont(font)
        painter.setPen(look.colour("accent_text" if self.isChecked() else "text"))
        text_box = box.adjusted(theme.S2 + glyph + 12, 0, -theme.S2, 0)
        painter.drawText(text_box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())

    def _background(self) -> object:
        look = theme.current()
        if self.isChecked():
            return look.colour("accent_soft")
        return look.colour("hover") if self.underMouse() else Qt.BrushStyle.NoBrush
