"""Create the AgentsController when the settings need it. It is not imported before."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal

from deskpet.config import paths
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.app.settings_store import SettingsStore
    from deskpet.features.agents.controller import AgentsController
    from deskpet.features.callers.caller_rules import CallerRules
    from deskpet.features.callers.ui.page_controller import CallersPageController
    from deskpet.processes.instance_lock import InstanceLock
    from deskpet.ui.pet.window import PetWindow
    from deskpet.ui.settings.window import SettingsWindow
    from deskpet.ui.stage import Stage


class LazyAgents(QObject):
    """Creates the controller once the settings name an agent or allow calls; before, `controller` is None.

    troubled: Emitted with the title and the cause of a problem.
    settings_requested: Emitted when the user asks for their page.
    work_ended: Emitted with the name of an agent, that of its project and the seconds, when a task has ended.
    """

    troubled = Signal(str, str)
    settings_requested = Signal()
    work_ended = Signal(str, str, float)

    def __init__(
        self,
        store: "SettingsStore",
        lock: "InstanceLock | None",
        pet: "PetWindow",
        stage: "Stage",
        chat_geometry: Callable[[], QRect],
    ) -> None:
        """Without the `lock` on the data folder, agents can't find this pet and nothing listens to them."""
        super().__init__(pet)
        self._store, self._lock, self._pet, self._stage, self._chat_geometry = store, lock, pet, stage, chat_geometry
        self.controller: AgentsController | None = None
        self._callers_page: CallersPageController | None = None
        store.changed.connect(self._start)
        self._start()

    @cached_property
    def callers(self) -> "CallerRules":
        """The decisions about agents that call her; read when they are first needed."""
        from deskpet.features.callers.caller_rules import CallerRules

        return CallerRules(paths.data_folder() / "callers.json")

    def connect_page(self, window: "SettingsWindow") -> None:
        """Show the decisions about callers in the settings."""
        if self._callers_page is None:
            from deskpet.features.callers.ui.page_controller import CallersPageController

            self._callers_page = CallersPageController(self.callers)
        self._callers_page.connect_page(window.callers_page)

    def close(self) -> None:
        """Stop listening, and remove all widgets of agents from the screen."""
        if self.controller:
            self.controller.close()

    def _start(self) -> None:
        settings = self._store.saved.agents
        if self.controller or self._lock is None or not (settings.shown or settings.mcp_server):
            return
        from deskpet.features.agents.controller import AgentsController

        controller = self.controller = AgentsController(
            self._store, self._lock, self._pet, self._stage, lambda: self.callers, self._chat_geometry
        )
        controller.setParent(self)
        controller.troubled.connect(lambda cause: self.troubled.emit(tr("Coding agents can't be heard"), cause))
        controller.storing_failed.connect(
            lambda cause: self.troubled.emit(tr("What you allowed can't be stored"), cause)
        )
        controller.settings_requested.connect(self.settings_requested)
        controller.work_ended.connect(self.work_ended)
