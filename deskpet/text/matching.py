"""Match the titles of a list with a few letters: whole words first, scattered letters last. Match names by case."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

_WORD = re.compile(r"\w+")
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
    ranked = [(rank, entry) for text, entry in entries if (rank := _rank(text, terms)) is not None]
    ranked.sort(key=lambda each: each[0])
    return [entry for _, entry in ranked]


def meant_names(name: str, names: Collection[str]) -> list[str]:
    """Return the names that `name` can mean: itself if it is one of them, else those that differ from it by case."""
    return [name] if name in names else [each for each in names if each.casefold() == name.casefold()]


def _rank(text: SearchText, terms: list[str]) -> int | None:
    """Return how well a text matches, 0 is best; None if it does not."""
    title = text.title
    if all(term in title for term in terms):
        return _rank_of_parts(title, terms)
    if text.more and all(term in title or term in text.more for term in terms):
        return 6
    letters = "".join(terms)
    length = _length_with(title, letters)
    if length is None:
        return None
    initials = "".join(word[0] for word in _WORD.findall(title))
    return 5 if letters in initials else _SCATTERED + length


def _length_with(title: str, letters: str) -> int | None:
    """Return the length of the part of a title that has the letters in their order; None without one."""
    # A pattern with a gap after each letter would try all ways to place them.
    first = at = title.find(letters[0])
    for letter in letters[1:]:
        if at < 0:
            break
        at = title.find(letter, at + 1)
    return None if at < 0 else at - first + 1


def _rank_of_parts(title: str, terms: list[str]) -> int:
    if title.startswith(" ".join(terms)):
        return 0 if title == " ".join(terms) else 1
    words = _WORD.findall(title)
    if all(term in words for term in terms):
        return 2
    return 3 if all(any(word.startswith(term) for word in words) for term in terms) else 4
