"""A sound server without a sound card: PulseAudio with a null sink, and a recording of what was played."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.waiting import wait_until

RATE = 48_000
_CHUNK = 960


class Recording:
    """What a null sink plays, as 16-bit samples, with the time of each sample.

    The time is that of the fastest delivery, so it is late by the delay of the monitor, a few milliseconds.
    """

    def __init__(self, environment: dict[str, str], sink: str = "out") -> None:
        command = [
            "parec",
            "-d",
            f"{sink}.monitor",
            "--format=s16le",
            f"--rate={RATE}",
            "--channels=1",
            "--latency-msec=5",
        ]
        self.samples = bytearray()
        self._began_at = float("inf")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        wait_until(lambda: len(self.samples) > RATE // 5)

    def time_of(self, sample: int) -> float:
        """Returns when a sample was played, on the clock of time.monotonic."""
        return self._began_at + sample / RATE

    def sample_at(self, moment: float) -> int:
        """Returns the number of the sample that was played at a time."""
        return max(round((moment - self._began_at) * RATE), 0)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while chunk := os.read(self._process.stdout.fileno(), _CHUNK):
            self.samples += chunk
            self._began_at = min(self._began_at, time.monotonic() - len(self.samples) // 2 / RATE)


def add_sink(name: str) -> str:
    """Adds another null sink to the server of the environment, and returns the number of its module."""
    done = subprocess.run(
        ["pactl", "load-module", "module-null-sink", f"sink_name={name}", f"sink_properties=device.description={name}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def remove_module(number: str) -> None:
    """Removes a module, as when a headset is unplugged."""
    subprocess.run(["pactl", "unload-module", number], check=True)


@contextmanager
def null_sink() -> Iterator[dict[str, str]]:
    """Runs PulseAudio with a null sink. Yields the environment in which programs find it."""
    with TemporaryDirectory(prefix="deskpet-sound-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        socket = folder / "pulse.sock"
        environment = {**os.environ, "PULSE_SERVER": f"unix:{socket}", "XDG_RUNTIME_DIR": name, "HOME": name}
        options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        modules = [
            f"module-native-protocol-unix socket={socket} auth-anonymous=1",
            f"module-null-sink sink_name=out rate={RATE}",
        ]
        command = ["pulseaudio", *options, *(part for module in modules for part in ("-L", module))]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until(socket.exists, 10)
            yield environment
        finally:
            process.terminate()
            process.wait()
