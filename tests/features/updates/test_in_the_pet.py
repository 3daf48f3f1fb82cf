"""Updates in the running pet: the question at the first start, the card, and the installation at the end."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from deskpet.app.chat_controller import ChatController
from deskpet.features.updates import folder_swap, state
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, note_text
from deskpet.features.updates.ui.card import UpdatesRow
from deskpet.processes import exit_actions
from tests.app.running_pet import running_with_server
from tests.features.updates.releases import LIST, Publisher, publisher, version_in
from tests.network.file_server import FileServer
from tests.support.waiting import until

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform == "win32", reason="the folder is swapped on Linux alone"),
]


@pytest.fixture
def published(server: FileServer, release: InstalledRelease, monkeypatch: pytest.MonkeyPatch) -> Publisher:
    """A newer version of the program that runs."""
    monkeypatch.setitem(sys._xoptions, "deskpet-launcher", str(release.folder / "deskpet"))
    published = publisher(release, server)
    published.publish()
    return published


def lines_of(talk: ChatController) -> list[str]:
    return [line.text() for line in talk.chat.pane.status_lines.lines]


def press(talk: ChatController, text: str) -> None:
    links = talk.chat.pane.status_lines.findChildren(QPushButton)
    next(each for each in links if each.text() == text).click()


async def begin(talk: ChatController) -> None:
    """Wait until the start has told and asked what it has to."""
    await until(lambda: talk.features.running("updates") is not None)
    await talk.features.running("updates").begun.wait()


def row_of(talk: ChatController) -> UpdatesRow:
    talk.open_settings("about")
    row = talk.settings_window.findChild(UpdatesRow)
    assert isinstance(row, UpdatesRow)
    return row


async def test_the_first_start_asks_with_the_request_and_sends_nothing(
    published: Publisher, server: FileServer, tmp_path: Path
) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        await until(lambda: lines_of(talk) != [])
        (asked,) = lines_of(talk)
        assert asked.startswith("Look for a new version once a day? This is sent, and nothing else:\nGET ")
        press(talk, "Never")
        assert not talk._host.settings.now.updates.check
    async with running_with_server(tmp_path) as (talk, _):
        await begin(talk)
        row_of(talk)
        assert lines_of(talk) == []
    assert server.requests == []


async def test_who_says_yes_is_told_of_a_new_version_and_gets_it_at_the_end(
    published: Publisher, server: FileServer, release: InstalledRelease, tmp_path: Path
) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        await until(lambda: lines_of(talk) != [])
        (asked,) = lines_of(talk)
        press(talk, "Once a day")
        await until(lambda: any(each.startswith("Version 0.1.1 is out (") for each in lines_of(talk)))
        ((_, headers),) = server.requests
        shown = asked.splitlines()[1:]
        assert [f"{name}: {value}" for name, value in headers.items()] == shown[1:]
        assert shown[0].endswith(LIST)
        press(talk, "Install")
        await until(lambda: folder_swap.is_prepared(release))
        row = row_of(talk)
        await until(lambda: row.state.text().startswith("Version 0.1.1 is installed when she quits."))
        assert row.notes.text() == "- She sings."
    exit_actions.run()
    assert version_in(release.folder) == "deskpet 0.1.1\n"


async def test_the_card_looks_stops_and_tells_what_is_wrong(
    published: Publisher, server: FileServer, release: InstalledRelease, tmp_path: Path
) -> None:
    state.change(was_asked=True)
    async with running_with_server(tmp_path) as (talk, _):
        row = row_of(talk)
        row.sent.click()
        assert row.request.text().startswith(f"GET {server.url}{LIST}\n")
        published.served[0].pause_s = 60
        row.check.click()
        await until(row.install.isVisible)
        row.install.click()
        await until(row.stop.isVisible)
        row.stop.click()
        await until(row.install.isVisible)
        published.served[0].pause_s, published.served[0].more = 0, b"!"
        row.install.click()
        await until(lambda: "that were announced" in row.state.text())
        server.files.clear()
        row.check.click()
        await until(lambda: "answered 404" in row.state.text())
        assert not row.install.isVisible()
    exit_actions.run()
    assert {each.name for each in release.folder.parent.iterdir()} == {"deskpet"}


async def test_a_version_that_came_back_is_told_of_once(
    published: Publisher, release: InstalledRelease, tmp_path: Path
) -> None:
    state.change(was_asked=True)
    release.folder.rename(release.sibling("failed"))
    release.folder.mkdir()
    note = (release.sibling("failed") / "release.json").read_text()
    (release.folder / "release.json").write_text(note)
    (release.sibling("failed") / "release.json").write_text(note.replace("0.1.0", "0.1.1"))
    for expected in (["Version 0.1.1 did not start twice. This is 0.1.0 again; nothing else was changed."], []):
        async with running_with_server(tmp_path) as (talk, _):
            await begin(talk)
            await until(lambda expected=expected: lines_of(talk) == expected)
            assert not release.sibling("failed").exists()


async def test_an_installer_without_an_effect_is_told_of_once(
    published: Publisher, release: InstalledRelease, tmp_path: Path
) -> None:
    state.change(was_asked=True, setup_version="0.1.1")
    (release.folder / NOTE).write_text(note_text(replace(release, target=Target.SETUP)))
    for expected in (["Version 0.1.1 could not be installed"], []):
        async with running_with_server(tmp_path) as (talk, _):
            await begin(talk)
            assert [line.split(":")[0] for line in lines_of(talk)] == expected


async def test_a_checkout_asks_nothing_and_says_how_it_gets_newer(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        talk.open_settings("about")
        assert talk.features.running("updates") is None
        assert talk.settings_window.findChild(UpdatesRow) is None
        assert lines_of(talk) == []
