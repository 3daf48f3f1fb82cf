"""The display server dies under the running pet: every word is kept, and one sentence says what happened."""

import asyncio
import sys
from collections.abc import Callable, Generator
from typing import TypeVar

import pytest
from virtual_display import VirtualDisplay, missing_programs

from deskpet.store import Store
from tests.app.controlled_pet import DRAFT
from tests.app.controlled_process import END_LIMIT_S, PetProcess, answered_pet, endless_answer, pet_process
from tests.support.deskpet_process import data_folder

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform != "linux" or bool(missing_programs()), reason="needs an X server to kill"),
]
T = TypeVar("T")
SENTENCE = (
    "deskpet: the display is gone. What was said is kept. "
    "Start deskpet where windows can be shown: on a desktop, or on the display that DISPLAY names.\n"
)


@pytest.fixture
def display() -> Generator[VirtualDisplay]:
    display = VirtualDisplay()
    display.start()
    yield display
    display.end()


def kill_display(display: VirtualDisplay, pet: PetProcess) -> None:
    """Kill the X server, and wait for the end of the pet."""
    display.kill_server()
    _, errors = pet.process.communicate(timeout=END_LIMIT_S)
    # Xlib prints lines of its own if it notices first.
    said = "".join(line for line in errors.splitlines(keepends=True) if line.startswith("deskpet"))
    assert (pet.process.returncode, said) == (1, SENTENCE)
    assert "Traceback" not in errors


def kept(read: Callable[[Store], T]) -> T:
    """Return what `read` finds in the database."""
    store = Store(data_folder() / "conversations.db")
    try:
        return read(store)
    finally:
        store.close()


def test_an_answer_is_kept_when_the_display_dies(tmp_path, display):
    with answered_pet("ask", tmp_path, endless_answer, DISPLAY=display.name, QT_QPA_PLATFORM="xcb") as (_, pet):
        pet.wait_for(lambda: pet.shown > 100)
        shown = pet.shown
        kill_display(display, pet)
    saved = kept(Store.last)
    assert saved
    assert len(saved.nodes[-1].message.text) >= shown


def test_a_draft_is_kept_when_the_display_dies(tmp_path, display):
    with pet_process("type", tmp_path, DISPLAY=display.name, QT_QPA_PLATFORM="xcb") as pet:
        kill_display(display, pet)
    assert kept(lambda store: asyncio.run(store.draft(None))).text == DRAFT
