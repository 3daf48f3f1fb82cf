"""Tests of commands on single messages in a real conversation: regenerate, edit, delete, undo."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from deskpet.app.message_commands import MessageCommands
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Image, Message
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import TurnSetup
from deskpet.ui.chat.message_toolbar import MessageToolbar
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme
from tests.gallery.samples import answer
from tests.llm.scripted_server import ScriptedServer, words

PICTURE = Image("image/png", "AAAA")


class Scene:
    """A chat whose messages are those of a conversation with a scripted model."""

    def __init__(self, *rounds: object) -> None:
        self.server = ScriptedServer(*rounds)  # pyright: ignore[reportArgumentType]
        self.conversation = Conversation(lambda: TurnSetup(self.server.model(), Toolbox()))
        self.chat = ChatWindow()
        self._turns: list[asyncio.Task[Message]] = []
        MessageCommands(self.chat, self.conversation, self._start)

    @property
    def commands(self) -> MessageToolbar:
        return self.chat.transcript.toolbar

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.conversation.messages]

    @property
    def toast(self) -> str:
        label = self.chat.pane.toast.findChild(QLabel, "toast")
        assert isinstance(label, QLabel)
        return label.text()

    async def over(self) -> None:
        """Wait for the turn that was begun."""
        assert self._turns
        await self._turns[-1]

    def _start(self, turn: Coroutine[Any, Any, Message]) -> None:
        self._turns.append(asyncio.ensure_future(turn))


@pytest.fixture(autouse=True)
def usual_looks(qapp: QApplication) -> None:
    theme.apply(qapp)


async def test_an_answer_is_made_again_and_the_one_before_is_kept(qtbot: QtBot) -> None:
    scene = Scene([words("Hello")], [words("Hi there")])
    qtbot.addWidget(scene.chat)
    first = await scene.conversation.send("hello")
    scene.commands.regenerate_requested.emit(first.id)
    await scene.over()
    assert scene.said == ["hello", "Hi there"]
    variants = scene.commands.variants_of(scene.conversation.messages[1].id)
    assert (variants.index, len(variants.ids)) == (1, 2)
    scene.commands.variant_chosen.emit(variants.ids[0])
    assert scene.said == ["hello", "Hello"]


async def test_an_edited_question_keeps_its_pictures_and_the_one_before(qtbot: QtBot) -> None:
    scene = Scene([words("A sea.")], [words("An otter.")])
    qtbot.addWidget(scene.chat)
    await scene.conversation.send("what is this?", (PICTURE,))
    question = scene.conversation.messages[0]
    scene.commands.edited.emit(question.id, "which animal is this?")
    await scene.over()
    edited = scene.conversation.messages[0]
    assert edited.text == "which animal is this?"
    assert [block for block in edited.blocks if isinstance(block, Image)] == [PICTURE]
    assert scene.said[1] == "An otter."
    assert scene.commands.variants_of(edited.id).ids == (question.id, edited.id)


async def test_what_answers_no_question_is_not_asked_for_again(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.addWidget(scene.chat)
    scene.conversation.add_message(greeting := answer("Welcome!"))
    scene.commands.regenerate_requested.emit(greeting.id)
    assert "no question" in scene.toast
    assert scene.said == ["Welcome!"]
    assert scene.server.requests == []


async def test_what_is_deleted_is_told_and_comes_back(qtbot: QtBot) -> None:
    scene = Scene([words("Hello")])
    qtbot.addWidget(scene.chat)
    await scene.conversation.send("hello")
    scene.commands.delete_requested.emit(scene.conversation.messages[0].id)
    assert scene.said == []
    assert scene.toast == "2 messages deleted"
    scene.chat.pane.toast.button.click()
    assert scene.said == ["hello", "Hello"]


async def test_what_can_not_be_done_now_is_said(qtbot: QtBot) -> None:
    gate = asyncio.Event()
    scene = Scene([words("Hello")], [words("Well"), gate])
    qtbot.addWidget(scene.chat)
    first = await scene.conversation.send("hello")
    turn = asyncio.ensure_future(scene.conversation.send("and now?"))
    async with asyncio.timeout(60):
        while not scene.said[-1].startswith("Well"):
            await asyncio.sleep(0.002)
    scene.commands.variant_chosen.emit(first.id)
    assert scene.toast.startswith("Not now: ")
    gate.set()
    await turn


async def test_what_the_program_says_has_no_variants(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.addWidget(scene.chat)
    assert scene.commands.variants_of("not in the conversation").ids == ()
