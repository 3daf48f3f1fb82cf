"""Ask on the terminal whether a tool call may run, with everything that it would do."""

import asyncio
import os
import sys

from deskpet.chat.messages import Shown, ToolUse
from deskpet.chat.permission import Decision
from deskpet.chat.tool import ResultKind
from deskpet.chat.turn_setup import Approve
from deskpet.invisible import escape_invisible
from deskpet.shown_arguments import text_with_notes
from deskpet.words import tr

_MAX_ANSWER = 4096


def terminal_approval() -> Approve | None:
    """Return a function that asks the person at the terminal, or None if there is none to ask.

    The question is written to standard error, so that standard output can be a file.
    """
    # Windows can't wait for a line of the console and for a stop at once.
    if os.name != "posix" or not (_is_terminal(sys.stdin) and _is_terminal(sys.stderr)):
        return None
    one_at_a_time = asyncio.Lock()

    async def approve(_message_id: str, _block: int, call: ToolUse) -> Decision:
        import termios

        async with one_at_a_time:
            # Keys that were typed before the question do not answer it.
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
            sys.stderr.write(f"\n{question(call)}\n" + tr("Run {tool}? [y/N] ", tool=call.tool_name))
            sys.stderr.flush()
            return Decision((await _typed_line()).strip().lower() in {"y", "yes", tr("yes")})

    return approve


def question(call: ToolUse) -> str:
    """Return the call and its effect as the terminal shows them.

    Every character of the arguments can be told from it; none that would change the display is left.
    """
    effect = call.approval.effect if call.approval else None
    reason = tr(call.approval.reason) if call.approval and call.approval.reason else ""
    arguments = text_with_notes(call.input) if call.input else ""
    return "\n".join(filter(None, (escape_invisible(call.tool_name), arguments, _effect(effect), reason)))


def _effect(effect: Shown | None) -> str:
    if effect is None:
        return ""
    if effect.kind == ResultKind.DIFF.value and isinstance(effect.value, str):
        return escape_invisible(effect.value)
    return text_with_notes(effect.value)


def _is_terminal(stream: object) -> bool:
    """Return whether a stream, None if it is closed, is a terminal."""
    is_terminal = getattr(stream, "isatty", None)
    return bool(is_terminal and is_terminal())


async def _typed_line() -> str:
    """Return the next line that is typed; empty at the end of the input."""
    loop, typed = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()
    descriptor = sys.stdin.fileno()
    # Not in a thread: one that still reads after a stop would take the next message.
    loop.add_reader(descriptor, lambda: typed.done() or typed.set_result(os.read(descriptor, _MAX_ANSWER)))
    try:
        return (await typed).decode(errors="replace")
    finally:
        loop.remove_reader(descriptor)
