"""Compute in a thread the content of a file's pane: the text at the lines that are read, or a change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deskpet.chat.messages import ToolUse
from deskpet.chat.tool import ResultKind
from deskpet.features.workspace.file_activity import FileCall
from deskpet.features.workspace.file_change import change_lines
from deskpet.features.workspace.folder_access import UnreadableFile
from deskpet.features.workspace.streaming_diff import DiffLine, LineKind, text_lines, unified_lines

# The most lines and characters of a file that are shown, and the lines shown above those that are read.
MAX_LINES, MAX_TEXT, LINES_ABOVE = 1_500, 90_000, 40

ReadText = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Contents:
    """The lines of a file. `lit`: the numbers of those that are read. `problem`: why there are none."""

    lines: tuple[DiffLine, ...] = ()
    lit: range = range(0)
    language: str = ""
    problem: str = ""


def load_text(read_text: ReadText, path: str, call: FileCall | None) -> Contents:
    """Read a file, and return the part of it around the lines that `call` reads."""
    try:
        text = read_text(path)
    except UnreadableFile as error:
        return Contents(problem=str(error))
    lines, lit = text_lines(text), range(0)
    if call and call.has_lines:
        end = call.first_line + call.line_count if call.line_count else len(lines) + 1
        lit = range(call.first_line, min(end, len(lines) + 1))
    first = max(lit.start - 1 - LINES_ABOVE, 0) if len(lines) > MAX_LINES or len(text) > MAX_TEXT else 0
    shown, room = list[DiffLine](), MAX_TEXT
    for number, line in enumerate(lines[first : first + MAX_LINES], first + 1):
        room -= len(line)
        if room < 0:
            break
        shown.append(DiffLine(LineKind.SAME, line, number))
    above = [DiffLine(LineKind.GAP, str(first))] if first else []
    below = len(lines) - first - len(shown)
    return Contents((*above, *shown, *([DiffLine(LineKind.GAP, str(below))] if below else [])), lit, _language_of(path))


def load_change(read_text: ReadText, path: str, use: ToolUse, before: str | None) -> Sequence[DiffLine]:
    """Return the lines of a complete change: as the tool proposed it, or else computed from its arguments.

    before: the text before the change, None if it is not known.
    """
    effect = use.approval.effect if use.approval else None
    if effect and effect.kind == ResultKind.DIFF.value and isinstance(effect.value, str):
        return list(unified_lines(effect.value))
    if before is None and use.tool_name == "edit_file":
        before = text_or_nothing(read_text, path)
    return change_lines(use, before or "")


def text_or_nothing(read_text: ReadText, path: str) -> str:
    """Return the text of a file; empty if it has none that can be shown."""
    try:
        return read_text(path)
    except UnreadableFile:
        return ""


def _language_of(path: str) -> str:
    """Return the name of the Pygments lexer for a file; empty if there is none."""
    from pygments.lexers import find_lexer_class_for_filename  # pyright: ignore[reportUnknownVariableType]

    lexer = find_lexer_class_for_filename(path)
    return lexer.aliases[0] if lexer and lexer.aliases else ""
