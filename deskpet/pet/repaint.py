"""Convert a picture to a plain PNG of limited size: `python -m deskpet.pet.repaint SOURCE TARGET MAX_SIDE`."""

import sys
import warnings
from pathlib import Path

from PIL import Image

from deskpet.processes import child

_MEGABYTES = 6144


def main(arguments: list[str]) -> int:
    """Write the picture with no side longer than MAX_SIDE pixels; return exit code 1 if it can't be decoded."""
    child.confine(_MEGABYTES)
    warnings.simplefilter("ignore")
    source, target, max_side = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(source) as picture:
            _shrink_to(picture.convert("RGBA"), max_side).save(target, "PNG", compress_level=3)
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _shrink_to(picture: Image.Image, max_side: int) -> Image.Image:
    shrink = max(picture.size) / max_side
    if shrink <= 1:
        return picture
    size = max(1, int(picture.width / shrink)), max(1, int(picture.height / shrink))
    # Resize each channel by itself: transparent pixels keep their colour, with which the edges are blended.
    return Image.merge("RGBA", [band.resize(size, Image.Resampling.BOX) for band in picture.split()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
