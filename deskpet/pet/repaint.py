"""Child process that converts a picture to a plain PNG of limited size.

The first line of its standard input is JSON with `max_side` in pixels; the picture follows. The reply is a JSON object,
with an `error` if the picture can't be decoded, and after its line the PNG.
"""

import io
import json
import warnings

from PIL import (
    Image,
    MpoImagePlugin,  # noqa: F401 # pyright: ignore[reportUnusedImport] - for a JPEG of several pictures
    TiffImagePlugin,  # noqa: F401 # pyright: ignore[reportUnusedImport] - for Exif
    WebPImagePlugin,  # noqa: F401 # pyright: ignore[reportUnusedImport]
)

from deskpet.processes.child_kinds import TEXTURE
from deskpet.processes.serving import OneTask

# The formats that `texture.find_fault` knows; no decoder of another one is reached.
_FORMATS = ("BMP", "GIF", "JPEG", "PNG", "WEBP")


def _serve() -> None:
    # Imports the other formats, which it would do too late.
    Image.preinit()
    task = OneTask(TEXTURE)
    request = task.open_request()
    max_side = json.loads(request.readline())["max_side"]
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = None
    repainted = io.BytesIO()
    try:
        with Image.open(io.BytesIO(request.read()), formats=_FORMATS) as picture:
            _shrink_to(picture.convert("RGBA"), max_side).save(repainted, "PNG", compress_level=3)
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        task.reply({"error": str(error)})
        return
    task.reply({}, lambda out: out.buffer.write(repainted.getbuffer()))


def _shrink_to(picture: Image.Image, max_side: int) -> Image.Image:
    shrink = max(picture.size) / max_side
    if shrink <= 1:
        return picture
    size = max(1, int(picture.width / shrink)), max(1, int(picture.height / shrink))
    # Resize each channel by itself: transparent pixels keep their colour, with which the edges are blended.
    return Image.merge("RGBA", [band.resize(size, Image.Resampling.BOX) for band in picture.split()])


if __name__ == "__main__":
    _serve()
