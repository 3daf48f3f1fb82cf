"""The portal for pictures of the screen, on a private D-Bus with a service that answers as desktops do."""

import shutil
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from deskpet.features.screenshot.ui import screen_capture

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dbus-daemon"), reason="needs dbus-daemon")

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"


def serve_one(code: int, results: dict[str, Any], asked: list[tuple], ready: threading.Event) -> None:
    """Own the portal's name, answer one call with a request, and send its response."""
    from jeepney import DBusAddress, MessageType, new_method_return, new_signal
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection("SESSION") as connection:
        connection.send_and_get_reply(message_bus.RequestName(NAME))
        ready.set()
        while (message := connection.receive(timeout=60)).header.message_type is not MessageType.method_call:
            pass
        asked.append(message.body)
        fields = {field.name: value for field, value in message.header.fields.items()}
        sender = fields["sender"].lstrip(":").replace(".", "_")
        request = f"{PATH}/request/{sender}/{message.body[1]['handle_token'][1]}"
        connection.send(new_method_return(message, "o", (request,)))
        emitter = DBusAddress(request, interface="org.freedesktop.portal.Request")
        connection.send(new_signal(emitter, "Response", "ua{sv}", (code, results)))


async def answered(code: int, results: dict[str, Any], *, interactive: bool = False) -> tuple[Path | None, tuple]:
    asked, ready = list[tuple](), threading.Event()
    service = threading.Thread(target=serve_one, args=(code, results, asked, ready), daemon=True)
    service.start()
    assert ready.wait(60)
    try:
        return await screen_capture.take(interactive=interactive), asked[0]
    finally:
        service.join(60)


async def test_the_picture_s_file_is_returned(bus: str) -> None:
    file, asked = await answered(0, {"uri": ("s", "file:///home/a/Screenshot%201.png")}, interactive=True)
    assert file == Path("/home/a/Screenshot 1.png")
    assert asked[1]["interactive"] == ("b", True)


async def test_a_user_who_cancels_gives_no_picture(bus: str) -> None:
    assert (await answered(1, {}))[0] is None


@pytest.mark.parametrize(("code", "results"), [(2, {}), (0, {}), (0, {"uri": ("s", "https://example.com/x.png")})])
async def test_any_other_answer_is_an_error(bus: str, code: int, results: dict[str, Any]) -> None:
    with pytest.raises(screen_capture.PortalError):
        await answered(code, results)


async def test_without_a_portal_or_a_bus_there_is_an_error(bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(screen_capture.PortalError):
        await screen_capture.take(interactive=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    with pytest.raises(screen_capture.PortalError):
        await screen_capture.take(interactive=False)
