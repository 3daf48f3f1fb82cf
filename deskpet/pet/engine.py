"""Live2D's library (live2d-py 1.0.0), imported here alone, so that it can be early and quiet.

The import greets on the standard output. It must not wait until it is needed: where an OpenGL context brought in a
graphics driver first, the two disagree about their C++ library, and the first model ends the process.
"""

import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()):
    import live2d

__all__ = ["live2d"]
