"""The portal for shortcuts, on a private D-Bus with a service that answers as desktops do."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Generator
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.support.waiting import LIMIT_MS

if sys.platform != "linux" or not shutil.which("dbus-daemon"):
    pytest.skip("needs dbus-daemon", allow_module_level=True)

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import open_dbus_connection

from deskpet.ui.platform.portal_shortcuts import PortalShortcuts, Shortcut, trigger_of

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.GlobalShortcuts"


class Desktop:
    """A portal that grants or refuses shortcuts, and presses them."""

    def __init__(self, *, code: int = 0, has_interface: bool = True) -> None:
        self.bound: list[tuple[str, dict[str, Any]]] = []
        self.members: list[str] = []
        self._code, self._has_interface = code, has_interface
        self._bus: Any = open_dbus_connection("SESSION")
        self._bus.send_and_get_reply(message_bus.RequestName(NAME))
        self._session = ""
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def press(self, name: str, *, is_down: bool = True) -> None:
        """Press the keys of a shortcut, or let them go."""
        member = "Activated" if is_down else "Deactivated"
        emitter = DBusAddress(PATH, interface=INTERFACE)
        self._bus.send(new_signal(emitter, member, "osta{sv}", (self._session, name, 1, {})))

    def end_session(self) -> None:
        """End the session of the program, as the user may."""
        self._bus.send(new_signal(DBusAddress(self._session, interface="org.freedesktop.portal.Session"), "Closed"))

    def close(self) -> None:
        self._bus.close()

    def _serve(self) -> None:
        while True:
            try:
                message = self._bus.receive()
            except OSError:
                return
            except Exception:  # noqa: BLE001 - jeepney's own, for a connection that is closed meanwhile
                return
            if message.header.message_type is MessageType.method_call:
                self._answer(message, message.header.fields)

    def _answer(self, message: Message, fields: dict[HeaderFields, Any]) -> None:
        member = fields[HeaderFields.member]
        self.members.append(member)
        if member in {"Register", "Close"} or not self._has_interface:
            self._bus.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "s", ("No such method",)))
            return
        options = message.body[-1]
        sender = fields[HeaderFields.sender].lstrip(":").replace(".", "_")
        request = f"{PATH}/request/{sender}/{options['handle_token'][1]}"
        self._bus.send(new_method_return(message, "o", (request,)))
        emitter = DBusAddress(request, interface="org.freedesktop.portal.Request")
        self._bus.send(new_signal(emitter, "Response", "ua{sv}", self._result(message, sender)))

    def _result(self, message: Message, sender: str) -> tuple[int, dict[str, Any]]:
        if message.header.fields[HeaderFields.member] == "CreateSession":
            self._session = f"{PATH}/session/{sender}/{message.body[0]['session_handle_token'][1]}"
            return 0, {"session_handle": ("s", self._session)}
        if self._code:
            return self._code, {}
        assert message.body[0] == self._session
        self.bound = message.body[1]
        granted = [(name, {"trigger_description": ("s", f"Meta+{name[0].upper()}")}) for name, _ in self.bound]
        return 0, {"shortcuts": ("a(sa{sv})", granted)}


@pytest.fixture
def told() -> list[str]:
    return []


def shortcut(name: str, keys: str, told: list[str]) -> Shortcut:
    return Shortcut(name, name.title(), keys, lambda: told.append(f"{name} down"), lambda: told.append(f"{name} up"))


@pytest.fixture
def portal(bus: str, qapp: object) -> Generator[PortalShortcuts]:
    portal = PortalShortcuts()
    yield portal
    portal.close()


def test_all_shortcuts_are_asked_for_at_once_and_each_is_pressed_by_its_name(
    qtbot: QtBot, portal: PortalShortcuts, told: list[str]
) -> None:
    desktop = Desktop()
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        portal.bind(shortcut("chat", "Ctrl+Alt+P", told))
        portal.bind(shortcut("talk", "Meta+F3", told))
    assert [(name, found["preferred_trigger"][1]) for name, found in desktop.bound] == [
        ("chat", "CTRL+ALT+p"),
        ("talk", "LOGO+F3"),
    ]
    assert desktop.members.count("CreateSession") == 1
    # What the user has chosen, not what was asked for.
    assert portal.granted == {"chat": "Meta+C", "talk": "Meta+T"}
    desktop.press("talk")
    desktop.press("talk", is_down=False)
    desktop.press("unknown")
    desktop.press("chat")
    qtbot.waitUntil(lambda: told == ["talk down", "talk up", "chat down"], timeout=LIMIT_MS)
    desktop.close()


def test_a_changed_shortcut_is_asked_for_in_a_new_session(
    qtbot: QtBot, portal: PortalShortcuts, told: list[str]
) -> None:
    desktop = Desktop()
    for keys in ("Ctrl+Alt+P", "Ctrl+Alt+Space"):
        with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
            portal.bind(shortcut("chat", keys, told))
    assert desktop.bound[0][1]["preferred_trigger"] == ("s", "CTRL+ALT+space")
    assert desktop.members[-3:] == ["Close", "CreateSession", "BindShortcuts"]
    portal.unbind("chat")
    qtbot.waitUntil(lambda: desktop.members[-1] == "Close", timeout=LIMIT_MS)
    assert portal.granted == {}
    desktop.close()


def test_keys_that_are_held_are_let_go_with_the_session(qtbot: QtBot, portal: PortalShortcuts, told: list[str]) -> None:
    desktop = Desktop()
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        portal.bind(shortcut("talk", "Ctrl+Alt+T", told))
    desktop.press("talk")
    desktop.end_session()
    qtbot.waitUntil(lambda: told == ["talk down", "talk up"], timeout=LIMIT_MS)
    assert portal.granted == {}
    assert desktop.members.count("CreateSession") == 1
    desktop.close()


def test_a_portal_that_has_restarted_is_asked_again(qtbot: QtBot, portal: PortalShortcuts, told: list[str]) -> None:
    desktop = Desktop()
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        portal.bind(shortcut("chat", "Ctrl+Alt+P", told))
    desktop.close()
    desktop = Desktop()
    qtbot.waitUntil(lambda: portal.granted != {} and bool(desktop.bound), timeout=LIMIT_MS)
    desktop.press("chat")
    qtbot.waitUntil(lambda: told == ["chat down"], timeout=LIMIT_MS)
    desktop.close()


def test_without_the_bus_there_is_no_portal(
    bus_daemon: subprocess.Popen[str], qtbot: QtBot, portal: PortalShortcuts, told: list[str]
) -> None:
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        bus_daemon.terminate()
    assert portal.is_missing
    portal.bind(shortcut("chat", "Ctrl+Alt+P", told))
    portal.unbind("chat")
    # Past the time in which shortcuts are gathered nothing is sent, or the test would fail.
    qtbot.waitUntil(lambda: portal.findChild(QTimer).isActive() is False, timeout=LIMIT_MS)


def test_a_user_who_refuses_has_no_shortcut(qtbot: QtBot, portal: PortalShortcuts, told: list[str]) -> None:
    desktop = Desktop(code=1)
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        portal.bind(shortcut("chat", "Ctrl+Alt+P", told))
    assert (portal.granted, portal.is_missing) == ({}, False)
    desktop.close()


@pytest.mark.parametrize("has_portal", [True, False])
def test_a_desktop_without_such_a_portal_is_known_as_one(
    qtbot: QtBot, portal: PortalShortcuts, told: list[str], has_portal: bool
) -> None:
    desktop = Desktop(has_interface=False) if has_portal else None
    with qtbot.waitSignal(portal.changed, timeout=LIMIT_MS):
        portal.bind(shortcut("chat", "Ctrl+Alt+P", told))
    assert portal.is_missing
    if desktop:
        desktop.close()


@pytest.mark.parametrize(
    ("keys", "trigger"), [("Ctrl+Shift+F12", "CTRL+SHIFT+F12"), ("Meta+Home", "LOGO+Home"), ("Alt+Space", "ALT+space")]
)
def test_keys_are_written_as_the_specification_has_them(keys: str, trigger: str) -> None:
    assert trigger_of(keys) == trigger
