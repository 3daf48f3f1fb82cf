"""The user's coding agents: listen to their hooks, show what they do, and bring back the user's answers."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer

from deskpet.config import quiet_hours
from deskpet.config.choices import Agent
from deskpet.config.settings import AgentSettings
from deskpet.features.agents import events, sessions
from deskpet.features.agents.events import AGENT_TITLES, ANSWER_SECONDS, AgentDecision, AgentEvent, EventKind
from deskpet.features.agents.sessions import Agents, AgentSession, AgentState
from deskpet.features.agents.ui.chips import AgentChips, elided, project_name, state_name
from deskpet.features.agents.ui.permission_bubble import AgentPermissionBubble
from deskpet.features.agents.ui.watcher import AgentWatcher
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.pet.mood import AgentsActivity
from deskpet.processes.local_channel import BadLocalLine
from deskpet.translation import tr, tr_plural
from deskpet.ui.pet.speech_bubble import BubbleRank
from deskpet.ui.platform.local_server import LocalSocketServer
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.popup_menu import PopupMenu

if TYPE_CHECKING:
    from deskpet.ui.platform.local_server import LocalConnection

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class PendingRequest:
    """A permission request whose hook waits. If the connection is released without a decision, the agent asks."""

    event: AgentEvent
    connection: "LocalConnection"

    def answer(self, decision: AgentDecision) -> bool:
        """Send the user's decision. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.event.request_id, "decision": decision.value})


def listen_to_hooks(
    lines: LocalSocketServer,
    received: Callable[[AgentEvent], object],
    asked: Callable[[PendingRequest], object],
) -> End:
    """Call `received` with each event, and `asked` with each permission request, whose hook waits."""

    def on_line(connection: "LocalConnection") -> None:
        try:
            event = events.from_line(connection.line)
        except BadLocalLine as error:
            logger.info("a hook has sent no event: %s", error)
            connection.release()
            return
        if event.kind is EventKind.PERMISSION_ASKED and event.request_id:
            asked(PendingRequest(event, connection))
        else:
            # The hook's process goes on until it is let go, and leads to that of its agent.
            received(event)
            connection.release()

    return lines.listen(events.PREFIX, on_line)


# Requests that wait for the user at once; a further one is asked in its terminal.
_MAX_QUESTIONS = 16
_ANSWER_MS = round(ANSWER_SECONDS * 1000)
# The width of a path or a command in a menu, in logical pixels.
_MAX_WORDS = 360
_ACTIVITIES = {
    AgentState.THINKING: AgentsActivity.THINKING,
    AgentState.READING: AgentsActivity.WORKING,
    AgentState.TYPING: AgentsActivity.WORKING,
    AgentState.TIDYING: AgentsActivity.WORKING,
    AgentState.WAITING: AgentsActivity.ASKING,
}


class AgentsController(QObject):
    """Connects the agents' hooks, the chips and the asking bubble.

    `question` is the bubble that asks, or None, and `shown_request` that of a request which another program asks.
    """

    def __init__(
        self, host: Host, clock: Callable[[], float] = time.monotonic, wall_clock: Callable[[], float] = time.time
    ) -> None:
        """wall_clock: returns the seconds since 1970, by which agents date their events."""
        super().__init__()
        self._host, self._clock, self._wall_clock = host, clock, wall_clock
        self.agents = Agents()
        self.chips = AgentChips()
        self.question: AgentPermissionBubble | None = None
        self.shown_request: AgentPermissionBubble | None = None
        self._end_question: End = lambda: None
        self._end_shown_request: End = lambda: None
        self._waiting: list[PendingRequest] = []
        # When the sessions that work began to.
        self._working_since: dict[tuple[Agent, str], float] = {}
        self._end_listening: End | None = None
        self._watcher = AgentWatcher(lambda: self.agents, wall_clock, self)
        self._watcher.found.connect(self._on_event)
        self._expiry = QTimer(self, singleShot=True)
        self._expiry.timeout.connect(lambda: self._update(sessions.expire(self.agents, self._clock())))
        self.chips.clicked.connect(self._open_details)
        self._ends = [
            host.settings.listen("agents", lambda *_: self._on_settings_changed()),
            host.character.listen_to_place(self.chips.place_above),
            host.character.listen_to_visibility(lambda _: self._show()),
        ]
        self._listen()

    @property
    def _settings(self) -> AgentSettings:
        return self._host.settings.now.agents

    @property
    def is_quiet(self) -> bool:
        """Whether she does not react to agents now."""
        return not self._host.character.is_visible or quiet_hours.is_quiet_now(self._settings.quiet_hours)

    def close(self) -> None:
        """Close everything; the agents ask by themselves."""
        # Whatever the pet's window does from now on, no session is shown or expires.
        self.agents = Agents()
        while self._ends:
            self._ends.pop()()
        self._stop_listening()
        for request in list(self._waiting):
            request.connection.release()
        self._expiry.stop()
        self._watcher.stop()
        self._close_question()
        self._close_shown_request()
        self.chips.close()

    def _listen(self) -> None:
        if self._settings.shown and self._end_listening is None:
            self._end_listening = listen_to_hooks(self._host.local_lines, self._on_event, self._on_asked)

    def _stop_listening(self) -> None:
        if self._end_listening:
            self._end_listening()
            self._end_listening = None

    def _on_settings_changed(self) -> None:
        if not self._settings.shown:
            self._stop_listening()
        self._listen()
        self._update(self.agents.without(set(Agent) - set(self._settings.shown)))
        for request in list(self._waiting):
            if not self._may_ask(request.event):
                self._leave_to_terminal(request)

    def _on_event(self, event: AgentEvent) -> None:
        if event.agent in self._settings.shown:
            self._watcher.note(event)
            self._update(sessions.apply(self.agents, event, self._clock()))

    def _on_asked(self, request: PendingRequest) -> None:
        event = request.event
        process = self._watcher.note(event)
        if not self._may_ask(event) or len(self._waiting) >= _MAX_QUESTIONS:
            self._leave_to_terminal(request)
            return
        if process and process.is_led:
            # The program that leads the agent asks as soon as the hook does not wait.
            self._leave_to_terminal(request)
            self._show_request(event)
            return
        self._waiting.append(request)
        request.connection.ended.connect(partial(self._on_request_ended, request))
        # The agent goes on by itself after a while: it asks in its terminal.
        limit = QTimer(request.connection, singleShot=True, interval=_ANSWER_MS)
        limit.timeout.connect(partial(self._leave_to_terminal, request))
        limit.start()
        self._on_event(event)
        self._show_question()

    def _may_ask(self, event: AgentEvent) -> bool:
        settings = self._settings
        is_wanted = event.agent in settings.shown and event.agent not in settings.muted
        return is_wanted and settings.answer_requests and not self.is_quiet

    def _leave_to_terminal(self, request: PendingRequest) -> None:
        """Make no decision: the agent asks by itself, and waits for the user there."""
        if request.connection.is_open:
            event = request.event
            request.connection.release()
            self._on_event(replace(event, request_id="", hook=0, at=max(event.at, self._event_time(event))))

    def _event_time(self, event: AgentEvent) -> float:
        session = self.agents.find(event.agent, event.session)
        return session.event_at if session else 0.0

    def _update(self, agents: Agents) -> None:
        before, self.agents = self.agents, agents
        self._time_work()
        self._react(before)
        for request in list(self._waiting):
            # It was answered in the terminal, or its session is over.
            if request.event.request_id not in agents.open_requests:
                request.connection.release()
        self._drop_shown_request()
        self._watcher.update()
        self._show()

    def _time_work(self) -> None:
        """Note when the sessions begin to work, and tell of the ends."""
        before, now = self._working_since, self._clock()
        sessions_now = self.agents.without(self._settings.muted).sessions
        self._working_since = {
            each.key: before.get(each.key, now) for each in sessions_now if each.state in _ACTIVITIES
        }
        for each in sessions_now:
            if each.state is AgentState.DONE and each.key in before:
                self._host.occasions.work_ended(AGENT_TITLES[each.agent], project_name(each), now - before[each.key])

    def _react(self, before: Agents) -> None:
        """Show changes that pass: an agent is done, or has failed."""
        if self.is_quiet:
            return
        for session in self.agents.without(self._settings.muted).sessions:
            old = before.find(*session.key)
            if old is None or old.state is session.state:
                continue
            if session.state is AgentState.DONE:
                self._host.character.window.animator.note_agents_done()
            elif session.state is AgentState.FAILED:
                self._host.character.window.animator.wince()

    def _show(self) -> None:
        muted = self._settings.muted
        # The end of one session's work is no reason to stop showing that another one works.
        states = [each.state for each in self.agents.without(muted).sessions if each.state in _ACTIVITIES]
        is_shown = states and not self.is_quiet
        character = self._host.character
        character.window.animator.show_agents(_ACTIVITIES[max(states)] if is_shown else AgentsActivity.NOTHING)
        self.chips.show_sessions(self.agents.sessions if character.is_visible else (), muted=muted)
        self._host.bubbles.place()
        if self.is_quiet:
            for request in list(self._waiting):
                self._leave_to_terminal(request)
            self._drop_shown_request()
        if (at := self.agents.expires_at) is not None:
            self._expiry.start(max(1000, round((at - self._clock()) * 1000) + 1))

    def _open_details(self, session: AgentSession, at: QPoint) -> None:
        """Say more about a session, in a menu with what can be done about it."""
        menu = PopupMenu(self.chips)
        menu.setToolTipsVisible(False)
        agent = AGENT_TITLES[session.agent]
        minutes = round((self._clock() - session.since) / 60)
        since = tr_plural(minutes, "for a minute", "for {n} minutes") if minutes else tr("just now")
        state = tr("{state}, {since}", state=state_name(session.state), since=since)
        about = [("persona", f"{agent} · {project_name(session)}"), ("clock", state)]
        about += [("folder", session.project)] if session.project else []
        about += [("tool", session.detail)] if session.detail else []
        for icon, words in about:
            shown = elided(words, theme.scaled(_MAX_WORDS)).replace("&", "&&")
            menu.add(icon, shown, lambda: None, enabled=False)
        menu.addSeparator()
        is_muted = session.agent in self._settings.muted
        words = tr("React to {agent} again", agent=agent) if is_muted else tr("Mute {agent}", agent=agent)
        menu.add("bell", words, partial(self._set_muted, session.agent, not is_muted))
        menu.add("close", tr("Remove this chip"), partial(self._remove, session))
        menu.add("settings", tr("Settings of agents…"), partial(self._host.windows.open_settings, "agents"))
        menu.popup(at)

    def _set_muted(self, agent: Agent, is_muted: bool) -> None:
        others = tuple(each for each in self._settings.muted if each is not agent)
        muted = (*others, agent) if is_muted else others
        self._host.settings.change(lambda _: {("agents", "muted"): muted})

    def _remove(self, session: AgentSession) -> None:
        self._update(Agents(tuple(each for each in self.agents.sessions if each.key != session.key)))

    def _show_question(self) -> None:
        if not self._waiting:
            return
        if self.question:
            self.question.show_waiting(len(self._waiting) - 1)
            self._host.bubbles.place()
            return
        request = self._waiting[0]
        question = self.question = AgentPermissionBubble(request.event, len(self._waiting) - 1)
        question.decided.connect(partial(self._answer, request))
        question.left_to_terminal.connect(partial(self._leave_to_terminal, request))
        self._end_question = self._host.bubbles.show_beside(question, BubbleRank.PERMISSION)

    def _show_request(self, event: AgentEvent) -> None:
        """Show a request that the user answers in another program."""
        self._close_shown_request()
        bubble = self.shown_request = AgentPermissionBubble(event, is_answerable=False)
        bubble.left_to_terminal.connect(self._close_shown_request)
        self._end_shown_request = self._host.bubbles.show_beside(bubble, BubbleRank.NOTE)

    def _drop_shown_request(self) -> None:
        """Close the bubble of a request that has been answered in the other program, or may not be shown any more."""
        if self.shown_request is None:
            return
        event = self.shown_request.request
        session = self.agents.find(event.agent, event.session)
        is_awaited = session is not None and session.state is AgentState.WAITING
        if not is_awaited or not self._may_ask(event):
            self._close_shown_request()

    def _close_shown_request(self) -> None:
        self.shown_request = None
        self._end_shown_request()

    def _answer(self, request: PendingRequest, decision: AgentDecision) -> None:
        event = request.event
        if request.answer(decision):
            logger.info("a request of an agent was answered")
            # What the agent has told of its waiting until now is over.
            at = max(self._wall_clock(), self._event_time(event))
            # Only what is not allowed has ended.
            ended = "" if decision is AgentDecision.ALLOW else event.fingerprint
            self._on_event(replace(event, kind=EventKind.PERMISSION_ANSWERED, at=at, hook=0, fingerprint=ended))

    def _on_request_ended(self, request: PendingRequest) -> None:
        """Close the bubble of a request that was answered, released, or whose hook is gone."""
        is_shown = bool(self._waiting) and self._waiting[0] is request
        self._waiting = [each for each in self._waiting if each is not request]
        if is_shown:
            self._close_question()
        self._update(sessions.release(self.agents, request.event.request_id))
        self._show_question()

    def _close_question(self) -> None:
        self.question = None
        self._end_question()
