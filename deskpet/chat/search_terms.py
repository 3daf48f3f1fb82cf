"""The terms of a text by which it is indexed, found and compared, in scripts with and without spaces.

The index has trigrams, which can't find words of two characters, as most words of Chinese and Japanese are. So each
pair of such characters is indexed with a mark after it, which makes three.
"""

import re
import unicodedata
from collections.abc import Iterator

# More terms of a long message only slow the search down.
_MAX_TERMS = 12
_PAIR_END = "\N{MIDDLE DOT}"
_MIN_INDEXED = 3
# The beginning of a longer word finds its other forms as well, and faster.
_MAX_PREFIX = 5
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f\U00020000-\U0003ffff]+")
_KANA_ONLY = re.compile(r"[\u3040-\u309f]+")
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about all also am an and any are as at be been but by can could did do does for from had has have how i if "
        "in is it its just know like me mine my not of on or our she should so some tell than that the their them then "
        "there they this to told was we were what when where which who why will with would you your",
    )
)
# Characters that nearly every sentence has: pronouns, particles and question words.
_STOP_CHARACTERS = frozenset("我你他她它们的了吗呢吧是不有在这那和就也很什么谁哪怎私僕俺君何誰は")


def indexed_text(text: str) -> str:
    """Return what the index holds of a text, in the form of `search_terms`."""
    folded = _folded(text)
    pairs = (f"{pair}{_PAIR_END}" for run in _UNSPACED.findall(folded) for pair in _pieces(run, 2) if _is_telling(pair))
    return f"{folded}\n{''.join(pairs)}"


def search_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a question, or of a few words, that the index can find."""
    terms = (
        f"{term}{_PAIR_END}" if _UNSPACED.fullmatch(term) else term[:_MAX_PREFIX]
        for term in _content(text)
        if len(term) >= _MIN_INDEXED or _UNSPACED.fullmatch(term)
    )
    return tuple(terms)[:_MAX_TERMS]


def shared_terms(one: str, other: str) -> frozenset[str]:
    """Return the terms that both texts have, without the words that every text has."""
    return frozenset(_content(one)) & frozenset(_content(other))


def _content(text: str) -> dict[str, None]:
    """Return the words and pairs of characters that tell what a text is about, in its order."""
    terms: dict[str, None] = {}
    for word in _words(text):
        if _UNSPACED.fullmatch(word):
            terms |= dict.fromkeys(each for each in _pieces(word, 2) if _is_telling(each))
        elif word not in _STOP_WORDS:
            terms[_stem(word)] = None
    return terms


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _words(text: str) -> Iterator[str]:
    for word in re.findall(r"\w+", _folded(text)):
        yield from _UNSPACED.findall(word)
        yield from _UNSPACED.sub(" ", word).split()


def _pieces(run: str, length: int) -> Iterator[str]:
    return (run[at : at + length] for at in range(len(run) - length + 1))


def _is_telling(pair: str) -> bool:
    return not _KANA_ONLY.fullmatch(pair) and not _STOP_CHARACTERS & {*pair}


def _stem(word: str) -> str:
    """Return the beginning that the forms of an English word share, of at least three letters."""
    for ending in ("ies", "ing", "es", "ed", "s", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_INDEXED + 1:
            return word[: -len(ending)]
    return word
