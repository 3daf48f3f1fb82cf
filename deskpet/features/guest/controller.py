"""Invite another character, and let her go. All that she is made of is imported when she is first invited."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.translation import tr
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language

if TYPE_CHECKING:
    from deskpet.features.guest.controllers.visit import Visit

BUILT_IN = ("mikan", "yuki")


class GuestController(QObject):
    """Keeps a second character on the desktop while the settings have her there. `visit` is None without one."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self.visit: Visit | None = None
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        menu = host.character.menus[0]
        self._actions = [QAction(menu) for menu in host.character.menus]
        for each, action in zip(host.character.menus, self._actions, strict=True):
            each.set_action_icon(action, "persona")
            action.triggered.connect(self.invite_or_dismiss)
            each.insertAction(each.call, action)
        language.keep_translated(menu, self._retranslate)
        commands = host.chat.commands
        self._ends = (
            commands.add(ChatCommand("guest", "persona", self.invite_or_dismiss)),
            commands.add(ChatCommand("guest_answers", "chat", self._let_answer, lambda: self.visit is not None)),
            host.settings.listen(("guest.present", "guest.folder", "guest.persona"), self._on_changed),
            host.listen_to_store(self._renew),
        )
        if host.settings.now.guest.present:
            self._renew()

    def invite_or_dismiss(self) -> None:
        """Invite another character, or let the present one go."""
        settings = self._host.settings.now
        folder = settings.guest.folder
        if folder == settings.character.folder:
            # Another one than the first, whoever that is now.
            folder = next(name for name in BUILT_IN if name != folder)
        self._host.settings.change(
            lambda saved: {("guest", "present"): not saved.guest.present, ("guest", "folder"): folder}
        )

    async def close(self) -> None:
        """Let her go until the next start."""
        for end in self._ends:
            end()
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._end_visit()

    def _let_answer(self) -> None:
        if self.visit:
            self.visit.let_answer()

    def _on_changed(self, before: Settings, after: Settings) -> None:
        self._retranslate()
        if before.guest.present or after.guest.present:
            self._renew()

    def _renew(self) -> None:
        self._task = event_loop.spawn(self._apply(self._task))

    async def _apply(self, before: "asyncio.Task[None] | None") -> None:
        """Bring the character of the settings, in place of the one before; none until the database is open."""
        if before:
            await asyncio.wait({before})
        await self._end_visit()
        if not self._host.settings.now.guest.present or self._host.store() is None:
            return
        from deskpet.features.guest.controllers.visit import Visit, VisitFailed

        visit = self.visit = Visit(self._host)
        try:
            await visit.load()
            await visit.begin()
        except VisitFailed as error:
            await self._end_visit()
            self._host.chat.warn("guest", tr("The other character can't be shown"), str(error))

    async def _end_visit(self) -> None:
        visit, self.visit = self.visit, None
        if visit:
            self._ending = event_loop.spawn(visit.close())
        if self._ending:
            # What is in the middle of it goes on to its end if this is cancelled, as by the end of the program.
            await asyncio.wait({self._ending})

    def _retranslate(self) -> None:
        is_present = self._host.settings.now.guest.present
        for action in self._actions:
            action.setText(tr("Let the other character go") if is_present else tr("Invite another character"))
