"""Mistakes of the program itself: each is shown once, and neither the answer nor the program ends by it."""

import asyncio
import threading

import pytest
from PySide6.QtCore import QTimer

from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Message, Text
from deskpet.store import Store
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.error_reporting import ErrorReporter, report_errors, report_loop_errors
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window


def broken_view(*_: object) -> None:
    raise LookupError("a view is broken")


async def broken_task() -> None:
    raise ValueError("a task is broken")


def broken_thread() -> None:
    raise OSError("a thread is broken")


def internal_notices(said: list[str]) -> list[str]:
    return [cause for cause in said if "LookupError" in cause]


async def test_a_view_that_always_raises_costs_no_word_and_is_told_of_once(tmp_path, home):
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        said: list[str] = []
        talk.notices.shown.connect(said.append)
        talk.conversation.listen(broken_view, broken_view, broken_view)
        type_and_send(talk, "hello")
        for piece in ("Nothing ", "of this ", "is lost."):
            upstream.delta(content=piece)
        upstream.end()
        await until(lambda: bool(talk.conversation.messages) and talk.conversation.messages[-1].ended is not None)
        await until(lambda: bool(internal_notices(said)))
        answer = talk.conversation.messages[-1]
        assert (answer.text, answer.ended) == ("Nothing of this is lost.", "stop")
    assert len(internal_notices(said)) == 1
    store = Store(next(home.rglob("conversations.db")))
    saved = store.last()
    store.close()
    assert saved
    assert [texts(node.message) for node in saved.nodes] == [["hello"], ["Nothing of this is lost."]]


def texts(message: Message) -> list[str]:
    return [str(block.text) for block in message.blocks if isinstance(block, Text)]


def test_what_nothing_caught_in_a_slot_a_task_or_a_thread_is_shown_once_each(qapp, qtbot):
    reporter = ErrorReporter()
    shown: list[str] = []

    async def story() -> int:
        report_loop_errors(asyncio.get_running_loop(), reporter)
        for _ in range(3):
            QTimer.singleShot(0, broken_view)
            event_loop.spawn(broken_task())
            thread = threading.Thread(target=broken_thread)
            thread.start()
            thread.join()
        # Whoever shows them comes later.
        await asyncio.sleep(0)
        reporter.show_with(lambda error: shown.append(str(error)))
        await until(lambda: len(shown) >= 3)
        return 0

    with report_errors(reporter):
        assert event_loop.run(qapp, story()) == 0
    assert sorted(shown) == ["a task is broken", "a thread is broken", "a view is broken"]
