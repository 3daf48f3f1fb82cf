"""Parses the header of a WAV stream (RIFF), whose lengths are often wrong: a server writes it before the sound ends."""

import struct
from dataclasses import dataclass
from enum import StrEnum

from deskpet.features.voice.pcm import MAX_RATE, MIN_RATE

_MAX_HEADER = 64 * 1024
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_MAX_CHANNELS = 8


class SampleType(StrEnum):
    """How a sample is encoded."""

    U8 = "u8"
    S16 = "s16"
    S24 = "s24"
    S32 = "s32"
    F32 = "f32"

    @property
    def size(self) -> int:
        """Bytes of a sample."""
        return int(self.value[1:]) // 8


_TYPES = {
    (_PCM, 8): SampleType.U8,
    (_PCM, 16): SampleType.S16,
    (_PCM, 24): SampleType.S24,
    (_PCM, 32): SampleType.S32,
    (_FLOAT, 32): SampleType.F32,
}


@dataclass(frozen=True, slots=True)
class PcmLayout:
    """The layout of uncompressed sound."""

    rate: int
    channels: int = 1
    sample_type: SampleType = SampleType.S16

    @property
    def frame_bytes(self) -> int:
        """Bytes of the samples of all channels at one time."""
        return self.channels * self.sample_type.size


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
    sample_type = _TYPES.get((code, bits))
    if sample_type is None:
        raise InvalidWav(f"format {code} with {bits} bits")
    if not (MIN_RATE <= rate <= MAX_RATE and 1 <= channels <= _MAX_CHANNELS):
        raise InvalidWav(f"{channels} channels at {rate} Hz")
    return PcmLayout(rate, channels, sample_type)
