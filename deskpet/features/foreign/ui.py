"""Programs that bring tools, in the settings: allow each, see what it does, and choose its tools."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from deskpet.chat.tool import ToolFailed
from deskpet.features.foreign.collection import ServerCollection
from deskpet.features.foreign.server import SavedT, Server, ServerState
from deskpet.text.invisible import mark_invisible
from deskpet.text.shown_arguments import notes_of, shown_text
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.read_area import ReadArea
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton

# In logical pixels.
_BUTTON, _LEAST_WIDTH, _MOST_HEIGHT = 28, 200, 240

# Servers report their state and errors several times a second.
_REFRESH_MS = 200
_LONGEST_NAME = 80

State = Literal["blocked", "idle", "starting", "running", "failed"]


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A tool of a server, with its description, and whether it is offered to models."""

    name: str
    description: str
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class ServerView:
    """A server or a plugin as the page shows it.

    display_command: the whole command, the address or the file. launch_details: what else decides about it, such as the
    variables that it gets. status: its state in words. error, stderr: why it failed, and the end of what it wrote to
    standard error; may be empty. can_allow: whether it could start. left_out: a line for each tool that models are not
    told of for another reason than the user's. asks: the names of the values that the user has to enter, each with its
    default.
    """

    name: str
    display_command: str
    launch_details: str
    state: State
    status: str
    error: str = ""
    stderr: str = ""
    tools: tuple[ServerTool, ...] = ()
    can_allow: bool = True
    left_out: tuple[str, ...] = ()
    asks: tuple[tuple[str, str], ...] = ()


class ProgramsPage(QWidget):
    """Lists programs below a warning; a page of a kind of them adds what is below the list.

    allow_text, allow_name: the button that allows a program, and its accessible name with `{name}`.
    can_remove: whether a program can be removed from the list.

    allowed: Emitted with the name of a program that the user has seen and allowed.
    blocked: Emitted with the name of a program that may not start any more.
    stopped: Emitted with the name of a program to stop until it is needed.
    removed: Emitted with the name of a program to remove.
    tool_visibility_changed: Emitted with a program, a tool, and whether it is offered to models.
    """

    allow_text = tr_noop("Allow this command")
    allow_name = tr_noop("Allow the command of {name}")
    can_remove = True

    allowed = Signal(str)
    blocked = Signal(str)
    stopped = Signal(str)
    removed = Signal(str)
    tool_visibility_changed = Signal(str, str, bool)

    def __init__(self, warning: str) -> None:
        super().__init__()
        self.banner = Banner()
        self._rows: dict[str, ServerRow] = {}
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.S2)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.S2)
        self.column.addWidget(text_label(warning, "field_help"))
        self.column.addLayout(self._list)
        self.column.addWidget(self.banner)

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show these servers; existing rows are updated in place."""
        for name in [name for name in self._rows if name not in {each.name for each in servers}]:
            row = self._rows.pop(name)
            row.hide()
            row.deleteLater()
        for server in servers:
            if server.name not in self._rows:
                row = self._rows[server.name] = ServerRow(self, server.name)
                self._list.addWidget(row)
                row.show()
            self._rows[server.name].show_server(server)

    def row(self, name: str) -> "ServerRow":
        """Return the row of a server."""
        return self._rows[name]

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action below the list."""
        self.banner.show_message(message)


class _ShownText(QWidget):
    """A text that the user allows, in full: each of its characters can be told from what is shown.

    What is long is scrolled. read_changed: Emitted when `is_read` may have changed.
    """

    read_changed = Signal()

    def __init__(self, title: str) -> None:
        """`title` is its name for screen readers."""
        super().__init__()
        self._title, self._text = title, ""
        self._area = ReadArea(ArgumentsView(title, ""), _MOST_HEIGHT, self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def is_read(self) -> bool:
        """Whether the text needs no scrolling, or its end has been visible."""
        return not self._text or self._area.is_read or not self._area.is_scrolled

    def setText(self, text: str) -> None:
        """Show a text; nothing is done if it is shown already."""
        if text != self._text:
            self._text = text
            self._area.hide()
            self._area.deleteLater()
            self._area = ReadArea(ArgumentsView(self._title, text), _MOST_HEIGHT, self)
            self._area.resized.connect(self._on_resized)
            self._area.read.connect(self.read_changed)
            self._area.show()
            self._on_resized()

    def text(self) -> str:
        """Return the text as it is shown."""
        return shown_text(self._text)

    def _on_resized(self) -> None:
        self._area.setGeometry(0, 0, self.width(), self._area.fit(self.width()))
        self.updateGeometry()
        self.read_changed.emit()

    def heightForWidth(self, width: int) -> int:
        return self._area.fit(width)

    def sizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, self._area.fit(max(self.width(), _LEAST_WIDTH)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._area.setGeometry(0, 0, self.width(), self._area.fit(self.width()))
        self.read_changed.emit()


class ServerRow(QFrame):
    """A server with its whole command, its state, and buttons; tools and errors below, folded at first."""

    def __init__(self, page: ProgramsPage, name: str) -> None:
        super().__init__(page)
        self.setObjectName("reminder_row")
        self._page, self._name = page, name
        self._title, self._status = text_label(mark_invisible(name), "field_title"), text_label("", "field_help")
        self._line, self._launch_details = _ShownText(tr("Command")), _ShownText(tr("What else affects it"))
        self._warnings = text_label("", "approval_reason")
        self._error = text_label("", "field_error")
        self._stderr = text_label("", "mcp_command")
        self._stderr.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.allow = plain_button(tr(page.allow_text), "allow_server", "primary")
        self.allow.setAccessibleName(tr(page.allow_name, name=name))
        self.allow.clicked.connect(lambda: page.allowed.emit(name))
        self._guard = ClickGuard(self.allow)
        self._unread = text_label(tr("Scroll to the end of what you allow."), "field_help")
        self._line.read_changed.connect(self._show_read)
        self._launch_details.read_changed.connect(self._show_read)
        self.stop = plain_button(tr("Stop"), "stop_server", "secondary")
        self.stop.setAccessibleName(tr("Stop {name}", name=name))
        self.stop.clicked.connect(lambda: page.stopped.emit(name))
        self.block = plain_button(tr("Switch off"), "block_server", "secondary")
        self.block.setAccessibleName(tr("Switch {name} off", name=name))
        self.block.clicked.connect(lambda: page.blocked.emit(name))
        self.remove = IconButton("trash", tr("Delete {name}", name=name), size=_BUTTON)
        self.remove.setObjectName("remove_server")
        self.remove.clicked.connect(lambda: page.removed.emit(name))
        self.remove.setVisible(page.can_remove)
        self.fold = plain_button("", "fold_server", "link")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._show_details)
        self._details = QWidget()
        self._tools, self._inputs = QVBoxLayout(), QVBoxLayout()
        self._checks: dict[str, CheckBox] = {}
        self._fields: dict[str, QLineEdit] = {}
        self._left_out = text_label("", "field_help")
        self._lay_out()

    def show_server(self, server: ServerView) -> None:
        """Show the server's present state."""
        self._line.setText(server.display_command)
        self._launch_details.setText(server.launch_details)
        self._launch_details.setVisible(bool(server.launch_details))
        notes = "\n".join(notes_of([server.display_command, server.launch_details]))
        self.setAccessibleName(f"{server.name}, {server.status}")
        texts = (self._status, server.status), (self._warnings, notes), (self._error, server.error)
        left_out = "\n".join([tr("Models are not told of these:"), *server.left_out]) if server.left_out else ""
        texts = (*texts, (self._left_out, left_out))
        for label, text in (*texts, (self._stderr, server.stderr.strip())):
            label.setText(text)
            label.setVisible(bool(text))
        can_allow = server.state == "blocked" and server.can_allow
        self.allow.setVisible(can_allow)
        self._show_inputs(server.asks if can_allow else ())
        self._show_read()
        self.block.setVisible(server.state != "blocked")
        self.stop.setVisible(server.state in {"running", "starting"})
        self._show_tools(server.tools)
        self.fold.setVisible(bool(server.tools or server.stderr or server.left_out))
        self._show_details(self.fold.isChecked())

    def shown_text(self) -> str:
        """Return what the user allows, as it is shown."""
        return f"{self._title.text()}\n{self._line.text()}\n{self._launch_details.text()}"

    def entered(self) -> dict[str, str]:
        """Return what the user has entered, by the names of the values."""
        return {name: field.text() for name, field in self._fields.items() if field.text()}

    def _show_read(self) -> None:
        """Let the user allow what has been visible to its end."""
        is_read = self._line.is_read and self._launch_details.is_read
        self._guard.set_open(is_read)
        self._unread.setVisible(not is_read and not self.allow.isHidden())

    def _show_inputs(self, asks: tuple[tuple[str, str], ...]) -> None:
        if [*self._fields] == [name for name, _ in asks]:
            return
        for field in self._fields.values():
            field.hide()
            field.deleteLater()
        self._fields = {name: self._field(name, default) for name, default in asks}

    def _field(self, name: str, default: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("server_input")
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(mark_invisible(f"{name} ({default})" if default else name))
        field.setAccessibleName(tr("{name} of {server}", name=name, server=self._name))
        self._inputs.addWidget(field)
        return field

    def check_of(self, tool: str) -> CheckBox:
        """Return the box of a tool."""
        return self._checks[tool]

    def _show_tools(self, tools: tuple[ServerTool, ...]) -> None:
        if [*self._checks] != [each.name for each in tools]:
            for check in self._checks.values():
                check.hide()
                check.deleteLater()
            self._checks = {each.name: self._check(each.name) for each in tools}
        for tool in tools:
            check = self._checks[tool.name]
            tooltip.set_text(check, tool.description[:1000])
            check.setAccessibleDescription(tool.description[:1000])
            check.blockSignals(True)
            check.setChecked(tool.is_told)
            check.blockSignals(False)

    def _check(self, tool: str) -> CheckBox:
        check = CheckBox(tool.replace("&", "&&"))
        check.setAccessibleName(tr("Tell models of {tool}", tool=tool))
        check.toggled.connect(lambda is_told: self._page.tool_visibility_changed.emit(self._name, tool, is_told))
        self._tools.addWidget(check)
        return check

    def _show_details(self, unfolded: bool) -> None:
        self._details.setVisible(unfolded and not self.fold.isHidden())
        self.fold.setText(tr("Hide details" if unfolded else "Tools and messages"))
        self.fold.setAccessibleName(f"{self._name}: {self.fold.text()}")

    def _lay_out(self) -> None:
        column, head, foot, details = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self._details)
        column.setContentsMargins(12, 8, 8, 10)
        column.setSpacing(theme.S1)
        head.addWidget(self._title, 1)
        head.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignTop)
        details.setContentsMargins(0, 0, 0, 0)
        details.setSpacing(theme.S1)
        details.addWidget(text_label(tr("Models are told of these tools:"), "field_help"))
        details.addLayout(self._tools)
        details.addWidget(self._left_out)
        details.addWidget(self._stderr)
        foot.setSpacing(theme.S2)
        for button in (self.allow, self.stop, self.block, self.fold):
            foot.addWidget(button)
        foot.addStretch(1)
        column.addLayout(head)
        for part in (self._line, self._launch_details, self._warnings, self._status, self._error):
            column.addWidget(part)
        column.addLayout(self._inputs)
        column.addWidget(self._unread)
        column.addLayout(foot)
        column.addWidget(self._details)


PageT = TypeVar("PageT", bound=ProgramsPage)


class ProgramsPageController(PageController[PageT], Generic[PageT, SavedT]):
    """Connects a page to the programs of a kind.

    blocked_text, starting_text: the status of a program in these states.
    """

    blocked_text = ""
    starting_text = tr_noop("Starting…")

    def __init__(self, page: QWidget, programs: ServerCollection[SavedT]) -> None:
        super().__init__(page)
        self._programs = programs
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._show)
        self.until_closed(programs.listen(self._show_soon))
        self.page.stopped.connect(lambda name: event_loop.spawn(programs.stop(name)))

    def _launch_details(self, saved: SavedT) -> str:
        """Return what decides about a program besides its line."""
        raise NotImplementedError

    def _show_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _show(self) -> None:
        self.page.show_servers(tuple(map(self._view, self._programs.all)))

    def _show_message(self, message: BannerText | None) -> None:
        if self.is_open:
            self.page.show_message(message)

    async def _start(self, name: str) -> None:
        """Start a program that was allowed, to see its tools."""
        try:
            await self._programs.start(name)
        except ToolFailed as failed:
            self._show_message(BannerText("error", tr("{name} did not start", name=name), str(failed)))
        else:
            self._show_message(None)

    def _view(self, server: Server[SavedT]) -> ServerView:
        saved, hidden = server.saved, server.saved.hidden
        tools = tuple(ServerTool(each.name, each.description, each.name not in hidden) for each in server.definitions)
        return ServerView(
            server.name,
            saved.display_command,
            self._launch_details(saved),
            server.state.value,
            self._status(server),
            server.error,
            server.stderr,
            tools,
            can_allow=bool(saved.fingerprint),
            left_out=tuple(f"{each.name[:_LONGEST_NAME]}: {each.why}" for each in self._programs.left_out(server.name)),
            asks=self._asks(saved),
        )

    def _asks(self, saved: SavedT) -> tuple[tuple[str, str], ...]:
        """Return the values that the user has to enter before a program can start, each with its default."""
        return ()

    def _status(self, server: Server[SavedT]) -> str:
        if not server.saved.fingerprint:
            return tr("Can't be used")
        text = {
            ServerState.BLOCKED: self.blocked_text,
            ServerState.IDLE: tr_noop("Starts when a tool is called"),
            ServerState.STARTING: self.starting_text,
            ServerState.RUNNING: tr_noop("Running"),
            ServerState.FAILED: tr_noop("Failed; the next call starts it again"),
        }[server.state]
        count = len(server.definitions) if server.saved.may_start else 0
        left_out = len(self._programs.left_out(server.name))
        parts = (
            tr(text),
            tr_plural(count, "one tool", "{n} tools") if count else "",
            tr_plural(left_out, "one left out", "{n} left out") if left_out and server.saved.may_start else "",
        )
        return " · ".join(filter(None, parts))
