"""Start deskpet in a launcher, which has Python inside but is no Python for child processes."""

import sys
from pathlib import Path


def main() -> int:
    """Name Python's own program to those who start children, and run deskpet. Returns its exit code."""
    launcher = Path(sys.executable)
    # A program without a console gives its children no new one either.
    name = "python.exe" if launcher.stem.endswith("-cli") else "pythonw.exe"
    python = str(launcher.parent / "python" / name)
    sys.executable = python
    # What `multiprocessing` starts.
    sys._base_executable = python  # type: ignore[attr-defined]
    from deskpet.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
