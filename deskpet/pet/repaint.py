"""Child process that converts a picture to a plain PNG of limited size.

The request has the paths `source` and `target`, and `max_side` in pixels. The reply has `error` if the picture can't be
decoded.
"""

import json
import warnings
from typing import Any

from PIL import Image

from deskpet.processes.child_kinds import TEXTURE
from deskpet.processes.serving import serve_once


def _answer(task: bytes) -> dict[str, Any]:
    request = json.loads(task)
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(request["source"]) as picture:
            _shrink_to(picture.convert("RGBA"), request["max_side"]).save(request["target"], "PNG", compress_level=3)
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        return {"error": str(error)}
    return {}


def _shrink_to(picture: Image.Image, max_side: int) -> Image.Image:
    shrink = max(picture.size) / max_side
    if shrink <= 1:
        return picture
    size = max(1, int(picture.width / shrink)), max(1, int(picture.height / shrink))
    # Resize each channel by itself: transparent pixels keep their colour, with which the edges are blended.
    return Image.merge("RGBA", [band.resize(size, Image.Resampling.BOX) for band in picture.split()])


if __name__ == "__main__":
    serve_once(TEXTURE, _answer)
