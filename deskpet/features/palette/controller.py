"""Open the palette by its keys, and apply the keys of all commands."""

import asyncio
from typing import TYPE_CHECKING

from deskpet.config.settings import KeyboardSettings
from deskpet.features.host import Host
from deskpet.store import StoreError
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets.command_keys import command_keys

if TYPE_CHECKING:
    from deskpet.features.palette.ui import Palette

# The conversations are listed again at most so often while the palette is open.
_PAUSE_S = 0.1


class PaletteController:
    """Creates the palette when it is first opened, lists everything anew each time, and follows the conversations."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._palette: Palette | None = None
        self._following: asyncio.Task[None] | None = None
        self._ends = (
            host.chat.commands.add(ChatCommand("palette", "search", self._open)),
            host.settings.listen("keyboard", lambda *_: self._apply_keys()),
        )
        self._apply_keys()

    def close(self) -> None:
        """Delete the palette, follow nothing any more, and leave the default keys."""
        for end in self._ends:
            end()
        command_keys().use(KeyboardSettings())
        self._stop_following()
        if self._palette:
            self._palette.deleteLater()

    def _apply_keys(self) -> None:
        command_keys().use(self._host.settings.now.keyboard)

    def _open(self) -> None:
        from deskpet.features.palette import entries
        from deskpet.features.palette.ui import Palette

        if self._palette is None:
            self._palette = Palette()
            self._palette.closed.connect(self._stop_following)
        window = self._host.chat.window.pane.window()
        searched = [*entries.models(self._host), *entries.settings(self._host)]
        self._palette.open_above(window, entries.commands(self._host), searched)
        self._stop_following()
        self._following = event_loop.spawn(self._follow_conversations(self._palette))

    def _stop_following(self) -> None:
        if self._following:
            self._following.cancel()
            self._following = None

    async def _follow_conversations(self, palette: "Palette") -> None:
        """List the conversations, now and whenever they change: a title may come while the palette is open."""
        from deskpet.features.palette import entries

        store, loop, changed = self._host.store(), asyncio.get_running_loop(), asyncio.Event()
        if store is None:
            return
        end = store.listen(lambda: loop.call_soon_threadsafe(changed.set))
        try:
            while True:
                changed.clear()
                palette.show_conversations(entries.conversations(self._host, await store.sessions()))
                await asyncio.sleep(_PAUSE_S)
                await changed.wait()
        except StoreError as error:
            why = str(error)
            self._host.chat.show_toast(lambda: why)
        finally:
            end()
