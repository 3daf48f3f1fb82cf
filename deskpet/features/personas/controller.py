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
        self._host = host
        self._end = listen(host.chat.window.header.face.clicked, lambda: event_loop.spawn(self._open()))

    def close(self) -> None:
        """Open no menu any more."""
        self._end()

    async def _open(self) -> None:
        self._show_menu(await asyncio.to_thread(self._host.personas.files.all))

    def _show_menu(self, personas: "tuple[Persona, ...]") -> None:
        from deskpet.ui.widgets.popup_menu import PopupMenu

        speakers, face = self._host.personas, self._host.chat.window.header.face
        menu, chosen = PopupMenu(face), self._host.settings.now.persona.chosen
        for persona_id, name in (("", speakers.own_name()), *((each.id, each.name) for each in personas[:_MOST])):
            icon = "check" if persona_id == chosen else ""
            # In the text of a menu, & marks the letter of a key.
            menu.add(icon, name.replace("&", "&&"), partial(speakers.choose, persona_id))
        menu.addSeparator()
        menu.add("persona", tr("Personas…"), partial(self._host.windows.open_settings, "persona"))
        menu.popup(face.mapToGlobal(QPoint(0, face.height() + 2)))
