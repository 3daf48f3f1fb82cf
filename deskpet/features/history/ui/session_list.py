"""Item model for the list of sessions, or of search hits."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, IntEnum, auto
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QModelIndex, QStringListModel, Qt

from deskpet.store import SearchHit, Session
from deskpet.text.local_time import MAX_LOCAL_TIME, begin_of_day
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.widgets import language
from deskpet.ui.widgets.item_delegate import AnyIndex


class SessionMark(Enum):
    """She answers in a session, waits for the user there, or has answered while it was not on screen."""

    ANSWERING = auto()
    WAITING = auto()
    UNSEEN = auto()


NO_MARKS: Mapping[str, SessionMark] = MappingProxyType({})
# What the second line of a session says instead of its last words.
MARK_TEXTS = {SessionMark.ANSWERING: tr_noop("Answering…"), SessionMark.WAITING: tr_noop("Waits for you")}
NEW_ANSWER = tr_noop("new answer")
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
    """A heading above the sessions of a period, or of a folder with `count` sessions, which can be closed."""

    words: str
    count: int = 0
    is_open: bool = True

    @property
    def is_folder(self) -> bool:
        """Whether it is the heading of a folder."""
        return self.count > 0


Item = Session | SearchHit | Heading


class SessionRole(IntEnum):
    """Item data roles used by the delegate."""

    ITEM = Qt.ItemDataRole.UserRole + 1
    IS_CURRENT = Qt.ItemDataRole.UserRole + 2
    TITLE = Qt.ItemDataRole.UserRole + 3
    IS_ARCHIVED = Qt.ItemDataRole.UserRole + 4
    MARK = Qt.ItemDataRole.UserRole + 5


class SessionModel(QStringListModel):
    """Sessions below headings, or search hits.

    The base class, whose strings are empty, answers in C++ how many rows there are: a layout of the view asks for each.
    """

    def __init__(self) -> None:
        super().__init__()
        self._items: list[Item] = []
        self._sessions: dict[str, Session] = {}
        self._current: str | None = None
        self._marks = NO_MARKS

    def show_items(self, items: list[Item], sessions: Iterable[Session] = ()) -> bool:
        """Replace the items; hits have the titles of `sessions`. Returns False if nothing changed."""
        start = _common_length(self._items, items)
        kept = _common_length(reversed(self._items[start:]), reversed(items[start:]))
        end, stop = len(self._items) - kept, len(items) - kept
        added, titles = items[start:stop], {each.id: each for each in sessions}
        has_other_titles, self._sessions = titles != self._sessions, titles
        if list(map(_key, self._items[start:end])) == list(map(_key, added)):
            # The view keeps its selection.
            self._items[start:end] = added
            if added:
                self.dataChanged.emit(self.index(start), self.index(stop - 1))
            added, end = [], start
        if end > start:
            del self._items[start:end]
            self.removeRows(start, end - start)
        if added:
            self._items[start:start] = added
            self.insertRows(start, len(added))
        if has_other_titles and items:
            self.dataChanged.emit(self.index(0), self.index(len(items) - 1))
        return has_other_titles or end > start or bool(added)

    def index_of(self, item: Item | None, row: int) -> QModelIndex:
        """Return the index of `item`, formerly in `row`; for a removed session that of the nearest, else invalid."""
        key = _key(item) if item else None
        found = next((at for at, each in enumerate(self._items) if _key(each) == key), -1)
        if found < 0 and isinstance(item, Session):
            sessions = (at for at, each in enumerate(self._items) if isinstance(each, Session))
            found = min(sessions, key=lambda at: (at < row, abs(at - row)), default=-1)
        return self.index(found)

    def indexes_of(self, sessions: Collection[str]) -> list[QModelIndex]:
        """Return the indexes of the sessions with these ids that are shown."""
        rows = (row for row, each in enumerate(self._items) if isinstance(each, Session) and each.id in sessions)
        return [self.index(row) for row in rows]

    def show_state(self, current: str | None, marks: Mapping[str, SessionMark]) -> None:
        """Show which session is open, and what happens in sessions, by their ids."""
        changed = {*marks, *self._marks} if marks != self._marks else set[str]()
        if current != self._current:
            changed |= {each for each in (self._current, current) if each}
        self._current, self._marks = current, marks
        for index in self.indexes_of(changed) if changed else ():
            self.dataChanged.emit(index, index)

    def item(self, index: AnyIndex) -> Item | None:
        return self._items[index.row()] if 0 <= index.row() < len(self._items) else None

    def session(self, index: AnyIndex) -> Session | None:
        """Return the session in a row, or that of a hit."""
        item = self.item(index)
        if isinstance(item, SearchHit):
            return self._sessions.get(item.session_id)
        return item if isinstance(item, Session) else None

    def title_of(self, session: str) -> str:
        found = self._sessions.get(session)
        return found.title if found and found.title else tr(UNTITLED)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        item = self.item(index)
        if isinstance(item, Heading) and not item.is_folder:
            return Qt.ItemFlag.ItemIsEnabled
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable if isinstance(item, SearchHit) else usable | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Leave the edited title to the panel."""
        return False

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        match role:
            case SessionRole.ITEM:
                found: Any = item
            case SessionRole.IS_CURRENT:
                found = isinstance(item, Session) and item.id == self._current
            case SessionRole.MARK:
                found = self._marks.get(item.id) if isinstance(item, Session) else None
            case SessionRole.IS_ARCHIVED:
                found = bool((session := self.session(index)) and session.is_archived)
            case SessionRole.TITLE:
                found = self.title_of(item.session_id) if isinstance(item, SearchHit) else self._text_of(item)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                found = self._text_of(item)
            case Qt.ItemDataRole.AccessibleTextRole:
                found = self._spoken(item)
            case Qt.ItemDataRole.ToolTipRole:
                found = _tooltip(item)
            case _:
                found = None
        return found

    def _spoken(self, item: Item | None) -> str:
        text = self._text_of(item)
        mark = self._marks.get(item.id) if isinstance(item, Session) else None
        match item:
            case Session() if mark:
                return tr("{text}, {when}", text=text, when=tr(MARK_TEXTS.get(mark, NEW_ANSWER)))
            case Session(is_pinned=True):
                return tr("{title}, pinned", title=text)
            case SearchHit(at=at) if when := language.format_timestamp(at, now()):
                return tr("{text}, {when}", text=text, when=when)
            case Heading(count=count) if count:
                held = tr_plural(count, "folder with 1 conversation", "folder with {n} conversations")
                return tr("{text}, {when}", text=text, when=held)
            case _:
                return text

    def _text_of(self, item: Item | None) -> str:
        match item:
            case Session():
                return item.title or tr(UNTITLED)
            case SearchHit():
                text = self.title_of(item.session_id)
                if item.message_id is not None:
                    text = tr("{title}: {choice}", title=text, choice=item.snippet)
                return text
            case Heading():
                return item.words
            case None:
                return ""


def _key(item: Item) -> object:
    """Return what tells an item from others, also after it has changed."""
    if isinstance(item, Session):
        return item.id
    return (item.words, item.is_folder) if isinstance(item, Heading) else item


def _tooltip(item: Item | None) -> str | None:
    if isinstance(item, SearchHit):
        return language.format_timestamp(item.at, now()) or None
    return item.title if isinstance(item, Session) and len(item.title) > 28 else None


def _common_length(some: Iterable[Item], others: Iterable[Item]) -> int:
    """Return how many items are the same at the beginning."""
    count = 0
    for one, other in zip(some, others, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count


def group_by_time(sessions: Iterable[Session], today: date, open_folders: Collection[str] = ()) -> list[Item]:
    """Group sessions below headings: pinned ones, folders, then the others by time of change, the newest first."""
    ordered = sorted(sessions, key=attrgetter("changed_at"), reverse=True)
    groups: dict[Heading, list[Session]] = {}
    if pinned := [each for each in ordered if each.is_pinned]:
        groups[Heading(tr("Pinned"))] = pinned
    rest = [each for each in ordered if not each.is_pinned]
    folders: dict[str, list[Session]] = {}
    for session in (each for each in rest if each.folder):
        folders.setdefault(session.folder, []).append(session)
    for folder, inside in sorted(folders.items(), key=lambda each: each[0].casefold()):
        is_open = folder in open_folders
        groups[Heading(folder, len(inside), is_open)] = inside if is_open else []
    return [
        item
        for heading, group in (*groups.items(), *_periods([each for each in rest if not each.folder], today))
        for item in (heading, *group)
    ]


def _periods(ordered: list[Session], today: date) -> list[tuple[Heading, list[Session]]]:
    """Return the headings of the times with sessions, and these; `ordered` has the newest first."""

    def count_since(at: float) -> int:
        return bisect_right(ordered, -at, key=lambda each: -each.changed_at)

    # A time that no calendar knows is of a damaged file.
    first = start = count_since(MAX_LOCAL_TIME)
    groups: list[tuple[Heading, list[Session]]] = []
    for days, words in _PERIODS:
        end = max(start, count_since(begin_of_day(today - timedelta(days=days))))
        groups.append((Heading(tr(words)), ordered[start:end]))
        start = end
    groups.append((Heading(tr("Earlier")), ordered[start:] + ordered[:first]))
    return [(heading, group) for heading, group in groups if group]


def group_by_session(hits: Iterable[SearchHit], sessions: Iterable[Session]) -> list[SearchHit]:
    """Put the title of each conversation before its hits, unless the title is one of them."""
    changed_at = {session.id: session.changed_at for session in sessions}
    items, last = list[SearchHit](), ""
    for hit in hits:
        if hit.session_id != last and hit.message_id is not None:
            items.append(SearchHit(hit.session_id, None, "", (), changed_at.get(hit.session_id, hit.at)))
        last = hit.session_id
        items.append(hit)
    return items


def now() -> datetime:
    """Return the present time, with the time zone."""
    return datetime.now().astimezone()
