"""The tool calls that ran, in the settings: the newest in a list, and what reads them from the store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from deskpet.chat.call_state import CANCELLED, REFUSED
from deskpet.chat.messages import ToolUse
from deskpet.store import CallRecord, Store
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.base import ToolLook, default_look
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import StoredListPage
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.entry_list import ENTRY, EntryModel
from deskpet.ui.widgets.form import column_in, text_label
from deskpet.ui.widgets.item_delegate import AnyIndex, option_rect, option_state, paint_ground, paint_line

_ROW, _LINE, _GLYPH, _GAP = 46, 18, 18, 12

Tone = Literal["muted", "error"]


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A call as it is listed; all fields but `icon` and `tone` are texts to show.

    preview: its arguments in one line, may be empty. decision: who allowed it. outcome: how it ended.
    """

    title: str
    icon: str
    preview: str
    when: str
    decision: str
    outcome: str
    tone: Tone = "muted"

    @property
    def details(self) -> str:
        """The second line."""
        return " · ".join(part for part in (self.when, self.decision, self.outcome) if part)

    @property
    def spoken(self) -> str:
        """The sentence of a screen reader."""
        return ", ".join(part for part in (self.title, self.preview, self.details) if part)


class JournalPage(StoredListPage[list[JournalEntry]]):
    """Lists the newest calls, the newest first."""

    first, step, most = 100, 100, 500
    # A new call would move the rows under the pointer while the user reads them.
    follows_changes = False

    def __init__(self) -> None:
        super().__init__("journal")
        self._look_of: Callable[[str], ToolLook] = default_look
        self._empty = text_label(tr("Nothing yet. Every call of a tool adds a line here."), "field_help")
        self.list = _JournalList()
        more = (self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        column_in(self, theme.S2, self._empty, self.list, self.banner, more)
        self.show_content([])

    def serve(self, look_of: Callable[[str], ToolLook], store: Callable[[], Store | None]) -> None:
        """List the calls in the store that `store` returns. look_of: returns how the tool of a name is displayed."""
        self._look_of = look_of
        self.list_from(store)

    async def read(self, store: Store) -> list[JournalEntry]:
        calls = await store.calls(self.limit)
        return await event_loop.in_thread(lambda: [_entry(each, self._look_of(each.tool)) for each in calls])

    def show_content(self, content: list[JournalEntry]) -> None:
        # Fewer than were wanted means that there are no more.
        self.list.show_entries(content)
        self.list.setVisible(bool(content))
        self._empty.setVisible(not content)
        self.more_button.setVisible(self.limit <= len(content) < self.most)
        self.banner.show_message(None)

    def show_unavailable(self, why: str) -> None:
        self.show_message(BannerText("error", tr("The calls can't be read"), why))


class _JournalList(QListView):
    """As high as its rows: the page around it scrolls, and only the visible rows are painted."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("journal_list")
        self.setAccessibleName(tr("Call log"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model = EntryModel[JournalEntry](self)
        self.setModel(self._model)
        self.setItemDelegate(_JournalDelegate(self))

    def show_entries(self, entries: Sequence[JournalEntry]) -> None:
        self._model.show_entries(entries)
        self.setFixedHeight(max(1, len(entries)) * theme.scaled(_ROW))


class _JournalDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, theme.scaled(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry, rect = index.data(ENTRY), QRectF(option_rect(option))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, rect.adjusted(0, 1, 0, -1), option_state(option))
        glyph = QRectF(rect.left() + _GAP, rect.center().y() - _GLYPH / 2, _GLYPH, _GLYPH)
        icons.paint(painter, entry.icon, "muted", glyph)
        line = theme.scaled(_LINE)
        first = QRectF(glyph.right() + _GAP, rect.center().y() - line, rect.right() - glyph.right() - 2 * _GAP, line)
        taken = paint_line(painter, entry.title, first, "text", theme.demibold_font(theme.TEXT - 1))
        rest = first.adjusted(taken + 8, 0, 0, 0)
        paint_line(painter, entry.preview, rest, "muted", theme.ui_font(theme.TEXT - 1))
        second = first.translated(0, line)
        before = " · ".join(part for part in (entry.when, entry.decision) if part) + (" · " if entry.outcome else "")
        small = theme.ui_font(theme.SMALL)
        taken = paint_line(painter, before, second, "muted", small)
        paint_line(painter, entry.outcome, second.adjusted(taken, 0, 0, 0), entry.tone, small)
        painter.restore()


_DECISIONS = {
    "allowed": tr_noop("allowed by the settings"),
    "rule": tr_noop("allowed by a rule"),
    "asked": tr_noop("you were asked"),
    "manual": tr_noop("run by you"),
    "refused": tr_noop("refused"),
}


def _entry(record: CallRecord, look: ToolLook) -> JournalEntry:
    call = ToolUse(record.tool, "", input=record.arguments)
    preview = "" if record.arguments is None else preview_of(call, look.preview)
    when = language.format_timestamp(record.at, datetime.now().astimezone())
    decision = tr(_DECISIONS.get(record.decision, record.decision))
    outcomes = {"success": tr("done"), REFUSED: "", CANCELLED: tr("cancelled")}
    outcome = outcomes.get(record.outcome, tr("failed: {code}", code=record.outcome))
    tone = "muted" if record.outcome in outcomes else "error"
    return JournalEntry(look.title, look.icon, preview, when, decision, outcome, tone)
