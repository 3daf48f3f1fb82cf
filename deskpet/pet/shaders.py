"""Choose which of live2d-py's shaders are linked, and make them do no more than the models need.

The library links 482 programs at once, most of them for the blend modes of Cubism 5.3. Without those, a start takes a
third of the time and 160 MB less memory. The shader sources are copied from its package. A software renderer draws
models without colours of their meshes (Cubism 4.2) in five sixths of the time if the shaders have none either.
"""

import logging
import os
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deskpet.filesystem import private_files
from deskpet.processes.instance_lock import InstanceLock, LockResult

_FOLDER = "FrameworkShaders"
_NAME = "deskpet-shaders-"
# The age of a folder in seconds from which it can have been left behind, as it is being created before. Those of
# earlier versions have no lock that tells whether their process lives.
_MIN_AGE, _MIN_AGE_UNLOCKED = 3600.0, 30 * 86400.0
# Folders that one start looks at: each takes about a millisecond.
_MAX_LOOKED_AT = 2000
# A shader source that does not compile: every linked program takes 100 KB and nearly 1 ms, however small it is. The
# library continues without the programs that it could not link, and leaves an OpenGL error behind.
_UNCOMPILABLE = "#error no mesh of this model blends\n"

# A uniform of the programs that draw masks, and of those that draw with them: how many pixels of a mask's buffer are
# used for each unit of the model, see `mask_detail`. Without it each mask fills its buffer, however small it is in the
# window, which takes a software renderer a sixth of the time of a frame.
MASK_DETAIL = "u_maskDetail"
WHOLE_MASKS = 1e6
"""The value with which each mask is as large as the library makes it."""
# The side of a buffer in pixels.
_MASK_SIDE = 256
# Pixels of a mask along each one of the window. With fewer, a mask's edge would look soft.
_MASK_FINENESS = 1.5
# The part of a mask's buffer that is used, from its lower left corner. The matrix tells how large the mask would be: to
# draw it, the sides of a buffer are -1..1, and to draw with it, 0..1.
_PART = f"min(vec2(1.0), {MASK_DETAIL} / vec2(u_clipMatrix[0][0], u_clipMatrix[1][1]))"
_HALF_PART = _PART.replace(MASK_DETAIL, f"0.5 * {MASK_DETAIL}")
_DRAWN, _USED = "gl_Position = u_clipMatrix * a_position;", "v_clipPos = u_clipMatrix * a_position;"
_DRAWN_SMALL = f"{_DRAWN}\n    gl_Position.xy = (gl_Position.xy + gl_Position.w) * {_PART} - gl_Position.w;"
_USED_SMALL = f"{_USED}\n    v_clipPos.xy *= {_HALF_PART};"
_DECLARATION = ("void main()", f"uniform float {MASK_DETAIL} = {WHOLE_MASKS};\n\nvoid main()")
# The colour of a mesh is white, as nothing sets another one for the whole model: only its opacity counts.
_OPACITY = ("texColor * u_baseColor", "texColor * vec4(1.0, 1.0, 1.0, u_baseColor.a)")
_COLOURED = ("FragShaderSrc.frag", "FragShaderSrcMask.frag", "FragShaderSrcMaskInverted.frag")
# File -> texts in it, and what takes their place.
_EDITS: Mapping[str, Sequence[tuple[str, str]]] = {
    "VertShaderSrcSetupMask.vert": (_DECLARATION, (_DRAWN, _DRAWN_SMALL)),
    "VertShaderSrcMasked.vert": (_DECLARATION, (_USED, _USED_SMALL)),
    **dict.fromkeys(_COLOURED, (_OPACITY,)),
}
# The same, for models without colours of their meshes.
_COLOUR_EDITS: Sequence[tuple[str, str]] = (
    ("texColor.rgb = texColor.rgb * u_multiplyColor.rgb;", ""),
    ("texColor.rgb = texColor.rgb + u_screenColor.rgb - (texColor.rgb * u_screenColor.rgb);", ""),
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShaderKinds:
    """What the shaders of models do. blending: the blend modes of Cubism 5.3. colours: those of meshes (Cubism 4.2)."""

    blending: bool
    colours: bool

    def __or__(self, other: "ShaderKinds") -> "ShaderKinds":
        return ShaderKinds(self.blending or other.blending, self.colours or other.colours)


ALL_KINDS = ShaderKinds(blending=True, colours=True)


class ShaderFolder:
    """The folder from which the library reads its shaders each time it links them."""

    def __init__(self, package: Path, path: Path | None) -> None:
        """`package` is the folder of live2d-py, `path` the copy to create. Without `path`, all shaders are linked."""
        self._package, self.kinds = package, ALL_KINDS
        self.path = package if path is None else _copy_shaders(package, path)
        # Held until the process ends, however it does.
        self._lock = InstanceLock(self.path) if self.path != package else None
        if self._lock:
            self._lock.acquire()

    def fill(self, kinds: ShaderKinds) -> None:
        """Write the shaders that these kinds need, and make the others uncompilable so that they are not linked."""
        if self.path == self._package:
            return
        try:
            # All of them: what cleans up temporary files may have taken some since.
            for name, text in _edited(self._package / _FOLDER, kinds).items():
                _write_if_new(self.path / _FOLDER / name, text.encode())
        except OSError as error:
            log.warning("the shaders in %s stay as they are: %s", self.path, error.strerror)
        else:
            self.kinds = kinds

    def remove(self) -> None:
        """Delete the copy. The package's own folder is never deleted."""
        if self._lock:
            # Windows deletes no file that is open.
            self._lock.release()
            shutil.rmtree(self.path, ignore_errors=True)


def mask_detail(pixels: float) -> float:
    """Return the value of MASK_DETAIL for a model that is drawn with so many pixels for each of its units."""
    # OpenGL's coordinates are -1..1.
    return pixels * _MASK_FINENESS / (_MASK_SIDE / 2)


def new_folder() -> Path:
    """Return the path of a copy that does not exist yet. Raises FileNotFoundError without a folder for such files."""
    return Path(tempfile.gettempdir()) / f"{_NAME}{secrets.token_hex(8)}"


def remove_left_behind(temporary: Path | None = None) -> int:
    """Delete copies of this user whose process was killed. Returns their number; `temporary` is where they are."""
    try:
        with os.scandir(temporary or tempfile.gettempdir()) as entries:
            copies = [each for each in entries if each.name.startswith(_NAME)][:_MAX_LOOKED_AT]
    except OSError as error:
        log.info("copies of shaders that were left behind can't be looked for: %s", error)
        return 0
    return sum(_remove_if_abandoned(each) for each in copies)


def _remove_if_abandoned(copy: "os.DirEntry[str]") -> bool:
    path, lock = Path(copy.path), InstanceLock(Path(copy.path))
    try:
        status = copy.stat(follow_symlinks=False)
        is_own = not copy.is_symlink() and (sys.platform == "win32" or status.st_uid == os.getuid())
        # In a folder of another user nothing can be looked for.
        is_old = is_own and time.time() - status.st_mtime > (_MIN_AGE if lock.file.exists() else _MIN_AGE_UNLOCKED)
    except OSError:  # another start was faster
        return False
    if not is_old or lock.acquire() is not LockResult.HELD:
        return False
    lock.release()
    shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


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


def _write_if_new(file: Path, data: bytes) -> None:
    """Write a file unless it has these bytes, as a whole: half a shader would be linked as well. Raises OSError."""
    try:
        if file.read_bytes() == data:
            return
    except FileNotFoundError:
        pass
    new = file.with_name(f"{file.name}.new")
    private_files.create_folder(file.parent)
    new.write_bytes(data)
    new.replace(file)


def _edited(folder: Path, kinds: ShaderKinds) -> Mapping[str, str]:
    """Return the sources of all shaders in `folder` for these kinds, by their file names."""
    sources = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    edits = {name: (*_EDITS[name], *(_COLOUR_EDITS if name in _COLOURED else ())) for name in _EDITS}
    # Others than those of live2d-py 1.0.0 stay as they are.
    if all(old in sources.get(name, "") for name, pairs in edits.items() for old, _ in pairs):
        for name, pairs in (_EDITS if kinds.colours else edits).items():
            for old, new in pairs:
                sources[name] = sources[name].replace(old, new)
    if kinds.blending:
        return sources
    return {name: _UNCOMPILABLE if "Blend." in name else text for name, text in sources.items()}
