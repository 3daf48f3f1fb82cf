"""The project's folder, and the folder of recordings and sample models, which is no part of it."""

import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def shared_folder() -> Path:
    """Return the folder that DESKPET_SHARED names, by default `shared` beside the project. It may not exist."""
    return Path(os.environ.get("DESKPET_SHARED") or PROJECT.parent / "shared").absolute()
