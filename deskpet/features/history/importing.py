"""Imports files of conversations: those that deskpet exported, and exports of other programs.

A confined child process converts the latter; what it returns is validated as a file of deskpet's own.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from deskpet.features.history.imports.reader import LARGEST_FILE, ExportRefusal
from deskpet.features.history.imports.source import LeftOutKind
from deskpet.filesystem.bounded import open_regular
from deskpet.processes.cancellation import Cancellation
from deskpet.processes.child_kinds import EXPORT
from deskpet.processes.one_shot import ChildFailed, Failure, exchange
from deskpet.processes.threads import run_in_thread
from deskpet.store import ImportResult, Store, StoreError, json_file
from deskpet.text.reasons import reason_of
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural

OWN = "deskpet"
"""The name of the program whose files need no conversion."""
_CHILD = Path(__file__).parent / "imports" / "convert_child.py"
# Where a file that was exported by deskpet says so.
_START = 1024

# Why a file is not imported, and the next step.
_TOO_LARGE = tr_noop("{file} has more than {mb} MB. Export fewer conversations at once.")
_REASONS = {
    ExportRefusal.UNKNOWN: tr_noop(
        "{file} is no export of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio or Open WebUI."
        " Choose another file."
    ),
    ExportRefusal.NOT_JSON: tr_noop("{file} is no JSON, or is torn off. Choose a file as it was exported."),
    ExportRefusal.TOO_DEEP: tr_noop("{file} is nested too deeply to be read. Choose a file as it was exported."),
    ExportRefusal.TOO_LARGE: _TOO_LARGE,
    ExportRefusal.DAMAGED_ARCHIVE: tr_noop("{file} is damaged. Choose a file as it was exported."),
}

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: the program that wrote the file, and how much of each kind was left out."""

    program: str
    result: ImportResult
    left_out: Mapping[LeftOutKind, int] = field(default_factory=dict[LeftOutKind, int])

    def to_json(self) -> dict[str, Any]:
        """Return what `deskpet import --json` prints."""
        new, known = len(self.result.new), len(self.result.known)
        return {"program": self.program, "new": new, "known": known, "left_out": dict(self.left_out)}


@dataclass(frozen=True, slots=True)
class _Head:
    """The first line of the child's reply."""

    program: str = ""
    left_out: dict[LeftOutKind, int] = field(default_factory=dict[LeftOutKind, int])
    refusal: ExportRefusal | None = None
    late: tuple[str, ...] = ()


_head_adapter = TypeAdapter(_Head)


async def import_file(
    store: Store,
    file: Path,
    cancellation: Cancellation | None = None,
    progressed: Callable[[int, int], None] = lambda _done, _total: None,
) -> Imported:
    """Add the conversations of a file, except those that exist already; see `Store.import_json`.

    Raises StoreError and Cancelled.
    """
    cancellation = cancellation or Cancellation()
    found = await run_in_thread(partial(cancellation.run, partial(_converted, file)))
    if found is None:
        return Imported(OWN, await store.import_json(file, cancellation, progressed))
    head, data = found
    return Imported(
        head.program,
        await store.import_sessions(partial(json_file.parse, file.name, data), cancellation, progressed),
        head.left_out,
    )


def _converted(file: Path) -> tuple[_Head, bytes] | None:
    """Return what the child says of a file and makes of it; None if deskpet exported it. Raises StoreError."""
    try:
        with open_regular(file) as opened:
            if json_file.FORMAT.encode() in opened.read(_START):
                return None
        with open_regular(file) as opened:
            reply = exchange(EXPORT, _CHILD, opened)
    except OSError as error:
        what = tr("{file} can't be read: {why}. Choose another file.", file=file, why=reason_of(error))
        raise StoreError(what) from error
    except ChildFailed as error:
        raise StoreError(_failed(file.name, error.how)) from error
    return _parsed(file.name, reply)


def _parsed(name: str, reply: bytes) -> tuple[_Head, bytes]:
    line, _, data = reply.partition(b"\n")
    try:
        head = _head_adapter.validate_json(line)
    except ValueError as error:
        # The reply of a child that was taken over by the file that it read.
        raise StoreError(_failed(name, Failure.BAD_REPLY)) from error
    if head.late:
        logger.error("%s needs modules that it did not import before: %s", _CHILD.name, head.late)
    if head.refusal:
        raise StoreError(tr(_REASONS[head.refusal], file=name, mb=LARGEST_FILE >> 20))
    if len(reply) == EXPORT.reply_size:
        raise StoreError(tr(_TOO_LARGE, file=name, mb=json_file.LARGEST_FILE >> 20))
    return head, data


def _failed(name: str, how: Failure) -> str:
    if how in {Failure.TIMED_OUT, Failure.OUT_OF_MEMORY}:
        return tr(
            "Reading {file} takes more memory or time than is allowed. Export fewer conversations at once.", file=name
        )
    return tr("The reader of {file} crashed. The log has the cause.", file=name)


def message_of(imported: Mapping[str, Any]) -> str:
    """Return a line about the result of an import, given as `Imported.to_json`."""
    new, known, left_out = imported["new"], imported["known"], _left_out(imported["left_out"])
    if not new and known:
        return tr_plural(known, "This conversation is here already", "These {n} conversations are here already")
    added = tr_plural(new, "1 conversation imported", "{n} conversations imported")
    if not known and not left_out:
        return added
    present = tr_plural(known, "1 was here already.", "{n} were here already.") if known else ""
    return join_sentences(f"{added}.", present, left_out)


def _left_out(counts: Mapping[LeftOutKind, int]) -> str:
    """Return a sentence about what was left out; an empty text if that is nothing."""
    things = tr(", ").join(_count(kind, counts[kind]) for kind in LeftOutKind if counts.get(kind))
    return tr("Left out: {things}.", things=things) if things else ""


def _count(kind: LeftOutKind, count: int) -> str:
    match kind:
        case LeftOutKind.PICTURES:
            return tr_plural(count, "1 picture", "{n} pictures")
        case LeftOutKind.FILES:
            return tr_plural(count, "1 attached file", "{n} attached files")
        case LeftOutKind.RECORDINGS:
            return tr_plural(count, "1 recording", "{n} recordings")
        case LeftOutKind.NOTES:
            return tr_plural(count, "1 note of the program", "{n} notes of the program")
        case LeftOutKind.PARTS:
            return tr_plural(count, "1 part of an unknown kind", "{n} parts of unknown kinds")
        case LeftOutKind.EMPTY:
            return tr_plural(count, "1 empty conversation", "{n} empty conversations")
