"""Choose the packages of a lock that a release contains: what the program and its chosen extras need."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

# The extras that a release contains. JavaScript (80 MB) and the voices of this computer (45 MB) are not among them.
EXTRAS = ("math", "mcp", "web", "calendar", "documents", "backup", "voice")
LIVE2D = "live2d-py"
"""The package with the proprietary Cubism Core."""


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """A package of a lock: its lines, and the packages that need it (`needed_by`, lower-case names)."""

    name: str
    version: str
    lines: str
    needed_by: frozenset[str]


def read_lock(text: str) -> list[LockedPackage]:
    """Return the packages of a lock that uv wrote with hashes and comments."""
    blocks = re.findall(r"^[a-z0-9].*(?:\n[ ].*)*", text, re.MULTILINE)
    return [_package(block) for block in blocks]


def _package(block: str) -> LockedPackage:
    first = block.split("\n", 1)[0]
    name, version = first.split(" ", 1)[0].split("==")
    comments = re.findall(r"^ +#(?:   | via )(\S+)", block, re.MULTILINE)
    return LockedPackage(name, version, block, frozenset(comments))


def contained(
    packages: Iterable[LockedPackage], project: Path, *, without: Collection[str] = ()
) -> list[LockedPackage]:
    """Return the packages that the program with EXTRAS needs, but for `without`. project: pyproject.toml."""
    packages = list(packages)
    names = _direct_needs(project) - {*without}
    while True:
        more = {each.name for each in packages if each.needed_by & names} - names
        if not more:
            return [each for each in packages if each.name in names]
        names |= more


def _direct_needs(project: Path) -> set[str]:
    metadata = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    needs = [*metadata["dependencies"]]
    for extra in EXTRAS:
        needs += metadata["optional-dependencies"][extra]
    names = (re.split(r"[^A-Za-z0-9._-]", need, maxsplit=1)[0] for need in needs)
    # As locks write them (PEP 503).
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}
