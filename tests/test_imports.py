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


@pytest.mark.window
def test_the_first_frame_comes_before_everything_heavy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *HEAVY], capture_output=True, text=True, check=False, timeout=60, env=os.environ
    )
    first, later = (line.split() for line in run.stdout.splitlines())
    assert first == ["loaded:"], run.stderr
    # That the question finds what is there shows in what was imported for it.
    assert "markdown_it" in later
