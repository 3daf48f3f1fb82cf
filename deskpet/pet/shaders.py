"""Which of live2d-py's shaders are linked. It links 482 programs at once, most of them for the blend modes of
Cubism 5.3; without those, a start takes a third of the time and 160 MB less. The sources come from its package.
"""

import logging
import shutil
from pathlib import Path

from deskpet.pet.model_file import ModelFile

# The first moc3 version (Cubism 5.3) whose meshes may use blend modes.
BLENDING_VERSION = 6

_FOLDER = "FrameworkShaders"
# Not even compiled: a program that is linked takes 100 KB and nearly a millisecond, however little is in it. The
# library goes on without those that it could not link, and leaves an OpenGL error behind.
_REFUSED = b"#error no mesh of this model blends\n"

log = logging.getLogger(__name__)


def needs_blending(model: ModelFile) -> bool:
    """Whether the model may have meshes that blend with what is behind them."""
    with model.moc.open("rb") as file:
        head = file.read(5)
    return head.startswith(b"MOC3") and head[4] >= BLENDING_VERSION


class ShaderFolder:
    """The folder that the library reads its shaders from, each time it links them."""

    def __init__(self, package: Path, path: Path | None) -> None:
        """`package` is the folder of live2d-py, `path` one of our own to make; without one, all shaders are linked."""
        self._package, self.with_blending = package, True
        self.path = package if path is None else _copied(package, path)

    def fill(self, with_blending: bool) -> None:
        """Choose the shaders: all of them, or with those for blending such that they are left out."""
        if self.path == self._package:
            return
        try:
            for file in (self._package / _FOLDER).glob("*Blend.*"):
                copy = self.path / _FOLDER / file.name
                copy.write_bytes(file.read_bytes() if with_blending else _REFUSED)
        except OSError as error:
            log.warning("the shaders in %s stay as they are: %s", self.path, error.strerror)
        else:
            self.with_blending = with_blending

    def remove(self) -> None:
        """Remove the copy; the package's own folder stays."""
        if self.path != self._package:
            shutil.rmtree(self.path, ignore_errors=True)


def _copied(package: Path, path: Path) -> Path:
    """A copy of the package's shaders in `path`; where none can be made, the package itself, which starts slower."""
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        shutil.copytree(package / _FOLDER, path / _FOLDER, dirs_exist_ok=True)
    except OSError as error:
        log.warning("no shaders can be kept in %s, all of them are linked: %s", path, error)
        return package
    return path
