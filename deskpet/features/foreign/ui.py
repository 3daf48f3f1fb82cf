"""Programs that bring tools, in the settings: allow each, see what it does, and choose its tools."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, Literal

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QSizePolicy, QWidget

from deskpet.chat.tool import ToolFailed
from deskpet.features.foreign.collection import ServerCollection
from deskpet.features.foreign.server import SavedT, Server, ServerState
from deskpet.text.invisible import mark_invisible
from deskpet.text.reasons import reason_of
from deskpet.text.shown_arguments import notes_of, shown_text
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.read_area import ReadArea
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page_controller import is_open, until_closed
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.form import (
    STRETCH,
    at_top,
    column_in,
    column_of,
    delete_widget,
    delete_widgets,
    line_of,
    show_text,
    text_label,
)
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


class ProgramsPage(QWidget, Generic[SavedT]):
    """Lists the programs of a kind below a warning; a page of a kind adds what is below the list.

    allow_text, allow_name: the button that allows a program, and its accessible name with `{name}`.
    can_remove: whether a program can be removed from the list.
    blocked_text, starting_text: the status of a program in these states.
    failure: the title of the message that a decision can't be saved.
    """

    allow_text = tr_noop("Allow this command")
    allow_name = tr_noop("Allow the command of {name}")
    can_remove = True
    blocked_text = failure = ""
    starting_text = tr_noop("Starting…")

    def __init__(self, warning: str) -> None:
        super().__init__()
        self.banner = Banner()
        self._programs: ServerCollection[SavedT] | None = None
        # What the rows show, which is what their buttons allow.
        self._shown: dict[str, str] = {}
        self._rows: dict[str, ServerRow] = {}
        self._list = column_of(theme.S2)
        self.column = column_in(self, theme.S2, text_label(warning, "field_help"), self._list, self.banner)
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self.show_programs)

    def follow(self, programs: ServerCollection[SavedT]) -> None:
        """Show these programs, now and after changes, and carry out what the user decides."""
        self._programs = programs
        until_closed(self, programs.listen(self._show_soon))
        self.show_programs()

    def _show_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @property
    def programs(self) -> ServerCollection[SavedT]:
        """The programs that it shows."""
        assert self._programs
        return self._programs

    def show_programs(self) -> None:
        """Show the present state of the programs."""
        self._shown = {each.name: each.saved.fingerprint for each in self.programs.all}
        self.show_servers(tuple(map(self.view_of, self.programs.all)))

    def show_servers(self, servers: tuple[ServerView, ...]) -> None:
        """Show these servers; existing rows are updated in place."""
        for name in [name for name in self._rows if name not in {each.name for each in servers}]:
            delete_widget(self._rows.pop(name))
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
        """Show the result of an action below the list, unless the page was closed meanwhile."""
        if is_open(self):
            self.banner.show_message(message)

    def allow(self, name: str) -> None:
        """Allow what the row of a program shows, and start it once, to see its tools."""
        event_loop.spawn(self._allow(name))

    def block(self, name: str) -> None:
        """Let a program start no more."""
        event_loop.spawn(self.saved(self.programs.block(name)))

    def stop(self, name: str) -> None:
        """Stop a program until it is needed."""
        event_loop.spawn(self.programs.stop(name))

    def remove(self, name: str) -> None:
        """Remove a program from the list, if `can_remove`."""
        raise NotImplementedError

    def set_offered(self, name: str, tool: str, is_offered: bool) -> None:
        """Set whether a tool of a program is offered to models."""
        event_loop.spawn(self.saved(self.programs.set_offered(name, tool, is_offered=is_offered)))

    async def prepare(self, saved: SavedT) -> bool:
        """Keep what the user has entered for a program before it is allowed. Return whether nothing is missing."""
        return True

    async def saved(self, work: Coroutine[Any, Any, None]) -> bool:
        """Run work that writes what was decided. Return whether that was possible."""
        try:
            await work
        except OSError as error:
            self.show_message(BannerText("error", tr(self.failure), reason_of(error)))
            return False
        return True

    async def _allow(self, name: str) -> None:
        program, fingerprint = self.programs.find(name), self._shown.get(name, "")
        if program is None or not fingerprint or not await self.prepare(program.saved):
            return
        if not await self.saved(self.programs.allow(name, fingerprint)):
            return
        program = self.programs.find(name)
        if program is None or not program.saved.may_start:
            self.show_message(BannerText("info", tr("{name} was changed meanwhile", name=name)))
            return
        try:
            await self.programs.start(name)
        except ToolFailed as failed:
            self.show_message(BannerText("error", tr("{name} did not start", name=name), str(failed)))
        else:
            self.show_message(None)

    def view_of(self, server: Server[SavedT]) -> ServerView:
        """Return how a program is shown."""
        saved = server.saved
        return ServerView(
            server.name,
            saved.display_command,
            self.launch_details(saved),
            server.state.value,
            self._status(server),
            server.error,
            server.stderr,
            tuple(
                ServerTool(each.name, each.description, each.name not in saved.hidden) for each in server.definitions
            ),
            can_allow=bool(saved.fingerprint),
            left_out=tuple(f"{each.name[:_LONGEST_NAME]}: {each.why}" for each in self.programs.left_out(server.name)),
            asks=self.asks(saved),
        )

    def launch_details(self, saved: SavedT) -> str:
        """Return what decides about a program besides its line."""
        raise NotImplementedError

    def asks(self, saved: SavedT) -> tuple[tuple[str, str], ...]:
        """Return the values that the user has to enter before a program can start, each with its default."""
        return ()

    def _status(self, server: Server[SavedT]) -> str:
        if not server.saved.fingerprint:
            return tr("Can't be used")
        text = {
            ServerState.BLOCKED: self.blocked_text,
            ServerState.IDLE: tr_noop("Starts when a tool is called"),
            ServerState.STARTING: self.starting_text,
            ServerState.RUNNING: tr_noop("Running now"),
            ServerState.FAILED: tr_noop("Failed; the next call starts it again"),
        }[server.state]
        count = len(server.definitions) if server.saved.may_start else 0
        left_out = len(self.programs.left_out(server.name))
        parts = (
            tr(text),
            tr_plural(count, "one tool", "{n} tools") if count else "",
            tr_plural(left_out, "one left out", "{n} left out") if left_out and server.saved.may_start else "",
        )
        return " · ".join(filter(None, parts))


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
            delete_widget(self._area)
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

    def __init__(self, page: ProgramsPage[Any], name: str) -> None:
        super().__init__(page)
        self.setObjectName("reminder_row")
        self._page, self._name = page, name
        self._title, self._status = text_label(mark_invisible(name), "field_title"), text_label("", "field_help")
        self._line, self._launch_details = _ShownText(tr("Command")), _ShownText(tr("What else affects it"))
        self._warnings, self._error = text_label("", "approval_reason"), text_label("", "field_error")
        self._left_out, self._stderr = text_label("", "field_help"), text_label("", "mcp_command")
        self._stderr.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.allow = self._button(page.allow_text, "allow_server", page.allow_name, page.allow, "primary")
        self.stop = self._button(tr_noop("Stop"), "stop_server", tr_noop("Stop {name}"), page.stop)
        self.block = self._button(tr_noop("Switch off"), "block_server", tr_noop("Switch {name} off"), page.block)
        self._guard = ClickGuard(self.allow)
        self._unread = text_label(tr("Scroll to the end of what you allow."), "field_help")
        for text in (self._line, self._launch_details):
            text.read_changed.connect(self._show_read)
        self.remove = IconButton("trash", tr("Delete {name}", name=name), size=_BUTTON, name="remove_server")
        self.remove.clicked.connect(lambda: page.remove(name))
        self.remove.setVisible(page.can_remove)
        self.fold = plain_button("", "fold_server", "link")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._show_details)
        self._details = QWidget()
        self._tools, self._inputs = column_of(-1), column_of(-1)
        self._checks: dict[str, CheckBox] = {}
        self._fields: dict[str, QLineEdit] = {}
        self._lay_out()

    def _button(
        self, text: str, name: str, accessible_name: str, act: Callable[[str], object], kind: str = "secondary"
    ) -> QPushButton:
        """Return a button. text, accessible_name: in English, the latter with `{name}`."""
        button = plain_button(tr(text), name, kind, tr(accessible_name, name=self._name))
        button.clicked.connect(lambda: act(self._name))
        return button

    def show_server(self, server: ServerView) -> None:
        """Show the server's present state."""
        self._line.setText(server.display_command)
        self._launch_details.setText(server.launch_details)
        self._launch_details.setVisible(bool(server.launch_details))
        notes = "\n".join(notes_of([server.display_command, server.launch_details]))
        self.setAccessibleName(f"{server.name}, {server.status}")
        left_out = "\n".join([tr("Models are not told of these:"), *server.left_out]) if server.left_out else ""
        for label, text in (
            (self._status, server.status),
            (self._warnings, notes),
            (self._error, server.error),
            (self._left_out, left_out),
            (self._stderr, server.stderr.strip()),
        ):
            show_text(label, text)
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
        delete_widgets(self._inputs)
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
            delete_widgets(self._tools)
            self._checks = {each.name: self._check(each.name) for each in tools}
        for tool in tools:
            check = self._checks[tool.name]
            tooltip.set_text(check, tool.description[:1000])
            check.setAccessibleDescription(tool.description[:1000])
            with QSignalBlocker(check):
                check.setChecked(tool.is_told)

    def _check(self, tool: str) -> CheckBox:
        check = CheckBox(tool.replace("&", "&&"))
        check.setAccessibleName(tr("Tell models of {tool}", tool=tool))
        check.toggled.connect(lambda is_told: self._page.set_offered(self._name, tool, is_told))
        self._tools.addWidget(check)
        return check

    def _show_details(self, unfolded: bool) -> None:
        self._details.setVisible(unfolded and not self.fold.isHidden())
        self.fold.setText(tr("Hide details" if unfolded else "Tools and messages"))
        self.fold.setAccessibleName(f"{self._name}: {self.fold.text()}")

    def _lay_out(self) -> None:
        told = text_label(tr("Models are told of these tools:"), "field_help")
        column_in(self._details, theme.S1, told, self._tools, self._left_out, self._stderr)
        texts = (self._line, self._launch_details, self._warnings, self._status, self._error)
        buttons = line_of(theme.S2, self.allow, self.stop, self.block, self.fold, STRETCH)
        parts = (*texts, self._inputs, self._unread, buttons, self._details)
        column_in(self, theme.S1, line_of(-1, (self._title, 1), at_top(self.remove)), *parts, margins=(12, 8, 8, 10))
