"""The inputs that former searches found, one archive for each target.

Each input reaches code that no other one reaches. A mistake that was found and mended stays here as well.
"""

import hashlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FOLDER = Path(__file__).with_name("corpus")
# The archives depend on their content only.
_TIME = (1980, 1, 1, 0, 0, 0)


def read(target: str, folder: Path = FOLDER) -> list[bytes]:
    """Return the inputs of a target; none if there is no archive of it."""
    path = folder / f"{target}.zip"
    if not path.exists():
        return []
    with ZipFile(path) as archive:
        return [archive.read(name) for name in archive.namelist()]


def write(target: str, inputs: list[bytes], folder: Path = FOLDER) -> None:
    """Replace the inputs of a target."""
    folder.mkdir(exist_ok=True)
    with ZipFile(folder / f"{target}.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for data in sorted(set(inputs), key=lambda each: (len(each), each)):
            archive.writestr(ZipInfo(name_of(data), _TIME), data, ZIP_DEFLATED)


def unpack(inputs: list[bytes], folder: Path) -> None:
    """Write each input to a file of its own, as the search reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        (folder / name_of(data)).write_bytes(data)


def name_of(data: bytes) -> str:
    """Return the name of an input."""
    return hashlib.sha256(data).hexdigest()[:12]
