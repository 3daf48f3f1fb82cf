"""Stand-ins for the services of a desktop on a private D-Bus."""

import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

Answer = tuple[str, Any]
"""A D-Bus signature and a value."""

_POLL_S = 0.05


@contextmanager
def services(bus: str, answers: Mapping[tuple[str, str], Answer]) -> Generator[None]:
    """Answer calls and properties by their interface and name, for all services that have the names of interfaces."""
    ready, ended = threading.Event(), threading.Event()
    thread = threading.Thread(target=_serve, args=(bus, answers, ready, ended), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield
    finally:
        ended.set()
        thread.join(60)


def _serve(bus: str, answers: Mapping[tuple[str, str], Answer], ready: threading.Event, ended: threading.Event) -> None:
    with open_dbus_connection(bus) as connection:
        for interface in {interface for interface, _ in answers}:
            connection.send_and_get_reply(message_bus.RequestName(interface.removesuffix(".Session")))
        ready.set()
        while not ended.is_set():
            try:
                message = connection.receive(timeout=_POLL_S)
            except TimeoutError:
                continue
            if message.header.message_type is not MessageType.method_call:
                continue
            connection.send(_reply(message, answers))


def _reply(message: Any, answers: Mapping[tuple[str, str], Answer]) -> Any:
    fields = message.header.fields
    interface, name = fields[HeaderFields.interface], fields[HeaderFields.member]
    is_property = interface == "org.freedesktop.DBus.Properties"
    asked = tuple(message.body) if is_property else (interface, name)
    if asked not in answers:
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
    signature, value = answers[asked]
    return (
        new_method_return(message, "v", ((signature, value),))
        if is_property
        else new_method_return(message, signature, (value,))
    )
