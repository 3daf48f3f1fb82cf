"""Make the installer for Windows from the folder of the program, by NSIS."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from archives import size
from PIL import Image
from steps import PROJECT, call
from windows_folder import write_icon

SOURCE = PROJECT / ".release" / "windows" / "deskpet.nsi"
LICENCES = PROJECT / ".release" / "windows" / "licences.toml"
CHARACTER = PROJECT / "models" / "mikan"
# In pixels, as NSIS shows them: beside the last page, and at the top of the others.
SIDE_SIZE, HEADER_SIZE = (164, 314), (150, 57)
SIDE_COLOR, HEADER_COLOR = (255, 241, 224), (255, 255, 255)


def make(folder: Path, installer: Path, version: str, epoch: int, *options: str) -> None:
    """Write the installer of the made folder. options: more of those of makensis. Raises ReleaseFailed."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        files, entries = work / "files.nsh", work / "entries.nsh"
        files.write_text("".join(file_instructions(folder)), encoding="utf-8-sig")
        entries.write_text("".join(entry_instructions(folder)), encoding="utf-8-sig")
        write_licences(work, has_core=any(folder.glob("python/Lib/site-packages/live2d")))
        write_pictures(work)
        for each in work.iterdir():
            os.utime(each, (epoch, epoch))
        values = {
            "VERSION": version,
            "FILES": files,
            "ENTRIES": entries,
            "PICTURES": work,
            "LICENCES": work,
            "OUTPUT": installer,
            "KIBIBYTES": size(folder) // 1024,
        }
        definitions = [f"-D{name}={value}" for name, value in values.items()]
        checked = ["-V2", "-WX", "-INPUTCHARSET", "UTF8"]
        command = ["makensis", *checked, *options, *definitions, str(SOURCE)]
        call(command, variables={"SOURCE_DATE_EPOCH": str(epoch)})


def file_instructions(folder: Path) -> Iterator[str]:
    """Yield the instructions that extract each file into `new`, sorted: NSIS itself takes them as the disk has them."""
    for each in (folder, *sorted(path for path in folder.rglob("*") if path.is_dir())):
        files = sorted(path for path in each.iterdir() if path.is_file())
        if files:
            place = "".join(f"\\{part}" for part in each.relative_to(folder).parts)
            yield f'SetOutPath "$INSTDIR\\new{place}"\n'
        yield from (f'File "{file}"\n' for file in files)


def entry_instructions(folder: Path) -> Iterator[str]:
    """Yield the lines of a macro that calls another for each file and folder right in the folder of the program.

    Nothing else in the chosen folder, which may hold files of the user, is ever moved or removed.
    """
    yield "!macro EACH_ENTRY DO\n"
    yield from (f'  !insertmacro ${{DO}} "{each.name}"\n' for each in sorted(folder.iterdir()))
    yield "!macroend\n"


def write_licences(folder: Path, *, has_core: bool) -> None:
    """Write the text of the page of licences in each language. has_core: whether Live2D's Core is in the program."""
    own = (PROJECT / "LICENSE").read_text(encoding="utf-8")
    for language, texts in tomllib.loads(LICENCES.read_text(encoding="utf-8")).items():
        parts = (texts["introduction"], *([texts["live2d"]] if has_core else ()), own)
        # With a mark of its encoding, by which NSIS knows it.
        (folder / f"{language}.txt").write_text("\n\n".join(parts), encoding="utf-8-sig", newline="\r\n")


def write_pictures(folder: Path) -> None:
    """Write the icon and the two pictures of the installer's pages."""
    write_icon(folder / "deskpet.ico")
    side = Image.new("RGB", SIDE_SIZE, SIDE_COLOR)
    _paste(side, CHARACTER / "preview.png", SIDE_SIZE[0] + 60, bottom=24)
    side.save(folder / "side.bmp")
    header = Image.new("RGB", HEADER_SIZE, HEADER_COLOR)
    with Image.open(CHARACTER / "icon.png") as icon:
        small = icon.resize((48, 48), Image.Resampling.LANCZOS)
    header.paste(small, (HEADER_SIZE[0] - 56, 4), small)
    header.save(folder / "header.bmp")


def _paste(picture: Image.Image, file: Path, width: int, bottom: int) -> None:
    """Put a character of this width in the middle of a picture, with room below her feet."""
    with Image.open(file) as source:
        character = source.resize((width, source.height * width // source.width), Image.Resampling.LANCZOS)
    place = ((picture.width - width) // 2, picture.height - bottom - character.height)
    picture.paste(character, place, character)
