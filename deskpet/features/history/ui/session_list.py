"""Item model and delegate for the list of sessions, or of search hits."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntEnum
from itertools import takewhile
from typing import Any, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from deskpet.store import SearchHit, Session
from deskpet.text.local_time import MAX_LOCAL_TIME, begin_of_day
from deskpet.translation import tr, tr_noop
from deskpet.ui.markdown.marks import utf16_length
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_ground, paint_line
from deskpet.ui.widgets.popup_menu import install_field_menu

# Heights in logical pixels at the default text scale.
# All rows of sessions and headings have the same one, so that the view need not ask for each.
ROW, HIT_TITLE, HIT_ROW = 38, 34, 44
HIT_LINE = 17
PAD = 12
# Indentation of a message below the title of its conversation, and room between a text and its date.
HIT_INDENT, DATE_GAP = 22, 8
UNTITLED = tr_noop("New conversation")
# The headings of the times since so many days ago.
_PERIODS = (
    (0, tr_noop("Today")),
    (1, tr_noop("Yesterday")),
    (6, tr_noop("This week")),
    (30, tr_noop("This month")),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading above the sessions of a period."""

    words: str


Item = Session | SearchHit | Heading


class SessionRole(IntEnum):
    """Item data roles used by the delegate."""

    ITEM = Qt.ItemDataRole.UserRole + 1
    IS_CURRENT = Qt.ItemDataRole.UserRole + 2
    TITLE = Qt.ItemDataRole.UserRole + 3


class SessionModel(QAbstractListModel):
    """Sessions below headings, or search hits."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[Item] = []
        self._titles: dict[str, str] = {}
        self._current: str | None = None

    def show_items(self, items: list[Item], titles: dict[str, str]) -> bool:
        """Replace the items; `titles` maps session ids to titles, for hits. Returns False if nothing changed."""
        start = _common_length(self._items, items)
        kept = _common_length(reversed(self._items[start:]), reversed(items[start:]))
        end = len(self._items) - kept
        added = items[start : len(items) - kept]
        has_other_titles, self._titles = titles != self._titles, titles
        if end > start:
            self.beginRemoveRows(QModelIndex(), start, end - 1)
            del self._items[start:end]
            self.endRemoveRows()
        if added:
            self.beginInsertRows(QModelIndex(), start, start + len(added) - 1)
            self._items[start:start] = added
            self.endInsertRows()
        if has_other_titles and items:
            self.dataChanged.emit(self.index(0), self.index(len(items) - 1))
        return has_other_titles or end > start or bool(added)

    def index_of(self, item: Item | None, row: int) -> QModelIndex:
        """Return the index of `item`, formerly in `row`; for a removed session that of the nearest, else invalid."""
        if not isinstance(item, Session):
            return self.index(next((at for at, each in enumerate(self._items) if item and each == item), -1))
        sessions = [at for at, each in enumerate(self._items) if isinstance(each, Session)]
        found = next((at for at in sessions if cast("Session", self._items[at]).id == item.id), None)
        if found is None:
            found = min(sessions, key=lambda at: (at < row, abs(at - row)), default=-1)
        return self.index(found)

    def set_current(self, session: str | None) -> None:
        """Set the id of the open session."""
        self._current = session
        if self._items:
            self.dataChanged.emit(self.index(0), self.index(len(self._items) - 1))

    def item(self, index: AnyIndex) -> Item | None:
        return self._items[index.row()] if 0 <= index.row() < len(self._items) else None

    def title_of(self, session: str) -> str:
        return self._titles.get(session, "") or tr(UNTITLED)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self._items)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        item = self.item(index)
        if isinstance(item, Heading):
            return Qt.ItemFlag.ItemIsEnabled
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable | Qt.ItemFlag.ItemIsEditable if isinstance(item, Session) else usable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        is_session = isinstance(item, Session)
        match role:
            case SessionRole.ITEM:
                found: Any = item
            case SessionRole.IS_CURRENT:
                found = is_session and item.id == self._current
            case SessionRole.TITLE:
                found = self.title_of(item.session_id) if isinstance(item, SearchHit) else self._text_of(item)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                found = self._text_of(item)
            case Qt.ItemDataRole.AccessibleTextRole:
                found = self._text_of(item)
                if is_session and item.is_pinned:
                    found = tr("{title}, pinned", title=found)
                elif isinstance(item, SearchHit) and (when := language.format_timestamp(item.at, _now())):
                    found = tr("{text}, {when}", text=found, when=when)
            case Qt.ItemDataRole.ToolTipRole:
                found = item.title if is_session and len(item.title) > 28 else None
                if isinstance(item, SearchHit):
                    found = language.format_timestamp(item.at, _now()) or None
            case _:
                found = None
        return found

    def _text_of(self, item: Item | None) -> str:
        match item:
            case Session():
                return item.title or tr(UNTITLED)
            case SearchHit():
                text = self.title_of(item.session_id)
                if item.message_id is not None:
                    text = tr("{title}: {choice}", title=text, choice=item.snippet)
                return text
            case Heading(words):
                return words
            case None:
                return ""


def _common_length(some: Iterable[Item], others: Iterable[Item]) -> int:
    """Return how many items are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


def group_by_time(sessions: tuple[Session, ...], today: date) -> list[Item]:
    """Group sessions below headings: pinned ones, then by time of change, the newest first."""
    ordered = sorted(sessions, key=lambda each: (not each.is_pinned, -each.changed_at))
    pinned, earlier = tr("Pinned"), tr("Earlier")
    periods = [(begin_of_day(today - timedelta(days=days)), tr(words)) for days, words in _PERIODS]
    groups = dict[str, list[Item]]()
    for session in ordered:
        at = session.changed_at
        words = next((words for begin, words in periods if begin <= at < MAX_LOCAL_TIME), earlier)
        groups.setdefault(pinned if session.is_pinned else words, []).append(session)
    return [item for words, group in groups.items() for item in (Heading(words), *group)]


def group_by_session(hits: tuple[SearchHit, ...], sessions: tuple[Session, ...]) -> list[SearchHit]:
    """Put the title of each conversation before its hits, unless the title is one of them."""
    changed_at = {session.id: session.changed_at for session in sessions}
    items, last = list[SearchHit](), ""
    for hit in hits:
        if hit.session_id != last and hit.message_id is not None:
            items.append(SearchHit(hit.session_id, None, "", (), changed_at.get(hit.session_id, hit.at)))
        last = hit.session_id
        items.append(hit)
    return items


def _now() -> datetime:
    return datetime.now().astimezone()


class SessionDelegate(ItemDelegate):
    """Paints headings, sessions and hits, and edits titles in place."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        match index.data(SessionRole.ITEM):
            case SearchHit(_, None):
                return QSize(0, theme.scaled(HIT_TITLE))
            case SearchHit():
                return QSize(0, theme.scaled(HIT_ROW))
            case _:
                return QSize(0, theme.scaled(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect = QRectF(option_rect(option))
        ground = rect.adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match index.data(SessionRole.ITEM):
            case Heading(words):
                font = theme.demibold_font(theme.SMALL - 1)
                paint_line(painter, words, rect.adjusted(PAD, 12, -PAD, 0), "muted", font)
            case SearchHit() as hit:
                paint_ground(painter, ground, option_state(option))
                if hit.message_id is None:
                    _paint_hit_title(painter, hit, str(index.data(SessionRole.TITLE)), rect.adjusted(PAD, 0, -PAD, 0))
                else:
                    _paint_snippet(painter, hit, rect.adjusted(HIT_INDENT, 5, -PAD, -2))
            case Session() as session:
                is_current = bool(index.data(SessionRole.IS_CURRENT))
                colour = theme.current().colour("accent_soft") if is_current else None
                paint_ground(painter, ground, option_state(option), colour)
                room = rect.adjusted(PAD, 0, -PAD - (20 if session.is_pinned else 0), 0)
                font = theme.demibold_font(theme.TEXT - 1) if is_current else theme.ui_font(theme.TEXT - 1)
                paint_line(painter, " ".join(str(index.data(SessionRole.TITLE)).split()), room, "text", font)
                if session.is_pinned:
                    icons.paint(painter, "pin", "accent", QRectF(rect.right() - 28, rect.center().y() - 7, 14, 14))
            case _:
                pass
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        editor = QLineEdit(parent)
        install_field_menu(editor)
        editor.setObjectName("title_editor")
        editor.setAccessibleName(tr("Title"))
        editor.setMaxLength(120)
        return editor

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        """Set the title to edit. Qt calls this again whenever the model changes: typed text is kept."""
        assert isinstance(editor, QLineEdit)
        if not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.selectAll()

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        editor.setGeometry(option_rect(option).adjusted(0, 2, 0, -2))


def _paint_date(painter: QPainter, hit: SearchHit, rect: QRectF) -> float:
    """Paint the date of a hit at the right edge of `rect`. Returns the width that it takes."""
    font = theme.ui_font(theme.SMALL - 1)
    date_text = language.format_short(hit.at, _now())
    painter.setFont(font)
    painter.setPen(theme.current().colour("muted"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, date_text)
    return QFontMetricsF(font).horizontalAdvance(date_text) + DATE_GAP if date_text else 0.0


def _paint_hit_title(painter: QPainter, hit: SearchHit, title: str, rect: QRectF) -> None:
    """Paint the title of a conversation in one line, with the found words highlighted, and its date."""
    taken = _paint_date(painter, hit, rect)
    room = rect.adjusted(0, 0, -taken, 0)
    font = theme.demibold_font(theme.TEXT - 1)
    text = hit.snippet or " ".join(title.split())
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    spans = tuple((start, end) for start, end in hit.spans if shown.startswith(text[:end]))
    layout = _highlighted(replace(hit, snippet=shown, spans=spans), font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(room.width())
    layout.endLayout()
    painter.setPen(theme.current().colour("text"))
    layout.draw(painter, QPointF(room.left(), room.center().y() - line.height() / 2))


def _highlighted(hit: SearchHit, font: QFont) -> QTextLayout:
    """Return a layout of a hit's snippet, with the found words highlighted."""
    look = theme.current()
    layout = QTextLayout(hit.snippet.replace("\n", " "), font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    highlight = QTextCharFormat()
    highlight.setBackground(look.colour("selection"))
    highlight.setForeground(look.colour("text"))
    layout.setFormats([_format_range(hit.snippet, start, end, highlight) for start, end in hit.spans])
    return layout


def _paint_snippet(painter: QPainter, hit: SearchHit, rect: QRectF) -> None:
    """Paint two lines of a hit's snippet, with the found words highlighted, and its date in the first one."""
    look, first_line = theme.current(), QRectF(rect.left(), rect.top(), rect.width(), theme.scaled(HIT_LINE))
    taken = _paint_date(painter, hit, first_line)
    layout = _highlighted(hit, theme.ui_font(theme.SMALL))
    layout.beginLayout()
    for number in range(2):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(rect.width() - (0 if number else taken))
        line.setPosition(QPointF(0, number * float(theme.scaled(HIT_LINE))))
    layout.endLayout()
    painter.setPen(look.colour("muted"))
    painter.setClipRect(rect)
    layout.draw(painter, rect.topLeft())


def _format_range(text: str, start: int, end: int, chars: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = utf16_length(text[:start])  # pyright: ignore[reportAttributeAccessIssue]
    found.length = utf16_length(text[start:end])  # pyright: ignore[reportAttributeAccessIssue]
    found.format = chars  # pyright: ignore[reportAttributeAccessIssue]
    return found
