"""Nothing outside the chosen folders is read or changed, whatever a call says and whatever happens meanwhile."""

import ctypes
import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.chat.permission import NO_SCOPE
from deskpet.chat.tool import ToolFailed
from deskpet.config import paths
from deskpet.tools.files.path_names import split_path
from deskpet.tools.files.workspace import Workspace, system_folder
from tests.support.folders import PROJECT
from tests.tools.files.folders import SECRET, new_scene, protection_by_name, snapshot

CALLS = (
    ("list_directory", "path", {}),
    ("read_file", "path", {}),
    ("search_files", "path", {"pattern": "secret"}),
    ("write_file", "path", {"content": "changed"}),
    ("edit_file", "path", {"old_text": "secret", "new_text": "changed"}),
    ("delete_file", "path", {}),
    ("move_file", "source", {"destination": "taken"}),
    ("move_file", "destination", {"source": "mine"}),
)
# More of them find no more, and each takes up to 0.1 s while names are exchanged.
RACES = 30
only_posix = pytest.mark.skipif(os.name == "nt", reason="needs links, pipes and users of POSIX")


async def try_all(scene, path) -> list[str]:
    """Make each call with the path; nothing in it may reach the secret. Returns the codes of the errors."""
    (scene.root / "mine").write_text("mine", encoding="utf-8")
    before, codes = snapshot(scene.outside), []
    for name, parameter, others in CALLS:
        outcome = await scene.box.call(name, {parameter: path, **others})
        assert SECRET not in str(outcome), (name, path)
        codes.append(outcome.error.code if outcome.error else "")
    assert snapshot(scene.outside) == before
    return codes


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.txt",
        "a/../../outside/secret.txt",
        "..",
        "/etc/passwd",
        "/",
        "//etc/passwd",
        "~",
        "~root/x",
        "~/x",
        "file:///etc/passwd",
        "http://localhost/x",
        "C:\\Windows\\win.ini",
        "C:/Windows/win.ini",
        "c:secret.txt",
        "\\\\?\\C:\\x",
        "\\\\server\\share\\x",
        "..\\outside\\secret.txt",
        "a\0b",
        "\ud800",
        "a/" * 65,
        "a" * 5_000,
    ],
)
async def test_no_path_leads_out(scene, path):
    assert set(await try_all(scene, path)) <= {"invalid_path", "outside"}


async def test_an_absolute_path_beside_the_folder_is_outside(scene):
    for path in (scene.outside / "secret.txt", f"{scene.root}2/x", scene.root.parent, f"{scene.root}/../outside"):
        assert set(await try_all(scene, str(path))) <= {"invalid_path", "outside"}


@only_posix
@pytest.mark.parametrize(
    "target", ["../outside/secret.txt", "{outside}/secret.txt", "../outside", "{outside}", "/", "/etc"]
)
async def test_links_that_lead_out_are_not_followed(scene, target):
    (scene.root / "link").symlink_to(target.format(outside=scene.outside))
    for path in ("link", "link/secret.txt", "link/new", str(scene.root / "link" / "secret.txt")):
        assert "" not in await try_all(scene, path)
    assert (scene.root / "link").is_symlink()
    assert SECRET not in str(await scene.call("search_files", pattern="secret"))


def make_junction(path: Path, target: Path) -> None:
    subprocess.run(["cmd", "/c", "mklink", "/J", str(path), str(target)], check=False, timeout=20)
    if not os.path.lexists(path):
        pytest.skip("this system makes no junctions")


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has junctions")
async def test_junctions_are_not_followed(scene):
    (scene.root / "sub").mkdir()
    make_junction(scene.root / "out", scene.outside)
    make_junction(scene.root / "inner", scene.root / "sub")
    for path in ("out", "out/secret.txt", "out/new", "inner/new"):
        assert "" not in await try_all(scene, path)
    assert SECRET not in str(await scene.call("search_files", pattern="secret"))


@pytest.mark.skipif(sys.platform != "win32", reason="other systems open folders by the handle of their parent")
def test_an_open_folder_stays_where_it_is(scene):
    (scene.root / "sub").mkdir()
    with system_folder().open_root(scene.root) as root, root.enter(["sub"]):
        for path in (scene.root / "sub", scene.root):
            with pytest.raises(PermissionError):
                path.rename(path.with_name("other"))


@only_posix
async def test_links_inside_are_read_and_not_changed(scene):
    (scene.root / "sub").mkdir()
    (scene.root / "sub" / "a.txt").write_text("inner", encoding="utf-8")
    (scene.root / "link").symlink_to("sub")
    (scene.root / "a").symlink_to("sub/a.txt")
    if sys.platform == "linux":
        assert (await scene.call("read_file", path="link/a.txt")).startswith("1\tinner\n")
        assert (await scene.call("read_file", path="a")).startswith("1\tinner\n")
    for path in ("a", "link/a.txt"):
        assert await scene.refused("write_file", path=path, content="x") in {"link", "not_a_folder"}
        assert await scene.refused("delete_file", path=path) in {"link", "not_a_folder"}
    assert await scene.refused("move_file", source="a", destination="b") == "not_a_file"
    assert (scene.root / "sub" / "a.txt").read_text(encoding="utf-8") == "inner"


@only_posix
async def test_links_to_protected_names_are_refused(scene):
    (scene.root / ".git").mkdir()
    (scene.root / ".git" / "config").write_text("secret", encoding="utf-8")
    (scene.root / "docs").symlink_to(".git")
    (scene.root / "readme").symlink_to(".git/config")
    assert await scene.error("read_file", path="docs/config") in {"protected", "not_a_folder"}
    assert await scene.error("read_file", path="readme") in {"protected", "link"}
    assert await scene.error("list_directory", path="docs") in {"protected", "not_a_folder"}


@only_posix
async def test_devices_pipes_and_sockets_are_refused_and_block_nothing(scene, monkeypatch):
    os.mkfifo(scene.root / "pipe")
    monkeypatch.chdir(scene.root)
    names = ["pipe", "socket"]
    # Only root may create a device.
    with suppress(PermissionError):
        os.mknod(scene.root / "zero", stat.S_IFCHR | 0o666, os.makedev(1, 5))
        names.append("zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for name in names:
            for call, arguments in (
                ("read_file", {"path": name}),
                ("write_file", {"path": name, "content": "x"}),
                ("edit_file", {"path": name, "old_text": "x", "new_text": "y"}),
                ("delete_file", {"path": name}),
                ("move_file", {"source": name, "destination": "other"}),
            ):
                assert await scene.error(call, **arguments) == "not_a_file"
        assert (await scene.call("search_files", pattern="e"))[0]["title"] == "Nothing found"
    assert set(names) <= {each.name for each in scene.root.iterdir()}


@only_posix
async def test_a_file_with_another_name_outside_keeps_its_content_there(scene):
    os.link(scene.outside / "secret.txt", scene.root / "same")
    await scene.call("write_file", path="same", content="mine")
    assert (scene.root / "same").read_text(encoding="utf-8") == "mine"
    assert (scene.outside / "secret.txt").read_text(encoding="utf-8") == SECRET


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".GIT/hooks/pre-commit",
        "sub/.Git",
        ".gi\u200bt/config",
        "\uff0egit/config",
        "GIT~1/config",
        ".ssh/id_rsa",
        ".env",
        ".ENV.local",
        ".envrc",
        ".bashrc",
        ".Profile",
        ".zshrc",
        ".zshenv",
        ".config/autostart/x.desktop",
        ".config/fish/config.fish",
        ".claude/settings.json",
        ".codex/config.toml",
        ".gemini/x",
        ".cursor/mcp.json",
        ".vscode/tasks.json",
        ".qwen/x",
        ".mcp.json",
        ".local/share/keyrings/login.keyring",
        "passwords.kdbx",
        "Library/LaunchAgents/x.plist",
        "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/x.bat",
        ".git./config",
    ],
)
async def test_protected_names_are_refused_in_any_spelling(scene, path):
    path_there = scene.root / path
    path_there.parent.mkdir(parents=True, exist_ok=True)
    path_there.write_text("secret", encoding="utf-8")
    before = snapshot(scene.root)
    for name, parameter, others in CALLS[1:]:
        (scene.root / "mine").write_text("mine", encoding="utf-8")
        outcome = await scene.box.call(name, {parameter: path, **others})
        if name != "search_files":
            # Windows refuses some of these names at once, and a new name must not have invisible characters.
            is_invalid = parameter == "destination" or path.endswith(("~1/config", "./config"))
            assert outcome.error.code in {"protected", "invalid_path" if is_invalid else ""}, name
        assert ":1" not in str(outcome)
    (scene.root / "mine").unlink()
    assert snapshot(scene.root) == before


@pytest.mark.parametrize(
    "path",
    ["a.env", "git", "environment", "gitignore", ".gitignore", "profile.md", "bash.rc", "model.pth", "startup/a"],
)
def test_other_names_are_not_protected(path):
    assert protection_by_name(Path(path).parts) is None


async def test_the_programs_own_folders_are_protected_but_not_the_scratch_folder(home):
    workspace = Workspace([home], paths.scratch_folder())
    for folder in paths.own_paths()[:-1]:
        assert not workspace.is_allowed(folder / "x")
    assert workspace.is_allowed(paths.scratch_folder() / "x")
    assert workspace.is_allowed(home / "x")
    assert not workspace.is_allowed(paths.scratch_folder() / ".git" / "x")


@pytest.mark.parametrize(
    "path",
    [
        "C:",
        "C:x",
        "\\x",
        "/x",
        "a:stream",
        "a.txt::$DATA",
        "NUL",
        "nul.txt",
        "sub/COM1",
        "com¹.log",
        "CONIN$",
        "a.",
        "a ",
        "a|b",
        "a\tb",
        "a/../b",
        "..\\x",
    ],
)
def test_names_that_windows_reads_in_another_way_are_refused_there(path):
    with pytest.raises(ToolFailed):
        split_path(path, windows=True)


def test_paths_of_windows_are_split():
    assert split_path("C:\\Users/me\\a.txt", windows=True) == ("C:/", ("Users", "me", "a.txt"))
    assert split_path("a\\b", windows=True) == ("", ("a", "b"))
    assert split_path("\\\\?\\C:\\x", windows=True)[0] == "//?/C:/"


@contextmanager
def exchanged(one: Path, other: Path) -> Generator[None]:
    """Exchange two entries of a folder again and again in another thread (renameat2 with RENAME_EXCHANGE)."""
    libc, stop, here = ctypes.CDLL(None, use_errno=True), threading.Event(), -100

    def exchange() -> None:
        while not stop.is_set():
            assert libc.renameat2(here, bytes(one), here, bytes(other), 2) == 0

    thread = threading.Thread(target=exchange)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges two names at once")
@pytest.mark.parametrize(
    "call", ["list_directory", "read_file", "write_file", "delete_file", "move_file", "search_files"]
)
async def test_a_link_that_takes_the_place_of_a_folder_meanwhile_leads_nowhere(scene, call):
    inner, link = scene.root / "sub", scene.root / "link"
    inner.mkdir()
    link.symlink_to(scene.outside)
    for number in range(RACES):
        (inner / f"{number}.txt").write_text("inner", encoding="utf-8")
        (scene.outside / f"{number}.txt").write_text(SECRET, encoding="utf-8")
    before = snapshot(scene.outside)
    with exchanged(inner, link):
        for number in range(RACES):
            path = f"sub/{number}.txt"
            arguments = {
                "list_directory": {"path": "sub"},
                "read_file": {"path": path},
                "write_file": {"path": path, "content": "mine"},
                "delete_file": {"path": path},
                "move_file": {"source": path, "destination": f"taken {number}"},
                "search_files": {"path": "sub", "pattern": "secret"},
            }[call]
            outcome = await scene.box.call(call, arguments)
            assert SECRET not in str(outcome)
            assert "secret.txt" not in str(outcome.output)
    assert snapshot(scene.outside) == before
    assert SECRET not in str(snapshot(scene.trash.folder))
    assert SECRET not in str(snapshot(scene.root))


@pytest.mark.slow
@only_posix
@pytest.mark.skipif(not shutil.which("setpriv") or os.geteuid() != 0, reason="only root can give up rights")
@pytest.mark.timeout(120)
def test_an_ordinary_user_gets_out_no_more_than_root(tmp_path):
    """Run this file again without the capabilities that let root ignore permissions."""
    ordinary = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    arguments = ["-q", "-p", "no:cacheprovider", "-k", "not ordinary", str(Path(__file__).resolve())]
    command = [*ordinary, sys.executable, "-m", "pytest", f"--basetemp={tmp_path / 'base'}", *arguments]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout.decode()[-3_000:] + done.stderr.decode()[-1_000:]


PARTS = st.sampled_from(
    [
        "..",
        ".",
        "/",
        "",
        "sub",
        "secret.txt",
        "link",
        "out",
        ".git",
        "mine",
        "\n",
        "日",
        "~",
        "C:",
        "\\",
        "outside",
        "%2e%2e",
        "..\u200b",
    ]
)
PATHS = st.one_of(st.lists(PARTS, max_size=6).map("/".join), st.text(max_size=20))
VALUES = st.one_of(PATHS, st.none(), st.integers(), st.booleans(), st.lists(st.text(max_size=3), max_size=2))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    call=st.sampled_from(CALLS),
    path=VALUES,
    other=PATHS,
    extra=st.dictionaries(st.sampled_from(["offset", "limit", "include", "x"]), VALUES, max_size=2),
)
async def test_any_arguments_give_a_result_or_an_error_and_change_nothing_outside(
    tmp_path_factory, call, path, other, extra
):
    folder = tmp_path_factory.mktemp("any")
    scene = new_scene(folder)
    (scene.root / "sub").mkdir()
    (scene.root / "mine").write_text("mine secret", encoding="utf-8")
    if os.name != "nt":
        (scene.root / "link").symlink_to("sub")
        (scene.root / "out").symlink_to(scene.outside)
    before = snapshot(scene.outside)
    name, parameter, others = call
    arguments = {parameter: path, **dict.fromkeys(others, other), **extra}
    tool = scene.box.find(name)
    needs = {"workspace": scene.workspace}
    assert tool.scope(arguments, needs) == NO_SCOPE or tool.scope(arguments, needs).value
    assert tool.is_exempt(arguments, needs) in {True, False}
    assert tool.preview is None or isinstance(tool.preview(arguments), str)
    outcome = await scene.box.call(name, arguments)
    assert (outcome.output is None) != (outcome.error is None)
    assert outcome.error is None or outcome.error.code != "failed", outcome.error
    assert SECRET not in str(outcome)
    assert snapshot(scene.outside) == before
    assert {each.name for each in folder.iterdir()} <= {"Documents", "outside", "data", "trash"}
