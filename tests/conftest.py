"""What every test stands on: a private display, and a home that is nobody's."""

import atexit
import functools
import os
from pathlib import Path

import hypothesis
import pytest
from pytestqt.qtbot import QtBot
from virtual_display import DisplayError, VirtualDisplay, missing_programs

PATIENCE_MS = 30_000
PROJECT = Path(__file__).resolve().parent.parent
OWN_DISPLAY = "DESKPET_TEST_DISPLAY"
NO_DISPLAY = f"needs Xvfb, openbox and picom (make test installs them), or {OWN_DISPLAY}=1 to use this screen"

# Two busy cores make any single example slow now and then; that is no failure.
hypothesis.settings.register_profile("deskpet", deadline=None)
# For a long look, now and then: make test ARGS="--hypothesis-profile thorough tests/ui/markdown/test_document.py"
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("deskpet")

display = VirtualDisplay()
# The last one in is the first one out: registered before Qt is imported, this ends the display after Qt has
# let go of it. The other way round Xlib ends the process, and its exit code is 1.
atexit.register(display.end)


def pytest_configure() -> None:
    """Set what libraries read from the environment once, before any of them does."""
    if os.environ.get(OWN_DISPLAY) != "1":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # The tests read what is shown in English, whatever this computer speaks.
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["LANGUAGE"] = "en"
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    shaders = PROJECT / ".tools" / "shaders"
    shaders.mkdir(parents=True, exist_ok=True)
    # Compiled shaders outlive a run: without them every first frame comes two seconds later.
    os.environ["MESA_SHADER_CACHE_DIR"] = str(shaders)
    # And bytecode, away from the sources: else each program that a test starts may have to compile all of it anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(PROJECT / ".tools" / "bytecode"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the private display if a test needs Qt; where there can be none, skip the tests with windows."""
    tests = [item for item in session.items if isinstance(item, pytest.Function)]
    windowed = [item for item in tests if item.get_closest_marker("window")]
    graphical = windowed or [item for item in tests if "qapp" in item.fixturenames]
    if not graphical or os.environ.get(OWN_DISPLAY) == "1" or session.config.option.collectonly:
        return
    if missing_programs():
        for item in windowed:
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
    """Async tests run on the loop that deskpet runs on."""
    return "asyncio"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The recordings and sample models that lie beside the project; without them the test is skipped."""
    folder = Path(os.environ.get("DESKPET_SHARED") or PROJECT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no recordings at {folder} (DESKPET_SHARED names another place)")
    return folder


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """pytest-qt's, with patience: what comes in a second comes in many on a busy machine."""
    for wait in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive"):
        setattr(qtbot, wait, functools.partial(getattr(qtbot, wait), timeout=PATIENCE_MS))
    return qtbot


@pytest.fixture
def quick_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offline companion is in a hurry: for a test of something else than how it talks."""
    from deskpet.llm import offline

    for pause in ("_FIRST_WORD_SECONDS", "_WORD_SECONDS", "_CALL_SECONDS"):
        monkeypatch.setattr(offline, pause, 0.001)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for every test: nobody's settings, keys or conversations are read or changed."""
    folder = tmp_path_factory.mktemp("home")
    places = {
        "HOME": ".",
        "USERPROFILE": ".",
        "APPDATA": "config",
        "LOCALAPPDATA": "data",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_STATE_HOME": "state",
        "XDG_CACHE_HOME": "cache",
        "XDG_RUNTIME_DIR": "runtime",
    }
    for variable, place in places.items():
        (folder / place).mkdir(mode=0o700, exist_ok=True)
        monkeypatch.setenv(variable, str(folder / place))
    for variable in list(os.environ):
        if variable.endswith("_API_KEY") or variable.lower().endswith("_proxy"):
            monkeypatch.delenv(variable)
    return folder
