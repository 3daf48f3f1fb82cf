"""Keeps the sound of short texts, so that what she says often is heard at once and paid once."""

import hashlib
import io
import logging
import wave
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, cast

from deskpet.atomic_write import write_atomically
from deskpet.threads import run_in_thread
from deskpet.voice.engine import SpeechEngine
from deskpet.voice.language import Language
from deskpet.voice.pcm import SAMPLE_BYTES, Pcm

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_MAX_SECONDS = 30.0

logger = logging.getLogger(__name__)


class SpeechCache:
    """Sounds by a key, in memory and, with `folder`, also on the disk as WAV files. The oldest are dropped first.

    max_bytes: of the sounds in memory. max_folder_bytes: of the files. The folder may be deleted at any time.
    """

    def __init__(
        self, folder: Path | None = None, *, max_bytes: int = 16 << 20, max_folder_bytes: int = 64 << 20
    ) -> None:
        self._folder = folder
        self._max_bytes, self._max_folder_bytes = max_bytes, max_folder_bytes
        self._sounds: OrderedDict[str, Pcm] = OrderedDict()
        self._bytes = 0

    async def find(self, key: str) -> Pcm | None:
        """Return the sound of `key`, None if there is none. A damaged file counts as none."""
        if key in self._sounds:
            self._sounds.move_to_end(key)
            return self._sounds[key]
        folder = self._folder
        if folder is None:
            return None
        pcm = await run_in_thread(lambda: _read(folder / f"{key}.wav"))
        if pcm is not None:
            self._remember(key, pcm)
        return pcm

    async def store(self, key: str, pcm: Pcm) -> None:
        """Keep a sound. A folder that can't be written is logged and otherwise ignored."""
        self._remember(key, pcm)
        folder = self._folder
        if folder is None:
            return
        try:
            await run_in_thread(lambda: self._write(folder, key, pcm))
        except OSError as error:
            logger.warning("the sounds in %s can't be kept: %s", folder, error.strerror or error)

    async def erase(self) -> None:
        """Forget every sound, also on the disk. Raises OSError."""
        self._sounds.clear()
        self._bytes = 0
        if (folder := self._folder) is not None:
            await run_in_thread(lambda: [path.unlink(missing_ok=True) for path in folder.glob("*.wav")])

    def _remember(self, key: str, pcm: Pcm) -> None:
        if (old := self._sounds.pop(key, None)) is not None:
            self._bytes -= len(old.samples)
        self._sounds[key] = pcm
        self._bytes += len(pcm.samples)
        while self._bytes > self._max_bytes:
            _, oldest = self._sounds.popitem(last=False)
            self._bytes -= len(oldest.samples)

    def _write(self, folder: Path, key: str, pcm: Pcm) -> None:
        write_atomically(folder / f"{key}.wav", wav_file(pcm), durable=False)
        files = [(path, path.stat()) for path in folder.glob("*.wav")]
        files.sort(key=lambda each: each[1].st_mtime)
        excess = sum(status.st_size for _, status in files) - self._max_folder_bytes
        for path, status in files:
            if excess <= 0:
                return
            path.unlink(missing_ok=True)
            excess -= status.st_size


class CachedEngine:
    """An engine whose sounds are kept. Conversations that are private use the engine itself."""

    def __init__(self, engine: SpeechEngine, cache: SpeechCache) -> None:
        self._engine, self._cache = engine, cache

    @property
    def identity(self) -> tuple[str, ...]:
        """That of the engine."""
        return self._engine.identity

    async def synthesize(self, text: str, language: Language) -> AsyncIterator[Pcm]:
        """Yield the kept sound, or that of the engine, which is kept when it is complete. Raises SpeechError."""
        key = cache_key(self._engine, text, language)
        if (known := await self._cache.find(key)) is not None:
            yield known
            return
        pieces, seconds = list[Pcm](), 0.0
        sound = cast("AsyncGenerator[Pcm]", self._engine.synthesize(text, language))
        async with aclosing(sound):
            async for pcm in sound:
                seconds += pcm.seconds
                if seconds <= _MAX_SECONDS:
                    pieces.append(pcm)
                yield pcm
        if seconds <= _MAX_SECONDS and len({each.rate for each in pieces}) == 1:
            await self._cache.store(key, Pcm(pieces[0].rate, b"".join(each.samples for each in pieces)))

    async def aclose(self) -> None:
        """Close the connections of the engine."""
        await self._engine.aclose()


def cache_key(engine: SpeechEngine, text: str, language: Language) -> str:
    """Return the key of a text as an engine speaks it. It does not reveal the text to somebody who can't guess it."""
    parts = (*engine.identity, language, text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def wav_file(pcm: Pcm) -> bytes:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(SAMPLE_BYTES)
        out.setframerate(pcm.rate)
        out.writeframes(pcm.samples)
    return file.getvalue()


def _read(path: Path) -> Pcm | None:
    try:
        with wave.open(str(path), "rb") as file:
            if (file.getnchannels(), file.getsampwidth()) != (1, SAMPLE_BYTES):
                return None
            return Pcm(file.getframerate(), file.readframes(file.getnframes()))
    except (OSError, EOFError, wave.Error):
        return None
