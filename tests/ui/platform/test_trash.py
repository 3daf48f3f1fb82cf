"""The trash of the desktop."""

from pathlib import Path

import pytest

from deskpet.chat.toolbox import Toolbox
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.workspace import Workspace, system_folder
from deskpet.ui.platform.system_probe import QtTrash, desktop_trash


@pytest.mark.parametrize("trash", [QtTrash, desktop_trash])
async def test_a_deleted_file_is_in_the_trash_and_undo_brings_it_back(home: Path, trash: type[QtTrash]) -> None:
    folder = home / "Documents"
    folder.mkdir()
    path = folder / "日記.txt"
    path.write_text("tea", encoding="utf-8")
    needs = {"workspace": Workspace([folder], home / "scratch"), "undo_copies": UndoCopies(home / "undo")}
    box = Toolbox(FILE_TOOLS, **needs, trash=trash())
    outcome = await box.call("delete_file", {"path": str(path)})
    assert outcome.error is None, outcome.error
    assert not path.exists()
    assert (await box.undo("delete_file", {}, outcome.output)).error is None
    assert path.read_text(encoding="utf-8") == "tea"


@pytest.mark.parametrize("trash", [QtTrash, desktop_trash])
def test_what_can_not_be_moved_to_the_trash_stays(home: Path, trash: type[QtTrash]) -> None:
    (home / "there").touch()
    with system_folder().open_root(home) as folder:
        with pytest.raises(OSError, match=r"."):
            trash().move(folder, "nothing")
        assert folder.status("there")
