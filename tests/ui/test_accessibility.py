"""Tests of accessibility: keyboard, screen readers and large text."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QContextMenuEvent,
    QPixmap,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import make_ready
from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Message
from deskpet.config.choices import Policy
from deskpet.config.settings import Settings
from deskpet.features.data.locations import StorageLocation
from deskpet.features.data.ui.page import DataPage
from deskpet.features.first_run.ui.window import FirstRun
from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.features.personas.ui.page import PersonaPage
from deskpet.llm.capabilities import ModelCapabilities, ToolSupport
from deskpet.llm.catalog import PRESETS
from deskpet.llm.model_list import LocalServer
from deskpet.pet import character, model_file
from deskpet.pet.library import Library
from deskpet.pet.model_notes import ModelNotes
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.image import PictureViewer
from deskpet.ui.chat.message_actions import MessageAction
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.turn_details import DetailsPanel
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.chat.writing_field import MessageEditor
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.model_card import CardContent
from tests.gallery import samples
from tests.gallery.settings_scenes import ADDRESS, MODEL, WORKS
from tests.gallery.settings_scenes import refused as refusal
from tests.support.settings_window import connection_of, gallery_of, model_page_of, settings_window, tools_page_of
from tests.ui.accessibility import name_of, unnamed_interfaces, visible_interfaces
from tests.ui.active_window import active
from tests.ui.keyboard import ENTER, SPACE, TAB, missed_controls, press, stops
from tests.ui.settings.all_pages import show_all_pages

DOWN = Qt.Key.Key_Down
LARGEST, MOST_STOPS, LOOKS = 1.4, 400, 100
PAGES = ("connection", "persona", "tools", "character", "appearance", "data", "about")

Opening = Callable[[QtBot, Path], QWidget]


def kept(window: QWidget, *with_it: QWidget) -> QWidget:
    """The window; what it stands on lives as long as it does."""
    window.__dict__["stands_on"] = with_it
    return window


def conversation(qtbot: QtBot, _folder: Path) -> ChatWindow:
    chat = ChatWindow("Mikan", samples.look)
    blocks = (samples.picture(), samples.thought("Otters."), "Words", *samples.notices(), *samples.every_state())
    chat.show_path([samples.asked("Hi"), samples.answer(*blocks, ended=None)])
    return chat


def welcome(qtbot: QtBot, _folder: Path) -> ChatWindow:
    return ChatWindow("Mikan", samples.look)


def whole_window(qtbot: QtBot, _folder: Path) -> QWidget:
    chat = ChatWindow("Mikan", samples.look)
    chat.set_side_panel(HistoryPanel)
    chat.show_path(samples.conversation())
    chat.composer.add_data(samples.copied_picture())
    full = chat.expand()
    full.side_panel.show_sessions(samples.sessions(), "session-1")
    return kept(full, chat)


def unfolded(*messages: Message) -> Opening:
    """Messages that have everything in them unfolded."""

    def opened(qtbot: QtBot, _folder: Path) -> QWidget:
        chat = ChatWindow("Mikan", samples.look)
        chat.set_side_panel(HistoryPanel)
        chat.show_path(messages)
        full = chat.expand()
        qtbot.waitUntil(lambda: len(chat.transcript.rows) == len(messages))
        for row in chat.transcript.rows:
            for view in row.views:
                view.unfold()
        return kept(full, chat)

    return opened


def unfolded_cards(qtbot: QtBot, folder: Path) -> QWidget:
    return unfolded(*(samples.answer(use) for use in samples.unfolded_cards()[:2]))(qtbot, folder)


def unfolded_results(qtbot: QtBot, folder: Path) -> QWidget:
    return unfolded(*(samples.answer(use) for use in samples.unfolded_cards()[2:]))(qtbot, folder)


def unfolded_thoughts(qtbot: QtBot, folder: Path) -> QWidget:
    said = samples.answer(samples.thought("Otters. " * 20), "Words", samples.notices()[1])
    return unfolded(said)(qtbot, folder)


def refusing(qtbot: QtBot, _folder: Path) -> ChatWindow:
    chat = ChatWindow("Mikan", samples.look)
    chat.show_path([samples.asked("Hi"), samples.answer("Hello")])
    chat.composer.add_data(samples.copied_picture())
    chat.composer.refuse_pictures(samples.refusal(), can_be_sent=True)
    return chat


def editing(qtbot: QtBot, _folder: Path) -> QWidget:
    chat = ChatWindow("Mikan", samples.look)
    chat.set_side_panel(HistoryPanel)
    question, reply = samples.asked("Tell me of otters"), samples.answer("They hold hands.")
    chat.transcript.toolbar.variants_of = lambda message_id: Variants((message_id, "another"), 0)
    chat.show_path([question, reply])
    full = chat.expand()
    qtbot.waitUntil(lambda: len(chat.transcript.rows) == 2)
    chat.transcript.rows[0].edit()
    return kept(full, chat)


def told(qtbot: QtBot, _folder: Path) -> ChatWindow:
    chat = ChatWindow("Mikan", samples.look)
    chat.show_path([samples.asked("Hi"), samples.answer("Hello")])
    chat.show_toast(samples.deleted, lambda: None)
    return chat


def searching(qtbot: QtBot, _folder: Path) -> QWidget:
    chat = ChatWindow("Mikan", samples.look)
    chat.set_side_panel(HistoryPanel)
    chat.show_path(samples.conversation())
    full = chat.expand()
    full.side_panel.show_sessions(samples.sessions(), "session-1")
    full.side_panel.field.setText("otter")
    full.side_panel.show_hits("otter", samples.hits())
    return kept(full, chat)


def connected(qtbot: QtBot, _folder: Path) -> QWidget:
    window = settings_window(Settings.model_validate({"endpoint": {"base_url": ADDRESS, "model": MODEL}}))
    ollama = next(preset for preset in PRESETS if preset.name == "Ollama")
    rows = connection_of(window)
    rows.provider_row.show_servers((LocalServer(ollama, ("llama3.2", "qwen3")),))
    rows.show_capabilities(ModelCapabilities().with_tools(ToolSupport.WORK, samples.NOON))
    rows.test_panel.show_test_result(WORKS)
    return window


def refused(qtbot: QtBot, _folder: Path) -> QWidget:
    window = settings_window(Settings.model_validate({"endpoint": {"base_url": ADDRESS, "model": MODEL}}))
    connection_of(window).test_panel.show_test_result(refusal())
    return window


def erasing(qtbot: QtBot, _folder: Path) -> QWidget:
    window = settings_window()
    window.show_page("data")
    data = window.findChild(DataPage)
    data.show_conversations(3, 1000)
    data.erase.click()
    return window


def details(qtbot: QtBot, _folder: Path) -> QWidget:
    talk = QWidget()
    return kept(DetailsPanel(samples.turn_details("answer"), samples.look, talk), talk)


def viewer(qtbot: QtBot, _folder: Path) -> QWidget:
    beside = QWidget()
    return kept(PictureViewer(QPixmap.fromImage(samples.sea()), beside), beside)


def page(name: str) -> Opening:
    def opened(qtbot: QtBot, folder: Path) -> QWidget:
        window = settings_window()
        show_all_pages(window)
        entries = Library(folder / "library", cache=folder / "cache").all()
        offers = tuple(CardContent(each, each.name, "Built in", is_removable=True) for each in entries)
        gallery_of(window).show_cards(offers, "mikan")
        gallery_of(window).banner.show_message(
            BannerText("error", "It can't be used", "A cause", "Details", button="Undo")
        )
        model_page_of(window).show_character(
            character.from_model(model_file.load("mikan", folder / "cache")), ModelNotes()
        )
        window.findChild(PersonaPage).show_personas(samples.own(), samples.personas(), "aria")
        window.findChild(PersonaPage).edit("aria")
        window.findChild(PersonaPage).banner.show_message(BannerText("success", "Kenji was deleted.", button="Undo"))
        tools_page_of(window).show_policies(lambda _: Policy.ASK)
        data = window.findChild(DataPage)
        data.show_locations((StorageLocation("Settings", "To be edited.", (folder / "settings.toml",), 1),))
        data.show_conversations(3, 1000)
        window.show_page(name)
        return window

    opened.__name__ = f"page_{name}"
    return opened


def step(number: int) -> Opening:
    def opened(qtbot: QtBot, folder: Path) -> QWidget:
        form = FirstRun("Mikan", Settings.model_validate({"endpoint": {"base_url": "http://localhost:11434/v1"}}))
        entries = Library(folder / "library", cache=folder / "cache").all()
        form.meet.show_cards(tuple(CardContent(each, each.name, "Built in") for each in entries), "mikan")
        form.resize(448, 628)
        form.show_step(number)
        return form

    opened.__name__ = f"step_{number + 1}"
    return opened


WINDOWS: tuple[Opening, ...] = (
    welcome, conversation, whole_window, unfolded_cards, unfolded_results, unfolded_thoughts, refusing, editing, told,
    searching, details, viewer, *map(page, PAGES), connected, refused, erasing, *map(step, range(3)),
)  # fmt: skip


# These are made anew each time.
PASSING = (details, viewer)


def shown(opening: Opening, qtbot: QtBot, folder: Path) -> QWidget:
    window = opening(qtbot, folder)
    window.show()
    qtbot.waitUntil(window.isVisible)
    settle(qtbot, window)
    return window


@pytest.fixture(params=WINDOWS, ids=lambda opening: opening.__name__)
def opening(request: pytest.FixtureRequest) -> Opening:
    """Every window, and every page of it."""
    return request.param


@pytest.fixture
def window(opening: Opening, qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> QWidget:
    make_ready(qapp)
    return shown(opening, qtbot, tmp_path)


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return samples.look


@pytest.fixture
def usual_text(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp)


def settle(qtbot: QtBot, window: QWidget) -> None:
    """Wait until rows show all of their text."""
    for each in window.findChildren(Transcript):
        qtbot.waitUntil(lambda each=each: not any(row.is_behind for row in each.rows))


def rows(transcript: Transcript, qtbot: QtBot, *messages: Message):
    transcript.show_path(messages)
    qtbot.waitUntil(lambda: [row.message for row in transcript.rows] == list(messages))
    return transcript.rows


def place_of(widget: QWidget, window: QWidget) -> QRect:
    """Return where a widget stands, in a page as if it were not scrolled."""
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    areas = (each for each in window.findChildren(QScrollArea) if each.isAncestorOf(widget))
    return place.translated(0, sum(each.verticalScrollBar().value() for each in areas))


def reads_back(before: QRect, after: QRect) -> bool:
    """Whether an eye that reads has to go back: to a line above, or to the left in the same line."""
    if after.bottom() <= before.top():
        return after.left() < before.right()
    same_line = min(before.bottom(), after.bottom()) - max(before.top(), after.top())
    return same_line > min(before.height(), after.height()) * 0.6 and after.right() <= before.left()


def test_every_control_has_a_name_and_a_role(window: QWidget) -> None:
    assert not unnamed_interfaces(window)


@pytest.mark.window
def test_tab_reaches_every_control_in_the_order_of_reading(window: QWidget, qtbot: QtBot) -> None:
    # Of several buttons, Qt finds out which one Tab leads to when the focus really comes.
    if QApplication.activePopupWidget() is not window:
        qtbot.waitUntil(active(window))
    reached = stops(window)
    missed = missed_controls(window, reached)
    assert not missed
    # From the last one it goes back to the first one, once.
    back = [
        f"{type(before).__name__} {before.accessibleName()!r} {place_of(before, window).getRect()} -> "
        f"{type(after).__name__} {after.accessibleName()!r} {place_of(after, window).getRect()}"
        for before, after in pairwise((*reached, *reached[:1]))
        if not before.isAncestorOf(after) and reads_back(place_of(before, window), place_of(after, window))
    ]
    assert len(back) <= 1, back


def test_large_text_is_clipped_nowhere(
    opening: Opening, qapp: QApplication, qtbot: QtBot, tmp_path: Path, usual_text: None
) -> None:
    make_ready(qapp)
    if opening in PASSING:
        theme.apply(qapp, scale=LARGEST)
    window = shown(opening, qtbot, tmp_path)
    # What stays open follows when another size is chosen.
    theme.apply(qapp, scale=LARGEST)
    assert_all_fits(window, qtbot)


def assert_all_fits(window: QWidget, qtbot: QtBot) -> None:
    """Check that no text of a window is clipped, after its layouts have had time to follow."""
    settle(qtbot, window)
    for _ in range(LOOKS):
        if not clipped(window) and not too_wide(window):
            return
        qtbot.wait(20)
    assert not clipped(window)
    assert not too_wide(window)


def clipped(window: QWidget) -> list[str]:
    """Words that have less room than they need."""
    found: list[str] = []
    for each in window.findChildren(QWidget):
        if not each.isVisibleTo(window) or not each.width() or not each.height():
            continue
        if isinstance(each, QLabel) and each.text():
            fits = (
                each.heightForWidth(each.width()) <= each.height() + 1
                if each.wordWrap()
                else each.sizeHint().width() <= each.width() + 1 and each.sizeHint().height() <= each.height() + 1
            )
        elif isinstance(each, QAbstractButton) and each.text():
            hint = each.sizeHint()
            fits = hint.width() <= each.width() + 1 and hint.height() <= each.height() + 1
        else:
            continue
        if not fits:
            found.append(f"{type(each).__name__} {each.objectName()} {each.text()!r} {each.size()} {each.sizeHint()}")
    return found


def too_wide(window: QWidget) -> list[str]:
    """Pages of which something is out of sight at the right."""
    areas = [area for area in window.findChildren(QScrollArea) if area.isVisibleTo(window) and area.widget()]
    return [area.objectName() for area in areas if area.widget().width() > area.viewport().width()]


# Without a mouse


@pytest.mark.parametrize("key", [SPACE, ENTER])
@pytest.mark.parametrize("presses", [1, 2, 3, 4])
def test_a_question_is_answered_by_keyboard(transcript: Transcript, qtbot: QtBot, key: Qt.Key, presses: int) -> None:
    waiting = samples.every_state()[1]
    (row,) = rows(transcript, qtbot, samples.answer(waiting, ended=None))
    row.setFocus()
    heads = [each for each in row.findChildren(QAbstractButton) if each.isCheckable()]
    heads[0].setFocus()
    # Nothing can be allowed at first.
    qtbot.waitUntil(lambda: all(each.isEnabled() for each in row.findChildren(QAbstractButton) if each.isVisible()))
    for _ in range(presses):
        press(transcript, TAB)
    with qtbot.waitSignal(transcript.call_decided) as wished:
        press(transcript, key)
    choices = (CallDecision.APPROVE, CallDecision.CONVERSATION, CallDecision.ALWAYS, CallDecision.REFUSE)
    assert wished.args[2] is choices[presses - 1]


@pytest.mark.window
def test_a_message_is_acted_on_by_keyboard(transcript: Transcript, qtbot: QtBot) -> None:
    question, reply = samples.asked("Tell me of otters"), samples.answer("They hold hands.")
    transcript.toolbar.variants_of = lambda message_id: Variants((message_id, "another"), 0)
    _, row = rows(transcript, qtbot, question, reply)
    qtbot.waitUntil(active(transcript))
    row.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(transcript.toolbar.bar.isVisible)
    wanted = transcript.toolbar.bar.button(MessageAction.REGENERATE)
    for _ in range(MOST_STOPS):
        if transcript.focusWidget() is wanted:
            break
        press(transcript, TAB)
    with qtbot.waitSignal(transcript.toolbar.regenerate_requested) as asked:
        press(transcript, SPACE)
    assert asked.args == [reply.id]


def test_a_question_is_changed_by_keyboard(transcript: Transcript, qtbot: QtBot) -> None:
    question = samples.asked("Tell me of otters")
    transcript.toolbar.variants_of = lambda message_id: Variants((message_id,), 0)
    (row,) = rows(transcript, qtbot, question)
    row.setFocus(Qt.FocusReason.TabFocusReason)
    menu = menu_by_keyboard(row)
    chosen = next(action for action in menu.actions() if action.text() == "Edit and send again")
    menu.setActiveAction(chosen)
    QTest.keyClick(menu, ENTER)
    editor = row.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    field = editor.field
    QTest.keyClicks(field, "!")
    with qtbot.waitSignal(transcript.toolbar.edited) as edited:
        QTest.keyClick(field, ENTER)
    assert edited.args == [question.id, "Tell me of otters!"]


def menu_by_keyboard(widget: QWidget) -> QMenu:
    """The menu that the menu key opens where the focus is."""
    cursor = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    spot = cursor.center() if isinstance(cursor, QRect) else widget.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, spot, widget.mapToGlobal(spot))
    QApplication.sendEvent(widget, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@pytest.fixture
def history(qapp: QApplication, qtbot: QtBot) -> HistoryPanel:
    make_ready(qapp)
    holder = QWidget()
    panel = kept(HistoryPanel(holder), holder)
    assert isinstance(panel, HistoryPanel)
    holder.resize(300, 600)
    panel.setGeometry(holder.rect())
    panel.show_sessions(samples.sessions(), "session-1")
    holder.show()
    return panel


def chosen_title(history: HistoryPanel) -> str:
    return str(history.view.currentIndex().data())


def test_the_arrow_keys_go_through_the_conversations_and_enter_opens_one(history: HistoryPanel, qtbot: QtBot) -> None:
    history.search()
    QTest.keyClick(history.field, DOWN)
    assert chosen_title(history) == "Otters and other sea friends"
    QTest.keyClick(history.view, DOWN)
    # A heading is stepped over.
    assert chosen_title(history) == "The list for today"
    with qtbot.waitSignal(history.opened) as opened:
        QTest.keyClick(history.view, ENTER)
    assert opened.args == ["session-1"]


def test_enter_in_the_search_opens_the_first_hit_as_soon_as_it_is_found(history: HistoryPanel, qtbot: QtBot) -> None:
    history.field.setText("otter")
    with qtbot.assertNotEmitted(history.hit_chosen):
        QTest.keyClick(history.field, ENTER)
    hits = samples.hits()
    with qtbot.waitSignal(history.hit_chosen) as chosen:
        history.show_hits("otter", hits)
    assert chosen.args == [hits[0], "otter"]
    with qtbot.waitSignal(history.hit_chosen):
        QTest.keyClick(history.field, ENTER)
    # A search that is done opens nothing by itself.
    with qtbot.assertNotEmitted(history.hit_chosen):
        history.show_hits("otter", hits)


def test_the_menu_key_opens_the_menu_of_the_chosen_conversation(history: HistoryPanel, qtbot: QtBot) -> None:
    history.search()
    QTest.keyClick(history.field, DOWN)
    QTest.keyClick(history.view, DOWN)
    menu = menu_by_keyboard(history.view)
    assert chosen_title(history) == "The list for today"
    delete = next(action for action in menu.actions() if action.text().startswith("Delete"))
    menu.setActiveAction(delete)
    with qtbot.waitSignal(history.delete_requested) as asked:
        QTest.keyClick(menu, ENTER)
    assert asked.args == [("session-1",)]


@pytest.mark.parametrize(("entry", "form"), [("Export all as JSON…", ExportForm.JSON), ("Import…", None)])
def test_all_conversations_are_taken_out_and_brought_in_by_keyboard(
    history: HistoryPanel, qtbot: QtBot, entry: str, form: ExportForm | None
) -> None:
    button = next(each for each in history.findChildren(QAbstractButton) if each.accessibleName() == "More")
    QTest.keyClick(button, SPACE)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.setActiveAction(next(action for action in menu.actions() if action.text() == entry))
    with qtbot.waitSignal(history.export_requested if form else history.import_requested) as asked:
        QTest.keyClick(menu, ENTER)
    assert asked.args == ([None, form] if form else [])


@pytest.mark.parametrize(
    ("entry", "signal", "told"),
    [
        ("Pin", "pinned", ["session-1", True]),
        ("Save as Markdown…", "export_requested", [("session-1",), ExportForm.MARKDOWN]),
        ("Save as JSON…", "export_requested", [("session-1",), ExportForm.JSON]),
    ],
)
def test_the_menu_of_a_conversation_asks_for_what_it_says(
    history: HistoryPanel, qtbot: QtBot, entry: str, signal: str, told: list[object]
) -> None:
    history.search()
    QTest.keyClick(history.field, DOWN)
    QTest.keyClick(history.view, DOWN)
    menu = menu_by_keyboard(history.view)
    menu.setActiveAction(next(action for action in menu.actions() if action.text() == entry))
    with qtbot.waitSignal(getattr(history, signal)) as asked:
        QTest.keyClick(menu, ENTER)
    assert asked.args == told


def test_the_pets_menu_is_used_by_keyboard(qapp: QApplication, qtbot: QtBot) -> None:
    make_ready(qapp)
    menu = PetMenu()
    qtbot.addWidget(menu)
    menu.popup(QPoint(10, 10))
    named = [
        each for each in visible_interfaces(QAccessible.queryAccessibleInterface(menu)) if each.object() is not menu
    ]
    spoken = [each for each in named if each.role() is QAccessible.Role.MenuItem]
    assert len(spoken) >= 9
    assert all(name_of(each) for each in spoken)
    QTest.keyClick(menu, DOWN)
    QTest.keyClick(menu, DOWN)
    with qtbot.waitSignal(menu.settings_requested):
        QTest.keyClick(menu, ENTER)


def test_our_own_widgets_say_what_they_are(transcript: Transcript, qtbot: QtBot) -> None:
    progressing = samples.every_state()[4]
    blocks = (samples.picture(), "Words", samples.notices()[2], progressing)
    (row,) = rows(transcript, qtbot, samples.answer(*blocks, ended=None))
    role = QAccessible.Role
    spoken = {each.role() for each in visible_interfaces(QAccessible.queryAccessibleInterface(transcript))}
    assert {role.List, role.ListItem, role.Graphic, role.StaticText, role.AlertMessage, role.ProgressBar} <= spoken
    assert QAccessible.queryAccessibleInterface(row).role() is role.ListItem


def test_a_card_is_told_as_a_button_that_unfolds(transcript: Transcript, qtbot: QtBot) -> None:
    """Not as a check box, which Qt takes every checkable button for."""
    (row,) = rows(transcript, qtbot, samples.answer(samples.unfolded_cards()[0]))
    head = row.findChild(FoldHeader)
    assert isinstance(head, FoldHeader)
    told = QAccessible.queryAccessibleInterface(head)
    assert told.role() is QAccessible.Role.Button
    state = told.state()
    assert (state.expandable, state.collapsed, state.expanded) == (1, 1, 0)
    press_action = QAccessibleActionInterface.pressAction()
    assert press_action in told.actionInterface().actionNames()
    told.actionInterface().doAction(press_action)
    assert head.isChecked()
    assert (told.state().collapsed, told.state().expanded) == (0, 1)
