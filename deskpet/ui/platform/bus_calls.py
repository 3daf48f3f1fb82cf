"""Calls of D-Bus services that don't hold up the event loop, and never start a service."""

import asyncio
from typing import Any

from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher, QDBusVariant

# How long a service may take, in ms.
_TIMEOUT_MS = 2000
_PROPERTIES = "org.freedesktop.DBus.Properties"


async def call(
    bus: QDBusConnection, service: str, path: str, interface: str, method: str, *arguments: object
) -> object | None:
    """Return the first value that a method returns; None without an answer, such as when the service does not run."""
    message = QDBusMessage.createMethodCall(service, path, interface, method)
    message.setArguments(list(arguments))
    message.setAutoStartService(False)
    answered = asyncio.get_running_loop().create_future()
    watcher = QDBusPendingCallWatcher(bus.asyncCall(message, _TIMEOUT_MS))
    # The call may have ended without an event, as on a closed connection.
    if not watcher.isFinished():
        watcher.finished.connect(lambda: answered.done() or answered.set_result(None))
        await answered
    values: list[Any] = [] if watcher.isError() else watcher.reply().arguments()
    if not values:
        return None
    return values[0].variant() if isinstance(values[0], QDBusVariant) else values[0]


async def get(bus: QDBusConnection, service: str, path: str, interface: str, name: str) -> object | None:
    """Return a property of an object; None without an answer."""
    return await call(bus, service, path, _PROPERTIES, "Get", interface, name)
