"""Everything that the program keeps is for its user only, whatever the umask is."""

import ast
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.filesystem import private_files, windows_rights
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.store.database_files import replacement
from tests.support.folders import PROJECT

posix = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
# They create files; or write what is for others as well: a file that the user chose, or one in a folder of theirs.
ALLOWED = {"deskpet/filesystem/private_files.py"}
WRITERS = {"mkdir", "makedirs", "write_text", "write_bytes", "copy2", "copyfile", "copytree", "copy", "mkfifo"}
# Written into memory, or a stream; copies of objects; into a file that is there already; into temporary folders, which
# Python creates for this user only; or into folders of the user's.
KNOWN_CALLS = {
    ("deskpet/processes/console.py", "open"): 1,
    ("deskpet/features/voice/synthesis/wav.py", "open"): 1,
    ("deskpet/features/reminders/chime.py", "open"): 1,
    # The folder of the program, which is not secret; and files that private_files.touch has created before.
    ("deskpet/features/updates/folder_swap.py", "mkdir"): 2,
    ("deskpet/features/updates/folder_swap.py", "touch"): 1,
    ("deskpet/network/file_download.py", "open"): 1,
    ("deskpet/network/file_download.py", "write_text"): 1,
    ("deskpet/store/opening.py", "copyfile"): 2,
    ("deskpet/store/json_file.py", "open"): 1,
    ("deskpet/features/data/backup_file.py", "open"): 1,
    ("deskpet/features/history/exporting.py", "write_text"): 1,
    ("deskpet/features/history/exporting.py", "write_bytes"): 1,
    ("deskpet/features/memory/exchange.py", "write_text"): 1,
    ("deskpet/pet/motion_player.py", "write_text"): 1,
    ("deskpet/pet/shaders.py", "write_bytes"): 1,
    ("deskpet/pet/library.py", "copyfile"): 1,
    ("deskpet/ui/blocks/message_selection.py", "write_text"): 1,
    ("deskpet/tools/files/handles.py", "mkdir"): 1,
    ("deskpet/tools/files/handles.py", "open"): 1,
    ("deskpet/tools/files/windows_handles.py", "mkdir"): 1,
    ("deskpet/tools/files/windows_handles.py", "open"): 1,
}


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@posix
def test_what_is_created_is_private(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "a" / "b"
    private_files.create_folder(folder)
    private_files.create_folder(folder)
    private_files.touch(folder / "touched")
    private_files.create_file(folder / "created").close()
    write_atomically(tmp_path / "c" / "written", b"1")
    private_files.copy_file(Path(__file__), folder / "copied")
    with replacement(folder / "replaced") as partial:
        partial.write_text("1")
    made = list(tmp_path.rglob("*"))
    assert {mode_of(path) for path in made if path.is_dir()} == {0o700}
    assert {mode_of(path) for path in made if path.is_file()} == {0o600}
    assert len(made) == 8


@posix
def test_the_rights_of_an_existing_file_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "exported.json"
    file.touch()
    file.chmod(0o640)
    with replacement(file) as partial:
        partial.write_text("1")
    assert (file.read_text(), mode_of(file)) == ("1", 0o640)
    write_atomically(file, b"2")
    assert (file.read_text(), mode_of(file)) == ("2", 0o640)


def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        private_files.create_folder(tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        private_files.create_folder(tmp_path / "file" / "inner")


@posix
def test_what_is_there_is_narrowed_without_leaving_the_folder(tmp_path: Path) -> None:
    own, outside = tmp_path / "own", tmp_path / "outside"
    for folder in (own / "inner", outside):
        folder.mkdir(parents=True)
    for file in (own / "open", own / "inner" / "program", outside / "file", outside / "twice"):
        file.touch()
        file.chmod(0o777)
    (own / "link").symlink_to(outside / "file")
    (own / "folder").symlink_to(outside)
    (own / "second_name").hardlink_to(outside / "twice")
    os.mkfifo(own / "pipe")
    for folder in (own, own / "inner", outside):
        folder.chmod(0o777)
    assert private_files.narrow(own) == 4
    assert {mode_of(each) for each in (own, own / "inner", own / "open", own / "inner" / "program")} == {0o700}
    assert {mode_of(each) for each in (outside, outside / "file", outside / "twice")} == {0o777}
    assert private_files.narrow(own) == 0


@posix
def test_narrowing_is_bounded(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / str(number)).touch(mode=0o666)
        (tmp_path / str(number)).chmod(0o644)
    tmp_path.chmod(0o755)
    assert private_files.narrow(tmp_path, most=4) == 5
    assert mode_of(tmp_path) == 0o700


@posix
def test_the_folders_are_closed_at_once(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert private_files.readers(tmp_path) == ("group", "others")
    private_files.close((tmp_path, tmp_path / "missing"))
    assert mode_of(tmp_path) == 0o700
    assert private_files.readers(tmp_path) == private_files.readers(tmp_path / "missing") == ()


ME = "S-1-5-21-1-2-3-1001"


@pytest.mark.parametrize(
    ("descriptor", "readers"),
    [
        (f"O:{ME}D:(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;{ME})", ()),
        (f"O:BAD:PAI(A;OICIID;FA;;;{ME})(A;;FA;;;CO)(A;;FA;;;OW)", ()),
        (f"O:{ME}D:(A;;FA;;;{ME})(A;OICI;0x1200a9;;;BU)", ("Users",)),
        ("O:BAD:(A;;GR;;;WD)(A;;FA;;;AU)(A;;GA;;;WD)", ("Everyone", "Authenticated Users")),
        ("O:BAD:(A;;FA;;;S-1-5-21-1-2-3-1002)", ("S-1-5-21-1-2-3-1002",)),
        # Denied, and rights that show neither names nor content.
        (f"O:BAD:(D;;FA;;;WD)(A;;0x100080;;;BU)(A;;RC;;;AU)(A;;FA;;;{ME})", ()),
        ("O:BA", ("Everyone",)),
        ("O:BAD:NO_ACCESS_CONTROL", ("Everyone",)),
        ("O:BAD:", ()),
    ],
)
def test_the_readers_of_a_windows_folder(descriptor: str, readers: tuple[str, ...]) -> None:
    assert windows_rights.readers_in(descriptor, ME) == readers


@pytest.mark.skipif(sys.platform != "win32", reason="rights of Windows")
def test_a_folder_that_everyone_may_read_is_found(tmp_path: Path) -> None:
    for rights in (("/inheritance:r", "/grant:r", f"{os.environ['USERNAME']}:F"), ("/grant", "*S-1-1-0:R")):
        subprocess.run(["icacls", str(tmp_path), *rights], check=True, capture_output=True)
    assert private_files.readers(tmp_path) == ("Everyone",)


def creating_calls(source: str) -> Iterator[str]:
    """Yield the name of each call that creates a file or a folder with the rights that the umask leaves."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if (name in WRITERS and "mode" not in given and not _is_value_copy(node)) or (
            name == "touch" and isinstance(node.func, ast.Attribute) and not node.args and "mode" not in given
        ):
            yield name
        if name == "open" and "opener" not in given and _writes(node):
            yield name


def _is_value_copy(node: ast.Call) -> bool:
    """Whether it copies a value such as a list, not a file."""
    is_copy = isinstance(node.func, ast.Attribute) and node.func.attr == "copy"
    return is_copy and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "shutil")


def _writes(node: ast.Call) -> bool:
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    texts = [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    flags = {each.attr for value in values for each in ast.walk(value) if isinstance(each, ast.Attribute)}
    names = {each.id for value in values for each in ast.walk(value) if isinstance(each, ast.Name)}
    is_text_mode = any(len(each) <= 3 and set(each) & set("wax") and set(each) <= set("rwaxbt+") for each in texts)
    return is_text_mode or ("O_CREAT" in flags and "FILE_MODE" not in names) or "CREATE_FLAGS" in names


def test_such_calls_are_found() -> None:
    calls = "path.mkdir(); path.touch(); open(f, 'w'); path.open('xb'); os.open(f, os.O_CREAT); shutil.copy(a, b)"
    assert len(list(creating_calls(calls))) == 6
    assert not list(creating_calls("path.mkdir(mode=0o700); open(f); open(f, 'w', opener=o); names.copy()"))


def test_every_writer_goes_through_the_private_files() -> None:
    found: dict[tuple[str, str], int] = {}
    for file in sorted((PROJECT / "deskpet").rglob("*.py")):
        name = file.relative_to(PROJECT).as_posix()
        for call in creating_calls(file.read_text(encoding="utf-8")) if name not in ALLOWED else ():
            found[name, call] = found.get((name, call), 0) + 1
    assert found == KNOWN_CALLS
