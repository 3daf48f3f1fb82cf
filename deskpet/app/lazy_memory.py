"""Create the memory when the settings first turn it on. It is not imported before."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.translation import tr
from deskpet.ui.chat.status_lines import StatusLines

if TYPE_CHECKING:
    from deskpet.app.memory_controller import MemoryController
    from deskpet.app.memory_lines import MemoryLines
    from deskpet.app.turn_factory import TurnFactory
    from deskpet.chat.recollection import Recall
    from deskpet.memory.memory import Memory


class LazyMemory:
    """Opens the memory for turns and tools if the settings allow it."""

    def __init__(
        self,
        settings_store: SettingsStore,
        lines: StatusLines,
        show_all: Callable[[], None],
        more: Callable[[], str] = lambda: "",
    ) -> None:
        """`connect` has to follow. `lines` show new facts; `show_all` opens the memory page of the settings.

        more: returns a line for the prompt after the facts; empty for none.
        """
        self._settings_store, self._lines_view, self._show_all, self._more = settings_store, lines, show_all, more
        self._parts: tuple[TurnFactory, Conversation, SessionPersistence] | None = None
        self._controller: MemoryController | None = None
        self._lines: MemoryLines | None = None

    def connect(self, turn_factory: "TurnFactory", conversation: Conversation, persistence: SessionPersistence) -> None:
        """Connect the memory with `conversation`, now or as soon as the settings turn memory on."""
        self._parts = turn_factory, conversation, persistence
        self._settings_store.changed.connect(self._on_settings_changed)
        self._on_settings_changed()

    @property
    def problem(self) -> str:
        """Reason why memory is unavailable, as a translated sentence; empty if it is available."""
        if not self._controller or self._settings.memory.remember is MemoryMode.OFF:
            return tr("Memory is off in the settings.")
        from deskpet.memory.access import why_unavailable

        if self._parts and self._parts[1].is_private:
            return tr("This conversation is private.")
        return why_unavailable(self._settings)

    def open(self) -> "Memory":
        """Return the memory. Call it only without a `problem`."""
        assert self._controller
        return self._controller.memory

    @property
    def controller(self) -> "MemoryController | None":
        """The controller; None until memory is first turned on."""
        return self._controller

    @property
    def recall(self) -> "Recall | None":
        """The port through which a turn reads facts; None while memory is unavailable."""
        return self._controller.recall if self._controller and not self.problem else None

    def told(self, message_id: str) -> tuple[str, ...]:
        """Return the facts that the request of this answer contained, if it is one of the last answers."""
        return self._controller.told(message_id) if self._controller else ()

    def close(self) -> None:
        """Stop learning."""
        if self._controller:
            self._controller.close()

    @property
    def _settings(self) -> Settings:
        # With the persona's own model.
        return self._parts[0].settings if self._parts else self._settings_store.settings

    def _on_settings_changed(self, *_: object) -> None:
        if self._controller or not self._parts or self._settings_store.settings.memory.remember is MemoryMode.OFF:
            return
        from deskpet.app.memory_controller import MemoryController
        from deskpet.app.memory_lines import MemoryLines

        self._controller = MemoryController(*self._parts, self._more)
        self._lines = MemoryLines(self._lines_view, self._controller, self._settings_store, self._show_all)
