"""Import live2d-py (1.0.0) without its output; no other module imports it, and sprites never do.

The import prints a banner to standard output. On Linux, graphics drivers offer their C++ code to all libraries that are
loaded after them, and with that of Mesa's the first model would crash. So the library of live2d-py is bound to its own
code first, by RTLD_DEEPBIND. See `body.missing_engine` for a program without live2d-py.
"""

import contextlib
import io
import os
import sys
from collections.abc import Generator


@contextlib.contextmanager
def _bound_to_itself() -> Generator[None]:
    """Load libraries in the block so that each uses its own code before that of others."""
    # The C libraries of other systems have no such flag, and macOS and Windows no such conflict.
    if not hasattr(os, "RTLD_DEEPBIND"):
        yield
        return
    before = sys.getdlopenflags()
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_DEEPBIND)
    try:
        yield
    finally:
        sys.setdlopenflags(before)


with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ModuleNotFoundError), _bound_to_itself():
    import live2d

__all__ = ["live2d"]
