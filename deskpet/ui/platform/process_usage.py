"""Measure the CPU time and the private memory of this process.

On Linux without psutil: its import takes 30 ms and 5 MB, which would count as memory of the program.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Usage:
    """A sample of the usage: wall clock time and CPU time in seconds, and the number of frames drawn."""

    at: float
    cpu_seconds: float
    frames: int

    @classmethod
    def now(cls, frames: int) -> "Usage":
        return cls(perf_counter(), process_time(), frames)

    def rate(self, before: "Usage") -> float:
        """Return the frames per second since the sample `before`."""
        return (self.frames - before.frames) / max(self.at - before.at, 1e-6)

    def share(self, before: "Usage") -> float:
        """Return the share of one CPU core since the sample `before`; more than 1 if several were busy."""
        return (self.cpu_seconds - before.cpu_seconds) / max(self.at - before.at, 1e-6)


def memory() -> int:
    """Return the private memory in bytes."""
    if sys.platform == "linux":
        # See proc(5): numbers of pages; the second is the resident size, the third the shared part of it.
        pages = [int(word) for word in STATM.read_text(encoding="ascii").split()]
        return (pages[1] - pages[2]) * os.sysconf("SC_PAGE_SIZE")
    import psutil

    process = psutil.Process()
    if sys.platform == "win32":
        # The same as PrivateUsage since Windows 8, which Wine 8 leaves as it finds it.
        return process.memory_info().pagefile
    return process.memory_full_info().uss
