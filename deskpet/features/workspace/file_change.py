"""The lines that a call of `write_file` or `edit_file` changes, while its arguments arrive and afterwards.

A text of the arguments is read while it arrives, each character once.
"""

import re
from collections.abc import Sequence

from deskpet.chat.messages import StreamingText, ToolUse
from deskpet.chat.textmode.json_scanner import JsonScanner, Token, Unescaper
from deskpet.features.workspace.streaming_diff import DiffLine, LineKind, StreamingDiff, folded, text_lines, whole_diff

# The fewest characters that are read at once; more than an escape such as \u00e9 has.
_MIN_READ = 16
# Many complete parts of a string at once, and an escape at their end that may be the first half of a pair.
_BODY = re.compile(r'(?:[^"\\]+|\\(?:u[0-9A-Fa-f]{4}|[^u]))+', re.DOTALL)
_HALF_PAIR = re.compile(r"(?<!\\)(?:\\\\)*(\\u[dD][89abAB][0-9a-fA-F]{2})\Z")


class PartialArgument:
    """The text value of the argument `name`, from arguments that arrive as JSON.

    is_complete: whether the value has ended. is_behind: whether another `read` returns more of what has arrived.
    """

    def __init__(self, name: str) -> None:
        self.is_complete = self.is_behind = False
        self._name = name
        self._scanner, self._unescaper = JsonScanner(), Unescaper()
        self._pieces_read = 0
        self._rest = ""
        self._is_open = self._is_in_string = False

    def read(self, arguments: StreamingText, most: int) -> str:
        """Return the part of the value that is new since the last call, from at most `most` more characters."""
        pieces = arguments.pieces_from(self._pieces_read)
        self._pieces_read += len(pieces)
        self._rest += "".join(pieces)
        most = max(most, _MIN_READ)
        text, self._rest = self._rest[:most], self._rest[most:]
        found, at = list[str](), 0
        while at < len(text) and not (self._scanner.is_done or self._scanner.is_invalid or self.is_complete):
            if self._is_in_string and (body := _BODY.match(text, at)):
                # Inside of a string, the scanner has nothing to remember.
                found.append(self._decode(body[0]) if self._is_open else "")
                at = body.end()
            elif token := self._scanner.read(text, at):
                found.append(self._value_of(token[0], text[at : token[1]]))
                at = token[1]
            else:
                break
        is_over = self._scanner.is_invalid or self._scanner.is_done or self.is_complete
        self.is_behind = bool(self._rest) and not is_over
        # What is left of `text` is the beginning of an escape, which the next piece completes.
        self._rest = "" if is_over else text[at:] + self._rest
        return "".join(found)

    def _value_of(self, token: Token, raw: str) -> str:
        if token is Token.QUOTE:
            self._is_in_string, self._is_open = True, self._scanner.path == (self._name,)
        elif token is Token.CHARS and self._is_open:
            return self._unescaper.feed(raw)
        elif token is Token.UNQUOTE:
            self._is_in_string = False
            if self._is_open:
                self._is_open, self.is_complete = False, True
                return self._unescaper.close()
        return ""

    def _decode(self, body: str) -> str:
        half = _HALF_PAIR.search(body)
        whole = body[: half.start(1)] if half else body
        return (self._unescaper.feed(whole) if whole else "") + (self._unescaper.feed(half[1]) if half else "")


# How many characters of arguments are read at once, so that a frame stays short.
MAX_READ = 16_000


class ChangeStream:
    """The lines of a change whose arguments still arrive. Each `read` returns the ones that are new."""

    def __init__(self, tool_name: str, before: str) -> None:
        """`before` is the text of the file; without it, a file that is edited has no line numbers."""
        self._is_edit = tool_name == "edit_file"
        self._old_text = PartialArgument("old_text")
        self._new_text = PartialArgument("new_text" if self._is_edit else "content")
        self._removed = StreamingDiff()
        self._diff = StreamingDiff(() if self._is_edit else text_lines(before))
        self._place = _EditPlace(before)

    def read(self, use: ToolUse) -> list[DiffLine]:
        """Return the lines that are complete since the last call."""
        lines: list[DiffLine] = []
        if self._is_edit:
            piece = self._old_text.read(use.input_text, MAX_READ)
            self._place.append(piece, is_complete=self._old_text.is_complete)
            removed = self._removed.append(piece)
            if self._old_text.is_complete:
                removed += self._removed.finish()
            lines = [self._of_edit(line, LineKind.REMOVED) for line in removed]
        added = self._diff.append(self._new_text.read(use.input_text, MAX_READ))
        return lines + [self._of_edit(line, line.kind) for line in added] if self._is_edit else added

    @property
    def partial(self) -> DiffLine | None:
        """The line that is being written."""
        removed, added = self._removed.partial, self._diff.partial
        if added:
            return self._of_edit(added, added.kind) if self._is_edit else added
        return self._of_edit(removed, LineKind.REMOVED) if removed else None

    def _of_edit(self, line: DiffLine, kind: LineKind) -> DiffLine:
        """Return a line of an edited part, which is numbered from its own first line, as a line of the file."""
        first = self._place.first_line
        return DiffLine(kind, line.text, first + line.number - 1 if first else 0)

    @property
    def is_behind(self) -> bool:
        """Whether another `read` has more to return."""
        return self._new_text.is_behind or (self._is_edit and self._old_text.is_behind)


class _EditPlace:
    """Position in the file of the text that an edit replaces.

    first_line: counts from 1; 0 while the place is not certain.
    """

    def __init__(self, before: str) -> None:
        self.first_line = 0
        self._before, self._text, self._is_searching = before, "", bool(before)

    def append(self, piece: str, *, is_complete: bool) -> None:
        """Append to the text. Its place is certain once it can stand nowhere else."""
        if not self._is_searching or not (piece or is_complete):
            return
        self._text += piece
        at = self._before.find(self._text)
        # What follows may tell apart places that overlap; of a complete text, the tool replaces the first.
        rest = at + (len(self._text) if is_complete else 1)
        is_unique = at >= 0 and self._before.find(self._text, rest) < 0
        if is_unique:
            self.first_line = self._before.count("\n", 0, at) + 1
        self._is_searching = at >= 0 and not (is_unique or is_complete)


def change_lines(use: ToolUse, before: str) -> Sequence[DiffLine]:
    """Return the lines of a change with complete arguments, folded. Empty for a tool without contents.

    before: the text of the file before the change, empty if it is not known. For an edit, the text after it does as
    well. Without it, an edit has no line numbers and no lines around it.
    """
    arguments = use.input if isinstance(use.input, dict) else {}
    match arguments:
        case {"content": str(content)}:
            return list(folded(whole_diff(before, content))) if before else whole_diff("", content)
        case {"old_text": str(old), "new_text": str(new)}:
            if old and before.count(old) == 1:
                return list(folded(whole_diff(before, before.replace(old, new))))
            if new and before.count(new) == 1:
                return list(folded(whole_diff(before.replace(new, old), before)))
            return [DiffLine(line.kind, line.text) for line in whole_diff(old, new)]
        case _:
            return []
