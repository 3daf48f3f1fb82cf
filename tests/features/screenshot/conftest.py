"""A private D-Bus, shared with tests/ui/platform."""

from tests.ui.platform.conftest import bus, bus_daemon

__all__ = ["bus", "bus_daemon"]
