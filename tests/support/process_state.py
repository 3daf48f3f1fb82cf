"""What a test can change in its process for the tests after it, and what has changed."""

import locale
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

_MISSING = "<missing>"
# It names the test and its phase.
_OF_PYTEST = "PYTEST_CURRENT_TEST"
# What belongs to the whole process on purpose: created when it is first needed, or kept for some milliseconds.
_OF_THE_PROCESS = {
    "deskpet.ui.pet.pointer._Cache.moved_at",
    "deskpet.ui.pet.pointer._Cache.position",
    "deskpet.ui.pet.pointer._Cache.queried_at",
    "deskpet.ui.widgets.accessibility._installed",
    "deskpet.ui.widgets.tooltip._tip",
}
_PLAIN = (int, float, str, bytes)
_SIGNALS = {number: f"handler of signal {number!r}" for number in signal.valid_signals()}
State = Mapping[str, object]


def process_state() -> State:
    """Return everything that is compared after each test, by a name that the reader can search for."""
    return {
        "working folder": os.getcwd(),  # noqa: PTH109 (a Path is slower)
        "file mode creation mask": _umask(),
        "locale": locale.setlocale(locale.LC_ALL),
        "time zone": time.tzname,
        "sys.path": tuple(sys.path),
        "sys.argv": tuple(sys.argv),
        "sys.excepthook": sys.excepthook,
        "sys.unraisablehook": sys.unraisablehook,
        "threading.excepthook": threading.excepthook,
        "recursion limit": sys.getrecursionlimit(),
        "switch interval": sys.getswitchinterval(),
        "default timeout of sockets": socket.getdefaulttimeout(),
        "logging.disable": logging.root.manager.disable,
        **{f"environment variable {name}": value for name, value in os.environ.items() if name != _OF_PYTEST},
        **{name: signal.getsignal(number) for number, name in _SIGNALS.items()},
    }


# The type of `sys.modules` does not say that None stands for a module that can't be imported.
Modules = Mapping[str, ModuleType | None]


def modules() -> Modules:
    """Return the imported modules. More of them are no change; a missing or another one is."""
    return sys.modules.copy()


def changed_modules(before: Modules) -> list[str]:
    """Name the modules that were removed or replaced since `before`, and those that can't be imported any more."""
    now: Modules = modules()
    replaced = [f"sys.modules[{name!r}]" for name, module in before.items() if now.get(name) is not module]
    blocked = [
        f"sys.modules[{name!r}] is None" for name, module in now.items() if module is None and name not in before
    ]
    return replaced + blocked


def differences(before: State, after: State) -> list[str]:
    """Describe each value that is not what it was."""
    names = dict.fromkeys([*before, *after])
    pairs = ((name, before.get(name, _MISSING), after.get(name, _MISSING)) for name in names)
    return [f"{name} was {old!r}, is {new!r}" for name, old, new in pairs if old != new]


def package_state(package: str) -> dict[tuple[str, str], Any]:
    """Return the global variables and the attributes of the classes of all imported modules of `package`."""
    return dict(_attributes(package))


def changed_attributes(before: Mapping[tuple[str, str], Any], after: Mapping[tuple[str, str], Any]) -> list[str]:
    """Name the attributes with another value, those removed, and those added to a place that was there before."""
    places = {place for place, _ in before}
    gone = [
        f"{place}.{name} was {value!r}"
        for (place, name), value in before.items()
        if f"{place}.{name}" not in _OF_THE_PROCESS and _is_another(value, after.get((place, name), _MISSING))
    ]
    new = [f"{place}.{name} is new" for place, name in after.keys() - before.keys() if place in places]
    return gone + new


def _is_another(value: object, later: object) -> bool:
    return later is not value and not (isinstance(value, _PLAIN) and value == later)


def _attributes(package: str) -> Iterator[tuple[tuple[str, str], Any]]:
    for name, module in modules().items():
        if not name.startswith(f"{package}.") or module is None:
            continue
        for attribute, value in [*vars(module).items()]:
            if attribute.startswith("__"):
                continue
            if isinstance(value, type) and value.__module__ == name:
                yield from _of_class(f"{name}.{attribute}", value)
            if not isinstance(value, ModuleType):
                yield (name, attribute), value


def _of_class(place: str, value: type) -> Iterator[tuple[tuple[str, str], Any]]:
    return (((place, name), each) for name, each in [*vars(value).items()] if not name.startswith("__"))


def _umask() -> int:
    """Return the mask without changing it for other threads where the system tells it; asking changes it elsewhere."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 (a Path is slower)
            return next(int(line.split()[1], 8) for line in status if line.startswith("Umask"))
    except FileNotFoundError:
        mask = os.umask(0o022)
        os.umask(mask)
        return mask
