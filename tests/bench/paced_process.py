"""Run the program as a child at a fixed frame pace (the child runs `tests.bench.paced_pet`)."""

import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import psutil

from tests.bench.program import LIMIT_S, environment

CACHES = Path(".tools/bench-caches").resolve()


class Held:
    """A running pet. `frames` is the number of frames that it has drawn, as it reports it."""

    def __init__(self, process: psutil.Popen) -> None:
        self.process, self.frames = process, 0
        threading.Thread(target=self._read, daemon=True).start()

    def hold(self, pace: str) -> None:
        """Set the pace: lively, in_view, idle, asleep or hidden."""
        self.process.stdin.write(f"{pace}\n")
        self.process.stdin.flush()

    def wait_for_frames(self) -> None:
        """Wait until it draws. Raises TimeoutError."""
        until = monotonic() + LIMIT_S
        while not self.frames:
            if self.process.poll() is not None or monotonic() > until:
                raise TimeoutError(f"the pet drew nothing (exit code {self.process.poll()})")
            sleep(0.05)

    def _read(self) -> None:
        for line in self.process.stdout:
            if line.strip().isdecimal():
                self.frames = int(line)


@contextmanager
def held(model: Path | str, variables: Mapping[str, str], settings: str = "") -> Generator[Held]:
    """Start the pet with this model and its chat open, in an empty home; `variables` are added to its environment.

    `settings` are lines for the end of its settings file, which has every default but the model. Caches are kept
    between runs, as on a user's computer.
    """
    CACHES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home:
        process = psutil.Popen(
            [sys.executable, "-m", "tests.bench.paced_pet", str(model), settings],
            env={**environment(home), "XDG_CACHE_HOME": str(CACHES), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        pet = Held(process)
        try:
            pet.wait_for_frames()
            yield pet
        finally:
            process.terminate()
            process.wait(LIMIT_S)
