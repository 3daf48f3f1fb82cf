"""Import live2d-py (1.0.0) without its output; no other module imports it.

The import prints a banner to standard output. Import this module early, before any OpenGL context exists: if a
graphics driver is loaded first, the two conflict over their C++ library, and loading the first model crashes.
Without live2d-py it imports nothing, for a character of sprites: see `body.missing_engine`.
"""

import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ModuleNotFoundError):
    import live2d

__all__ = ["live2d"]
