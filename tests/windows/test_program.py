"""The program starts on Windows: an answer into a pipe, the first window, a second start."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.app.running_pet import screenshot
from tests.support.deskpet_process import data_folder, start, started, wait_until_callable
from tests.support.folders import PROJECT
from tests.support.waiting import wait_until
from tests.windows.user import visible_windows

PHOTOGRAPH = PROJECT / "build" / "windows" / "first-window.png"


def deskpet(*arguments: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "deskpet", *arguments]
    return subprocess.run(
        command, input=said, capture_output=True, encoding="utf-8", cwd=PROJECT, timeout=100, check=False
    )


def test_the_version_is_printed() -> None:
    assert deskpet("--version").stdout.startswith("deskpet ")


def test_a_question_from_a_pipe_is_answered_into_a_pipe() -> None:
    run = deskpet("ask", "--offline", "-", said="Wave at me, 你好 ✓\r\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert '▸ live2d.motion {"group": "Wave"}' in run.stdout


def test_the_first_window_is_shown_and_a_second_start_calls_it(qapp) -> None:
    with started("--offline") as program:
        wait_until_callable(program)
        wait_until(lambda: any(box.width() > 200 for box in visible_windows(program.pid).values()))
        with start("--offline") as second:
            assert second.wait(60) == 0
        assert program.poll() is None
        PHOTOGRAPH.parent.mkdir(parents=True, exist_ok=True)
        screenshot(qapp.primaryScreen().geometry()).save(str(PHOTOGRAPH))
    with Image.open(PHOTOGRAPH) as photograph:
        assert len(photograph.convert("RGB").getcolors(1 << 24) or ()) > 1000


@pytest.mark.parametrize("name", ["with space & 100%", "ミカン 会話", "q" * 100])
def test_its_data_may_be_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / name).mkdir()
    for variable in ("XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / name))
    run = deskpet("chat", "--offline", said="Wave at me\r\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert (data_folder() / "conversations.db").exists() or list(data_folder().glob("*.db"))
