"""Compute how much of a text was heard when its sound was interrupted."""

from dataclasses import dataclass

# In scripts without spaces, every character is an edge.
_FIRST_UNSPACED = "\u2e80"


@dataclass(frozen=True, slots=True)
class SpeechProgress:
    """The part that was heard: all pieces before `piece`, and `fraction` of it, 0..1."""

    piece: int
    fraction: float


NOTHING_HEARD = SpeechProgress(0, 0.0)


def heard_length(text: str, fraction: float) -> int:
    """Return how many characters of a spoken text were heard: a part of it, back to the end of a word.

    >>> heard_length("Hello there, friend", 0.5)
    5
    """
    if fraction >= 1:
        return len(text)
    end = int(max(fraction, 0.0) * len(text))
    while end and not _is_edge(text, end):
        end -= 1
    return len(text[:end].rstrip())


def heard_up_to(text: str, start: int, end: int, fraction: float) -> int:
    """Return the offset in the source up to which it was heard.

    text: the piece as it was spoken, from the source's characters `start` to `end`; the two may differ in length.
    """
    if fraction >= 1 or not text:
        return end if fraction >= 1 else start
    return start + heard_length(text, fraction) * (end - start) // len(text)


def _is_edge(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at : at + 1]
    return not after or not (before.isalnum() and after.isalnum()) or before >= _FIRST_UNSPACED
