"""A task on a file in the whole pet: listed, read, written after a click on the card, and undone."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import ToolUse
from deskpet.ui.blocks.call_group import CallGroupView
from deskpet.ui.blocks.tool_use import ToolUseView
from tests.app.running_pet import SELDOM_DRAWN, ChatServer, running, type_and_send, visible_cards
from tests.support.waiting import until

pytestmark = pytest.mark.window

BEFORE, AFTER = "buy tea\nbuy milk\n", "buy tea\nbuy bread\n"
MODES = pytest.mark.parametrize("mode", ["native", "text"])


@dataclass
class Task:
    """The pet with a folder that holds one file, and the server whose answers the test writes."""

    pet: PetController
    talk: ChatController
    upstream: ChatServer
    mode: str
    file: Path
    answered: int = 0

    async def calls(self, name: str, arguments: dict) -> None:
        """Answer the next request with one call."""
        await self._next_request()
        if self.mode == "text":
            call = json.dumps({"name": name, "arguments": arguments})
            self.upstream.delta(content=f"<tool_call>\n{call}\n</tool_call>")
        else:
            self.upstream.begin_call(name)
            self.upstream.arguments(json.dumps(arguments))
        self.upstream.end()

    async def says(self, text: str) -> None:
        """Answer the next request with text, which ends the turn."""
        await self._next_request()
        self.upstream.answer(text)
        await until(lambda: not self.talk.conversation.is_running)

    async def _next_request(self) -> None:
        self.answered += 1
        await until(lambda: len(self.upstream.requests) == self.answered)

    @property
    def used(self) -> list[ToolUse]:
        return [block for block in self.talk.conversation.messages[-1].blocks if isinstance(block, ToolUse)]

    @property
    def states(self) -> list[CallState]:
        return [state_of(call) for call in self.used]

    async def waiting_card(self) -> ToolUseView:
        """Return the card of the last call once it asks."""
        await until(lambda: bool(self.used) and self.states[-1] is CallState.WAITING)
        await until(lambda: bool(visible_cards(self.talk)) and len(visible_cards(self.talk)) == len(self.used))
        return visible_cards(self.talk)[-1]


@asynccontextmanager
async def task(folder: Path, mode: str, upstream: ChatServer, base_url: str) -> AsyncGenerator[Task]:
    work = folder / "work"
    work.mkdir(exist_ok=True)
    file = work / "list.txt"
    if not file.exists():
        file.write_text(BEFORE, encoding="utf-8")
    settings = folder / "settings.toml"
    endpoint = f'[endpoint]\nbase_url = "{base_url}"\nmodel = "test-model"\n'
    chat = f'[chat]\nmode = "{mode}"\ntitles = "first_line"\n'
    settings.write_text(
        f"{SELDOM_DRAWN}{endpoint}{chat}[tools]\nfolders = [{json.dumps(str(work))}]\n", encoding="utf-8"
    )
    pet = PetController(settings, offline=False)
    async with running(pet) as talk:
        yield Task(pet, talk, upstream, mode, file, len(upstream.requests))


@asynccontextmanager
async def served() -> AsyncGenerator[tuple[ChatServer, str]]:
    upstream = ChatServer()
    address = await upstream.start()
    try:
        yield upstream, address
    finally:
        await upstream.close()


async def click(card: ToolUseView, name: str) -> None:
    """Click the button of this object name or text, as soon as it can be seen and is enabled."""

    def found() -> list[QPushButton]:
        buttons = card.findChildren(QPushButton)
        return [each for each in buttons if name in (each.objectName(), each.text()) and each.isVisible()]

    await until(lambda: any(each.isEnabled() for each in found()))
    QTest.mouseClick(found()[0], Qt.MouseButton.LeftButton)


async def ask_to_write(work: Task) -> ToolUseView:
    """Let the model list the folder, read the file and ask to change it. Returns the card that asks."""
    type_and_send(work.talk, "bread instead of milk")
    await work.calls("list_directory", {"path": str(work.file.parent)})
    await work.calls("read_file", {"path": str(work.file)})
    await work.calls("write_file", {"path": str(work.file), "content": AFTER})
    return await work.waiting_card()


@MODES
async def test_a_file_is_changed_after_a_click_and_restored_by_undo(tmp_path: Path, mode: str) -> None:
    async with served() as (upstream, address), task(tmp_path, mode, upstream, address) as work:
        moved: list[str] = []
        work.pet.stage.motion_requested.connect(lambda group, index: moved.append(group))
        card = await ask_to_write(work)
        shown = work.used[-1].approval
        assert shown
        assert shown.effect
        assert shown.effect.kind == "diff"
        assert "-buy milk" in str(shown.effect.value)
        assert "+buy bread" in str(shown.effect.value)
        assert work.file.read_text(encoding="utf-8") == BEFORE
        moved.clear()
        await click(card, "approval_approve")
        motion = next(iter(work.pet.stage.character.motions))
        await work.calls("live2d_motion", {"group": motion})
        await work.says("Bread it is.")
        assert work.file.read_text(encoding="utf-8") == AFTER
        assert moved == [motion]
        assert work.states == [CallState.SUCCESS] * 4
        roles = [message.role for message in work.talk.conversation.messages]
        assert roles[-2:] == ["user", "assistant"]
        assert work.talk.conversation.messages[-1].text.strip() == "Bread it is."
        # Several calls in a row fold into one line once they are over.
        group = work.talk.chat.findChild(CallGroupView)
        await until(group.isVisible)
        QTest.mouseClick(group.header, Qt.MouseButton.LeftButton)
        await until(card.isVisible)
        card.unfold()
        await click(card, "Undo")
        await until(lambda: work.used[2].undo is not None)
        assert work.file.read_text(encoding="utf-8") == BEFORE


@MODES
async def test_a_refused_change_is_not_made_and_the_model_is_told_why(tmp_path: Path, mode: str) -> None:
    async with served() as (upstream, address), task(tmp_path, mode, upstream, address) as work:
        card = await ask_to_write(work)
        # The question is added with the next frame.
        await until(lambda: card.findChild(QLineEdit, "approval_why") is not None)
        card.findChild(QLineEdit, "approval_why").setText("keep the milk")
        await click(card, "approval_refuse")
        await work.says("As you like.")
        assert work.file.read_text(encoding="utf-8") == BEFORE
        assert work.states == [CallState.SUCCESS, CallState.SUCCESS, CallState.REFUSED]
        assert "keep the milk" in json.dumps(upstream.requests[-1]["messages"])


@MODES
async def test_a_stop_while_the_card_asks_ends_every_call(tmp_path: Path, mode: str) -> None:
    async with served() as (upstream, address), task(tmp_path, mode, upstream, address) as work:
        await ask_to_write(work)
        work.talk.chat.composer.stop_requested.emit()
        await until(lambda: not work.talk.conversation.is_running)
        assert work.states == [CallState.SUCCESS, CallState.SUCCESS, CallState.CANCELLED]
        assert work.file.read_text(encoding="utf-8") == BEFORE
        type_and_send(work.talk, "and now?")
        await work.says("Nothing was changed.")
        assert work.talk.conversation.messages[-1].ended == "stop"


@pytest.mark.slow_variants
@MODES
async def test_a_card_that_asks_goes_on_asking_after_a_restart(tmp_path: Path, mode: str) -> None:
    async with served() as (upstream, address):
        async with task(tmp_path, mode, upstream, address) as work:
            await ask_to_write(work)
            message_id = work.talk.conversation.messages[-1].id
        async with task(tmp_path, mode, upstream, address) as work:
            card = await work.waiting_card()
            assert work.file.read_text(encoding="utf-8") == BEFORE
            await click(card, "approval_approve")
            await work.says("Done after all.")
            assert work.file.read_text(encoding="utf-8") == AFTER
            assert work.states == [CallState.SUCCESS] * 3
            assert work.talk.conversation.messages[-1].id == message_id
