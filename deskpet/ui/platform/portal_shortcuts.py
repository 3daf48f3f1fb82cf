"""Shortcuts across programs by the desktop's portal, the only way on Wayland: the desktop asks the user for them.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
"""

import itertools
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# jeepney has no annotations; the keyring brings it on Linux. QtDBus can't write the type of the shortcuts.
from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageFlag, MessageType, message_bus
from jeepney import new_method_call as method_call  # pyright: ignore[reportUnknownVariableType]
from jeepney.io.blocking import open_dbus_connection
from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

_BUS, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_INTERFACE, _REQUEST = "org.freedesktop.portal.GlobalShortcuts", "org.freedesktop.portal.Request"
_SESSION, _REGISTRY = "org.freedesktop.portal.Session", "org.freedesktop.host.portal.Registry"
_APPLICATION = "org.deskpet.deskpet"
# Time to gather the shortcuts of a start, in ms: the desktop may ask for each session anew.
_GATHER_MS = 1000
_DONE = 0
# Names of the keyboard library, and of the modifiers in the shortcuts specification.
_MODIFIERS = {"Ctrl": "CTRL", "Alt": "ALT", "Shift": "SHIFT", "Meta": "LOGO"}
_KEYS = {"Space": "space"}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut to ask for. keys: those that are preferred, such as `Ctrl+Alt+P`."""

    name: str
    title: str
    keys: str
    pressed: Callable[[], None]
    released: Callable[[], None]


class PortalShortcuts(QObject):
    """The shortcuts of this process, all bound in one session of the portal.

    changed: Emitted when the desktop has granted keys, or has refused.

    granted: for each bound name the keys as the desktop writes them.
    is_missing: whether this desktop has turned out to have no such portal.
    """

    changed = Signal()

    def __init__(self) -> None:
        """Raises OSError, KeyError or ValueError if there is no session bus."""
        super().__init__()
        self.granted: dict[str, str] = {}
        self.is_missing = False
        self._shortcuts: dict[str, Shortcut] = {}
        self._session = self._request = ""
        self._calls, self._held = set[int](), set[str]()
        self._bus: Any = open_dbus_connection("SESSION")
        self._sender = str(self._bus.unique_name).lstrip(":").replace(".", "_")
        self._tokens = (f"deskpet{secrets.token_hex(4)}_{number}" for number in itertools.count())
        self._gather = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gather.timeout.connect(self._create_session)
        self._notifier = QSocketNotifier(self._bus.sock.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        restarts = MatchRule(type="signal", sender=message_bus.bus_name, member="NameOwnerChanged")
        restarts.add_arg_condition(0, _BUS)
        signals = (MatchRule(type="signal", interface=interface) for interface in (_INTERFACE, _REQUEST, _SESSION))
        for rule in (restarts, *signals):
            self._send(message_bus.AddMatch(rule))
        # By this newer portals know the program that was not started by its entry in the menu; older ones refuse.
        registry = DBusAddress(_PATH, _BUS, _REGISTRY)
        register = method_call(registry, "Register", "sa{sv}", (_APPLICATION, {}))
        register.header.flags |= MessageFlag.no_reply_expected
        self._send(register)

    def bind(self, shortcut: Shortcut) -> None:
        """Ask for a shortcut, in place of the one with the same name."""
        self._shortcuts[shortcut.name] = shortcut
        self._gather.start()

    def unbind(self, name: str) -> None:
        """Give a shortcut back."""
        if name in self._held:
            self._on_key(name, is_down=False)
        if self._shortcuts.pop(name, None):
            self.granted.pop(name, None)
            self._gather.start()

    def close(self) -> None:
        """Give all shortcuts back: the portal ends the sessions of a closed connection."""
        self._gather.stop()
        self._notifier.setEnabled(False)
        self._bus.close()

    def _create_session(self) -> None:
        if self.is_missing:
            return
        try:
            if self._session:
                self._send(method_call(DBusAddress(self._session, _BUS, _SESSION), "Close"))
                self._session = ""
            if self._shortcuts:
                self._ask("CreateSession", "", (), {"session_handle_token": ("s", next(self._tokens))})
        except OSError as error:
            self._on_bus_gone(error)

    def _bind_shortcuts(self, session: str) -> None:
        self._session = session
        shortcuts = [
            (each.name, {"description": ("s", each.title), "preferred_trigger": ("s", trigger_of(each.keys))})
            for each in self._shortcuts.values()
        ]
        self._ask("BindShortcuts", "oa(sa{sv})s", (session, shortcuts, ""), {})

    def _ask(self, method: str, signature: str, arguments: tuple[object, ...], options: Mapping[str, object]) -> None:
        """Call a method, whose result comes as a signal of a request."""
        token = next(self._tokens)
        self._request = f"{_PATH}/request/{self._sender}/{token}"
        arguments = (*arguments, {"handle_token": ("s", token), **options})
        call = method_call(DBusAddress(_PATH, _BUS, _INTERFACE), method, f"{signature}a{{sv}}", arguments)
        self._calls.add(self._send(call))

    def _send(self, message: Message) -> int:
        serial = int(next(self._bus.outgoing_serial))
        self._bus.send(message, serial=serial)
        return serial

    def _read(self) -> None:
        while True:
            try:
                message = self._bus.receive(timeout=0)
            except TimeoutError:
                return
            except OSError as error:
                self._on_bus_gone(error)
                return
            self._on_message(message, message.header.fields)

    def _on_bus_gone(self, error: OSError) -> None:
        log.info("the session bus is gone: %s", error)
        self.is_missing = True
        self.close()
        self._end_session()

    def _end_session(self) -> None:
        """Note that the desktop has ended the session, and with it the keys that are held."""
        self._session, self.granted = "", {}
        for name in sorted(self._held):
            self._on_key(name, is_down=False)
        self.changed.emit()

    def _on_message(self, message: Message, fields: Mapping[HeaderFields, Any]) -> None:
        if message.header.message_type is MessageType.error:
            if fields.get(HeaderFields.reply_serial) in self._calls:
                log.info("this desktop has no portal for shortcuts: %s", message.body)
                self.is_missing = True
                self.changed.emit()
        elif message.header.message_type is MessageType.signal:
            member, path = fields.get(HeaderFields.member), fields.get(HeaderFields.path)
            if member == "Response" and path == self._request:
                self._on_response(*message.body)
            elif member == "Closed" and path == self._session:
                self._end_session()
            elif member == "NameOwnerChanged" and message.body[1] and self._session:
                # A portal that has restarted knows nothing of the session.
                self._end_session()
                self._gather.start()
            elif member in {"Activated", "Deactivated"} and message.body[0] == self._session:
                self._on_key(message.body[1], is_down=member == "Activated")
            elif member == "ShortcutsChanged" and message.body[0] == self._session:
                self._set_granted(message.body[1])

    def _on_response(self, code: int, results: Mapping[str, tuple[str, Any]]) -> None:
        if code != _DONE:
            log.info("the desktop has refused the shortcuts (%s)", code)
        elif "session_handle" in results:
            self._bind_shortcuts(str(results["session_handle"][1]))
            return
        self._set_granted(results.get("shortcuts", ("", ()))[1])

    def _set_granted(self, bound: Sequence[tuple[str, Mapping[str, tuple[str, Any]]]]) -> None:
        self.granted = {name: str(found.get("trigger_description", ("s", ""))[1]) for name, found in bound}
        self.changed.emit()

    def _on_key(self, name: str, *, is_down: bool) -> None:
        self._held.add(name) if is_down else self._held.discard(name)
        if shortcut := self._shortcuts.get(name):
            (shortcut.pressed if is_down else shortcut.released)()


def trigger_of(keys: str) -> str:
    """Return keys such as `Ctrl+Alt+P` as the shortcuts specification writes them: `CTRL+ALT+p`."""
    *modifiers, key = keys.split("+")
    name = _KEYS.get(key) or (key if len(key) > 1 else key.lower())
    return "+".join((*(_MODIFIERS[each] for each in modifiers), name))
