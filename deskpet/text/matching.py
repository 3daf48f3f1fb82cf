"""Match the titles of a list with a few letters: whole words first, scattered letters last. Match names by case."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

_SCATTERED = 1_000
"""The rank of scattered letters, to which the length of the part with them is added."""


@dataclass(frozen=True, slots=True)
class SearchText:
    """What is matched, case-folded. more: words that are found as well, after all titles."""

    title: str
    more: str = ""

    @classmethod
    def of(cls, title: str, more: str = "") -> "SearchText":
        """Return the text of a title in any case."""
        return cls(title.casefold(), more.casefold())


T = TypeVar("T")


def find(entries: Iterable[tuple[SearchText, T]], words: str) -> list[T]:
    """Return the entries that match, the best first; equally good ones stay in their order."""
    terms = words.casefold().split()
    if not terms:
        return [entry for _, entry in entries]
    query = _Query(terms)
    ranked = [(rank, entry) for text, entry in entries if (rank := query.rank(text)) is not None]
    ranked.sort(key=lambda each: each[0])
    return [entry for _, entry in ranked]


def meant_names(name: str, names: Collection[str]) -> list[str]:
    """Return the names that `name` can mean: itself if it is one of them, else those that differ from it by case."""
    return [name] if name in names else [each for each in names if each.casefold() == name.casefold()]


class _Query:
    """What was typed, as patterns: at each letter thousands of titles are matched, most of them by the first one."""

    def __init__(self, terms: list[str]) -> None:
        self._terms, self._start, self._letters = terms, " ".join(terms), "".join(terms)
        starts = [rf"(?<!\w){re.escape(term)}" for term in terms]
        self._starts, self._words = _all_of(starts), _all_of(rf"{start}(?!\w)" for start in starts)
        self._initials = re.compile(r"(?<!\w)" + r"\w*\W+".join(map(re.escape, self._letters)))

    def rank(self, text: SearchText) -> int | None:
        """Return how well a text matches, 0 is best; None if it does not."""
        title = text.title
        if all(map(title.__contains__, self._terms)):
            return self._rank_of_parts(title)
        if text.more and all(term in title or term in text.more for term in self._terms):
            return 6
        length = _length_with(title, self._letters)
        if length is None:
            return None
        return 5 if self._initials.search(title) else _SCATTERED + length

    def _rank_of_parts(self, title: str) -> int:
        if title.startswith(self._start):
            return 0 if title == self._start else 1
        if self._words.match(title):
            return 2
        return 3 if self._starts.match(title) else 4


def _all_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches at the beginning of a text that has all `patterns`."""
    return re.compile("".join(f"(?=.*?{pattern})" for pattern in patterns), re.DOTALL)


def _length_with(title: str, letters: str) -> int | None:
    """Return the length of the part of a title that has the letters in their order; None without one."""
    # A pattern with a gap after each letter would try all ways to place them.
    first = at = title.find(letters[0])
    for letter in letters[1:]:
        if at < 0:
            break
        at = title.find(letter, at + 1)
    return None if at < 0 else at - first + 1
