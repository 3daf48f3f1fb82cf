"""Choose the passages of a document that match a question, by a full-text index in memory."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from deskpet.chat.search_terms import indexed_text, search_terms
from deskpet.chat.tokens import estimate_text_tokens

_PART_CHARACTERS = 1500
_FUSION = 60
# Numbers that are too short for the index, as of weeks and paragraphs.
_SHORT_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_MAX_NUMBERS = 12


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A piece of a page. `page` counts from 1."""

    page: int
    text: str


def parts_of(pages: Sequence[str], most: int = _PART_CHARACTERS) -> list[DocumentPart]:
    """Return the pages in pieces of at most `most` characters that end with a line, if the page has lines."""
    return [DocumentPart(number, piece) for number, page in enumerate(pages, 1) for piece in _pieces(page, most)]


def _pieces(page: str, most: int) -> Iterator[str]:
    begin = 0
    while begin < len(page):
        end = begin + most
        if end < len(page):
            # The last line end in the second half of the piece.
            end = page.rfind("\n", begin + most // 2, end) + 1 or end
        if piece := page[begin:end].strip():
            yield piece
        begin = end


def best_parts(pages: Sequence[str], question: str, room: int) -> list[DocumentPart]:
    """Return the parts that match `question` best, in the order of the document, of at most `room` tokens.

    The beginning, which usually says what the document is, comes first; it also fills what matches leave.
    """
    parts = parts_of(pages)
    chosen: list[int] = []
    for index in dict.fromkeys((0, *_matches(parts, question), *range(len(parts)))):
        room -= estimate_text_tokens(parts[index].text)
        if room < 0:
            break
        chosen.append(index)
    return [parts[index] for index in sorted(chosen)]


def _matches(parts: Sequence[DocumentPart], question: str) -> list[int]:
    """Return the indexes of the parts that contain words or numbers of the question, the best match first."""
    scores: dict[int, float] = {}
    for ranking in (_with_words(parts, search_terms(question)), _with_numbers(parts, question)):
        for rank, index in enumerate(ranking):
            # Reciprocal rank fusion (Cormack et al., 2009), which needs no weights.
            scores[index] = scores.get(index, 0) + 1 / (_FUSION + rank)
    return sorted(scores, key=lambda index: -scores[index])


def _with_words(parts: Sequence[DocumentPart], terms: Sequence[str]) -> list[int]:
    if not terms:
        return []
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE VIRTUAL TABLE parts USING fts5(text, tokenize = 'trigram')")
        rows = ((index, indexed_text(part.text)) for index, part in enumerate(parts))
        database.executemany("INSERT INTO parts (rowid, text) VALUES (?, ?)", rows)
        # In quotes, nothing is an operator (https://www.sqlite.org/fts5.html#fts5_strings).
        query = " OR ".join(f'"{term}"' for term in terms)
        hits = database.execute("SELECT rowid FROM parts WHERE parts MATCH ? ORDER BY rank", (query,))
        return [index for (index,) in hits]


def _with_numbers(parts: Sequence[DocumentPart], question: str) -> list[int]:
    numbers = list(dict.fromkeys(_SHORT_NUMBER.findall(question)))[:_MAX_NUMBERS]
    found = (frozenset(_SHORT_NUMBER.findall(part.text)) for part in parts)
    counts = [sum(number in part_numbers for number in numbers) for part_numbers in found]
    return sorted((index for index, count in enumerate(counts) if count), key=lambda index: -counts[index])
