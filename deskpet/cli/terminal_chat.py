"""`deskpet chat`: a conversation in the terminal or from a pipe, with the conversation core of the desktop.

Input is read while no event loop runs, so that readline and Ctrl+C work as in any other program.
"""

import asyncio
import re
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress

from deskpet.app.turn_context import TurnContext, chosen_persona, with_chosen_persona
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message
from deskpet.chat.report import TurnReporter
from deskpet.cli.ask import JsonPrinter, Output, TextPrinter, has_error, open_conversation
from deskpet.cli.named_session import open_store
from deskpet.cli.terminal_approval import terminal_approval
from deskpet.config.settings import Settings
from deskpet.personas.persona import PersonaError
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock, LockResult
from deskpet.processes.threads import DaemonExecutor
from deskpet.statistics.log import RecentExchanges, log_turn_summary
from deskpet.statistics.summary import summarise
from deskpet.store import Recorder, Store
from deskpet.translation import tr


def run(settings: Settings, *, as_json: bool, lock: InstanceLock | None, keeps_model: bool = False) -> int:
    """Answer each line of standard input until it ends, and return the exit code.

    0: the input has ended. 1: an answer to a pipe has an error notice, or can't be written. 2: the chosen persona or
    the input can't be used. 130: Ctrl+C at the prompt. 141: the reader closed the pipe.

    lock: the lock of the data folder; the conversation is kept if it is free. None: it is not kept. keeps_model: the
    model of the settings answers, even if the persona has one of its own.
    """
    out, has_failed = Output(console.output()), False
    try:
        with RecentExchanges() as exchanges, _history(lock) as store, asyncio.Runner() as runner:
            runner.get_loop().set_default_executor(DaemonExecutor())
            settings = settings if keeps_model else with_chosen_persona(settings)
            reporter, printer = TurnReporter(), (JsonPrinter if as_json else TextPrinter)(out)
            context = TurnContext(chosen_persona(settings), approve=terminal_approval())
            conversation, endpoints = open_conversation(settings, context, printer, reporter, out)
            recorder = Recorder(store, conversation) if store else None
            try:
                for text in _lines():
                    answer = runner.run(_answer(conversation, text))
                    log_turn_summary(summarise(reporter.report, exchanges.all))
                    has_failed = has_failed or (has_error(answer) and not console.is_typed())
                    if out.error:
                        break
            finally:
                if recorder:
                    recorder.flush()
                runner.run(endpoints.aclose())
    except (PersonaError, console.UsageError) as error:
        console.report(error)
        return ExitCode.USAGE
    except KeyboardInterrupt:
        console.errors().write("\n")
        return out.exit_code() or ExitCode.INTERRUPTED
    return out.exit_code() or (ExitCode.FAILED if has_failed else ExitCode.OK)


async def _answer(conversation: Conversation, text: str) -> Message:
    """Send `text` and return the answer, which Ctrl+C stops."""
    loop = asyncio.get_running_loop()
    # Windows has no such handlers: there, Ctrl+C cancels this coroutine.
    with suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGINT, conversation.stop)
    try:
        return await conversation.send(text)
    except asyncio.CancelledError:
        return conversation.messages[-1]
    finally:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)


@contextmanager
def _history(lock: InstanceLock | None) -> Generator[Store | None]:
    """Open the conversations; None if they are not to be kept, or a running pet holds `lock`."""
    if lock is None:
        yield None
    elif lock.acquire() is not LockResult.HELD:
        console.report(tr("deskpet runs: this conversation is not kept."))
        yield None
    else:
        with ExitStack() as stack:
            try:
                store = stack.enter_context(open_store(lock))
            except console.UsageError as error:
                console.report(f"{tr('This conversation is not kept.')} {error}")
                store = None
            yield store


def _lines() -> Iterator[str]:
    """Yield the messages: the lines of standard input that are not empty. Raises console.UsageError."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None if closed
        raise console.UsageError(tr("Standard input is closed."))
    for line in _typed_lines() if console.is_typed() else _piped_lines():
        if text := line.strip():
            yield text


def _typed_lines() -> Iterator[str]:
    out = console.output()
    prompt = f"{out.prompt('>')} " if out.isatty() else ""
    with suppress(ImportError):
        # Gives `input` a history and the keys to edit a line.
        import readline

        readline.set_auto_history(True)
        # It has to know which characters take no room, or it wraps long lines wrongly.
        prompt = re.sub(r"(\033\[[0-9;]*m)", "\001\\1\002", prompt)
    while True:
        try:
            yield input(prompt)
        except EOFError:
            out.write("\n")
            return


def _piped_lines() -> Iterator[str]:
    for number, line in enumerate(sys.stdin.buffer):
        try:
            # Windows PowerShell starts its output with a byte order mark.
            yield line.decode("utf-8-sig" if number == 0 else "utf-8")
        except UnicodeDecodeError as error:
            text = tr("Line {number} of standard input is not UTF-8 text. Save it as UTF-8.", number=number + 1)
            raise console.UsageError(text) from error
