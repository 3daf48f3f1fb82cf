"""Speaks one answer while it is written: markdown in, sound out, and how far it was heard."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.speech_progress import heard_up_to
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.spoken_text.speakable import Piece, SpeakableText
from deskpet.features.voice.spoken_text.vowels import VowelShare, vowels
from deskpet.features.voice.synthesis.engine import SpeechEngine
from deskpet.pet.vowels import Vowel


@dataclass(frozen=True, slots=True)
class _QueuedPiece:
    """A piece in the queue; `base` is where its block begins in the answer."""

    piece: Piece
    base: int


class Speaker:
    """Speaks one answer. A player speaks one answer at a time: stop the one before.

    The answer comes in one or more blocks of markdown, with tool calls between them. Offsets count the characters of
    all blocks together, as `Message.heard_up_to` does.

    language: that of text whose script does not tell. stage_directions: speak them as well. on_problem: called once,
    with the error of the first piece that can't be spoken.
    """

    def __init__(
        self,
        engine: SpeechEngine,
        player: Player,
        on_problem: Callable[[SpeechError], None] = lambda _: None,
        *,
        language: Language | None = None,
        stage_directions: bool = False,
    ) -> None:
        self._language: Language | None = language
        self._stage_directions = stage_directions
        self._queue = SpeechQueue(engine, player, on_problem)
        self._spoken: list[_QueuedPiece] = []
        self._block: SpeakableText | None = None
        self._base = self._length = 0
        self._vowels: tuple[int, list[VowelShare]] | None = None  # of a piece, with its number
        self._finished: asyncio.Task[None] | None = None

    @property
    def length(self) -> int:
        """The characters of the answer so far."""
        return self._length

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called, or nothing can be heard."""
        return self._queue.is_stopped

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
        self._length += characters

    def feed(self, text: str) -> None:
        """Take more of the markdown of the present block."""
        if self._queue.is_stopped:
            return
        if self._block is None:
            self._base = self._length
            self._block = SpeakableText(
                self._language, stage_directions=self._stage_directions, is_continued=self._base > 0
            )
        self._length += len(text)
        self._add(self._block.feed(text))

    def end_block(self) -> None:
        """End the present block: what follows is another one."""
        if self._block is not None and not self._queue.is_stopped:
            self._add(self._block.finish())
            self._block = None

    def finish(self) -> None:
        """The answer is complete."""
        if self._finished is None:
            self.end_block()
            self._queue.end()
            self._finished = asyncio.ensure_future(self._queue.finished())

    async def finished(self) -> None:
        """Wait until everything was heard, after `finish`, or until `stop`."""
        await self._queue.finished()

    def pause(self) -> None:
        """Be silent until `resume`. What was not heard yet is kept."""
        self._queue.pause()

    def resume(self) -> None:
        """Go on where `pause` was called."""
        self._queue.resume()

    def stop(self) -> int:
        """Be silent at once, and return the offset up to which it was heard."""
        self._queue.stop()
        return self.heard_up_to

    @property
    def heard_up_to(self) -> int:
        """The offset up to which it was heard until now; the end of a word."""
        heard = self._queue.heard()
        if heard.piece >= len(self._spoken):
            return 0
        if self._finished is not None and self.is_all_heard:
            # What follows, such as code, is not spoken.
            return self._length
        spoken = self._spoken[heard.piece]
        piece = spoken.piece
        return spoken.base + heard_up_to(piece.text, piece.start, piece.end, heard.fraction)

    @property
    def vowel(self) -> Vowel:
        """The vowel that is heard now: those of the present piece, laid over its duration."""
        heard = self._queue.heard()
        if heard.piece >= len(self._spoken) or heard.fraction >= 1:
            return Vowel.CLOSED
        if self._vowels is None or self._vowels[0] != heard.piece:
            piece = self._spoken[heard.piece].piece
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
        heard = self._queue.heard()
        return not self._spoken or (heard.piece == len(self._spoken) - 1 and heard.fraction >= 1)

    def _add(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            self._spoken.append(_QueuedPiece(piece, self._base))
            self._queue.add(piece.text, piece.language)
