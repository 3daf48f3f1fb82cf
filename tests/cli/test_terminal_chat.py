"""`deskpet chat`: a conversation from a pipe and on a terminal, and what is kept of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.store import Store
from tests.support.deskpet_process import PROJECT, data_folder
from tests.support.pseudo_terminal import Terminal
from tests.support.waiting import wait_until

COMMAND = (sys.executable, "-m", "deskpet", "chat", "--offline")


def chat(said: bytes, *options: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the command with these bytes on standard input."""
    environ = os.environ | environment
    return subprocess.run(
        [*COMMAND, *options], input=said, capture_output=True, cwd=PROJECT, env=environ, timeout=120, check=False
    )


async def kept() -> list[list[str]]:
    """Return the texts of each kept conversation."""
    file = data_folder() / "conversations.db"
    if not file.exists():
        return []
    store = Store(file)
    try:
        saved = [await store.load(session.id) for session in await store.sessions()]
        return [[node.message.text for node in each.nodes] for each in saved]
    finally:
        store.close()


async def test_each_line_of_a_pipe_is_answered_and_the_conversation_is_kept() -> None:
    run = chat("\ufeffcount down from 2\n\n你好\n".encode(), LC_ALL="C")
    assert run.returncode == 0, run.stderr
    out = run.stdout.decode()
    assert "2… 1… **Go!**" in out.replace("\n", "").replace('▸ live2d.expression {"name": "surprised"}', "")
    assert "你好呀！" in out
    assert '▸ live2d.expression {"name": "happy"}' in out.splitlines()
    assert "\033" not in out
    assert "> " not in out
    ((first, countdown, second, greeting),) = await kept()
    assert (first, second) == ("count down from 2", "你好")
    assert "Go!" in countdown
    assert greeting.startswith("你好呀！")


@pytest.mark.slow
async def test_nothing_is_kept_if_so_asked_or_beside_a_pet() -> None:
    assert chat(b"hello\n", "--no-history").returncode == 0
    assert await kept() == []
    lock = InstanceLock(data_folder())
    assert lock.acquire() is LockResult.HELD
    run = chat(b"hello\n")
    lock.release()
    assert run.returncode == 0
    assert b"is not kept" in run.stderr
    assert await kept() == []


@pytest.mark.slow
def test_events_are_printed_as_json() -> None:
    run = chat(b"hello\nthanks\n", "--json", "--no-history")
    events = [json.loads(line) for line in run.stdout.splitlines()]
    assert [event["event"] for event in events].count("turn_ended") == 2


@pytest.mark.slow
def test_input_that_is_no_text_is_refused() -> None:
    run = chat(b"hello\n\xff\xfe\n", "--no-history")
    assert run.returncode == 2
    assert b"Line 2 of standard input is not UTF-8" in run.stderr


def test_help_says_how_it_is_used() -> None:
    run = subprocess.run(
        [*COMMAND, "--help"], capture_output=True, encoding="utf-8", cwd=PROJECT, timeout=60, check=False
    )
    assert run.returncode == 0
    assert "--no-history" in run.stdout
    assert "Ctrl+C" in run.stdout


def chat_terminal(*options: str, **environment: str) -> Terminal:
    return Terminal(*COMMAND[1:], "--no-history", *options, **environment)


@pytest.mark.slow_variants
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
@pytest.mark.parametrize("plain", [False, True])
def test_ctrl_c_stops_an_answer_and_a_second_one_ends(plain: bool) -> None:
    with chat_terminal(**({"NO_COLOR": "1"} if plain else {})) as terminal:
        wait_until(lambda: terminal.shows("> "))
        terminal.type("count down from 20\r")
        wait_until(lambda: terminal.shows("20… 19…"))
        terminal.type("\x03")
        wait_until(lambda: terminal.shows(r"19….*> $"))
        assert not terminal.shows(r"1… \*\*Go")
        terminal.type("hello\r")
        wait_until(lambda: terminal.shows(r"waving already.*> $"))
        assert ("\033[2m▸" in terminal.raw) is not plain
        terminal.type("\x03")
        wait_until(lambda: terminal.shows("") and terminal.process.poll() is not None)
        assert terminal.process.returncode == 130


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
def test_a_tool_that_asks_first_is_allowed_on_the_terminal(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[tools]\npolicies = {"live2d.expression" = "ask"}\n', encoding="utf-8")
    with chat_terminal("--settings", str(settings)) as terminal:
        wait_until(lambda: terminal.shows("> "))
        terminal.type("look angry\r")
        wait_until(lambda: terminal.shows(r"Run live2d.expression\? \[y/N\]"))
        terminal.type("y\n")
        wait_until(lambda: terminal.shows("How do I look"))
        assert not terminal.shows("✗")
        wait_until(lambda: terminal.shows(r"look\?.*> $"))
        terminal.type("\x04")
        wait_until(lambda: terminal.shows("") and terminal.process.poll() is not None)
        assert terminal.process.returncode == 0
