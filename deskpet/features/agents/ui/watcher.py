"""Look after the agents' processes and session files while they seem to work, for what their hooks don't tell."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.config.choices import Agent
from deskpet.features.agents import agent_process
from deskpet.features.agents.activity import WORKING, ActivityWatch, Watched
from deskpet.features.agents.agent_process import AgentProcess
from deskpet.features.agents.events import AgentEvent
from deskpet.features.agents.sessions import Agents, AgentState
from deskpet.ui.platform.background_worker import BackgroundWorker

_INTERVAL_MS = 1000
_WATCHED = (*WORKING, AgentState.WAITING)


class AgentWatcher(QObject):
    """Watches the sessions that seem to work or to wait; while there are none, nothing runs.

    found: Emitted with an AgentEvent: the user has interrupted the agent, or its process has ended.
    """

    found = Signal(object)

    def __init__(
        self, agents: Callable[[], Agents], wall_clock: Callable[[], float] = time.time, parent: QObject | None = None
    ) -> None:
        """`agents` returns the present state of all sessions, `wall_clock` the seconds since 1970."""
        super().__init__(parent)
        self._agents, self._wall_clock = agents, wall_clock
        self._processes: dict[tuple[Agent, str], AgentProcess] = {}
        self._activity = ActivityWatch()
        self._worker = BackgroundWorker(self)
        self._is_looking = False
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._look)

    def note(self, event: AgentEvent) -> AgentProcess | None:
        """Return the process of an event's agent. Call it while the event's hook is connected."""
        key = event.agent, event.session
        known = self._processes.get(key)
        if event.hook and (known is None or not agent_process.is_running(known)):
            known = agent_process.find(event.hook)
            if known:
                self._processes[key] = known
        return known

    def update(self) -> None:
        """Begin or stop to look after the sessions have changed."""
        keys = {each.key for each in self._agents().sessions}
        self._processes = {key: each for key, each in self._processes.items() if key in keys}
        if not self._watched():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _watched(self) -> list[Watched]:
        # The hook of a request is connected: it ends when the agent no longer waits.
        sessions = (each for each in self._agents().sessions if each.state in _WATCHED and not each.asked)
        return [Watched(each, self._processes.get(each.key)) for each in sessions]

    def _look(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            self._worker.submit(partial(self._activity.look, self._watched(), self._wall_clock()), self._on_looked)

    def _on_looked(self, looked: "Future[list[AgentEvent]]") -> None:
        self._is_looking = False
        for event in looked.result():
            if self._timer.isActive():
                self.found.emit(event)
