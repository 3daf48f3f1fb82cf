"""What this process takes of the computer: processor time, and memory of its own."""

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Usage:
    """A look at the clocks: seconds that passed, seconds that were worked, and frames that were drawn so far."""

    at: float
    worked: float
    frames: int

    @classmethod
    def now(cls, frames: int) -> "Usage":
        return cls(perf_counter(), process_time(), frames)

    def rate(self, before: "Usage") -> float:
        """Frames a second since then."""
        return (self.frames - before.frames) / max(self.at - before.at, 1e-6)

    def share(self, before: "Usage") -> float:
        """The share of one core since then; more than 1 where several worked."""
        return (self.worked - before.worked) / max(self.at - before.at, 1e-6)


def memory() -> int | None:
    """Bytes that are held and shared with nobody; None where that can't be told."""
    if sys.platform == "win32":
        return _windows_memory()
    if not STATM.exists():
        return None
    # See proc(5): pages; the second is what is resident, the third what of that is shared.
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
