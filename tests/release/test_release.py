"""What a release contains and says of itself, without building one; `make release` builds it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError, distribution, metadata
from pathlib import Path, PurePosixPath

import archives
import debian_package
import linux_folder
import locked_packages
import notices
import packages_folder
import pytest
import release
import unused_files
import update_list
import windows_folder
import windows_installer
from steps import ReleaseFailed

from deskpet import __version__
from deskpet.config.state_files import read_json
from deskpet.features.updates import installed_release, manifest
from deskpet.features.updates.installed_release import Target
from deskpet.features.updates.signed_envelope import MANIFEST_TYPE, public_text, unseal
from deskpet.pet import character, model_file, sprite_file
from tests.campaigns.licences import ELSEWHERE, licence_of
from tests.support.folders import PROJECT

LOCKS = (PROJECT / "requirements.txt", PROJECT / ".setup" / "windows.txt")
LINUX = PROJECT / ".release" / "linux"
EPOCH = 1_700_000_000

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a release is built on Linux")


def names_in(lock: Path) -> set[str]:
    packages = locked_packages.read_lock(lock.read_text(encoding="utf-8"))
    return {each.name for each in locked_packages.contained(packages, PROJECT / "pyproject.toml")}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_release_contains_the_program_and_its_light_extras(lock: Path) -> None:
    names = names_in(lock)
    assert {"pyside6-essentials", "live2d-py", "mcp", "pypdf", "ziamath", "miniaudio", "resiliparse"} <= names
    # For updates: the archive for Linux is compressed by zstd, and the list is signed.
    assert {"backports-zstd", "cryptography"} <= names
    assert not {"numpy", "pyopengl", "fastwarc", "mini-racer", "sherpa-onnx", "hatchling", "pip", "pytest"} & names


def test_a_release_without_live2d_contains_neither_it_nor_its_models() -> None:
    packages = locked_packages.read_lock(LOCKS[0].read_text(encoding="utf-8"))
    every, chosen = (
        {each.name for each in locked_packages.contained(packages, PROJECT / "pyproject.toml", without=without)}
        for without in ((), (locked_packages.LIVE2D,))
    )
    assert every - chosen == {"live2d-py"}
    assert not [*packages_folder.SPRITES.rglob("*.moc3")]


@pytest.mark.parametrize("name", ["mikan", "yuki"])
def test_each_built_in_character_has_its_sprites(name: str, tmp_path: Path) -> None:
    found = sprite_file.examine(packages_folder.SPRITES / name / "pet.json", tmp_path, thorough=True)
    assert found.problems == ()
    sprites = found.usable()
    assert sprites.has_looks
    assert sprites.preview.is_file()
    model = model_file.load(name, tmp_path)
    assert (sprites.name, sprites.description) == (
        character.from_model(model).name,
        character.from_model(model).description,
    )


def test_what_a_package_of_a_release_needs_is_in_it() -> None:
    names = names_in(LOCKS[0])
    overrides = (PROJECT / ".setup" / "without.in").read_text(encoding="utf-8")
    left_out = {*re.findall("^([a-z]+);", overrides, re.MULTILINE)}
    for name in sorted(names):
        try:
            needs = metadata(name).get_all("Requires-Dist") or []
        except PackageNotFoundError:
            continue
        always = [need for need in needs if ";" not in need]
        wanted = {re.split(r"[^\w.-]", need)[0].lower().replace("_", "-").replace(".", "-") for need in always}
        assert wanted - names <= left_out, name


def test_every_locked_line_of_a_release_has_its_hashes() -> None:
    for each in locked_packages.read_lock(LOCKS[0].read_text(encoding="utf-8")):
        assert "--hash=sha256:" in each.lines, each.name


@pytest.mark.parametrize(
    ("file", "is_used"),
    [
        ("Qt/lib/libQt6Core.so.6", True),
        ("Qt/lib/libQt6Quick.so.6", False),
        ("Qt/lib/libicudata.so.73", True),
        ("Qt/plugins/platforms/libqxcb.so", True),
        ("Qt/plugins/platforms/libqeglfs.so", False),
        ("Qt/plugins/sqldrivers/libqsqlite.so", False),
        ("Qt/translations/qtbase_ja.qm", True),
        ("Qt/translations/qtbase_fr.qm", False),
        ("Qt/qml/QtQuick/qmldir", False),
        ("QtWidgets.abi3.so", True),
        ("QtDesigner.abi3.so", False),
        ("libpyside6.abi3.so.6.11", True),
        ("libpyside6qml.abi3.so.6.11", False),
        ("Qt6Widgets.dll", True),
        ("Qt6Designer.dll", False),
        ("plugins/platforms/qwindows.dll", True),
        ("QtCore.pyd", True),
        ("msvcp140.dll", True),
        ("designer.exe", False),
    ],
)
def test_of_qt_only_what_the_program_loads_is_kept(file: str, is_used: bool) -> None:
    assert unused_files.is_used(PurePosixPath(file)) is is_used


def test_the_modules_of_qt_that_the_program_imports_are_kept() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in (PROJECT / "deskpet").rglob("*.py"))
    assert {*re.findall(r"^\s*(?:from|import) PySide6\.Qt(\w+)", code, re.MULTILINE)} <= unused_files.QT_MODULES


def test_the_bill_of_materials_names_each_package_with_its_licence() -> None:
    licences = {name: licence_of(distribution(name)) for name in names_in(LOCKS[0]) if name not in ELSEWHERE}
    bill = notices.bill_of_materials(__version__, LOCKS[0], licences)
    assert bill == notices.bill_of_materials(__version__, LOCKS[0], licences)
    assert (bill["bomFormat"], bill["specVersion"], bill["metadata"]["component"]["name"]) == (
        "CycloneDX",
        "1.6",
        "deskpet",
    )
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert {each["name"] for each in bill["components"]} == {*licences}
    references = [each["bom-ref"] for each in bill["components"]]
    assert len({*references}) == len(references)
    for each in bill["components"]:
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        assert each["licenses"][0]["license"]["name"]
    json.dumps(bill)


def test_the_launcher_isolates_python_and_names_itself(tmp_path: Path) -> None:
    """A link to it, as in /usr/bin, finds the folder as well."""
    folder = tmp_path / "a folder"
    python = folder / "python" / "bin" / "python3.11"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    launcher = folder / "deskpet"
    launcher.write_bytes((LINUX / "deskpet.sh").read_bytes())
    launcher.chmod(0o755)
    link = tmp_path / "deskpet"
    link.symlink_to(launcher)
    said = subprocess.run([link, "ask", "a b"], capture_output=True, encoding="utf-8", check=True).stdout
    assert said.splitlines() == ["-I", "-X", f"deskpet-launcher={launcher}", "-m", "deskpet", "ask", "a b"]


def test_the_manual_and_the_completions_have_every_command(tmp_path: Path) -> None:
    linux_folder.write_manual(tmp_path)
    files = {each.name: each.read_text(encoding="utf-8") for each in tmp_path.rglob("*") if each.is_file()}
    assert {*files} == {"deskpet.1", "deskpet", "_deskpet"}
    for command in ("ask", "chat", "import", "quit"):
        assert f'.SS "deskpet {command}"' in files["deskpet.1"]
        assert command in files["deskpet"]
        assert command in files["_deskpet"]
    assert '.SS "deskpet memory list"' in files["deskpet.1"]


@pytest.mark.parametrize(
    ("words", "completed"),
    [("deskpet qui", "quit"), ("deskpet quit --k", "--keep-update"), ("deskpet read no", "notes.md")],
)
def test_bash_completes_commands_options_and_files(tmp_path: Path, words: str, completed: str) -> None:
    linux_folder.write_manual(tmp_path)
    (tmp_path / "notes.md").touch()
    count = len(words.split()) - 1
    script = (
        f"source bash-completion/completions/deskpet; COMP_WORDS=({words}); COMP_CWORD={count}; _shtab_deskpet; "
        'echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"{completed}\n"


def test_the_files_for_desktops_agree() -> None:
    entry = (LINUX / "org.deskpet.deskpet.desktop").read_text(encoding="utf-8")
    metainfo = (LINUX / "org.deskpet.deskpet.metainfo.xml").read_text(encoding="utf-8")
    assert "<id>org.deskpet.deskpet</id>" in metainfo
    assert '<launchable type="desktop-id">org.deskpet.deskpet.desktop</launchable>' in metainfo
    assert "\nIcon=org.deskpet.deskpet\n" in entry
    assert "\nExec=deskpet\n" in entry


def test_the_control_file_names_what_the_program_needs_of_the_system() -> None:
    control = debian_package.control("1.2.3", 4, has_core=True)
    fields = dict(line.split(": ", 1) for line in control.splitlines() if not line.startswith(" "))
    assert (fields["Package"], fields["Version"], fields["Installed-Size"]) == ("deskpet", "1.2.3", "4")
    assert {"libxcb-cursor0", "libgl1", "libsqlite3-0", "libssl3 | libssl3t64"} <= {*fields["Depends"].split(", ")}
    assert not re.search(r"\bpython", fields["Depends"])


def test_the_package_can_be_removed_after_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deskpet"
    compiled = folder / "python" / "__pycache__"
    compiled.mkdir(parents=True)
    script = debian_package.removal_script(str(folder))
    subprocess.run(["sh", "-c", script, "prerm", "upgrade"], check=True)
    assert compiled.exists()
    subprocess.run(["sh", "-c", script, "prerm", "remove"], check=True)
    assert not compiled.exists()
    shutil.rmtree(folder)
    subprocess.run(["sh", "-c", script, "prerm", "remove"], check=True)


def make_folder(parent: Path) -> Path:
    folder = parent / "deskpet"
    (folder / "python" / "b").mkdir(parents=True)
    for name, content in {"LICENSE": "x", "python/a.py": "1", "python/b/ü.txt": "2"}.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "deskpet").write_text("#!/bin/sh\n")
    (folder / "deskpet").chmod(0o700)
    return folder


@pytest.mark.skipif(shutil.which("zstd") is None, reason="zstd is not installed")
def test_archives_depend_on_names_and_contents_only(tmp_path: Path) -> None:
    written: list[tuple[bytes, bytes]] = []
    for number in (1, 2):
        folder = make_folder(tmp_path / str(number))
        os.utime(folder / "LICENSE", (number, number))
        archives.normalize(folder, EPOCH)
        zipped, tarred = tmp_path / f"{number}.zip", tmp_path / f"{number}.tar.zst"
        archives.write_zip(folder, zipped, EPOCH)
        archives.write_tar_zst(folder, tarred, EPOCH)
        written.append((zipped.read_bytes(), tarred.read_bytes()))
    assert written[0] == written[1]
    with zipfile.ZipFile(tmp_path / "1.zip") as archive:
        assert archive.namelist() == [
            "deskpet/LICENSE",
            "deskpet/deskpet",
            "deskpet/python/a.py",
            "deskpet/python/b/ü.txt",
        ]
    plain = tmp_path / "1.tar"
    subprocess.run(["zstd", "-q", "-d", "--long=27", tmp_path / "1.tar.zst", "-o", plain], check=True)
    with tarfile.open(plain) as archive:
        modes = {each.name: (each.mode, each.uname, each.mtime) for each in archive.getmembers()}
    assert modes["deskpet/deskpet"] == (0o755, "root", EPOCH)
    assert modes["deskpet/LICENSE"] == (0o644, "root", EPOCH)


def test_checksums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("b")
    (tmp_path / "a").write_text("a")
    archives.write_checksums([tmp_path / "b", tmp_path / "a"], tmp_path / "SHA256SUMS")
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


def test_the_installer_extracts_each_file_into_its_folder(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    assert [*windows_installer.file_instructions(folder)] == [
        'SetOutPath "$INSTDIR\\new"\n',
        f'File "{folder}/LICENSE"\n',
        f'File "{folder}/deskpet"\n',
        'SetOutPath "$INSTDIR\\new\\python"\n',
        f'File "{folder}/python/a.py"\n',
        'SetOutPath "$INSTDIR\\new\\python\\b"\n',
        f'File "{folder}/python/b/ü.txt"\n',
    ]


def test_the_installer_touches_only_what_is_right_in_the_folder_of_the_program(tmp_path: Path) -> None:
    """It never removes the whole folder, which the user may have chosen."""
    assert [*windows_installer.entry_instructions(make_folder(tmp_path))] == [
        "!macro EACH_ENTRY DO\n",
        '  !insertmacro ${DO} "LICENSE"\n',
        '  !insertmacro ${DO} "deskpet"\n',
        '  !insertmacro ${DO} "python"\n',
        "!macroend\n",
    ]
    script = windows_installer.SOURCE.read_text(encoding="utf-8")
    uninstall = script[script.index('Section "Uninstall"') :]
    for line in ("!insertmacro EACH_ENTRY REMOVE", "!insertmacro REMOVE_OTHERS", 'Delete "$INSTDIR\\uninstall.exe"'):
        assert line in uninstall
    assert 'RMDir /r "$INSTDIR"' not in script


def test_the_installer_tells_of_live2d_where_it_is_in_the_program(tmp_path: Path) -> None:
    for has_core in (True, False):
        windows_installer.write_licences(tmp_path, has_core=has_core)
        texts = [file.read_text(encoding="utf-8-sig") for file in sorted(tmp_path.glob("*.txt"))]
        assert [file.stem for file in sorted(tmp_path.glob("*.txt"))] == ["en", "ja", "zh"]
        assert ["https://www.live2d.com/eula/" in text for text in texts] == [has_core] * 3
        assert all("Permission is hereby granted" in text and "THIRD-PARTY-NOTICES.txt" in text for text in texts)


def test_the_launchers_for_windows_have_the_version() -> None:
    resource = windows_folder.version_resource("deskpet-cli", "1.2.3")
    assert "FILEVERSION 1,2,3,0" in resource
    assert 'VALUE "ProductVersion", "1.2.3"' in resource
    assert "@" not in resource


def test_an_unknown_system_is_a_mistake_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        release.main(["amiga"])
    assert "no such system: amiga" in capsys.readouterr().err


CHANNEL = {"channel": "stable", "address": "https://example.org/stable.json", "hosts": [], "minimal_version": "0.1.0"}


def key_file(folder: Path) -> Path:
    file = folder / "key.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", file], check=True, capture_output=True)
    return file


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_the_list_of_a_release_is_signed_by_a_key_that_the_release_has(tmp_path: Path) -> None:
    archive, key = tmp_path / "deskpet.tar.zst", key_file(tmp_path)
    archive.write_bytes(b"archive")
    public = public_text(update_list.read_key(key))
    channel = CHANNEL | {"keys": [public], "valid_days": 9}
    issued = datetime.fromtimestamp(EPOCH, UTC)
    built = {Target.FOLDER: update_list.BuiltFile(archive, 1000)}
    unsigned = update_list.write_list(built, __version__, issued, channel, tmp_path)
    assert unsigned.name == "stable.unsigned.json"
    with pytest.raises(ReleaseFailed, match=re.escape(f"don't have the key {public}")):
        update_list.sign(unsigned, key, channel | {"keys": []})
    signed = update_list.sign(unsigned, key, channel)
    listed = manifest.parse(unseal(signed.read_bytes(), MANIFEST_TYPE, [public]))
    assert (listed.version, listed.issued, listed.expires) == (__version__, issued, issued + timedelta(days=9))
    assert listed.files[Target.FOLDER].sha256 == hashlib.sha256(b"archive").hexdigest()
    update_list.renew(unsigned, channel)
    assert manifest.parse(unsigned.read_bytes()).expires > datetime.now(UTC) + timedelta(days=8)
    update_list.write_note(tmp_path, Target.FOLDER, __version__, channel)
    release = installed_release.parse(read_json(tmp_path / installed_release.NOTE), tmp_path)
    assert (release.target, release.keys, release.address) == (Target.FOLDER, (public,), channel["address"])


def test_a_release_of_this_repository_looks_for_no_other() -> None:
    channel = update_list.read_channel()
    assert (channel["address"], channel["keys"]) == ("", [])
    with pytest.raises(ReleaseFailed, match="is not a private key"):
        update_list.sign(PROJECT / "README.md", PROJECT / "README.md", channel)


def test_the_notes_of_a_version_are_those_of_the_changelog() -> None:
    changelog = "# Changelog\n\n## 0.2.0\n\n- She sings.\n- She hums.\n\n## 0.1.0\n\n- She talks.\n"
    assert update_list.notes_of("0.2.0", changelog) == "- She sings.\n- She hums."
    assert update_list.notes_of("0.1.0", changelog) == "- She talks."
    assert update_list.notes_of("0.3.0", changelog) == ""


def test_two_builds_are_compared_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, "1"), (other, "2")):
        content = make_folder(folder)
        archives.write_zip(content, folder / "same.zip", EPOCH)
        (content / "python" / "a.py").write_text(text)
        archives.write_zip(content, folder / "changed.zip", EPOCH)
        shutil.rmtree(content)
        (folder / "setup.exe").write_bytes(b"MZ" + text.encode())
    (other / "more.deb").write_bytes(b"")
    monkeypatch.setattr(release, "DIST", one)
    assert release.main(["--compare", str(one)]) == 0
    assert release.main(["--compare", str(other)]) == 1
    assert release.main(["--compare", str(tmp_path / "nowhere")]) == 1
    said = capsys.readouterr().out.splitlines()[3:]
    assert [line.split()[0] for line in said] == [
        "different",
        "deskpet/python/a.py",
        "absent",
        "same",
        "different",
        "the",
    ]
    assert said[-1].endswith("the first other byte is at 2")


def test_the_list_of_an_installed_package_does_not_depend_on_the_computer(tmp_path: Path) -> None:
    notes = tmp_path / "one-1.0.dist-info"
    notes.mkdir()
    (tmp_path / "one, two.py").write_text("")
    lines = [
        "one-1.0.dist-info/RECORD,,",
        '"one, two.py",sha256=47DE,0',
        "one-1.0.dist-info/direct_url.json,sha256=1,2",
    ]
    (notes / "RECORD").write_text("\n".join(lines) + "\n")
    packages_folder.correct_records(tmp_path)
    assert (notes / "RECORD").read_text().splitlines() == [lines[1], lines[0]]
