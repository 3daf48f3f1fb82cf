"""Programs with tools in the settings window: show their states, and start one when it was allowed."""

from typing import Generic, TypeVar

from PySide6.QtCore import QTimer

from deskpet.chat.tool import ToolFailed
from deskpet.features.foreign.collection import ServerCollection
from deskpet.features.foreign.server import SavedT, Server, ServerState
from deskpet.features.foreign.ui.page import ProgramsPage, ServerTool, ServerView
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController

# Servers report their state and errors several times a second.
_REFRESH_MS = 200
_MAX_NAME = 80
PageT = TypeVar("PageT", bound=ProgramsPage)


class ProgramsPageController(PageController[PageT], Generic[PageT, SavedT]):
    """Connects the page of each settings window to the programs of a kind.

    blocked_text, starting_text: the status of a program in these states.
    """

    blocked_text = ""
    starting_text = tr_noop("Starting…")

    def __init__(self, programs: ServerCollection[SavedT]) -> None:
        super().__init__()
        self._programs = programs
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._show)
        programs.listen(self._show_soon)

    def connect_page(self, page: PageT) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.stopped.connect(lambda name: event_loop.spawn(self._programs.stop(name)))
        self._show()

    def _launch_details(self, saved: SavedT) -> str:
        """Return what decides about a program besides its line."""
        raise NotImplementedError

    def _show_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _show(self) -> None:
        if self._page:
            self._page.show_servers(tuple(map(self._view, self._programs.all)))

    def _show_message(self, message: BannerText | None) -> None:
        if self._page:
            self._page.show_message(message)

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
            left_out=tuple(f"{each.name[:_MAX_NAME]}: {each.why}" for each in self._programs.left_out(server.name)),
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
