"""Tests of tool cards: every state, approval, progress, content and keyboard."""

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.tool_list import TOOLS
from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
    RerunAnswered,
    RerunAsked,
    RerunFinished,
    RerunStarted,
    ToolFinished,
    ToolProgressed,
    ToolReady,
    ToolStarted,
)
from deskpet.chat.messages import DisplayValue, LaterRun, Message, Progress, StreamingText, ToolError, ToolUse, Undo
from deskpet.chat.permission import SENDS_AFTER_READING, Rule, Scope
from deskpet.chat.tool import ResultKind
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.progress import ProgressLine
from deskpet.ui.blocks.results import DiffView, ItemsView, PartsView, view_of_result
from deskpet.ui.blocks.text import TextView
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.blocks.value_tree import MAX_LINES, TreeLineKind, ValueTree, lines, value_at
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import click_guard, theme
from tests.ui.scripted_turn import ScriptedTurn, begin

LOOKS = {
    "notes.edit": ToolLook("Edit", "edit", result=ResultKind.DIFF),
    "notes.undoable": ToolLook("Change", "edit", can_undo=True),
    "screen.look": ToolLook("Look", "eye", result=ResultKind.IMAGE),
    "notes.list": ToolLook("List", "file", result=ResultKind.LIST),
}


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return lambda name: LOOKS.get(name) or ToolLook("Motion", "motion")


def show(transcript: Transcript, qtbot: QtBot, *calls: ToolUse) -> list[ToolUseView]:
    transcript.show_message(Message("assistant", calls, ended="stop"))
    qtbot.waitUntil(lambda: len(transcript.rows) == 1)
    return [view for view in transcript.rows[0].views if isinstance(view, ToolUseView)]


def card_of(transcript: Transcript, index: int = 0) -> ToolUseView:
    view = transcript.rows[-1].views[index]
    assert isinstance(view, ToolUseView)
    return view


def head_of(card: ToolUseView) -> FoldHeader:
    head = card.findChild(FoldHeader)
    assert isinstance(head, FoldHeader)
    return head


def named(card: QWidget, name: str) -> QPushButton:
    return next(each for each in card.findChildren(QPushButton) if each.accessibleName() == name)


def waiting_turn(transcript: Transcript, qtbot: QtBot) -> ScriptedTurn:
    turn = begin(transcript, qtbot)
    index = turn.call("notes.edit", '{"path": "a.md"}')
    turn.emit(ToolReady(index, "call-1", {"path": "a.md"}))
    turn.emit(ApprovalAsked(index, 100.0))
    qtbot.waitUntil(lambda: card_of(transcript).findChild(ApprovalBar) is not None)
    # Nothing can be allowed at first.
    qtbot.waitUntil(named(card_of(transcript), "Run: Edit").isEnabled)
    return turn


def test_a_waiting_card_asks_and_lets_go_when_it_was_answered(transcript: Transcript, qtbot: QtBot) -> None:
    turn = waiting_turn(transcript, qtbot)
    card = card_of(transcript)
    assert card.property("state") == "waiting"
    assert head_of(card).accessibleName() == "Edit: a.md, waiting for you"
    qtbot.waitUntil(lambda: card.height() > card.head_height + 40)
    turn.emit(ApprovalAnswered(0, 101.0, approved=True))
    turn.emit(ToolStarted(0, 101.0))
    qtbot.waitUntil(lambda: card.findChild(ApprovalBar) is None)
    assert card.height() == card.head_height
    assert card.property("state") == "running"


@pytest.mark.parametrize(
    ("button", "wish"),
    [
        ("Run: Edit", CallDecision.APPROVE),
        ("In this conversation: Edit", CallDecision.CONVERSATION),
        ("Always: Edit", CallDecision.ALWAYS),
        ("Refuse: Edit", CallDecision.REFUSE),
    ],
)
@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_answers_are_given_by_keyboard(
    transcript: Transcript, qtbot: QtBot, button: str, wish: CallDecision, key: Qt.Key
) -> None:
    turn = waiting_turn(transcript, qtbot)
    pressed = named(card_of(transcript), button)
    assert pressed.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert pressed.accessibleDescription()
    with qtbot.waitSignal(transcript.call_decided) as wished:
        QTest.keyClick(pressed, key)
    assert wished.args == [turn.message.id, 0, wish, ""]
    # A second press changes nothing.
    with qtbot.assertNotEmitted(transcript.call_decided):
        QTest.keyClick(pressed, key)


def test_tab_leads_from_the_head_to_the_question(transcript: Transcript, qtbot: QtBot) -> None:
    waiting_turn(transcript, qtbot)
    card = card_of(transcript)
    following, names = head_of(card), []
    for _ in range(5):
        following = following.nextInFocusChain()
        while not following.focusPolicy() & Qt.FocusPolicy.TabFocus:
            following = following.nextInFocusChain()
        names.append(following.accessibleName())
    assert names == [
        "Run: Edit",
        "In this conversation: Edit",
        "Always: Edit",
        "Refuse: Edit",
        "Reason for a refusal",
    ]


def test_a_stolen_press_allows_nothing(transcript: Transcript, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click_guard, "DEAD_MS", 60_000)
    turn = begin(transcript, qtbot)
    turn.emit(ToolReady(turn.call("notes.edit", "{}"), "call-1", {}))
    turn.emit(ApprovalAsked(0, 100.0))
    qtbot.waitUntil(lambda: card_of(transcript).findChild(ApprovalBar) is not None)
    run = named(card_of(transcript), "Run: Edit")
    assert not run.isEnabled()
    assert not run.hasFocus()
    assert named(card_of(transcript), "Refuse: Edit").isEnabled()


def test_a_refusal_carries_its_reason(transcript: Transcript, qtbot: QtBot) -> None:
    waiting_turn(transcript, qtbot)
    field = card_of(transcript).findChild(QLineEdit)
    assert field
    QTest.keyClicks(field, "not this file")
    with qtbot.waitSignal(transcript.call_decided) as wished:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert wished.args[2:] == [CallDecision.REFUSE, "not this file"]


@pytest.mark.parametrize(
    ("event", "question"),
    [
        (ApprovalAsked(0, 100.0, reason=SENDS_AFTER_READING), SENDS_AFTER_READING),
        (ApprovalAsked(0, 100.0, is_manual=True), "Only you run this. Run it now?"),
    ],
    ids=["could leak", "manual"],
)
def test_no_rule_is_offered_where_none_counts(
    transcript: Transcript, qtbot: QtBot, event: ApprovalAsked, question: str
) -> None:
    turn = begin(transcript, qtbot)
    turn.emit(ToolReady(turn.call("notes.edit", "{}"), "call-1", {}))
    turn.emit(event)
    qtbot.waitUntil(lambda: card_of(transcript).findChild(ApprovalBar) is not None)
    bar = card_of(transcript).findChild(ApprovalBar)
    shown = [each.accessibleName() for each in bar.findChildren(QPushButton)]
    assert shown == ["Run: Edit", "Refuse: Edit"]
    assert question in [label.text() for label in bar.findChildren(QLabel)]


def test_the_effect_is_shown_before_anything_runs(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.emit(ToolReady(turn.call("notes.edit", "{}"), "call-1", {}))
    turn.emit(ApprovalAsked(0, 100.0, DisplayValue("diff", "--- a.md\n+++ a.md\n@@ -1 +1 @@\n-old\n+new\n")))
    qtbot.waitUntil(lambda: card_of(transcript).findChild(DiffView) is not None)
    assert card_of(transcript).findChild(DiffView).isVisible()


@pytest.mark.parametrize(
    ("call", "note"),
    [
        (ToolUse("t", "1", "success", input={}, is_mended=True), "Its arguments were nearly JSON and were corrected."),
        (
            ToolUse("t", "1", "success", input={}, rule=Rule("t", None, 1.0, "conversation")),
            "Not asked, because you allowed it in this conversation.",
        ),
        (
            ToolUse("t", "1", "success", input={}, rule=Rule("t", Scope("host", "a.example"), 1_777_800_000.0)),
            "Not asked, because you allowed it on 3 May for a.example.",
        ),
        (ToolUse("t", "1", "success", input={}, undo=Undo(1.0, "The file is as before.")), "The file is as before."),
        (ToolUse("t", "1", input={}, started_at=1.0, background_at=1.0), "It goes on in the background."),
        (ToolUse("t", "1", "success", input={}, shown_at=2.0), "Shown when its words were heard."),
    ],
)
def test_the_card_says_what_else_is_to_be_known(transcript: Transcript, qtbot: QtBot, call: ToolUse, note: str) -> None:
    (card,) = show(transcript, qtbot, call)
    head_of(card).click()
    qtbot.waitUntil(lambda: note in [label.text() for label in card.findChildren(QLabel) if label.isVisible()])


def test_a_background_call_is_stopped_on_its_card(transcript: Transcript, qtbot: QtBot) -> None:
    (card,) = show(transcript, qtbot, ToolUse("t", "1", input={}, started_at=1.0, background_at=1.0))
    head_of(card).click()
    stop = named(card, "Stop this call")
    qtbot.waitUntil(stop.isVisible)
    with qtbot.waitSignal(transcript.call_decided) as wished:
        stop.click()
    assert wished.args[2:] == [CallDecision.STOP, ""]


def test_a_refused_card_says_so(transcript: Transcript, qtbot: QtBot) -> None:
    turn = waiting_turn(transcript, qtbot)
    turn.emit(ApprovalAnswered(0, 101.0, approved=False))
    turn.emit(ToolFinished(0, 101.0, error=ToolError("refused", "The user refused this call.")))
    turn.end()
    card = card_of(transcript)
    qtbot.waitUntil(lambda: card.property("state") == "refused")
    qtbot.waitUntil(lambda: card.findChild(ApprovalBar) is None)
    assert head_of(card).accessibleName() == "Edit: a.md, refused"


def test_progress_is_shown_while_the_tool_runs_and_then_goes(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.call("live2d.motion", "{}")
    turn.run(index, {})
    turn.emit(ToolProgressed(index, Progress(0.4, "page 2 of 5")))
    card = card_of(transcript)
    qtbot.waitUntil(lambda: card.findChild(ProgressLine) is not None)
    line = card.findChild(ProgressLine)
    assert isinstance(line, ProgressLine)
    assert line.accessibleName() == "Progress: 40% page 2 of 5"
    turn.emit(ToolProgressed(index, Progress(None, "tidying up")))
    qtbot.waitUntil(lambda: line.accessibleName() == "Progress: tidying up")
    turn.finish(index, "done")
    turn.end()
    qtbot.waitUntil(lambda: card.findChild(ProgressLine) is None)
    qtbot.waitUntil(lambda: card.height() == card.head_height)


def test_every_tool_here_has_a_face_for_people() -> None:
    for tool in TOOLS:
        assert tool.title
        assert tool.about
        assert (theme.assets() / "icons" / f"{tool.icon}.svg").is_file()


@pytest.mark.parametrize(
    ("name", "arguments", "shown"),
    [
        ("live2d.motion", {"group": "TapBody"}, "Tap body"),
        ("live2d.motion", {"index": 1}, "1"),
        ("live2d.expression", {"name": "smile_02"}, "Smile 02"),
        ("reminder.set", {"minutes": 20, "text": "tea"}, "in 20 min · tea"),
        ("reminder.set", {"minutes": float("inf"), "text": "tea"}, "Infinity · text tea"),
        ("reminder.cancel", {"number": 3}, "No. 3"),
        ("time.now", {}, "Here"),
    ],
)
def test_a_tool_tells_its_call_in_a_few_words(name: str, arguments: dict, shown: str) -> None:
    tool = next((each for each in TOOLS if each.name == name), None)
    assert tool
    assert preview_of(ToolUse(name, "1", input=arguments), tool.preview).startswith(shown)


def test_a_preview_needs_no_whole_arguments() -> None:
    tool = next(each for each in TOOLS if each.name == "live2d.motion")
    call = ToolUse("live2d.motion", "1", input_text=StreamingText('{"group": "Tap'))
    assert preview_of(call, tool.preview) == "Tap"


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=30,
)


@given(st.dictionaries(st.sampled_from(["name", "group", "minutes", "at", "text", "number", "zone"]), _json))
def test_any_arguments_have_a_preview(arguments: dict) -> None:
    for tool in TOOLS:
        assert "\n" not in preview_of(ToolUse(tool.name, "1", input=arguments), tool.preview)


@given(_json)
def test_any_value_is_a_tree_whose_lines_lead_to_their_values(value: object) -> None:
    found = lines(value)
    assert found
    for line in found:
        if line.kind is not TreeLineKind.MORE and line.path:
            value_at(value, line.path)


@pytest.mark.parametrize(("value", "copied"), [({"a": {}, "b": 1}, "{}"), ({"a": [], "b": 1}, "[]")])
def test_an_empty_value_is_copied_and_not_the_one_around_it(value: object, copied: str, qtbot: QtBot) -> None:
    tree = ValueTree("Arguments")
    qtbot.addWidget(tree)
    tree.show_value(value)
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == copied


def test_a_large_value_is_shown_in_part() -> None:
    wide = {f"k{number}": list(range(200)) for number in range(5000)}
    found = lines(wide)
    assert len(found) <= MAX_LINES + 1
    assert found[-1].text == "… 4,940 more"
    deep: object = 1
    for _ in range(5000):
        deep = [deep]
    assert lines(deep)


def tree_of(card: ToolUseView, title: str) -> ValueTree:
    return next(each for each in card.findChildren(ValueTree) if each.accessibleName().startswith(title))


def test_the_tree_folds_and_is_copied_by_keyboard(transcript: Transcript, qtbot: QtBot) -> None:
    value = {"text": "word " * 100, "inner": {"deep": [1, 2, 3]}}
    (card,) = show(
        transcript, qtbot, ToolUse("t", "1", "success", input=value, output="ok", started_at=1.0, ended_at=2.0)
    )
    head_of(card).click()
    tree = tree_of(card, "Arguments")
    before = [line.key for line in tree.lines]
    assert before == ["text", "inner", "deep"]
    height = tree.height()
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert tree.lines[0].is_open
    qtbot.waitUntil(lambda: tree.height() > height)
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "word " * 100
    QTest.keyClick(tree, Qt.Key.Key_Left)
    assert not tree.lines[0].is_open
    for key in (Qt.Key.Key_End, Qt.Key.Key_Right):
        QTest.keyClick(tree, key)
    assert [line.key for line in tree.lines] == ["text", "inner", "deep", "1", "2", "3"]
    assert "deep" in tree.accessibleDescription()
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert json.loads(QGuiApplication.clipboard().text()) == [1, 2, 3]


def test_what_was_folded_stays_so_while_arguments_stream(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.call("t", '{"a": {"b": 1}, ')
    card = card_of(transcript)
    qtbot.waitUntil(lambda: head_of(card).accessibleName() == "Motion: 1, preparing")
    head_of(card).click()
    tree = tree_of(card, "Arguments")
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert [line.key for line in tree.lines] == ["a"]
    turn.run(index, {"a": {"b": 1}, "c": 2})
    qtbot.waitUntil(lambda: [line.key for line in tree.lines] == ["a", "c"])


def png_of(colour: str) -> str:
    image, buffer = QImage(8, 8, QImage.Format.Format_RGB32), QBuffer()
    image.fill(colour)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    return base64.b64encode(bytes(buffer.data())).decode()


@pytest.mark.parametrize(
    ("name", "output", "kind", "told"),
    [
        ("notes.edit", "--- a\n+++ b\n-old\n+new\n+newer", DiffView, "Result: a change, 2 lines added, 1 removed"),
        ("notes.list", ["tea", {"title": "call", "note": "at six"}], ItemsView, "Result: tea; call, at six"),
        ("notes.list", ["tea", 3], ValueTree, "Result: 1 tea; 2 3"),
        ("notes.list", [], ValueTree, "Result: empty"),
        ("notes.edit", {"a": 1}, ValueTree, "Result: a 1"),
        ("screen.look", {"media_type": "image/png"}, ValueTree, "Result: media_type image/png"),
        ("other", "two\nlines", TextView, ""),
    ],
)
def test_a_result_is_shown_as_what_it_is(
    transcript: Transcript, qtbot: QtBot, name: str, output: object, kind: type[QWidget], told: str
) -> None:
    (card,) = show(transcript, qtbot, ToolUse(name, "1", "success", output=output, started_at=1.0, ended_at=2.0))
    head_of(card).click()
    views = [each for each in card.findChildren(kind) if each.isVisible() and each.height() > 10]
    assert told in [view.accessibleName() for view in views]


def test_a_picture_that_a_tool_gave_is_shown(transcript: Transcript, qtbot: QtBot) -> None:
    output = {"media_type": "image/png", "data": png_of("red")}
    (card,) = show(
        transcript, qtbot, ToolUse("screen.look", "1", "success", output=output, started_at=1.0, ended_at=2.0)
    )
    head_of(card).click()
    picture = card.findChild(ImageView)
    assert picture
    qtbot.waitUntil(lambda: picture.height() == 8)


def test_a_call_is_copied_whole(transcript: Transcript, qtbot: QtBot) -> None:
    call = ToolUse("live2d.motion", "1", "success", input={"group": "Wave"}, output="ok", started_at=1.0, ended_at=2.0)
    (card,) = show(transcript, qtbot, call)
    head_of(card).click()
    named(card, "Copy this call and its result").click()
    assert QGuiApplication.clipboard().text() == 'live2d.motion {\n  "group": "Wave"\n}\n\nok'


def test_a_call_is_run_again_and_shows_each_run(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.call("live2d.motion", "{}")
    turn.run(index, {})
    turn.finish(index, "first")
    turn.end()
    card = card_of(transcript)
    head_of(card).click()
    again = named(card, "Run this call again")
    qtbot.waitUntil(again.isVisible)
    with qtbot.waitSignal(transcript.call_decided) as wished:
        again.click()
    assert wished.args == [turn.message.id, 0, CallDecision.AGAIN, ""]
    turn.emit(RerunStarted(index, 200.0))
    qtbot.waitUntil(lambda: not again.isEnabled())
    turn.emit(RerunFinished(index, 200.5, "second"))
    qtbot.waitUntil(again.isEnabled)
    results = [tree.accessibleName() for tree in card.findChildren(ValueTree) if tree.isVisible()]
    assert results == ["Result: first", "Result: second"]


def test_a_call_that_is_run_again_asks_on_its_card(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.call("notes.edit", '{"path": "a.md"}')
    turn.run(index, {"path": "a.md"})
    turn.finish(index, "+first")
    turn.end()
    card = card_of(transcript)
    turn.emit(RerunStarted(index, 200.0))
    turn.emit(RerunAsked(index, 200.0, DisplayValue("diff", "+second"), SENDS_AFTER_READING))
    qtbot.waitUntil(lambda: card.findChild(ApprovalBar) is not None)
    assert head_of(card).accessibleName() == "Edit: a.md, waiting for you"
    # The reason allows no rule.
    assert [each.text() for each in card.findChildren(QPushButton) if each.objectName().startswith("approval_")] == [
        "Run",
        "Refuse",
    ]
    assert SENDS_AFTER_READING in label_texts(card, "approval_reason")
    qtbot.waitUntil(lambda: "What it would do" in label_texts(card, "call_section"))
    assert not named(card, "Run this call again").isVisible()
    run = named(card, "Run: Edit")
    qtbot.waitUntil(run.isEnabled)
    with qtbot.waitSignal(transcript.call_decided) as wished:
        run.click()
    assert wished.args == [turn.message.id, 0, CallDecision.APPROVE, ""]
    turn.emit(RerunAnswered(index, 201.0, approved=True))
    turn.emit(RerunFinished(index, 202.0, "+second"))
    qtbot.waitUntil(lambda: card.findChild(ApprovalBar) is None)
    assert card.property("state") == "success"
    assert "What it would do" not in label_texts(card, "call_section")


def label_texts(card: QWidget, name: str) -> list[str]:
    return [each.text() for each in card.findChildren(QLabel, name) if each.isVisible()]


def test_an_imported_call_says_so_and_can_not_be_undone(transcript: Transcript, qtbot: QtBot) -> None:
    call = ToolUse("notes.undoable", "1", "success", input={"path": "a"}, output="ok", started_at=1.0, ended_at=2.0)
    (own,) = show(transcript, qtbot, call)
    head_of(own).click()
    qtbot.waitUntil(named(own, "Undo what this call did").isVisible)
    transcript.show_path(())
    (card,) = show(transcript, qtbot, replace(call, is_imported=True))
    assert head_of(card).accessibleName() == "Change: a, from a file"
    head_of(card).click()
    qtbot.waitUntil(named(card, "Run this call again").isVisible)
    assert not named(card, "Undo what this call did").isVisible()
    assert any("did not run here" in text for text in label_texts(card, "call_times"))


def test_a_call_that_is_not_over_is_not_run_again(transcript: Transcript, qtbot: QtBot) -> None:
    waiting_turn(transcript, qtbot)
    card = card_of(transcript)
    head_of(card).click()
    assert not named(card, "Run this call again").isVisible()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_state_is_painted_and_named_in_both_themes(
    transcript: Transcript, qtbot: QtBot, qapp: QApplication, name: theme.Name
) -> None:
    calls = (
        ToolUse("t", "1"),
        ToolUse("t", "2", input={}, asked_at=1.0),
        ToolUse("t", "3", input={}, asked_at=1.0, answered_at=2.0),
        ToolUse("t", "4", input={}, started_at=1.0, progress=Progress(0.5, "half")),
        ToolUse("t", "5", "success", input={}, started_at=1.0, ended_at=2.0, later_runs=(LaterRun(3.0, 4.0, "x"),)),
        ToolUse("t", "6", "error", error=ToolError("boom", "It broke."), started_at=1.0, ended_at=2.0),
        ToolUse("t", "7", "error", error=ToolError("refused", "No.")),
        ToolUse("t", "8", "error", error=ToolError("cancelled", "Stopped.")),
    )
    cards = show(transcript, qtbot, *calls)
    theme.apply(qapp, name)
    for card in cards:
        head_of(card).click()
    qtbot.waitUntil(lambda: all(card.height() > card.head_height + 60 for card in cards))
    grounds = {card.property("state"): card.grab().toImage().pixelColor(2, card.head_height).name() for card in cards}
    assert len(grounds) == len(calls)
    assert grounds["error"] == grounds["success"] == theme.current().colour("inset").name()
    assert grounds["waiting"] == theme.current().colour("warning_soft").name()
    buttons = transcript.findChildren(QAbstractButton)
    assert all(button.accessibleName() for button in buttons)
    theme.apply(qapp)


def test_a_card_in_a_narrow_window_keeps_its_question_readable(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.resize(260, 520)
    waiting_turn(transcript, qtbot)
    bar = card_of(transcript).findChild(ApprovalBar)
    assert isinstance(bar, ApprovalBar)
    rects = [button.geometry() for button in bar.findChildren(QPushButton)]
    qtbot.waitUntil(lambda: bar.height() > max(rect.bottom() for rect in rects))
    assert all(bar.rect().contains(rect) for rect in rects)


def test_a_file_is_shown_by_its_name_and_parts_one_below_the_other(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    file = {"path": "/home/me/notes/plans.md", "name": "plans.md", "size": 12, "undo": "3"}
    shown = view_of_result(ResultKind.FILE, file, parent)
    assert shown.accessibleName() == "Result: plans.md, /home/me/notes/plans.md"
    parts = view_of_result(ResultKind.PARTS, ["two words", file, {"a": [1, 2]}], parent)
    assert isinstance(parts, PartsView)
    height = parts.fit(300)
    views = [each for each in parts.children() if isinstance(each, TextView | ItemsView | ValueTree)]
    assert [type(each) for each in views] == [TextView, ItemsView, ValueTree]
    assert [each.y() for each in views] == sorted({each.y() for each in views})
    assert height == views[-1].geometry().bottom() + 1
