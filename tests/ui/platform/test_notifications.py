"""Notifications of the desktop, on a private D-Bus with a service that records them."""

import shutil
import sys
import threading

import pytest

from deskpet.ui.platform import notifications

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dbus-daemon"), reason="needs dbus-daemon")

NAME = "org.freedesktop.Notifications"


def serve_one(shown: list[tuple], ready: threading.Event) -> None:
    """Own the service's name and answer one call."""
    from jeepney import MessageType, new_method_return
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection("SESSION") as connection:
        connection.send_and_get_reply(message_bus.RequestName(NAME))
        ready.set()
        while (message := connection.receive(timeout=60)).header.message_type is not MessageType.method_call:
            pass
        shown.append(message.body)
        connection.send(new_method_return(message, "u", (1,)))


def test_the_desktop_s_service_shows_the_text(bus: str) -> None:
    shown, ready = list[tuple](), threading.Event()
    service = threading.Thread(target=serve_one, args=(shown, ready), daemon=True)
    service.start()
    assert ready.wait(60)
    assert notifications.show_by_bus("Mikan", "⏰ Tea", "/icons/mikan.svg")
    service.join(60)
    ((program, replaced, icon, title, text, *_),) = shown
    assert (program, replaced, icon, title, text) == ("deskpet", 0, "/icons/mikan.svg", "Mikan", "⏰ Tea")


def test_without_a_service_or_a_bus_nothing_is_shown(bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not notifications.show_by_bus("Mikan", "Tea")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    assert not notifications.show_by_bus("Mikan", "Tea")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    assert not notifications.show_by_bus("Mikan", "Tea")
