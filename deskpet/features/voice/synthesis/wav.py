"""Reads the header of a WAV stream (RIFF), and writes WAV files.

The lengths in a header are often wrong: a server writes it before the sound ends.
"""

import io
import struct
import wave
from dataclasses import dataclass

from deskpet.features.voice.sound import MAX_RATE, MIN_RATE, SAMPLE_BYTES, Pcm

_MAX_HEADER = 64 * 1024
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_MAX_CHANNELS = 8
# The names of the library miniaudio for the samples of a format.
_SAMPLES = {
    (_PCM, 8): "UNSIGNED8",
    (_PCM, 16): "SIGNED16",
    (_PCM, 24): "SIGNED24",
    (_PCM, 32): "SIGNED32",
    (_FLOAT, 32): "FLOAT32",
}


@dataclass(frozen=True, slots=True)
class PcmLayout:
    """The layout of uncompressed sound. samples: their kind, as the library miniaudio calls it; of `bits` each."""

    rate: int
    channels: int = 1
    samples: str = "SIGNED16"
    bits: int = 16

    @property
    def frame_bytes(self) -> int:
        """Bytes of the samples of all channels at one time."""
        return self.channels * self.bits // 8


@dataclass(frozen=True, slots=True)
class WavHeader:
    """The layout of the sound, where it starts, and its length in bytes as the header has it, which may be wrong."""

    layout: PcmLayout
    start: int
    declared: int


class InvalidWav(ValueError):
    """The header is damaged, or its format can't be played."""


def parse_header(data: bytes) -> WavHeader | None:
    """Return the header at the start of `data`, None while it is incomplete. Raises InvalidWav."""
    if len(data) >= 12 and data[8:12] != b"WAVE":
        raise InvalidWav("RIFF without WAVE")
    position, layout = 12, None
    while position + 8 <= len(data):
        name, (length,) = data[position : position + 4], struct.unpack_from("<I", data, position + 4)
        position += 8
        if name == b"data":
            if layout is None:
                raise InvalidWav("no format before the data")
            return WavHeader(layout, position, length)
        if name == b"fmt " and position + min(length, 40) <= len(data):
            layout = _layout(data[position : position + length])
        position += length + length % 2
        if position > _MAX_HEADER:
            raise InvalidWav("no data")
    return None


def _layout(chunk: bytes) -> PcmLayout:
    if len(chunk) < 16:
        raise InvalidWav("a format chunk that is too short")
    code, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
    if code == _EXTENSIBLE and len(chunk) >= 26:
        # WAVEFORMATEXTENSIBLE: the format is the start of the sub-format's GUID.
        (code,) = struct.unpack_from("<H", chunk, 24)
    samples = _SAMPLES.get((code, bits))
    if samples is None:
        raise InvalidWav(f"format {code} with {bits} bits")
    if not (MIN_RATE <= rate <= MAX_RATE and 1 <= channels <= _MAX_CHANNELS):
        raise InvalidWav(f"{channels} channels at {rate} Hz")
    return PcmLayout(rate, channels, samples, bits)


def wav_file(pcm: Pcm) -> bytes:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(SAMPLE_BYTES)
        out.setframerate(pcm.rate)
        out.writeframes(pcm.samples)
    return file.getvalue()
