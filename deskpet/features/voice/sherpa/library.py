"""Imports sherpa-onnx, the library of the extra `voice-local`. Only the child process does."""

import os
from types import ModuleType


def sherpa_onnx() -> ModuleType:
    """Return the module sherpa_onnx. Raises ImportError if it is not installed or can't be loaded."""
    import sherpa_onnx as library

    return library


def thread_count() -> int:
    """Return how many threads a model may use: half of the processors, at most four."""
    return max(1, min(4, (os.cpu_count() or 2) // 2))
