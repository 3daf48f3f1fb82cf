"""Speaking first in the whole pet: the bubble, the conversation, the requests, the settings, and how it is taken."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.app.running_features import FeatureAccess
from deskpet.chat.messages import Message
from deskpet.config.choices import SpeakingLevel
from deskpet.config.reminders import Reminder
from deskpet.features.feature import StartPhase
from deskpet.features.proactive.controller import ProactiveController
from deskpet.features.proactive.decision import Gate, closed_gate
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.features.proactive.ui import ProactiveStateRow
from deskpet.store import facts, together_days
from deskpet.store.facts import Fact
from deskpet.store.markdown import as_markdown
from deskpet.ui.platform.presence_monitor import POLL_MS
from deskpet.ui.platform.user_presence import UserPresence
from tests.app.running_pet import ChatServer, converse, running, type_and_send, write_settings
from tests.support.conversations import is_unasked
from tests.support.waiting import until

NOON = datetime(2026, 3, 4, 12).astimezone().timestamp()
HOUR = 3600.0
FREE = UserPresence(60.0, False, False, False, False, False)


@dataclass
class Scene:
    """The pet, its server, and a user of whom the test says what he does and what time it is."""

    pet: PetController
    talk: ChatController
    upstream: ChatServer
    file: Path
    now: float = NOON
    presence: UserPresence = FREE
    looks: list[float] = field(default_factory=list)
    wholes: list[bool] = field(default_factory=list)
    speaking: ProactiveController = field(init=False)

    async def look(self, everything: bool) -> UserPresence:
        self.looks.append(self.now)
        self.wholes.append(everything)
        return self.presence

    def start(self) -> None:
        self.speaking = ProactiveController(self.talk._host, self.look, self.file, lambda: self.now)
        self.access.running = self.speaking

    @property
    def access(self) -> FeatureAccess:
        return self.talk.features._all["proactive"]

    async def look_now(self) -> None:
        """Let the program look at the user once."""
        before = len(self.looks)
        self.speaking.monitor.look_now()
        await until(lambda: len(self.looks) > before)
        await until(lambda: not self.speaking.monitor._is_looking)

    async def come_back(self, hours: float = 5.0) -> None:
        """Leave and come back after some hours."""
        self.now += hours * HOUR
        await self.look_now()

    @property
    def last(self) -> Message:
        return self.talk.conversation.messages[-1]

    @property
    def level(self) -> SpeakingLevel:
        assert self.pet.settings_store
        return self.pet.settings_store.current.speaking.level


@asynccontextmanager
async def scene(folder: Path, level: str = "greets", more: str = "") -> AsyncGenerator[Scene]:
    upstream = ChatServer()
    settings = f'titles = "first_line"\n[speaking]\nlevel = "{level}"\nquiet_hours = ""\n{more}'
    pet = PetController(write_settings(folder, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        found = Scene(pet, talk, upstream, folder / "speaking.json")
        talk.chat.setVisible(False)
        found.start()
        await until(lambda: level == "quiet" or found.speaking.state.active_at is not None)
        yield found


async def test_she_greets_who_comes_back_with_a_ready_sentence_in_a_bubble(tmp_path):
    async with scene(tmp_path) as it:
        await it.look_now()
        assert it.talk.conversation.messages == ()
        await it.come_back()
        assert is_unasked(it.last)
        assert it.last.text
        assert it.upstream.requests == []
        bubble = it.talk.bubbles.bubble
        assert bubble
        assert it.last.text in bubble.accessibleName()
        assert not bubble.isActiveWindow()
        assert bubble.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
        assert not bubble.geometry().intersects(it.pet.window.geometry().adjusted(20, 0, -20, 0))
        # Once; and while she was not answered, not again.
        await it.look_now()
        await it.come_back(5.9)
        assert len(it.talk.conversation.messages) == 1
        # A click opens the chat, where it stands.
        QTest.mouseClick(bubble, Qt.MouseButton.LeftButton, pos=bubble.rect().center())
        assert it.talk.chat.is_shown
        assert it.talk.bubbles.bubble is None
        assert it.speaking.state.spoken[-1].is_answered


async def test_her_own_words_wait_while_a_reminder_is_on_screen(tmp_path):
    async with scene(tmp_path) as it:
        alert = it.talk.features.running("reminders").alert
        alert.look = it.look
        alert.tell(Reminder(1, it.now, "Tea"))
        await until(lambda: it.talk.bubbles.is_reminding)
        await it.come_back()
        assert it.talk.conversation.messages == ()
        it.talk.bubbles.close()
        await it.look_now()
        assert is_unasked(it.last)


async def test_a_greeting_tells_of_a_milestone_and_counts_the_day(tmp_path):
    async with scene(tmp_path) as it:
        today = datetime.now().astimezone().date()

        def work(database: Connection) -> None:
            for age in range(1, 7):
                together_days.add(database, "", today - timedelta(age))

        assert it.talk.store
        await it.talk.store.change(work)
        together = it.talk.features.running("together")
        await until(lambda: together.time is not None and together.time.count == 6)
        await it.come_back(20)
        assert it.last.text == "This is our day number 7! I am glad about every one of them."
        await until(lambda: together.time.count == 7)
        assert it.upstream.requests == []


async def test_nobody_is_greeted_who_types_or_of_whom_nothing_is_known(tmp_path):
    async with scene(tmp_path) as it:
        it.presence = replace(FREE, idle_seconds=2.0)
        await it.come_back()
        assert [each.kind for each in it.speaking.state.waiting] == [OccasionKind.RETURN]
        # Only then more than the idle time is asked for.
        assert not any(it.wholes)
        it.presence = replace(FREE, is_microphone_used=None)
        await it.look_now()
        assert it.talk.conversation.messages == ()
        it.presence = FREE
        await it.look_now()
        assert is_unasked(it.last)
        assert it.wholes[-2:] == [True, True]


async def test_nothing_is_said_into_a_private_conversation(tmp_path):
    async with scene(tmp_path, "talks") as it:
        it.talk.chat.header.private_requested.emit()
        await it.come_back()
        assert it.talk.conversation.messages == ()
        assert it.upstream.requests == []


async def test_words_of_a_model_are_asked_for_with_her_body_only_and_counted(tmp_path):
    async with scene(tmp_path, "talks") as it:
        await converse(it.talk, it.upstream, "My exam is on Wednesday", "Good luck!")
        it.talk.chat.setVisible(False)
        it.speaking._chat_closed_at = None
        it.speaking.expect(Occasion(OccasionKind.EVENT, it.now - 60, "the exam", "fact 1"))
        await it.look_now()
        await until(lambda: len(it.upstream.requests) == 2)
        request = it.upstream.requests[-1]
        assert {each["function"]["name"].partition("_")[0] for each in request["tools"]} == {"live2d"}
        assert "the exam" in request["messages"][-1]["content"]
        assert "SILENT" in request["messages"][-1]["content"]
        it.upstream.answer("How was the exam?")
        await until(lambda: it.talk.bubbles.bubble is not None)
        assert (it.last.text, is_unasked(it.last)) == ("How was the exam?", True)
        assert it.speaking.state.spoken[-1].is_model
        assert it.speaking.state.tokens > 0
        # Not twice without an answer; the event is not asked for again.
        it.now += 7 * HOUR
        it.speaking.state = replace(it.speaking.state, active_at=it.now - 60)
        it.speaking.expect(
            Occasion(OccasionKind.EVENT, it.now, "the exam", "fact 1"),
            Occasion(OccasionKind.EVENT, it.now, "the move", "fact 2"),
        )
        await it.look_now()
        assert len(it.upstream.requests) == 2
        type_and_send(it.talk, "It went well")
        await until(lambda: len(it.upstream.requests) == 3)
        assert it.talk.bubbles.bubble is None
        sent = it.upstream.requests[-1]["messages"]
        assert [each["role"] for each in sent[1:]] == ["user", "assistant", "user", "assistant", "user"]
        assert "the exam" not in sent[3]["content"]
        it.upstream.answer("I am glad.")
        await until(lambda: not it.talk.conversation.is_running)


async def test_she_asks_about_an_event_that_she_was_told_of(tmp_path):
    async with scene(tmp_path, "talks", '[memory]\nremember = "on_request"\n') as it:
        it.now = datetime(2026, 3, 4, 19).astimezone().timestamp()
        it.speaking.state = replace(it.speaking.state, active_at=it.now - 60)
        assert it.talk.store
        told = [
            Fact("Has an exam on 2026-03-04", kind="event", said_at=it.now - 9 * 24 * HOUR),
            Fact("Has a wedding on 2026-04-04", kind="event", said_at=it.now - 9 * 24 * HOUR),
            Fact("Moved on 2026-03-04", said_at=it.now - 9 * 24 * HOUR),
        ]
        await it.talk.store.change(lambda database: [facts.add(database, each) for each in told])
        await it.look_now()
        await until(lambda: bool(it.speaking.state.waiting))
        await it.look_now()
        await until(lambda: len(it.upstream.requests) == 1)
        asked = it.upstream.requests[0]["messages"][-1]["content"]
        assert "Has an exam on 2026-03-04" in asked
        assert "wedding" not in asked
        it.upstream.answer("How was it?")
        await until(lambda: it.talk.bubbles.bubble is not None)
        assert it.last.reads == ("private",)


async def test_she_tells_of_a_long_task_of_an_agent_but_not_of_a_short_one(tmp_path):
    async with scene(tmp_path, "talks") as it:
        it.talk.occasions.work_ended("Claude Code", "website", 599.0)
        await it.look_now()
        it.talk.occasions.work_ended("Claude Code", "website", 1200.0)
        await it.look_now()
        await until(lambda: len(it.upstream.requests) == 1)
        assert "Claude Code in the folder “website”, after 20 minutes" in str(it.upstream.requests[0]["messages"])
        it.upstream.answer("The website is ready.")
        await until(lambda: it.talk.bubbles.bubble is not None)
        assert it.last.reads == ("foreign", "private")


async def test_a_model_that_is_silent_leaves_nothing_but_its_tokens(tmp_path):
    async with scene(tmp_path, "talks") as it:
        await it.come_back()
        await until(lambda: len(it.upstream.requests) == 1)
        it.upstream.answer("SILENT")
        await until(lambda: not it.speaking._is_speaking)
        assert it.talk.conversation.messages == ()
        assert it.talk.bubbles.bubble is None
        assert it.speaking.state.spoken == ()
        assert it.speaking.state.tokens > 0
        await it.look_now()
        assert len(it.upstream.requests) == 1


async def test_what_the_user_writes_meanwhile_comes_first(tmp_path):
    async with scene(tmp_path, "talks") as it:
        await it.come_back()
        await until(lambda: len(it.upstream.requests) == 1)
        type_and_send(it.talk, "Hello")
        await until(lambda: len(it.upstream.requests) == 2)
        it.upstream.answer("Hello to you.")
        await until(lambda: not it.talk.is_answering)
        assert [each.text for each in it.talk.conversation.messages] == ["Hello", "Hello to you."]
        # What the stopped request has cost counts.
        assert it.speaking.state.tokens > 0


async def test_without_tokens_left_she_greets_with_a_ready_sentence(tmp_path):
    async with scene(tmp_path, "talks", "daily_tokens = 0\n") as it:
        await it.come_back()
        assert is_unasked(it.last)
        assert it.upstream.requests == []


async def test_three_times_ignored_she_is_quiet_and_says_so_in_one_line(tmp_path):
    async with scene(tmp_path) as it:
        for _ in range(3):
            it.presence = FREE
            await it.come_back(20)
        assert len(it.talk.conversation.messages) == 3
        await it.come_back(20)
        assert len(it.talk.conversation.messages) == 3
        assert it.level is SpeakingLevel.QUIET
        assert not it.speaking.monitor.is_watching
        lines = [str(each.blocks[0].title) for each in it.talk.chat.transcript.messages if each.blocks]
        assert [line for line in lines if line.startswith("You did not answer three times")] == lines[-1:]
        # Who chooses a level again wants to hear from her.
        it.pet.settings_store.change("speaking", level=SpeakingLevel.GREETS)
        await it.come_back(20)
        assert is_unasked(it.last)
        assert len(it.talk.conversation.messages) == 4


async def test_not_now_and_less_often(tmp_path):
    async with scene(tmp_path) as it:
        await it.come_back()
        QTest.mouseClick(it.talk.bubbles.bubble.later_button, Qt.MouseButton.LeftButton)
        assert it.talk.bubbles.bubble is None
        assert closed_gate(it.speaking._rules, it.speaking.state, it.speaking._moment()) is Gate.POSTPONED
        saved = it.pet.settings_store.current
        for per_day, level in ((1, SpeakingLevel.GREETS), (1, SpeakingLevel.QUIET)):
            await it.come_back(25)
            QTest.mouseClick(it.talk.bubbles.bubble.less_button, Qt.MouseButton.LeftButton)
            saved = it.pet.settings_store.current.speaking
            assert (saved.per_day, saved.level) == (per_day, level)


async def test_the_history_is_kept_over_a_restart_without_a_word_of_it(tmp_path):
    async with scene(tmp_path) as it:
        await it.come_back()
        it.speaking.expect(Occasion(OccasionKind.EVENT, it.now, "the exam", "fact 1"))
        before = it.speaking.state
        it.speaking.close()
        assert "exam" not in it.file.read_text(encoding="utf-8")
        it.start()
        assert it.speaking.state == replace(before, waiting=())


async def test_quiet_asks_the_system_nothing(tmp_path):
    async with scene(tmp_path, "quiet") as it:
        timer = it.speaking.monitor.findChild(QTimer)
        assert (timer.isActive(), it.looks) == (False, [])
        it.access.running = None
        it.talk.features.start(it.talk._host, StartPhase.SETTLED)
        assert it.access.running is None
        it.access.running = it.speaking
        it.pet.settings_store.change("speaking", level=SpeakingLevel.GREETS)
        await until(lambda: len(it.looks) == 1)
        assert timer.interval() == POLL_MS


async def test_the_settings_tell_why_she_is_silent(tmp_path):
    async with scene(tmp_path) as it:
        it.talk.open_settings("together")
        window = it.talk.settings_window
        row = window.findChild(ProactiveStateRow)
        assert row.text.text() == "She may speak. Not yet today."
        it.presence = replace(FREE, is_microphone_used=True)
        await it.look_now()
        assert row.text.text() == "The microphone is in use, or this system does not say whether it is. Not yet today."
        window.close()


async def test_it_is_kept_found_and_exported_as_unasked(tmp_path):
    async with scene(tmp_path) as it:
        await it.come_back()
        text = it.last.text
        store = it.talk.store
        assert store
        await until(lambda: bool(store.last()))
        saved = store.last()
        assert is_unasked(saved.nodes[-1].message)
        document = as_markdown(saved)
        assert "> **She spoke first, as you came back**" in document
        assert text in document
