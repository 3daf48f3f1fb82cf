"""Announce a reminder outside of the chat: a desktop notification, a chime, and a bubble beside the character."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from deskpet.app.speech_bubble_controller import SpeechBubbleController
from deskpet.config.settings import ReminderSettings
from deskpet.tools.reminders import Reminder
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look, PresenceMonitor
    from deskpet.ui.platform.user_presence import UserPresence


class ReminderAlert(QObject):
    """Shows a notification at once, and the bubble as soon as it disturbs nobody.

    During a full screen, a call or "do not disturb" there is only the notification, which the desktop may hold back
    itself. The system is asked about the user while a reminder waits, and never before the first one; the modules
    for all of this are imported with it. `look` asks the system; None is this computer's own.

    sounded: Emitted when a reminder may be heard.
    opened: Emitted if the user clicks the bubble.
    tray_requested: Emitted with a title and a text for the tray icon, if the desktop has no notification service.
    """

    sounded = Signal()
    opened = Signal()
    tray_requested = Signal(str, str)

    def __init__(
        self,
        settings: Callable[[], ReminderSettings],
        name: Callable[[], str],
        pet: PetWindow,
        bubbles: SpeechBubbleController,
        is_chat_shown: Callable[[], bool],
        icon: str = "",
    ) -> None:
        """`settings` and `name` (of the speaker) are called for each reminder. `icon`: an image file."""
        super().__init__()
        self._settings, self._name, self._icon = settings, name, icon
        self._pet, self._bubbles, self._is_chat_shown = pet, bubbles, is_chat_shown
        self.look: Look | None = None
        self._monitor: PresenceMonitor | None = None
        self._is_sound_due = False
        self._unseen: list[Reminder] = []
        pet.visibleChanged.connect(self._on_pet_visible)

    def tell(self, reminder: Reminder) -> None:
        """Announce a reminder. Returns at once."""
        if self._settings().notification:
            event_loop.spawn(self._notify(self._name(), reminder.announcement))
        self._is_sound_due = True
        # A repeated one may be due again before it was seen.
        self._unseen = [*(each for each in self._unseen if each.announcement != reminder.announcement), reminder]
        self._look_now()

    def close(self) -> None:
        """Stop waiting. Reminders that were not announced are in the chat."""
        self._unseen.clear()
        if self._monitor:
            self._monitor.watch(False)

    def _look_now(self) -> None:
        if self._monitor is None:
            from deskpet.ui.platform.presence_monitor import PresenceMonitor, system_probe

            self._monitor = PresenceMonitor(self.look or system_probe(self._pet), lambda: True, self)
            self._monitor.looked.connect(self._on_looked)
        self._monitor.watch(True)
        self._monitor.look_now()

    def _on_looked(self, presence: "UserPresence") -> None:
        from deskpet.app.reminder_gates import may_be_seen, may_sound

        if self._is_sound_due and may_sound(presence):
            self._is_sound_due = False
            if self._settings().sound:
                event_loop.spawn(self._sound())
            self.sounded.emit()
        if self._is_chat_shown():
            self._unseen.clear()
        elif self._unseen and self._pet.isVisible() and may_be_seen(presence):
            self._show_bubble()
        # While she is hidden, a bubble waits for `visibleChanged`.
        is_bubble_due = bool(self._unseen) and self._pet.isVisible()
        if self._monitor and not self._is_sound_due and not is_bubble_due:
            self._monitor.watch(False)

    def _on_pet_visible(self, is_visible: bool) -> None:
        if is_visible and self._unseen:
            self._look_now()

    def _show_bubble(self) -> None:
        from deskpet.ui.pet.speech_bubble import SpeechBubble

        text = "\n".join(each.announcement for each in self._unseen)
        self._unseen.clear()
        bubble = SpeechBubble(self._name(), text, is_asked_for=True)
        bubble.opened.connect(self._bubbles.close)
        bubble.opened.connect(self.opened)
        self._bubbles.show(bubble)

    async def _notify(self, title: str, text: str) -> None:
        from deskpet.ui.platform import notifications

        if not await notifications.show_by_bus(title, text, self._icon):
            self.tray_requested.emit(title, text)

    async def _sound(self) -> None:
        from deskpet.ui.platform import chime

        if not await chime.play():
            QApplication.beep()
