"""Compare a text that is being written with the text that it replaces, line by line, without looking back."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import groupby

# The most lines of both texts together that are compared exactly, which takes quadratic time in the worst case.
MAX_EXACT = 4_000
# How far an unchanged line is searched below the place where the old text has arrived, in lines.
MAX_SEARCH = 400
# Unchanged lines that stay around a change when the others are folded.
CONTEXT = 3
# A line with fewer letters and digits, such as `}`, is found everywhere: it says nothing about the place.
_TELLING = re.compile(r"\w.*\w.*\w")
_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


class LineKind(Enum):
    """Kind of a line of a diff. GAP stands for lines that are left out; its text is their number, or empty."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line; `number` counts from 1 in the new text, for a removed line in the old one. 0: unknown."""

    kind: LineKind
    text: str
    number: int = 0


class StreamingDiff:
    """The diff of a text that grows at its end against `before`.

    A written line that equals one of the next old lines is unchanged, and the old lines above that are removed. So
    lines are only ever appended, and each costs a constant time. `whole_diff` is exact for complete texts.
    """

    def __init__(self, before: Sequence[str] = ()) -> None:
        self._before = before
        self._positions: dict[str, list[int]] = {}
        for position, line in enumerate(before):
            self._positions.setdefault(line, []).append(position)
        self._old, self._new, self._added = 0, 0, 0
        self._partial = ""

    def append(self, text: str) -> list[DiffLine]:
        """Append to the new text, and return the lines that are complete now."""
        *complete, self._partial = (self._partial + text).split("\n")
        return [each for line in complete for each in self._add(line.removesuffix("\r"))]

    @property
    def partial(self) -> DiffLine | None:
        """The line that is being written, None at the start of a line."""
        if not self._partial:
            return None
        old = self._before[self._old] if self._old < len(self._before) else ""
        kind = LineKind.SAME if old.startswith(self._partial) else LineKind.ADDED
        return DiffLine(kind, self._partial, self._new + 1)

    def finish(self) -> list[DiffLine]:
        """End the new text, and return the lines that are left: its last one, and the old ones below it."""
        lines = self._add(self._partial.removesuffix("\r")) if self._partial else []
        self._partial = ""
        return lines + self._remove_until(len(self._before))

    def _add(self, line: str) -> list[DiffLine]:
        removed: list[DiffLine] = []
        found = self._find(line)
        if found is not None:
            removed = self._remove_until(found)
            self._old += 1
        self._new += 1
        self._added = self._added + 1 if found is None else 0
        kind = LineKind.ADDED if found is None else LineKind.SAME
        return [*removed, DiffLine(kind, line, self._new)]

    def _find(self, line: str) -> int | None:
        """Return where the line stands in the old text from the present place on."""
        positions = self._positions.get(line)
        if positions is None or self._old >= len(self._before):
            return None
        if self._before[self._old] == line:
            return self._old
        if not _TELLING.search(line):
            # Perhaps as many lines were replaced as were written since the last unchanged one.
            at = self._old + self._added
            return at if at < len(self._before) and self._before[at] == line else None
        nearest = bisect_left(positions, self._old)
        is_near = nearest < len(positions) and positions[nearest] <= self._old + MAX_SEARCH
        return positions[nearest] if is_near else None

    def _remove_until(self, position: int) -> list[DiffLine]:
        removed = [DiffLine(LineKind.REMOVED, self._before[at], at + 1) for at in range(self._old, position)]
        self._old = max(self._old, position)
        return removed


def text_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def whole_diff(before: str, after: str) -> list[DiffLine]:
    """Return the diff of two complete texts. In each change, the removed lines come first."""
    old, new = text_lines(before), text_lines(after)
    if len(old) + len(new) <= MAX_EXACT:
        return list(_exact_diff(old, new))
    diff, lines = StreamingDiff(old), list[DiffLine]()
    for _, run in groupby(diff.append(after) + diff.finish(), lambda line: line.kind is LineKind.SAME):
        lines += sorted(run, key=lambda line: line.kind is LineKind.ADDED)
    return lines


def _exact_diff(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffLine]:
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            for at in range(old_start, old_end):
                yield DiffLine(LineKind.REMOVED, old[at], at + 1)
        for at in range(new_start, new_end):
            yield DiffLine(LineKind.SAME if kind == "equal" else LineKind.ADDED, new[at], at + 1)


def folded(lines: Sequence[DiffLine]) -> Iterator[DiffLine]:
    """Yield the changed lines with CONTEXT unchanged ones around them, and a GAP for all others."""
    changed = [index for index, line in enumerate(lines) if line.kind is not LineKind.SAME]
    kept = sorted({near for index in changed for near in range(index - CONTEXT, index + CONTEXT + 1)})
    at = 0
    for index in kept:
        if not 0 <= index < len(lines):
            continue
        if index > at:
            yield DiffLine(LineKind.GAP, str(index - at))
        yield lines[index]
        at = index + 1
    if at < len(lines):
        yield DiffLine(LineKind.GAP, str(len(lines) - at))


def unified_lines(diff: str) -> Iterator[DiffLine]:
    """Yield the lines of a unified diff, with a GAP before each hunk but one at the top."""
    old = new = 0
    for line in diff.splitlines():
        if hunk := _HUNK.match(line):
            old, new = int(hunk[1]), int(hunk[2])
            if max(old, new) > 1:
                yield DiffLine(LineKind.GAP, "")
        elif not (old or new) or line.startswith("\\"):
            # The names of the files, or a note.
            continue
        elif line.startswith("+"):
            yield DiffLine(LineKind.ADDED, line[1:], new)
            new += 1
        elif line.startswith("-"):
            yield DiffLine(LineKind.REMOVED, line[1:], old)
            old += 1
        else:
            yield DiffLine(LineKind.SAME, line[1:], new)
            old, new = old + 1, new + 1


def counts(lines: Iterable[DiffLine]) -> tuple[int, int]:
    """Return how many lines are added and removed."""
    kinds = [line.kind for line in lines]
    return kinds.count(LineKind.ADDED), kinds.count(LineKind.REMOVED)
