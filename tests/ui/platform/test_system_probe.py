"""The facts of this computer, and its battery from the files of Linux."""

import getpass
import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from deskpet.ui.platform.power import Battery, battery
from deskpet.ui.platform.system_probe import DesktopProbe


async def test_the_facts_are_of_this_computer_and_name_nobody(qapp) -> None:
    facts = await DesktopProbe().read()
    assert facts.operating_system
    assert facts.language
    size = QGuiApplication.primaryScreen().size()
    assert (facts.screens[0].width, facts.screens[0].height) == (size.width(), size.height())
    assert 0 < facts.free_disk <= facts.disk
    assert 0 < facts.free_memory <= facts.memory
    told = json.dumps(asdict(facts)).lower()
    names = {platform.node().lower(), getpass.getuser().lower(), str(Path.home()).lower()} - {"", "linux"}
    assert not [name for name in names if f'"{name}' in told]


@pytest.mark.skipif(sys.platform != "linux", reason="the files of Linux")
def test_the_battery_of_the_computer_is_read_and_not_that_of_a_mouse(tmp_path: Path) -> None:
    def supply(name: str, **values: str) -> None:
        for key, value in values.items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / key).write_text(f"{value}\n", encoding="ascii")

    assert battery(tmp_path) is None
    supply("mouse", type="Battery", scope="Device", status="Discharging", capacity="12")
    supply("AC", type="Mains", online="1")
    assert battery(tmp_path) is None
    supply("BAT0", type="Battery", status="Full", capacity="100")
    assert battery(tmp_path) == Battery(100, is_draining=False)
    supply("BAT1", type="Battery", status="Discharging", capacity="40")
    assert battery(tmp_path) == Battery(40, is_draining=True)
