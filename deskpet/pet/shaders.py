"""Which of live2d-py's shaders are linked. It links 482 programs at once, most of them for the blend modes of
Cubism 5.3; without those, a start takes half the time and 120 MB less. The sources come from its package.
"""

import shutil
from pathlib import Path

from deskpet.pet.model_file import ModelFile

# The first moc3 version (Cubism 5.3) whose meshes may use blend modes.
BLENDING_VERSION = 6

_FOLDER = "FrameworkShaders"
_NOTHING = "#version 120\nvoid main() { %s = vec4(0.0); }\n"
# Joined to the fragment shaders of blending.
_PIECES = ("FragShaderSrcAlphaBlend.frag", "FragShaderSrcColorBlend.frag")


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
        """Put the shaders there: all of them, or with those for blending as empty as shaders can be."""
        self.with_blending = with_blending
        self.path.mkdir(mode=0o700, exist_ok=True)
        shutil.copytree(self._source, self.path / _FOLDER, dirs_exist_ok=True)
        if not with_blending:
            for file in (self.path / _FOLDER).glob("*Blend.*"):
                file.write_text(_emptied(file), encoding="ascii")


def _emptied(file: Path) -> str:
    if file.name in _PIECES:
        return "\n"
    return _NOTHING % ("gl_FragColor" if file.suffix == ".frag" else "gl_Position")
