"""Take a picture of the screen through the desktop's portal, the only way on Wayland.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Screenshot.html
"""

import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

_BUS, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
# The desktop asks the user, who takes his time; the call itself is answered at once.
_CALL_SECONDS, _USER_SECONDS = 10.0, 300.0
_DONE, _CANCELLED = 0, 1


class PortalError(Exception):
    """The portal gives no picture. The message is for people."""


async def take(*, interactive: bool) -> Path | None:
    """Return the file of a picture, which the caller deletes; None if the user cancelled.

    interactive: let the user select an area or a window in the desktop's own way. Raises PortalError.
    """
    return await run_in_thread(lambda: _take(interactive))


def _take(interactive: bool) -> Path | None:
    # jeepney has no annotations; the keyring brings it on Linux.
    from jeepney import DBusAddress, DBusErrorResponse
    from jeepney import new_method_call as method_call  # pyright: ignore[reportUnknownVariableType]
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    token = f"deskpet{secrets.token_hex(8)}"
    options = {"handle_token": ("s", token), "interactive": ("b", interactive), "modal": ("b", True)}
    portal = DBusAddress(_PATH, _BUS, "org.freedesktop.portal.Screenshot")
    try:
        with open_dbus_connection("SESSION") as connection:
            sender = str(connection.unique_name).lstrip(":").replace(".", "_")
            with _responses(connection, f"{_PATH}/request/{sender}/{token}") as responses:
                call = method_call(portal, "Screenshot", "sa{sv}", ("", options))
                unwrap_msg(connection.send_and_get_reply(call, timeout=_CALL_SECONDS))
                message: Any = connection.recv_until_filtered(responses, timeout=_USER_SECONDS)
    except (OSError, KeyError, ValueError, TimeoutError, DBusErrorResponse) as error:
        raise PortalError(tr("The desktop gives no picture of the screen: {why}", why=error)) from error
    return _file(*message.body)


def _responses(connection: Any, request: str) -> Any:
    """Return a context in which the responses to `request` are collected. To be entered before the call."""
    from jeepney import MatchRule, message_bus
    from jeepney.wrappers import unwrap_msg

    rule = MatchRule(type="signal", interface="org.freedesktop.portal.Request", member="Response", path=request)
    unwrap_msg(connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_CALL_SECONDS))
    return connection.filter(rule)


def _file(code: int, results: dict[str, tuple[str, Any]]) -> Path | None:
    if code == _CANCELLED:
        return None
    address = urlsplit(str(results.get("uri", ("s", ""))[1]))
    if code != _DONE or address.scheme != "file":
        raise PortalError(tr("The desktop gives no picture of the screen: {why}", why=f"Response {code}"))
    return Path(unquote(address.path))
