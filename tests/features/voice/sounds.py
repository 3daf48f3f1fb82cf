"""Sounds of the tests: tones, and files of the formats that servers send, made without an encoder."""

import math
import struct
from array import array
from itertools import pairwise


def tone(frequency: float, seconds: float, rate: int = 24_000, level: float = 0.5) -> bytes:
    """Returns a tone as 16-bit samples."""
    step = 2 * math.pi * frequency / rate
    return array("h", (round(level * 32767 * math.sin(step * n)) for n in range(round(seconds * rate)))).tobytes()


def wav(samples: bytes, rate: int, *, declared: int | None = None, trailer: bytes = b"", **layout: int) -> bytes:
    """Returns a WAV file. declared: the length in the header instead of the right one. layout: code, channels, bits."""
    code, channels, bits = layout.get("code", 1), layout.get("channels", 1), layout.get("bits", 16)
    frame = channels * bits // 8
    format_chunk = struct.pack("<HHIIHH", code, channels, rate, rate * frame, frame, bits)
    size = len(samples) if declared is None else declared
    body = b"WAVEfmt " + struct.pack("<I", len(format_chunk)) + format_chunk + b"data" + struct.pack("<I", size)
    return b"RIFF" + struct.pack("<I", (size + 36) & 0xFFFFFFFF) + body + samples + trailer


def silent_mp3(frames: int) -> bytes:
    """Returns an MP3 of silence: frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, with empty side information."""
    return (b"\xff\xfb\x90\xc0" + bytes(413)) * frames


def flac(samples: bytes, rate: int = 24_000, block: int = 4096) -> bytes:
    """Returns a FLAC file with verbatim subframes (RFC 9639)."""
    values = array("h", samples)
    info = struct.pack(">HH", block, block) + bytes(6)
    info += ((rate << 44) | (15 << 36) | len(values)).to_bytes(8, "big") + bytes(16)
    blocks = [values[start:end] for start, end in pairwise([*range(0, len(values), block), len(values)])]
    frames = b"".join(_flac_frame(number, each) for number, each in enumerate(blocks))
    return b"fLaC" + b"\x80" + len(info).to_bytes(3, "big") + info + frames


def _flac_frame(number: int, values: array) -> bytes:
    assert number < 128
    # Block size in 16 bits at the end of the header, the stream's rate, mono, 16 bits.
    header = b"\xff\xf8\x70\x08" + bytes([number]) + struct.pack(">H", len(values) - 1)
    header += bytes([_crc(header, 0x07, 8)])
    frame = header + b"\x02" + struct.pack(f">{len(values)}h", *values)
    return frame + struct.pack(">H", _crc(frame, 0x8005, 16))


def _crc(data: bytes, polynomial: int, bits: int) -> int:
    crc, top = 0, 1 << (bits - 1)
    for byte in data:
        crc ^= byte << (bits - 8)
        for _ in range(8):
            crc = ((crc << 1) ^ polynomial if crc & top else crc << 1) & ((1 << bits) - 1)
    return crc


def crossings(samples: bytes, rate: int) -> float:
    """Returns the frequency of a tone by its zero crossings."""
    values = array("h", samples)
    ups = sum(before < 0 <= after for before, after in pairwise(values))
    return ups * rate / max(len(values), 1)
