"""Watches the reminders: when one is due, the character says it in the chat."""

import logging
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Text
from deskpet.chat.streaming_text import StreamingText
from deskpet.local_time import local_time
from deskpet.tools.reminders import Reminder, Reminders

# A clock that was changed, or a computer that slept, is noticed so soon.
LONGEST_SECONDS = 60.0
# While an answer grows she does not interrupt herself.
_BUSY_SECONDS = 1.0
_LATE_SECONDS = 90.0

logger = logging.getLogger(__name__)


class ReminderController(QObject):
    """Says each reminder once, also when it became due while the program was away.

    reminded: something was said.
    """

    reminded = Signal()

    def __init__(
        self, reminders: Reminders, conversation: Conversation, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self._reminders, self._conversation, self._clock = reminders, conversation, clock
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        reminders.listen(self._wait)

    def start(self) -> None:
        """Begin to watch."""
        self._look()

    def _wait(self) -> None:
        """Look again when the next one is due."""
        if self._reminders.all:
            seconds = self._reminders.all[0].due - self._clock()
            self._timer.start(round(min(max(seconds, 0.0), LONGEST_SECONDS) * 1000))
        else:
            self._timer.stop()

    def _look(self) -> None:
        due = [each for each in self._reminders.all if each.due <= self._clock()]
        if due and self._conversation.is_running:
            self._timer.start(round(_BUSY_SECONDS * 1000))
            return
        for reminder in due:
            self._say(reminder)
        self._wait()

    def _say(self, reminder: Reminder) -> None:
        now = self._clock()
        due = local_time(reminder.due)
        was_due = f"{due:%Y-%m-%d %H:%M} · " if due and now - reminder.due > _LATE_SECONDS else ""
        text = f"⏰ {was_due}{reminder.text}"
        try:
            # Forgotten first: one that can't be taken off the list would be said without end.
            self._reminders.remove(reminder.number)
        except OSError:
            logger.exception("a reminder can't be taken off the list")
            self._timer.stop()
            return
        self._conversation.say(Message("assistant", (Text(StreamingText(text)),), created_at=now, ended="stop"))
        self.reminded.emit()
