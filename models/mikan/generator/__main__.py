"""Command line: `python -m models.mikan.generator OUT_DIR` writes the whole model there."""

import argparse
import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from .package import write_model
from .palette import PALETTES


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m models.mikan.generator", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the model; files there are replaced")
    parser.add_argument("--palette", choices=PALETTES, default="mandarin", help="which outfit (default: mandarin)")
    options = parser.parse_args()
    write_model(options.out, PALETTES[options.palette])


if __name__ == "__main__":
    main()
