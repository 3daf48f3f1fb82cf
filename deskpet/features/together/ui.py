"""The page about the time together in the settings: the days, the mood, and the diary, which can be edited."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import partial
from sqlite3 import Connection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.together import diary, time_together
from deskpet.features.together.diary import LONGEST_NOTE, MAX_FACTS
from deskpet.features.together.time_together import TimeTogether, TogetherMood, mood_sentence
from deskpet.store import Store, together_days
from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import StoredListPage, part_of, until_closed
from deskpet.ui.settings.record_list import NOTES, Edit, ListRecord, RecordList, RowAction
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, at_top, column_in, column_of, line_of, text_label
from deskpet.ui.widgets.icons import ScaledWidget

_MARK = 34


@dataclass(frozen=True, slots=True)
class Diary:
    """The time together, and the last days with her lines. is_on: whether days are counted at present."""

    now: TimeTogether
    days: Sequence[Day] = ()
    is_on: bool = True


class TogetherPage(StoredListPage[Diary]):
    """Shows the time with the present persona, and the last days of the diary, also while no days are counted."""

    first, step = 7, 30

    def __init__(self) -> None:
        super().__init__("together")
        self._settings: Callable[[], Settings] = Settings
        self.mark, self.days, self.mood = MoodMark(), text_label("", "field_title"), text_label("", "field_help")
        self.rows = RecordList(style=NOTES)
        self.reset_button = plain_button(tr("Start over…"), "together_reset", "danger")
        self.reset_button.clicked.connect(self._ask_about_all)
        self._lay_out()
        self.show_unavailable("")

    def _lay_out(self) -> None:
        head = line_of(theme.S3, at_top(self.mark), (column_of(1, self.days, self.mood), 1))
        buttons = line_of(theme.S2, self.more_button, self.reset_button, STRETCH)
        column_in(self, theme.S2, head, self.rows, buttons, self.confirmation, self.banner)

    def serve(self, host: Host) -> None:
        """Show the days of a running program."""
        self._settings = lambda: host.settings.now
        for section in ("together", "persona"):
            until_closed(self, host.settings.listen(section, self._on_settings_changed))
        self.list_from(host.store)

    @property
    def _persona(self) -> str:
        return self._settings().persona.chosen

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if (before.together, before.persona.chosen) != (after.together, after.persona.chosen):
            self.refresh_soon()

    async def read(self, store: Store) -> Diary:
        persona, today, limit = self._persona, datetime.now().astimezone().date(), self.limit
        is_on = self._settings().together.enabled

        def read(database: Connection) -> Diary:
            found = together_days.read(database, persona, today, limit)
            days = together_days.with_facts(database, persona, found, MAX_FACTS)
            return Diary(time_together.read(database, persona, today), days, is_on)

        return await store.query(read)

    def show_content(self, content: Diary) -> None:
        now, is_on = content.now, content.is_on
        self.days.setText(_summary(now))
        self.mark.show_mood(now.mood)
        self.mood.setText(mood_sentence(now.mood.name) if is_on else tr("No days are counted at present."))
        self.mark.setVisible(is_on)
        self.rows.show_records(self._record(day, now.today) for day in content.days)
        self.rows.setVisible(bool(content.days))
        self.more_button.setVisible(now.count > len(content.days))
        self.reset_button.setEnabled(now.count > 0)

    def show_unavailable(self, why: str) -> None:
        self.days.setText(why)
        self.mood.setText("")
        for widget in (self.mark, self.more_button, self.rows):
            widget.hide()
        self.reset_button.setEnabled(False)

    def focus_content(self) -> None:
        rows = self.rows.rows
        (rows[0].button("edit_day") if rows else self.reset_button).setFocus()

    def _record(self, day: Day, today: date) -> ListRecord:
        title, line = _title(day.date, today), diary.line_of(day)
        return ListRecord(
            day.date,
            f"{title}: {line}",
            (("field_help", tr("{day} · day {n}", day=title, n=day.number)), ("day_line", line)),
            (
                RowAction("edit_day", tr("Edit {name}", name=title), icon="edit"),
                RowAction("erase_day", tr("Erase: {text}", text=title), partial(self._ask_about_day, day), "trash"),
            ),
            Edit(
                1,
                "edit_day",
                tr("The line about {day}", day=title),
                LONGEST_NOTE,
                partial(self._rewrite, day),
                may_be_empty=True,
            ),
        )

    def _rewrite(self, day: Day, text: str) -> None:
        """Replace the line about a day by the user's own; an empty one restores hers."""
        facts = [fact.id for fact in day.facts]
        self.change(partial(together_days.write_note, persona=self._persona, day=day.date, note=text, fact_ids=facts))

    def _ask_about_day(self, day: Day) -> None:
        why = tr("The day then does not count. Conversations and memories of it stay.")
        erase = partial(together_days.erase_day, persona=self._persona, day=day.date)
        self.ask_to_erase(tr("Erase “{text}” for good?", text=diary.line_of(day)), why, erase)

    def _ask_about_all(self) -> None:
        why = tr("The days, her mood and the diary are erased, also in the backups. Conversations and memories stay.")
        self.ask_to_erase(tr("Start over with her?"), why, partial(together_days.erase_all, persona=self._persona))


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
        "calendar",
        tr_noop("Time together"),
        tr_noop("What grows between you two. There is nothing to win or to lose, and being away is fine."),
        "together",
        (lambda _: TogetherPage(), "enabled"),
    ),
)
PAGE = PageContent(CARDS, lambda page, host, _: part_of(page, TogetherPage).serve(host))
