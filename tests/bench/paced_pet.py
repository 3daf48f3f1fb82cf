"""The pet with its chat open, at the pace named by each line on standard input.

Paces are lively, in_view, idle, asleep and hidden. Prints the number of frames drawn once a second.

    python -m tests.bench.paced_pet [MODEL [LINES FOR THE SETTINGS FILE]]
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

from deskpet.app import pet_controller
from deskpet.config import paths
from deskpet.pet.mood import MoodActivity
from deskpet.ui.pet.saved_look import CharacterLook, save
from deskpet.ui.platform import event_loop

SECOND_MS = 1000


class Holder(QObject):
    """Keeps a pet at a pace, by what causes that pace in real use."""

    def __init__(self, pet: pet_controller.PetController) -> None:
        super().__init__()
        self._window, self._frames = pet.window, 0
        self._again: Callable[[], None] = lambda: None
        self._window.frameSwapped.connect(self._count)
        self._orders = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._orders.activated.connect(self._on_order)
        self._second = QTimer(self, interval=SECOND_MS)
        self._second.timeout.connect(self._on_second)
        self._second.start()

    def hold(self, pace: str) -> None:
        """Bring the pet to a pace and keep it there."""
        presence = self._window.animator
        self._window.setVisible(pace != "hidden")
        presence.do(MoodActivity.TALKING if pace == "lively" else MoodActivity.NOTHING)
        presence.set_sleep_timeout(0.01 if pace == "asleep" else 0)
        self._again = presence.note_typing if pace == "in_view" else lambda: None
        self._again()
        # While hidden, the timer of one second would be all there is to measure.
        self._second.start() if pace != "hidden" else self._second.stop()

    def _count(self) -> None:
        self._frames += 1

    def _on_order(self) -> None:
        if line := sys.stdin.readline().strip():
            self.hold(line)
        else:
            self._orders.setEnabled(False)

    def _on_second(self) -> None:
        self._again()
        print(self._frames, flush=True)


def settings_file(folder: str, model: str, lines: str = "") -> Path:
    """Write settings with every default but the model, and `lines` after it."""
    file = Path(folder) / "settings.toml"
    file.write_text(f"[character]\nfolder = '{model}'\n{lines}", encoding="utf-8")
    return file


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else CharacterLook().folder
    qt = pet_controller.new_application()
    with tempfile.TemporaryDirectory() as home:
        save(paths.state_folder() / "look.json", CharacterLook(folder=wanted))
        pet = pet_controller.PetController(settings_file(home, wanted, "".join(sys.argv[2:])), offline=True)
        holder = Holder(pet)
        sys.exit(event_loop.run(qt, pet.run()))
