"""Platform requirements, and promises of the repository."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.folders import PROJECT

TOP_LEVEL = {
    "CHANGELOG.md",
    "CONTRACT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "assets",
    "deskpet",
    "docs",
    "models",
    "pyproject.toml",
    "requirements-dev.txt",
    "requirements.txt",
    "settings.toml",
    "tests",
}
LOCKS = [
    "requirements.txt",
    "requirements-dev.txt",
    ".setup/uv.txt",
    ".setup/server.txt",
    ".setup/fuzz.txt",
    ".setup/recognizer.txt",
    ".setup/windows.txt",
    ".setup/windows-python.txt",
]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_calls_keep_their_reference_to_none(qtbot: QtBot) -> None:
    """PySide6 6.12.0 loses a reference to None per call that returns it, and crashes after some thousands."""
    widget = QWidget()
    qtbot.addWidget(widget)
    plain = QObject()
    calls = 500
    before = sys.getrefcount(None)
    for _ in range(calls):
        widget.update()
        widget.repaint()
        widget.resize(QSize(10, 10))
        plain.setObjectName("name")
        QCoreApplication.processEvents()
    assert abs(sys.getrefcount(None) - before) < calls


def test_top_level_holds_only_what_it_should() -> None:
    visible = {path.split("/")[0] for path in git_files() if not path.startswith(".")}
    assert visible <= TOP_LEVEL


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_versions_and_hashes_but_no_place(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)==\S+.*\\\n +--hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    assert len(pins) == len(re.findall(r"^\w", text, re.MULTILINE)) > 0
    assert not re.search(r"://|--(extra-)?index|--find-links|@ |/(home|root|tmp|work|Users)/", text)


@pytest.mark.parametrize("name", ["agents", "servers"])
def test_lock_of_npm_names_versions_and_hashes_but_no_place(name: str) -> None:
    text = (PROJECT / ".setup" / "npm" / name / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    del packages[""]
    assert packages
    assert [each for each, fields in packages.items() if not fields.keys() >= {"version", "integrity"}] == []
    assert [each for each, fields in packages.items() if "resolved" in fields] == []


def test_qt_stays_below_the_release_that_aborts() -> None:
    text = (PROJECT / "requirements.txt").read_text(encoding="utf-8")
    assert re.search(r"^pyside6-essentials==6\.11\.", text, re.MULTILINE)


def git_files() -> list[str]:
    """Return the tracked and untracked files that are not ignored; skips the test without git."""
    git = shutil.which("git")
    if git is None or not (PROJECT / ".git").exists():
        pytest.skip("not a git checkout")
    command = [git, "-C", str(PROJECT), "ls-files", "--cached", "--others", "--exclude-standard"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
