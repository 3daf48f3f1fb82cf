"""Conditions under which the program starts, and their expected results."""

import json
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.bad_days.clock import PretendedClock, has_compiler
from tests.hostile_files.cases import make_pipe
from tests.starts.program import PLACES, PROJECT, Home, Start, start

NESTED = b"[" * 100_000
STATE_FILES = ("state/look.json", "state/place.json", "state/still.json", "data/endpoints.json")
TOLD_FILES = ("data/reminders.json", "data/model-notes/mikan.json")
_SOMEBODY = 65534
_SIXTY_MB = 60 * 1024 * 1024


@dataclass(frozen=True)
class Case:
    """A condition of a start, created by `prepare`.

    The pet is expected to run, unless `code` is the expected exit code. `said` are patterns, one for each notice in the
    chat, or for the one line on standard error. `is_drawn` is False if only the chat can be shown.
    """

    name: str
    prepare: Callable[[Home], object]
    said: tuple[str, ...] = ()
    code: int = 0
    is_drawn: bool = True


def faults(case: Case, start: Start) -> list[str]:
    """Return the differences from the expected result, as text; empty if there are none."""
    found = [f"ended with {start.code}"] if start.code != case.code else []
    if "Traceback" in start.errors or "a task failed" in start.errors:
        found.append("an exception got out")
    if case.code:
        lines = start.errors.splitlines()
        found += [] if len(lines) == 1 else [f"{len(lines)} lines on standard error"]
        return found + [f"not said: {each}" for each in case.said if not re.search(each, start.errors)]
    if start.is_on_screen != case.is_drawn:
        found.append("she is not on screen" if case.is_drawn else "she is on screen")
    if not start.is_ready:
        found.append("the chat did not come")
    if len(start.notices) != len(case.said):
        found.append(f"{len(start.notices)} notices, not {len(case.said)}")
    return found + [f"not said: {each}" for each in case.said if not any(re.search(each, n) for n in start.notices)]


def _nothing(_: Home) -> None:
    pass


def _read_only(*names: str) -> Callable[[Home], None]:
    def prepare(home: Home) -> None:
        for name in names:
            folder = home.path(name) if name else home.folder
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o555)

    return prepare


def _read_only_home(home: Home) -> None:
    for name in PLACES[:4]:
        (home.folder / name).chmod(0o555)
    home.folder.chmod(0o555)


def _used_and_read_only(name: str) -> Callable[[Home], None]:
    """The folder of an earlier start, owned by another user."""

    def prepare(home: Home) -> None:
        # Threads write there, some after the chat is ready.
        start(home, lambda: any(path.is_file() for path in home.path(name).rglob("*")))
        (home.folder.parent / "home.log").unlink()
        for path in (home.path(name), *home.path(name).rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
            if os.geteuid() == 0:
                # A file's owner may change its times, whatever its permissions are.
                os.chown(path, _SOMEBODY, _SOMEBODY)

    return prepare


def _closed(name: str) -> Callable[[Home], None]:
    def prepare(home: Home) -> None:
        home.path(name).mkdir()
        home.path(name).chmod(0)

    return prepare


def _own_model_and_closed_cache(home: Home) -> None:
    shutil.copytree(PROJECT / "models" / "yuki", home.folder / "yuki")
    home.write("config/settings.toml", f'[character]\nfolder = "{home.folder / "yuki"}"\n')
    home.write("state/look.json", json.dumps({"folder": str(home.folder / "yuki")}))
    _read_only("cache")(home)


def _file_in_place_of(name: str) -> Callable[[Home], object]:
    return lambda home: home.write(name, "not a folder")


def _holding(content: bytes, *names: str) -> Callable[[Home], None]:
    def prepare(home: Home) -> None:
        for name in names:
            home.write(name, content)

    return prepare


def _each(act: Callable[[Path], object], *names: str) -> Callable[[Home], None]:
    """Apply `act` to each of these paths."""

    def prepare(home: Home) -> None:
        for name in names:
            path = home.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            act(path)

    return prepare


def _dangle(path: Path) -> None:
    path.symlink_to(path.parent.parent / "nowhere" / path.name)


def _lock_up(path: Path) -> None:
    path.write_text("{}", encoding="utf-8")
    path.chmod(0)


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"[")
        file.truncate(_SIXTY_MB)


def _both_settings_bad(home: Home) -> None:
    home.write("config/settings.toml", "a = " + "[" * 100_000)
    home.write("state/settings.last-good.toml", b"\xff\xfe\x00")


def _database(version: int) -> Callable[[Home], None]:
    def prepare(home: Home) -> None:
        file = home.path("data/conversations.db")
        file.parent.mkdir(parents=True)
        with closing(sqlite3.connect(file)) as database:
            database.execute(f"PRAGMA user_version = {version}")

    return prepare


def _with(**variables: str | None) -> Callable[[Home], None]:
    """Set these environment variables; None removes one."""

    def prepare(home: Home) -> None:
        for name, value in variables.items():
            home.environment.pop(name, None)
            if value is not None:
                home.environment[name] = value

    return prepare


def _settings_argument(make: Callable[[Path], object]) -> Callable[[Home], None]:
    def prepare(home: Home) -> None:
        file = home.folder / "mine.toml"
        make(file)
        home.arguments += ["--settings", str(file)]

    return prepare


def _broken_library(name: str) -> Callable[[Home], None]:
    """A system library that cannot be loaded, found before the good one."""

    def prepare(home: Home) -> None:
        folder = home.folder / "libraries"
        folder.mkdir()
        (folder / name).write_bytes(b"")
        home.environment["LD_LIBRARY_PATH"] = str(folder)

    return prepare


def _no_temporary_folder(home: Home) -> None:
    (home.folder / "tmp").chmod(0o555)


def _no_temporary_folder_at_all(home: Home) -> None:
    """No folder accepts even a small file, so that Python finds no temporary folder."""
    (home.folder / "tmp").chmod(0o555)
    home.folder.joinpath("sitecustomize.py").write_text(
        "import tempfile\ndef nowhere(): raise FileNotFoundError(2, 'No usable temporary directory found')\n"
        "tempfile.gettempdir = nowhere\n"
    )
    home.environment["PYTHONPATH"] = str(home.folder)


def _home_nowhere(home: Home) -> None:
    """Without the environment variables, everything is stored in the home folder."""
    closed = home.folder / "closed"
    closed.mkdir(0o555)
    for name in PLACES[:4]:
        del home.environment[f"XDG_{name.upper()}_HOME"]
    home.environment["HOME"] = str(closed / "nobody")


def _clock_in_1970(home: Home) -> None:
    """Every clock of the C library is in the first minutes of 1970; needs a C compiler."""
    clock = PretendedClock(home.folder)
    clock.shift(date=-time.time())
    home.environment.update(clock.environment)


def _no_fonts(home: Home) -> None:
    settings = home.folder / "fonts.conf"
    settings.write_text('<?xml version="1.0"?><!DOCTYPE fonts SYSTEM "fonts.dtd"><fonts></fonts>')
    home.environment["FONTCONFIG_FILE"] = str(settings)


NOT_KEPT, SOME_NOT_KEPT = "Nothing can be kept", "Not everything can be kept"
UNUSED_SETTINGS = "settings file can't be used; every setting has its default"
NO_WINDOW, TOLD = (
    "^deskpet: no window can be shown: .*Start deskpet where",
    ("Reminders can't be used", "can't be read.*remove it"),
)
NO_LOOK = b'{"folder": "~nobody/\\u0000", "scale": 4}'
EVERY_FILE = (*STATE_FILES, *TOLD_FILES)

CASES = (
    Case("an empty home", _nothing),
    Case("the data folder is read-only", _read_only("data"), (NOT_KEPT,)),
    Case("the data folder is read-only and full of conversations", _used_and_read_only("data"), (NOT_KEPT,)),
    Case("the state folder is read-only", _read_only("state"), (SOME_NOT_KEPT,)),
    Case("the cache folder is read-only", _read_only("cache")),
    Case("the cache folder is read-only and used", _used_and_read_only("cache")),
    Case("the config folder is read-only", _read_only("config"), (SOME_NOT_KEPT,)),
    Case("a model of one's own, and a read-only cache", _own_model_and_closed_cache),
    Case("the home is read-only", _read_only_home, (NOT_KEPT,)),
    Case("the data folder is a file", _file_in_place_of("data"), (NOT_KEPT,)),
    Case("the state folder is a file", _file_in_place_of("state"), (SOME_NOT_KEPT,)),
    Case("the cache folder is a file", _file_in_place_of("cache")),
    Case("the config folder is a file", _file_in_place_of("config"), (SOME_NOT_KEPT,)),
    Case("the data folder may not be looked into", _closed("data"), (NOT_KEPT, *TOLD)),
    Case("the state folder may not be looked into", _closed("state"), (SOME_NOT_KEPT,)),
    Case("the cache folder may not be looked into", _closed("cache")),
    Case("the config folder may not be looked into", _closed("config"), (UNUSED_SETTINGS,)),
    Case("every state file is 100,000 [", _holding(NESTED, *EVERY_FILE), TOLD),
    Case("every state file is empty", _holding(b"", *EVERY_FILE), TOLD),
    Case("every state file is binary", _holding(bytes(range(256)) * 64, *EVERY_FILE), TOLD),
    Case("every state file is NaN", _holding(b'{"scale": NaN, "x": 1e999, "y": -1e999}', *EVERY_FILE), TOLD),
    Case("every state file is of the wrong type", _holding(b'{"scale": "x", "x": [1], "y": {}}', *EVERY_FILE), TOLD),
    Case("every state file is 60 MB", _each(_large, *EVERY_FILE), TOLD),
    Case("every state file is a folder", _each(Path.mkdir, *EVERY_FILE), TOLD),
    Case("every state file is a dangling link", _each(_dangle, *EVERY_FILE)),
    Case("every state file is a pipe", _each(make_pipe, *EVERY_FILE), TOLD),
    Case("every state file may not be read", _each(_lock_up, *EVERY_FILE), TOLD),
    Case(
        "look.json asks for what can't be",
        _holding(b'{"folder": "~nobody/\\u0000", "scale": 4}', "state/look.json"),
        ("no such model",),
    ),
    Case("settings.toml is a = [[[…", _holding(b"a = " + NESTED, "config/settings.toml"), ("larger than 64 kB",)),
    Case("settings.toml is nested", _holding(b"a = " + NESTED[:60_000], "config/settings.toml"), ("too deeply",)),
    Case("settings.toml has a deep key", _holding(b"a." * 30_000 + b"a = 1", "config/settings.toml"), ("too deeply",)),
    Case("settings.toml is not UTF-8", _holding(b'[chat]\na="\xff"', "config/settings.toml"), ("line 2.*UTF-8",)),
    Case("settings.toml is 60 MB", _each(_large, "config/settings.toml"), ("larger than 64 kB",)),
    Case("settings.toml may not be read", _each(_lock_up, "config/settings.toml"), ("Permission denied",)),
    Case("settings.toml is a folder", _each(Path.mkdir, "config/settings.toml"), (UNUSED_SETTINGS,)),
    Case("settings.toml is a dangling link", _each(_dangle, "config/settings.toml")),
    Case("settings.toml and the last good one are bad", _both_settings_bad, (UNUSED_SETTINGS,)),
    Case("the database has version -1", _database(-1), ("was damaged.*damaged file lies in",)),
    Case("the database has version 9999", _database(9999), ("will not be kept.*newer deskpet",)),
    Case("the database is 100,000 [", _holding(NESTED, "data/conversations.db"), ("was damaged.*damaged file lies",)),
    Case("the database is a folder", _each(Path.mkdir, "data/conversations.db"), ("will not be kept",)),
    Case("the database is a dangling link", _each(_dangle, "data/conversations.db"), ("will not be kept",)),
    Case("the database may not be read", _each(_lock_up, "data/conversations.db"), ("will not be kept",)),
    Case("the personas' folder is a file", _file_in_place_of("data/personas")),
    Case("the models' folder is a file", _file_in_place_of("data/models")),
    Case("--settings names no file", _settings_argument(_nothing), ("no such settings file",), 2),
    Case("--settings names a folder", _settings_argument(Path.mkdir), ("not a file",), 2),
    Case("--settings names a dangling link", _settings_argument(_dangle), ("no such settings file",), 2),
    Case("--settings names what may not be read", _settings_argument(_lock_up), ("Permission denied",), 2),
    Case("no display", _with(DISPLAY=None), (NO_WINDOW,), 1),
    Case("a display that nobody answers at", _with(DISPLAY=":7777"), (NO_WINDOW,), 1),
    Case("a display that is none", _with(DISPLAY="nonsense"), (NO_WINDOW,), 1),
    Case("a display on a host that refuses", _with(DISPLAY="127.0.0.1:5000"), (NO_WINDOW,), 1),
    Case("a platform that Qt does not have", _with(QT_QPA_PLATFORM="nonsense"), (NO_WINDOW,), 1),
    Case("a library of Qt's platform is missing", _broken_library("libxcb-cursor.so.0"), (NO_WINDOW,), 1),
    Case("a library of Qt is missing", _broken_library("libEGL.so.1"), ("^deskpet: a library can't be loaded",), 1),
    Case("no OpenGL", _with(QT_XCB_GL_INTEGRATION="none"), ("OpenGL did not start",), is_drawn=False),
    Case("no keyring", _with(PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring")),
    Case("a keyring that is none", _with(PYTHON_KEYRING_BACKEND="nowhere.at.all")),
    Case("no D-Bus", _with(DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")),
    Case("no fonts", _no_fonts),
    Case("HOME is not set", _with(HOME=None)),
    Case("HOME is where nothing can be made", _home_nowhere, (NOT_KEPT,)),
    Case("no temporary folder at all", _no_temporary_folder_at_all),
    Case("the temporary folder can't be written", _no_temporary_folder),
    Case("the language is garbage", _with(LC_ALL="xx_YY.garbage", LANG="@@", LANGUAGE="::")),
    Case("the time zone is garbage", _with(TZ="Mars/Olympus\u00ff")),
    Case("no runtime folder", _with(XDG_RUNTIME_DIR=None)),
    *([Case("the clock is in 1970", _clock_in_1970)] if has_compiler() else []),
)
