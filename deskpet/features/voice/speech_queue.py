"""Speaks the pieces of a text in order, while the next ones are made.

At most two pieces are synthesized at once, and at most 20 seconds of sound wait: a stopped answer has not paid for
minutes of speech that nobody hears.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from deskpet.features.voice.playback.playback_buffer import RATE
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.sound import SAMPLE_BYTES, Pcm, SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.features.voice.synthesis.engine import MAX_TEXT, SpeechEngine, max_seconds
from deskpet.translation import tr

MAX_SYNTHESES = 2
MAX_AHEAD_SECONDS = 20.0
# Of them, so much is for the piece that is being played.
_MIN_AHEAD_SECONDS = 2.0
# Sound that is given to the player in one turn of the event loop.
_SLICE_SECONDS = 0.25
# Seconds of sound per character, before any piece is complete.
_SECONDS_PER_CHARACTER = 0.09


@dataclass(frozen=True, slots=True)
class SpeechProgress:
    """The part that was heard: all pieces before `piece`, and `fraction` of it, 0..1."""

    piece: int
    fraction: float


NOTHING_HEARD = SpeechProgress(0, 0.0)


@dataclass(slots=True, eq=False)
class _Piece:
    """A piece and its sound. `waiting` is what the player does not have yet; `length` is in samples at RATE.

    error: why its synthesis ended early.
    """

    number: int
    text: str
    language: Language
    waiting: deque[Pcm] = field(default_factory=deque[Pcm])
    seconds: float = 0.0
    is_complete: bool = False
    length: int | None = None
    error: Exception | None = None

    @property
    def waiting_seconds(self) -> float:
        return sum(pcm.seconds for pcm in self.waiting)


class SpeechQueue:
    """Speaks one answer. `on_problem` gets the error of the first piece that can't be spoken; it is skipped.

    on_started: called with the number of each piece when its first sound goes to the player.
    is_stopped: whether `stop` was called.
    """

    def __init__(
        self,
        engine: SpeechEngine,
        player: Player,
        on_problem: Callable[[SpeechError], None] = lambda _: None,
        on_started: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._engine, self._player = engine, player
        self._on_problem, self._on_started = on_problem, on_started
        self._pieces: list[_Piece] = []
        self._is_closed = self.is_stopped = self._has_reported = False
        self._heard: SpeechProgress | None = None
        self._fed = 0
        self._syntheses: set[asyncio.Task[None]] = set()
        self._next_synthesis = 0
        self._changed = asyncio.Event()
        self._feeder: asyncio.Task[None] | None = None

    def add(self, text: str, language: Language) -> None:
        """Append a piece; the first one has the number 0. Ignored after `stop`."""
        self._pieces.append(_Piece(len(self._pieces), text, language))
        if not self.is_stopped:
            if self._feeder is None:
                self._feeder = asyncio.ensure_future(self._feed())
            self._start_syntheses()
            self._changed.set()

    def end(self) -> None:
        """No more pieces will be added."""
        self._is_closed = True
        self._changed.set()

    async def finished(self) -> None:
        """Wait until the last piece was heard, after `end`, or until `stop`."""
        if self._feeder is not None:
            await asyncio.wait({self._feeder})
            if not self._feeder.cancelled():
                self._feeder.result()

    def stop(self) -> SpeechProgress:
        """Be silent at once, end the syntheses, and return what was heard."""
        if not self.is_stopped:
            self._heard = self.heard()
            self.is_stopped = True
            if self._feeder is not None and not self._feeder.done():
                # Otherwise the player may have the next answer.
                self._player.stop()
            for task in (*self._syntheses, *((self._feeder,) if self._feeder else ())):
                task.cancel()
        return self.heard()

    def pause(self) -> None:
        """Be silent until `resume`; the pieces go on being made. Ignored after `stop`."""
        if not self.is_stopped:
            self._player.buffer.is_paused = True

    def resume(self) -> None:
        """Go on where `pause` was called."""
        if not self.is_stopped:
            self._player.buffer.is_paused = False

    def heard(self) -> SpeechProgress:
        """Return what was heard until now."""
        if self._heard is not None:
            return self._heard
        position = self._player.buffer.position()
        # The player may have played something else before.
        piece = next((each for each in self._pieces if position is not None and each is position.piece), None)
        if position is None or piece is None:
            return NOTHING_HEARD
        return SpeechProgress(piece.number, min(position.samples / self._length(piece), 1.0))

    def _length(self, piece: _Piece) -> float:
        """Return the samples of a piece, estimated by those before it while its synthesis is running."""
        if piece.length is not None:
            return max(piece.length, 1)
        if piece.is_complete:
            return max(piece.seconds * RATE, 1)
        done = [each for each in self._pieces if each.is_complete and each.seconds]
        seconds, characters = sum(each.seconds for each in done), sum(len(each.text) for each in done)
        pace = seconds / characters if characters else _SECONDS_PER_CHARACTER
        return max(pace * len(piece.text), piece.seconds, 1 / RATE) * RATE

    def _start_syntheses(self) -> None:
        """Start the next pieces, at most two at once."""
        while len(self._syntheses) < MAX_SYNTHESES and self._next_synthesis < len(self._pieces):
            task = asyncio.ensure_future(self._synthesize(self._pieces[self._next_synthesis]))
            self._next_synthesis += 1
            self._syntheses.add(task)
            task.add_done_callback(self._on_synthesis_done)

    def _on_synthesis_done(self, task: asyncio.Task[None]) -> None:
        self._syntheses.discard(task)
        if not self.is_stopped:
            self._start_syntheses()

    async def _synthesize(self, piece: _Piece) -> None:
        try:
            await self._collect(piece)
        except Exception as error:  # noqa: BLE001
            # The feeder reports or raises it.
            piece.error = error
        finally:
            piece.is_complete = True
            self._changed.set()

    async def _collect(self, piece: _Piece) -> None:
        limit = max_seconds(piece.text)
        async with aclosing(self._engine.synthesize(piece.text[:MAX_TEXT], piece.language)) as sound:
            async for pcm in sound:
                await self._room_for(piece, pcm.seconds)
                piece.waiting.append(pcm)
                piece.seconds += pcm.seconds
                self._changed.set()
                if piece.seconds > limit:
                    title, next_step = tr("The voice does not end"), tr("Check the server of the voice.")
                    cause = tr("After {n} seconds of sound the sentence was still not over.", n=round(limit))
                    raise SpeechError("endless_sound", title, cause, next_step)

    async def _room_for(self, piece: _Piece, seconds: float) -> None:
        """Wait until there is room for `seconds` more of a piece."""
        while True:
            ahead = self._player.buffer.buffered_seconds
            waiting = sum(each.waiting_seconds for each in self._pieces[self._fed :])
            # The piece that is being played keeps a part for itself, so that the next one can't starve it.
            is_current = piece.number == self._fed
            own = ahead + piece.waiting_seconds
            is_needed = is_current and (not own or own + seconds <= _MIN_AHEAD_SECONDS)
            limit = MAX_AHEAD_SECONDS if is_current else MAX_AHEAD_SECONDS - _MIN_AHEAD_SECONDS
            if ahead + waiting + seconds <= limit or is_needed:
                return
            await self._player.taken()

    async def _feed(self) -> None:
        """Give the sound to the player, piece by piece."""
        try:
            while True:
                if self._fed < len(self._pieces):
                    await self._feed_piece(self._pieces[self._fed])
                    self._fed += 1
                elif self._is_closed:
                    break
                else:
                    await self._change()
            await self._player.drained()
        except SpeechError as error:
            # The device can't be opened or was lost: nothing more can be heard.
            self._report(error)
            self.stop()
        except Exception:
            self.stop()
            raise

    async def _feed_piece(self, piece: _Piece) -> None:
        has_started = False
        while True:
            # It was closed if the engine was slow.
            await self._player.open()
            if piece.waiting and not has_started:
                has_started = True
                self._on_started(piece.number)
            while piece.waiting:
                await self._write_slice(piece)
            if piece.is_complete:
                break
            await self._change()
        piece.length = self._player.buffer.end_piece(piece)
        if isinstance(piece.error, SpeechError):
            self._report(piece.error)
        elif piece.error is not None:
            raise piece.error

    async def _write_slice(self, piece: _Piece) -> None:
        """Write a short part of the waiting sound, so that a long one does not hold up the event loop."""
        pcm = piece.waiting[0]
        size = round(pcm.rate * _SLICE_SECONDS) * SAMPLE_BYTES
        if len(pcm.samples) > size:
            piece.waiting[0] = Pcm(pcm.rate, pcm.samples[size:])
        else:
            piece.waiting.popleft()
        self._player.buffer.write(Pcm(pcm.rate, pcm.samples[:size]), piece)
        await asyncio.sleep(0)

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _report(self, error: SpeechError) -> None:
        if not self._has_reported:
            self._has_reported = True
            self._on_problem(error)
