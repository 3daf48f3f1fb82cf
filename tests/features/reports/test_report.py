"""What a report of a fault has, and what it never has."""

import zipfile
from pathlib import Path

import pytest

from deskpet.config.settings import Settings
from deskpet.features.reports import command
from deskpet.features.reports.report import report, write
from deskpet.processes.run_log import FaultyRun

SETTINGS = Settings.model_validate(
    {
        "persona": {"user": "Ada", "prompt": "You know my secret."},
        "endpoint": {"base_url": "https://secret.example.org/v1", "stream": False},
        "appearance": {"text_scale": 1.2},
    }
)


def test_of_the_settings_it_has_numbers_and_choices_but_no_text() -> None:
    settings = report(SETTINGS, ())["settings.txt"]
    assert "appearance.text_scale = 1.2\n" in settings
    assert "endpoint.stream = False\n" in settings
    assert "persona.user = (set)\n" in settings
    assert not any(each in settings for each in ("Ada", "secret"))


def test_it_has_the_faults_without_the_name_of_the_home() -> None:
    text = f"File {Path.home()}/deskpet/a.py"
    shown = report(Settings(), [FaultyRun(Path("1-2.log"), text)])["faults/1-2.log"]
    assert str(Path.home()) not in shown
    assert "~/deskpet/a.py" in shown


def test_what_is_written_is_what_was_shown(tmp_path: Path) -> None:
    content = report(SETTINGS, [FaultyRun(Path("1-2.log"), "Fatal Python error: Aborted")])
    write(tmp_path / "report.zip", content)
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == content


def test_the_command_prints_it_and_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(SETTINGS, tmp_path / "report.zip") == 0
    printed = capsys.readouterr().out
    assert "== versions.txt\ndeskpet: " in printed
    assert "Nothing was sent" in printed
    assert zipfile.is_zipfile(tmp_path / "report.zip")
