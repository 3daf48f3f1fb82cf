"""The ports that agents use, of a pet that has no chat."""

from types import SimpleNamespace
from typing import cast

from PySide6.QtCore import QRect

from deskpet.app.feature_host import Occasions, SettingsAccess
from deskpet.app.local_lines import LocalLines
from deskpet.app.settings_store import SettingsStore
from deskpet.app.speech_bubble_controller import SpeechBubbleController
from deskpet.app.window_ports import CharacterAccess
from deskpet.features.host import Host
from deskpet.processes.instance_lock import InstanceLock
from tests.ui.pet.scene import Scene


def small_host(scene: Scene, store: SettingsStore, lock: InstanceLock, lines: LocalLines | None = None) -> Host:
    """Return the host of a visible pet, with the real parts of the program. lines: instead of those of the lock."""
    ports = SimpleNamespace(
        settings=SettingsAccess(store),
        occasions=Occasions(),
        character=CharacterAccess(scene.pet, scene.stage),
        bubbles=SpeechBubbleController(scene.pet, QRect),
        local_lines=lines or LocalLines(lock, lambda *_: None),
        windows=SimpleNamespace(open_settings=lambda _page: None),
    )
    return cast("Host", ports)
