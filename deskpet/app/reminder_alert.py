"""Tell the user of a reminder outside of the chat: a notification of the desktop, and a chime."""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from deskpet.settings import ReminderSettings
from deskpet.tools.reminders import Reminder
from deskpet.ui.platform import event_loop

logger = logging.getLogger(__name__)


class ReminderAlert(QObject):
    """Shows and sounds a reminder as the settings want it. Their modules are imported with the first one.

    tray_requested: Emitted with a title and a text for the tray icon, if the desktop has no notification service.
    """

    tray_requested = Signal(str, str)

    def __init__(self, settings: Callable[[], ReminderSettings], name: Callable[[], str], icon: str = "") -> None:
        """`settings` and `name`, that of the one who speaks, are called for each reminder. `icon`: an image file."""
        super().__init__()
        self._settings, self._name, self._icon = settings, name, icon

    def tell(self, reminder: Reminder) -> None:
        """Show and sound a reminder, without waiting for either."""
        settings = self._settings()
        if settings.notification:
            event_loop.spawn(self._notify(self._name(), reminder.announcement))
        if settings.sound:
            event_loop.spawn(self._sound())

    async def _notify(self, title: str, text: str) -> None:
        from deskpet.ui.platform import notifications

        if not await notifications.show_by_bus(title, text, self._icon):
            self.tray_requested.emit(title, text)

    async def _sound(self) -> None:
        from deskpet.ui.platform import chime

        if not await chime.play():
            QApplication.beep()
