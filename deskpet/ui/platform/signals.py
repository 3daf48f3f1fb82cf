"""Connect signals for a time."""

from collections.abc import Callable

from PySide6.QtCore import QObject, SignalInstance

from deskpet.listeners import End


def listen(signal: SignalInstance, listener: Callable[..., object]) -> End:
    """Connect a signal, and return what disconnects it, if that was not done by the end of either side."""
    connection = signal.connect(listener)
    return lambda: QObject.disconnect(connection)


def listen_to_all(listener: Callable[..., object], *signals: SignalInstance) -> End:
    """Connect several signals, and return what disconnects them."""
    return end_all(*(listen(signal, listener) for signal in signals))


def end_all(*ends: End) -> End:
    """Return what calls all of them."""
    return lambda: [end() for end in ends]
