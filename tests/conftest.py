"""Fixtures and hooks of all tests: a private display, an empty home directory, shared test data."""

import atexit
import functools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from pytestqt.qtbot import QtBot
from virtual_display import DisplayError, VirtualDisplay, missing_programs

from tests.support import process_state, quick, wine
from tests.support.folders import PROJECT, empty_homes, shared_folder, without_agents
from tests.support.progress import Progress
from tests.support.record import RECORD, Recorder
from tests.support.waiting import LIMIT_MS

if TYPE_CHECKING:
    from deskpet.ui.platform.session_end import Application

OWN_DISPLAY = "DESKPET_TEST_DISPLAY"
NO_DISPLAY = f"needs Xvfb, openbox and picom (make test installs them), or {OWN_DISPLAY}=1 to use this screen"

# The same few examples in each run, so that a failure is one of the change. No deadline: on a busy machine any single
# example may be slow.
hypothesis.settings.register_profile("fixed", deadline=None, derandomize=True, max_examples=30)
# Others in each run, for a search: make test ARGS="--hypothesis-profile thorough tests/ui/markdown/test_document.py"
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("fixed")

display = VirtualDisplay()
# Exit handlers run in reverse order: registered before Qt is imported, this one ends the display after Qt has closed
# its connection. In the other order Xlib ends the process with exit code 1.
atexit.register(display.end)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="leave out slow tests, and all but the first of each test's slow variants"
    )
    parser.addoption(
        "--progress", action="store_true", help="print a line now and then in place of a dot for each test"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set environment variables that libraries read once, before they are imported."""
    if wine.is_wine():
        for pattern in wine.QT_WARNINGS:
            config.addinivalue_line("qt_log_ignore", pattern)
    if record := os.environ.pop(RECORD, ""):
        config.pluginmanager.register(Recorder(Path(record)))
    if config.getoption("--progress") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress())
    if os.environ.get(OWN_DISPLAY) != "1":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # The tests expect English texts, independently of the system's language.
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["LANGUAGE"] = "en"
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    shaders = PROJECT / ".tools" / "shaders"
    shaders.mkdir(parents=True, exist_ok=True)
    # Compiled shaders are kept between runs: without them the first frame of each process takes two seconds longer.
    os.environ["MESA_SHADER_CACHE_DIR"] = str(shaders)
    # As in the program, see deskpet.ui.pet.gl.disable_software_threads. Tests create windows in many other ways.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    # So is bytecode: otherwise each program that a test starts may have to compile all modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Don't import the files that are left out under Wine: some of them can't be imported there."""
    if not wine.is_wine() or not collection_path.is_relative_to(PROJECT):
        return None
    return True if wine.left_out(collection_path.relative_to(PROJECT).as_posix()) else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return half as many processes again as there are processors: a third of the time of a test is waiting."""
    processors = os.cpu_count() or 1
    return processors + processors // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests that are left out under Wine, deselect those that are left out with --quick.

    With several processes the files that take longest are the first, so that none of them is begun at the end.
    """
    if wine.is_wine():
        wine.skip(items)
    if config.getoption("--quick"):
        left_out = quick.slow(items)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    if hasattr(config, "workerinput"):
        quick.longest_files_first(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of what is left out under Wine."""
    if wine.is_wine():
        terminalreporter.section("left out under Wine")
        terminalreporter.write("\n".join([*wine.summary(), ""]))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the private display if a test needs Qt. Skip the window tests if its programs are missing."""
    tests = [item for item in session.items if isinstance(item, pytest.Function)]
    window_tests = [item for item in tests if item.get_closest_marker("window")]
    needs_display = window_tests or any("qapp" in item.fixturenames for item in tests)
    if not needs_display or os.environ.get(OWN_DISPLAY) == "1" or session.config.option.collectonly:
        return
    if missing_programs():
        for item in window_tests:
            item.add_marker(pytest.mark.skip(reason=NO_DISPLAY))
        return
    try:
        display.start()
    except DisplayError as error:
        pytest.exit(str(error), returncode=pytest.ExitCode.INTERNAL_ERROR)
    os.environ.pop("WAYLAND_DISPLAY", None)
    os.environ.update(display.environment)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of async tests; those in tests/app and tests/ui run on Qt's, see tests/ui/conftest.py."""
    return "asyncio"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recordings and sample models beside the project. Skips the test if it does not exist."""
    folder = shared_folder()
    if not folder.is_dir():
        pytest.skip(f"no recordings and sample models in {folder}: set DESKPET_SHARED to their folder")
    return folder


@pytest.fixture(scope="session")
def qapp_cls() -> "type[Application]":
    """The class of the application, which is the program's. Tests find Qt's own dialogs, not the system's.

    It is the same in all folders, because all tests of a process share the application.
    """
    from PySide6.QtCore import QCoreApplication, Qt

    from deskpet.ui.platform.session_end import Application

    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    return Application


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """pytest-qt's qtbot, whose waits have the limit of all tests."""
    for wait in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive"):
        setattr(qtbot, wait, functools.partial(getattr(qtbot, wait), timeout=LIMIT_MS))
    return qtbot


@pytest.fixture
def quick_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the offline companion answer without pauses."""
    from deskpet.llm import offline_transport

    for pause in ("_FIRST_WORD_SECONDS", "_WORD_SECONDS", "_CALL_SECONDS"):
        monkeypatch.setattr(offline_transport, pause, 0.0)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The variables of an empty home, by each `next`. pytest would search thousands of folders for a new one."""
    return empty_homes(tmp_path_factory.mktemp("homes"))


@pytest.fixture(autouse=True)
def unchanged_process(home: Path) -> Iterator[None]:
    """Fail a test that changes its process for the tests after it, and say what it changed.

    Other fixtures of a test begin after this one and end before it. `home` and those of modules begin before.
    """
    state, modules = process_state.process_state(), process_state.modules()
    yield
    changes = process_state.differences(state, process_state.process_state())
    changes += process_state.changed_modules(modules)
    if changes:
        pytest.fail("\n".join(["the test left its process changed:", *changes]), pytrace=False)


@pytest.fixture(autouse=True, scope="module")
def unchanged_program() -> Iterator[None]:
    """Fail a module of tests that leaves variables or classes of the program changed."""
    before = process_state.package_state("deskpet")
    yield
    changes = process_state.changed_attributes(before, process_state.package_state("deskpet"))
    if changes:
        pytest.fail("\n".join(["the tests of this module left the program changed:", *changes]), pytrace=False)


@pytest.fixture(autouse=True)
def home(homes: Iterator[dict[str, str]]) -> Iterator[Path]:
    """An empty home directory for each test, without API keys, proxies and coding agents in the environment."""
    variables = next(homes)
    environment = dict(os.environ)
    # Mostly it is the same home as before.
    if any(environment.get(variable) != path for variable, path in variables.items()):
        os.environ.update(variables)
    left_out = [
        name for name in environment if name.upper().endswith(("_API_KEY", "_PROXY")) or not without_agents({name: ""})
    ]
    # Not the fixture `monkeypatch`, which would begin before `unchanged_process`.
    with pytest.MonkeyPatch.context() as changes:
        for name in left_out:
            changes.delenv(name)
        yield Path(variables["HOME"])
