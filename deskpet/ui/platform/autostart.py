"""Start the program with the user's session (autostart). The state is stored in a file or registry value only."""

import os
import plistlib
import sys
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.processes import child

NAME = "deskpet"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_AGENT_LABEL = "org.deskpet.deskpet"


def is_enabled() -> bool:
    """Return whether the program starts with the session."""
    if sys.platform == "win32":
        return _has_registry_value()
    return paths.exists(_autostart_file())


def set_enabled(on: bool, arguments: tuple[str, ...] = ()) -> None:
    """Enable or disable the start with the session, with these command line arguments. Raises OSError."""
    program = child.launcher()
    command = (*((str(program),) if program else (sys.executable, "-m", "deskpet")), *arguments)
    if sys.platform == "win32":
        _write_registry(command if on else None)
    elif on:
        # The launch agent (launchd.plist) is not tested on macOS.
        agent = {"Label": _AGENT_LABEL, "ProgramArguments": list(command), "RunAtLoad": True}
        content = plistlib.dumps(agent) if sys.platform == "darwin" else _desktop_entry(command).encode()
        write_atomically(_autostart_file(), content)
    else:
        _autostart_file().unlink(missing_ok=True)


def _autostart_file() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_AGENT_LABEL}.plist"
    config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(config) / "autostart" / f"{NAME}.desktop"


def _desktop_entry(command: tuple[str, ...]) -> str:
    """Return a desktop entry (Desktop Application Autostart Specification).

    GNOME starts it 3 s after the others: an input method that starts later than the program writes nothing into it.
    """
    return f"""\
[Desktop Entry]
Type=Application
Name=deskpet
Comment=A character that lives on the desktop
Exec={" ".join(map(_quote, command))}
X-GNOME-Autostart-enabled=true
X-GNOME-Autostart-Delay=3
"""


def _quote(part: str) -> str:
    r"""Quote an argument of an Exec key (Desktop Entry Specification).

    Special characters are escaped with `\`, and each `\` is doubled again, because the value is a string.
    """
    escaped = part
    for special in ("\\", '"', "`", "$"):
        escaped = escaped.replace(special, f"\\{special}")
    return '"' + escaped.replace("\\", "\\\\").replace("%", "%%") + '"'


def _has_registry_value() -> bool:
    """Return whether the registry's Run key has our value."""
    registry = _registry()
    try:
        with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
            registry.QueryValueEx(key, NAME)
    except FileNotFoundError:
        return False
    return True


def _write_registry(command: tuple[str, ...] | None) -> None:
    import subprocess

    registry = _registry()
    with registry.CreateKeyEx(registry.HKEY_CURRENT_USER, _RUN_KEY, 0, registry.KEY_SET_VALUE) as key:
        if command is not None:
            # pythonw.exe is the same interpreter without a console window.
            windowless = command[0].replace("python.exe", "pythonw.exe")
            line = subprocess.list2cmdline((windowless, *command[1:]))
            registry.SetValueEx(key, NAME, 0, registry.REG_SZ, line)
        elif _has_registry_value():
            registry.DeleteValue(key, NAME)


def _registry() -> Any:
    import winreg

    return winreg
