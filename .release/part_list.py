"""Write the catalogue of the parts that can be added to an installed program, of the wheels that the locks name.

python part_list.py          download them with pip, which checks the hashes of the locks, and write catalogue.json
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / ".setup"))

from locked_packages import read_lock
from steps import PROJECT, call

from deskpet.features.downloads.catalogue import FILE

# Part -> extra of pip, licence, where its text is, packages.
PARTS = {
    "javascript": ("code", "ISC; V8: BSD-3-Clause", "https://github.com/bpcreech/PyMiniRacer", ("mini-racer",)),
    "voice-local": (
        *("voice-local", "Apache-2.0; ONNX Runtime: MIT", "https://github.com/k2-fsa/sherpa-onnx"),
        ("sherpa-onnx", "sherpa-onnx-core"),
    ),
    "diagrams": (
        *("diagrams", "MIT or Apache-2.0; layout of Eclipse ELK: EPL-2.0; fonts: OFL-1.1; resvg-py: MIT"),
        *("https://github.com/Latias94/merman", ("merman", "resvg-py")),
    ),
}
# System as deskpet.features.downloads.catalogue names it -> lock, version of Python, tags of wheels.
SYSTEMS = {
    "linux-x86_64-3.11": (
        "requirements.txt",
        "3.11",
        ["manylinux2014_x86_64", *(f"manylinux_2_{n}_x86_64" for n in range(17, 37))],
    ),
    "win32-amd64-3.13": (".setup/windows.txt", "3.13", ["win_amd64"]),
}


def main() -> None:
    """Write the catalogue."""
    catalogue = {name: _part(*values) for name, values in PARTS.items()}
    FILE.write_text(json.dumps(catalogue, indent=2) + "\n", encoding="utf-8")


def _part(extra: str, licence: str, page: str, packages: tuple[str, ...]) -> dict[str, Any]:
    systems = {system: _wheels(packages, *values) for system, values in SYSTEMS.items()}
    return {"extra": extra, "licence": licence, "page": page, "systems": systems}


def _wheels(packages: tuple[str, ...], *system: Any) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        files = download(packages, Path(folder), *system)
        return {"installed_size": sum(map(_unpacked, files)), "wheels": [_entry(each) for each in files]}


def download(packages: tuple[str, ...], folder: Path, lock: str, python: str, tags: list[str]) -> list[Path]:
    """Download the wheels of locked packages into a folder. Raises ReleaseFailed."""
    locked = [each for each in read_lock((PROJECT / lock).read_text(encoding="utf-8")) if each.name in packages]
    chosen = folder / "chosen.txt"
    # The marker of a package does not hold for the computer that downloads for another system.
    chosen.write_text("\n".join(re.sub(r" ;[^\\]*", " ", each.lines) for each in locked), encoding="utf-8")
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--python-version", python]
    platforms = [word for tag in tags for word in ("--platform", tag)]
    call(["python3", "-m", "pip", "download", *options, *platforms, "--dest", str(folder), "-r", str(chosen)])
    return sorted(folder.glob("*.whl"))


def _unpacked(wheel: Path) -> int:
    with zipfile.ZipFile(wheel) as archive:
        return sum(each.file_size for each in archive.infolist())


def _entry(wheel: Path) -> dict[str, Any]:
    content = wheel.read_bytes()
    # PyPI keeps each file at the digest of its content.
    place = hashlib.blake2b(content, digest_size=32).hexdigest()
    url = f"https://files.pythonhosted.org/packages/{place[:2]}/{place[2:4]}/{place[4:]}/{wheel.name}"
    return {"name": wheel.name, "url": url, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


if __name__ == "__main__":
    main()
