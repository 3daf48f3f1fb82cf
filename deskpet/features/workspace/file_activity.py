"""Follow the calls of file tools: which file is being read or written, and what was done with each.

The state of a call is derived from its block alone, so a restored conversation gives the same states as its events.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import PurePath
from typing import TypeGuard

from pydantic import JsonValue
from pydantic_core import from_json

from deskpet.chat.background import CallAddress
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Block, Message, ToolUse

# The path is searched in so many first characters of arguments that still arrive.
MAX_PARSED = 1_000
MAX_PATH = 4_096


class FileState(Enum):
    """The action of a call on a file. REVERTED: it was undone. STOPPED: it was refused or cancelled."""

    READING = "reading"
    WRITING = "writing"
    WAITING = "waiting"
    READ = "read"
    WRITTEN = "written"
    EDITED = "edited"
    MOVED = "moved"
    DELETED = "deleted"
    REVERTED = "reverted"
    FAILED = "failed"
    STOPPED = "stopped"

    @property
    def is_active(self) -> bool:
        """Whether the call has not ended."""
        return self is FileState.READING or self is FileState.WRITING or self is FileState.WAITING


_DONE_STATES = {
    "list_directory": FileState.READ,
    "read_file": FileState.READ,
    "search_files": FileState.READ,
    "write_file": FileState.WRITTEN,
    "edit_file": FileState.EDITED,
    "move_file": FileState.MOVED,
    "delete_file": FileState.DELETED,
}
_FOLDER_TOOLS = {"list_directory", "search_files"}
FILE_TOOLS = frozenset(_DONE_STATES)
"""The names of the tools that are followed."""

_PLAIN = re.compile(r"[\w-][^/\\:]*(?:/[\w-][^/\\:]*)*")


@dataclass(frozen=True, slots=True)
class FileCall:
    """One call of a file tool.

    path: absolute and normalized. target: the new path of a move, else empty.
    first_line: the first line that is read, from 1. line_count: how many are read, 0 if the call does not tell.
    """

    id: CallAddress
    tool_name: str
    path: str
    state: FileState
    target: str = ""
    first_line: int = 0
    line_count: int = 0

    @property
    def is_change(self) -> bool:
        """Whether the call changes what is on disk."""
        return _DONE_STATES[self.tool_name] is not FileState.READ

    @property
    def is_of_folder(self) -> bool:
        """Whether the path is a folder's."""
        return self.tool_name in _FOLDER_TOOLS

    @property
    def has_lines(self) -> bool:
        """Whether a part of the file is read."""
        return self.first_line > 1 or self.line_count > 0

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the call: one, and the target of a move."""
        return (self.path, self.target) if self.target else (self.path,)

    @property
    def shown_path(self) -> str:
        """The path of the file after the call."""
        return self.target if self.target and self.state is FileState.MOVED else self.path


@dataclass(frozen=True, slots=True)
class TouchedFile:
    """A file or folder that calls worked on.

    calls: in the order of the conversation. call: the one that tells the state: the last one that goes on, else the
    last change, else the last one.
    """

    path: str
    calls: tuple[FileCall, ...]
    call: FileCall

    @property
    def state(self) -> FileState:
        """The state of the file."""
        return self.call.state

    @property
    def last_change(self) -> FileCall | None:
        """The last call that changes the file."""
        return next((call for call in reversed(self.calls) if call.is_change), None)


def is_file_call(block: Block) -> TypeGuard[ToolUse]:
    """Return whether a block is a call that is followed. What an imported file tells was done to no file here."""
    return isinstance(block, ToolUse) and block.tool_name in FILE_TOOLS and not block.is_imported


class FileActivity:
    """The files that a conversation worked on. `base` is the folder of relative paths.

    files: the files by path. A value is replaced when one of its calls changes.
    """

    def __init__(self, base: str) -> None:
        self.files: dict[str, TouchedFile] = {}
        self._base = base
        self._order: dict[str, int] = {}
        self._uses: dict[CallAddress, ToolUse] = {}
        self._calls: dict[CallAddress, FileCall] = {}
        self._ids: dict[str, set[CallAddress]] = {}
        self._active: set[CallAddress] = set()

    def show(self, messages: Iterable[Message]) -> None:
        """Replace everything by the calls of these messages."""
        for content in (self.files, self._order, self._uses, self._calls, self._ids, self._active):
            content.clear()
        for message in messages:
            self.add(message)

    def add(self, message: Message) -> None:
        """Add a message at the end."""
        self._order.setdefault(message.id, len(self._order))
        changed: set[str] = set()
        for index in range(len(message.blocks)):
            changed |= self._update(message, index)
        self._touch(changed)

    def apply(self, event: TurnEvent, message: Message) -> bool:
        """Apply an event; `message` is the value after it. Returns whether a file's state changed."""
        block = getattr(event, "block", None)
        if block is None:
            return False
        self._order.setdefault(message.id, len(self._order))
        changed = self._update(message, block)
        self._touch(changed)
        return bool(changed)

    @property
    def active(self) -> list[FileCall]:
        """The calls that go on, in the order of the conversation."""
        return [self._calls[address] for address in sorted(self._active, key=self._position)]

    @property
    def current(self) -> FileCall | None:
        """The call that is worked on now, else the last one; None without calls."""
        latest = max(self._active or self._calls, key=self._position, default=None)
        return self._calls[latest] if latest else None

    def use(self, address: CallAddress) -> ToolUse:
        """Return the present value of a call's block."""
        return self._uses[address]

    def _position(self, address: CallAddress) -> tuple[int, int]:
        return self._order[address[0]], address[1]

    def _update(self, message: Message, index: int) -> set[str]:
        """Update the call of a block. Returns the paths whose files changed by that."""
        block, address = message.blocks[index], (message.id, index)
        before, use_before = self._calls.get(address), self._uses.get(address)
        if is_file_call(block):
            self._uses[address] = block
            after = self._read(address, use_before, block)
        else:
            after = None
        if after == before:
            return set()
        self._active.discard(address)
        if after:
            self._calls[address] = after
            if after.state.is_active:
                self._active.add(address)
        else:
            del self._calls[address]
        return self._index(address, before, after)

    def _index(self, address: CallAddress, before: FileCall | None, after: FileCall | None) -> set[str]:
        for path in before.paths if before else ():
            self._ids[path].discard(address)
        for path in after.paths if after else ():
            self._ids.setdefault(path, set()).add(address)
        return {path for call in (before, after) if call for path in call.paths}

    def _touch(self, paths: Iterable[str]) -> None:
        for path in paths:
            calls = tuple(self._calls[address] for address in sorted(self._ids[path], key=self._position))
            if calls:
                active = [call for call in calls if call.state.is_active]
                changes = [call for call in calls if call.is_change]
                self.files[path] = TouchedFile(path, calls, (active or changes or calls)[-1])
            else:
                self.files.pop(path, None)

    def _read(self, address: CallAddress, before: ToolUse | None, use: ToolUse) -> FileCall | None:
        """Return the call of a block. Long arguments are not searched again before they are complete."""
        is_searched = before is not None and before.input is None and len(before.input_text) >= MAX_PARSED
        if is_searched and use.input is None and before and use.tool_name == before.tool_name:
            call = self._calls.get(address)
            return replace(call, state=_state(use)) if call else None
        return file_call(address, use, self._base)


def file_call(address: CallAddress, use: ToolUse, base: str) -> FileCall | None:
    """Return what a block's call does with which file, or None while its path has not arrived."""
    arguments = use.input if use.input is not None else _partial_arguments(use)
    if not isinstance(arguments, dict):
        return None
    source = _path_in(arguments.get("path") or arguments.get("source"))
    if not source and use.tool_name in _FOLDER_TOOLS and use.input is not None:
        source = "."
    if not source:
        return None
    target = _path_in(arguments.get("destination")) if use.tool_name == "move_file" else ""
    first, count = (_number(arguments.get(name)) for name in ("offset", "limit"))
    is_read = use.tool_name == "read_file"
    return FileCall(
        address,
        use.tool_name,
        _absolute(source, base),
        _state(use),
        _absolute(target, base) if target else "",
        max(first, 1) if is_read else 0,
        count if is_read else 0,
    )


def _state(use: ToolUse) -> FileState:
    done = _DONE_STATES[use.tool_name]
    match state_of(use):
        case CallState.WRITING | CallState.QUEUED | CallState.RUNNING:
            return FileState.READING if done is FileState.READ else FileState.WRITING
        case CallState.WAITING:
            return FileState.WAITING
        case CallState.SUCCESS:
            is_undone = use.undo is not None and use.undo.error is None
            return FileState.REVERTED if is_undone else done
        case CallState.ERROR:
            return FileState.FAILED
        case CallState.REFUSED | CallState.CANCELLED:
            return FileState.STOPPED


def _partial_arguments(use: ToolUse) -> JsonValue:
    """Return the arguments that have arrived completely; None if there are none."""
    beginning = ""
    for piece in use.input_text:
        beginning += piece[: MAX_PARSED - len(beginning)]
        if len(beginning) >= MAX_PARSED:
            break
    try:
        return from_json(beginning, allow_partial=True)
    except ValueError:
        return None


def _path_in(value: JsonValue) -> str:
    return value if isinstance(value, str) and len(value) <= MAX_PATH and "\0" not in value else ""


def _number(value: JsonValue) -> int:
    return min(value, 10**9) if isinstance(value, int) and value > 0 else 0


def _absolute(path: str, base: str) -> str:
    # Most paths of models need no parsing, which is slow for thousands of calls.
    if base and _PLAIN.fullmatch(path):
        return f"{base}{os.sep}{path.replace('/', os.sep)}"
    return str(PurePath(base, path))
