"""Apply the events of a turn to a transcript or a chat window, one by one."""

from pydantic import JsonValue
from pytestqt.qtbot import QtBot

from deskpet.chat import reduce
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    EndReason,
    TextAppended,
    ToolFinished,
    ToolReady,
    ToolStarted,
    TurnEnded,
    TurnEvent,
)
from deskpet.chat.messages import Block, Message, Text, ToolError, ToolUse
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.window import ChatWindow


class ScriptedTurn:
    """An assistant message that is built event by event."""

    def __init__(self, view: Transcript | ChatWindow) -> None:
        self._transcript = view if isinstance(view, Transcript) else view.transcript
        self.message = Message("assistant")
        view.show_message(self.message)

    def emit(self, event: TurnEvent) -> None:
        self.message = reduce.apply(self.message, event)
        self._transcript.apply(event, self.message)

    def block(self, value: Block) -> int:
        self.emit(BlockStarted(len(self.message.blocks), value))
        return len(self.message.blocks) - 1

    def say(self, *pieces: str) -> int:
        index = self.block(Text())
        for piece in pieces:
            self.emit(TextAppended(index, piece))
        return index

    def call(self, name: str, *arguments: str) -> int:
        index = self.block(ToolUse(name, "call-1"))
        for piece in arguments:
            self.emit(ArgumentsAppended(index, piece))
        return index

    def run(self, index: int, value: JsonValue) -> None:
        self.emit(ToolReady(index, "call-1", value))
        self.emit(ToolStarted(index, 100.0))

    def finish(self, index: int, output: JsonValue = None, error: ToolError | None = None) -> None:
        self.emit(ToolFinished(index, 101.5, output, error))

    def end(self, reason: EndReason = "stop") -> None:
        self.emit(TurnEnded(reason, 102.0))


def begin(transcript: Transcript, qtbot: QtBot) -> ScriptedTurn:
    """Start a turn in a transcript and wait for its row."""
    turn = ScriptedTurn(transcript)
    qtbot.waitUntil(lambda: bool(transcript.rows) and transcript.rows[-1].message.id == turn.message.id)
    return turn
