"""The asking bubble of a coding agent: exactly what it wants to do, and the user's answer."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from deskpet.config.choices import Agent
from deskpet.features.agents.events import AGENT_TITLES, AgentDecision, AgentEvent
from deskpet.features.agents.sessions import AgentSession
from deskpet.features.agents.ui.chips import elided, project_name
from deskpet.text.invisible import mark_invisible
from deskpet.text.shown_arguments import notes_of
from deskpet.translation import tr
from deskpet.ui.pet.floating_bubble import BubbleText, FloatingBubble, bubble_button
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.form import text_label

# Of the names of the tool and the project, in logical pixels.
_MAX_NAME = 240
# Agents that show nothing of a request in their terminal while it can be answered here.
_SILENT = (Agent.CODEX, Agent.QWEN)


class AgentPermissionBubble(FloatingBubble):
    """A bubble with a permission request, an AgentEvent.

    decided: Emitted with an AgentDecision. left_to_terminal: Emitted if the user wants to decide in the terminal, or
        closes a bubble that only shows.
    """

    decided = Signal(object)
    left_to_terminal = Signal()

    def __init__(self, event: AgentEvent, waiting: int = 0, *, is_answerable: bool = True) -> None:
        """`waiting` is the number of requests that come after this one.

        is_answerable: False if another program asks the user, so that this one only shows the request.
        """
        super().__init__("agent_question", "accent")
        self.request = event
        agent = AGENT_TITLES[event.agent]
        project = project_name(AgentSession(event.agent, event.session, event.project))
        title = tr("{agent} asks", agent=agent)
        self.setWindowTitle(title)
        self.setAccessibleName(tr("{agent} asks in {project}: {tool}", agent=agent, project=project, tool=event.tool))
        self._rest = text_label("", "field_help")
        self._rest.setWordWrap(False)
        self._is_read = False
        tool, folder = elided(event.tool, theme.scaled(_MAX_NAME)), elided(project, theme.scaled(_MAX_NAME))
        self.column.addLayout(self._head(title, tr("{tool} in {project}", tool=tool, project=folder), event))
        # A long name is shown as a whole with the request.
        names = f"{mark_invisible(event.tool)}\n" if tool != event.tool else ""
        self.text = BubbleText("agent_request", names + mark_invisible(event.request), monospaced=True)
        self.text.setAccessibleName(tr("What it wants to do"))
        self.text.read.connect(self._on_read)
        self.column.addWidget(self.text)
        notes = text_label("\n".join(notes_of(event.request)), "approval_reason")
        notes.setVisible(bool(notes.text()))
        self._unread = text_label(tr("Read to the end, then decide."), "field_help")
        self.column.addWidget(notes)
        self.column.addWidget(self._unread)
        self.column.addWidget(self._help(event.agent, is_answerable=is_answerable))
        self._guard: ClickGuard | None = None
        self.column.addLayout(self._buttons(agent) if is_answerable else self._close_button())
        self.show_waiting(waiting)

    def _help(self, agent: Agent, *, is_answerable: bool) -> QLabel:
        """Return what has to be said about the other place where the request is asked; hidden if nothing has."""
        title = AGENT_TITLES[agent]
        text = tr("The program that runs {agent} asks you. Answer there.", agent=title)
        if is_answerable:
            silent = tr(
                "{agent} shows this in its terminal once you choose to decide there. Esc there refuses it.", agent=title
            )
            text = silent if agent in _SILENT else ""
        label = text_label(text, "field_help")
        label.setVisible(bool(text))
        return label

    def _close_button(self) -> QHBoxLayout:
        line = QHBoxLayout()
        close = bubble_button("agent_close", tr("Close"), "secondary", tr("Close this; nothing is decided"))
        close.clicked.connect(self.left_to_terminal)
        line.addStretch(1)
        line.addWidget(close)
        return line

    def _head(self, title: str, about: str, event: AgentEvent) -> QHBoxLayout:
        line, texts = QHBoxLayout(), QVBoxLayout()
        line.setSpacing(theme.S3)
        texts.setSpacing(1)
        texts.addWidget(text_label(title, "card_title"))
        detail = text_label(about, "card_help")
        tooltip.attach(detail)
        tooltip.set_text(detail, f"{event.tool}\n{event.project}\n{event.session}")
        texts.addWidget(detail)
        line.addWidget(icons.Badge("ask"), 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(texts, 1)
        line.addWidget(self._rest, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _buttons(self, agent: str) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        allow = bubble_button("agent_allow", tr("Allow"), "primary", tr("{agent} may do this, this time", agent=agent))
        deny = bubble_button("agent_deny", tr("Deny"), "secondary", tr("{agent} may not do this", agent=agent))
        terminal = bubble_button(
            "agent_terminal",
            tr("Decide in the terminal"),
            "link",
            tr("Close this; {agent} asks by itself", agent=agent),
        )
        allow.clicked.connect(lambda: self.decided.emit(AgentDecision.ALLOW))
        deny.clicked.connect(lambda: self.decided.emit(AgentDecision.DENY))
        terminal.clicked.connect(self.left_to_terminal)
        # A click that was meant for something else decides nothing.
        self._guard = ClickGuard(allow)
        ClickGuard(deny)
        line.addWidget(terminal)
        line.addStretch(1)
        line.addWidget(deny)
        line.addWidget(allow)
        return line

    def _on_read(self) -> None:
        self._is_read = True
        if self._guard:
            self._guard.set_open(True)

    def fit_width(self, width: int) -> None:
        super().fit_width(width)
        # Only an answer has to wait for that.
        self._unread.setVisible(self._guard is not None and not self.text.is_whole)
        if self._guard:
            self._guard.set_open(self.text.is_whole or self._is_read)

    def show_waiting(self, count: int) -> None:
        """Show how many requests come after this one."""
        self._rest.setText(tr("{n} more", n=count) if count else "")
