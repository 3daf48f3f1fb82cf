"""A window of ours in KWin on Wayland, which keeps it above others, in its place, and out of the taskbar.

Wayland has no requests for that, nor for shortcuts across programs, but KWin runs scripts that a program loads by the
session bus. The script and the program call each other there: the script by calls, and the program by its answers to
the call `Next`, which wait until there is something to do.

https://develop.kde.org/docs/plasma/kwin/api/
"""

import itertools
import json
import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVirtualObject
from PySide6.QtGui import QWindow

from deskpet.ui.platform import positions

_KWIN, _SCRIPTING = "org.kde.KWin", "org.kde.kwin.Scripting"
_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_PATH, _INTERFACE = "/org/deskpet/window", "org.deskpet.Window"
_numbers = itertools.count(1)
# How long the start waits for KWin at most, in ms; it answers within a few.
_TIMEOUT_MS = 1000
# Time until `Next` is answered without a move, in ms: after 25 s the caller would give up.
_NEXT_MS = 20_000
# Time until the script has to ask again, in ms, and how often it is loaded before it is given up. KWin may have
# restarted, or stopped waiting for an answer that came too late: it goes on with the script no more then.
_LOST_MS, _MOST_LOADS = 10_000, 3

# Plasma 6 calls windows what Plasma 5 calls clients.
_SCRIPT = """
const gap = 33;
const panels = {};
let pet = null, place = null, told = "", isTelling = false, timer = new QTimer();

function call(method, text, done) {
    callDBus(program.service, program.path, program.interface, method, text, done || function () {});
}

function windows() {
    return workspace.windowList ? workspace.windowList() : workspace.clientList();
}

function activate(window) {
    workspace["activeWindow" in workspace ? "activeWindow" : "activeClient"] = window;
}

function put() {
    const box = pet && pet.frameGeometry;
    if (pet && place && (box.x !== place.x || box.y !== place.y)) {
        pet.frameGeometry = {x: place.x, y: place.y, width: box.width, height: box.height};
    }
}

function tellPlace() {
    const box = pet.frameGeometry;
    place = {x: box.x, y: box.y};
    call("Moved", Math.round(box.x) + "," + Math.round(box.y));
}

function tellDrop() {
    call("Dropped", "");
}

function tellPointer() {
    const at = workspace.cursorPos.x + "," + workspace.cursorPos.y;
    if (at !== told) {
        told = at;
        isTelling = true;
        call("Pointer", at, pointerTold);
    }
}

// Without an answer, as after a crash of the program, nothing more is told.
function pointerTold() {
    isTelling = false;
    timer.start();
}

function adopt(window) {
    if (window.pid !== program.pid) {
        return;
    }
    if (window.caption in panels) {
        const box = window.frameGeometry, at = panels[window.caption];
        window.keepAbove = window.skipTaskbar = window.skipPager = true;
        window.frameGeometry = {x: at.x, y: at.y, width: box.width, height: box.height};
        activate(window);
    }
    if (window.caption !== program.title || window === pet) {
        return;
    }
    pet = window;
    pet.keepAbove = pet.skipTaskbar = pet.skipPager = pet.skipSwitcher = true;
    put();
    pet.frameGeometryChanged.connect(tellPlace);
    (pet.interactiveMoveResizeFinished || pet.clientFinishUserMovedResized).connect(tellDrop);
    tellPlace();
}

function next(answer) {
    const wanted = answer ? JSON.parse(answer) : {};
    if (wanted.place) {
        place = wanted.place;
        put();
    }
    if (wanted.panels) {
        Object.assign(panels, wanted.panels);
        windows().forEach(adopt);
    }
    if (wanted.keyboard && pet) {
        activate(pet);
    }
    Object.keys(wanted.shortcuts || {}).forEach(function (name) {
        const [title, keys] = wanted.shortcuts[name];
        registerShortcut(name, title, keys, function () { call("Pressed", name); });
    });
    call("Next", "", next);
}

timer.singleShot = true;
timer.interval = gap;
timer.timeout.connect(tellPointer);
workspace.cursorPosChanged.connect(function () {
    if (!timer.active && !isTelling) {
        timer.start();
    }
});
(workspace.windowAdded || workspace.clientAdded).connect(adopt);
(workspace.windowRemoved || workspace.clientRemoved).connect(function (window) {
    pet = window === pet ? null : pet;
});
windows().forEach(adopt);
tellPointer();
next();
"""

log = logging.getLogger(__name__)


_placed: "list[KWinWindow]" = []


def current(window: QWindow | None = None) -> "KWinWindow | None":
    """Return a window as KWin places it, by default the first one that it does; None if it places none."""
    return next((each for each in _placed if each.window is window), _placed[0] if _placed else None)


class KWinWindow(QDBusVirtualObject):
    """The script in KWin that moves a window, which it knows by the title.

    moved: Emitted with the window's position on the desktop when KWin has moved it, in logical pixels.
    dropped: Emitted when the user has let it go.
    """

    moved = Signal(QPoint)
    dropped = Signal()

    def __init__(self, window: QWindow, bus: QDBusConnection, owner: str) -> None:
        """owner: KWin's own name on the bus."""
        super().__init__(window)
        number = next(_numbers)
        self.title, self._path = f"deskpet-{os.getpid()}-{number}", f"{_PATH}{number}"
        self.window, self._bus, self._owner = window, bus, owner
        self._pointer = QPoint()
        self._file, self._loads = ExitStack(), 0
        # What the script is to do, and what it is to call for each shortcut that it has been asked for.
        self._wanted: dict[str, Any] = {}
        self._shortcuts: dict[str, tuple[str, str]] = {}
        self._pressed: dict[str, Callable[[], None]] = {}
        self._next: QDBusMessage | None = None
        self._idle = QTimer(self, singleShot=True, interval=_NEXT_MS)
        self._idle.timeout.connect(self._answer)
        self._lost = QTimer(self, singleShot=True, interval=_LOST_MS)
        self._lost.timeout.connect(self._on_lost)
        window.setTitle(self.title)

    def load(self) -> bool:
        """Load the script into KWin. Returns whether KWin has taken it."""
        if not self._bus.registerVirtualObject(self._path, self):
            return False
        if self._run_script():
            _placed.append(self)
            positions.use(_placed[0].pointer)
            return True
        self._file.close()
        self._bus.unregisterObject(self._path)
        return False

    def _run_script(self) -> bool:
        self._loads += 1
        program = {"pid": os.getpid(), "title": self.title, "service": self._bus.baseService()}
        program |= {"path": self._path, "interface": _INTERFACE}
        # KWin reads it after it has answered; the first call of the script tells that it has.
        self._file.close()
        file = tempfile.NamedTemporaryFile("w", suffix=".js", prefix="deskpet-", encoding="utf-8")  # noqa: SIM115
        self._file.push(file)
        file.write(f"const program = {json.dumps(program)};\n{_SCRIPT}")
        file.flush()
        number = self._call("loadScript", file.name, self.title)
        if not isinstance(number, int) or number < 0 or self._call("start") is None:
            return False
        self._lost.start()
        return True

    def pointer(self) -> QPoint:
        """Return the pointer's position on the desktop, at most about 33 ms old."""
        return self._pointer

    def place(self, position: QPoint) -> None:
        """Move the window, now or as soon as it is shown."""
        self._wanted["place"] = {"x": position.x(), "y": position.y()}
        self._answer()

    def place_panel(self, title: str, position: QPoint) -> None:
        """Let another window of ours with this title be at a position, above others, now or whenever it is shown."""
        self._wanted.setdefault("panels", {})[title] = {"x": position.x(), "y": position.y()}
        self._answer()

    def take_keyboard(self) -> None:
        """Give the keyboard to the window."""
        self._wanted["keyboard"] = True
        self._answer()

    def grab(self, name: str, title: str, keys: str, pressed: Callable[[], None]) -> Callable[[], None]:
        """Call `pressed` when the user presses these keys in any program. Returns what ends this."""
        # KWin keeps the keys of a name, which the user may change in its settings.
        name = f"deskpet-{name}-{keys}"
        self._shortcuts[name] = (f"deskpet: {title}", keys)
        if name not in self._pressed:
            self._wanted.setdefault("shortcuts", {})[name] = self._shortcuts[name]
            self._answer()
        self._pressed[name] = pressed
        return partial(self._ungrab, name)

    def _ungrab(self, name: str) -> None:
        # A script can't take a shortcut back: it has the keys until it is loaded anew.
        self._shortcuts.pop(name, None)
        self._pressed[name] = lambda: None

    def close(self) -> None:
        """Unload the script."""
        self._idle.stop()
        self._lost.stop()
        self._next = None
        self._file.close()
        self._pressed.clear()
        self._bus.unregisterObject(self._path)
        self._call("unloadScript", self.title)
        if self in _placed:
            _placed.remove(self)
        positions.use(_placed[0].pointer if _placed else None)

    def introspect(self, _path: str) -> str:
        return ""

    def handleMessage(self, message: QDBusMessage, _connection: QDBusConnection) -> bool:
        if message.service() != self._owner or message.interface() != _INTERFACE:
            return False
        if message.member() == "Next":
            self._wait_with(message)
            return True
        text = str(message.arguments()[0])
        match message.member():
            case "Moved":
                self.moved.emit(_point(text))
            case "Pointer":
                self._pointer = _point(text)
            case "Dropped":
                self.dropped.emit()
            case "Pressed" if text in self._pressed:
                self._pressed[text]()
            case _:
                return False
        return self._bus.send(message.createReply())

    def _wait_with(self, message: QDBusMessage) -> None:
        """Answer when the window is to be moved."""
        self._file.close()
        self._lost.stop()
        self._loads = 0
        self._next = message
        self._idle.start()
        if self._wanted:
            self._answer()

    def _answer(self) -> None:
        if self._next is not None:
            message, self._next = self._next, None
            self._idle.stop()
            self._lost.start()
            self._bus.send(message.createReply(json.dumps(self._wanted)))
            self._wanted = {}

    def _on_lost(self) -> None:
        """Load the script anew, with all that it did; after that has failed, place the window no more."""
        log.info("the script in KWin asks no more")
        owner = _owner_on(self._bus)
        if owner is None or self._loads >= _MOST_LOADS:
            self.close()
            return
        self._owner = owner
        self._call("unloadScript", self.title)
        self._wanted["shortcuts"] = dict(self._shortcuts)
        self.place(self.window.position())
        if not self._run_script():
            self.close()

    def _call(self, method: str, *arguments: object) -> object | None:
        """Return what KWin answers, True for nothing; None for an error, which is logged."""
        message = QDBusMessage.createMethodCall(_KWIN, "/Scripting", _SCRIPTING, method)
        return _answer_to(self._bus, message, *arguments)


def place_window(window: QWindow) -> KWinWindow | None:
    """Let KWin place a window that is not shown yet; None if the compositor is not KWin, or can't be reached."""
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    owner = _owner_on(bus)
    if owner is None:
        return None
    found = KWinWindow(window, bus, owner)
    return found if found.load() else None


def _owner_on(bus: QDBusConnection) -> str | None:
    """Return KWin's own name on a bus; None if it is not there."""
    message = QDBusMessage.createMethodCall(_BUS, _BUS_PATH, _BUS, "GetNameOwner")
    owner = _answer_to(bus, message, _KWIN)
    return owner if isinstance(owner, str) else None


def _point(text: str) -> QPoint:
    x, _, y = text.partition(",")
    return QPoint(round(float(x)), round(float(y)))


def _answer_to(bus: QDBusConnection, message: QDBusMessage, *arguments: object) -> object | None:
    message.setArguments(list(arguments))
    reply = bus.call(message, QDBus.CallMode.Block, _TIMEOUT_MS)
    if reply.type() is QDBusMessage.MessageType.ErrorMessage:
        log.info("KWin can't place the window: %s", reply.errorMessage())
        return None
    values: list[Any] = reply.arguments()
    return values[0] if values else True
