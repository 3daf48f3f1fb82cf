"""The ports that agents use, of a pet that has no chat."""

from types import SimpleNamespace
from typing import cast

from PySide6.QtCore import QRect

from deskpet.app.feature_host import character_port, settings_port
from deskpet.app.settings_store import SettingsStore
from deskpet.features.host import Host, OccasionsPort
from deskpet.processes.instance_lock import InstanceLock
from deskpet.ui.pet.speech_bubble import Bubbles
from deskpet.ui.platform.local_server import LocalSocketServer
from tests.ui.pet.scene import Scene


def small_host(scene: Scene, store: SettingsStore, lock: InstanceLock, lines: LocalSocketServer | None = None) -> Host:
    """Return the host of a visible pet, with the real parts of the program. lines: instead of those of the lock."""
    ports = SimpleNamespace(
        settings=settings_port(store),
        occasions=OccasionsPort(),
        character=character_port(scene.pet, scene.stage, lambda _place: None),
        bubbles=Bubbles(scene.pet, QRect),
        local_lines=lines or LocalSocketServer(lock),
        windows=SimpleNamespace(open_settings=lambda _page: None),
    )
    return cast("Host", ports)
