"""Reminders in the whole pet: said in the chat when they are due, and heard and seen as soon as it disturbs nobody."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.config.reminders import Reminder
from deskpet.ui.platform.user_presence import UserPresence
from tests.app.running_pet import ChatServer, running, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window

FREE = UserPresence(1.0, False, False, False, False, False)
TEA = "⏰ Tea"


@dataclass
class Scene:
    """The pet with a hidden chat, and a user of whom the test says what he does."""

    pet: PetController
    talk: ChatController
    presence: UserPresence = FREE
    looks: int = 0
    sounds: list[bool] = field(default_factory=list)

    async def look(self, everything: bool) -> UserPresence:
        assert everything
        self.looks += 1
        return self.presence

    async def remind(self, text: str = "Tea") -> None:
        """Let a reminder fall due."""
        before = self.looks
        self.feature.reminders.add(0.0, text)
        await until(lambda: self.looks > before and not self.monitor._is_looking)

    @property
    def feature(self):
        return self.talk.features.running("reminders")

    @property
    def monitor(self):
        found = self.feature.alert._monitor
        assert found
        return found

    async def look_again(self) -> None:
        before = self.looks
        self.monitor.look_now()
        await until(lambda: self.looks > before and not self.monitor._is_looking)

    @property
    def shown(self) -> str:
        """What the bubble says; empty without one."""
        bubble = self.talk.bubbles.bubble
        return bubble.accessibleName() if bubble else ""


@asynccontextmanager
async def scene(folder: Path, presence: UserPresence = FREE) -> AsyncGenerator[Scene]:
    upstream = ChatServer()
    # At the level Quiet she never speaks first; a reminder was asked for.
    settings = '[speaking]\nlevel = "quiet"\n[reminders]\nsound = false\n'
    pet = PetController(write_settings(folder, await upstream.start(), settings), offline=False)
    async with running(pet, upstream) as talk:
        it = Scene(pet, talk, presence)
        it.feature.alert.look = it.look
        pet.stage.motion_requested.connect(lambda *_: it.sounds.append(True))
        talk.chat.setVisible(False)
        yield it


async def test_a_reminder_is_said_in_a_bubble_without_focus_and_a_click_opens_the_chat(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        await it.remind()
        assert it.talk.conversation.messages[-1].text.endswith("Tea")
        assert TEA in it.shown
        assert it.sounds == [True]
        assert not it.talk.chat.is_shown
        bubble = it.talk.bubbles.bubble
        assert bubble
        assert bubble.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
        assert "later_button" not in vars(bubble)
        # Nothing is asked any more.
        assert not it.monitor.is_watching
        QTest.mouseClick(bubble, Qt.MouseButton.LeftButton, pos=bubble.rect().center())
        assert it.talk.chat.is_shown
        assert it.shown == ""


@pytest.mark.parametrize("what", ["has_full_screen", "is_disturbance_refused", "is_microphone_used"])
async def test_what_falls_due_at_a_bad_moment_is_said_as_soon_as_it_is_over(tmp_path: Path, what: str) -> None:
    async with scene(tmp_path, replace(FREE, **{what: True})) as it:
        await it.remind()
        await it.remind("Water")
        await it.look_again()
        assert [each.text for each in it.talk.conversation.messages] == ["⏰ Tea", "⏰ Water"]
        assert (it.shown, it.sounds) == ("", [])
        assert it.monitor.is_watching
        it.presence = FREE
        await it.look_again()
        assert "⏰ Tea\n⏰ Water" in it.shown
        assert it.sounds == [True]
        assert not it.monitor.is_watching


@pytest.mark.parametrize("away", [{"idle_seconds": 900.0}, {"is_locked": True}])
async def test_who_is_away_may_hear_it_and_sees_it_when_he_is_back(tmp_path: Path, away: dict) -> None:
    async with scene(tmp_path, replace(FREE, **away)) as it:
        await it.remind()
        assert (it.shown, it.sounds) == ("", [True])
        it.presence = FREE
        await it.look_again()
        assert TEA in it.shown
        assert it.sounds == [True]


async def test_what_the_system_does_not_tell_keeps_no_reminder_back(tmp_path: Path) -> None:
    async with scene(tmp_path, UserPresence()) as it:
        await it.remind()
        assert TEA in it.shown
        assert it.sounds == [True]


async def test_while_she_is_hidden_the_bubble_waits_for_her(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        it.pet.window.hide()
        await it.remind()
        assert (it.shown, it.sounds) == ("", [True])
        assert not it.monitor.is_watching
        it.pet.window.show()
        await until(lambda: TEA in it.shown or it.talk.chat.is_shown)


async def test_in_an_open_chat_there_is_no_bubble(tmp_path: Path) -> None:
    async with scene(tmp_path) as it:
        it.talk.chat.setVisible(True)
        await it.remind()
        assert (it.shown, it.sounds) == ("", [True])
        assert not it.monitor.is_watching


async def test_a_reminder_that_is_due_again_meanwhile_stands_once_in_the_bubble(tmp_path: Path) -> None:
    async with scene(tmp_path, replace(FREE, has_full_screen=True)) as it:
        for _ in range(3):
            it.feature.alert.tell(Reminder(7, 0.0, "Water", 1, "minutes"))
        it.presence = FREE
        await it.look_again()
        assert it.shown.count("Water") == 1
