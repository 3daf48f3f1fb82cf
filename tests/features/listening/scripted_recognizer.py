"""Recognisers of the tests."""

import asyncio
from dataclasses import dataclass, field

from deskpet.features.listening.recognition.recognizer import RecognitionError

REFUSED = RecognitionError("refused", "Refused", "The recogniser refused.", "Try again.")


@dataclass
class ScriptedStream:
    """Hears `heard`, and knows `words` when `may_finish` is set. Shows the number of blocks while it listens."""

    words: str | RecognitionError
    language: str
    may_finish: asyncio.Event
    heard: bytes = b""
    is_finished: bool = False
    is_closed: bool = False
    _blocks: int = 0

    @property
    def text(self) -> str:
        return f"{self._blocks} blocks" if self._blocks else ""

    def feed(self, pcm: bytes) -> None:
        assert not self.is_finished
        self.heard += pcm
        self._blocks += 1

    async def finish(self) -> str:
        self.is_finished = True
        await self.may_finish.wait()
        if isinstance(self.words, RecognitionError):
            raise self.words
        return self.words

    async def aclose(self) -> None:
        self.is_closed = True


@dataclass
class ScriptedRecognizer:
    """Knows the words of one stream after another; the last ones again and again."""

    words: list[str | RecognitionError] = field(default_factory=lambda: ["Hello."])
    streams: list[ScriptedStream] = field(default_factory=list)
    may_finish: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.may_finish.set()

    def begin(self, language: str) -> ScriptedStream:
        words = self.words[min(len(self.streams), len(self.words) - 1)]
        self.streams.append(ScriptedStream(words, language, self.may_finish))
        return self.streams[-1]

    async def aclose(self) -> None:
        assert all(each.is_closed for each in self.streams)
