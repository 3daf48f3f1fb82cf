"""Starting with the user's session: a file or a registry value, which is the only memory of it there is."""

import os
import plistlib
import sys
from pathlib import Path
from typing import Any

NAME = "deskpet"
_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
_AGENT = "org.deskpet.deskpet"


def is_on() -> bool:
    """Whether the pet starts with the session."""
    if sys.platform == "win32":
        return _is_in_registry()
    return _file().exists()


def switch(on: bool, arguments: tuple[str, ...] = ()) -> None:
    """Let the pet start with the session, with these command line arguments, or let it not. Raises OSError."""
    command = (sys.executable, "-m", "deskpet", *arguments)
    if sys.platform == "win32":
        _write_registry(command if on else None)
    elif on:
        file = _file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_agent(command) if sys.platform == "darwin" else _desktop_entry(command).encode())
    else:
        _file().unlink(missing_ok=True)


def _file() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_AGENT}.plist"
    config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(config) / "autostart" / f"{NAME}.desktop"


def _desktop_entry(command: tuple[str, ...]) -> str:
    """The desktop's way (Desktop Application Autostart Specification)."""
    return "\n".join(
        (
            "[Desktop Entry]",
            "Type=Application",
            "Name=deskpet",
            "Comment=A character that lives on the desktop",
            f"Exec={' '.join(_quoted(part) for part in command)}",
            "X-GNOME-Autostart-enabled=true",
            "",
        )
    )


def _quoted(part: str) -> str:
    r"""An argument of an Exec key: quoted, its special characters escaped, and each `\` twice in a file's string."""
    escaped = part
    for special in ("\\", '"', "`", "$"):
        escaped = escaped.replace(special, f"\\{special}")
    return '"' + escaped.replace("\\", "\\\\").replace("%", "%%") + '"'


def _agent(command: tuple[str, ...]) -> bytes:
    """macOS's way (launchd.plist). Not tried by its makers."""
    return plistlib.dumps({"Label": _AGENT, "ProgramArguments": list(command), "RunAtLoad": True})


def _is_in_registry() -> bool:
    """Windows' way. Not tried by its makers."""
    registry = _registry()
    try:
        with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN) as key:
            registry.QueryValueEx(key, NAME)
    except FileNotFoundError:
        return False
    return True


def _write_registry(command: tuple[str, ...] | None) -> None:
    import subprocess

    registry = _registry()
    with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN, 0, registry.KEY_SET_VALUE) as key:
        if command is not None:
            # The same interpreter without its console.
            windowless = command[0].replace("python.exe", "pythonw.exe")
            line = subprocess.list2cmdline((windowless, *command[1:]))
            registry.SetValueEx(key, NAME, 0, registry.REG_SZ, line)
        elif _is_in_registry():
            registry.DeleteValue(key, NAME)


def _registry() -> Any:
    import winreg

    return winreg
