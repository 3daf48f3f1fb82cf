"""Bubbles of other programs beside the character: which of them gets its place first."""

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from deskpet.ui.pet.floating_bubble import BubbleText, FloatingBubble
from deskpet.ui.pet.speech_bubble import BubbleRank, Bubbles
from tests.ui.pet.scene import Scene

pytestmark = pytest.mark.window


def bubble(qtbot: QtBot) -> FloatingBubble:
    found = FloatingBubble("caller_bubble", "teal")
    found.column.addWidget(BubbleText("caller_text", "Some words"))
    qtbot.addWidget(found)
    return found


def test_words_make_room_for_a_request_and_none_covers_another(living: Scene, qtbot: QtBot) -> None:
    bubbles = Bubbles(living.pet, QRect)
    words, question, request = (bubble(qtbot) for _ in range(3))
    end_words = bubbles.show_beside(words, BubbleRank.WORDS)
    best = words.pos()
    bubbles.show_beside(question, BubbleRank.QUESTION)
    assert question.pos() == best
    end_request = bubbles.show_beside(request, BubbleRank.PERMISSION)
    assert request.pos() == best
    places = [each.geometry() for each in (words, question, request)]
    assert not any(one.intersects(other) for one in places for other in places if one is not other)
    end_request()
    end_request()
    bubbles.place()
    assert question.pos() == best
    end_words()
    assert bubbles._others == [(BubbleRank.QUESTION, question)]
