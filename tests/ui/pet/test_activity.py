"""ActivityLine: its text for a streaming answer, when it is shown, and its position."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Block, Message, StreamingText, Text, Thinking, ToolUse
from deskpet.ui.blocks import ToolLook
from deskpet.ui.pet.activity import EDGE, Activity, ActivityLine, activity_of
from deskpet.ui.widgets import theme

pytestmark = pytest.mark.window

SCREEN = QRect(0, 0, 1400, 1000)
RUNNING = ToolUse("read_file", "1", input={"path": "notes.md"}, started_at=5.0)
DONE = ToolUse("read_file", "1", "success", input={"path": "notes.md"}, started_at=5.0, ended_at=6.0)
ASKED = ToolUse("write_file", "2", input={"path": "a.txt"}, asked_at=5.0)


def look(name: str) -> ToolLook:
    return ToolLook({"read_file": "Read"}.get(name, "Write"), "file")


def words(text: str) -> Text:
    return Text(StreamingText(text))


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ((), "waiting for the answer…"),
        ((Thinking(started_at=1.0),), "thinking…"),
        ((Thinking(started_at=1.0, ended_at=2.0),), "waiting for the answer…"),
        ((words("Hello"),), ""),
        (
            (words("Hello"), ToolUse("read_file", "1", input_text=StreamingText('{"path": "no'))),
            "preparing: Read · no…",
        ),
        ((words("Hello"), RUNNING), "Read · notes.md…"),
        ((RUNNING, words("meanwhile")), "Read · notes.md…"),
        ((RUNNING, ASKED), "waiting for you: Write · a.txt"),
        ((DONE,), "waiting for the answer…"),
    ],
)
def test_the_text_for_an_answer(blocks: tuple[Block, ...], expected: str) -> None:
    activity = activity_of(Message("assistant", blocks), look)
    assert (activity.words if activity else "") == expected


def test_it_has_the_tools_icon_and_marks_waiting_for_the_user() -> None:
    looks = {"read_file": ToolLook("Read", "file"), "write_file": ToolLook("Write", "edit")}.__getitem__
    activities = [activity_of(Message("assistant", (use,)), looks) for use in (RUNNING, ASKED)]
    assert [(each.icon, each.is_waiting) for each in activities if each] == [("file", False), ("edit", True)]


def test_an_ended_answer_has_no_activity() -> None:
    assert activity_of(Message("assistant", (RUNNING,), ended="cancelled"), look) is None


@pytest.fixture
def line(qapp: QApplication, qtbot: QtBot) -> ActivityLine:
    theme.apply(qapp)
    line = ActivityLine()
    qtbot.addWidget(line)
    line.place_below(QRect(600, 500, 300, 400), SCREEN)
    return line


def test_it_is_shown_below_the_character_until_the_activity_ends(line: ActivityLine, qtbot: QtBot) -> None:
    line.tell(Activity("thinking…", "think"))
    qtbot.waitUntil(lambda: line.isVisible() and line.windowOpacity() == 1.0)
    assert line.accessibleName() == "thinking…"
    qtbot.waitUntil(lambda: abs(line.geometry().center().x() - 749) <= 1)
    assert line.geometry().bottom() > 900
    line.tell(Activity("Read · notes.md…", "file"))
    assert line.activity == Activity("Read · notes.md…", "file")
    line.tell(None)
    qtbot.waitUntil(lambda: not line.isVisible())
    assert line.activity is None


@pytest.mark.parametrize(("width", "widest"), [(300, 300), (150, 220), (600, 370)])
def test_long_text_is_no_wider_than_the_character(line: ActivityLine, qtbot: QtBot, width: int, widest: int) -> None:
    """At the screen's lower edge the line is level with the chat, which begins where the character ends."""
    line.place_below(QRect(600, 600, width, 400), SCREEN)
    line.tell(
        Activity("waiting for you: Remind you · in 20 min · Water the plants on the balcony, all of them", "bell")
    )
    qtbot.waitUntil(line.isVisible)
    pill = line.geometry().adjusted(EDGE, EDGE, -EDGE, -EDGE)
    assert widest - 30 < pill.width() <= widest
    assert abs(pill.center().x() - (600 + width // 2)) <= 1


def test_a_very_short_activity_is_not_shown(line: ActivityLine, qtbot: QtBot) -> None:
    line.tell(Activity("thinking…", "think"))
    line.tell(None)
    qtbot.waitUntil(lambda: not line._show_delay.isActive())
    assert not line.isVisible()


def test_it_stays_on_the_screen(line: ActivityLine, qtbot: QtBot) -> None:
    line.tell(Activity("a long word " * 30, "think"))
    for pet in (QRect(-100, 700, 300, 300), QRect(1300, 700, 300, 300)):
        line.place_below(pet, SCREEN)
        qtbot.waitUntil(lambda: line.activity is not None)
        qtbot.waitUntil(lambda: SCREEN.adjusted(6, 0, -6, 0).contains(line.geometry().adjusted(12, 12, -12, -12)))
