"""The whole pet, which does what the lines on its standard input say, and answers each with a line.

python -m tests.bad_days.controlled_pet SHOWN [ARGUMENT ...]     the arguments are deskpet's

A line is a JSON array of a command's name and its arguments; its answer is a JSON object with `result` or `error`.
The length of the answer on screen is appended to the file SHOWN whenever it grows, with the time.
"""

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest

from deskpet.__main__ import main
from deskpet.app import pet_controller
from deskpet.app.chat_controller import ChatController
from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message, Notice
from deskpet.config import paths
from deskpet.config.settings_file import with_values
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError
from deskpet.pet import model_notes
from deskpet.store import Store, StoreError
from deskpet.ui.pet import gl_window
from deskpet.ui.platform import event_loop
from tests.app.running_pet import type_and_send
from tests.support.waiting import until
from tests.ui.pet.losable_context import LosableContext


class ControlledPet(pet_controller.PetController):
    """Performs commands as soon as the chat is there. `shown` is the file descriptor of SHOWN."""

    shown: int

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        self._frames = 0
        self.window.frameSwapped.connect(self._count_frame)
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        return await super().run()

    def _count_frame(self) -> None:
        self._frames += 1

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._begin, *json.loads(line))

    def _begin(self, name: str, *arguments: Any) -> None:
        event_loop.spawn(self._perform(name, arguments))

    async def _perform(self, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            answer = {"result": await COMMANDS[name](self, *arguments)}
        except Exception as error:  # noqa: BLE001 - the parent process reports it
            answer = {"error": f"{type(error).__name__}: {error}"}
        os.write(1, json.dumps(answer).encode() + b"\n")

    @property
    def talk(self) -> ChatController:
        """The chat."""
        assert self.chat_controller
        return self.chat_controller

    def _on_event(self, _: TurnEvent, answer: Message) -> None:
        os.write(self.shown, f"{time.monotonic()} {len(answer.text)}\n".encode())

    # Commands

    async def wait(self) -> None:
        """Wait until the character and the chat are on screen."""
        await until(lambda: self.chat_controller is not None and self.window.is_alive)
        await until(self.talk.chat.isVisible)
        self.talk.conversation.listen(on_event=self._on_event)

    async def state(self) -> dict[str, Any]:
        """Return everything that can be seen."""
        talk = self.talk
        rows = [row.message for row in talk.chat.transcript.rows]
        return {
            "is_running": talk.conversation.is_running,
            "texts": [message.text for message in talk.conversation.messages],
            "ended": [message.ended for message in talk.conversation.messages],
            "rows": [message.text for message in rows],
            "notices": [asdict(block) for message in rows for block in message.blocks if isinstance(block, Notice)],
            "draft": talk.chat.composer.field.toPlainText(),
            "pet": self.window.geometry().getRect(),
            "chat": talk.chat.geometry().getRect(),
            "screens": [screen.geometry().getRect() for screen in QGuiApplication.screens()],
            "frames": self._frames,
            "chat_width": self.settings_store.current.appearance.chat_width if self.settings_store else 0,
        }

    async def ask(self, text: str) -> None:
        """Type a message, or commit it as an input method does, and press Enter."""
        if text.isascii():
            type_and_send(self.talk, text)
            return
        field, event = self.talk.chat.composer.field, QInputMethodEvent()
        event.setCommitString(text)
        QGuiApplication.sendEvent(field, event)
        QTest.keyClick(field, Qt.Key.Key_Return)

    async def type(self, text: str) -> None:
        """Type a draft."""
        QTest.keyClicks(self.talk.chat.composer.field, text)

    async def stop(self) -> None:
        """Press Escape's action: stop the answer."""
        self.talk.chat.composer.stop_requested.emit()

    async def new(self) -> None:
        """Begin another conversation."""
        QTest.mouseClick(self.talk.chat.header.new, Qt.MouseButton.LeftButton)

    async def set(self, section: str, key: str, value: Any) -> None:
        """Change a setting."""
        assert self.settings_store
        self.settings_store.apply(with_values(self.settings_store.current, {(section, key): value}))

    async def move(self, x: int, y: int) -> None:
        """Drag the character to a point of the desktop."""
        self.window.setPosition(QPoint(x, y))
        self.window.placement.end_drag(self.window.geometry())

    async def recreate(self) -> None:
        """Destroy and create the native window of the character, and with it its OpenGL surface."""
        self.window.destroy()
        self.window.show()

    async def lose_context(self) -> None:
        """Reset the graphics driver, as far as the window can see."""
        LosableContext.lose_all()

    async def export(self, file: str) -> str:
        """Export every conversation. Returns what is said if that fails."""
        return await self._try(self._store.export_json(Path(file)))

    async def import_(self, file: str) -> str:
        """Import conversations. Returns what is said if that fails."""
        return await self._try(self._store.import_json(Path(file)))

    async def add_persona(self) -> str:
        """Save a new persona. Returns what is said if that fails."""
        try:
            Personas(paths.data_folder() / "personas").save(Persona("Somebody new"))
        except PersonaError as error:
            return str(error)
        return ""

    async def describe(self) -> str:
        """Save notes on the character. Returns what is said if that fails."""
        try:
            model_notes.save(self.stage_controller.model, model_notes.ModelNotes(scale=1.5))
        except model_notes.NotesError as error:
            return str(error)
        return ""

    @property
    def _store(self) -> Store:
        store = self.talk.persistence.store
        assert store
        return store

    async def _try(self, work: Coroutine[Any, Any, object]) -> str:
        try:
            await work
        except StoreError as error:
            return str(error)
        return ""

    async def maintain(self) -> None:
        """Make the daily backup."""
        await self.talk.persistence._maintain()


COMMANDS: dict[str, Callable[..., Any]] = {
    "wait": ControlledPet.wait,
    "state": ControlledPet.state,
    "ask": ControlledPet.ask,
    "type": ControlledPet.type,
    "stop": ControlledPet.stop,
    "new": ControlledPet.new,
    "set": ControlledPet.set,
    "move": ControlledPet.move,
    "recreate": ControlledPet.recreate,
    "lose_context": ControlledPet.lose_context,
    "export": ControlledPet.export,
    "import": ControlledPet.import_,
    "add_persona": ControlledPet.add_persona,
    "describe": ControlledPet.describe,
    "maintain": ControlledPet.maintain,
}


if __name__ == "__main__":
    gl_window.QOpenGLContext = LosableContext
    ControlledPet.shown = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    pet_controller.PetController = ControlledPet
    sys.exit(main(sys.argv[2:]))
