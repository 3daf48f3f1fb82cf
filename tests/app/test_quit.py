"""Stop signals: the program ends soon in any state, and what was said until then is saved."""

import asyncio
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from deskpet.app.pet_controller import PetController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import Message, ToolUse
from deskpet.features.mcp.config import dump_servers
from deskpet.store import Store
from tests.app.controlled_pet import DRAFT, QUESTION
from tests.app.controlled_process import (
    END_LIMIT_S,
    answer_with_calls,
    answered_pet,
    endless_answer,
    handles_signal,
    no_answer,
    pet_process,
)
from tests.app.running_pet import ChatServer, open_pet, type_and_send, write_settings
from tests.features.mcp.plain import saved
from tests.support.deskpet_process import data_folder, start_python, started
from tests.support.waiting import until, wait_until

pytestmark = [pytest.mark.window, pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")]

# Windows, which skips all of them, has not each of them.
SIGNALS = [number for number in signal.Signals if number.name in {"SIGTERM", "SIGINT", "SIGHUP"}]


def saved_messages() -> tuple[Message, ...]:
    """Return the messages of the last saved conversation."""
    store = Store(data_folder() / "conversations.db")
    saved = store.last()
    store.close()
    assert saved
    return tuple(node.message for node in saved.nodes)


def saved_draft() -> str:
    """Return the saved draft of the composer."""

    async def read() -> str:
        store = Store(data_folder() / "conversations.db")
        text = (await store.draft(None)).text
        store.close()
        return text

    return asyncio.run(read())


@pytest.mark.slow_variants
@pytest.mark.parametrize("number", SIGNALS)
def test_what_an_answer_said_until_then_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    with answered_pet("ask", tmp_path, endless_answer) as (_, pet):
        pet.wait_for(lambda: pet.shown > 300)
        shown = pet.shown
        pet.end(number)
        question, answer = saved_messages()
        assert question.text == QUESTION
        assert len(answer.text) >= shown
        assert answer.text.startswith("word 0 word 1 word 2 ")
        assert answer.ended == "cancelled"


@pytest.mark.parametrize("state", ["idle", "menu", "dialog", "nested"])
def test_nothing_that_is_open_keeps_it(tmp_path: Path, state: str) -> None:
    with pet_process(state, tmp_path) as pet:
        pet.end(signal.SIGTERM)


def test_the_first_run_does_not_keep_it(tmp_path: Path) -> None:
    with pet_process("idle", tmp_path, base_url="") as pet:
        pet.end(signal.SIGINT)


def test_a_draft_is_kept(tmp_path: Path) -> None:
    with pet_process("type", tmp_path) as pet:
        pet.end(signal.SIGTERM)
    assert saved_draft() == DRAFT


def test_ctrl_c_pressed_again_and_again_changes_nothing(tmp_path: Path) -> None:
    with answered_pet("ask", tmp_path, endless_answer) as (_, pet):
        pet.wait_for(lambda: pet.shown > 100)
        shown = pet.shown
        pet.end(signal.SIGINT, is_repeated=True)
        answer = saved_messages()[-1]
        assert len(answer.text) >= shown
        assert answer.ended == "cancelled"


def test_a_call_that_waits_for_its_permission_does_not_keep_it(tmp_path: Path) -> None:
    policies = '[tools.policies]\n"time.now" = "ask"\n'
    with answered_pet("permission", tmp_path, answer_with_calls, policies) as (_, pet):
        pet.end(signal.SIGTERM)
    answer = saved_messages()[-1]
    # It waits again after the next start; the call that was never whole has ended.
    assert (answer.text, answer.ended) == ("Let me see. ", "waiting")
    states = [state_of(block) for block in answer.blocks if isinstance(block, ToolUse)]
    assert states == [CallState.WAITING, CallState.CANCELLED]


def test_a_server_that_does_not_answer_does_not_keep_it(tmp_path: Path) -> None:
    with answered_pet("ask", tmp_path, no_answer) as (server, pet):
        pet.wait_for(server.asked.is_set)
        pet.end(signal.SIGTERM)
    assert saved_messages()[0].text == QUESTION


def test_a_name_server_that_does_not_answer_does_not_keep_it(tmp_path: Path) -> None:
    with pet_process("name_server", tmp_path, "http://somewhere.invalid/v1") as pet:
        pet.wait_for(lambda: "looked up" in pet.lines)
        pet.end(signal.SIGTERM)
    assert saved_messages()[0].text == QUESTION


@pytest.mark.slow_variants
@pytest.mark.parametrize("is_killed", [False, True], ids=["quit", "killed"])
def test_no_process_of_a_server_is_left(tmp_path: Path, is_killed: bool) -> None:
    """One of them ignores SIGTERM and the end of its input, and one is in the middle of its start."""
    pytest.importorskip("mcp")
    servers = tuple(saved(fault, name=fault or f"plain{number}") for number, fault in enumerate(["", "", "stubborn"]))
    (data_folder() / "mcp.json").write_text(dump_servers((*servers, saved("silent", name="late"))), encoding="utf-8")
    with pet_process("servers", tmp_path) as pet:
        program = psutil.Process(pet.process.pid)
        # The process with the SDK, and the servers.
        wait_until(lambda: len(program.children(recursive=True)) == 5)
        children = program.children(recursive=True)
        pet.process.kill() if is_killed else pet.end(signal.SIGTERM)
        wait_until(lambda: not any(is_alive(each) for each in children))


def is_alive(process: psutil.Process) -> bool:
    """Return whether the process runs; one whose parent has not looked at its end does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_keyring_that_waits_for_its_password_does_not_keep_it(tmp_path: Path) -> None:
    backend = """
import time
from pathlib import Path
from keyring.backend import KeyringBackend

class Locked(KeyringBackend):
    priority = 1
    def get_password(self, service, username):
        Path({asked!r}).touch()
        time.sleep(3600)
    def set_password(self, service, username, password):
        time.sleep(3600)
"""
    asked = tmp_path / "asked"
    (tmp_path / "locked_keyring.py").write_text(backend.format(asked=str(asked)), encoding="utf-8")
    environment = {"PYTHON_KEYRING_BACKEND": "locked_keyring.Locked", "PYTHONPATH": str(tmp_path)}
    with pet_process("ask", tmp_path, **environment) as pet:
        pet.wait_for(asked.exists)
        pet.end(signal.SIGTERM)
    assert saved_messages()[0].text == QUESTION


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("later", [0.0, 0.1, 0.3])
def test_the_first_second_has_no_moment_in_which_it_stays(number: signal.Signals, later: float) -> None:
    with started("--offline") as program:
        wait_until(lambda: handles_signal(program, signal.SIGTERM))
        # What happens then has no sign of its own: these are moments anywhere in a start.
        time.sleep(later)
        program.send_signal(number)
        out, err = program.communicate(timeout=END_LIMIT_S)
        assert (program.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_signal_that_was_ignored_stays_ignored() -> None:
    command = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    )
    program = start_python("-c", command, sys.executable, "-m", "deskpet", "--offline")
    try:
        wait_until(lambda: handles_signal(program, signal.SIGTERM))
        assert not handles_signal(program, signal.SIGHUP)
    finally:
        program.kill()
        program.communicate()


async def test_the_end_of_the_session_keeps_everything_and_then_ends_it(tmp_path: Path) -> None:
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    life, talk = await open_pet(pet)
    type_and_send(talk, "hello")
    await until(lambda: bool(upstream.requests))
    upstream.delta(content="This was said")
    await until(lambda: talk.conversation.messages[-1].text == "This was said")
    talk.chat.composer.field.setPlainText("half a thought")
    # What Windows sends from within its last message, after which the process is ended.
    talk.save_now()
    assert saved_messages()[-1].text == "This was said"
    assert talk.conversation.is_running
    QCoreApplication.postEvent(QCoreApplication.instance(), QEvent(QEvent.Type.Quit))
    assert await life == 0
    assert saved_messages()[-1].ended == "cancelled"
    await upstream.close()
