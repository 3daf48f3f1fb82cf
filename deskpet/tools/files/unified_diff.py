"""Unified diffs that people approve: bounded in time and size, and nothing in them is invisible."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deskpet.text.invisible import escape_invisible
from deskpet.tools.files.text_file import split_lines

MAX_LINES, MAX_LINE_LENGTH, MAX_LENGTH = 600, 500, 60_000
"""Limits of a diff; what a card shows is not larger."""

_CONTEXT = 3
# The matcher takes up to quadratic time, so larger changes are shown as one replaced part.
_MAX_MATCHED_LINES = 2_000


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines `start` to `end` become lines `new_start` to `new_end`; both count from 0, without the end."""

    start: int
    end: int
    new_start: int
    new_end: int


def unified_diff(before: str | None, after: str | None, path: str) -> str:
    """Return the difference of two texts; None is a file that does not exist. Empty if they are equal.

    If it is cut, its last line begins with a backslash and tells how much is missing.
    """
    old, new = split_lines(before or ""), split_lines(after or "")
    hunks = list(_hunks(old, new))
    if not hunks and (before is None) == (after is None):
        return ""
    head = [f"--- {'/dev/null' if before is None else path}", f"+++ {'/dev/null' if after is None else path}"]
    return "\n".join(_cut([*head, *hunks]))


def _hunks(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the lines of the hunks, each with its lines of context."""
    for group in _groups(_changes(old, new)):
        first, last = group[0], group[-1]
        before = min(_CONTEXT, first.start)
        after = min(_CONTEXT, len(old) - last.end)
        removed = _range(first.start - before, last.end + after)
        added = _range(first.new_start - before, last.new_end + after)
        yield f"@@ -{removed} +{added} @@"
        at = first.start - before
        for change in group:
            yield from (_line(" ", each) for each in old[at : change.start])
            yield from (_line("-", each) for each in old[change.start : change.end])
            yield from (_line("+", each) for each in new[change.new_start : change.new_end])
            at = change.end
        yield from (_line(" ", each) for each in old[at : at + after])


def _groups(changes: Iterable[_Change]) -> Iterator[list[_Change]]:
    """Yield the changes whose context would overlap together."""
    group: list[_Change] = []
    for change in changes:
        if group and change.start - group[-1].end > 2 * _CONTEXT:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _changes(old: list[str], new: list[str]) -> Iterator[_Change]:
    """Yield the changes in order; only the part between the first and the last one is matched."""
    start, end = _common(old, new)
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(a), len(b)) > _MAX_MATCHED_LINES:
        yield _Change(start, start + len(a), start, start + len(b))
        return
    # Only needed for a change, so it is not imported at the start.
    from difflib import SequenceMatcher

    for tag, i, j, k, m in SequenceMatcher(None, a, b).get_opcodes():
        if tag != "equal":
            yield _Change(start + i, start + j, start + k, start + m)


def _common(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many lines are equal at the beginning and at the end."""
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
    return start, end


def _range(start: int, end: int) -> str:
    """Return a hunk's range as `diff -u` writes it."""
    length = end - start
    begin = start + 1 if length else start
    return str(begin) if length == 1 else f"{begin},{length}"


def _line(mark: str, line: str) -> str:
    """Return a line with its mark as it is shown."""
    body = escape_invisible(line.removesuffix("\n"))
    if len(body) > MAX_LINE_LENGTH:
        body = f"{body[:MAX_LINE_LENGTH]}... ({len(body) - MAX_LINE_LENGTH} more characters)"
    return f"{mark}{body}" if line.endswith("\n") else f"{mark}{body}\n\\ No newline at end of file"


def _cut(lines: list[str]) -> list[str]:
    kept: list[str] = []
    room = MAX_LENGTH
    for line in lines[:MAX_LINES]:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    left_out = lines[len(kept) :]
    if not left_out:
        return kept
    added, removed = (sum(each.startswith(mark) for each in left_out) for mark in "+-")
    return [*kept, f"\\ {len(left_out)} more lines are not shown: {added} added, {removed} removed"]
