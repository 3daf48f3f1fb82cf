"""Choose which of live2d-py's shaders are linked.

The library links 482 programs at once, most of them for the blend modes of Cubism 5.3. Without those, a start takes a
third of the time and 160 MB less memory. The shader sources are copied from its package.
"""

import logging
import shutil
from pathlib import Path

from deskpet.filesystem import private_files

_FOLDER = "FrameworkShaders"
# A shader source that does not compile: every linked program takes 100 KB and nearly 1 ms, however small it is. The
# library continues without the programs that it could not link, and leaves an OpenGL error behind.
_UNCOMPILABLE = b"#error no mesh of this model blends\n"

log = logging.getLogger(__name__)


class ShaderFolder:
    """The folder from which the library reads its shaders each time it links them."""

    def __init__(self, package: Path, path: Path | None) -> None:
        """`package` is the folder of live2d-py, `path` the copy to create. Without `path`, all shaders are linked."""
        self._package, self.with_blending = package, True
        self.path = package if path is None else _copy_shaders(package, path)

    def fill(self, with_blending: bool) -> None:
        """Write all shaders, or make those for blend modes uncompilable so that they are not linked."""
        if self.path == self._package:
            return
        try:
            for file in (self._package / _FOLDER).glob("*Blend.*"):
                copy = self.path / _FOLDER / file.name
                copy.write_bytes(file.read_bytes() if with_blending else _UNCOMPILABLE)
        except OSError as error:
            log.warning("the shaders in %s stay as they are: %s", self.path, error.strerror)
        else:
            self.with_blending = with_blending

    def remove(self) -> None:
        """Delete the copy. The package's own folder is never deleted."""
        if self.path != self._package:
            shutil.rmtree(self.path, ignore_errors=True)


def _copy_shaders(package: Path, path: Path) -> Path:
    """Copy the package's shaders to `path` and return it. Returns `package` if that fails, which starts slower."""
    try:
        private_files.create_folder(path / _FOLDER)
        for file in (package / _FOLDER).iterdir():
            private_files.copy_file(file, path / _FOLDER / file.name)
    except OSError as error:
        log.warning("no shaders can be kept in %s, all of them are linked: %s", path, error)
        return package
    return path
