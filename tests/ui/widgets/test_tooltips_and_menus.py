"""Shared widgets: tooltips, floating menus, segmented controls, reduced motion and formatted times."""

import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QGuiApplication, QHelpEvent, QMouseEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QMenu, QWidget
from pytestqt.qtbot import QtBot

from deskpet import translation
from deskpet.features.history.ui.session_delegate import SessionDelegate
from deskpet.features.history.ui.session_list import SessionModel
from deskpet.store import Session
from deskpet.ui.chat.welcome import Welcome
from deskpet.ui.widgets import animation, language, theme, tooltip
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu, ThemedMenu, install_field_menu, shadow_margin
from deskpet.ui.widgets.segmented_control import SegmentedControl
from tests.support.folders import PROJECT

pytestmark = pytest.mark.window


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> QWidget:
    theme.apply(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(300, 300, 400, 200)
    return window


@pytest.fixture
def config_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for the desktop's settings files."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    animation.is_motion_reduced.cache_clear()
    yield tmp_path
    animation.is_motion_reduced.cache_clear()


def is_tip(window: QWidget) -> bool:
    return window.windowType() is Qt.WindowType.ToolTip


def tips() -> list[str]:
    """Return the texts of all visible tooltips."""
    shown = filter(is_tip, QApplication.topLevelWidgets())
    return [label.text() for each in shown if each.isVisible() for label in each.findChildren(QLabel)]


def rest_on(widget: QWidget) -> None:
    spot = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, spot, widget.mapToGlobal(spot)))


def test_a_button_shows_its_tooltip_while_hovered(window: QWidget, qtbot: QtBot) -> None:
    button = IconButton("pin", "Keep it", window)
    window.show()
    qtbot.waitExposed(window)
    rest_on(button)
    assert tips() == ["Keep it"]
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    assert tips() == []


def test_a_text_of_others_is_shown_as_it_is(window: QWidget, qtbot: QtBot) -> None:
    label = QLabel("a file", window)
    for _ in range(2):
        tooltip.set_text(label, "<img src='file:///a.png'>\u202egpj.exe")
    window.show()
    qtbot.waitExposed(window)
    rest_on(label)
    assert tips() == ["<img src='file:///a.png'>⟨U+202E⟩gpj.exe"]
    assert len(label.children()) == 1


# Places whose tooltips are texts of the program, or which no window of ours shows.
OWN_TOOLTIPS = {
    "features/about/ui.py",
    "features/agents/ui/page.py", "features/characters/ui/model_page.py", "features/connection/ui/rows.py",
    "features/first_run/ui/window.py",
    "features/listening/ui/microphone_badge.py", "ui/chat/header.py", "ui/chat/toast.py",
    "ui/pet/menu.py", "ui/widgets/icons.py",
    "ui/widgets/tooltip.py", "features/workspace/ui/file_pane.py",
}  # fmt: skip


def test_only_texts_of_the_program_are_given_to_qt_as_tooltips() -> None:
    package = PROJECT / "deskpet"
    given = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for text in re.findall(r"\.setToolTip\((.*)", path.read_text(encoding="utf-8"))
        if not text.startswith(("tr(", '""'))
    }
    assert given <= OWN_TOOLTIPS


def test_a_tooltip_hides_with_its_button(window: QWidget, qtbot: QtBot) -> None:
    one, other = IconButton("pin", "Keep it", window), IconButton("close", "Close", window)
    window.show()
    qtbot.waitExposed(window)
    rest_on(one)
    rest_on(other)
    assert tips() == ["Close"]
    other.hide()
    assert tips() == []


def test_a_tooltip_hides_with_a_list_that_is_deleted(window: QWidget, qtbot: QtBot) -> None:
    listed = QListView(window)
    window.show()
    qtbot.waitExposed(window)
    tooltip.show_tooltip_for(listed.viewport(), "a whole title", listed.viewport().rect())
    assert tips() == ["a whole title"]
    listed.deleteLater()
    del listed
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert tips() == []


def test_an_elided_title_is_shown_in_full_as_a_tooltip(window: QWidget, qtbot: QtBot) -> None:
    cut, whole = "What otters eat in winter, and where they find it", "Otters"
    view, model = QListView(window), SessionModel()
    view.setModel(model)
    view.setItemDelegate(SessionDelegate(view))
    view.setMouseTracking(True)
    view.setGeometry(0, 0, 200, 200)
    model.show_items([Session("1", cut, False, False, 0, 0), Session("2", whole, False, False, 0, 0)], {})
    window.show()
    qtbot.waitExposed(window)
    first, second = (view.visualRect(model.index(row, 0)).center() for row in range(2))

    def rest_at(spot: QPoint) -> None:
        QApplication.sendEvent(
            view.viewport(), QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
        )

    def move_to(spot: QPoint) -> None:
        point, none = QPointF(spot), Qt.MouseButton.NoButton
        far = QPointF(view.viewport().mapToGlobal(spot))
        moved = QMouseEvent(QEvent.Type.MouseMove, point, far, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), moved)

    rest_at(first)
    assert tips() == [cut]
    move_to(first + QPoint(5, 0))
    assert tips() == [cut]
    move_to(second)
    assert tips() == []
    rest_at(second)
    assert tips() == []


def test_a_tooltip_is_as_wide_as_its_text(window: QWidget, qtbot: QtBot) -> None:
    long, short = IconButton("pin", "Keep the conversation open", window), IconButton("close", "Go", window)
    window.show()
    qtbot.waitExposed(window)
    widths: list[int] = []
    for button in (long, short):
        rest_on(button)
        widths += [each.width() for each in QApplication.topLevelWidgets() if each.isVisible() and is_tip(each)]
    assert widths[1] < widths[0] / 2


def test_a_menus_position_excludes_its_shadow(window: QWidget, qtbot: QtBot) -> None:
    menu = PopupMenu(window)
    for entry in ("One", "Two", "Three"):
        menu.add("copy", entry, lambda: None)
    window.show()
    qtbot.waitExposed(window)
    wanted = window.mapToGlobal(QPoint(60, 40))
    menu.popup(wanted)
    qtbot.waitUntil(menu.isVisible)
    assert menu.pos() + QPoint(shadow_margin(), shadow_margin()) == wanted


def test_a_submenu_opens_beside_its_entry(window: QWidget, qtbot: QtBot) -> None:
    menu, part = ThemedMenu(window), ThemedMenu(window, "More")
    menu.addAction("One")
    menu.addMenu(part)
    part.addAction("A part")
    window.show()
    qtbot.waitExposed(window)
    menu.popup(window.mapToGlobal(QPoint(10, 10)))
    qtbot.waitUntil(menu.isVisible)
    menu.setActiveAction(part.menuAction())
    qtbot.waitUntil(part.isVisible)
    body = menu.geometry().adjusted(shadow_margin(), shadow_margin(), -shadow_margin(), -shadow_margin())
    beside = part.geometry().adjusted(shadow_margin(), shadow_margin(), -shadow_margin(), -shadow_margin())
    assert 0 <= body.right() - beside.left() < 14
    entry, first = menu.actionGeometry(part.menuAction()), part.actionGeometry(part.actions()[0])
    assert menu.y() + entry.top() == part.y() + first.top()
    part.close()
    menu.close()


def test_a_fields_context_menu_is_themed_and_works(window: QWidget, qtbot: QtBot) -> None:
    field = QLineEdit("otters", window)
    install_field_menu(field)
    window.show()
    qtbot.waitExposed(window)
    field.selectAll()
    spot = QPoint(5, 5)
    QApplication.sendEvent(field, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, field.mapToGlobal(spot)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text().split("\t")[0]: action for action in menu.actions() if not action.isSeparator()}
    assert not any("&" in words for words in entries)
    assert not entries["Undo"].isEnabled()
    assert not entries["Cut"].icon().isNull()
    entries["Cut"].trigger()
    assert field.text() == ""
    assert QGuiApplication.clipboard().text() == "otters"
    menu.close()


def test_the_highlight_is_below_the_checked_choice(window: QWidget, qtbot: QtBot) -> None:
    segments = SegmentedControl()
    segments.setParent(window)
    buttons = [segments.add(label) for label in ("One", "Two", "Three")]
    segments.resize(QSize(390, 34))
    window.show()
    qtbot.waitExposed(window)
    raised = theme.current().colour("raised")

    def is_raised(number: int) -> bool:
        place = buttons[number].geometry()
        return window.grab().toImage().pixelColor(place.left() + 12, place.top() + 5) == raised

    assert not any(map(is_raised, range(3)))
    QTest.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: is_raised(2))
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: is_raised(0) and not is_raised(2))
    assert [button.isChecked() for button in buttons] == [True, False, False]


def test_only_the_segment_above_the_highlight_is_lit(
    qapp: QApplication, window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of the clicked segment has its colour when the highlight is there, and a click leaves no ring."""
    monkeypatch.setattr(animation, "duration", lambda milliseconds: 60_000)
    theme.apply(qapp)
    segments = SegmentedControl()
    segments.setParent(window)
    one, two = (segments.add(label) for label in ("One", "Two"))
    segments.resize(QSize(260, 34))
    window.show()
    qtbot.waitExposed(window)
    look = theme.current()

    def lit() -> list[bool]:
        return [each.palette().color(QPalette.ColorRole.ButtonText).name() == look.accent_text for each in (one, two)]

    one.setChecked(True)
    assert lit() == [True, False]
    QTest.mouseClick(two, Qt.MouseButton.LeftButton)
    # The highlight has not moved yet.
    assert two.isChecked()
    assert lit() == [True, False]
    assert two.grab().toImage().pixelColor(two.width() // 2, 0).name() != look.accent
    segments.resize(QSize(280, 34))
    qtbot.waitUntil(lambda: lit() == [False, True])


@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize(
    "suggestions",
    [
        ("What can you do?", "Wave at me!", "Tell me a joke"),
        ("What can you do?", "Tell me a very long story about otters at sea"),
    ],
)
def test_a_welcome_tile_fits_any_text_size(
    window: QWidget, qtbot: QtBot, qapp: QApplication, suggestions: tuple[str, ...], scale: float
) -> None:
    welcome = Welcome("Mikan", suggestions, window)
    window.show()
    qtbot.waitExposed(window)
    theme.apply(qapp, "light", scale)
    tiles = [each for each in welcome.findChildren(QWidget) if each.accessibleName()]
    assert len(tiles) == len(suggestions)

    def are_whole() -> bool:
        welcome.setGeometry(QRect(0, 0, 400, welcome.sizeHint().height()))
        return all(tile.height() >= tile.heightForWidth(tile.width()) for tile in tiles)

    qtbot.waitUntil(are_whole)
    theme.apply(qapp)


def test_a_welcome_tile_is_raised_while_hovered(window: QWidget, qtbot: QtBot) -> None:
    welcome = Welcome("Mikan", ("Wave at me!",), window)
    welcome.resize(400, 300)
    window.resize(400, 300)
    window.show()
    qtbot.waitExposed(window)
    tile = next(each for each in welcome.findChildren(QWidget) if each.accessibleName() == "Wave at me!")
    # Wait for the pointer to arrive.
    seen = tile.grab().toImage()
    qtbot.wait(2 * theme.SLOW)
    seen = tile.grab().toImage()
    spot = QPointF(tile.rect().center())
    QApplication.sendEvent(tile, QEnterEvent(spot, spot, spot))
    qtbot.waitUntil(lambda: tile.grab().toImage() != seen)
    QApplication.sendEvent(tile, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: tile.grab().toImage() == seen)


@pytest.mark.skipif(sys.platform == "win32", reason="writes the settings of desktops of Linux")
@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("kdeglobals", "[General]\nAnimationDurationFactor=1\n[KDE]\nAnimationDurationFactor=0\n"),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations = false\n"),
    ],
)
def test_reduced_motion_is_read_from_the_desktops_settings(config_folder: Path, file: str, said: str) -> None:
    (config_folder / file).parent.mkdir(exist_ok=True)
    (config_folder / file).write_text(said, encoding="utf-8")
    assert animation.is_motion_reduced()
    assert animation.duration(theme.SLOW) < theme.FRAME


@pytest.mark.parametrize(
    "said", ["[KDE]\nAnimationDurationFactor=0.5\n", "[Other]\nAnimationDurationFactor=0\n", "\x00["]
)
def test_animations_are_enabled_by_default(config_folder: Path, said: str) -> None:
    (config_folder / "kdeglobals").write_text(said, encoding="utf-8")
    assert animation.duration(theme.SLOW) == theme.SLOW


def test_timestamps_are_formatted_relative_to_now() -> None:
    now = datetime(2026, 3, 5, 18, 0).astimezone()
    told = [
        language.format_timestamp(when.timestamp(), now)
        for when in (
            now.replace(year=2026, month=3, day=5, hour=9, minute=30),
            now.replace(year=2026, month=3, day=4, hour=23, minute=59),
            now.replace(year=2026, month=2, day=1, hour=12, minute=0),
            now.replace(year=2025, month=12, day=31, hour=12, minute=0),
        )
    ]
    assert "30" in told[0]
    assert len(told[0]) <= len("09:30 AM")
    assert told[1].startswith("Yesterday, ")
    assert told[2].startswith("1 Feb, ")
    assert told[3].startswith("31 Dec 2025, ")
    assert translation.language() == "en"
