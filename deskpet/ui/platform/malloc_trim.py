"""Return freed memory to the operating system: glibc keeps a hundred megabytes of it after each model."""

import ctypes
import sys
from functools import cache
from typing import Any


def trim() -> None:
    """Call malloc_trim if the C library has it (glibc). It takes some milliseconds."""
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
