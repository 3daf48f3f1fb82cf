"""Command line: `python -m models.mikan.generator OUT_DIR` writes the whole model there."""

import argparse
import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from . import icon
from .characters import CHARACTERS
from .package import write_model


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m models.mikan.generator", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the model; files there are replaced")
    parser.add_argument("--character", choices=CHARACTERS, default="mikan", help="who (default: mikan)")
    parser.add_argument("--icon", type=Path, metavar="OUT.svg", help="write the icon here, too")
    parser.add_argument("--hurried", action="store_true", help="write larger pictures, of the same pixels")
    options = parser.parse_args()
    character = CHARACTERS[options.character]
    write_model(options.out, character, hurried=options.hurried)
    if options.icon:
        options.icon.write_text(icon.svg(character), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
