"""Texts of models, servers, tools and files that would steer the terminal, cut anywhere, at every way out."""

import argparse
import json
import logging
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from functools import partial
from typing import Any

from deskpet.chat.events import BlockStarted, TextAppended, ToolFinished, ToolReady, TurnEvent
from deskpet.chat.messages import Approval, DisplayValue, Message, Notice, StreamingText, Text, ToolError, ToolUse
from deskpet.chat.reduce import apply
from deskpet.cli.ask import JsonPrinter, Output, TextPrinter
from deskpet.cli.terminal_approval import question
from deskpet.cli.tool_listing import ListedTool, table_lines
from deskpet.pet.doctor import Diagnosis, report
from deskpet.processes import console
from deskpet.statistics.log import JsonLines
from deskpet.text.invisible import escape_line
from tests.attacks.attack import Attack, GotThroughError, Try
from tests.support.pseudo_terminal import TerminalFile, steering_in

_KNOWN = (
    "\x1b[2K\x1b[1A\x1b[2KRun read_file? [y/N] ",
    "\x9b2J\x9bH",
    "\x1b]0;title\x07\x1b]52;c;cm0gLXJm\x07",
    "\x1bP$q\x1b\\\x1b_a\x1b\\\x1b^b\x1b\\",
    "write_file\rread_file \b\b\b\b",
    "\x1b[8mhidden\x1b[28m\x1b[31mred\x1b[0m",
    "\x1bc\x1b#8\x1b(0\x0e\x0f\x05",
    "\u202eelif_etirw\u202c\u2066x\u2069",
    "rm\u200b \U000e0041\U000e0042-r\ufe01 a\u2028b\u0085c",
    "\udc9b2J\ud83d",
    "❤\ufe0f\ufe0fa\ufe0f",
)
_PIECES = (
    *(chr(code) for code in (*range(32), *range(0x7F, 0xA0))),
    *("\u202a", "\u202e", "\u2066", "\u200b", "\u200d", "\u2028", "\ufeff", "\U000e0041", "\udc9b", "\ufe0f"),
    *("\x1b[", "\x1b]8;;", "\x1b[1A", "\x1b[2K", "\x1b[31m", "\x1b[0m", "\r\n", "a", "茶", "❤", " ", "Run it? [y/N] "),
)

Door = Callable[[list[str]], str]


def _written(print_to: Callable[[Output], None]) -> str:
    screen = TerminalFile()
    print_to(Output(screen))
    return screen.getvalue()


def _stream(deltas: list[str]) -> str:
    screen = TerminalFile()
    stream = console.escaping(screen)
    for delta in deltas:
        stream.write(delta)
    return screen.getvalue()


def _events(deltas: list[str]) -> Iterator[TurnEvent]:
    text = "".join(deltas)
    yield BlockStarted(0, Text())
    for delta in deltas:
        yield TextAppended(0, delta)
    yield BlockStarted(1, ToolUse(text, "c1", input_text=StreamingText(text)))
    yield ToolReady(1, "c1", {text: text})
    yield ToolFinished(1, 0.0, error=ToolError("failed", text))
    yield BlockStarted(2, Notice("error", "server", text, text, text))


def _print_turn(deltas: list[str], printer_type: type[TextPrinter] | type[JsonPrinter], out: Output) -> None:
    printer, answer = printer_type(out), Message("assistant")
    for event in _events(deltas):
        answer = apply(answer, event)
        printer.event(event, answer)


def _question(deltas: list[str]) -> str:
    text = "".join(deltas)
    call = ToolUse(text, "c1", input={text: [text]}, approval=Approval(DisplayValue("text", text), text))
    shown = question(call)
    own = [line for line in shown.split("\n") if not line.startswith("    ") and "more than the screen" not in line]
    if own != [escape_line(text)]:
        raise GotThroughError(f"lines of others at the left edge: {own!r}")
    return _stream([shown])


def _json_of_turn(deltas: list[str]) -> str:
    shown = _written(partial(_print_turn, deltas, JsonPrinter))
    texts = [line["text"] for line in map(_value, shown.splitlines()) if line["event"] == "text_appended"]
    if texts != deltas:
        raise GotThroughError(f"JSON with another text: {texts!r}")
    return shown


def _value(line: str) -> dict[str, Any]:
    try:
        return json.loads(line)
    except ValueError as error:
        raise GotThroughError(f"no line of JSON: {line!r}") from error


def _log(deltas: list[str], formatter: logging.Formatter) -> str:
    screen = TerminalFile()
    handler = logging.StreamHandler(console.escaping(screen))
    handler.setFormatter(formatter)
    text = "".join(deltas)
    handler.emit(logging.makeLogRecord({"msg": "%s", "args": (text,), "name": text}))
    return screen.getvalue()


def _usage_error(deltas: list[str]) -> str:
    screen = TerminalFile()
    # The parser, like all libraries, writes to whatever standard error is.
    with redirect_stderr(console.escaping(screen)), suppress(SystemExit):
        argparse.ArgumentParser(prog="deskpet").parse_args(["".join(deltas)])
    return screen.getvalue()


def _traceback(deltas: list[str]) -> str:
    screen = TerminalFile()
    with redirect_stderr(console.escaping(screen)):
        # The hook of the interpreter: one that a test tool has set collects errors.
        error = ValueError("".join(deltas))
        sys.__excepthook__(ValueError, error, None)
    return screen.getvalue()


def _tables(deltas: list[str]) -> str:
    text = "".join(deltas)
    tools = "\n".join(table_lines([ListedTool(text, text, text, "mcp", "ask", True, "", {})])).split("\n")
    diagnosis = report(Diagnosis(True, (), (text,), {text: 1}, (text,))).split("\n")
    if len(tools) != 1 or len(diagnosis) != 4:
        raise GotThroughError("a name has made a line of a table")
    return _stream([*tools, *diagnosis])


_DOORS: dict[str, Door] = {
    "stream": _stream,
    "answer": lambda deltas: _written(partial(_print_turn, deltas, TextPrinter)),
    "events as JSON": _json_of_turn,
    "question": _question,
    "log": partial(_log, formatter=logging.Formatter("deskpet: %(name)s: %(message)s")),
    "log as JSON": partial(_log, formatter=JsonLines()),
    "usage error": _usage_error,
    "traceback": _traceback,
    "tables": _tables,
}


def _check(door: Door, deltas: list[str]) -> None:
    if got := steering_in(door(deltas).replace("❤\ufe0f", "❤")):
        raise GotThroughError(f"{got!a} of {deltas!a}")


def _cut(text: str, numbers: random.Random) -> list[str]:
    places = sorted(numbers.randrange(len(text) + 1) for _ in range(numbers.randrange(6)))
    return [text[begin:end] for begin, end in zip([0, *places], [*places, len(text)], strict=True)]


def _tries(numbers: random.Random) -> Iterator[Try]:
    for text in _KNOWN:
        for name, door in _DOORS.items():
            yield Try(f"{name}: {text!a}", partial(_check, door, _cut(text, numbers)))
    while True:
        name, door = numbers.choice(list(_DOORS.items()))
        text = "".join(numbers.choice(_PIECES) for _ in range(numbers.randrange(1, 40)))
        yield Try(f"{name}: {text!a}", partial(_check, door, _cut(text, numbers)))


ATTACKS = (
    Attack("texts that steer the terminal", "No text of others reaches a terminal as a control or unseen.", _tries),
)
