"""Announce a reminder outside of the chat: a desktop notification, a chime, and a bubble beside the character."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from deskpet.config.reminders import Reminder
from deskpet.config.settings import ReminderSettings
from deskpet.features.host import Host
from deskpet.ui.platform import event_loop

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import PresenceMonitor
    from deskpet.ui.platform.user_presence import UserPresence


class ReminderAlert:
    """Shows a notification at once, and the bubble as soon as it disturbs nobody.

    During a full screen, a call or "do not disturb" there is only the notification, which the desktop may hold back
    itself. The system is asked about the user while a reminder waits, and never before the first one; the modules
    for all of this are imported with it. `look` asks the system.
    """

    def __init__(self, host: Host) -> None:
        self._host, self.look = host, host.character.presence
        self._monitor: PresenceMonitor | None = None
        self._is_sound_due = False
        self._unseen: list[Reminder] = []
        self._stop_listening = host.character.listen_to_visibility(self._on_character_visible)

    @property
    def _settings(self) -> ReminderSettings:
        return self._host.settings.now.reminders

    def tell(self, reminder: Reminder) -> None:
        """Announce a reminder. Returns at once."""
        if self._settings.notification:
            self._host.windows.notify(reminder.announcement)
        self._is_sound_due = True
        # A repeated one may be due again before it was seen.
        self._unseen = [*(each for each in self._unseen if each.announcement != reminder.announcement), reminder]
        self._look_now()

    def close(self) -> None:
        """Stop waiting. Reminders that were not announced are in the chat."""
        self._stop_listening()
        self._unseen.clear()
        if self._monitor:
            self._monitor.watch(False)

    def _look_now(self) -> None:
        if self._monitor is None:
            from deskpet.ui.platform.presence_monitor import PresenceMonitor

            self._monitor = PresenceMonitor(self.look, lambda: True)
            self._monitor.looked.connect(self._on_looked)
        self._monitor.watch(True)
        self._monitor.look_now()

    def _on_looked(self, presence: "UserPresence") -> None:
        if self._is_sound_due and _may_sound(presence):
            self._is_sound_due = False
            if self._settings.sound:
                event_loop.spawn(self._sound())
            self._host.character.stage.greet()
        character = self._host.character
        if self._host.chat.is_shown:
            self._unseen.clear()
        elif self._unseen and character.is_visible and _may_be_seen(presence):
            self._show_bubble()
        # While she is hidden, a bubble waits until she is visible.
        is_bubble_due = bool(self._unseen) and character.is_visible
        if self._monitor and not self._is_sound_due and not is_bubble_due:
            self._monitor.watch(False)

    def _on_character_visible(self, is_visible: bool) -> None:
        if is_visible and self._unseen:
            self._look_now()

    def _show_bubble(self) -> None:
        from deskpet.ui.pet.speech_bubble import SpeechBubble

        text = "\n".join(each.announcement for each in self._unseen)
        self._unseen.clear()
        bubble = SpeechBubble(self._host.chat.window.name, text, is_asked_for=True)
        bubble.opened.connect(self._host.bubbles.close)
        bubble.opened.connect(self._host.chat.bring)
        self._host.bubbles.show(bubble)

    async def _sound(self) -> None:
        from deskpet.features.reminders import chime

        if not await chime.play():
            QApplication.beep()


# The user has asked for the reminder, so it is announced in any case. An unknown state of the system blocks nothing
# here, unlike for words that nobody has asked for.


def _may_sound(presence: "UserPresence") -> bool:
    """Return whether a sound disturbs nobody. It is also played while the user is away from the keyboard."""
    return not (presence.has_full_screen or presence.is_disturbance_refused or presence.is_microphone_used)


def _may_be_seen(presence: "UserPresence") -> bool:
    """Return whether the user is present to read a bubble, which fades, and a bubble does not disturb."""
    from deskpet.ui.platform.user_presence import ACTIVE_SECONDS

    is_away = presence.idle_seconds is not None and presence.idle_seconds > ACTIVE_SECONDS
    return _may_sound(presence) and not presence.is_locked and not is_away
