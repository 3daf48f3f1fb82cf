"""Speaks one answer while it is written: markdown in, sound out, and how far it was heard."""

from collections.abc import Callable

from deskpet.voice.engine import SpeechEngine
from deskpet.voice.heard import heard_up_to
from deskpet.voice.language import Language
from deskpet.voice.player import Player
from deskpet.voice.speakable import Piece, SpeakableText
from deskpet.voice.speech_error import SpeechError
from deskpet.voice.speech_queue import SpeechQueue


class Speaker:
    """Speaks one answer. A player speaks one answer at a time: stop the one before.

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
        self._text = SpeakableText(language, stage_directions=stage_directions)
        self._queue = SpeechQueue(engine, player, on_problem)
        self._pieces: list[Piece] = []
        self._length = 0
        self._has_all_text = False

    def feed(self, text: str) -> None:
        """Take more of the answer's markdown."""
        if not self._queue.is_stopped:
            self._length += len(text)
            self._add(self._text.feed(text))

    def finish(self) -> None:
        """The answer is complete."""
        if not self._has_all_text:
            self._has_all_text = True
            if not self._queue.is_stopped:
                self._add(self._text.finish())
            self._queue.end()

    async def finished(self) -> None:
        """Wait until everything was heard, after `finish`, or until `stop`."""
        await self._queue.finished()

    def stop(self) -> int:
        """Be silent at once, and return the offset in the markdown up to which it was heard."""
        self._queue.stop()
        return self.heard_up_to

    @property
    def heard_up_to(self) -> int:
        """The offset in the markdown up to which it was heard until now; the end of a word."""
        heard = self._queue.heard()
        if heard.piece >= len(self._pieces):
            return 0
        is_last = heard.piece == len(self._pieces) - 1 and self._has_all_text
        if is_last and heard.fraction >= 1:
            # What follows, such as code, is not spoken.
            return self._length
        piece = self._pieces[heard.piece]
        return heard_up_to(piece.text, piece.start, piece.end, heard.fraction)

    def _add(self, pieces: list[Piece]) -> None:
        self._pieces += pieces
        for piece in pieces:
            self._queue.add(piece.text, piece.language)
