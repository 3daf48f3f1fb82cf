"""Pictures of the screen for the draft: chosen in the composer, looked at, attached, and sent with the message only."""

import base64
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.features.screenshot.ui.area_overlay import AreaOverlay
from deskpet.features.screenshot.ui.review_window import ReviewWindow
from deskpet.ui.chat.pictures import MAX_SIDE
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets.popup_menu import PopupMenu
from tests.app.running_pet import converse, running_with_server
from tests.support.waiting import until

pytestmark = pytest.mark.window

AREAS = ["A part of the screen…", "The window in front…", "The whole screen…"]


def entries(chat: ChatWindow) -> dict[str, QAction]:
    """Click the button of the composer and return the entries of its menu."""
    name = "Add a picture of the screen"
    add = next(each for each in chat.composer.findChildren(QAbstractButton) if each.accessibleName() == name)
    QTest.mouseClick(add, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, PopupMenu)
    return {action.text(): action for action in menu.actions()}


def choose(chat: ChatWindow, area: str) -> None:
    chosen = entries(chat)[area]
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, PopupMenu)
    menu.setActiveAction(chosen)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def reviews() -> list[ReviewWindow]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, ReviewWindow) and each.isVisible()]


async def review() -> ReviewWindow:
    await until(lambda: len(reviews()) == 1)
    return reviews()[0]


async def attached(talk: ChatController) -> QImage:
    attachments = talk.chat.composer.attachments
    await until(lambda: not attachments.is_empty and attachments.is_packed)
    (image,) = attachments.images
    return QImage.fromData(base64.b64decode(image.data))


async def test_a_picture_waits_in_the_draft_and_is_sent_with_the_message(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        assert list(entries(talk.chat)) == AREAS
        QApplication.activePopupWidget().close()
        choose(talk.chat, "The whole screen…")
        window = await review()
        assert "This picture is added to your message" in [each.text() for each in window.findChildren(QLabel)]
        assert (window.cancel.text(), window.send.text()) == ("Don't add", "Add")
        window.send.click()
        picture = await attached(talk)
        assert max(picture.width(), picture.height()) == MAX_SIDE
        await until(talk.chat.composer.field.hasFocus)
        assert upstream.requests == []
        await converse(talk, upstream, "What is this?", "A desktop.")
        assert "image_url" in json.dumps(upstream.requests[0]["messages"][-1])
        assert talk.chat.composer.attachments.is_empty


async def test_a_part_is_selected_and_nothing_is_attached_if_the_user_wants_none(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, upstream):
        choose(talk.chat, "A part of the screen…")
        overlays: list[QWidget] = []
        await until(lambda: bool(overlays) or _note_overlay(overlays))
        QTest.keyClick(overlays[0], Qt.Key.Key_Right)
        QTest.keyClick(overlays[0], Qt.Key.Key_Return)
        window = await review()
        window.cancel.click()
        await until(lambda: not reviews() and talk.chat.isVisible())
        assert talk.chat.composer.attachments.is_empty
        assert upstream.requests == []


def _note_overlay(found: list[QWidget]) -> bool:
    found.extend(each for each in QApplication.topLevelWidgets() if isinstance(each, AreaOverlay) and each.isVisible())
    return bool(found)


async def test_one_picture_is_looked_at_at_a_time(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        choose(talk.chat, "The whole screen…")
        window = await review()
        choose(talk.chat, "The whole screen…")
        toast = talk.chat.pane.toast
        await until(toast.isVisible)
        assert reviews() == [window]
        window.close()
        await until(lambda: not reviews())


async def test_the_pet_ends_while_a_picture_is_looked_at(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        choose(talk.chat, "The whole screen…")
        await review()
    assert reviews() == []


async def test_no_picture_is_taken_for_a_model_that_sees_none(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        composer = talk.chat.composer
        composer.refuse_pictures("tiny takes no pictures.", can_be_sent=True)
        choose(talk.chat, "The whole screen…")
        await until(composer.refusal.isVisible)
        assert talk.chat.isVisible()
        assert reviews() == []
        # Whoever insists gets what he asked for.
        composer.refusal.send_anyway.click()
        (await review()).send.click()
        await attached(talk)
        assert not composer.refusal.isVisible()


async def test_a_draft_that_is_full_takes_no_more(tmp_path: Path) -> None:
    async with running_with_server(tmp_path) as (talk, _):
        composer, picture = talk.chat.composer, QImage(8, 8, QImage.Format.Format_RGB32)
        picture.fill(0)
        while not composer.attachments.is_full:
            composer.add_picture(picture)
        choose(talk.chat, "The whole screen…")
        await until(talk.chat.pane.toast.isVisible)
        assert reviews() == []
