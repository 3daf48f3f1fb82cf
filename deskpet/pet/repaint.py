"""A picture painted anew as a plain PNG, as a process: `python -m deskpet.pet.repaint SOURCE TARGET MOST_SIDE`."""

import sys
import warnings
from pathlib import Path

from PIL import Image

from deskpet.pet import child

_MEGABYTES = 6144


def main(arguments: list[str]) -> int:
    """Write the picture with no side longer than MOST_SIDE; 1 when it is none."""
    child.confine(_MEGABYTES)
    warnings.simplefilter("ignore")
    source, target, most = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(source) as picture:
            _within(picture.convert("RGBA"), most).save(target, "PNG", compress_level=3)
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _within(picture: Image.Image, most: int) -> Image.Image:
    shrink = max(picture.size) / most
    if shrink <= 1:
        return picture
    size = max(1, int(picture.width / shrink)), max(1, int(picture.height / shrink))
    # Each channel by itself: what is transparent keeps the colour that the edges are blended with.
    return Image.merge("RGBA", [band.resize(size, Image.Resampling.BOX) for band in picture.split()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
