"""What is protected in a chosen folder, why, and which folders are too broad to choose."""

import tomllib
from pathlib import Path

import pytest

from deskpet.chat.tool import ToolFailed
from deskpet.tools.files import protected_names
from deskpet.tools.files.protected_names import (
    Breadth,
    breadth_by_name,
    breadth_of,
    comparable,
    names_of,
)
from deskpet.tools.files.workspace import Workspace
from tests.support.folders import PROJECT
from tests.tools.files.folders import protection_by_name

DATA = tomllib.loads((PROJECT / "deskpet/tools/files/protected_names.toml").read_text(encoding="utf-8"))
NAMES = [name for group in DATA["group"] for name in group["names"]]
HOME = ("/", "people", "me")


def test_the_names_are_written_as_they_are_compared() -> None:
    assert [each for each in NAMES if each != each.lower()] == []
    assert len(set(NAMES)) == len(NAMES)
    # Names with slashes are no patterns, and have two or three parts.
    assert [each for each in NAMES if "/" in each and (set(each) & set("*?[") or each.count("/") > 2)] == []


def test_each_group_names_its_sources() -> None:
    for group in (DATA["home"], *DATA["group"]):
        assert group["sources"]
        assert all(each.startswith("https://") for each in group["sources"])
    assert all(group["reason"] for group in DATA["group"])


def test_each_name_protects_a_path() -> None:
    def is_protected(name: str) -> bool:
        example = name.replace("*", "x").replace("?", "x")
        return protection_by_name(("folder", *example.split("/"), "file")) is not None

    assert [each for each in NAMES if not is_protected(each)] == []


@pytest.mark.parametrize(
    "path",
    [
        "src/library/containers/map.h",
        "docs/credentials.md",
        "src/credentials/provider.py",
        "wireguard/readme.md",
        "keepass-exporter/main.go",
        "report~1.doc",
        "environment.yml",
        "app/gradle.properties",
        "project/settings.xml",
        "public/cookies.md",
        ".github/workflows/test.yml",
        ".gitignore",
        ".editorconfig",
        "a: b.txt",
    ],
)
def test_files_of_usual_work_are_not_protected(path: str) -> None:
    assert protection_by_name(Path(path).parts) is None


def test_hidden_folders_of_a_home_are_protected_until_one_is_chosen(home: Path, tmp_path: Path) -> None:
    notes, dotfiles = home / "Documents" / "a.txt", home / ".dotfiles" / "zsh" / "theme.txt"
    workspace = Workspace([home], tmp_path / "scratch")
    assert workspace.is_allowed(notes)
    assert workspace.is_allowed(home / "code" / ".github" / "a.yml")
    assert not workspace.is_allowed(dotfiles)
    assert not workspace.is_allowed(home / ".hidden.txt")
    chosen = Workspace([home, home / ".dotfiles" / "zsh"], tmp_path / "scratch")
    assert chosen.is_allowed(dotfiles)
    assert not chosen.is_allowed(home / ".other" / "a")
    # The folder around it stays protected, also where the home was chosen as well.
    assert not chosen.is_allowed(home / ".dotfiles" / "mail" / "a.txt")
    assert not chosen.is_allowed(home / ".dotfiles" / "a.txt")
    # What is known to hold credentials stays protected there.
    assert not chosen.is_allowed(home / ".dotfiles" / "zsh" / ".netrc")


def test_a_protected_file_says_why_and_what_can_be_done(home: Path, tmp_path: Path) -> None:
    workspace = Workspace([home, Path("/")], tmp_path / "scratch")
    said = {}
    for path in (home / ".ssh" / "config", home / ".unknown" / "a", Path("/etc/hosts")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        with pytest.raises(ToolFailed) as caught, workspace.readable_file(workspace.locate(str(path))):
            pass
        said[path.parent.name] = caught.value.error.message
    assert "`.ssh` holds private keys and certificates" in said[".ssh"]
    assert "no setting allows it" in said[".ssh"]
    assert "`.unknown` holds what programs keep for themselves" in said[".unknown"]
    assert "by adding it itself, in Settings, Tools" in said[".unknown"]
    assert "`etc` holds what belongs to the system" in said["etc"]


@pytest.mark.parametrize(
    ("path", "breadth"),
    [
        (("/",), Breadth.DISK),
        (("/", "home"), Breadth.HOMES),
        (("/", "home", "ann"), Breadth.HOME),
        (("/", "root"), Breadth.HOME),
        (("/", "Users"), Breadth.HOMES),
        (("/", "Users", "ann"), Breadth.HOME),
        (("C:/",), Breadth.DISK),
        (("C:/", "Users"), Breadth.HOMES),
        (("c:/", "users", "Ann"), Breadth.HOME),
        (("/", "mnt", "c"), Breadth.DISK),
        (("/", "mnt", "c", "Users", "ann"), Breadth.HOME),
        (("/", "people"), Breadth.HOMES),
        (("/", "people", "me"), Breadth.HOME),
        (("/", "people", "me", ".config"), Breadth.CONTAINER),
        (("/", "people", "me", ".local", "share"), Breadth.CONTAINER),
        (("/", "Users", "ann", "Library", "Application Support"), Breadth.CONTAINER),
        (("C:/", "Users", "ann", "AppData", "Roaming"), Breadth.CONTAINER),
        (("/", "people", "me", "Documents"), None),
        (("/", "people", "me", ".dotfiles"), None),
        (("/", "mnt", "data"), None),
        (("/", "media", "ann", "disk"), None),
        (("/", "srv", "project"), None),
        (("D:/", "work"), None),
    ],
)
def test_broad_folders_of_each_system(path: tuple[str, ...], breadth: Breadth | None) -> None:
    assert breadth_by_name(path, HOME) is breadth


def test_a_broad_folder_offers_those_in_it(home: Path) -> None:
    for name in ("Documents", "Music", ".hidden", "Pictures", "Videos"):
        (home / name).mkdir()
    assert breadth_of(home) is Breadth.HOME
    assert breadth_of(home / "Documents") is None
    link = home / "Documents" / "all"
    link.symlink_to(home)
    assert breadth_of(link) is Breadth.HOME
    names = [each.name for each in protected_names.narrower_folders(home)]
    assert len(names) == 3
    assert ".hidden" not in names


@pytest.mark.parametrize(
    ("name", "same"),
    [
        (".SSH", ".ssh"),
        ("\uff0essh", ".ssh"),
        (".s\u200bsh", ".ssh"),
        (".ssh. ", ".ssh"),
        (".ssh::$DATA", ".ssh"),
        ("C:/", "c:/"),
        (":a", ":a"),
    ],
)
def test_names_are_compared_as_by_the_least_strict_system(name: str, same: str) -> None:
    assert comparable(name) == same


def test_names_of_a_path_begin_with_its_anchor() -> None:
    assert names_of(Path("/a/b"))[-2:] == ("a", "b")
