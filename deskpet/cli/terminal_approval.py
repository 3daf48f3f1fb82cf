"""Ask on the terminal whether a tool call may run, with everything that it would do.

While a question stands, nothing else is written. Its own lines begin at the left edge; texts of others are indented and
wrapped here, so that none of their lines begins there.
"""

import asyncio
import os
import sys
import unicodedata
from collections.abc import Iterator

from deskpet.chat.messages import DisplayValue, ToolUse
from deskpet.chat.permission import Decision
from deskpet.chat.tool import ResultKind
from deskpet.chat.turn_setup import Approve
from deskpet.processes import console
from deskpet.text.invisible import escape_invisible, escape_line
from deskpet.text.shown_arguments import text_with_notes
from deskpet.translation import tr

_MAX_ANSWER = 4096
# Where the size of the terminal is not known: that of a VT100.
_USUAL_SIZE = os.terminal_size((80, 24))
# Columns that are left for text on a terminal that is narrower than any real one.
_MIN_COLUMNS = 20
_INDENT = "    "


def terminal_approval() -> Approve | None:
    """Return a function that asks the person at the terminal, or None if there is none to ask.

    The question is written to standard error, so that standard output can be a file.
    """
    # Windows can't wait for a line of the console and for a stop at once.
    if os.name != "posix" or not (console.is_typed() and console.errors().isatty()):
        return None
    one_at_a_time = asyncio.Lock()

    async def approve(_message_id: str, _block: int, call: ToolUse) -> Decision:
        import termios

        async with one_at_a_time:
            with console.asking() as screen:
                # Keys that were typed before the question do not answer it.
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
                screen.write(f"\n{question(call, _size_of(screen))}\n")
                screen.write_styled("prompt", tr("Run {tool}? [y/N] ", tool=escape_line(call.tool_name)))
                screen.flush()
                return Decision((await _typed_line()).strip().lower() in {"y", "yes", tr("yes")})

    return approve


def question(call: ToolUse, size: os.terminal_size = _USUAL_SIZE) -> str:
    """Return the effect of a call and then the call as a terminal of this size shows them.

    Every character of the arguments can be told from it; none that would change the display is left. A question that is
    longer than the screen says so in its first and its last line.
    """
    effect = call.approval.effect if call.approval else None
    reason = tr(call.approval.reason) if call.approval and call.approval.reason else ""
    width = max(size.columns - len(_INDENT), _MIN_COLUMNS)
    lines = [
        *_indented(_effect_text(effect), width),
        *_indented(reason, width),
        escape_line(call.tool_name),
        *_indented(text_with_notes(call.input) if call.input else "", width),
    ]
    # The prompt takes a line, and each of the two notes.
    if len(lines) + 3 > size.lines:
        note = tr(
            "This question has {lines} lines, more than the screen shows. Scroll up to read all.", lines=len(lines)
        )
        lines = [note, *lines, note]
    return "\n".join(lines)


def _effect_text(effect: DisplayValue | None) -> str:
    if effect is None:
        return ""
    if effect.kind == ResultKind.DIFF.value and isinstance(effect.value, str):
        return effect.value
    return text_with_notes(effect.value)


def _indented(text: str, columns: int) -> Iterator[str]:
    """Yield the lines of a text of others, escaped and indented, none of them wider than `columns` without that."""
    for line in escape_invisible(text).expandtabs().splitlines():
        for piece in _wrapped(line, columns):
            yield _INDENT + piece


def _wrapped(line: str, columns: int) -> Iterator[str]:
    begin = width = 0
    for place, character in enumerate(line):
        cells = _cells(character)
        if width + cells > columns:
            yield line[begin:place]
            begin, width = place, 0
        width += cells
    yield line[begin:]


def _cells(character: str) -> int:
    """Return how many cells of a terminal a character takes at most."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def _size_of(screen: console.EscapingStream) -> os.terminal_size:
    try:
        size = os.get_terminal_size(screen.fileno())
    except OSError:
        return _USUAL_SIZE
    # A terminal that has told no size has zero columns.
    return size if size.columns and size.lines else _USUAL_SIZE


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
