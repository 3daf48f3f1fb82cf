"""A chat in which calls wait for the user, and a pointer that stays at one place of the screen."""

from collections.abc import Mapping

from pydantic import JsonValue
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, TextAppended, ToolReady, ToolStarted
from deskpet.chat.messages import DisplayValue, Text, ToolUse
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.window import ChatWindow
from tests.ui.scripted_turn import ScriptedTurn


class AskingChat:
    """Streams an answer with calls that ask, and carries out what is decided on their cards.

    approved: the indexes of the calls that were approved, in the order of the clicks.
    """

    def __init__(self, chat: ChatWindow) -> None:
        self.chat = chat
        self.turn = ScriptedTurn(chat)
        self.approved: list[int] = []
        self._text = -1
        chat.transcript.call_decided.connect(self._on_decided)

    def close(self) -> None:
        """Take nothing more from the chat."""
        self.chat.transcript.call_decided.disconnect(self._on_decided)
        self.chat.clear()

    def ask(self, arguments: Mapping[str, JsonValue], effect: DisplayValue | None = None) -> int:
        """Begin a call that waits for the user, and return its index."""
        index = self.turn.call("files.write")
        self._text = -1
        self.turn.emit(ToolReady(index, f"call-{index}", dict(arguments)))
        self.turn.emit(ApprovalAsked(index, 100.0, effect))
        return index

    def answer(self, index: int, *, approved: bool = True) -> None:
        """Let a call that waits go on."""
        self.turn.emit(ApprovalAnswered(index, 101.0, approved=approved))
        if approved:
            self.turn.emit(ToolStarted(index, 101.0))
        self.turn.finish(index, "done")

    def say(self, text: str) -> None:
        """Stream words at the end of the answer."""
        if self._text < 0:
            self._text = self.turn.block(Text())
        self.turn.emit(TextAppended(self._text, text))

    def card(self, index: int) -> ToolUseView:
        """Return the card of a call."""
        view = self.chat.transcript.rows[-1].views[index]
        assert isinstance(view, ToolUseView)
        return view

    @property
    def cards(self) -> list[int]:
        """The indexes of the cards that are shown."""
        rows = self.chat.transcript.rows
        views = rows[-1].views if rows else []
        return [index for index, view in enumerate(views) if isinstance(view, ToolUseView) and view.isVisible()]

    @property
    def waiting(self) -> list[int]:
        """The indexes of the calls that wait for the user."""
        blocks = enumerate(self.turn.message.blocks)
        return [at for at, block in blocks if isinstance(block, ToolUse) and state_of(block) is CallState.WAITING]

    def run_button(self, index: int) -> QPushButton | None:
        """Return the button that runs a call, while the call waits."""
        rows = self.chat.transcript.rows
        views = rows[-1].views if rows else []
        bar = views[index].findChild(ApprovalBar) if index < len(views) else None
        return bar.findChild(QPushButton, "approval_approve") if bar and bar.isEnabled() else None

    def place_of(self, index: int) -> QPoint:
        """Return the middle of a call's button on the screen."""
        button = self.run_button(index)
        assert button
        return button.mapToGlobal(button.rect().center())

    def call_at(self, point: QPoint) -> int | None:
        """Return the call whose button is at a point of the screen, None if there is none."""
        for index in range(len(self.turn.message.blocks)):
            button = self.run_button(index)
            if button and QRect(button.mapToGlobal(QPoint()), button.size()).contains(point):
                return index
        return None

    def fold_or_unfold(self, index: int) -> None:
        """Press the header of a card."""
        header = self.card(index).findChild(FoldHeader)
        assert isinstance(header, FoldHeader)
        header.click()

    def click(self, point: QPoint) -> None:
        """Click at a point of the screen, whatever is there now."""
        window = self.chat.pane.window()
        place = window.mapFromGlobal(point)
        if window.isVisible() and window.rect().contains(place):
            no_key = Qt.KeyboardModifier.NoModifier
            QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, no_key, place)

    def scroll(self, distance: int) -> None:
        """Turn the wheel over the transcript."""
        viewport = self.chat.transcript.viewport()
        place = QPointF(5, 5)
        event = QWheelEvent(
            *(place, QPointF(viewport.mapToGlobal(place)), QPoint(), QPoint(0, distance), Qt.MouseButton.NoButton),
            *(Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False),
        )
        QApplication.sendEvent(viewport, event)

    def _on_decided(self, message_id: str, index: int, wish: object, _reason: str) -> None:
        if wish is CallDecision.APPROVE and message_id == self.turn.message.id:
            self.approved.append(index)
            self.answer(index)
