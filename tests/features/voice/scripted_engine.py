"""An engine for the tests of the queue: the sound of each text is scripted."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from deskpet.features.voice.sound import Pcm
from tests.features.voice.sounds import tone

Step = Pcm | asyncio.Event | Exception


@dataclass
class ScriptedEngine:
    """Yields the steps of a text: sound, an event to wait for, an error. Unknown texts have a tone of 0.1 s."""

    steps: dict[str, list[Step]] = field(default_factory=dict)
    started: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    most_running: int = 0

    async def synthesize(self, text: str, language: str) -> AsyncGenerator[Pcm]:
        self.started.append(text)
        self.most_running = max(self.most_running, len(self.started) - len(self.ended))
        try:
            for step in self.steps.get(text, [Pcm(48_000, tone(400, 0.1, 48_000))]):
                # As a server does, it takes a turn of the loop.
                await asyncio.sleep(0)
                if isinstance(step, asyncio.Event):
                    await step.wait()
                elif isinstance(step, Exception):
                    raise step
                else:
                    yield step
        finally:
            self.ended.append(text)


def pitch(number: int, seconds: float = 0.2) -> Pcm:
    """Returns a tone of its own for each number."""
    return Pcm(48_000, tone(300 + 100 * number, seconds, 48_000))
