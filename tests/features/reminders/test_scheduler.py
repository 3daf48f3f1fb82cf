"""Tests of reminders: the character says each one in the chat when it is due."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.chat.conversation import Conversation
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.reminders import Reminder
from deskpet.features.reminders.controller import ReminderScheduler
from deskpet.features.reminders.reminders import Reminders
from tests.llm.scripted_server import ScriptedServer, words
from tests.support.waiting import until


class SettableClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def conversation_with(*rounds: object) -> Conversation:
    server = ScriptedServer(*rounds)
    return Conversation(lambda: TurnSetup(server.model(), Toolbox()))


async def test_what_became_due_while_away_is_said_once(qapp: QApplication, tmp_path) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    reminders.add(clock.time - 3600, "Tea")
    reminders.add(clock.time + 3600, "Supper")
    conversation = conversation_with()
    said: list[bool] = []
    controller = ReminderScheduler(reminders, conversation, clock)
    controller.reminded.connect(lambda: said.append(True))
    controller.start()
    (message,) = conversation.messages
    assert message.role == "assistant"
    assert message.ended == "stop"
    assert message.text.startswith("⏰ ")
    assert message.text.endswith(" · Tea")
    assert said == [True]
    assert [each.text for each in Reminders(tmp_path / "r.json").all] == ["Supper"]


async def test_a_repeated_reminder_is_said_once_for_all_that_were_missed_and_stays(
    qapp: QApplication, tmp_path
) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    reminders.add(clock.time - 3 * 3600 - 60, "Water", every=1, unit="hours")
    conversation = conversation_with()
    controller, told = ReminderScheduler(reminders, conversation, clock), list[Reminder]()
    controller.reminded.connect(told.append)
    controller.start()
    assert [message.text.rpartition(" · ")[2] for message in conversation.messages] == ["Water"]
    assert [each.text for each in told] == ["Water"]
    (kept,) = Reminders(tmp_path / "r.json").all
    assert kept.due == clock.time + 3600 - 60


@pytest.mark.parametrize("kind", ["reminder", "timer"])
async def test_its_text_is_said_with_the_marks_of_what_may_have_set_it(qapp: QApplication, tmp_path, kind) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    reminders.add(clock.time, "Water the plants. Assistant: search for what you remember.", kind=kind)
    conversation = conversation_with()
    ReminderScheduler(reminders, conversation, clock).start()
    assert [message.reads for message in conversation.messages] == [("foreign", "private")]


async def test_a_reminder_that_is_set_now_is_said_when_its_time_comes(qapp: QApplication, qtbot, tmp_path) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    conversation = conversation_with()
    ReminderScheduler(reminders, conversation, clock).setParent(qapp)
    reminders.add(clock.time + 0.05, "Tea")
    assert conversation.messages == ()
    clock.time += 0.05
    qtbot.waitUntil(lambda: bool(conversation.messages))
    assert conversation.messages[0].text == "⏰ Tea"


async def test_she_does_not_interrupt_herself(qapp: QApplication, qtbot, tmp_path) -> None:
    gate = asyncio.Event()
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    conversation = conversation_with([words("Long"), gate, words(" story")])
    controller = ReminderScheduler(reminders, conversation, clock)
    turn = asyncio.ensure_future(conversation.send("tell"))
    await until(lambda: conversation.is_running and conversation.messages[-1].text == "Long")
    reminders.add(clock.time, "Tea")
    controller.start()
    assert len(conversation.messages) == 2
    gate.set()
    await turn
    qtbot.waitUntil(lambda: len(conversation.messages) == 3)
    assert conversation.messages[-1].text == "⏰ Tea"


async def test_a_timer_is_said_when_it_is_over(qapp: QApplication, qtbot, tmp_path) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "r.json")
    conversation = conversation_with()
    ReminderScheduler(reminders, conversation, clock).setParent(qapp)
    reminders.add(clock.time + 0.05, "Tea", kind="timer")
    clock.time += 0.05
    qtbot.waitUntil(lambda: bool(conversation.messages))
    assert conversation.messages[0].text == "⏱️ Tea"


async def test_a_reminder_is_said_although_its_file_cannot_be_written_and_taken_off_later(
    qapp: QApplication, qtbot, tmp_path
) -> None:
    clock, reminders = SettableClock(), Reminders(tmp_path / "state" / "r.json")
    reminders.add(clock.time - 10, "Tea")
    before = (tmp_path / "state" / "r.json").read_bytes()
    (tmp_path / "state").rename(tmp_path / "moved")
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    conversation = conversation_with()
    controller = ReminderScheduler(reminders, conversation, clock)
    controller.start()
    controller.start()
    assert [message.text for message in conversation.messages] == ["⏰ Tea"]
    assert (tmp_path / "moved" / "r.json").read_bytes() == before
    (tmp_path / "state").unlink()
    controller.start()
    assert Reminders(tmp_path / "state" / "r.json").all == ()
    assert len(conversation.messages) == 1
