"""A second character on the desktop: her body, her chat, and her place beside the first one."""

from dataclasses import asdict, replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.features.guest.controllers import placing
from deskpet.features.guest.controllers.talk_controller import TalkController
from deskpet.features.host import GuestChatPort, Host
from deskpet.listeners import End
from deskpet.pet import character, doctor, model_notes
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.problems import ModelError
from deskpet.translation import tr
from deskpet.ui.chat.status_lines import StatusLine
from deskpet.ui.pet import startup
from deskpet.ui.pet.desktop_behavior import DesktopBehavior
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop, positions
from deskpet.ui.platform.signals import listen
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language

_PLACE_FILE = "guest_place.json"


class VisitFailed(Exception):
    """The second character can't be shown. The message has the cause and the next step."""


class Visit(QObject):
    """The second character, from `load` to `close`. `window` and `chat` are None before they are created."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host, self._guest = host, host.settings.now.guest
        self._first = host.character.window
        self.window: PetWindow | None = None
        self.chat: GuestChatPort | None = None
        self.talk: TalkController | None = None
        self._behavior: DesktopBehavior | None = None
        self._spacing: placing.Spacing | None = None
        self._ends: list[End] = []

    async def load(self) -> None:
        """Read and check her model, and create her window. Raises VisitFailed."""
        try:
            model = await event_loop.in_thread(partial(doctor.load_tested, self._guest.folder))
        except ModelError as error:
            raise VisitFailed(str(error)) from error
        notes = self._notes = startup.load_notes(model, self._host.chat.warn, beside=True)
        stage = Stage(character.from_model(model, notes))
        place_file = paths.state_folder() / _PLACE_FILE
        window = self.window = PetWindow(model, stage, look=self._look, place_file=place_file)
        window.share_with(self._first)
        window.living_model.apply_notes(notes)
        self._model, self._stage = model, stage

    async def begin(self) -> None:
        """Show her beside the first one, with her chat. Raises VisitFailed."""
        window, host = self.window, self._host
        assert window
        self.chat = await host.guests.open(window, self._stage, self._model.folder)
        if positions.are_known():
            self._spacing = placing.Spacing(self._first, window, lambda: host.chat.window.panel_geometry)
            self._spacing.place_second()
        else:
            line, lines = StatusLine(self._where_she_is), host.windows.status_lines
            lines.add(line)
            self._ends.append(lambda: lines.remove(line))
        self._behavior = DesktopBehavior(window)
        self._behavior.apply(self._look)
        self.talk = TalkController(host, self.chat.character)
        self._connect(window, self.chat)
        self._apply_appearance()
        window.setVisible(host.character.is_visible)

    async def close(self) -> None:
        """Let her go: stop her answer, and write what has to be kept."""
        for end in self._ends:
            end()
        if self._spacing:
            self._spacing.stop()
        if self._behavior:
            self._behavior.stop()
        if self.window:
            self.window.hide()
        if self.talk:
            self.talk.close()
        if self.chat:
            await self.chat.close()
        if self.window:
            # It is no child of the window, and its actions hold all of this.
            self.window.menu.deleteLater()
            self.window.close_gl()
            self.window.close()
            self.window.deleteLater()

    def let_answer(self) -> None:
        """Let the one answer who has not spoken last."""
        if self.talk:
            self.talk.let_answer()

    @property
    def _look(self) -> CharacterLook:
        """That of the first one with another model. The shortcut and the meter are the program's."""
        look = self._host.settings.now.character.look
        return replace(look, folder=self._guest.folder, call_shortcut="", show_meter=False)

    def _connect(self, window: PetWindow, chat: GuestChatPort) -> None:
        host = self._host
        self._ends += [
            host.settings.listen("character", lambda *_: self._apply_look()),
            host.settings.listen("appearance", lambda *_: self._apply_appearance()),
            host.character.listen_to_visibility(window.setVisible),
            listen(host.personas.changed, chat.show_character),
            host.stage.listen_to_notes(self._apply_shared_notes),
            listen(self._stage.thing_requested, self._give_thing),
            listen(window.look_changed, self._save_look),
            listen(window.failed, self._on_failed),
        ]
        self._fill_menu(window.menu, chat)

    def _where_she_is(self) -> str:
        return tr(
            "This desktop lets no program place its windows: drag {name} aside if both stand in one another.",
            name=self._stage.character.name,
        )

    def _fill_menu(self, menu: PetMenu, chat: GuestChatPort) -> None:
        """Offer what is hers; the rest is in the menu of the first one."""
        window = chat.character.chat
        for action in (menu.behavior.menuAction(), menu.meter, menu.call, menu.hide_action):
            action.setVisible(False)
        dismiss = QAction(menu)
        menu.set_action_icon(dismiss, "wave")
        menu.insertAction(menu.quit, dismiss)
        dismiss.triggered.connect(self._dismiss)
        menu.chat_requested.connect(lambda: window.put_away() if window.is_shown else window.bring())
        menu.settings_requested.connect(lambda: self._host.windows.open_settings("character"))
        menu.look_requested.connect(self._save_look)
        menu.quit_requested.connect(self._host.character.menus[0].quit_requested)
        language.keep_translated(menu, lambda: dismiss.setText(tr("Let her go")))

    def _give_thing(self, name: str, on: bool) -> None:
        """Let her have a thing, or put it away, also when she comes back."""
        things = self._stage.character.things
        if self.window and name in things:
            self._use(model_notes.give_thing(self._model, self._notes, things, name, on=on, beside=True))

    def _apply_shared_notes(self) -> None:
        """Follow what the user has changed on the page of her model, if the first one has it, too; but for things."""
        if self.window and self._host.stage.model.path == self._model.path:
            self._use(replace(self._host.stage.notes, worn=self._notes.worn))

    def _use(self, notes: ModelNotes) -> None:
        assert self.window
        self._notes = notes
        self._stage.character = character.from_model(self._model, notes)
        self.window.living_model.apply_notes(notes)

    def _dismiss(self) -> None:
        self._host.settings.change(lambda _: {("guest", "present"): False})

    def _save_look(self, look: CharacterLook) -> None:
        """Keep what was chosen in her menu or by the wheel: it is the same for every character."""
        own = {"folder", "call_shortcut", "show_meter"}
        values = {("character", name): value for name, value in asdict(look).items() if name not in own}
        self._host.settings.change(lambda _: values)

    def _apply_look(self) -> None:
        if self.window:
            self.window.apply(self._look)
            self.window.menu.show_look(self._look)
        if self._behavior:
            self._behavior.apply(self._look)

    def _apply_appearance(self) -> None:
        appearance = self._host.settings.now.appearance
        if self.chat:
            times = (appearance.fold_after_seconds, appearance.fade_after_seconds)
            chat = self.chat.character.chat
            chat.set_behavior(appearance.chat_width, *times, keep_open=appearance.keep_open)

    def _on_failed(self, cause: str) -> None:
        """Say why her body can't be drawn. The first one stays as she is."""
        self._host.chat.warn("guest", tr("The other character can't be shown"), cause)
        if self.window:
            self.window.hide()
