"""A private D-Bus, shared with tests/ui/platform."""

from tests.ui.platform.conftest import bus

__all__ = ["bus"]
