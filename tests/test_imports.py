"""What is not loaded when the character appears: heavy modules come when they are first needed."""

import os
import subprocess
import sys

import pytest

HEAVY = ("anthropic", "httpx", "markdown_it", "mcp", "openai", "pygments")
# The real program, asked in the moment of its first frame.
PROGRAM = """
import sys
from deskpet import app, paths
from deskpet.ui import loop

def look():
    print("loaded:", *sorted(set(sys.argv[1:]) & set(sys.modules)), flush=True)
    pet.quit()

qt = app.new_application()
pet = app.Pet(paths.default_settings_file(), offline=True)
pet.window.first_frame.connect(look)
loop.run(qt, pet.live())
import markdown_it
print("later:", *sorted(set(sys.argv[1:]) & set(sys.modules)), flush=True)
"""


# The real program's beginning, asked when the picture is on screen and when the character is.
BEGINNING = """
import sys
from deskpet.ui.pet import opening

def say(when):
    print(f"{when}:", *[name for name in sys.argv[1:] if name in sys.modules], flush=True)

qt = opening.new_application()
window = opening.show_still()
say("still")
opening.come_alive(window)
say("alive" if window.is_alive else "late")
from deskpet import app
say("later")
window.close_gl()
"""
NOT_FOR_THE_PICTURE = ("deskpet.pet.model_file", "deskpet.ui.pet.living_model")
NOT_FOR_LIFE = ("asyncio", "deskpet.ui.pet.menu", "deskpet.ui.widgets.theme")


# The real program, asked when all that it reads for the chat has been read.
SETTLED = """
import gc, linecache, os, signal, sys
from PySide6.QtCore import QTimer
from deskpet import app, paths
from deskpet.ui.pet import opening

qt = opening.new_application()
opened = opening.come_alive(opening.show_still())

def look():
    if "httpx" in sys.modules and "markdown_it" in sys.modules and not linecache.cache:
        watch.stop()
        print("frozen:", gc.get_freeze_count() > len(gc.get_objects()))
        os.kill(os.getpid(), signal.SIGTERM)

watch = QTimer(interval=10)
watch.timeout.connect(look)
watch.start()
app.run(qt, opened, paths.default_settings_file(), offline=True)
"""


@pytest.mark.window
def test_what_was_read_is_neither_looked_through_for_garbage_nor_kept_as_text() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SETTLED], capture_output=True, text=True, check=False, timeout=60, env=os.environ
    )
    assert run.stdout.splitlines() == ["frozen: True"], run.stderr


@pytest.mark.window
def test_each_step_of_a_start_imports_what_it_needs_and_no_more() -> None:
    run = subprocess.run(
        [sys.executable, "-c", BEGINNING, *NOT_FOR_THE_PICTURE, *NOT_FOR_LIFE],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ,
    )
    assert run.stdout.splitlines() == [
        "still:",
        " ".join(("alive:", *NOT_FOR_THE_PICTURE)),
        " ".join(("later:", *NOT_FOR_THE_PICTURE, *NOT_FOR_LIFE)),
    ], run.stderr


@pytest.mark.window
def test_the_first_frame_comes_before_everything_heavy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *HEAVY], capture_output=True, text=True, check=False, timeout=60, env=os.environ
    )
    first, later = (line.split() for line in run.stdout.splitlines())
    assert first == ["loaded:"], run.stderr
    # That the question finds what is there shows in what was imported for it.
    assert "markdown_it" in later
