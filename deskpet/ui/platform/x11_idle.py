"""Time since the user's last input on X11: the request QueryInfo of the extension MIT-SCREEN-SAVER.

It is sent without libxcb-screensaver, which is not installed everywhere. Protocol: "X11 Screen Saver Extension".
"""

import struct

from deskpet.ui.platform import x11

_SCREEN_SAVER = x11.Extension(b"MIT-SCREEN-SAVER", 0)
_QUERY_INFO = 1
# After the type, the state, the sequence number, the length, the saver's window and the time until it starts.
_MS_SINCE_INPUT = struct.Struct("=16xI")


def idle_seconds() -> float | None:
    """Return the time since the last input; None without X11 or without the extension."""
    with x11.temporary_connection() as server:
        if server is None:
            return None
        reply = server.extension_reply(_SCREEN_SAVER, _QUERY_INFO, struct.pack("=I", server.root))
    return _MS_SINCE_INPUT.unpack_from(reply)[0] / 1000 if reply else None
