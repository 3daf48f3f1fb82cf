"""Outputs for the player that need no sound card."""

import threading
from collections.abc import Callable

from deskpet.features.voice.playback.player import SoundOutput


class RecordingOutput:
    """Takes 20 ms of sound every millisecond and keeps it. `pace`: seconds between two steps."""

    def __init__(self, take: Callable[[int], bytes], rate: int, pace: float = 0.001) -> None:
        self.latency = 0.0
        self._heard = bytearray()
        # Whoever learns that sound was taken, from inside of `take`, finds it in `heard`.
        self._hearing = threading.Lock()
        self.is_closed = False
        # Set while it takes nothing, as a device that went away.
        self.is_gone = False
        self._take, self._frames, self._pace = take, rate // 50, pace
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def heard(self) -> bytearray:
        """Everything that was taken so far."""
        with self._hearing:
            return self._heard

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        self.is_closed = True

    def _run(self) -> None:
        while not self._end.wait(self._pace):
            if not self.is_gone:
                with self._hearing:
                    self._heard += self._take(self._frames)


class Outputs:
    """Opens outputs and keeps them. While `may_take` is not set, they take nothing."""

    def __init__(self, pace: float = 0.001) -> None:
        self.opened: list[RecordingOutput] = []
        self.names: list[str] = []
        self.may_take = threading.Event()
        self.may_take.set()
        self._pace = pace

    def __call__(self, take: Callable[[int], bytes], rate: int, name: str = "") -> SoundOutput:
        self.names.append(name)

        def take_if_allowed(frames: int) -> bytes:
            return take(frames) if self.may_take.is_set() else b""

        self.opened.append(RecordingOutput(take_if_allowed, rate, self._pace))
        return self.opened[-1]

    @property
    def heard(self) -> bytes:
        """Everything that was taken, without the silence before and after it."""
        return b"".join(bytes(each.heard) for each in self.opened).strip(b"\0")


class DeadOutput:
    """An output that takes nothing, as a device that went away."""

    latency = 0.0

    def __init__(self, *_: object) -> None:
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True
