"""Measure the CPU time and the private memory of this process."""

import ctypes
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


def memory() -> int | None:
    """Return the private memory in bytes. Returns None if that is unknown on this platform."""
    if sys.platform == "win32":
        return _windows_memory()
    if not STATM.exists():
        return None
    # See proc(5): numbers of pages; the second is the resident size, the third the shared part of it.
    pages = [int(word) for word in STATM.read_text(encoding="ascii").split()]
    return (pages[1] - pages[2]) * os.sysconf("SC_PAGE_SIZE")


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS_EX of psapi.h."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("faults", ctypes.c_uint32),
        *((name, ctypes.c_size_t) for name in ("peak", "working", "a", "b", "c", "d", "page", "peak_page", "private")),
    )


def _windows_memory() -> int | None:
    counters = _Counters(size=ctypes.sizeof(_Counters))
    kernel = ctypes.CDLL("kernel32")
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    done = kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.size)
    return counters.private if done else None
