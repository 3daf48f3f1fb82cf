"""Simulated user of a running pet, at ten times a person's pace, with seeded randomness."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from deskpet.app.pet_controller import PetController
from deskpet.config.settings import EndpointSettings, Language, Settings, ThemeName
from deskpet.ui.chat.message_row import MessageRow
from tests.support.waiting import until
from tests.ui.pet.scene import drag, mouse

if TYPE_CHECKING:
    from deskpet.ui.settings.window import SettingsWindow

log = logging.getLogger(__name__)

PAUSE_S = (0.02, 0.45)
SENTENCES = ("Hello!", "Wave to me.", "What do you think of the rain?", "Tell me **everything**, please.", "おはよう")
# Seconds between two touches while a model is replaced, and for which a model may take to be shown.
TOUCH_S, LOAD_S = 0.02, 60.0
HEAD, BODY = QPoint(150, 170), QPoint(150, 300)

_T = TypeVar("_T")


class Player:
    """Performs one action after the other; `doing` names the last."""

    def __init__(self, pet: PetController, models: list[str], base_url: str, seed: int) -> None:
        assert pet.chat_controller is not None
        assert pet.settings_store is not None
        self._pet, self._talk, self._kept = pet, pet.chat_controller, pet.settings_store
        self._models, self._server = models, EndpointSettings(base_url=base_url, model="soak")
        self._chance = random.Random(seed)
        self.doing, self.done, self.switches = "starting", 0, 0

    async def play(self, seconds: float) -> None:
        """Perform actions for some time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        deeds, weights = zip(*_DEEDS, strict=True)
        while loop.time() < until:
            deed: Callable[[Player], object] = self._chance.choices(deeds, weights)[0]
            self._do(deed)
            self.done += 1
            await asyncio.sleep(self._chance.uniform(*PAUSE_S))

    async def replace_models(self, folders: Sequence[str]) -> None:
        """Show models one after the other amid answers, touched before, at and after the moment of each switch."""
        for first in folders:
            folder = first
            if not self._talk.conversation.is_running:
                self._do(Player.say)
            await self._touch(self._chance.uniform(0.05, 0.5))
            self._wear(folder)
            if self._chance.random() < 0.3:
                # Another one before the first is shown.
                await self._touch(self._chance.uniform(0, 0.3))
                folder = self._chance.choice(self._models)
                self._wear(folder)
            async with asyncio.timeout(LOAD_S):
                while not (self._pet.window.is_alive and self._pet.stage_controller.folder == folder):
                    await self._touch(0)
            await self._touch(self._chance.uniform(0.1, 0.4))
            self.switches += 1

    async def _touch(self, seconds: float) -> None:
        """Tap, hover and drag for some time, at least once."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            self._do(self._chance.choices((Player.tap, Player.hover, Player.drag), (3, 4, 1))[0])
            self.done += 1
            self.doing = f"{self.doing} amid switches"
            await asyncio.sleep(TOUCH_S)
            if loop.time() >= end:
                return

    def _do(self, deed: Callable[["Player"], object]) -> None:
        self.doing = getattr(deed, "__name__", "")
        try:
            deed(self)
        except Exception:
            log.exception("%s failed", self.doing)

    async def rest(self) -> None:
        """Close everything and start an empty conversation with the first model."""
        self.doing = "rest"
        talk, pet = self._talk, self._pet
        async with asyncio.timeout(LOAD_S):
            # What waits, here or in a conversation that was left, would be the next turn.
            while talk.conversation.is_running:
                talk.chat.composer.queue.clear()
                talk.conversation.stop()
                await asyncio.sleep(TOUCH_S)
        if talk.settings_window:
            talk.settings_window.close()
        talk.chat.shrink()
        talk.chat.composer.set_text("")
        # The settings list the connection in use: a row more or less would look like growth.
        kept = {"appearance": Settings().appearance, "endpoint": self._server}
        self._apply(self._settings().model_copy(update=kept))
        if not pet.window.isVisible():
            pet.window.show()
        self._wear(self._models[0])
        talk.chat.header.new.click()
        await until(lambda: pet.window.is_alive and pet.stage_controller.folder == self._models[0])
        # A page of the settings is created when it is first shown: at each rest there are all of them.
        for page in self._settings_window().pages:
            talk.open_settings(page)
            await asyncio.sleep(0.1)
        self.close_settings()
        await asyncio.sleep(2.5)

    # In the chat

    def say(self) -> None:
        field = self._talk.chat.composer.field
        QTest.keyClicks(field, self._chance.choice(SENTENCES[:4]))
        QTest.keyClick(field, Qt.Key.Key_Return)

    def type(self) -> None:
        QTest.keyClicks(self._talk.chat.composer.field, self._chance.choice(("hm", "and then", "x" * 40)))

    def stop(self) -> None:
        self._talk.chat.composer.stop_requested.emit()

    def begin_anew(self) -> None:
        self._talk.chat.header.new.click()

    def regenerate(self) -> None:
        if row := self._row("assistant"):
            self._talk.chat.transcript.toolbar.regenerate_requested.emit(row.message.id)

    def edit(self) -> None:
        if row := self._row("user"):
            self._talk.chat.transcript.toolbar.edited.emit(row.message.id, self._chance.choice(SENTENCES))

    def delete(self) -> None:
        if row := self._row("user"):
            self._talk.chat.transcript.toolbar.delete_requested.emit(row.message.id)

    def choose_variant(self) -> None:
        if (row := self._row(None)) and (ids := self._talk.conversation.variants_of(row.message.id).ids):
            self._talk.chat.transcript.toolbar.variant_chosen.emit(self._chance.choice(ids))

    def scroll(self) -> None:
        bar = self._talk.chat.transcript.verticalScrollBar()
        bar.setValue(self._chance.randint(0, max(0, bar.maximum())))

    def _row(self, role: str | None) -> MessageRow | None:
        """Return a row of the conversation that can be changed now."""
        if self._talk.conversation.is_running:
            return None
        said = {each.id for each in self._talk.conversation.messages}
        rows = self._talk.chat.transcript.rows
        return self._one([row for row in rows if row.message.id in said and role in {None, row.message.role}])

    # With the character

    def tap(self) -> None:
        point = self._chance.choice((HEAD, HEAD, BODY))
        for kind, held in ((QEvent.Type.MouseButtonPress, True), (QEvent.Type.MouseButtonRelease, False)):
            pointer = QPointF(self._pet.window.position() + point)
            mouse(self._pet.window, kind, QPointF(point), pointer, held=held)

    def hover(self) -> None:
        for step in range(8):
            point = QPointF(self._chance.randint(0, 300), 60.0 * step)
            pointer = QPointF(self._pet.window.position()) + point
            mouse(self._pet.window, QEvent.Type.MouseMove, point, pointer, held=False)

    def drag(self) -> None:
        drag(self._pet.window, BODY, QPoint(self._chance.randint(-200, 200), self._chance.randint(-150, 150)))

    def switch_model(self) -> None:
        self._wear(self._chance.choice(self._models))

    def hide_or_show(self) -> None:
        self._pet.menus.tray.menu.hide_requested.emit()

    def open_menu(self) -> None:
        menu = self._pet.window.menu
        menu.close() if menu.isVisible() else self._pet.window.living_model.open_menu(
            self._pet.window.geometry().center()
        )

    def _wear(self, model: str) -> None:
        self.doing = "switch_model"
        self._talk.save_look(replace(self._pet.window.look, folder=model))

    # Windows and settings

    def change_window(self) -> None:
        chat = self._talk.chat
        chat.shrink() if chat.is_expanded else chat.expand()

    def search_history(self) -> None:
        if full := self._talk.chat.full:
            full.side_panel.field.setText(self._chance.choice(("rain", "umb", "", "zzz")))

    def open_conversation(self) -> None:
        if (full := self._talk.chat.full) and not self._talk.conversation.is_running:
            rows = full.side_panel.view.model().rowCount()
            QTest.mouseClick(
                full.side_panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 40 * (rows % 5))
            )

    def open_settings(self) -> None:
        window = self._settings_window()
        window.show_page(self._chance.choice(window.pages))

    def _settings_window(self) -> "SettingsWindow":
        """Open the settings window, and return it."""
        self._talk.open_settings()
        assert self._talk.settings_window
        return self._talk.settings_window

    def close_settings(self) -> None:
        if window := self._talk.settings_window:
            window.close()

    def change_looks(self) -> None:
        saved = self._settings()
        theme, language = self._chance.choice(list(ThemeName)), self._chance.choice(list(Language))
        look = saved.appearance.model_copy(update={"theme": theme, "language": language})
        self._apply(saved.model_copy(update={"appearance": look}))

    def change_persona(self) -> None:
        saved = self._settings()
        changed = {"prompt": self._chance.choice(("You are brief.", "You are merry.")), "user": "Ann"}
        self._apply(saved.model_copy(update={"persona": saved.persona.model_copy(update=changed)}))

    def change_server(self) -> None:
        """Choose the scripted server or, sometimes, the offline companion."""
        used = self._server if self._chance.random() < 0.7 else EndpointSettings()
        self._apply(self._settings().model_copy(update={"endpoint": used}))

    def _settings(self) -> Settings:
        return self._kept.current

    def _apply(self, settings: Settings) -> None:
        self._kept.apply(settings)

    def _one(self, choices: list[_T]) -> _T | None:
        return self._chance.choice(choices) if choices else None


_DEEDS: tuple[tuple[Callable[[Player], Any], int], ...] = (
    (Player.say, 34),
    (Player.type, 8),
    (Player.stop, 6),
    (Player.begin_anew, 2),
    (Player.regenerate, 4),
    (Player.edit, 3),
    (Player.delete, 2),
    (Player.choose_variant, 3),
    (Player.scroll, 6),
    (Player.tap, 18),
    (Player.hover, 8),
    (Player.drag, 4),
    (Player.switch_model, 3),
    (Player.hide_or_show, 2),
    (Player.open_menu, 2),
    (Player.change_window, 3),
    (Player.search_history, 3),
    (Player.open_conversation, 3),
    (Player.open_settings, 4),
    (Player.close_settings, 4),
    (Player.change_looks, 1),
    (Player.change_persona, 1),
    (Player.change_server, 2),
)
