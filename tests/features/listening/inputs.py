"""Inputs for the microphone that need no sound card."""

import threading
from collections.abc import Callable

from deskpet.features.listening.recognition.input_device import GiveSound
from deskpet.features.listening.recognition.recognizer import RATE
from tests.features.listening.speech import noise

_CHUNK = RATE // 50 * 2


class PlayingInput:
    """Gives 20 ms of a sound every millisecond, then room noise for ever. `end`: give nothing after the sound.

    seconds: how much it has given.
    """

    def __init__(self, give: GiveSound, sound: bytes, *, pace: float = 0.001, end: bool = False) -> None:
        self.is_closed, self.seconds = False, 0.0
        self._give, self._sound, self._pace, self._ends = give, sound, pace, end
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self.is_closed = True

    def _run(self) -> None:
        room, position = noise(1.0), 0
        while not self._closing.wait(self._pace):
            chunk = self._sound[position : position + _CHUNK]
            if not chunk and self._ends:
                continue
            start = position % (len(room) - _CHUNK)
            self._give(chunk or room[start - start % 2 :][:_CHUNK])
            position += _CHUNK
            self.seconds = position / 2 / RATE


class Inputs:
    """Opens inputs that play a sound, and keeps them."""

    def __init__(self, sound: bytes = b"", *, pace: float = 0.001, end: bool = False) -> None:
        self.opened: list[PlayingInput] = []
        self.lose: Callable[[], None] = lambda: None
        self._sound, self._pace, self._ends = sound, pace, end

    def __call__(self, give: GiveSound, on_lost: Callable[[], None], name: str) -> PlayingInput:
        del name
        self.lose = on_lost
        self.opened.append(PlayingInput(give, self._sound, pace=self._pace, end=self._ends))
        return self.opened[-1]

    @property
    def is_closed(self) -> bool:
        """Whether all inputs that were opened are closed."""
        return all(each.is_closed for each in self.opened)
