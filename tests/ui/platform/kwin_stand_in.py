"""Load scripts as KWin does, and call what they name as they do: `METHOD SCRIPT TEXT` on the input, JSON on the output.

A process of its own, since Qt holds Python while it waits for an answer.
"""

import json
import sys
import threading
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_method_call,
    new_method_return,
)
from jeepney.io.blocking import open_dbus_connection

PREFIX = "const program = "


class StandIn:
    """KWin's side of the bus."""

    def __init__(self) -> None:
        self._programs: list[dict[str, Any]] = []
        self._bus: Any = open_dbus_connection("SESSION")
        self._bus.send_and_get_reply(message_bus.RequestName("org.kde.KWin"))

    def call_each(self) -> None:
        """Make each call that the input names, and end with it."""
        for line in sys.stdin:
            method, script, text = line.rstrip("\n").split(" ", 2)
            program = self._programs[int(script)]
            address = DBusAddress(program["path"], program["service"], program["interface"])
            self._bus.send(new_method_call(address, method, "s", (text,)), serial=int(next(self._bus.outgoing_serial)))

    def serve(self) -> None:
        """Answer each call, and print it and each answer."""
        tell({"owner": self._bus.unique_name})
        while True:
            message: Message = self._bus.receive()
            if message.header.message_type is MessageType.method_call:
                self._answer(message, str(message.header.fields[HeaderFields.member]))
            elif message.header.message_type is MessageType.method_return and message.body:
                tell({"wanted": json.loads(message.body[0])})

    def _answer(self, message: Message, method: str) -> None:
        if method == "loadScript":
            line = Path(message.body[0]).read_text(encoding="utf-8").split("\n", 1)[0]
            self._programs.append(json.loads(line.removeprefix(PREFIX).removesuffix(";")))
            self._bus.send(new_method_return(message, "i", (len(self._programs),)))
        else:
            self._bus.send(new_method_return(message))
        tell({method: message.body[-1] if message.body else ""})


def tell(found: dict[str, Any]) -> None:
    """Print what has come."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    stand_in = StandIn()
    threading.Thread(target=stand_in.serve, daemon=True).start()
    stand_in.call_each()
