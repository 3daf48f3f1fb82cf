"""A program: the whole pet, brought into a state by itself, so that a test can end it from outside.

python -m tests.ui.led_pet STATE NOTE [ARGUMENT ...]     the arguments are deskpet's

In the file NOTE stands a line for each thing that happened: `ready` when the state is reached, and `shown N` when N
characters of an answer were shown.
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
from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message

QUESTION, DRAFT = "go on for long", "half a thought"


class LedPet(pet_controller.PetController):
    """Does what its state asks for as soon as it can, and notes what happens."""

    state: str
    note: int

    async def live(self) -> int:
        led = asyncio.ensure_future(self._lead())
        try:
            return await super().live()
        finally:
            led.cancel()

    async def _lead(self) -> None:
        await self._until(lambda: self.talk is not None)
        talk = self.talk
        assert talk
        await self._until(lambda: talk.chat.isVisible() or talk.first_run is not None)
        talk.conversation.listen(lambda _: None, self._shown)
        await STATES[self.state](self, talk)
        self._tell("ready")

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(0.005)

    def _shown(self, _: TurnEvent, answer: Message) -> None:
        self._tell(f"shown {len(answer.text)}")

    def _tell(self, line: str) -> None:
        os.write(self.note, f"{line}\n".encode())

    async def idle(self, talk: ChatController) -> None:
        """Nothing happens."""

    async def ask(self, talk: ChatController) -> None:
        """A question is sent; what comes of it is the server's."""
        QTest.keyClicks(talk.chat.composer.field, QUESTION)
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
        await self._until(lambda: talk.conversation.is_running)

    async def permission(self, talk: ChatController) -> None:
        """A call in an answer waits for the person's word."""
        asked = asyncio.Event()
        talk.approvals.asked.connect(asked.set)
        await self.ask(talk)
        await asked.wait()

    async def type(self, talk: ChatController) -> None:
        """Something was typed and not sent."""
        QTest.keyClicks(talk.chat.composer.field, DRAFT)

    async def menu(self, talk: ChatController) -> None:
        """The character's menu is open."""
        self.window.menu.popup(self.window.geometry().center())
        await self._until(self.window.menu.isVisible)

    async def dialog(self, talk: ChatController) -> None:
        """The settings are open, with a dialog before them."""
        talk.open_settings("data")
        window = talk.settings_window
        assert window
        await self._until(window.isVisible)

    async def nested(self, talk: ChatController) -> None:
        """A dialog holds the thread in an event loop of its own."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QDialog

        dialog = QDialog(talk.chat)
        QTimer.singleShot(0, dialog, dialog.exec)
        await self._until(dialog.isVisible)

    async def name_server(self, talk: ChatController) -> None:
        """The name of the server is looked up, without an answer."""

        def blocked(*_: Any, **__: Any) -> Any:
            self._tell("looked up")
            time.sleep(3600)

        socket.getaddrinfo = blocked
        await self.ask(talk)


STATES: dict[str, Callable[[LedPet, ChatController], Any]] = {
    "idle": LedPet.idle,
    "ask": LedPet.ask,
    "permission": LedPet.permission,
    "type": LedPet.type,
    "menu": LedPet.menu,
    "dialog": LedPet.dialog,
    "nested": LedPet.nested,
    "name_server": LedPet.name_server,
}


if __name__ == "__main__":
    LedPet.state = sys.argv[1]
    LedPet.note = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    pet_controller.PetController = LedPet
    sys.exit(main(sys.argv[3:]))
