"""A run that had a fault, as the next start tells of it."""

import os
import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from deskpet.config import paths
from deskpet.features.feature import StartPhase
from tests.app.running_pet import SELDOM_DRAWN, running_with_server
from tests.support.waiting import until

pytestmark = pytest.mark.window

CRASH = 'Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n  File "a.py"\n'


@pytest.fixture
def crashed_before() -> Path:
    """Leave what a run that crashed has left."""
    folder = paths.run_logs_folder()
    folder.mkdir(parents=True)
    file = folder / f"1-{os.getpid() + 1}.log"
    file.write_text(CRASH, encoding="utf-8")
    return file


async def test_a_crash_is_told_once_with_a_report_that_is_shown_before_it_is_written(
    crashed_before: Path, tmp_path: Path
) -> None:
    async with running_with_server(tmp_path, SELDOM_DRAWN) as (talk, _):
        talk.features.start(talk._host, StartPhase.SETTLED)
        lines = talk.chat.pane.status_lines
        await until(lambda: [each.text() for each in lines.lines] == ["She had crashed the last time."])
        await until(lambda: not crashed_before.exists())
        (link,) = (each for each in lines.findChildren(QPushButton) if each.text() == "Make a report")
        link.click()
        reports = talk.features.running("reports")
        await until(lambda: reports._window is not None and reports._window.isVisible())
        shown = reports._window.text.toPlainText()
        assert "Segmentation fault" in shown
        assert "deskpet: " in shown
        reports._window.save_to(tmp_path / "report.zip")
        with zipfile.ZipFile(tmp_path / "report.zip") as archive:
            assert all(archive.read(name).decode().strip() in shown for name in archive.namelist())
        assert "Nothing was sent" in reports._window.result.text()


async def test_the_page_about_the_program_shows_a_report_too(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, SELDOM_DRAWN) as (talk, _):
        talk.open_settings("about")
        button = talk.settings_window.findChild(QPushButton, "show_report")
        assert isinstance(button, QPushButton)
        button.click()
        reports = talk.features.running("reports")
        await until(lambda: reports._window is not None and "== settings.txt" in reports._window.text.toPlainText())
        assert talk.chat.pane.status_lines.lines == ()
