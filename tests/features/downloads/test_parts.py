"""Parts of an installed program: downloaded from the loopback address, or added from files, used and removed."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from deskpet.config import extras, paths
from deskpet.features.downloads import catalogue, part_folders
from deskpet.features.downloads.catalogue import OptionalPart
from deskpet.features.downloads.part_folders import PartFailed
from deskpet.network.file_download import DownloadLimits
from deskpet.processes import added_parts, child
from tests.features.downloads.conftest import wheel
from tests.network.file_server import FileServer
from tests.support.folders import PROJECT, create_home

LIMITS = DownloadLimits(silent_s=5, attempts=2)


def said_by(program: Path | str) -> str:
    """Return what a child says."""
    process = child.start(program)
    try:
        out, errors = process.communicate(timeout=60)
    finally:
        child.end(process)
    return (out or errors).decode().strip()


@pytest.mark.usefixtures("installed")
async def test_a_part_is_downloaded_used_by_the_program_and_its_children_and_removed(
    part: OptionalPart, server: FileServer, tmp_path: Path
) -> None:
    server.files["toy-1.whl"].cuts = [100]
    steps: list[tuple[int, int]] = []
    assert not find_spec("added_toy")
    await part_folders.add(part, lambda *step: steps.append(step), LIMITS)
    assert steps[-1] == (part.size, part.size)
    assert server.requests[-1][1]["Range"] == "bytes=100-"
    assert part_folders.is_added(part)
    assert find_spec("added_toy")
    assert find_spec("added_more")
    script = tmp_path / "script.py"
    script.write_text("import added_toy, added_more; print(added_toy.ANSWER, added_more.MORE)")
    assert said_by(script) == "42 43"
    found = {path.name for path in part_folders.folder(part).rglob("*") if path.suffix in {".py", ".json", ""}}
    assert found == {"__init__.py", "added_more.py", "part.json", "added_toy", "__pycache__"}
    assert not (part_folders.folder(part).parent / "outside.py").exists()
    assert [*paths.downloads_folder().iterdir()] == []
    part_folders.remove(part)
    assert not part_folders.is_added(part)
    assert not find_spec("added_toy")
    assert "No module named 'added_toy'" in said_by(script)
    with pytest.raises(PartFailed, match="was not added"):
        part_folders.remove(part)


@pytest.mark.usefixtures("installed")
def test_a_module_that_is_started_as_a_child_finds_the_part(part: OptionalPart, tmp_path: Path) -> None:
    (tmp_path / "toy.whl").write_bytes(wheel())
    part_folders.add_from(part, [tmp_path])
    # As a child is started that is a module of the program.
    command = [sys.executable, *child._interpreter_options(), "-c", "import deskpet, added_toy; print('ok')"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout, done.stderr) == ("ok\n", "")


@pytest.mark.usefixtures("installed")
def test_a_part_is_added_from_files_without_a_network(part: OptionalPart, server: FileServer, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "renamed.whl").write_bytes(wheel()[:-1])
    with pytest.raises(PartFailed, match=r"missing, or are not the ones of the catalogue: toy-1\.whl"):
        part_folders.add_from(part, [folder])
    (folder / "renamed.whl").write_bytes(wheel())
    part_folders.add_from(part, [folder])
    assert part_folders.is_added(part)
    part_folders.add_from(part, [folder / "renamed.whl"])
    assert find_spec("added_toy")
    assert server.requests == []


@pytest.mark.usefixtures("installed")
def test_a_file_that_is_changed_after_it_was_chosen_is_not_added(part: OptionalPart, tmp_path: Path) -> None:
    changed = tmp_path / "toy-1.whl"
    changed.write_bytes(wheel() + b"!")
    with pytest.raises(PartFailed, match=r"not the ones of the catalogue: toy-1\.whl"):
        part_folders._unpack(part, {part.wheels[0]: changed})
    assert not part_folders.folder(part).exists()


@pytest.mark.usefixtures("installed")
def test_a_part_whose_unpacking_broke_off_is_searched_by_nobody(part: OptionalPart, tmp_path: Path) -> None:
    (tmp_path / "toy.whl").write_bytes(wheel())
    part_folders.add_from(part, [tmp_path])
    place = part_folders.folder(part)
    place.rename(place.with_name(f"{place.name}{added_parts.NEW}"))
    added_parts.activate(paths.data_folder())
    assert added_parts.active() == ()
    assert not find_spec("added_toy")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"more": b"!"}, "that were announced"), ({"content": wheel()[::-1]}, "came damaged"), ({"status": 404}, "404")],
    ids=["longer", "other content", "not there"],
)
async def test_a_part_that_is_not_the_one_of_the_catalogue_is_not_added(
    change: dict, sentence: str, part: OptionalPart, server: FileServer
) -> None:
    vars(server.files["toy-1.whl"]).update(change)
    with pytest.raises(PartFailed, match=sentence):
        await part_folders.add(part, limits=LIMITS)
    assert not part_folders.folder(part).exists()


async def test_a_checkout_says_what_to_type(part: OptionalPart, server: FileServer) -> None:
    with pytest.raises(PartFailed, match=re.escape("python -m pip install 'deskpet[code]'")):
        await part_folders.add(part)
    assert server.requests == []
    assert extras.way_to_get("code") == "Install deskpet[code]."


@pytest.mark.usefixtures("installed")
def test_what_is_missing_in_an_installed_program_names_the_part() -> None:
    assert extras.way_to_get("code").endswith("deskpet download add javascript")
    assert {*extras.PARTS.values()} == {*json.loads(catalogue.FILE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(("system", "lock"), [("linux", "requirements.txt"), ("win32", ".setup/windows.txt")])
def test_the_catalogue_has_the_files_of_the_locks(system: str, lock: str) -> None:
    text = (PROJECT / lock).read_text(encoding="utf-8")
    for name, values in json.loads(catalogue.FILE.read_text(encoding="utf-8")).items():
        (files,) = (files for key, files in values["systems"].items() if key.startswith(system))
        assert files["wheels"], name
        for each in files["wheels"]:
            assert f"--hash=sha256:{each['sha256']}" in text, each["name"]
            package, version = each["name"].split("-")[:2]
            assert f"\n{package.replace('_', '-')}=={version} " in text


def download(home: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "deskpet", "download", *words], env=os.environ | create_home(home),
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not catalogue.parts(), reason="there are no parts for this system")
def test_the_command_lists_the_parts_and_names_its_mistakes(tmp_path: Path) -> None:
    code, out, _ = download(tmp_path, "list", "--json")
    parts = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["name"] for each in parts] == ["javascript", "voice-local", "diagrams"]
    assert all(each["licence"] and each["size"] and not each["is_added"] for each in parts)
    code, _, errors = download(tmp_path, "add", "javascript")
    assert (code, "pip install 'deskpet[code]'" in errors) == (1, True)
    code, _, errors = download(tmp_path, "add", "nonsense")
    assert (code, "There are: javascript, voice-local" in errors) == (2, True)
