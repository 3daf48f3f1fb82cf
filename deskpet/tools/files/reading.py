"""Tools that list, read and search the files of the user's folders."""

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.tool import Arguments, Reads, Report, ResultKind, ToolFailed
from deskpet.text.invisible import escape_invisible
from deskpet.text.local_time import local_time
from deskpet.text.sizes import format_size
from deskpet.tools.files.handles import MAX_FILE_BYTES, Folder
from deskpet.tools.files.path_names import printable
from deskpet.tools.files.text_file import decode, split_lines
from deskpet.tools.files.workspace import Location, Workspace, path_scope
from deskpet.translation import tr_noop

MAX_ENTRIES, MAX_SCANNED_ENTRIES = 1_000, 20_000
MAX_LINES, MAX_LINE_LENGTH, MAX_TEXT_LENGTH = 2_000, 2_000, 50_000
MAX_PATTERN_LENGTH = 200
MAX_FOUND, MAX_SEARCHED_FILES, MAX_SEARCH_SECONDS = 100, 50_000, 10.0
_MAX_FOUND_IN_FILE, _MAX_FOUND_LINE = 20, 200
_FILES_PER_REPORT = 100

_reading_tool = partial(
    tool, group="files", reads=(Reads.PRIVATE, Reads.FOREIGN), scope=path_scope, concurrent=True, early=True
)


def path_preview(arguments: Arguments) -> str:
    """Return the end of the path in a call, for its card."""
    parts = str(arguments.get("path") or "").replace("\\", "/").rstrip("/").split("/")
    return printable("/".join(parts[-2:]))[:80]


@_reading_tool(
    "list_directory",
    title=tr_noop("Look into a folder"),
    icon="folder",
    about=tr_noop("Shows the model what is in the folders that you chose for it."),
    preview=path_preview,
    result=ResultKind.LIST,
)
def list_directory(path: str = "", *, workspace: Workspace) -> list[JsonValue]:
    """List a folder: its folders first, then its files with their sizes.

    Without a path, it lists the folders that you may use: those that the user chose, and one of your own.

    path: an absolute path, or one relative to the first of these folders, such as "." or "notes/2026".
    """
    if not path.strip():
        return _roots(workspace)
    location = workspace.locate(path)
    with workspace.readable_folder(location) as folder:
        listed = list(islice(folder.entries(), MAX_SCANNED_ENTRIES))
        protected = {name for name, _ in listed if not workspace.is_allowed(folder.path / name)}
    listed.sort(key=lambda each: (not stat.S_ISDIR(each[1].st_mode), each[0].casefold()))
    found = [_entry(name, status, is_protected=name in protected) for name, status in listed[:MAX_ENTRIES]]
    if len(listed) > MAX_ENTRIES:
        or_more = " or more" if len(listed) == MAX_SCANNED_ENTRIES else ""
        note = f"The folder has {len(listed) - MAX_ENTRIES}{or_more} more entries. Find one of them with search_files."
        found.append({"title": "...", "note": note})
    return found


def _roots(workspace: Workspace) -> list[JsonValue]:
    notes = ["chosen by the user; relative paths begin here", *["chosen by the user"] * len(workspace.roots)]
    listed: list[JsonValue] = []
    for root, note in zip(workspace.roots, notes, strict=False):
        begins = "; relative paths begin here" if len(workspace.roots) == 1 else ""
        own = f"your own folder: what you write here needs no approval{begins}"
        listed.append({"title": Location(root, ()).path, "note": own if root.is_scratch else note})
    return listed


def _entry(name: str, status: os.stat_result, *, is_protected: bool) -> JsonValue:
    shown = printable(name)
    if is_protected:
        return {"title": shown, "note": "protected: no tool may use it"}
    if stat.S_ISDIR(status.st_mode):
        return {"title": f"{shown}/", "note": "folder"}
    if stat.S_ISLNK(status.st_mode):
        return {"title": shown, "note": "link"}
    if not stat.S_ISREG(status.st_mode):
        return {"title": shown, "note": "device, pipe or socket"}
    changed = local_time(status.st_mtime)
    note = format_size(status.st_size)
    return {"title": shown, "note": f"{note}, changed {changed:%Y-%m-%d %H:%M}" if changed else note}


@_reading_tool(
    "read_file",
    title=tr_noop("Read a file"),
    icon="file",
    about=tr_noop("Gives the model the text of a file in the folders that you chose for it."),
    preview=path_preview,
    result=ResultKind.TEXT,
)
def read_file(path: str, offset: int = 1, limit: int = 500, *, workspace: Workspace) -> str:
    """Read a text file. Each line begins with its number and a tab, which are not part of the file.

    path: an absolute path, or one relative to the first folder of the user.
    offset: the number of the first line to read, from 1.
    limit: how many lines to read, at most 2000.
    """
    if offset < 1 or not 1 <= limit <= MAX_LINES:
        raise ToolFailed("invalid_lines", f"`offset` begins with 1, and `limit` is 1 to {MAX_LINES}.")
    location = workspace.locate(path)
    with workspace.readable_file(location) as file:
        text = decode(file.read(), location.path).text
    if not text:
        return f"({location.path} is empty)"
    lines = [line.removesuffix("\n") for line in split_lines(text)]
    if offset > len(lines):
        raise ToolFailed("after_the_end", f"{location.path} has only {len(lines)} lines.")
    shown = list(_numbered(lines[offset - 1 : offset - 1 + limit], offset))
    last = offset + len(shown) - 1
    more = f" Go on with offset={last + 1}." if last < len(lines) else ""
    return "\n".join([*shown, f"(lines {offset} to {last} of {len(lines)} in {location.path}.{more})"])


def _numbered(lines: list[str], first: int) -> Iterator[str]:
    """Yield the lines with their numbers, at most MAX_TEXT_LENGTH characters and at least one line."""
    room = MAX_TEXT_LENGTH
    for number, line in enumerate(lines, first):
        left_out = len(line) - MAX_LINE_LENGTH
        cut = f"{line[:MAX_LINE_LENGTH]}... ({left_out} more characters)" if left_out > 0 else line
        room -= len(cut) + 8
        if room < 0 and number > first:
            return
        yield f"{number}\t{cut}"


@_reading_tool(
    "search_files",
    title=tr_noop("Search files"),
    icon="search",
    about=tr_noop("Finds names and lines in the folders that you chose for the model."),
    preview=lambda arguments: printable(str(arguments.get("pattern") or ""))[:80],
    result=ResultKind.LIST,
)
def search_files(
    pattern: str, path: str = ".", include: str = "*", *, workspace: Workspace, report: Report
) -> list[JsonValue]:
    """Find files by their names, and lines in text files. Case does not matter.

    pattern: a part of the name or of a line, as plain text; or for names with * and ?, such as *.md.
    path: the folder to search, with all folders in it.
    include: only files whose names match this, such as *.py.
    """
    if not pattern.strip() or max(len(pattern), len(include)) > MAX_PATTERN_LENGTH or "\n" in pattern:
        raise ToolFailed("invalid_pattern", f"`pattern` has to be 1 to {MAX_PATTERN_LENGTH} characters on one line.")
    search = _Search(pattern.lower(), include.lower(), workspace, report)
    search.run(workspace.locate(path))
    if not search.found:
        none = search.left_out or f"No name and no line in {printable(path)} contains {pattern!r}."
        return [{"title": "Nothing found", "note": none}]
    end: list[JsonValue] = [{"title": "...", "note": search.left_out}] if search.left_out else []
    return [*search.found, *end]


@dataclass
class _Search:
    """A search in progress. `left_out`: why it has ended before everything was searched; empty if it has not."""

    pattern: str
    include: str
    workspace: Workspace
    report: Report
    found: list[JsonValue] = field(default_factory=list[JsonValue])
    left_out: str = ""
    _files: int = 0
    _deadline: float = 0.0

    def run(self, top: Location) -> None:
        """Search the folder and all folders in it, without those behind links."""
        self._deadline = time.monotonic() + MAX_SEARCH_SECONDS
        pending = [top]
        while pending and not self.left_out:
            location = pending.pop()
            try:
                with self.workspace.readable_folder(location) as folder:
                    pending += reversed(self._search_folder(folder, location))
            except ToolFailed:
                # Folders that vanish, or that the user may not read, are left out; not the one that was asked for.
                if location is top:
                    raise

    def _search_folder(self, folder: Folder, location: Location) -> list[Location]:
        """Search the files in a folder, and return the folders in it; neither those that are protected."""
        folders: list[Location] = []
        for name, status in sorted(islice(folder.entries(), MAX_SEARCHED_FILES), key=lambda each: each[0].casefold()):
            if not self.workspace.is_allowed(folder.path / name):
                continue
            if stat.S_ISDIR(status.st_mode):
                folders.append(location.child(name))
            elif stat.S_ISREG(status.st_mode):
                self._search_file(folder, name, location.child(name))
                if len(self.found) >= MAX_FOUND:
                    self.left_out = f"There may be more than these {MAX_FOUND}. Search for something more special."
                elif self._files >= MAX_SEARCHED_FILES or time.monotonic() > self._deadline:
                    self.left_out = f"The search ended after {self._files} files. Search in one of the folders."
                if self.left_out:
                    break
        return folders

    def _search_file(self, folder: Folder, name: str, location: Location) -> None:
        self._files += 1
        if self._files % _FILES_PER_REPORT == 0:
            self.report(None, location.parent.path)
        lower = name.lower()
        if not fnmatchcase(lower, self.include):
            return
        if self.pattern in lower or fnmatchcase(lower, self.pattern):
            self.found.append({"title": location.path, "note": "the name"})
        if text := self._text(folder, name):
            lines = enumerate(split_lines(text), 1)
            matches = ((number, line) for number, line in lines if self.pattern in line.lower())
            room = min(_MAX_FOUND_IN_FILE, MAX_FOUND - len(self.found))
            for number, line in islice(matches, max(room, 0)):
                note = escape_invisible(line.strip())[:_MAX_FOUND_LINE]
                self.found.append({"title": f"{location.path}:{number}", "note": note})

    def _text(self, folder: Folder, name: str) -> str:
        """Return the text of a file that contains the pattern; empty for any other file."""
        try:
            with folder.open(name) as file:
                text = decode(file.read(MAX_FILE_BYTES), name).text
        except (OSError, ToolFailed):
            # Not a text, too large or not readable: its name was searched.
            return ""
        return text if self.pattern in text.lower() else ""


READING_TOOLS = (list_directory, read_file, search_files)
