"""Load the reminders, and say each due one in the chat as a message of the character."""

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.chat.permission import EVERYTHING
from deskpet.chat.read_marks import sorted_marks
from deskpet.config import paths
from deskpet.config.list_file import ListFileError
from deskpet.config.reminders import Reminder
from deskpet.features.host import ConversationPort, Host
from deskpet.features.reminders.feature import FILE
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.reminders.ui.alert import ReminderAlert
from deskpet.listeners import End
from deskpet.text.local_time import local_time
from deskpet.translation import tr

# Maximum time between two checks, in seconds: the clock may be set, and the computer may sleep.
LONGEST_SECONDS = 60.0
# Time between two checks while an answer streams, which a reminder does not interrupt.
_BUSY_SECONDS = 1.0
# Delay from which a reminder also names the time when it was due.
_LATE_SECONDS = 90.0


class RemindersController:
    """Has the reminders, provides them to the tools, and announces those that are due once the chat is open.

    reminders: None if their file can't be read.
    """

    def __init__(self, host: Host) -> None:
        self._host, self.alert = host, ReminderAlert(host)
        self._scheduler: ReminderScheduler | None = None
        self._end_listening: End = lambda: None
        self.reminders = self._load()
        if self.reminders:
            host.tools.provide("reminders", self.reminders)
            host.chat.listen_to_opening(self._start_scheduler)
            self._end_listening = host.files.replaced.add(self._reload)

    def close(self) -> None:
        """Stop waiting."""
        self._end_listening()
        if self._scheduler:
            self._scheduler.stop()
        self.alert.close()

    def _load(self) -> Reminders | None:
        try:
            return Reminders(paths.data_folder() / FILE)
        except ListFileError as error:
            why = str(error)
            QTimer.singleShot(0, lambda: self._host.chat.warn("reminders", tr("Reminders can't be used"), why))
            return None

    def _reload(self) -> None:
        assert self.reminders
        try:
            self.reminders.reload()
        except ListFileError as error:
            self._host.chat.warn("reminders", tr("Reminders can't be used"), str(error))

    def _start_scheduler(self) -> None:
        """Say the reminders that became due while the program did not run, and watch the others."""
        assert self.reminders
        self._scheduler = ReminderScheduler(self.reminders, self._host.conversation)
        self._scheduler.reminded.connect(self.alert.tell)
        self._scheduler.start()


class ReminderScheduler(QObject):
    """Says each reminder once, including those that became due while the program did not run.

    reminded: Emitted with a Reminder after it was said.
    """

    reminded = Signal(object)

    def __init__(
        self, reminders: Reminders, conversation: ConversationPort, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self._reminders, self._conversation, self._clock = reminders, conversation, clock
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._check)
        self._ends = reminders.listen(self._schedule)

    def start(self) -> None:
        """Say the reminders that are due, and start to watch the others."""
        self._check()

    def stop(self) -> None:
        """Say nothing more."""
        self._timer.stop()
        self._ends()

    def _schedule(self) -> None:
        """Start the timer for the next reminder."""
        if self._reminders.all:
            seconds = self._reminders.all[0].due - self._clock()
            self._timer.start(round(min(max(seconds, 0.0), LONGEST_SECONDS) * 1000))
        elif self._reminders.is_unwritten:
            self._timer.start(round(LONGEST_SECONDS * 1000))
        else:
            self._timer.stop()

    def _check(self) -> None:
        self._reminders.write_again()
        due = [each for each in self._reminders.all if each.due <= self._clock()]
        if due and self._conversation.is_running:
            self._timer.start(round(_BUSY_SECONDS * 1000))
            return
        for reminder in due:
            self._say(reminder)
        self._schedule()

    def _say(self, reminder: Reminder) -> None:
        now = self._clock()
        due = local_time(reminder.due)
        is_late = due and now - reminder.due > _LATE_SECONDS
        spoken = replace(reminder, text=f"{due:%Y-%m-%d %H:%M} · {reminder.text}") if is_late else reminder
        text = spoken.announcement
        # First, so that an error while it is said does not have it said again and again.
        self._reminders.finish(reminder, now)
        # Whoever made the model set it knew what was private there.
        blocks, reads = (Text(StreamingText(text)),), sorted_marks(EVERYTHING)
        self._conversation.add_message(Message("assistant", blocks, created_at=now, ended="stop", reads=reads))
        self.reminded.emit(reminder)
