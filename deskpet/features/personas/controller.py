"""The menu of personas at the face in the chat's header."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from deskpet.features.host import Host
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.signals import listen

if TYPE_CHECKING:
    from deskpet.personas.persona import Persona

# A longer list is for the page of the settings.
_MOST = 20


class PersonaController:
    """Opens the menu when the face is clicked, and lets the chosen one speak."""

    def __init__(self, host: Host) -> None:
        self._host, self._face = host, host.chat.window.header.face
        self._opening: asyncio.Task[None] | None = None
        self._end = listen(self._face.clicked, self._on_clicked)
        self._face.setEnabled(True)

    def close(self) -> None:
        """Open no menu any more."""
        self._end()
        self._face.setEnabled(False)
        if self._opening:
            self._opening.cancel()

    def _on_clicked(self) -> None:
        # A double click opens one menu.
        if self._opening is None or self._opening.done():
            self._opening = event_loop.spawn(self._open())

    async def _open(self) -> None:
        self._show_menu(await asyncio.to_thread(self._host.personas.files.all))

    def _show_menu(self, personas: "tuple[Persona, ...]") -> None:
        from deskpet.ui.widgets.popup_menu import PopupMenu

        speakers, face = self._host.personas, self._face
        menu, chosen = PopupMenu(face), self._host.settings.now.persona.chosen
        for persona_id, name in (("", speakers.own_name()), *((each.id, each.name) for each in personas[:_MOST])):
            icon = "check" if persona_id == chosen else ""
            # In the text of a menu, & marks the letter of a key.
            menu.add(icon, name.replace("&", "&&"), partial(speakers.choose, persona_id))
        menu.addSeparator()
        menu.add("persona", tr("Personas…"), partial(self._host.windows.open_settings, "persona"))
        menu.popup(face.mapToGlobal(QPoint(0, face.height() + 2)))
