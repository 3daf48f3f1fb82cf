"""Run the Windows program of .tools/windows by Wine, on the display of this process.

    python wine.py python ARGUMENTS ...   Python for Windows, such as `-m deskpet`
    python wine.py test ARGUMENTS ...     pytest: first what shows no window, then the windows; ARGUMENTS go to both
    python wine.py test --quick           only the tests of the start, of paths, times, files and processes

One run at a time: its end also ends what the program has left behind in the prefix. Uses the standard library only.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import FrameType

from windows import PROJECT, PYTHON, wine_environment

WINDOW_FOLDERS = ("tests/app", "tests/ui")
QUICK = (
    "tests/windows",
    "tests/test_atomic_write.py",
    "tests/test_console.py::test_a_reader_that_goes_away_ends_it_quietly",
    "tests/test_instance_lock.py",
    "tests/test_local_time.py",
    "tests/test_log.py",
    "tests/test_state_files.py",
    "tests/pet/test_child.py",
    "tests/pet/test_model_notes.py",
    "tests/tools/test_clock.py",
)
# pytest: no test of the selection exists, such as with ARGS="-k a_window_test".
_NOTHING_COLLECTED = 5


def main(arguments: list[str]) -> int:
    """Run one of the commands of the module's docstring. Returns an exit code."""
    command, rest = arguments[:1], arguments[1:]
    try:
        if command == ["python"]:
            return run_python(*rest)
        if command == ["test"]:
            return run_tests(*QUICK, *rest[1:]) if rest[:1] == ["--quick"] else run_suite(rest)
        print(__doc__)
        return 2
    finally:
        subprocess.run(["wineserver", "-k"], env=wine_environment(), check=False)


def run_suite(arguments: list[str]) -> int:
    """Run the tests named by `arguments`, or all of them in two parts. Returns the first exit code of a failure."""
    if any((PROJECT / argument.split("::")[0]).exists() for argument in arguments):
        return run_tests(*arguments)
    ignored = [f"--ignore={folder}" for folder in WINDOW_FOLDERS]
    codes = [run_tests(*ignored, *arguments), run_tests(*WINDOW_FOLDERS, *arguments)]
    return next((code for code in codes if code not in {0, _NOTHING_COLLECTED}), 0)


def run_tests(*arguments: str) -> int:
    """Run pytest for Windows on the display of this process. Returns its exit code."""
    return run_python("-m", "pytest", "-p", "no:cacheprovider", *arguments, DESKPET_TEST_DISPLAY="1")


def run_python(*arguments: str, **variables: str) -> int:
    """Run Python for Windows and copy what it prints. SIGINT and SIGTERM end it. Returns its exit code."""
    # Python for Windows does not start when its standard output is a file of Linux, so it gets a pipe.
    process = subprocess.Popen(
        ["wine", str(PYTHON), *arguments],
        cwd=PROJECT,
        env=wine_environment() | variables,
        stdin=subprocess.DEVNULL if sys.stdin.isatty() else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )

    def end(_number: int, _frame: FrameType | None) -> None:
        process.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    assert process.stdout is not None
    while printed := os.read(process.stdout.fileno(), 65536):
        sys.stdout.buffer.write(printed)
        sys.stdout.buffer.flush()
    return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
