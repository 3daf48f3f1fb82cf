"""Deferred imports: heavy modules are not loaded before the character appears."""

import os
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest

# The workspace is imported when the first file tool is called, and documents are when the first one is attached.
LATE = (
    *(
        "deskpet.features.workspace.file_activity",
        "deskpet.features.memory.controller",
        "deskpet.features.workspace.ui",
    ),
    *("deskpet.documents", "deskpet.ui.blocks.attached_document"),
)
HEAVY = ("anthropic", "httpx", "markdown_it", "mcp", "openai", "pygments")
# The real program, inspected at its first frame.
PROGRAM = """
import sys
from deskpet.config import paths
from deskpet.app import pet_controller
from deskpet.ui.platform import event_loop

def look():
    print("loaded:", *sorted(set(sys.argv[1:]) & set(sys.modules)), flush=True)
    pet.quit()

qt = pet_controller.new_application()
pet = pet_controller.PetController(paths.default_settings_file(), offline=True)
pet.window.first_frame.connect(look)
event_loop.run(qt, pet.run())
import markdown_it
print("later:", *sorted(set(sys.argv[1:]) & set(sys.modules)), flush=True)
"""


# The start of the real program, inspected when the still picture and when the character is on screen.
BEGINNING = """
import sys
from deskpet.ui.pet import startup

def say(when):
    print(f"{when}:", *[name for name in sys.argv[1:] if name in sys.modules], flush=True)

qt = startup.new_application()
window = startup.show_still_picture()
say("still")
startup.load_model(window)
say("alive" if window.is_alive else "late")
from deskpet.app import pet_controller
say("later")
window.close_gl()
"""
# As BEGINNING, with the number of modules, and the packages that are neither deskpet's nor the standard library's.
COUNTED = """
import sys
from deskpet.ui.pet import startup

def count():
    # The value None stands for a module that can't be imported.
    tops = [name.partition(".")[0] for name, module in sys.modules.items() if module]
    print(tops.count("deskpet"), len(tops), *sorted(set(tops) & set(sys.argv[1:]) - {"deskpet"}), flush=True)

qt = startup.new_application()
window = startup.show_still_picture()
count()
startup.load_model(window)
count()
window.close_gl()
"""
# Modules of deskpet, and of all, that are imported for the still picture and for the first frame.
MOST_FOR_THE_PICTURE, MOST_FOR_LIFE = (37, 214), (87, 284)
FOR_THE_PICTURE = ["PySide6", "platformdirs", "shiboken6"]
FOR_LIFE = ["PySide6", "live2d", "platformdirs", "shiboken6"]
NOT_FOR_THE_PICTURE = ("deskpet.pet.model_file", "deskpet.ui.pet.living_model")
NOT_FOR_LIFE = ("asyncio", "deskpet.ui.pet.menu", "deskpet.ui.widgets.theme")


# The real program, inspected when everything for the chat is loaded.
SETTLED = """
import faulthandler, gc, linecache, os, signal, sys
from PySide6.QtCore import QTimer
from deskpet.config import paths
from deskpet.app import pet_controller
from deskpet.ui.pet import startup

qt = startup.new_application()
opened = startup.load_model(startup.show_still_picture())
WINDOWS = ("deskpet.features.characters.ui", "deskpet.features.first_run.ui")
# All sources together have over 6,000,000 characters. What is imported later, for a first use, may be kept.
MOST_KEPT = 100_000

def kept():
    return sum(len(line) for entry in linecache.cache.values() if len(entry) > 1 for line in entry[2])

def look():
    # The last module that the start imports.
    if "anyio._backends._asyncio" in sys.modules and kept() < MOST_KEPT:
        watch.stop()
        print("frozen:", gc.get_freeze_count() > len(gc.get_objects()), flush=True)
        memory = {name for name in sys.modules if name.startswith("deskpet.features.memory.")}
        print("memory:", *sorted(memory - {f"deskpet.features.memory.{name}" for name in ("feature", "tools")}))
        print("windows:", *sorted(name for name in sys.modules if name.startswith(WINDOWS)))
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGTERM)

faulthandler.dump_traceback_later(50, exit=True)
watch = QTimer(interval=10)
watch.timeout.connect(look)
watch.start()
pet_controller.run(qt, opened, paths.default_settings_file(), offline=True)
"""


@pytest.mark.window
def test_what_was_read_is_neither_looked_through_for_garbage_nor_kept_as_text() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SETTLED], capture_output=True, encoding="utf-8", check=False, timeout=60, env=os.environ
    )
    # Memory is off, the gallery was not opened, and who starts offline gets no introduction.
    assert run.stdout.splitlines() == ["frozen: True", "memory:", "windows:"], run.stderr


def test_a_command_does_not_import_the_command_line_of_httpx() -> None:
    program = "import deskpet.cli.ask, httpx, sys; print(sorted({'click', 'httpx', 'rich'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert run.stdout == "['httpx']\n", run.stderr


@pytest.mark.window
def test_each_step_of_a_start_imports_what_it_needs_and_no_more() -> None:
    run = subprocess.run(
        [sys.executable, "-c", BEGINNING, *NOT_FOR_THE_PICTURE, *NOT_FOR_LIFE],
        capture_output=True,
        encoding="utf-8",
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
        [sys.executable, "-c", PROGRAM, *HEAVY, *LATE],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env=os.environ,
    )
    first, later = (line.split() for line in run.stdout.splitlines())
    assert first == ["loaded:"], run.stderr
    # The modules imported for the chat prove that the inspection works.
    assert "markdown_it" in later
    assert not set(LATE) & set(later)


@pytest.mark.window
def test_the_first_frame_needs_few_modules_and_no_other_package() -> None:
    packages = sorted(packages_distributions())
    run = subprocess.run(
        [sys.executable, "-c", COUNTED, *packages],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env=os.environ,
    )
    limits = ((FOR_THE_PICTURE, MOST_FOR_THE_PICTURE), (FOR_LIFE, MOST_FOR_LIFE))
    for line, (packages, most) in zip(run.stdout.splitlines(), limits, strict=True):
        ours, every, *found = line.split()
        assert found == packages, run.stderr
        assert int(ours) <= most[0]
        assert int(every) <= most[1]
