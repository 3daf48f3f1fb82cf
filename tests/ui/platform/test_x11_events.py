"""Events of the X server reach their listener, also those that arrive while a request waits for its reply."""

from contextlib import closing

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.platform import x11

PROPERTY = "_DESKPET_TEST"


@pytest.mark.window
def test_an_event_that_came_with_a_reply_is_not_kept_until_the_next_one(qtbot: QtBot) -> None:
    if not x11.is_x11():
        pytest.skip("needs X11")
    window = QWidget()
    qtbot.addWidget(window)
    # It is not shown, so that the window manager causes no other events.
    watched = int(window.winId())
    # Qt's requests for it are processed before the position is told.
    QCursor.pos()
    server = x11.XConnection()
    with closing(x11.XConnection()) as other:
        seen: list[int] = []
        listener = x11.EventListener(server, lambda events: seen.extend(each.atom for each in events), window)
        server.watch(watched)
        listener.listen()
        seen.clear()
        other.append_atoms(watched, PROPERTY, ("ATOM",))
        # Reads the event together with its reply: the descriptor does not become readable for it any more.
        assert server.values(watched, PROPERTY)
        qtbot.waitUntil(lambda: server.atom(PROPERTY) in seen)
        listener.close()
