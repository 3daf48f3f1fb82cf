"""Page of the settings about the time together: the days, the mood, and the diary, which can be edited and erased."""

from collections.abc import Sequence
from datetime import date, datetime, time

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from deskpet.features.together.diary import line_of
from deskpet.features.together.mood import TogetherMood, mood_sentence
from deskpet.features.together.time_together import TimeTogether
from deskpet.features.together.ui.diary_rows import DiaryRows
from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_plural
from deskpet.ui.settings.confirmation import Confirmation
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.page_controller import StoredPage
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import FormCard, text_label
from deskpet.ui.widgets.scaled_widget import ScaledWidget

_FIRST, _STEP = 7, 30
_MARK = 34


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the card of a new page of the settings."""
    help_text = tr("What grows between you two. There is nothing to win or to lose, and being away is fine.")
    card = FormCard("calendar", tr("Time with her"), help_text, TogetherPage())
    form.add_field(card, "together", "enabled")
    return (card,)


class TogetherPage(StoredPage):
    """Shows the time with the present persona, and the last days of the diary.

    rows: the diary; its signal `rewritten` is a request as well.

    wanted: Emitted with the number of days to list.
    erase_confirmed: Emitted with the date of a day to erase; None erases all.
    """

    wanted = Signal(int)
    erase_confirmed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("together_page")
        self._limit = _FIRST
        self._erased: date | None = None
        self.mark, self.days, self.mood = MoodMark(), text_label("", "field_title"), text_label("", "field_help")
        self.rows, self.confirmation = DiaryRows(), Confirmation()
        self.rows.erase_requested.connect(self._ask_about_day)
        self.confirmation.confirmed.connect(self._confirm)
        self.confirmation.cancelled.connect(self._focus_list)
        self.more_button = plain_button(tr("Show more"), "together_more", "secondary")
        self.more_button.clicked.connect(self._show_more)
        self.reset_button = plain_button(tr("Begin anew…"), "together_reset", "danger")
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

    def refresh(self) -> None:
        """Request the days to show."""
        self.wanted.emit(self._limit)

    def show_time(self, now: TimeTogether, diary: Sequence[Day], *, is_on: bool) -> None:
        """Show the time together and the days of the diary, the newest first; without `is_on` not her mood."""
        self.days.setText(_summary(now))
        self.mark.show_mood(now.mood)
        self.mood.setText(mood_sentence(now.mood.name) if is_on else tr("No days are counted at present."))
        self.mark.setVisible(is_on)
        self.rows.show_days(diary, now.today)
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

    def _show_more(self) -> None:
        self._limit += _STEP
        self.refresh()

    def _ask_about_day(self, day: Day) -> None:
        why = tr("The day then does not count. Conversations and memories of it stay.")
        self._ask(day.date, tr("Erase “{text}” for good?", text=line_of(day)), why)

    def _ask_about_all(self) -> None:
        why = tr("The days, her mood and the diary are erased, also in the backups. Conversations and memories stay.")
        self._ask(None, tr("Begin anew with her?"), why)

    def _ask(self, erased: date | None, title: str, why: str) -> None:
        self._erased = erased
        self.banner.show_message(None)
        self.confirmation.ask(title, why)
        # After the layout has made room for the question.
        QTimer.singleShot(0, self.confirmation, self.confirmation.scroll_into_view)

    def _confirm(self) -> None:
        self.confirmation.hide()
        self._focus_list()
        self.erase_confirmed.emit(self._erased)

    def _focus_list(self) -> None:
        rows = self.rows.rows
        (rows[0].edit if rows else self.reset_button).setFocus()


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
