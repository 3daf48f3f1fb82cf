"""Finds the format of sound by its first bytes, and reads it piece by piece.

Servers send another format than the one they were asked for, under any content type. Uncompressed sound is passed on at
once, compressed sound is decoded when it is complete.
"""

import json
import re
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from enum import Enum, auto
from typing import Any, cast

from deskpet.features.voice.playback.sound_library import miniaudio
from deskpet.features.voice.sound import MAX_RATE, MIN_RATE, Pcm, SpeechError
from deskpet.features.voice.synthesis.engine import MAX_BYTES
from deskpet.features.voice.synthesis.wav import InvalidWav, PcmLayout, parse_header
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr

DEFAULT_LAYOUT = PcmLayout(24_000)
"""Raw sound of OpenAI's server, and of most that imitate it."""
DECODED_RATE = 48_000
_HEAD = 16
_MAX_MESSAGE, _EXCERPT = 64 * 1024, 200
_RATE = re.compile(r"(?:rate|samplerate|sample-rate)\s*=\s*\"?(\d{4,6})", re.IGNORECASE)
_CHANNELS = re.compile(r"channels\s*=\s*\"?([12])\b", re.IGNORECASE)
_TEXT_TYPES = ("application/json", "application/problem+json", "text/")
_TEXT_STARTS = (b'{"', b"{\n", b"<!", b"<html", b"data:", b"event:")
_TRAILERS = (b"LIST", b"id3 ", b"ID3 ", b"cue ", b"fact", b"smpl")


class SoundFormat(Enum):
    """A format of sound that can be read. COMPRESSED: MP3, FLAC or Vorbis, which the library distinguishes."""

    RAW = auto()
    WAV = auto()
    COMPRESSED = auto()


class SoundReader:
    """Incremental reader of one sound; chunks may be split anywhere.

    content_type: as the server sent it. raw: the layout if the bytes have no header and the content type names none.
    """

    def __init__(self, content_type: str = "", raw: PcmLayout = DEFAULT_LAYOUT) -> None:
        self._content_type = content_type.lower()
        self._layout = _raw_layout(self._content_type, raw)
        self._format: SoundFormat | None = None
        # Bytes that are not read yet: of an unknown format, an incomplete header or frame, or a compressed file.
        self._pending = bytearray()
        self._received = 0
        self._has_sound = False
        # Bytes of sound left as a WAV header has it; None for raw sound. Negative if the header was wrong.
        self._declared_left: int | None = None
        self._has_ended = False

    def feed(self, chunk: bytes) -> Iterator[Pcm]:
        """Yield the sound that `chunk` completes. Raises SpeechError."""
        self._received += len(chunk)
        if self._received > MAX_BYTES:
            cause = tr("The server sent more than {n} MB for one text.", n=MAX_BYTES >> 20)
            title, next_step = tr("The voice does not end"), tr("Check the server of the voice.")
            raise SpeechError("too_much_sound", title, cause, next_step)
        self._pending += chunk
        if self._format is None and len(self._pending) >= _HEAD:
            self._detect()
        yield from self._read()

    async def close(self) -> AsyncGenerator[Pcm]:
        """Yield the rest of the sound after the last chunk. Raises SpeechError."""
        if self._format is None:
            self._detect()
        for pcm in self._read(is_last=True):
            yield pcm
        if self._format is SoundFormat.COMPRESSED:
            async for pcm in _decoded(bytes(self._pending)):
                yield pcm
        elif self._format is SoundFormat.WAV and self._declared_left is None:
            raise _unreadable(tr("The WAV header is incomplete."))
        elif not self._has_sound:
            raise _no_sound(b"")

    def _detect(self) -> None:
        # A message is read to its end.
        is_text = self._content_type.startswith(_TEXT_TYPES) or self._pending.lstrip().startswith(_TEXT_STARTS)
        if not is_text:
            self._format = _format_of(bytes(self._pending[:_HEAD]), self._content_type)

    def _read(self, *, is_last: bool = False) -> Iterator[Pcm]:
        if self._format is None:
            if is_last or len(self._pending) > _MAX_MESSAGE:
                raise _no_sound(bytes(self._pending))
            return
        if self._format is SoundFormat.WAV and self._declared_left is None:
            self._read_header()
        if self._format is SoundFormat.RAW or self._declared_left is not None:
            yield from self._read_frames(is_last=is_last)

    def _read_header(self) -> None:
        try:
            header = parse_header(bytes(self._pending[: _MAX_MESSAGE * 2]))
        except InvalidWav as error:
            raise _unreadable(tr("The WAV header can't be read: {reason}.", reason=error)) from error
        if header is not None:
            self._layout, self._declared_left = header.layout, header.declared
            del self._pending[: header.start]

    def _read_frames(self, *, is_last: bool) -> Iterator[Pcm]:
        end = self._sound_end(is_last=is_last)
        end -= end % self._layout.frame_bytes
        data = bytes(self._pending[:end])
        del self._pending[: len(self._pending) if self._has_ended else end]
        if self._declared_left is not None:
            self._declared_left -= end
        if data:
            self._has_sound = True
            yield _to_pcm(data, self._layout)

    def _sound_end(self, *, is_last: bool) -> int:
        """Return how many of the pending bytes are sound. Other chunks may follow at the length of a WAV header."""
        left, size = self._declared_left, len(self._pending)
        if self._has_ended:
            return 0
        if left is None or not 0 <= left <= size:
            return size
        if bytes(self._pending[left : left + 4]) in _TRAILERS:
            self._has_ended = True
            return left
        return size if is_last or left + 4 <= size else left


def _raw_layout(content_type: str, default: PcmLayout) -> PcmLayout:
    """Return the layout that a content type such as `audio/L16; rate=16000` names."""
    rate, channels = _RATE.search(content_type), _CHANNELS.search(content_type)
    named = int(rate[1]) if rate else default.rate
    valid = named if MIN_RATE <= named <= MAX_RATE else default.rate
    return replace(default, rate=valid, channels=int(channels[1]) if channels else default.channels)


def _format_of(head: bytes, content_type: str) -> SoundFormat:
    """Return the format by the first bytes. Raises SpeechError for one that can't be played."""
    if head.startswith(b"RIFF"):
        return SoundFormat.WAV
    # The codec of Ogg is named in its first packet, behind the page header of 28 bytes, so it is found by decoding.
    if head.startswith((b"fLaC", b"OggS", b"ID3")) or ("pcm" not in content_type and _is_mp3(head)):
        return SoundFormat.COMPRESSED
    if head[4:8] == b"ftyp" or head.startswith(b"\x1aE\xdf\xa3") or "aac" in content_type or "opus" in content_type:
        raise _unreadable(tr("It came as AAC, Opus or another format that can't be played."))
    return SoundFormat.RAW


def _is_mp3(head: bytes) -> bool:
    """Return whether `head` is the header of a frame of layer III. Quiet raw samples also begin with 0xFF 0xFF."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return False
    version, layer, rate, bitrate = head[1] >> 3 & 3, head[1] >> 1 & 3, head[2] >> 2 & 3, head[2] >> 4
    return version != 1 and layer == 1 and rate != 3 and bitrate not in {0, 15}


def _to_pcm(data: bytes, layout: PcmLayout) -> Pcm:
    if layout.samples == "SIGNED16" and layout.channels == 1:
        return Pcm(layout.rate, data)
    library = miniaudio()
    source, target = library.SampleFormat[layout.samples], library.SampleFormat.SIGNED16
    samples = library.convert_frames(source, layout.channels, layout.rate, data, target, 1, layout.rate)
    return Pcm(layout.rate, bytes(samples))


async def _decoded(data: bytes) -> AsyncGenerator[Pcm]:
    """Yield the sound of a compressed file, a second at a time, decoded in a thread."""
    library = miniaudio()

    def open_stream() -> Any:
        return library.stream_memory(data, nchannels=1, sample_rate=DECODED_RATE, frames_to_read=DECODED_RATE)

    try:
        stream = await run_in_thread(open_stream)
        has_sound = False
        while (samples := await run_in_thread(lambda: next(stream, None))) is not None:
            has_sound = has_sound or bool(samples)
            yield Pcm(DECODED_RATE, bytes(samples))
    except library.MiniaudioError as error:
        raise _unreadable(tr("It is damaged, or in a format that can't be played.")) from error
    if not has_sound:
        raise _unreadable(tr("There is no sound in it."))


def _unreadable(cause: str) -> SpeechError:
    title = tr("The voice can't be played")
    return SpeechError("unreadable_sound", title, cause, tr("Let the server send pcm, wav, mp3 or flac."))


def _no_sound(body: bytes) -> SpeechError:
    """Return the error for a text in place of sound, with the message of a JSON text."""
    text = body.decode("utf-8", "replace").strip()
    message = _message(text) if text.startswith("{") else text
    cause = tr("The server accepted the text and sent nothing.")
    if body:
        cause = tr("The server sent a text: {text}", text=message[:_EXCERPT])
    return SpeechError("no_sound", tr("No voice came"), cause, tr("Check the address and the model of the voice."))


def _message(text: str) -> str:
    """Return the error message of a JSON text of any server; the text itself if it has none."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    for _ in range(3):
        if not isinstance(value, dict):
            break
        fields = cast("dict[str, object]", value)
        value = next((fields[name] for name in ("error", "message", "detail") if fields.get(name)), text)
    return value if isinstance(value, str) else text
