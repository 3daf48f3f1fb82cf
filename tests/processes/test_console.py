"""Command line output into pipes and files, with other encodings, and with closed pipes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.deskpet_process import PROJECT, start_python

# Default encodings of Windows and minimal containers, which lack check marks and Chinese.
SMALL = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
QUESTION = "你好 ✓ ü"


def deskpet(*arguments: str, said: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "deskpet", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, input=said, capture_output=True, cwd=PROJECT, env=env, timeout=60, check=False)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A recorded answer with text in several scripts."""
    file = tmp_path / "recording.sse"
    delta = {"choices": [{"index": 0, "delta": {"content": QUESTION}}]}
    file.write_text(f"data: {json.dumps(delta, ensure_ascii=False)}\n\ndata: [DONE]\n\n", encoding="utf-8")
    return file


@pytest.mark.slow_variants
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_answer_into_a_pipe_is_utf_8(form: list[str]) -> None:
    run = deskpet("ask", "what time is it?", "--offline", *form, **SMALL)
    assert (run.returncode, run.stderr) == (0, b"")
    # The line of a tool call starts with a triangle that those encodings lack.
    assert ("▸ live2d.motion" in run.stdout.decode("utf-8")) is (not form)


def test_the_doctor_and_the_inspector_write_utf_8(tmp_path: Path, recording: Path) -> None:
    model = tmp_path / "model"
    shutil.copytree(PROJECT / "models" / "mikan", model)
    file = model / "mikan.model3.json"
    said = json.loads(file.read_text(encoding="utf-8"))
    said["FileReferences"]["Expressions"][0]["Name"] = QUESTION
    file.write_text(json.dumps(said), encoding="utf-8")
    run = deskpet("doctor", str(model), **SMALL)
    assert (run.returncode, run.stderr) == (0, b"")
    assert QUESTION in run.stdout.decode("utf-8")
    run = deskpet("inspect-stream", str(recording), **SMALL)
    assert (run.returncode, run.stderr) == (0, b"")
    assert QUESTION in run.stdout.decode("utf-8")


@pytest.mark.slow
def test_a_log_on_standard_error_is_utf_8(recording: Path) -> None:
    run = deskpet("--log-json", "-", "ask", f"say {QUESTION}", "--offline", **SMALL)
    assert run.returncode == 0
    assert all(json.loads(line) for line in run.stderr.decode("utf-8").splitlines())


@pytest.mark.slow_variants
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp936"])
def test_an_encoding_that_was_chosen_is_kept_and_what_it_lacks_is_escaped(recording: Path, encoding: str) -> None:
    run = deskpet("inspect-stream", str(recording), PYTHONIOENCODING=encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    run = deskpet("ask", "what time is it?", "--offline", PYTHONIOENCODING=encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    assert "live2d.motion" in run.stdout.decode(encoding)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_standard_input_is_utf_8(mark: bytes) -> None:
    run = deskpet("ask", "-", "--offline", "--json", said=mark + "what time is it? ✓".encode(), **SMALL)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"motion_requested" in run.stdout


def test_standard_input_that_is_no_utf_8_is_refused_with_what_to_do() -> None:
    run = deskpet("ask", "-", "--offline", said=b"gr\xfc\xdfe")
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().splitlines() == ["deskpet: Standard input is not UTF-8 text (byte 3). Save it as UTF-8."]


@pytest.mark.slow_variants
@pytest.mark.parametrize("command", ["ask", "inspect", "help"])
def test_a_reader_that_goes_away_ends_it_quietly(recording: Path, command: str) -> None:
    arguments = {
        "ask": ["ask", "tell me a long story", "--offline", "--json"],
        "inspect": ["inspect-stream", *[str(recording)] * 3000],
        "help": ["--help"],
    }[command]
    program = start_python("-m", "deskpet", *arguments, PYTHONUNBUFFERED="")
    assert program.stdout
    assert program.stderr
    program.stdout.close()
    told = program.stderr.read()
    program.stderr.close()
    assert (program.wait(60), told) == (141, "")


@pytest.mark.slow_variants
@pytest.mark.skipif(sys.platform == "win32", reason="that is how a POSIX shell closes a stream")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_do_no_harm(closed: str) -> None:
    command = f'"{sys.executable}" -m deskpet ask "what time is it?" --offline --json {closed}'
    run = subprocess.run(["/bin/sh", "-c", command], capture_output=True, cwd=PROJECT, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    assert bool(run.stdout) is (">&- " not in f"{closed} ".replace("2>&- ", ""))


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /dev/full")
def test_a_full_disk_is_told_of() -> None:
    command = f'"{sys.executable}" -m deskpet ask "what time is it?" --offline > /dev/full'
    run = subprocess.run(["/bin/sh", "-c", command], capture_output=True, cwd=PROJECT, timeout=60, check=False)
    assert run.returncode == 1
    assert run.stderr == b"deskpet: the answer can't be written: [Errno 28] No space left on device\n"
