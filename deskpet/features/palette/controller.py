"""Open the palette by its keys, and apply the keys of all commands."""

from typing import TYPE_CHECKING

from deskpet.config.settings import KeyboardSettings
from deskpet.features.host import Host
from deskpet.store import StoreError
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets.command_keys import command_keys

if TYPE_CHECKING:
    from deskpet.features.palette.ui import Palette


class PaletteController:
    """Creates the palette when it is first opened, and lists everything anew each time."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._palette: Palette | None = None
        self._ends = (
            host.chat.add_command(ChatCommand("palette", "search", self._open)),
            host.settings.listen("keyboard", lambda *_: self._apply_keys()),
        )
        self._apply_keys()

    def close(self) -> None:
        """Delete the palette, follow nothing any more, and leave the default keys."""
        for end in self._ends:
            end()
        command_keys().use(KeyboardSettings())
        if self._palette:
            self._palette.deleteLater()

    def _apply_keys(self) -> None:
        command_keys().use(self._host.settings.now.keyboard)

    def _open(self) -> None:
        from deskpet.features.palette import entries
        from deskpet.features.palette.ui import Palette

        palette = self._palette = self._palette or Palette()
        palette.open_above(self._host.chat.window, entries.commands(self._host), entries.settings(self._host))
        event_loop.spawn(self._add_conversations(palette))

    async def _add_conversations(self, palette: "Palette") -> None:
        from deskpet.features.palette import entries

        store = self._host.store()
        if store is None:
            return
        try:
            palette.add_conversations(entries.conversations(self._host, await store.sessions()))
        except StoreError as error:
            why = str(error)
            self._host.chat.show_toast(lambda: why)
