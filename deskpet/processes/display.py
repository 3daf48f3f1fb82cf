"""Check whether this session can show windows, without Qt, which aborts the process if it can't."""

import os
import sys

NEXT_STEP = "Start deskpet where windows can be shown: on a desktop, or on the display that DISPLAY names."

_CONNECT_TIMEOUT_SECONDS = 5.0
_FIRST_PORT = 6000


def unavailable_reason() -> str:
    """Return why no window can be shown, or an empty string if no obstacle is known."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0].split(";")
    if not sys.platform.startswith("linux") or not set(chosen) & {"", "xcb", "wayland"}:
        return ""
    display, wayland = os.environ.get("DISPLAY", ""), os.environ.get("WAYLAND_DISPLAY", "")
    if not (display or wayland):
        return "this session has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    return "" if wayland else _unreachable_reason(display)


def _unreachable_reason(display: str) -> str:
    """Return why a remote X server can't be reached, or an empty string. Qt would wait minutes for it."""
    host, _, number = display.rpartition("/")[2].rpartition(":")
    number = number.partition(".")[0]
    if host in {"", "unix"} or not number.isdecimal():
        return ""
    # Rarely needed, and slow to import.
    import socket

    try:
        socket.create_connection((host.strip("[]"), _FIRST_PORT + int(number)), _CONNECT_TIMEOUT_SECONDS).close()
    except (OSError, OverflowError) as error:
        return f"the display {display} does not answer: {error}"
    return ""
