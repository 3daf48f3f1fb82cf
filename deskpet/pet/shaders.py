"""Which of live2d-py's shaders are linked. It links 482 programs at once, most of them for the blend modes of
Cubism 5.3; without those, a start takes a third of the time and 160 MB less. The sources come from its package.
"""

import shutil
from pathlib import Path

from deskpet.pet.model_file import ModelFile

# The first moc3 version (Cubism 5.3) whose meshes may use blend modes.
BLENDING_VERSION = 6

_FOLDER = "FrameworkShaders"
# Not even compiled: a program that is linked takes 100 KB and nearly a millisecond, however little is in it. The
# library goes on without those that it could not link, and leaves an OpenGL error behind.
_REFUSED = "#error no mesh of this model blends\n"


def needs_blending(model: ModelFile) -> bool:
    """Whether the model may have meshes that blend with what is behind them."""
    with model.moc.open("rb") as file:
        head = file.read(5)
    return head.startswith(b"MOC3") and head[4] >= BLENDING_VERSION


class ShaderFolder:
    """The folder that the library reads its shaders from, each time it links them."""

    def __init__(self, package: Path, path: Path) -> None:
        """`package` is the folder of live2d-py, `path` one of our own that `fill` makes."""
        self._source, self.path = package / _FOLDER, path
        self.with_blending = True

    def fill(self, with_blending: bool) -> None:
        """Put the shaders there: all of them, or with those for blending such that they are left out."""
        self.with_blending = with_blending
        self.path.mkdir(mode=0o700, exist_ok=True)
        shutil.copytree(self._source, self.path / _FOLDER, dirs_exist_ok=True)
        if not with_blending:
            for file in (self.path / _FOLDER).glob("*Blend.*"):
                file.write_text(_REFUSED, encoding="ascii")
