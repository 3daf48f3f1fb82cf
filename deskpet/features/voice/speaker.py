"""Speaks one answer while it is written: markdown in, sound out, and how far it was heard."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.speakable import Piece, SpeakableText
from deskpet.features.voice.spoken_text.vowels import VowelShare, vowels
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.pet.vowels import Vowel

# In scripts without spaces, every character is an edge.
_FIRST_UNSPACED = "\u2e80"


class Speaker:
    """Speaks one answer. A player speaks one answer at a time: stop the one before.

    The answer comes in one or more blocks of markdown, with tool calls between them. Offsets count the characters of
    all blocks together, as `Message.heard_up_to` does.

    stage_directions: speak them as well. on_problem: called once, with the error of the first piece that can't be
    spoken. length: the characters of the answer so far. queue: its pieces, to pause them or wait for their end.
    """

    def __init__(
        self,
        engine: SpeechEngine,
        player: Player,
        on_problem: Callable[[SpeechError], None] = lambda _: None,
        *,
        stage_directions: bool = False,
    ) -> None:
        self._stage_directions = stage_directions
        self.queue = SpeechQueue(engine, player, on_problem)
        # With their places in the whole answer.
        self._spoken: list[Piece] = []
        self._block: SpeakableText | None = None
        self._base = self.length = 0
        self._vowels: tuple[int, list[VowelShare]] | None = None  # of a piece, with its number
        self._finished: asyncio.Task[None] | None = None

    @property
    def has_all_text(self) -> bool:
        """Whether `finish` was called."""
        return self._finished is not None

    @property
    def is_finished(self) -> bool:
        """Whether everything was heard, after `finish`."""
        return self._finished is not None and self._finished.done()

    def skip(self, characters: int) -> None:
        """Pass over the beginning of an answer that is continued; it is not spoken."""
        self.length += characters

    def feed(self, text: str) -> None:
        """Take more of the markdown of the present block."""
        if self.queue.is_stopped:
            return
        if self._block is None:
            self._base = self.length
            self._block = SpeakableText(stage_directions=self._stage_directions, is_continued=self._base > 0)
        self.length += len(text)
        self._add(self._block.feed(text))

    def end_block(self) -> None:
        """End the present block: what follows is another one."""
        if self._block is not None and not self.queue.is_stopped:
            self._add(self._block.finish())
            self._block = None

    def finish(self) -> None:
        """The answer is complete."""
        if self._finished is None:
            self.end_block()
            self.queue.end()
            self._finished = asyncio.ensure_future(self.queue.finished())

    def stop(self) -> int:
        """Be silent at once, and return the offset up to which it was heard."""
        self.queue.stop()
        return self.heard_up_to

    @property
    def heard_up_to(self) -> int:
        """The offset up to which it was heard until now; the end of a word."""
        heard = self.queue.heard()
        if heard.piece >= len(self._spoken):
            return 0
        if self._finished is not None and self.is_all_heard:
            # What follows, such as code, is not spoken.
            return self.length
        piece = self._spoken[heard.piece]
        return heard_up_to(piece.text, piece.start, piece.end, heard.fraction)

    @property
    def vowel(self) -> Vowel:
        """The vowel that is heard now: those of the present piece, laid over its duration."""
        heard = self.queue.heard()
        if heard.piece >= len(self._spoken) or heard.fraction >= 1:
            return Vowel.CLOSED
        if self._vowels is None or self._vowels[0] != heard.piece:
            piece = self._spoken[heard.piece]
            self._vowels = (heard.piece, vowels(piece.text, piece.language))
        end = 0.0
        for each in self._vowels[1]:
            end += each.share
            if heard.fraction < end:
                return each.vowel
        return Vowel.CLOSED

    @property
    def is_all_heard(self) -> bool:
        """Whether everything that could be spoken so far was heard."""
        heard = self.queue.heard()
        return not self._spoken or (heard.piece == len(self._spoken) - 1 and heard.fraction >= 1)

    def _add(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            self._spoken.append(replace(piece, start=self._base + piece.start, end=self._base + piece.end))
            self.queue.add(piece.text, piece.language)


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
