"""Run the whole pet and bring it into a state, so that a test can end the process from outside.

python -m tests.app.controlled_pet STATE EVENTS [ARGUMENT ...]     the arguments are deskpet's

It appends lines to the file EVENTS: `ready` when the state is reached, `shown N` when N characters of an answer are
shown, `looked up` when a host name is looked up.
"""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.__main__ import main
from deskpet.app import pet_controller
from deskpet.app.chat_controller import ChatController
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message
from deskpet.ui.chat.window import ChatWindow
from tests.app.running_pet import introduction_of
from tests.support.waiting import until

QUESTION, DRAFT = "go on for long", "half a thought"


class ControlledPet(pet_controller.PetController):
    """Goes to `state` as soon as the chat is there. `events` is the file descriptor of EVENTS."""

    state: str
    events: int

    async def run(self) -> int:
        going = asyncio.ensure_future(self._go_to_state())
        try:
            return await super().run()
        finally:
            going.cancel()

    async def _go_to_state(self) -> None:
        await until(lambda: self.chat_controller is not None)
        talk = self.chat_controller
        assert talk
        await until(lambda: talk.chat.isVisible() or introduction_of(talk))
        talk.conversation.listen(on_event=self._shown)
        await STATES[self.state](self, talk)
        self._write("ready")

    def _shown(self, _: TurnEvent, answer: Message) -> None:
        self._write(f"shown {len(answer.text)}")

    def _write(self, line: str) -> None:
        os.write(self.events, f"{line}\n".encode())

    async def idle(self, talk: ChatController) -> None:
        """Do nothing."""

    async def ask(self, talk: ChatController) -> None:
        """Send a question."""
        QTest.keyClicks(talk.chat.composer.field, QUESTION)
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
        await until(lambda: talk.conversation.is_running)

    async def permission(self, talk: ChatController) -> None:
        """Send a question and wait until a call in the answer needs approval."""
        asked = asyncio.Event()
        talk.approvals.asked.connect(asked.set)
        await self.ask(talk)
        await asked.wait()

    async def type(self, talk: ChatController) -> None:
        """Type a draft without sending it."""
        QTest.keyClicks(talk.chat.composer.field, DRAFT)

    async def menu(self, talk: ChatController) -> None:
        """Open the character's menu."""
        self.window.menu.popup(self.window.geometry().center())
        await until(self.window.menu.isVisible)

    async def dialog(self, talk: ChatController) -> None:
        """Open the settings window."""
        talk.open_settings("data")
        window = talk.settings_window
        assert window
        await until(window.isVisible)

    async def nested(self, talk: ChatController) -> None:
        """Open a dialog that runs a nested event loop."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QDialog

        dialog = QDialog(talk.chat)
        QTimer.singleShot(0, dialog, dialog.exec)
        await until(dialog.isVisible)

    async def servers(self, talk: ChatController) -> None:
        """Start all MCP servers that the data folder configures, and wait for all but the one with the name `late`."""
        await until(lambda: bool(talk.features.running("mcp").servers.all))
        starts = {
            each.name: asyncio.ensure_future(talk.features.running("mcp").servers.start(each.name))
            for each in talk.features.running("mcp").servers.all
        }
        self._late = starts.pop("late", None)
        await asyncio.gather(*starts.values())

    async def both(self, talk: ChatController) -> None:
        """Ask the first character and the second one, who then begins a new conversation and is asked in that."""
        guest = talk.features.running("guest")
        await until(lambda: guest.visit is not None and guest.visit.talk is not None)
        second = guest.visit.chat
        await self._asked(talk.chat, talk.conversation, "Hi Mikan")
        await self._asked(second.chat, second.conversation, "Hi Yuki")
        second.chat.header.new.click()
        await self._asked(second.chat, second.conversation, "Once more")

    @staticmethod
    async def _asked(chat: ChatWindow, conversation: Conversation, question: str) -> None:
        chat.composer.submitted.emit(question, ())
        await until(lambda: [each.text for each in conversation.messages[-2:-1]] == [question])
        await until(lambda: conversation.messages[-1].ended == "stop")

    async def name_server(self, talk: ChatController) -> None:
        """Send a question while no host name lookup returns."""

        def blocked(*_: Any, **__: Any) -> Any:
            self._write("looked up")
            time.sleep(3600)

        socket.getaddrinfo = blocked
        await self.ask(talk)


STATES: dict[str, Callable[[ControlledPet, ChatController], Any]] = {
    "idle": ControlledPet.idle,
    "ask": ControlledPet.ask,
    "permission": ControlledPet.permission,
    "type": ControlledPet.type,
    "menu": ControlledPet.menu,
    "dialog": ControlledPet.dialog,
    "nested": ControlledPet.nested,
    "servers": ControlledPet.servers,
    "both": ControlledPet.both,
    "name_server": ControlledPet.name_server,
}


if __name__ == "__main__":
    ControlledPet.state = sys.argv[1]
    ControlledPet.events = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    pet_controller.PetController = ControlledPet
    sys.exit(main(sys.argv[3:]))
