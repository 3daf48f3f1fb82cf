"""The rail of pages, and the banner above what a page shows."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.pages import Pages
from tests.ui.active_window import active


def test_a_banner_says_folds_and_acts(qapp: QApplication, qtbot: QtBot) -> None:
    banner, done = Banner(), list[str]()
    qtbot.addWidget(banner)
    with qtbot.waitExposed(banner):
        banner.show_message(
            BannerText("error", "It can't be used", "Why.", "More.", "Undo", lambda: done.append("undone"))
        )
    texts = {label.objectName(): label for label in banner.findChildren(QWidget) if label.objectName()}
    assert not texts["banner_details"].isVisible()
    banner.fold.click()
    assert texts["banner_details"].isVisible()
    banner.button.click()
    assert done == ["undone"]
    banner.close_button.click()
    assert banner.message is None
    assert not banner.isVisible()


def test_pages_are_chosen_on_the_rail(qapp: QApplication, qtbot: QtBot) -> None:
    pages, first, second = Pages(), QLineEdit(), QLineEdit()
    qtbot.addWidget(pages)
    pages.add("one", "link", "One", lambda: (first,))
    pages.add("two", "smile", "Two", lambda: (second,))
    with qtbot.waitExposed(pages):
        pages.show()
    assert first.isVisible()
    tab = pages.findChild(QAbstractButton, "tab_two")
    assert tab
    QTest.mouseClick(tab, Qt.MouseButton.LeftButton)
    # The page before stays until the new one is styled.
    assert first.isVisible()
    qtbot.waitUntil(second.isVisible)
    assert not first.isVisible()
    qtbot.waitUntil(active(pages))
    tab.setFocus()
    qtbot.waitUntil(tab.hasFocus)
    QTest.keyClick(tab, Qt.Key.Key_Up)
    assert first.isVisible()


def test_only_the_page_that_is_wanted_first_is_created(qapp: QApplication, qtbot: QtBot) -> None:
    pages, cards = Pages("two"), {name: QLineEdit() for name in ("one", "two", "three")}
    qtbot.addWidget(pages)
    for name, card in cards.items():
        pages.add(name, "link", name.title(), lambda card=card: (card,), joins=name == "two")
    with qtbot.waitExposed(pages):
        pages.show()
    assert (pages.shown, [name for name in cards if pages.has_created(name)]) == ("two", ["two"])
    assert cards["two"].isVisible()
    part = pages.findChild(QAbstractButton, "part_two")
    assert part
    assert part.isChecked()


def test_pages_that_share_a_tab_are_chosen_above_their_cards(qapp: QApplication, qtbot: QtBot) -> None:
    pages, cards = Pages(), {name: QLineEdit() for name in ("one", "two", "three")}
    qtbot.addWidget(pages)
    for name, card in cards.items():
        pages.add(name, "link", name.title(), lambda card=card: (card,), joins=name == "two")
    with qtbot.waitExposed(pages):
        pages.show()
    assert not pages.has_created("two")
    part = pages.findChild(QAbstractButton, "part_two")
    assert part
    QTest.mouseClick(part, Qt.MouseButton.LeftButton)
    assert pages.shown == "two"
    qtbot.waitUntil(cards["two"].isVisible)
    pages.show_page("three")
    qtbot.waitUntil(cards["three"].isVisible)
    assert not part.isVisible()
    # The tab comes back to the part that was chosen.
    tab = pages.findChild(QAbstractButton, "tab_one")
    assert tab
    QTest.mouseClick(tab, Qt.MouseButton.LeftButton)
    assert (pages.shown, part.isChecked()) == ("two", True)
    pages.show_page("one")
    assert (pages.shown, part.isChecked()) == ("one", False)
