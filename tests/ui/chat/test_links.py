"""Untrusted links: display of the real target, and the question before a misleading one is opened."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.ui.blocks import default_look
from deskpet.ui.blocks.message_selection import SelectableText
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.widgets import links, theme, tooltip
from deskpet.ui.widgets.popup_menu import PopupMenu
from tests.ui.fake_browser import FakeBrowser

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        (f"https://{CYRILLIC_A}pple.com/", "https://xn--pple-43d.com/"),
        ("https://xn--pple-43d.com/", "https://xn--pple-43d.com/"),
        ("https://例え.jp/文", "https://例え.jp/文"),
        ("https://user:word@example.org/", "https://user:word@example.org/"),
        ("https://example.org/%E2%80%AEgpj.exe", "https://example.org/%E2%80%AEgpj.exe"),
        ("https://example.org/\u202egpj.exe", "https://example.org/%E2%80%AEgpj.exe"),
        ("https://example.org:8443/x", "https://example.org:8443/x"),
        ("mailto:a@example.org?subject=Hi&attach=/etc/passwd&bcc=x@y.org", "mailto:a@example.org?subject=Hi"),
        ("mailto:a@example.org?subject=Hi%0D%0ABcc:x@y.org", "mailto:a@example.org?subject=HiBcc:x@y.org"),
    ],
)  # fmt: skip
def test_an_address_is_displayed_unambiguously(target: str, shown: str) -> None:
    link = links.parse(target)
    assert link
    assert link.shown == shown


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "https://", "", "x"]
)
def test_other_targets_are_no_links(target: str) -> None:
    assert links.parse(target) is None


def test_a_long_address_keeps_its_host() -> None:
    link = links.parse("https://a.example/" + "x" * 5_000 + "?end=1")
    assert link
    assert link.shown.startswith("https://a.example/xx")
    assert link.shown.endswith("?end=1")
    assert len(link.shown) <= links.MAX_SHOWN + 60
    deep = links.parse("https://" + "google.com." * 18 + "evil.example/")
    assert deep
    assert "evil.example/" in deep.shown


@pytest.mark.parametrize(
    ("words", "target", "misleads"),
    [
        ("here", "https://example.org/", False),
        ("https://example.org/a", "https://example.org/b", False),
        ("example.org", "https://www.example.org/", False),
        ("www.example.org", "https://example.org/x", False),
        ("https://example.org", "https://evil.example/", True),
        ("example.org", "https://evil.example/", True),
        ("example.org/login", "https://example.org.evil.example/login", True),
        ("ex\u200bample.org", "https://evil.example/", True),
        ("README.md", "https://github.com/a/b/README.md", False),
        ("node.js", "https://nodejs.org", False),
        ("a@example.org", "mailto:a@example.org", False),
        ("a@example.org", "mailto:a@evil.example", True),
        ("here", "https://example.org@evil.example/", True),
        ("here", f"https://{CYRILLIC_A}pple.com/", True),
        ("ここ", "https://例え.jp/", False),
    ],
)  # fmt: skip
def test_a_text_that_names_another_host_is_misleading(words: str, target: str, misleads: bool) -> None:
    link = links.parse(target)
    assert link
    assert link.is_misleading(words) is misleads


@pytest.fixture
def pane(qapp: QApplication, qtbot: QtBot) -> ChatPane:
    theme.apply(qapp)
    pane = ChatPane("Mikan", default_look, ())
    qtbot.addWidget(pane)
    pane.resize(400, 560)
    pane.show()
    return pane


def said(pane: ChatPane, markdown: str) -> SelectableText:
    pane.show_path([Message("assistant", (Text(StreamingText(markdown)),), ended="stop")])
    (text,) = pane.transcript.rows[-1].message_selection.texts
    return text


def test_a_links_tooltip_shows_its_target(pane: ChatPane) -> None:
    text = said(pane, "[here](https://google.com@evil.example/path)")
    QApplication.sendEvent(text, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(8, 10), text.mapToGlobal(QPoint(8, 10))))
    assert tooltip._tip
    label = tooltip._tip._label.text()
    assert "https://google.com@evil.example/path" in label
    assert "This leads to evil.example, not to google.com." in label


def test_a_misleading_link_is_opened_after_a_question(pane: ChatPane, browser: FakeBrowser) -> None:
    text = said(pane, "[https://bank.example/](https://evil.example/)")
    QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=QPoint(8, 10))
    assert browser.opened == []
    assert pane.question.isVisible()
    assert "evil.example" in pane.question.accessibleDescription().replace("\u200b", "")
    assert pane.focusWidget() is pane.question.cancel_button
    QTest.mouseClick(pane.question.open_button, Qt.MouseButton.LeftButton)
    assert browser.opened == ["https://evil.example/"]
    assert not pane.question.isVisible()


def test_escape_cancels_the_question(pane: ChatPane, browser: FakeBrowser) -> None:
    text = said(pane, "[https://bank.example/](https://evil.example/)")
    QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=QPoint(8, 10))
    QTest.keyClick(pane.question.cancel_button, Qt.Key.Key_Escape)
    assert not pane.question.isVisible()
    assert browser.opened == []


def test_a_matching_link_opens_at_once(pane: ChatPane, browser: FakeBrowser) -> None:
    text = said(pane, "[here](https://example.org/)")
    QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=QPoint(8, 10))
    assert browser.opened == ["https://example.org/"]


def test_the_keyboard_reaches_links_through_the_menu(pane: ChatPane, browser: FakeBrowser) -> None:
    said(pane, "Some words.\n\nAnd [here](https://example.org/), [there](https://example.net/a&b).")
    row = pane.transcript.rows[-1]
    corner = row.bubble().bottomLeft().toPoint()
    row.menu_requested.emit(corner, row.mapToGlobal(corner))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, PopupMenu)
    actions = {action.text(): action for action in menu.actions()}
    actions["Open https://example.org/"].trigger()
    menu.close()
    assert "Open https://example.net/a&&b" in actions
    assert browser.opened == ["https://example.org/"]
