"""Show a notification of the desktop: through org.freedesktop.Notifications on Linux, else through the tray icon.

The specification: https://specifications.freedesktop.org/notification-spec/latest/
"""

import logging
import sys

from PySide6.QtCore import QObject, Signal

from deskpet.processes.threads import run_in_thread
from deskpet.ui.platform import event_loop

_TIMEOUT_SECONDS = 5.0

logger = logging.getLogger(__name__)


class Notifier(QObject):
    """Shows notifications with the icon of the program.

    tray_requested: Emitted with a title and a text for the tray icon, if the desktop has no notification service.
    """

    tray_requested = Signal(str, str)

    def __init__(self, icon: str) -> None:
        """icon: the path of an image file."""
        super().__init__()
        self._icon = icon

    def show(self, title: str, text: str) -> None:
        """Show a notification. Returns at once."""
        event_loop.spawn(self._show(title, text))

    async def _show(self, title: str, text: str) -> None:
        if sys.platform != "linux" or not await run_in_thread(lambda: show_by_bus(title, text, self._icon)):
            self.tray_requested.emit(title, text)


def show_by_bus(title: str, text: str, icon: str = "") -> bool:
    """Ask the desktop's notification service to show a text. Returns False if there is none. Blocks for some time.

    icon: the path of an image file.
    """
    # Imported at the first notification. The keyring brings it on Linux.
    # jeepney has no annotations.
    from jeepney import DBusAddress, DBusErrorResponse
    from jeepney import new_method_call as method_call  # pyright: ignore[reportUnknownVariableType]
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    service = DBusAddress(
        "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "org.freedesktop.Notifications"
    )
    # The application, the notification to replace, the icon, the texts, actions, hints, and the default duration.
    arguments: tuple[object, ...] = ("deskpet", 0, icon, title, text, [], {"category": ("s", "im.received")}, -1)
    try:
        with open_dbus_connection("SESSION") as connection:
            message = method_call(service, "Notify", "susssasa{sv}i", arguments)
            unwrap_msg(connection.send_and_get_reply(message, timeout=_TIMEOUT_SECONDS))
    except (OSError, KeyError, ValueError, TimeoutError, DBusErrorResponse) as error:
        logger.info("the desktop shows no notification: %s", error)
        return False
    return True
