"""Split streamed text into sentences of English, Chinese and Japanese, which are spoken one by one.

A decision depends only on the text up to it, so that streamed text is cut as the whole text would be.
"""

import re
from collections.abc import Iterator

from deskpet.features.voice.spoken_text.language import CJK

# What a piece has to have, and what is too long, in letters and in characters of CJK, which are about a syllable each.
_FIRST_CLAUSE = (12, 6)
_SHORT = (10, 4)
_LONG = (200, 80)

_QUOTES = "\"'”’」』｣"
_CLOSERS = _QUOTES + ")]）】》〉"
_OPENERS = "“‘「『｢（《【"
_CJK_ENDERS = "。！？｡．…‥"
_ENDERS = ".!?" + _CJK_ENDERS
_END = re.compile(
    rf"(?P<marks>[{re.escape(_ENDERS)}]+(?:[{re.escape(_CLOSERS)}]*[{re.escape(_ENDERS)}]+)*)"
    rf"(?P<closers>[{re.escape(_CLOSERS)}]*)|\n"
)
# A halfwidth mark ends a clause before a blank, or between characters of CJK.
_CLAUSE = re.compile(rf"[，、；：､]+|(?:[,;:]|--)(?=\s)|(?<=[{CJK}])[,;:](?=[{CJK}])|[—―─]+(?=[^—―─])|–(?=\s)")
_UNIT = re.compile(rf"(?P<cjk>[{CJK}])|[^\W_]")
_LAST_WORD = re.compile(r"[^\W_](?:[\w.&'-]*\w)?$")
_IS_CJK = re.compile(f"[{CJK}]")
_INITIAL = re.compile(r"(?:.*\.)?[A-HJ-Z]|[A-Za-z](?:\.[A-Za-z])+|(?:.*\.)I")
_LEADING = re.compile(r"^(?:[\s,;:!?，、；：。！？｡､)）」』”…—–]|\.(?!\w))+")
_LIST_NUMBER = re.compile(r"\s*\d{1,3}\.")

# Without their full stop: before a word, before a number, and at the end of a sentence as well.
_NEVER_LAST = re.compile(
    r"mr|mrs|ms|mx|dr|prof|st|mt|vs|e\.g|i\.e|eg|ie|approx|cf|al|gen|sen|gov|capt|lt|sgt|rev|hon|messrs|viz"
)
_BEFORE_NUMBERS = re.compile(r"nos?|figs?|vol|ch|sec|pp?|eq|art|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec")
_PERHAPS_LAST = re.compile(r"[ap]\.m|etc|inc|ltd|co|corp|jr|sr|ph\.d|b\.c|a\.d")


def next_cut(text: str, *, is_first: bool, is_final: bool) -> int | None:
    """Return where the next piece of `text` ends, or None if that depends on text to come.

    A piece is a sentence, with short ones before it. A line feed ends a piece in any case.

    is_first: whether nothing was spoken before: the piece then ends after the first clause, to be heard early, and is
        not made longer.
    is_final: whether `text` is complete.
    """
    end = _piece_end(text, may_be_short=is_first, is_final=is_final)
    if is_first and (clause := _first_clause(text[: end or None])):
        end = clause
    limit = _reach(text, _LONG)
    if limit is not None and (end is None or end > limit):
        return _cut_long(text, limit)
    return len(text) if end is None and is_final and text else end


def without_leading_marks(text: str) -> str:
    """Return a piece without the blanks and closing marks at its beginning, which belong to what was left out."""
    return _LEADING.sub("", text)


def _piece_end(text: str, *, may_be_short: bool, is_final: bool) -> int | None:
    """Return the end of the first sentence that makes the piece long enough."""
    end = None
    for end in _sentence_ends(text, is_final=is_final):
        if end is None or may_be_short or text[end - 1] == "\n":
            return end
        if _reach(text[:end], _SHORT, is_included=True) is not None:
            return end
    # What follows the last sentence belongs to it, as it is short.
    return len(text) if end is not None and is_final else None


def _sentence_ends(text: str, *, is_final: bool) -> Iterator[int | None]:
    """Yield where sentences end; None at the last if the text to come decides."""
    for match in _END.finditer(text):
        if match[0] == "\n":
            yield match.end()
            continue
        is_end = is_final or None
        if match.end() < len(text):
            is_end = _is_end(text, match, is_final=is_final)
        if is_end is None:
            yield None
            return
        if is_end:
            yield match.end()


def _is_end(text: str, match: re.Match[str], *, is_final: bool) -> bool | None:
    """Return whether a sentence ends at the marks of `match`, behind which the text goes on; None if unknown yet."""
    following = text[match.end()]
    if not following.isspace():
        return _is_end_before(following, text, match)
    rest = text[match.end() : match.end() + 40].lstrip()
    if any(quote in match["closers"] for quote in _QUOTES):
        if not rest:
            return is_final or None
        if rest[0].islower():
            # "Stop!" he said.
            return False
    if match["marks"] == ".":
        return _is_end_at_full_stop(text[: match.start()], rest, is_final=is_final)
    return True


def _is_end_before(following: str, text: str, match: re.Match[str]) -> bool:
    """Return whether a sentence ends at marks that another character than a blank follows."""
    if match["closers"] and following not in _OPENERS:
        # The sentence goes on after what somebody said in it, unless no letter follows.
        return not following.isalnum() and match["marks"][-1] in _CJK_ENDERS
    mark = match["marks"][-1]
    if mark in "。！？｡．":
        return not (mark == "．" and following.isdigit())
    is_before_cjk = following in _OPENERS or bool(_IS_CJK.match(following))
    return is_before_cjk and (mark in "!?" or bool(_IS_CJK.match(text[match.start() - 1 : match.start()])))


def _is_end_at_full_stop(before: str, rest: str, *, is_final: bool) -> bool | None:
    """Return whether a sentence ends at a single full stop that a blank follows; None if unknown yet.

    rest: what follows the blank.
    """
    found = _LAST_WORD.search(before[-40:])
    word = found[0] if found else ""
    lower = word.lower()
    if _BEFORE_NUMBERS.fullmatch(lower):
        return (not rest[0].isdigit()) if rest else is_final or None
    if _PERHAPS_LAST.fullmatch(lower):
        return not (rest[0].islower() or rest[0].isdigit()) if rest else is_final or None
    is_numbered = _LIST_NUMBER.fullmatch(f"{before}.")
    return not (_NEVER_LAST.fullmatch(lower) or _INITIAL.fullmatch(word) or is_numbered)


def _first_clause(text: str) -> int | None:
    """Return where the first clause ends that is long enough for a first piece."""
    enough = _reach(text, _FIRST_CLAUSE, is_included=True)
    if enough is None:
        return None
    found = next((match for match in _CLAUSE.finditer(text, 0) if match.start() >= enough), None)
    return found.end() if found else None


def _cut_long(text: str, limit: int) -> int:
    """Return where to cut a sentence that is longer than `limit`: after a clause, else a word, else anywhere."""
    least = limit // 4
    clauses = [match.end() for match in _CLAUSE.finditer(text[:limit]) if match.end() > least]
    return clauses[-1] if clauses else text.rfind(" ", least, limit) + 1 or limit


def _reach(text: str, amount: tuple[int, int], *, is_included: bool = False) -> int | None:
    """Return the offset at which a text has more than an amount of letters or characters of CJK; None if it has less.

    A text with both reaches it by their shares. is_included: whether the exact amount is enough.
    """
    letters, characters = amount
    share, whole = 0, letters * characters
    for match in _UNIT.finditer(text):
        share += letters if match["cjk"] else characters
        if share > whole:
            return match.start()
        if share == whole and is_included:
            return match.end()
    return None
