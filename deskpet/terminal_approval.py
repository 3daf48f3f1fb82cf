"""Ask on the terminal whether a tool call may run, with everything that it would do."""

import asyncio
import json
import os
import sys

from pydantic import JsonValue

from deskpet.chat.messages import Shown, ToolUse
from deskpet.chat.permission import Decision
from deskpet.chat.turn_setup import Approve
from deskpet.invisible import escape_invisible
from deskpet.words import tr

# Characters of an argument, if the effect of the call is shown too.
_MAX_ARGUMENT = 500
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

    Characters that would change the display are escaped, because they could hide a part of what is approved.
    """
    effect = call.approval.effect if call.approval else None
    reason = tr(call.approval.reason) if call.approval and call.approval.reason else ""
    arguments = call.input.items() if isinstance(call.input, dict) else ()
    lines = [f"  {name}: {_argument(value, is_cut=effect is not None)}" for name, value in arguments]
    return escape_invisible("\n".join(filter(None, (call.tool_name, *lines, _effect(effect), reason))))


def _argument(value: JsonValue, *, is_cut: bool) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"{text[:_MAX_ARGUMENT]}…" if is_cut and len(text) > _MAX_ARGUMENT else text


def _effect(effect: Shown | None) -> str:
    if effect is None:
        return ""
    return effect.value if isinstance(effect.value, str) else json.dumps(effect.value, ensure_ascii=False, indent=1)


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
