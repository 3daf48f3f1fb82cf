"""Tests that are left out under Wine, because Wine and not the program fails there. Windows itself runs them.

Tests that Windows can't run have a `skipif` of their own.
"""

import ctypes
import re
import sys
from collections.abc import Iterable

import pytest

# Start of a test's id, as pytest prints it, with `/` -> reason.
LEFT_OUT = {
    "tests/bench": "needs packages of the development environment",
    "tests/models": "the generator needs numpy, which the program for Windows does without",
    "tests/peer": "measures in a browser of Linux",
    "tests/pet/test_model_notes.py::test_any_folder_name_is_accepted[name1]": "Wine 8 resolves no long path",
    "tests/recipes": "runs the checks of the development environment",
    "tests/real": "starts servers of Linux",
    "tests/ui/chat/test_reading.py::test_whatever_is_said_stays_within_its_bubble[answer-emoji]": (
        "Wine 8 gives joined emoji no width"
    ),
    "tests/ui/chat/test_reading.py::test_whatever_is_said_stays_within_its_bubble[question-emoji]": (
        "Wine 8 gives joined emoji no width"
    ),
    "tests/ui/platform/test_trash.py::test_a_deleted_file": "Wine 8 has no trash",
    "tests/features/mcp/test_servers.py::test_the_pet_and_its_frames": (
        "Wine 8 starts each process with normal priority"
    ),
    "tests/features/listening/test_transcribe_command.py::test_the_sound_library_is_loaded_without_numpy": (
        "numpy does not load: Wine's ucrtbase.dll has no crealf"
    ),
    "tests/features/javascript": (
        "Wine 8 reserves no placeholders of memory (VirtualAlloc2), without which V8 does not start"
    ),
    "tests/project/test_installed.py": "needs packages of the development environment",
    "tests/processes/test_instance_lock.py::test_the_same_folder_by_another_way": "Wine 8 creates no symbolic links",
    "tests/project/test_licences.py::test_every_locked": "reads the packages of the development environment",
    "tests/project/test_licences.py::test_packages_that": "reads the packages of the development environment",
    "tests/project/test_workflow.py": "needs packages of the development environment",
    "tests/ui/pet/test_rendering_cost.py::test_drawn_on_fewer_pixels": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_screenshots.py": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_window.py::test_a_motion_changes": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_window.py::test_another_model_replaces": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_window.py::test_resizing_keeps": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_window.py::test_the_size_follows": "Wine 8 shows no alpha of OpenGL windows",
    "tests/ui/pet/test_window.py::test_the_window_is_transparent": "Wine 8 shows no alpha of OpenGL windows",
}


# Patterns of Qt's warnings: about calls that Wine 8 lacks, and about pages that tests show without a window, of
# which Qt for Windows corrects the height when their text wraps.
QT_WARNINGS = (
    "DpiAwareness::PerMonitorVersion2 is not supported",
    r"EnableNonClientDpiScaling\(\) failed",
    r'Unable to set geometry .*"(\w+PageClass|about_page|banner|data_page|persona_page|trial_panel)Window"',
)


def is_wine() -> bool:
    """Return whether this is a Windows program under Wine."""
    return sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def given_variables(names: Iterable[str]) -> set[str]:
    """Return the names of a process's environment variables without those that Wine adds to each process."""
    return {name for name in names if not (is_wine() and (name == "SYSTEMDRIVE" or name.startswith("WINE")))}


def without_warnings(errors: str) -> str:
    """Return what a program wrote to standard error without the warnings of Qt that it gets under Wine."""
    if not is_wine():
        return errors
    warning = re.compile("|".join(QT_WARNINGS))
    return "".join(line for line in errors.splitlines(keepends=True) if not warning.search(line))


def left_out(node: str) -> str:
    """Return why the test or the file with this id is left out, or an empty string."""
    return next((reason for start, reason in LEFT_OUT.items() if node.startswith(start)), "")


def skip(tests: Iterable[pytest.Item]) -> None:
    """Mark those of the tests that are left out."""
    for item in tests:
        if reason := left_out(item.nodeid):
            item.add_marker(pytest.mark.skip(reason=f"under Wine: {reason}"))


def summary() -> list[str]:
    """Return the table of what is left out, as lines."""
    width = max(map(len, LEFT_OUT))
    return [f"{start:<{width}}  {reason}" for start, reason in LEFT_OUT.items()]
