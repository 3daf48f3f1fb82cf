"""A workspace with a chosen folder, and the calls of its tools."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from deskpet.chat.tool import Proposal, ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.files.handles import Folder
from deskpet.tools.files.protected_names import ProtectedPaths, Protection
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.workspace import Workspace


class FolderTrash:
    """A trash that is a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def move(self, folder: Folder, name: str) -> None:
        with type(folder).open_root(self.folder) as trash:
            folder.move(name, trash, name)


@dataclass
class Scene:
    """The chosen folder `root`, the scratch folder, and a folder `outside` of both with a secret."""

    root: Path
    scratch: Path
    outside: Path
    copies: UndoCopies
    workspace: Workspace
    trash: FolderTrash
    box: Toolbox

    async def call(self, name: str, **arguments: Any) -> JsonValue:
        """Return the output of a call, which has to succeed."""
        outcome = await self.box.call(name, arguments)
        assert outcome.error is None, outcome.error
        return outcome.output

    async def error(self, name: str, **arguments: Any) -> str:
        """Return the code of the error of a call, which has to fail in a way that its tool foresees."""
        outcome = await self.box.call(name, arguments)
        assert outcome.error is not None, outcome.output
        return outcome.error.code

    async def propose(self, name: str, **arguments: Any) -> Proposal:
        """Return what a call proposes."""
        proposal = await self.box.propose(name, arguments)
        assert proposal
        return proposal

    async def refused(self, name: str, **arguments: Any) -> str:
        """Return the code with which a proposal fails."""
        try:
            proposal = await self.box.propose(name, arguments)
        except ToolFailed as failed:
            return failed.error.code
        raise AssertionError(proposal)


SECRET = "the secret of somebody else"


def new_scene(folder: Path) -> Scene:
    """Create the folders and the toolbox."""
    root, scratch, outside = folder / "Documents", folder / "data" / "scratch", folder / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text(SECRET, encoding="utf-8")
    workspace, copies = Workspace([root], scratch), UndoCopies(folder / "data" / "undo")
    trash = FolderTrash(folder / "trash")
    box = Toolbox(FILE_TOOLS, workspace=workspace, undo_copies=copies, trash=trash)
    return Scene(root, scratch, outside, copies, workspace, trash, box)


def snapshot(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Return the type and the content of everything in a folder, without following links."""
    found: dict[str, tuple[Any, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        is_file = path.is_file() and not path.is_symlink()
        content = path.read_bytes() if is_file else path.readlink() if path.is_symlink() else b""
        found[path.relative_to(folder).as_posix()] = (status.st_mode, content)
    return found


def protection_by_name(parts: Sequence[str]) -> Protection | None:
    """Return why a path outside of homes is protected by one of its names, or None."""
    return ProtectedPaths({}, Path("/scratch"), (), Path("/people/me")).protection(Path("/", *parts))
