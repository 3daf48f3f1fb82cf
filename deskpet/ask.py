"""One turn in the terminal, without a window: `deskpet ask`. The same core, and the same signals, as on the desktop."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any, TextIO

from deskpet import console, paths
from deskpet.app.turn_context import TurnContext, chosen_persona, turn_setup
from deskpet.chat import events, messages
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import (
    BlockStarted,
    TextAppended,
    TextWasThinking,
    ThinkingWasText,
    ToolFinished,
    ToolReady,
    TurnEnded,
    TurnEvent,
)
from deskpet.chat.messages import Message, Notice, Text, ToolUse
from deskpet.chat.report import Reporter
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.companion import Audience
from deskpet.llm.endpoints import Endpoints
from deskpet.log import LastExchanges, json_line, tell_turn
from deskpet.personas.persona import Persona, PersonaError
from deskpet.pet import character, model_file
from deskpet.settings import Settings
from deskpet.summary import summary_of, table
from deskpet.threads import DaemonExecutor
from deskpet.ui.stage import Stage


class Output:
    """Standard output, for as long as somebody reads it: `error` is why nothing can be written there any more."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.encoding = out.encoding
        self.error: OSError | None = None
        self.on_error: Callable[[], None] = lambda: None

    def write(self, text: str) -> None:
        """Write `text` at once. After the first failure, of which `on_error` hears, nothing is written."""
        if self.error:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            self.error = error
            self.on_error()

    def exit_code(self) -> int | None:
        """What a failure means for the program; None when there was none."""
        if self.error is None:
            return None
        console.abandon_output()
        if isinstance(self.error, BrokenPipeError):
            return console.READER_GONE
        print(f"deskpet: the answer can't be written: {self.error}", file=sys.stderr)
        return 1


class JsonPrinter:
    """One JSON object a line, the moment it happens."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def event(self, event: TurnEvent, answer: Message) -> None:
        """Print an event of the turn; the last one brings the whole message."""
        line = events.to_json(event)
        if isinstance(event, TurnEnded):
            line["message"] = messages.to_json(answer)
        self._print(line)

    def expression(self, name: str) -> None:
        """Print that the stage was asked for an expression."""
        self._print({"event": "expression_requested", "name": name})

    def motion(self, group: str, index: int) -> None:
        """Print that the stage was asked for a motion."""
        self._print({"event": "motion_requested", "group": group, "index": index})

    def _print(self, line: dict[str, Any]) -> None:
        self._out.write(json_line(line, encoding=self._out.encoding) + "\n")


class TextPrinter:
    """The answer as it grows, with a line for each tool and each notice."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._at_line_start = True

    def event(self, event: TurnEvent, answer: Message) -> None:
        """Print what an event adds for a reader."""
        match event:
            case TextAppended(index, text) if isinstance(answer.blocks[index], Text):
                self._write(text)
            case TextWasThinking():
                # It is printed and can't be taken back; the answer begins on a line of its own.
                self._line("")
            case ThinkingWasText(index):
                words = answer.blocks[index]
                if isinstance(words, Text):
                    self._write(str(words.text))
            case ToolReady(index):
                call = answer.blocks[index]
                if isinstance(call, ToolUse):
                    self._line(f"▸ {call.tool_name} {call.input_text}")
            case ToolFinished(_, _, _, error) if error:
                self._line(f"  ✗ {error.message}")
            # Of the key there is a line on standard error, where whoever reads the answer by program sees it too.
            case BlockStarted(_, Notice() as notice) if notice.code != "exposed_key":
                self._line(f"[{notice.level}] {notice.title}: {notice.cause} {notice.next_step}".rstrip())
            case TurnEnded():
                self._line("")
            case _:
                pass

    def expression(self, name: str) -> None:
        """The line of the call has said it."""

    def motion(self, group: str, index: int) -> None:
        """The line of the call has said it."""

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._at_line_start = text.endswith("\n")

    def _line(self, text: str) -> None:
        start = "" if self._at_line_start else "\n"
        self._write(f"{start}{text}\n" if text else start)


def warn_of_exposure(event: TurnEvent, _: Message) -> None:
    """Say on standard error, before the request, that the key goes unencrypted."""
    match event:
        case BlockStarted(_, Notice(code="exposed_key") as notice):
            print(f"deskpet: {notice.title}. {notice.cause} {notice.next_step}", file=sys.stderr, flush=True)
        case _:
            pass


def ask(text: str, settings: Settings, *, as_json: bool, what_happened: bool = False) -> int:
    """Answer `text` on standard output. 0 with an answer, 1 with an error notice, 130 after Ctrl+C.

    141 when the reader of a pipe has closed it, which ends the turn.

    2 when the chosen persona can't be used. Nobody can be asked here: a tool that needs the user's word is refused.

    With `what_happened` the turn's figures follow on standard error.
    """
    out = Output(sys.stdout)
    printer = (JsonPrinter if as_json else TextPrinter)(out)
    reporter = Reporter()
    try:
        persona = chosen_persona(settings)
    except PersonaError as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return 2
    with LastExchanges() as exchanges:
        try:
            answer = asyncio.run(_answer(text, settings, persona, printer, reporter, out))
        except (KeyboardInterrupt, asyncio.CancelledError):
            return out.exit_code() or 130
        finally:
            turn = summary_of(reporter.report, exchanges.all)
            tell_turn(turn)
            if what_happened:
                print(table(turn), file=sys.stderr)
    if code := out.exit_code():
        return code
    failed = any(isinstance(block, Notice) and block.level == "error" for block in answer.blocks)
    return 1 if failed else 0


async def _answer(
    text: str,
    settings: Settings,
    persona: Persona | None,
    printer: JsonPrinter | TextPrinter,
    reporter: Reporter,
    out: Output,
) -> Message:
    # Ctrl+C does not wait for a name server that does not answer.
    asyncio.get_running_loop().set_default_executor(DaemonExecutor())
    model = model_file.load(settings.character.folder, paths.model_cache_folder())
    stage = Stage(character.of(model))
    stage.expression_requested.connect(printer.expression)
    stage.motion_requested.connect(printer.motion)
    known = Capabilities(paths.data_folder() / "endpoints.json")
    endpoints = Endpoints(where=Audience.TERMINAL, capabilities=known)
    around = TurnContext(persona)
    conversation = Conversation(lambda: turn_setup(settings, stage, endpoints, around))
    out.on_error = conversation.stop
    conversation.listen(lambda _: None, printer.event)
    conversation.listen(lambda _: None, reporter)
    conversation.listen(lambda _: None, warn_of_exposure)
    try:
        return await conversation.send(text)
    finally:
        await endpoints.aclose()
