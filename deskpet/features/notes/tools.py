"""Notes of the user: their file, and the tools to write, list, search and delete them."""

import re
import unicodedata
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, Proposal, Reads, ResultKind, ToolFailed
from deskpet.config.choices import Policy
from deskpet.config.list_file import ListFile, ListFileError
from deskpet.config.notes import MAX_BYTES, MAX_NOTES, MAX_TEXT, MAX_TITLE, RECORDS, Note
from deskpet.processes.threads import run_in_thread
from deskpet.text.local_time import local_time, parse_local_time
from deskpet.text.reasons import reason_of
from deskpet.tools.clock import Clock
from deskpet.translation import tr, tr_noop

# Of a note that is deleted: the user may write longer ones into the file, and the result keeps all of it for Undo.
MAX_DELETED = 100_000
# Notes that one call returns.
_MAX_LISTED, _MAX_FOUND = 100, 10
# Characters of a note's first line that stand for a missing title, and of its text in a list.
_FIRST_LINE, _EXCERPT = 60, 200
# Share of the query's terms that a note has to contain.
_MIN_SHARE = 0.5
# Words of scripts without spaces; Hangul has spaces, but its particles follow the word directly.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f\U00020000-\U0003ffff]+")

# A page or a file could have made the model write a note, to be obeyed in another conversation.
_READS = (Reads.PRIVATE, Reads.FOREIGN)


@contextmanager
def _told() -> Generator[None]:
    """Raise ToolFailed if the file can't be read or written."""
    try:
        yield
    except ListFileError as error:
        raise ToolFailed("unreadable", str(error)) from error
    except OSError as error:
        raise ToolFailed("not_written", f"The notes can't be written: {reason_of(error)}.") from error


class Notes:
    """The notes and their file, which is read for each call: the user may edit it. Can be used in any thread.

    Its methods raise ToolFailed if the file can't be read or written.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._lock = ListFile(file, RECORDS, MAX_BYTES), Lock()

    @property
    def all(self) -> tuple[Note, ...]:
        """All notes, the newest first."""
        with _told():
            notes = self._file.read()
        return tuple(sorted(notes, key=lambda each: (-each.written_at, -each.number)))

    def add(self, note: Note) -> Note:
        """Add a note, with another number if it is taken. Raises ToolFailed if there are too many."""
        with self._lock, _told():
            present = self._file.read()
            if len(present) >= MAX_NOTES:
                raise ToolFailed("too_many", f"There are {MAX_NOTES} notes already; delete some first.")
            numbers = {each.number for each in present}
            number = max(numbers) + 1 if note.number in numbers else note.number
            added = Note(number, note.text, note.title, note.written_at)
            self._file.write((*present, added))
            return added

    def remove(self, number: int, text: str) -> bool:
        """Remove a note. Returns False if there is none of this number with exactly this text."""
        with self._lock, _told():
            present = self._file.read()
            kept = tuple(each for each in present if (each.number, each.text) != (number, text))
            if len(kept) == len(present):
                return False
            self._file.write(kept)
            return True

    def get(self, number: int) -> Note:
        """Return a note. Raises ToolFailed if there is none of this number."""
        notes = self.all
        found = next((each for each in notes if each.number == number), None)
        if found is None:
            numbers = [str(each.number) for each in notes[:_MAX_LISTED]]
            raise ToolFailed("unknown_number", f"There is no note {number}. note_list has the numbers.", numbers)
        return found

    def search(self, query: str) -> tuple[Note, ...]:
        """Return the notes with at least half of the query's terms: the best first, and of those the newest.

        A term is found within words too, in any case and width. Of scripts without spaces, each pair of characters is
        a term.
        """
        normalized = _normalized(query)
        terms = tuple(dict.fromkeys(_terms(normalized))) or tuple(normalized.split())
        shares = [(_share(terms, note), note) for note in self.all] if terms else []
        found = [each for each in shares if each[0] >= _MIN_SHARE]
        found.sort(key=lambda each: -each[0])
        return tuple(note for _, note in found)


def _normalized(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _terms(query: str) -> Iterator[str]:
    for word in re.findall(r"\w+", query):
        for run in _UNSPACED.findall(word):
            yield from (run[at : at + 2] for at in range(max(len(run) - 1, 1)))
        yield from _UNSPACED.sub(" ", word).split()


def _share(terms: tuple[str, ...], note: Note) -> float:
    text = _normalized(f"{note.title}\n{note.text}")
    return sum(term in text for term in terms) / len(terms)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:_FIRST_LINE]


def _to_json(note: Note, most: int) -> dict[str, JsonValue]:
    written = local_time(note.written_at)
    text = note.text if len(note.text) <= most else f"{note.text[:most]}…"
    day = f"{written:%Y-%m-%d %H:%M}" if written else ""
    return {"number": note.number, "title": note.title or _first_line(note.text), "note": day, "text": text}


def _from_json(output: JsonValue) -> Note:
    """Return the note of an output. Raises ToolFailed if it has none."""
    match output:
        case [{"number": int(number), "title": str(title), "note": str(day), "text": str(text)}]:
            written = parse_local_time(day)
            return Note(number, text, title, written.timestamp() if written else 0.0)
        case _:
            raise ToolFailed("no_undo", "The result of the call names no note.")


def _add_preview(arguments: Arguments) -> str:
    return str(arguments.get("title") or arguments.get("text") or "").strip().partition("\n")[0]


async def _undo_add(_arguments: Arguments, output: JsonValue, *, notes: Notes) -> str:
    note = _from_json(output)
    if not await run_in_thread(partial(notes.remove, note.number, note.text)):
        raise ToolFailed("no_undo", tr("The note is gone, or was changed since."))
    return tr("The note is deleted.")


@tool(
    "note_add",
    title=tr_noop("Write a note"),
    icon="note",
    reads=NOTHING,
    preview=_add_preview,
    result=ResultKind.LIST,
    about=tr_noop("Keeps a text for you, to be found again later."),
    undo=_undo_add,
)
def add_note(text: str, title: str = "", *, notes: Notes, clock: Clock) -> list[JsonValue]:
    """Write a note for the user, which stays until it is deleted.

    text: clear also much later.
    title: a few words.
    """
    text, title = text.strip(), title.strip()
    if not text or len(text) > MAX_TEXT or len(title) > MAX_TITLE:
        reason = f"A note has 1 to {MAX_TEXT} characters, and its title at most {MAX_TITLE}."
        raise ToolFailed("invalid_text", reason)
    number = max((each.number for each in notes.all), default=0) + 1
    note = Note(number, text, title or _first_line(text), round(clock.now().timestamp(), 3))
    return [_to_json(notes.add(note), MAX_TEXT)]


@tool(
    "note_list",
    group="notes",
    title=tr_noop("Look at the notes"),
    icon="note",
    concurrent=True,
    early=True,
    reads=_READS,
    result=ResultKind.LIST,
    about=tr_noop("Shows the model your notes."),
)
def list_notes(*, notes: Notes) -> list[JsonValue]:
    """List the user's notes, the newest first, each with its number, title, date and the beginning of its text."""
    found = notes.all
    left = len(found) - _MAX_LISTED
    more: list[JsonValue] = [f"{left} older notes are not listed. Use note_search."] if left > 0 else []
    return [*(_to_json(each, _EXCERPT) for each in found[:_MAX_LISTED]), *more]


@tool(
    "note_search",
    group="notes",
    title=tr_noop("Search the notes"),
    icon="note",
    concurrent=True,
    early=True,
    reads=_READS,
    preview=lambda arguments: str(arguments.get("query") or ""),
    result=ResultKind.LIST,
    about=tr_noop("Finds notes by their words and shows them to the model."),
)
def search_notes(query: str, *, notes: Notes) -> list[JsonValue]:
    """Find the user's notes by words in them. The complete text of the best ones is returned.

    query: a few words that the note contains, in the language of the note.
    """
    found = notes.search(query[:MAX_TEXT])
    left = len(found) - _MAX_FOUND
    more: list[JsonValue] = [f"{left} more notes have some of these words."] if left > 0 else []
    return [*(_to_json(each, MAX_TEXT) for each in found[:_MAX_FOUND]), *more]


async def _propose_deletion(number: int, *, notes: Notes) -> Proposal:
    note = await run_in_thread(partial(notes.get, number))
    if len(note.text) > MAX_DELETED:
        raise ToolFailed(
            "too_long", f"Note {number} is too long to be brought back. The user can delete it in the file."
        )
    shown = note.text if note.text.startswith(note.title) else f"{note.title}\n\n{note.text}"
    return Proposal(shown, ResultKind.TEXT, note)


async def _undo_delete(_arguments: Arguments, output: JsonValue, *, notes: Notes) -> str:
    note = _from_json(output)
    added = await run_in_thread(partial(notes.add, note))
    return tr("The note is there again, as No. {number}.", number=added.number)


@tool(
    "note_delete",
    group="notes",
    title=tr_noop("Delete a note"),
    icon="note",
    policy=Policy.ASK,
    reads=_READS,
    preview=lambda arguments: tr("No. {number}", number=arguments.get("number", "")),
    result=ResultKind.LIST,
    about=tr_noop("Deletes one of your notes; it can be brought back."),
    prepare=_propose_deletion,
    undo=_undo_delete,
)
def delete_note(number: int, *, notes: Notes, proposal: Proposal) -> list[JsonValue]:
    """Delete a note of the user. The deleted note is returned.

    number: the note's number, from note_list or note_search.
    """
    note = proposal.state
    if not isinstance(note, Note) or note.number != number or not notes.remove(number, note.text):
        raise ToolFailed("changed", f"Note {number} was changed or deleted meanwhile. Look at it again.")
    # As a whole, for Undo.
    return [_to_json(note, len(note.text))]


NOTE_TOOLS = (add_note, list_notes, search_notes, delete_note)
