"""Run the Windows program of .tools/windows by Wine, on the display of this process.

    python wine.py python ARGUMENTS ...   Python for Windows, such as `-m deskpet`
    python wine.py test ARGUMENTS ...     pytest: the tests that ARGUMENTS name, or all of them and a table at the end
    python wine.py test --quick           only the tests of the start, of paths, times, files and processes, and of
                                          programs beside it: coding agents, MCP servers, plugins
    python wine.py lane NAME ...          one of the two lanes of all tests, in the prefix of DESKPET_WINE_PREFIX

All tests are run in two lanes beside each other, those of windows and the others, each on a display and in a prefix of
its own. What they print is in build/windows while they run.
One run at a time: its end also ends what the program has left behind in the prefix. Uses the standard library only.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType

from windows import PREFIX, PROJECT, PYTHON, set_registry, wine_environment

WINDOW_FOLDERS = ("tests/app", "tests/features", "tests/ui")
# Lane -> the tests that pytest runs in it.
LANES = {
    "without-a-window": tuple(f"--ignore={folder}" for folder in WINDOW_FOLDERS),
    "windows": WINDOW_FOLDERS,
}
DESKTOP, DESKTOP_SIZE = "tests", "1920x1080"
QUICK = (
    "tests/windows/test_program.py",
    "tests/windows/test_system.py",
    "tests/features/agents/test_hook.py",
    "tests/features/callers/test_command.py::test_the_configuration_starts_it",
    "tests/features/agents/test_hooks.py",
    "tests/features/callers/test_in_the_pet.py::test_a_new_caller_is_asked_about_and_then_moves_her[auto]",
    "tests/features/callers/test_in_the_pet.py::test_waiting_calls_leave_room_for_hooks",
    "tests/filesystem/test_atomic_write.py",
    "tests/processes/test_console.py::test_a_reader_that_goes_away_ends_it_quietly",
    "tests/processes/test_instance_lock.py",
    "tests/text/test_local_time.py",
    "tests/statistics/test_log.py",
    "tests/cli/test_read_command.py::test_an_office_file_is_read_as_its_words",
    "tests/config/test_state_files.py",
    "tests/processes/test_child.py",
    "tests/pet/test_model_notes.py",
    "tests/tools/files/test_changing.py",
    "tests/tools/files/test_escapes.py",
    "tests/tools/test_clock.py",
    "tests/features/mcp/test_servers.py::test_a_server_starts_with_its_first_call_and_its_tools_are_kept",
    "tests/features/plugins/test_plugins.py::test_no_key_is_in_the_environment",
    "tests/features/plugins/test_plugins.py::test_programs_that_a_plugin_starts_end_with_it",
    "tests/features/plugins/test_plugins.py::test_the_template_is_a_tool_that_works",
)
RESULTS = PROJECT / "build" / "windows"
# pytest's own time limit does not reach a process that hangs while it starts or ends.
PROCESS_LIMIT_S = 3 * 3600.0
# Exit codes of pytest: all passed, some failed, none is in the selection, such as with ARGS="-k a_window_test".
_TESTS_WERE_RUN = {0, 1, 5}
OUTCOMES = ("passed", "skipped", "failed", "error", "crashed")


def main(arguments: list[str]) -> int:
    """Run one of the commands of the module's docstring. Returns an exit code."""
    command, rest = arguments[:1], arguments[1:]
    try:
        if command == ["python"]:
            return run_python(*rest)
        if command == ["test"]:
            return run_tests("--quick", *QUICK, *rest[1:]) if rest[:1] == ["--quick"] else run_suite(rest)
        if command == ["lane"] and rest[0] in LANES:
            return run_lane(*rest)
        print(__doc__)
        return 2
    finally:
        end_programs()


def run_suite(arguments: list[str]) -> int:
    """Run the tests named by `arguments`, or all of them with a table at the end. Returns an exit code."""
    if any((PROJECT / argument.split("::")[0]).exists() for argument in arguments):
        return run_tests(*arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    end_programs()
    lanes = {name: start_lane(name, arguments) for name in LANES}

    def end(_number: int, _frame: FrameType | None) -> None:
        for process in lanes.values():
            process.terminate()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    outcomes: dict[str, str] = {}
    for name, process in lanes.items():
        code = process.wait()
        print(f"\n{name}\n" + lane_file(name, "log").read_text(encoding="utf-8", errors="replace"), flush=True)
        outcomes |= recorded_outcomes(name)
        if code != 0:
            outcomes[f"tests/{name}: ended with code {code}"] = "error"
        shutil.rmtree(lane_prefix(name))
    print("\n".join(table(outcomes)), flush=True)
    return int(any(outcome not in {"passed", "skipped"} for outcome in outcomes.values()))


def start_lane(name: str, arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start a lane on a display of its own, in a copy of the prefix, with what it prints in a file."""
    prefix, log = lane_prefix(name), lane_file(name, "log")
    shutil.rmtree(prefix, ignore_errors=True)
    # The links are the drives, and one of them is the root of this system.
    shutil.copytree(PREFIX, prefix, symlinks=True)
    print(f"deskpet: tests of the lane {name}: see {log}", flush=True)
    display = [sys.executable, str(PROJECT / ".setup" / "virtual_display.py"), "--always"]
    with log.open("wb") as output:
        return subprocess.Popen(
            [*display, sys.executable, __file__, "lane", name, *arguments],
            env=os.environ | {"DESKPET_WINE_PREFIX": str(prefix)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


def lane_prefix(name: str) -> Path:
    """Return the copy of the prefix for a lane."""
    return PREFIX.with_name(f"prefix-{name}")


def lane_file(name: str, suffix: str) -> Path:
    """Return the file with what a lane printed (`log`), or with its outcomes (`jsonl`, see tests/support/record.py)."""
    return RESULTS / f"{name}.{suffix}"


def run_lane(name: str, *arguments: str) -> int:
    """Run pytest again after each crash or hang of its process, from the next test on.

    Returns 0 if each test of the lane has an outcome, else an exit code.
    """
    set_desktop(DESKTOP if name == "windows" else "")
    record = lane_file(name, "jsonl")
    record.write_text("", encoding="utf-8")
    known = -1
    while len(recorded_outcomes(name)) > known:
        known = len(recorded_outcomes(name))
        variables = {"DESKPET_TEST_RECORD": record.relative_to(PROJECT).as_posix()}
        # A file that can't be imported costs its own tests only.
        code = run_pytest("-q", "--continue-on-collection-errors", *LANES[name], *arguments, **variables)
        if record.read_text(encoding="utf-8").splitlines()[-1:] == [json.dumps({"exit code": code})]:
            return 0 if code in _TESTS_WERE_RUN else code
        end_programs()
    return 1


def recorded_outcomes(name: str) -> dict[str, str]:
    """Return test -> outcome of what a lane has recorded."""
    lines = lane_file(name, "jsonl").read_text(encoding="utf-8").splitlines()
    entries = [entry for entry in map(json.loads, lines) if "test" in entry]
    outcomes = {entry["test"]: entry["outcome"] for entry in entries}
    return {test: "crashed" if outcome == "started" else outcome for test, outcome in outcomes.items()}


def table(outcomes: Mapping[str, str]) -> Iterator[str]:
    """Return the lines of a table of the numbers by folder, and the names of what did not pass."""
    folders: dict[str, Counter[str]] = {}
    for test, outcome in outcomes.items():
        folder = test.split("::")[0].rpartition("/")[0]
        folders.setdefault(folder, Counter())[outcome] += 1
    folders = dict(sorted(folders.items())) | {"all": Counter(outcomes.values())}
    yield ""
    for test, outcome in outcomes.items():
        if outcome not in {"passed", "skipped"}:
            yield f"{outcome} {test}"
    yield "".join(f"{name:>9}" for name in ("tests", *OUTCOMES))
    for folder, counts in folders.items():
        numbers = (counts.total(), *(counts[name] for name in OUTCOMES))
        yield "".join(f"{number:9}" for number in numbers) + f"  {folder}"


def run_tests(*arguments: str) -> int:
    """Run pytest for Windows on the display of this process. Returns its exit code.

    Tests of windows run on a desktop of Wine's, a window of the display. Outside of it, a window manager of X11 gives
    no keyboard to a frameless window, while Windows does. Run those of tests/windows in a command of their own: on such
    a desktop Wine shows no icons of the tray.
    """
    set_desktop(DESKTOP if any(argument.startswith(WINDOW_FOLDERS) for argument in arguments) else "")
    return run_pytest(*arguments)


def run_pytest(*arguments: str, **variables: str) -> int:
    """Run pytest for Windows on the desktop that was chosen. Returns its exit code."""
    limit = threading.Timer(PROCESS_LIMIT_S, end_programs)
    limit.daemon = True
    limit.start()
    try:
        return run_python("-m", "pytest", "-p", "no:cacheprovider", *arguments, DESKPET_TEST_DISPLAY="1", **variables)
    finally:
        limit.cancel()


def set_desktop(name: str) -> None:
    """Choose the desktop of programs that start from now on; without a name, each window is one of the display."""
    explorer = r"HKCU\Software\Wine\Explorer"
    if name:
        set_registry(rf"{explorer}\Desktops", name, "REG_SZ", DESKTOP_SIZE)
        set_registry(explorer, "Desktop", "REG_SZ", name)
    else:
        # It fails where there is no such value. With an empty one, Wine starts explorer.exe without end.
        delete = ["wine", "reg", "delete", explorer, "/v", "Desktop", "/f"]
        quiet = subprocess.DEVNULL
        subprocess.run(delete, env=wine_environment(), stdin=quiet, stdout=quiet, stderr=quiet, check=False)
    # The server that still runs has a desktop already.
    subprocess.run(["wineserver", "-w"], env=wine_environment(), check=True)


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

    def end(number: int, _frame: FrameType | None) -> None:
        process.terminate()
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    assert process.stdout is not None
    while printed := os.read(process.stdout.fileno(), 65536):
        sys.stdout.buffer.write(printed)
        sys.stdout.buffer.flush()
    return process.wait()


def end_programs() -> None:
    """End all programs of the prefix."""
    subprocess.run(["wineserver", "-k"], env=wine_environment(), check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
