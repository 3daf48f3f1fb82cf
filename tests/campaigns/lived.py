"""Count clicks, keys and seconds of what people do often, in a fresh clone: `make campaign NAME=lived`.

Clones the checkout, installs it, starts the pet in an empty home, and uses it by xdotool: real clicks and keys on a
real screen. What has happened is read from the widgets. The models are servers on the loopback address, which answer
at once. A click is one press of a button, a key one press of a key or of several at once, a text one line that is
typed. Prints a table; the exit code is 1 if a target is missed. Needs git, xdotool and a display.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QFileDialog, QMenu, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController, new_application
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.settings_file import with_values
from deskpet.features.first_run.controller import FirstRunController
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.quick_ask.ui import QuickAskPanel
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.ui.chat.model_menu import ModelMenu
from deskpet.ui.platform import event_loop
from tests.app.running_pet import ChatServer, converse, two_servers, type_and_send
from tests.support.folders import PROJECT, create_home
from tests.support.waiting import until
from tests.ui.active_window import active

PATIENCE_S = 30.0
KEPT = ("DISPLAY", "XAUTHORITY", "LIBGL_ALWAYS_SOFTWARE", "PATH", "LP_", "LC_", "PIP_", "UV_", "SSL_CERT_FILE")
QUESTION, SENTENCE = "What did you see?", "The lighthouse keeper counted seven herons"


@dataclass(slots=True)
class Row:
    """One action, and what it took.

    most, limit: how many clicks, keys and texts, and how many seconds it may take; None if there is no target.
    """

    what: str
    most: int | None = None
    limit: float | None = None
    clicks: int = 0
    keys: int = 0
    texts: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def is_met(self) -> bool:
        """Whether it took no more than it may."""
        actions = self.clicks + self.keys + self.texts
        return (self.most is None or actions <= self.most) and (self.limit is None or self.seconds <= self.limit)

    def __str__(self) -> str:
        did = ((self.clicks, "click"), (self.keys, "key"), (self.texts, "text"))
        actions = ", ".join(f"{count} {name}{'s' * (count > 1)}" for count, name in did if count)
        target = ", ".join(
            ([f"{self.most} actions"] if self.most is not None else [])
            + ([f"{self.limit:.0f} s"] if self.limit is not None else [])
        )
        outcome = "" if self.is_met else "missed"
        return f"| {self.what} | {actions or 'none'} | {self.seconds:.1f} | {target} | {self.note or outcome} |"


@dataclass(slots=True)
class Person:
    """Uses mouse and keyboard, and counts."""

    rows: list[Row] = field(default_factory=list)

    @asynccontextmanager
    async def doing(
        self, what: str, most: int | None = None, limit: float | None = None, began: float = 0.0
    ) -> AsyncIterator[None]:
        """Measure the block as one action. began: when it began, by the clock, if it was before the block."""
        row = Row(what, most, limit)
        self.rows.append(row)
        began = began or time.time()
        yield
        row.seconds = time.time() - began
        print(row, flush=True)

    @property
    def exit_code(self) -> int:
        """0 if all targets are met."""
        return 0 if all(row.is_met for row in self.rows) else 1

    async def click(self, place: QWidget | QRect, button: int = 1) -> None:
        """Click in the middle of a widget, or of a part of the screen in logical pixels."""
        box = QRect(place.mapToGlobal(QPoint()), place.size()) if isinstance(place, QWidget) else place
        ratio = QApplication.primaryScreen().devicePixelRatio()
        x, y = round(box.center().x() * ratio), round(box.center().y() * ratio)
        # A hand takes longer: what is under the pointer is looked up while it moves.
        await xdotool("mousemove", "--sync", str(x), str(y), "sleep", "0.2", "click", str(button))
        self.rows[-1].clicks += 1

    async def click_row(self, view: QAbstractItemView, text: str, button: int = 1) -> None:
        """Click the row of a list that shows `text`."""
        index = row_with(view, text)
        assert index
        view.scrollTo(index)
        box = view.visualRect(index)
        await self.click(QRect(view.viewport().mapToGlobal(box.topLeft()), box.size()), button)

    async def click_entry(self, text: str) -> None:
        """Click the entry of the open menu whose text begins so."""
        await until(lambda: QApplication.activePopupWidget() is not None, PATIENCE_S)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        box = menu.actionGeometry(next(each for each in menu.actions() if each.text().startswith(text)))
        await self.click(QRect(menu.mapToGlobal(box.topLeft()), box.size()))

    async def key(self, keys: str) -> None:
        """Press a key, or several at once."""
        await xdotool("key", "--clearmodifiers", keys)
        self.rows[-1].keys += 1

    async def type(self, text: str) -> None:
        """Type a text at the pace of a quick writer."""
        await xdotool("type", "--delay", "25", text)
        self.rows[-1].texts += 1


def row_with(view: QAbstractItemView, text: str) -> QModelIndex | None:
    """Return the row of a list that shows `text`."""
    model = view.model()
    rows = (model.index(row, 0) for row in range(model.rowCount()))
    return next((each for each in rows if text in str(each.data())), None)


async def button_of(window: QWidget, text: str) -> QAbstractButton:
    """Return the button with this text, when it is there and can be pressed."""

    def found() -> QAbstractButton | None:
        buttons = (each for each in window.findChildren(QAbstractButton) if each.text() == text)
        return next((each for each in buttons if each.isVisible() and each.isEnabled()), None)

    await until(found, PATIENCE_S)
    button = found()
    assert button
    return button


async def xdotool(*words: str) -> None:
    """Run xdotool to its end."""
    process = await asyncio.create_subprocess_exec("xdotool", *words)
    if await process.wait():
        raise RuntimeError(f"xdotool {' '.join(words)} failed")


def clone(folder: Path) -> None:
    """Clone and install as the README says."""
    subprocess.run(["git", "clone", "--quiet", PROJECT, folder], check=True)
    # The Python around the environment of this checkout, which has no pip.
    python = getattr(sys, "_base_executable", sys.executable)
    subprocess.run([python, folder / ".setup" / "install.py", "run"], check=True)


def use(folder: Path, home: Path, *arguments: str) -> int:
    """Use the pet of a checkout in an empty home, in a process of its own. Returns its exit code."""
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
    environment |= create_home(home) | {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    command = [folder / ".venv" / "bin" / "python", "-m", "tests.campaigns.lived", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


async def begin(began: float) -> int:
    """Start the pet for the first time, as a user does."""
    person = Person()
    pet = PetController(paths.default_settings_file(), offline=False)
    life = asyncio.ensure_future(pet.run())
    print("| action | clicks, keys, texts | seconds | target | |\n|---|---|---|---|---|", flush=True)
    await first_words(person, pet, began)
    pet.quit()
    await life
    return person.exit_code


async def go_on() -> int:
    """Do what people do often."""
    person = Person()
    Personas(paths.data_folder() / "personas").save(Persona("Aria", prompt="A fox."))
    async with two_servers(Path.home()) as (pet, talk, first, _):
        await Hour(person, pet, talk, first).pass_by()
    return person.exit_code


async def first_words(person: Person, pet: PetController, began: float) -> None:
    """Skip the introduction and say hello; the seconds count from the beginning of the clone."""
    async with person.doing("from `git clone` to her first words", limit=60, began=began):
        await until(lambda: is_introduced(pet), PATIENCE_S)
        await person.key("Escape")
        chat = pet.chat_controller
        assert chat
        await until(chat.chat.composer.field.hasFocus, PATIENCE_S)
        await person.type("hello")
        await person.key("Return")
        await until(lambda: len(chat.conversation.messages) > 1 and chat.conversation.messages[-1].text, PATIENCE_S)


def is_introduced(pet: PetController) -> bool:
    """Return whether the introduction is on screen and takes keys."""
    first_run: FirstRunController | None = pet.chat_controller and pet.chat_controller.features.running("first_run")
    introduction, focused = first_run and first_run.introduction, QApplication.focusWidget()
    return bool(introduction and focused and introduction.window.isAncestorOf(focused))


class Hour:
    """What people do often, with two connections, one old conversation and a tool that asks."""

    def __init__(self, person: Person, pet: PetController, talk: ChatController, server: ChatServer) -> None:
        self._person, self._pet, self._talk, self._server = person, pet, talk, server
        self._chat = talk.chat

    async def pass_by(self) -> None:
        """Do everything once."""
        await converse(self._talk, self._server, QUESTION, f"{SENTENCE} at dusk.")
        await self.stop_answer()
        await self.answer_card()
        await self.switch_model()
        await self.switch_mode()
        await self.switch_persona()
        for words, name in (
            ("frame rate", "Frame rate"),
            ("quiet hours", "Quiet hours"),
            ("line numbers", "Line numbers"),
        ):
            await self.find_setting(words, name)
        await self.find_sentence()
        await self.export()
        await self.restore()
        await self.bring_chat()
        await self.ask_quickly()

    async def stop_answer(self) -> None:
        """Stop an answer that streams."""
        await self._in_chat()
        await self._say("Tell me everything")
        self._server.delta(content="It began")
        await until(lambda: self._talk.conversation.messages[-1].text == "It began", PATIENCE_S)
        async with self._person.doing("an answer stopped", most=1):
            await self._person.key("Escape")
            await until(lambda: not self._talk.conversation.is_running, PATIENCE_S)

    async def answer_card(self) -> None:
        """Let a tool run that asks first."""
        store = self._pet.settings_store
        assert store
        store.apply(with_values(store.current, {("tools", "policies"): {"time.now": Policy.ASK}}))
        await self._in_chat()
        await self._say("What time is it?")
        self._server.begin_call("time_now")
        self._server.arguments("{}")
        self._server.end()
        await until(lambda: self._chat.transcript.is_asking, PATIENCE_S)
        # What has just appeared can't be pressed by mistake.
        run = await button_of(self._chat, "Run")
        async with self._person.doing("the question of a tool's card answered by keyboard", most=2):
            await self._person.key("shift+Tab")
            await until(run.hasFocus, PATIENCE_S)
            await self._person.key("space")
            await until(lambda: not self._chat.transcript.is_asking, PATIENCE_S)
        self._server.answer("Noon.")
        await until(lambda: not self._talk.conversation.is_running, PATIENCE_S)

    async def _say(self, text: str) -> None:
        number = len(self._server.requests) + 1
        type_and_send(self._talk, text)
        await until(lambda: len(self._server.requests) == number, PATIENCE_S)

    async def switch_model(self) -> None:
        """Choose a model of another connection in the chip's menu."""
        chip = self._chat.header.model
        async with self._person.doing("another model, of another connection", most=2):
            await self._person.click(chip)
            menu = await self._menu()
            await self._person.click_row(menu.list, "small")
            await until(lambda: "small" in chip.accessibleName(), PATIENCE_S)

    async def switch_mode(self) -> None:
        """Choose a mode in the same menu."""
        chip = self._chat.header.model
        async with self._person.doing("another tool mode", most=2):
            await self._person.click(chip)
            await self._person.click(await button_of(await self._menu(), "Text"))
            await until(lambda: chip.mode_label.text() == "Text", PATIENCE_S)
        if chip.menu:
            chip.menu.close()

    async def _menu(self) -> ModelMenu:
        chip = self._chat.header.model
        await until(lambda: chip.menu and chip.menu.isVisible() and chip.menu.list.model().rowCount(), PATIENCE_S)
        assert chip.menu
        return chip.menu

    async def switch_persona(self) -> None:
        """Let another persona speak."""
        async with self._person.doing("another persona", most=2):
            await self._person.click(self._chat.header.face)
            await self._person.click_entry("Aria")
            store = self._pet.settings_store
            await until(lambda: store and store.current.persona.chosen, PATIENCE_S)

    async def find_setting(self, words: str, name: str) -> None:
        """Open the settings from the chat by their key, and go to a setting by words."""
        await self._in_chat()
        async with self._person.doing(f"the setting {name}, from the chat by search", limit=3):
            await self._person.key("ctrl+comma")
            await until(lambda: QApplication.activeWindow() is self._talk.settings_window, PATIENCE_S)
            await self._person.type(words)
            await self._person.key("Return")
            await until(lambda: self._shows(name), PATIENCE_S)
        window = self._talk.settings_window
        assert window
        window.close()

    def _shows(self, name: str) -> bool:
        window = self._talk.settings_window
        fields = window.findChildren(QWidget) if window else []
        return any(each.accessibleName() == name and not each.visibleRegion().isEmpty() for each in fields)

    async def _in_chat(self) -> None:
        """Give the field of the chat the keyboard, as it has it while somebody talks."""
        self._chat.composer.field.setFocus()
        await until(active(self._chat.composer.field), PATIENCE_S)

    async def find_sentence(self) -> None:
        """Find a sentence of an older conversation."""
        self._chat.header.new.click()
        await self._in_chat()
        async with self._person.doing("an old sentence, from an empty conversation", most=3):
            await self._person.key("ctrl+f")
            await until(lambda: self._panels and self._history.field.hasFocus(), PATIENCE_S)
            await self._person.type("seven herons")
            await self._person.key("Return")
            await until(lambda: any(SENTENCE in each.text for each in self._talk.conversation.messages), PATIENCE_S)
        self._history.field.clear()
        await until(lambda: row_with(self._history.view, "Today"), PATIENCE_S)

    @property
    def _panels(self) -> list[HistoryPanel]:
        return [each for each in QApplication.allWidgets() if isinstance(each, HistoryPanel)]

    @property
    def _history(self) -> HistoryPanel:
        return self._panels[0]

    async def export(self) -> None:
        """Save a conversation of the list as a file."""
        await until(lambda: row_with(self._history.view, QUESTION), PATIENCE_S)
        async with self._person.doing("a conversation saved as Markdown", most=3):
            await self._person.click_row(self._history.view, QUESTION, button=3)
            await self._person.click_entry("Save as Markdown")
            await until(lambda: isinstance(QApplication.activeWindow(), QFileDialog), PATIENCE_S)
            await self._person.key("Return")
            await until(lambda: any(Path.home().rglob("*.md")), PATIENCE_S)

    async def restore(self) -> None:
        """Bring a deleted conversation back."""
        history = self._history
        index = row_with(history.view, QUESTION)
        assert index
        history.view.setFocus()
        history.view.setCurrentIndex(index)
        history.view.delete_requested.emit()
        await until(lambda: not row_with(history.view, QUESTION), PATIENCE_S)
        async with self._person.doing("a deleted conversation restored", most=2):
            await self._person.click(await button_of(history, "Recently deleted (1)"))
            await until(lambda: row_with(history.view, QUESTION), PATIENCE_S)
            await self._person.click_row(history.view, QUESTION)
            # Without more of them, the list of all comes back.
            await until(lambda: row_with(history.view, "Today"), PATIENCE_S)

    async def bring_chat(self) -> None:
        """Hide the chat, and get it back by a click on her and by its key."""
        self._chat.shrink()
        await self._in_chat()
        await self._hide_chat()
        window = self._pet.window
        async with self._person.doing("the hidden chat back, by a click on her", most=1):
            await self._person.click(QRect(window.position(), window.size()))
            await until(self._is_ready, PATIENCE_S)
        await self._hide_chat()
        async with self._person.doing("the hidden chat back, by its key", most=1):
            await self._person.key("ctrl+alt+p")
            await until(self._is_ready, PATIENCE_S)

    async def _hide_chat(self) -> None:
        self._chat.header.collapse.click()
        # A hand is slower than the window manager, which gives no focus to a window that it is still putting away.
        await xdotool("sleep", "0.3")
        assert not self._chat.isVisible()

    def _is_ready(self) -> bool:
        return self._chat.isVisible() and self._chat.composer.field.hasFocus()

    async def ask_quickly(self) -> None:
        """Begin a quick ask."""
        async with self._person.doing("a quick ask begun", most=1):
            await self._person.key("ctrl+alt+j")
            await until(lambda: isinstance(QApplication.activeWindow(), QuickAskPanel), PATIENCE_S)


def main(arguments: list[str]) -> int:
    """Clone and install, or do one part in a checkout that is installed."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=lived", description=__doc__)
    parser.add_argument("--here", action="store_true", help="use this checkout, without a clone and the first start")
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--go-on", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args(arguments)
    if wanted.began or wanted.go_on:
        app = new_application()
        return event_loop.run(app, begin(wanted.began) if wanted.began else go_on())
    with tempfile.TemporaryDirectory() as folder:
        checkout, codes, began = PROJECT, [0], time.time()
        if not wanted.here:
            checkout = Path(folder) / "deskpet"
            clone(checkout)
            codes.append(use(checkout, Path(folder) / "first", "--began", str(began)))
        codes.append(use(checkout, Path(folder) / "home", "--go-on"))
        return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
