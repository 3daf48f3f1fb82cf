"""Memory that was freed goes back to the system: C's allocator keeps it, a hundred megabytes after each model."""

import ctypes
import sys
from functools import cache
from typing import Any


def trim() -> None:
    """Return what is free to the system, where the C library knows how to (glibc); some milliseconds."""
    library = _c_library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _c_library() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return library if hasattr(library, "malloc_trim") else None
