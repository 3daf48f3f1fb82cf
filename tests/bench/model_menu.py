"""Time until the chat's menu of 500 models of three connections is on screen, and until a letter of its search is."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from PySide6.QtWidgets import QApplication

from deskpet.llm.capabilities import Capabilities
from deskpet.llm.connections import ModelChoice
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import gc_policy
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.model_entries import ModelEntries
from tests.bench.figures import Figure
from tests.bench.pet_in_process import paint_windows
from tests.support.connections import connections

OPENINGS = 5
WORDS = "gpt-5 mini"


def measure(app: QApplication) -> list[Figure]:
    """Open the menu several times, and type into its search."""
    # As in the pet: otherwise a collection of all modules is measured.
    gc_policy.freeze_existing()
    theme.apply(app)
    openings: list[float] = []
    letters: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        kept, lists = connections(Path(folder), 300, 40, 215)
        entries = ModelEntries(lists, Capabilities(Path(folder) / "endpoints.json"), ModelChoice("a1", "gpt-4.1-mini"))
        chat = ChatWindow()
        chip = chat.header.model
        chip.entries = lambda: entries.of(kept.all)
        chat.show()
        paint_windows()
        for _ in range(OPENINGS):
            openings.append(_painted_after(chip.click))
            assert chip.menu
            field = chip.menu.field
            letters.extend(_painted_after(partial(field.setText, WORDS[: at + 1])) for at in range(len(WORDS)))
            chip.menu.close()
        chat.close()
    return [
        Figure("first opening of the menu with 500 models", openings[0], "ms", 100),
        Figure(f"{OPENINGS - 1} later openings, max", max(openings[1:]), "ms", 50),
        Figure("a letter in its search, max", max(letters), "ms", 50),
    ]


def _painted_after(change: Callable[[], object]) -> float:
    began = perf_counter()
    change()
    paint_windows()
    return (perf_counter() - began) * 1000
