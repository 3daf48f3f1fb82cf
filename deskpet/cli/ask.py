"""`deskpet ask`: run one turn in the terminal, with the same conversation core and stage signals as the desktop."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_context import TurnContext, chosen_persona, context_tokens, turn_setup, with_chosen_persona
from deskpet.chat import events, messages
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Document, Message, Notice, Text, ToolUse
from deskpet.chat.permission import Rule
from deskpet.chat.recollection import Recall, Recollection
from deskpet.chat.report import TurnReporter
from deskpet.cli.named_session import open_named_session
from deskpet.cli.terminal_approval import terminal_approval
from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.features.feature_list import FEATURES
from deskpet.features.mcp.terminal import running_servers
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.companion import Audience
from deskpet.llm.endpoints import Endpoints
from deskpet.personas.persona import PersonaError
from deskpet.pet import body, character
from deskpet.pet.held_gaze import GazeRequest
from deskpet.processes import console, interruptible
from deskpet.processes.console import ExitCode, UsageError
from deskpet.processes.threads import DaemonExecutor, run_in_thread
from deskpet.statistics.log import RecentExchanges, ToolCallLog, json_line, log_turn_summary
from deskpet.statistics.summary import format_table, summarise
from deskpet.store import StoreError
from deskpet.store.opening import query_file
from deskpet.text.invisible import escape_line
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.translation import tr
from deskpet.ui.stage import Stage


def recall_from(file: Path, settings: Settings) -> Recall | None:
    """Return the port to what features tell of the user, which is only read; None while none may tell anything."""
    features = [each for each in FEATURES if each.is_on(settings)]
    recalls = (each.terminal_recall for each in features)
    find = next((found for recall in recalls if recall and (found := recall(file, settings))), None)
    if find is None:
        return None

    def lines(database: sqlite3.Connection) -> list[str]:
        return [each.terminal_line(database, settings) for each in features if each.terminal_line]

    async def recall(question: str) -> Recollection:
        found = await find(question)
        try:
            added = await asyncio.to_thread(query_file, file, lines, [])
        except StoreError as error:
            return Recollection(problem=found.problem or str(error))
        for line in added:
            found = found.with_line(line)
        return found

    return recall


@dataclass(frozen=True, slots=True)
class AskedPrompt:
    """A question of the user: a text, and the files of documents to attach."""

    text: str
    files: tuple[Path, ...] = ()


class Output:
    """Standard output that survives a closed pipe. `error` is the first write failure, or None."""

    def __init__(self, out: TextIO | console.EscapingStream) -> None:
        self._out = console.escaping(out)
        self.encoding = self._out.encoding
        self.error: OSError | None = None
        self.on_error: Callable[[], None] = lambda: None

    def write(self, text: str, style: str = "") -> None:
        """Write and flush `text`. The first failure calls `on_error`; later calls write nothing."""
        if self.error:
            return
        try:
            self._out.write_styled(style, text)
            self._out.flush()
        except OSError as error:
            self.error = error
            self.on_error()

    def exit_code(self) -> int | None:
        """Return the exit code for the write failure, or None if there was none."""
        if self.error is None:
            return None
        console.discard_output()
        if isinstance(self.error, BrokenPipeError):
            return ExitCode.BROKEN_PIPE
        console.report(f"the answer can't be written: {self.error}")
        return ExitCode.FAILED


class JsonPrinter:
    """Prints each event as one line of JSON, as soon as it occurs."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def event(self, event: events.TurnEvent, answer: Message) -> None:
        """Print an event of the turn. TurnEnded includes the whole message."""
        line = events.to_json(event)
        if isinstance(event, events.TurnEnded):
            line["message"] = messages.to_json(answer)
        self._print(line)

    def expression(self, name: str) -> None:
        """Print that the stage was asked for an expression."""
        self._print({"event": "expression_requested", "name": name})

    def motion(self, group: str, index: int) -> None:
        """Print that the stage was asked for a motion."""
        self._print({"event": "motion_requested", "group": group, "index": index})

    def look(self, request: GazeRequest) -> None:
        """Print that the stage was asked for a direction to look in. `x` and `y` are those of the direction `point`."""
        line = {"direction": request.name, "seconds": request.seconds, "x": request.x, "y": request.y}
        self._print({"event": "look_requested", **line})

    def thing(self, name: str, on: bool) -> None:
        """Print that the stage was asked to give the character a thing, or to put it away."""
        self._print({"event": "thing_requested", "name": name, "on": on})

    def _print(self, line: dict[str, Any]) -> None:
        self._out.write(json_line(line, encoding=self._out.encoding) + "\n")


class TextPrinter:
    """Prints the answer as it streams, with a line for each tool call and each notice.

    On a terminal these lines have a colour, which the text of the answer can't have.
    """

    def __init__(self, out: Output) -> None:
        self._out = out
        self._at_line_start = True

    def event(self, event: events.TurnEvent, answer: Message) -> None:
        """Print the text that an event adds."""
        match event:
            case events.TextAppended(index, text) if isinstance(answer.blocks[index], Text):
                self._write(text)
            case events.TextWasThinking():
                # The text is already printed; the answer starts on a new line.
                self._line("")
            case events.ThinkingWasText(index):
                block = answer.blocks[index]
                if isinstance(block, Text):
                    self._write(str(block.text))
            case events.ToolReady(index):
                call = answer.blocks[index]
                if isinstance(call, ToolUse):
                    self._line(f"▸ {escape_line(f'{call.tool_name} {call.input_text}')}", "call")
            case events.ToolFinished(_, _, _, error) if error:
                self._line(f"  ✗ {error.message}", "failed")
            # `warn_of_exposure` reports the key on standard error, which is seen even if the answer is piped.
            case events.BlockStarted(_, Notice() as notice) if notice.code != "exposed_key":
                line = f"[{notice.level}] {notice.title}: {notice.cause} {notice.next_step}".rstrip()
                self._line(line, notice.level)
            case events.TurnEnded():
                self._line("")
            case _:
                # Other events print no text.
                pass

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._at_line_start = text.endswith("\n")

    def _line(self, text: str, style: str = "") -> None:
        if not self._at_line_start:
            self._write("\n")
        if text:
            self._out.write(text, style)
            self._write("\n")


def warn_of_exposure(event: events.TurnEvent, _: Message) -> None:
    """Warn on standard error, before the request, that the key is sent unencrypted."""
    if (
        isinstance(event, events.BlockStarted)
        and isinstance(notice := event.value, Notice)
        and notice.code == "exposed_key"
    ):
        console.report(f"{notice.title}. {notice.cause} {notice.next_step}")


def ask(
    prompt: AskedPrompt,
    settings: Settings,
    *,
    as_json: bool,
    show_summary: bool = False,
    servers: Path | None = None,
    rules: tuple[Rule, ...] = (),
    is_private: bool = False,
    session: str = "",
    keeps_model: bool = False,
) -> int:
    """Answer `prompt` on standard output and return the exit code.

    0: answered. 1: the answer has an error notice, or can't be written. 2: the prompt is empty, or the chosen persona,
    the file `servers`, a document, or the file of the conversations for `session`, can't be used. 130: Ctrl+C. 141: the
    reader closed the pipe, which ends the turn.

    A tool that needs approval asks on the terminal; without one it is refused. With `show_summary`, the
    figures of the turn follow on standard error. `servers` is a configuration of MCP servers to start for this turn,
    and `rules` allow their tools. Requests contain facts about the user, unless `is_private`. `session` is
    the name of a stored conversation that goes on; without it nothing is kept. With `keeps_model`, the model of the
    settings answers even if the persona has one of its own.
    """
    out = Output(console.output())
    printer = (JsonPrinter if as_json else TextPrinter)(out)
    try:
        if not prompt.text.strip() and not prompt.files:
            raise UsageError(tr("There is nothing to ask. Write a question, or attach a document with --file."))
        settings = settings if keeps_model else with_chosen_persona(settings)
        context = _context(settings, rules, is_private=is_private, is_kept=bool(session))
        return _Turn(prompt, settings, context, printer, out, servers, session).run(show_summary=show_summary)
    except (PersonaError, UsageError) as error:
        console.report(error)
        return ExitCode.USAGE


def _context(settings: Settings, rules: tuple[Rule, ...], *, is_private: bool, is_kept: bool) -> TurnContext:
    """Return what a turn in the terminal has beside the settings. Raises PersonaError."""
    persona = chosen_persona(settings)
    undo_copies = UndoCopies(paths.undo_folder())
    # Nobody can undo a change after a run that keeps no conversation.
    undo_copies.begin_conversation(is_private=is_private or not is_kept)
    return TurnContext(
        persona,
        {"undo_copies": undo_copies},
        terminal_approval(),
        rules=lambda: rules,
        recall=None if is_private else recall_from(paths.data_folder() / "conversations.db", settings),
        is_private=is_private,
    )


def has_error(answer: Message) -> bool:
    """Return whether an answer has an error notice."""
    return any(isinstance(block, Notice) and block.level == "error" for block in answer.blocks)


@dataclass(frozen=True, slots=True)
class _Turn:
    """The one turn of the command, and what it is printed with."""

    prompt: AskedPrompt
    settings: Settings
    context: TurnContext
    printer: JsonPrinter | TextPrinter
    out: Output
    servers: Path | None
    session: str
    reporter: TurnReporter = field(default_factory=TurnReporter)

    def run(self, *, show_summary: bool) -> int:
        """Run the turn and return the exit code. Raises UsageError."""
        with RecentExchanges() as exchanges:
            try:
                answer = interruptible.run(self._answer())
            except (KeyboardInterrupt, asyncio.CancelledError):
                return self.out.exit_code() or ExitCode.INTERRUPTED
            finally:
                turn = summarise(self.reporter.report, exchanges.all)
                log_turn_summary(turn)
                if show_summary:
                    console.errors().write(f"{format_table(turn)}\n")
        return self.out.exit_code() or (ExitCode.FAILED if has_error(answer) else ExitCode.OK)

    async def _answer(self) -> Message:
        # So that Ctrl+C does not wait for a DNS lookup that hangs.
        asyncio.get_running_loop().set_default_executor(DaemonExecutor())
        settings, context = self.settings, self.context
        documents = [await _read(file) for file in self.prompt.files]
        async with running_servers(self.servers, context_tokens(settings, context.token_limit), len(TOOLS)) as found:
            for each in found.left_out:
                console.report(tr("{tool} is left out: {why}.", tool=each.name, why=each.why))
            with_tools = replace(context, more_tools=found.tools)
            conversation, endpoints = open_conversation(settings, with_tools, self.printer, self.reporter, self.out)
            try:
                async with open_named_session(self.session, conversation):
                    return await conversation.send(self.prompt.text, documents)
            finally:
                await endpoints.aclose()


async def _read(file: Path) -> Document:
    """Return the text of a file. Raises UsageError."""
    # Most questions have none.
    from deskpet.documents import reader
    from deskpet.documents.document import DocumentError

    try:
        return await run_in_thread(partial(reader.read, file))
    except DocumentError as error:
        raise UsageError(str(error)) from error


def open_conversation(
    settings: Settings,
    context: TurnContext,
    printer: JsonPrinter | TextPrinter,
    reporter: TurnReporter,
    out: Output,
) -> tuple[Conversation, Endpoints]:
    """Return a conversation whose events and stage signals are printed, and the connections to close after it."""
    model = body.load(settings.character.folder, paths.model_cache_folder())
    stage = Stage(character.from_model(model))
    # As text, the line of the tool call shows it.
    if isinstance(printer, JsonPrinter):
        stage.expression_requested.connect(printer.expression)
        stage.motion_requested.connect(printer.motion)
        stage.look_requested.connect(printer.look)
        stage.thing_requested.connect(printer.thing)
    capabilities = Capabilities(paths.data_folder() / "endpoints.json", stores=False)
    endpoints = Endpoints(where=Audience.TERMINAL, capabilities=capabilities)
    conversation = Conversation(lambda: turn_setup(settings, stage, endpoints, context))
    out.on_error = conversation.stop
    conversation.listen(on_event=printer.event)
    conversation.listen(on_event=reporter, events=reporter.EVENTS)
    conversation.listen(on_event=ToolCallLog(reporter), events=ToolCallLog.EVENTS)
    conversation.listen(on_event=warn_of_exposure, events=(events.BlockStarted,))
    return conversation, endpoints
