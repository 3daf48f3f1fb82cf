"""Reads one answer aloud while it streams: text in, sound out, and how much of the text was heard."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from deskpet.voice.engine import SpeechEngine
from deskpet.voice.heard import heard_up_to
from deskpet.voice.player import Player
from deskpet.voice.speakable import Piece, SpeakableText
from deskpet.voice.speech_error import SpeechError
from deskpet.voice.speech_queue import SpeechQueue


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A piece in the queue; `base` is where its block of text begins in the answer."""

    piece: Piece
    base: int


class SpokenAnswer:
    """The voice of one answer. Its text comes in blocks, with tool calls between them.

    Positions count the characters of all blocks together, as `Message.heard_up_to` does.
    """

    def __init__(
        self,
        engine: SpeechEngine,
        player: Player,
        on_problem: Callable[[SpeechError], None],
        *,
        stage_directions: bool = False,
    ) -> None:
        """`on_problem` gets the first error; what it concerns is skipped."""
        self._queue = SpeechQueue(engine, player, on_problem)
        self._stage_directions = stage_directions
        self._spoken: list[_Spoken] = []
        self._block: SpeakableText | None = None
        self._base = self._length = 0
        self._finished: asyncio.Future[None] | None = None

    @property
    def length(self) -> int:
        """The characters of text so far."""
        return self._length

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._queue.is_stopped

    @property
    def is_finished(self) -> bool:
        """Whether the whole answer was heard, after `end`, or what could be spoken of it."""
        return self._finished is not None and self._finished.done()

    def skip(self, characters: int) -> None:
        """Pass over text that the answer has already; nothing of it is spoken."""
        self._length += characters

    def feed(self, text: str) -> None:
        """Append text to the present block."""
        if self._block is None:
            self._base = self._length
            self._block = SpeakableText(stage_directions=self._stage_directions)
        self._length += len(text)
        self._add(self._block.feed(text))

    def end_block(self) -> None:
        """End the present block of text: what follows is another one."""
        if self._block is not None:
            self._add(self._block.finish())
            self._block = None

    def end(self) -> None:
        """No more text will come."""
        self.end_block()
        self._queue.end()
        self._finished = asyncio.ensure_future(self._queue.finished())

    def stop(self) -> int:
        """Be silent at once, and return how many characters were heard."""
        self._queue.stop()
        return self.heard()

    def heard(self) -> int:
        """Return how many characters were heard until now; what is not spoken counts with the words after it."""
        heard = self._queue.heard()
        if heard.piece >= len(self._spoken):
            return 0
        spoken = self._spoken[heard.piece]
        piece = spoken.piece
        return spoken.base + heard_up_to(piece.text, piece.start, piece.end, heard.fraction)

    def is_all_heard(self) -> bool:
        """Whether the last piece so far was heard to its end."""
        heard = self._queue.heard()
        return not self._spoken or (heard.piece == len(self._spoken) - 1 and heard.fraction >= 1)

    def _add(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            self._spoken.append(_Spoken(piece, self._base))
            self._queue.add(piece.text, piece.language)
