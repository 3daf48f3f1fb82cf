"""The page about the time together in the settings: the days, the mood, and the diary, which can be edited."""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import partial
from sqlite3 import Connection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.together import time_together
from deskpet.features.together.diary import LONGEST_NOTE, MAX_FACTS, line_of
from deskpet.features.together.mood import TogetherMood, mood_sentence
from deskpet.features.together.time_together import TimeTogether
from deskpet.store import StoreError, together_days
from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card
from deskpet.ui.settings.page_controller import StoredListPage, StoredPageController
from deskpet.ui.settings.record_list import NOTES, Edit, ListRecord, RecordList, RowAction
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import ScaledWidget

_MARK = 34


class TogetherPage(StoredListPage):
    """Shows the time with the present persona, and the last days of the diary.

    rewritten: Emitted with a Day and the user's own line for it; an empty one restores hers.
    erase_confirmed: Emitted with the date of a day to erase; None erases all.
    """

    first, step = 7, 30
    rewritten = Signal(object, str)
    erase_confirmed = Signal(object)

    def __init__(self) -> None:
        super().__init__("together")
        self.mark, self.days, self.mood = MoodMark(), text_label("", "field_title"), text_label("", "field_help")
        self.rows = RecordList(style=NOTES)
        self.reset_button = plain_button(tr("Start over…"), "together_reset", "danger")
        self.reset_button.clicked.connect(self._ask_about_all)
        self._lay_out()

    def _lay_out(self) -> None:
        head, texts, column, buttons = QHBoxLayout(), QVBoxLayout(), QVBoxLayout(self), QHBoxLayout()
        texts.setSpacing(1)
        for label in (self.days, self.mood):
            texts.addWidget(label)
        head.setSpacing(theme.S3)
        head.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addWidget(self.rows)
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.more_button)
        buttons.addWidget(self.reset_button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self.confirmation)
        column.addWidget(self.banner)

    def show_time(self, now: TimeTogether, diary: Sequence[Day], *, is_on: bool) -> None:
        """Show the time together and the days of the diary, the newest first; without `is_on` not her mood."""
        self.days.setText(_summary(now))
        self.mark.show_mood(now.mood)
        self.mood.setText(mood_sentence(now.mood.name) if is_on else tr("No days are counted at present."))
        self.mark.setVisible(is_on)
        self.rows.show_records(self._record(day, now.today) for day in diary)
        self.rows.setVisible(bool(diary))
        self.more_button.setVisible(now.count > len(diary))
        self.reset_button.setEnabled(now.count > 0)

    def show_unavailable(self, why: str) -> None:
        """Show why the days can't be read."""
        self.days.setText(why)
        self.mood.setText("")
        for widget in (self.mark, self.more_button, self.rows):
            widget.hide()
        self.reset_button.setEnabled(False)

    def _record(self, day: Day, today: date) -> ListRecord:
        title, line = _title(day.date, today), line_of(day)
        save = partial(self.rewritten.emit, day)
        return ListRecord(
            day.date,
            f"{title}: {line}",
            (("field_help", tr("{day} · day {n}", day=title, n=day.number)), ("quote", line)),
            (
                RowAction("edit_day", tr("Edit {name}", name=title), icon="edit"),
                RowAction("erase_day", tr("Erase: {text}", text=title), partial(self._ask_about_day, day), "trash"),
            ),
            Edit(1, "edit_day", tr("The line about {day}", day=title), LONGEST_NOTE, save, may_be_empty=True),
        )

    def _ask_about_day(self, day: Day) -> None:
        why = tr("The day then does not count. Conversations and memories of it stay.")
        self._ask(day.date, tr("Erase “{text}” for good?", text=line_of(day)), why)

    def _ask_about_all(self) -> None:
        why = tr("The days, her mood and the diary are erased, also in the backups. Conversations and memories stay.")
        self._ask(None, tr("Start over with her?"), why)

    def _ask(self, erased: date | None, title: str, why: str) -> None:
        self.ask(title, why, partial(self._erase, erased), self._focus_list)

    def _erase(self, erased: date | None) -> None:
        self._focus_list()
        self.erase_confirmed.emit(erased)

    def _focus_list(self) -> None:
        rows = self.rows.rows
        (rows[0].button("edit_day") if rows else self.reset_button).setFocus()


class MoodMark(ScaledWidget):
    """A small face, whose smile is the wider the better the mood is."""

    def __init__(self) -> None:
        super().__init__(QSize(_MARK, _MARK))
        self._mood = TogetherMood()

    def show_mood(self, mood: TogetherMood) -> None:
        """Show a mood."""
        self._mood = mood
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, side = theme.current(), self.width()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(self.rect())
        painter.setBrush(look.colour("accent"))
        for x in (0.36, 0.64):
            painter.drawEllipse(QPointF(x * side, 0.42 * side), 0.05 * side, 0.06 * side)
        painter.setPen(QPen(look.colour("accent"), 0.055 * side, c=Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # An arc below its centre, in sixteenths of a degree from three o'clock: calm is a slight smile.
        width, height = (0.24 + 0.16 * self._mood.valence) * side, (0.08 + 0.24 * self._mood.valence) * side
        painter.drawArc(QRectF((side - width) / 2, 0.6 * side - height / 2, width, height), 180 * 16, 180 * 16)


def _summary(now: TimeTogether) -> str:
    if now.since is None:
        return tr("Your first day together is still to come.")
    since = language.format_datetime(datetime.combine(now.since, time()), tr("d MMM yyyy"))
    return tr_plural(now.count, "1 day together, since {since}", "{n} days together, since {since}", since=since)


def _title(day: date, today: date) -> str:
    """Return what a day is called: by its distance from today, or by its date."""
    age = (today - day).days
    if age in {0, 1}:
        return tr("Yesterday") if age else tr("Today")
    pattern = tr("dddd, d MMM") if day.year == today.year else tr("d MMM yyyy")
    return language.format_datetime(datetime.combine(day, time()), pattern)


CARDS = (
    Card(
        *("calendar", tr_noop("Time together")),
        tr_noop("What grows between you two. There is nothing to win or to lose, and being away is fine."),
        "together",
        (lambda _: TogetherPage(), "enabled"),
    ),
)


class TogetherPageController(StoredPageController[TogetherPage]):
    """Connects the page of each settings window to the store, also while no days are counted."""

    kind = TogetherPage

    def __init__(self, page: QWidget, host: Host) -> None:
        super().__init__(page, host.store)
        self._settings = host.settings
        for section in ("together", "persona"):
            self.until_closed(host.settings.listen(section, self._on_settings_changed))
        self.page.wanted.connect(lambda limit: event_loop.spawn(self._show(limit)))
        self.page.erase_confirmed.connect(lambda day: self._start(self._erase(day)))
        self.page.rewritten.connect(lambda day, text: self._start(self._rewrite(day, text)))

    @property
    def _persona(self) -> str:
        return self._settings.now.persona.chosen

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if (before.together, before.persona.chosen) != (after.together, after.persona.chosen):
            self._timer.start()

    async def _show(self, limit: int) -> None:
        work = partial(_read, persona=self._persona, today=datetime.now().astimezone().date(), limit=limit)
        try:
            found, diary = await self._open_store().query(work)
        except StoreError as error:
            if self.is_open:
                self.page.show_unavailable(str(error))
            return
        if self.is_open:
            self.page.show_time(found, diary, is_on=self._settings.now.together.enabled)

    async def _rewrite(self, day: Day, text: str) -> None:
        facts = [fact.id for fact in day.facts]
        work = partial(together_days.write_note, persona=self._persona, day=day.date, note=text, fact_ids=facts)
        await self._open_store().change(work)

    async def _erase(self, day: date | None) -> BannerText:
        store, persona = self._open_store(), self._persona
        if day is None:
            await store.change(partial(together_days.erase_all, persona=persona))
        else:
            await store.change(partial(together_days.erase_day, persona=persona, day=day))
        await store.clear_traces()
        return BannerText("success", tr("It is erased"), tr("Backups that still held it were replaced by a new one."))


def _read(database: Connection, persona: str, today: date, limit: int) -> tuple[TimeTogether, tuple[Day, ...]]:
    found = together_days.read(database, persona, today, limit)
    return time_together.read(database, persona, today), together_days.with_facts(database, persona, found, MAX_FACTS)
