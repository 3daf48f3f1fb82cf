"""Return freed memory to the operating system: glibc keeps a hundred megabytes of it after each model."""

import ctypes
import sys
from functools import cache
from typing import Any

# From malloc.h. Blocks of this size and larger, in bytes, are textures.
_M_MMAP_THRESHOLD, _LARGE_BYTES = -3, 2 << 20


def return_large_blocks() -> None:
    """Make glibc return large blocks as soon as they are freed.

    It would raise its limit to 32 MB with the first of them, and keep up to 64 MB in each thread that reads textures,
    which malloc_trim does not return.
    """
    library = _c_library()
    if library is not None:
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


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
