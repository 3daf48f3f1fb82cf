"""Write what a release says of the software of others that it contains: licence texts, and a bill of materials."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from locked_packages import LIVE2D, contained, read_lock
from steps import PROJECT

from tests.campaigns.licences import licence_of

NOTICES, BILL = "THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"
# The texts that Qt for Python names without bringing them.
COMMON_LICENCES = Path("/usr/share/common-licenses")
_LICENCE_NAMES = ("license", "licence", "copying", "notice", "authors")
_RULE = "=" * 100

INTRODUCTION = """\
deskpet is under the MIT licence (LICENSE). It contains the software below under the licences printed with it.
"""
CORE = """
Live2D: the package live2d-py contains Live2D Cubism Core, which is proprietary. Whoever gives on a program with it is
bound by Live2D's terms (https://www.live2d.com/eula/). They call a program that loads models which its users bring
along an "expandable application", and ask its publisher for an agreement, whatever the publisher's size. Whether this
program is one is not settled.
"""
QT = """
Qt for Python (PySide6, shiboken6) and Qt are used under the LGPL 3. Their libraries are files of their own in the
folder PySide6, and may be replaced by versions that you changed. Their source: https://download.qt.io/official_releases/
"""


def write(folder: Path, packages: Path, lock: Path) -> None:
    """Write LICENSE, the notices and the bill of materials into the folder of the program."""
    shutil.copy(PROJECT / "LICENSE", folder / "LICENSE")
    installed = sorted(distributions(path=[str(packages)]), key=_name)
    others = [each for each in installed if _name(each) != "deskpet"]
    (folder / NOTICES).write_text("\n".join(_notices(folder, others)), encoding="utf-8", newline="\n")
    version = next(each.version for each in installed if _name(each) == "deskpet")
    licences = {_name(each): licence_of(each) for each in others}
    bill = bill_of_materials(version, lock, licences)
    (folder / BILL).write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8", newline="\n")


def _name(distribution: Distribution) -> str:
    return distribution.name.lower().replace("_", "-").replace(".", "-")


def _notices(folder: Path, installed: list[Distribution]) -> Iterator[str]:
    yield INTRODUCTION + (CORE if any(_name(each) == LIVE2D for each in installed) else "") + QT
    yield from _section("Python", _python_licence(folder))
    for each in installed:
        title = f"{each.name} {each.version}: {licence_of(each) or 'see its text'}"
        yield from _section(title, "\n\n".join(licence_texts(each)))
    for name in ("LGPL-3", "GPL-3"):
        yield from _section(f"The text of {name}", (COMMON_LICENCES / name).read_text(encoding="utf-8"))


def _section(title: str, text: str) -> Iterator[str]:
    yield from (
        _RULE,
        title,
        _RULE,
        text.strip() or "(The package has no licence file; the line above is its metadata.)",
    )
    yield ""


def _python_licence(folder: Path) -> str:
    python = folder / "python"
    file = next(path for path in (*python.glob("lib/python3.*/LICENSE.txt"), python / "LICENSE.txt") if path.exists())
    return file.read_text(encoding="utf-8", errors="replace")


def licence_texts(distribution: Distribution) -> Iterator[str]:
    """Yield the texts of the licence files of an installed package."""
    for file in sorted(distribution.files or (), key=str):
        if ".dist-info" in str(file) and file.name.lower().startswith(_LICENCE_NAMES):
            path = Path(str(file.locate()))
            if path.exists():
                yield path.read_text(encoding="utf-8", errors="replace")


def bill_of_materials(version: str, lock: Path, licences: dict[str, str]) -> dict[str, Any]:
    """Return a bill of materials (CycloneDX 1.6) of what the lock has for a release.

    licences: package -> SPDX expression. A package that is not installed for this system is not listed.
    """
    chosen = contained(read_lock(lock.read_text(encoding="utf-8")), PROJECT / "pyproject.toml")
    components = [_component(each.name, each.version, licences[each.name]) for each in chosen if each.name in licences]
    digest = json.dumps([version, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        # The same contents have the same number, as of a reproducible build.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {"component": _component("deskpet", version, "MIT") | {"type": "application"}},
        "components": components,
    }


def _component(name: str, version: str, licence: str) -> dict[str, Any]:
    address = f"pkg:pypi/{name}@{version}"
    component: dict[str, Any] = {"type": "library", "bom-ref": address, "name": name, "version": version}
    if licence:
        component["licenses"] = [{"license": {"name": licence}}]
    return component | {"purl": address}
