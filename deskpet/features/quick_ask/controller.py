"""Open the field of the quick ask by its keys, and run its conversation."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deskpet.features.host import Host
from deskpet.translation import tr
from deskpet.ui.platform import event_loop, positions, x11
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError

if TYPE_CHECKING:
    from deskpet.chat.conversation import Conversation
    from deskpet.features.quick_ask.ui import QuickAskPanel

_SELECTION_SECONDS = 1.0


class QuickAskController(QObject):
    """Begins a conversation of its own with the first question after each opening.

    It is stored like any other, but not while the chat is private.

    The panel is imported and created when the keys are first pressed.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._panel: QuickAskPanel | None = None
        self._conversation: Conversation | None = None
        self._session, self._openings = "", 0
        self._turn: asyncio.Task[None] | None = None
        self.shortcut = GlobalShortcut("quick-ask", tr("Quick ask"), self)
        self.shortcut.pressed.connect(self._toggle)
        self._end_listening = host.settings.listen("quick_ask.shortcut", lambda *_: self._grab())
        self._grab(is_start=True)

    async def close(self) -> None:
        """Let go of the keys, and stop the running answer."""
        self._end_listening()
        self.shortcut.release()
        if self._panel:
            self._panel.hide()
            self._panel.deleteLater()
            self._panel = None
        if self._turn:
            await asyncio.wait({self._turn})

    def _grab(self, *, is_start: bool = False) -> None:
        try:
            self.shortcut.grab(self._host.settings.now.quick_ask.shortcut)
        except ShortcutError as error:
            # A missing platform feature can't be fixed by the user: don't report it at each start.
            if not (error.is_platform and is_start):
                self._host.chat.warn("quick_ask_shortcut", tr("The keys of the quick ask can't be used"), str(error))

    def _toggle(self) -> None:
        panel = self._panel
        if panel and panel.isVisible() and panel.isActiveWindow():
            panel.hide()
        elif panel and panel.isVisible():
            panel.activateWindow()
        else:
            self._open()

    def _open(self) -> None:
        panel = self._panel = self._panel or self._new_panel()
        panel.show_prompts([each for each in self._host.prompts.all if each.in_quick_ask])
        panel.show_private(self._host.sessions.is_private)
        panel.open_empty(positions.pointer(), self._host.chat.window.name, "")
        if self._host.settings.now.quick_ask.takes_selection:
            event_loop.spawn(self._add_selection(panel))

    async def _add_selection(self, panel: "QuickAskPanel") -> None:
        """Let the selected text come along, unless its program is slow to give it: that must not hold the window."""
        opening = self._openings = self._openings + 1
        try:
            text = await event_loop.in_thread(partial(x11.selected_text, _SELECTION_SECONDS))
        except x11.SelectionTooLargeError:
            text = None
        if text != "" and opening == self._openings and panel is self._panel and panel.is_unused:
            panel.selection.take(text) if text else panel.selection.refuse()

    def _new_panel(self) -> "QuickAskPanel":
        from deskpet.features.quick_ask.ui import QuickAskPanel

        panel = QuickAskPanel(self._host.tools.look_of)
        panel.asked.connect(self._ask)
        panel.stop.clicked.connect(self._stop)
        panel.continue_requested.connect(self._continue)
        panel.closed.connect(self._end_conversation)
        return panel

    def _ask(self, question: str) -> None:
        if self._turn is None:
            self._turn = event_loop.spawn(self._run(question))

    async def _run(self, question: str) -> None:
        panel = self._panel
        assert panel
        if self._conversation is None:
            self._conversation, self._session = self._host.turns.new_conversation(None)
            self._conversation.listen(panel.show_message, panel.transcript.apply)
            panel.show_private(self._conversation.is_private)
        panel.set_busy(True)
        try:
            await self._conversation.send(question)
        finally:
            self._turn = None
            panel.set_busy(False)

    def _stop(self) -> None:
        if self._conversation:
            self._conversation.stop()

    def _end_conversation(self) -> None:
        """Stop the answer, and begin another conversation the next time; this one is kept."""
        self._stop()
        self._conversation, self._session = None, ""

    def _continue(self) -> None:
        session, panel = self._session, self._panel
        if panel and session and self._turn is None:
            panel.hide()
            self._host.chat.bring()
            self._host.sessions.show(session)
