"""The queue between the event loop, which writes sound, and the thread of the sound device, which takes it.

Only operations that are atomic under the global interpreter lock are used on what both sides change: a lock could make
the sound wait for the event loop.
"""

import math
import time
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from deskpet.features.voice.playback.loudness import RELEASE, MouthOpening, loudness
from deskpet.features.voice.playback.resampler import Resampler
from deskpet.features.voice.sound import SAMPLE_BYTES, Pcm

RATE = 48_000
"""Samples a second of everything in the buffer."""
_FADE_FRAMES = RATE // 200
# So much is collected before a sound begins, more than the device takes at once; and before it goes on after it has run
# out, because its engine is slow.
_START_FRAMES, _REFILL_FRAMES = RATE * 8 // 100, RATE // 4
_MAX_SPANS = 512
# A device that asks for nothing for so many seconds is not playing.
_STALLED_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class _Block:
    """Up to 20 ms of sound. start: samples of its piece before it. opening: that of the mouth at its end."""

    samples: bytes
    piece: object
    start: int
    opening: float


@dataclass(frozen=True, slots=True)
class _Span:
    """Samples that the device has taken, at `position` on its clock."""

    position: int
    frames: int
    piece: object
    start: int
    opening: float


@dataclass(frozen=True, slots=True)
class PlayedPosition:
    """The sound that is heard at a time: a piece, and how many samples of it were played."""

    piece: object
    samples: int


class PlaybackBuffer:
    """Sound of pieces, any values that name them, with what of it was played. Positions are samples at RATE.

    latency: seconds from the moment when the device takes a sample until it is heard.
    """

    def __init__(
        self,
        on_taken: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        volume: float = 1.0,
    ) -> None:
        self.latency = 0.0
        self.volume = volume
        self.is_paused = False
        """Whether the device gets silence, while the sound waits where it is."""
        self.starved_frames = 0
        """Samples of silence inside pieces, because the engine was slower than the sound."""
        self._on_taken = on_taken
        self._clock = clock
        self._resampler, self._mouth = Resampler(RATE), MouthOpening()
        self._queue: deque[_Block] = deque()
        self._rest: _Block | None = None
        self._queued = self._taken = 0
        self._stops = self._seen_stops = 0
        self._was_paused = False
        self._piece_rate, self._piece_frames = 0, 0
        self._is_piece_open = False
        # Samples to collect before the next one is given; 0 while sound is given.
        self._wanted_frames = 0
        # The clock of the device, and the time of its last step: one value, since another thread reads it.
        self._given = (0, 0.0)
        self._spans: deque[_Span] = deque(maxlen=_MAX_SPANS)

    @property
    def buffered_seconds(self) -> float:
        """Sound that the device has not taken yet."""
        return max(self._queued - self._taken, 0) / RATE

    @property
    def given(self) -> int:
        """The clock of the device: how many samples it has taken, silence included."""
        return self._given[0]

    def write(self, pcm: Pcm, piece: object) -> None:
        """Append sound to `piece`. Pieces are written one after another."""
        if self._piece_rate not in {0, pcm.rate}:
            self._append(self._resampler.flush(), piece)
        self._piece_rate = pcm.rate
        if not self._is_piece_open and self._queued == self._taken:
            self._wanted_frames = _START_FRAMES
        self._is_piece_open = True
        self._append(self._resampler.feed(pcm), piece)

    def end_piece(self, piece: object) -> int:
        """Append the rest of `piece`, and return its length in samples."""
        self._append(self._resampler.flush(), piece)
        length, self._piece_frames, self._piece_rate = self._piece_frames, 0, 0
        self._is_piece_open = False
        return length

    def stop(self) -> None:
        """Drop everything that was not taken. The sound fades out within 5 ms."""
        self._queue.clear()
        self._resampler.flush()
        self._is_piece_open, self._wanted_frames = False, 0
        self._piece_rate = self._piece_frames = 0
        self.is_paused = False
        self._mouth = MouthOpening()
        self._queued = self._taken
        self._stops += 1

    def take(self, frames: int) -> bytes:
        """Return the next samples, with silence where there is no sound. Called by the thread of the device."""
        given, out = self._given[0], bytearray()
        is_paused, was_paused = self.is_paused, self._was_paused
        self._was_paused = is_paused
        if self._seen_stops != self._stops:
            self._seen_stops = self._stops
            rest, self._rest = self._rest, None
            out += _faded(rest.samples[: frames * SAMPLE_BYTES]) if rest and not was_paused else b""
        if is_paused != was_paused:
            count = min(frames - len(out) // SAMPLE_BYTES, _FADE_FRAMES)
            out += _faded(self._take_sound(count, given + len(out) // SAMPLE_BYTES), is_out=is_paused)
        if not is_paused:
            out += self._take_sound(frames - len(out) // SAMPLE_BYTES, given + len(out) // SAMPLE_BYTES)
            self._note_silence(frames - len(out) // SAMPLE_BYTES)
        out += bytes(frames * SAMPLE_BYTES - len(out))
        self._given = (given + frames, self._clock())
        self._on_taken()
        return bytes(out)

    def _take_sound(self, frames: int, position: int) -> bytes:
        """Return up to so many samples that wait. position: of the first one, on the clock of the device."""
        wanted, out = frames * SAMPLE_BYTES, bytearray()
        if not self._must_wait():
            while len(out) < wanted and (block := self._next_block()) is not None:
                self._give(block, wanted - len(out), position + len(out) // SAMPLE_BYTES)
                out += block.samples[: wanted - len(out)]
        return bytes(out)

    def played(self) -> float:
        """Return the sample on the clock of the device that is heard now."""
        given, at = self._given
        return given - max(self.latency - (self._clock() - at), 0.0) * RATE

    @property
    def is_playing(self) -> bool:
        """Whether sound is waiting, or was taken and is not heard yet."""
        last = self._last_span()
        return self.buffered_seconds > 0 or (last is not None and self.played() < last.position + last.frames)

    @property
    def silent_seconds(self) -> float:
        """Seconds for which the device has taken only silence; infinite before the first sound."""
        if self.is_playing:
            return 0.0
        last = self._last_span()
        return (self.given - last.position - last.frames) / RATE if last else math.inf

    def position(self) -> PlayedPosition | None:
        """Return what is heard now, or was heard last; None if nothing was."""
        played = self.played()
        span = self._span_at(played)
        if span is None:
            return None
        return PlayedPosition(span.piece, span.start + int(min(played - span.position, span.frames)))

    def opening_now(self) -> float:
        """Return the opening of the mouth, 0..1, for what is heard now. Depends on played samples only."""
        played = self.played()
        span = self._span_at(played)
        if span is None or self._clock() - self._given[1] > _STALLED_SECONDS:
            return 0.0
        over = max(played - span.position - span.frames, 0.0)
        return max(span.opening - over / RATE / RELEASE, 0.0)

    def _span_at(self, played: float) -> _Span | None:
        """Return the last sound that begins at or before a sample on the clock of the device."""
        return next((span for span in reversed(self._spans.copy()) if span.position <= played), None)

    def _append(self, blocks: list[bytes], piece: object) -> None:
        for samples in blocks:
            frames = len(samples) // SAMPLE_BYTES
            opening = self._mouth.add(loudness(samples), frames / RATE)
            self._queued += frames
            self._queue.append(_Block(_scaled(samples, self.volume), piece, self._piece_frames, opening))
            self._piece_frames += frames

    def _must_wait(self) -> bool:
        if not self._is_piece_open or self._queued - self._taken >= self._wanted_frames:
            self._wanted_frames = 0
        return self._wanted_frames > 0

    def _next_block(self) -> _Block | None:
        if self._rest is not None:
            block, self._rest = self._rest, None
            return block
        try:
            return self._queue.popleft()
        except IndexError:
            return None

    def _give(self, block: _Block, room: int, position: int) -> None:
        """Record what the device takes of `block`, and keep the rest."""
        frames = min(len(block.samples), room) // SAMPLE_BYTES
        self._taken += frames
        self._spans.append(_Span(position, frames, block.piece, block.start, block.opening))
        if rest := block.samples[room:]:
            self._rest = _Block(rest, block.piece, block.start + frames, block.opening)

    def _note_silence(self, frames: int) -> None:
        if frames and self._is_piece_open and self._piece_frames and self._wanted_frames != _START_FRAMES:
            self._wanted_frames = _REFILL_FRAMES
            self.starved_frames += frames

    def _last_span(self) -> _Span | None:
        return self._spans[-1] if self._spans else None


def _scaled(samples: bytes, volume: float) -> bytes:
    if volume >= 1.0:
        return samples
    values = memoryview(samples).cast("h")
    gain = round(max(volume, 0.0) * 256)
    return array("h", [value * gain >> 8 for value in values]).tobytes()


def _faded(samples: bytes, *, is_out: bool = True) -> bytes:
    """Return the first 5 ms of `samples`, faded to silence, or from it."""
    values = memoryview(samples[: _FADE_FRAMES * SAMPLE_BYTES]).cast("h")
    count = len(values)
    gains = range(count, 0, -1) if is_out else range(count)
    return array("h", [value * gain // count for value, gain in zip(values, gains, strict=True)]).tobytes()
