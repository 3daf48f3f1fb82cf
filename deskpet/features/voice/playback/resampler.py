"""Converts the sample rate of a stream of sound, in blocks of 20 ms."""

from deskpet.features.voice.playback.sound_library import miniaudio
from deskpet.features.voice.sound import SAMPLE_BYTES, Pcm

BLOCKS_PER_SECOND = 50
# Samples after a block that its conversion needs, because of the filter's length.
_LOOKAHEAD = 16


class Resampler:
    """Converts to `rate`, a multiple of 50. Sounds of several rates may follow each other.

    The library converts whole sounds only. Each block is converted together with the one before it, so that there is
    no click between them. A rate that is no multiple of 50 is rounded to the next one, which nobody can hear.
    """

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._source_rate = rate
        self._previous = b""
        self._pending = b""

    def feed(self, pcm: Pcm) -> list[bytes]:
        """Return the blocks of 20 ms that `pcm` completes. End a sound with `flush` before another rate."""
        self._source_rate = max(round(pcm.rate / BLOCKS_PER_SECOND), 1) * BLOCKS_PER_SECOND
        self._pending += pcm.samples[: pcm.frames * SAMPLE_BYTES]
        size = self._source_rate // BLOCKS_PER_SECOND * SAMPLE_BYTES
        is_same = self._source_rate == self._rate
        lookahead = 0 if is_same else _LOOKAHEAD * SAMPLE_BYTES
        blocks: list[bytes] = []
        start = 0
        while start + size + lookahead <= len(self._pending):
            block = self._pending[start : start + size]
            ahead = self._pending[start + size : start + size + lookahead]
            blocks.append(block if is_same else self._converted(block, ahead))
            start += size
        self._pending = self._pending[start:]
        return blocks

    def flush(self) -> list[bytes]:
        """Return the rest of a sound, and begin another one."""
        rest, self._pending = self._pending, b""
        blocks: list[bytes] = []
        if rest:
            is_same = self._source_rate == self._rate
            blocks.append(rest if is_same else self._converted(rest, bytes(_LOOKAHEAD * SAMPLE_BYTES)))
        self._previous = b""
        return blocks

    def _converted(self, block: bytes, ahead: bytes) -> bytes:
        library = miniaudio()
        sample = library.SampleFormat.SIGNED16
        size = self._source_rate // BLOCKS_PER_SECOND * SAMPLE_BYTES
        # The first block has silence before it.
        previous = self._previous or bytes(size)
        sound = previous + block + ahead
        converted = library.convert_frames(sample, 1, self._source_rate, sound, sample, 1, self._rate)
        self._previous = block
        start = self._rate // BLOCKS_PER_SECOND * SAMPLE_BYTES
        frames = len(block) // SAMPLE_BYTES * self._rate // self._source_rate
        return bytes(converted[start : start + frames * SAMPLE_BYTES])
