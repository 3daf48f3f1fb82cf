"""Lists of options, exit codes, JSON keys, settings, tables and tools, read from the code and written to CONTRACT.md.

`make contract` runs it. CONTRACT.md has prose and one generated list per section, whose lines are `name: word, word`. A
change that only adds lines or words is written; one that removes any is refused until the contract's version is raised.
"""

import argparse
import json
import logging
import re
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import fields, is_dataclass
from enum import StrEnum
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from deskpet.app.tool_list import TOOLS
from deskpet.chat.events import TurnEnded, TurnEvent, name_of
from deskpet.chat.function_tool import FunctionTool
from deskpet.chat.messages import Message, Notice
from deskpet.chat.tool import Tool, wire_name
from deskpet.cli import command_line, inspector
from deskpet.cli.ask import JsonPrinter, Output
from deskpet.cli.document_command import ReadDocument, UnreadDocument
from deskpet.cli.tool_listing import ListedTool
from deskpet.config.settings import Settings, fields_of
from deskpet.features.callers import mcp_server
from deskpet.features.guest.command import GuestLine
from deskpet.features.listening.transcribe_command import FailedTranscription, Transcription
from deskpet.features.memory.command import MemoryLine
from deskpet.features.voice.speakable_command import SpeakableReport
from deskpet.llm.request_log import ExchangeEvent, FirstByte
from deskpet.pet.doctor import Diagnosis
from deskpet.pet.held_gaze import GazeRequest
from deskpet.processes.console import ExitCode
from deskpet.statistics.log import JsonLines, ToolCallDetected, ToolCallExecuted
from deskpet.statistics.summary import TurnSummary
from deskpet.store.opening import open_database
from deskpet.store.schema import VERSION

PAGE = Path(__file__).resolve().parents[2] / "CONTRACT.md"

Rows = dict[str, tuple[str, ...]]
"""A list of the page: the words by the name at the start of the line."""

_VERSION = re.compile(r"^Contract version: (\d+)$", re.MULTILINE)
_LISTED = re.compile(r"<!-- generated for version (\d+) -->")
_SECTION = re.compile(r"^## (.+?)$\n(.*?)```text\n(.*?)```$", re.MULTILINE | re.DOTALL)


def sections() -> dict[str, Rows]:
    """Return the lists of all sections by heading, as the program is now."""
    return {
        "Command line": _commands(command_line.parser(lambda _: 0)),
        "Exit codes": {str(code.value): (code.name.lower(),) for code in ExitCode},
        "`deskpet ask --json`": _event_lines(),
        "`deskpet tools --json`": {"tool": _keys(ListedTool)},
        "`deskpet mcp`": {each.name: tuple(each.schema["properties"]) for each in mcp_server.TOOLS},
        "`deskpet memory --json`": {"fact": _keys(MemoryLine)},
        "`deskpet guest --json`": {"character": _keys(GuestLine)},
        "`deskpet read --json`": {"read": _keys(ReadDocument), "not_read": _keys(UnreadDocument)},
        "`deskpet speakable --json`": {"speakable": _keys(SpeakableReport)},
        "`deskpet transcribe --json`": {
            "transcribed": _keys(Transcription),
            "not_transcribed": _keys(FailedTranscription),
        },
        "`deskpet inspect-stream`": _inspection_lines(),
        "`deskpet doctor --json`": {"diagnosis": _keys(Diagnosis)} | _values_in(*get_type_hints(Diagnosis).values()),
        "`--log-json`": _log_lines(),
        "Settings": _setting_rows(),
        "Database": _tables(),
        "Tools": {tool.name: (wire_name(tool.name), *_parameters(tool)) for tool in TOOLS},
    }


def _commands(parser: argparse.ArgumentParser) -> Rows:
    rows: Rows = {parser.prog: tuple(_arguments(parser))}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                rows |= _commands(command)
    return rows


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        value = "|".join(action.choices) if action.choices else action.metavar
        many = "..." if action.nargs == "+" else ""
        if not action.option_strings:
            yield f"{value or action.dest.upper()}{many}"
        else:
            takes_value = action.nargs != 0
            yield " ".join((*action.option_strings, *([str(value)] if takes_value else [])))


def _event_lines() -> Rows:
    events = get_args(TurnEvent)
    rows: Rows = {}
    for kind in events:
        rows |= {name_of(kind): ("event", *_keys(kind))} | _words_of(kind)
    rows[_snake(TurnEnded)] += ("message",)
    rows |= {line["event"]: tuple(line) for line in _stage_lines()}
    return rows | _values_in(*(hint for kind in events for hint in get_type_hints(kind).values()), Message)


def _stage_lines() -> list[dict[str, Any]]:
    out = StringIO()
    printer = JsonPrinter(Output(out))
    printer.expression("smile")
    printer.motion("wave", 0)
    printer.look(GazeRequest("left", 4))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _inspection_lines() -> Rows:
    line = inspector.to_json("recording.sse", inspector.Inspection(notices=[Notice("error", "code", "title")]))
    return {"line": tuple(line), "notice value": tuple(line["notices"][0])}


def _log_lines() -> Rows:
    try:
        raise ValueError
    except ValueError:
        rows: Rows = {"log": tuple(_log_line(exc_info=sys.exc_info()))}
    of_all = [key for key in _log_line(happening=FirstByte(1, 0.0)) if key not in {"number", "seconds"}]
    for kind in (*get_args(ExchangeEvent), TurnSummary, ToolCallDetected, ToolCallExecuted):
        rows[_snake(kind)] = (*of_all, *_keys(kind))
    return rows


def _log_line(exc_info: Any = None, **extra: object) -> dict[str, Any]:
    record = logging.makeLogRecord({"name": "deskpet", "msg": "message", "exc_info": exc_info} | extra)
    return json.loads(JsonLines().format(record))


def _values_in(*hints: Any) -> Rows:
    """Return the keys of all objects inside values of these types."""
    rows: Rows = {}
    for hint in hints:
        if is_dataclass(hint) and isinstance(hint, type):
            rows |= {f"{_snake(hint)} value": _keys(hint)} | _words_of(hint)
            rows |= _values_in(*get_type_hints(hint).values())
        else:
            rows |= _values_in(*get_args(hint))
    return rows


def _words_of(kind: type[Any]) -> Rows:
    """Return the values of each field that accepts only some words."""
    accepted = {key: _literals(hint) for key, hint in get_type_hints(kind).items()}
    return {f"{_snake(kind)} {key}": words for key, words in accepted.items() if words}


def _literals(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(word for each in get_args(hint) for word in _literals(each) if get_origin(hint) is not tuple)


def _keys(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _setting_rows() -> Rows:
    names = ((section, key, field) for section in Settings.model_fields for key, field in fields_of(section).items())
    return {f"{section}.{key}": tuple(_type_of(field)) for section, key, field in names}


def _type_of(field: FieldInfo) -> Iterator[str]:
    """Yield the type of a setting, and its values if they are named."""
    kind = field.annotation
    names: dict[Any, str] = {
        bool: "true or false",
        int: "integer",
        float: "number",
        str: "text",
        dict: "table",
        tuple: "list",
    }
    yield names.get(get_origin(kind) or kind, "choice")
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, StrEnum):
            yield from each


def _tables() -> Rows:
    with TemporaryDirectory() as folder, closing(open_database(Path(folder) / "conversations.db")) as database:
        return {"schema version": (str(VERSION),)} | dict(_columns(database))


def _columns(database: sqlite3.Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    # The index of full-text search has tables of its own, of type "shadow".
    sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') ORDER BY name"
    for (table,) in database.execute(sql).fetchall():
        if not table.startswith("sqlite_"):
            columns = database.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
            yield table, tuple(" ".join(column).strip() for column in columns)


def _parameters(tool: Tool) -> Iterator[str]:
    assert isinstance(tool, FunctionTool)
    for name, field in tool.arguments.model_fields.items():
        yield name if field.is_required() else f"{name} (optional)"


def _snake(kind: type[Any]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def listed(page: str) -> dict[str, Rows]:
    """Return the lists that the page has, by heading."""
    return {heading: _rows(text) for heading, _, text in _SECTION.findall(page)}


def _rows(text: str) -> Rows:
    lines = (line.partition(": ") for line in text.splitlines() if line)
    return {name: tuple(words.split(", ")) for name, _, words in lines}


def differences(page: Mapping[str, Rows], program: Mapping[str, Rows]) -> tuple[list[str], list[str]]:
    """Return what the page lacks and what the program no longer has, one line for each word."""
    on_page, in_program = set(_words(page)), set(_words(program))
    return sorted(in_program - on_page), sorted(on_page - in_program)


def _words(lists: Mapping[str, Rows]) -> Iterator[str]:
    for heading, rows in lists.items():
        for name, words in rows.items():
            yield f"{heading}: {name}"
            yield from (f"{heading}: {name}: {word}" for word in words)


def is_removal(difference: str) -> bool:
    """Return whether a difference takes something away. An older schema version is migrated, so it is none."""
    return not difference.startswith("Database: schema version")


def updated(page: str) -> str:
    """Return the page with the lists of the program. Raises ValueError for a removal without a new version."""
    version, was = _number(_VERSION, page), _number(_LISTED, page)
    removed = [each for each in differences(listed(page), sections())[1] if is_removal(each)]
    if removed and version <= was:
        raise ValueError(
            "users and scripts may rely on what is no longer there. Keep it, or raise `Contract version` in "
            "CONTRACT.md, provide a migration and describe it in CHANGELOG.md:\n  " + "\n  ".join(removed)
        )
    program = sections()
    filled = _SECTION.sub(lambda found: _section(found[1], found[2], program.get(found[1], {})), page)
    if missing := program.keys() - listed(page).keys():
        raise ValueError(f"CONTRACT.md has no section and list for {', '.join(sorted(missing))}")
    return _LISTED.sub(f"<!-- generated for version {version} -->", filled)


def _section(heading: str, prose: str, rows: Rows) -> str:
    lines = "".join(f"{name}: {', '.join(words)}\n" for name, words in rows.items())
    return f"## {heading}\n{prose}```text\n{lines}```"


def _number(pattern: re.Pattern[str], page: str) -> int:
    found = pattern.search(page)
    if found is None:
        raise ValueError(f"CONTRACT.md has no line that matches {pattern.pattern}")
    return int(found[1])


def main() -> int:
    """Write the lists of the program into the page; the exit code is 1 if that removes any without a new version."""
    try:
        PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
