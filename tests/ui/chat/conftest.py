"""Fixtures of the chat window's tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import theme


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot) -> Iterator[ChatWindow]:
    """A visible chat panel beside a pet. Its popups are closed at the end."""
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    chat.place_beside(QRect(100, 500, 300, 450), QRect(0, 0, 1400, 1000))
    with qtbot.waitExposed(chat):
        chat.show()
    yield chat
    while popup := QApplication.activePopupWidget():
        popup.close()
