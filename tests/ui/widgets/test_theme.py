"""Contrast of both themes, stylesheets, text size and icons."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from deskpet.config import paths
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.theme import THEMES, Name, Theme
from tests.ui.keyboard import contrast as contrast_ratio

TEXT_ON_GROUND = [
    *((text, ground) for text in ("text", "muted") for ground in ("panel", "page", "surface", "inset", "field")),
    *((text, ground) for text in ("text", "muted") for ground in ("error_soft", "warning_soft", "info_soft")),
    *(("link", ground) for ground in ("surface", "panel")),
    *(("error", ground) for ground in ("surface", "error_soft")),
    *(("text", ground) for ground in ("accent_soft", "selection", "code", "inset_hover", "inset_edge")),
    *(("muted", ground) for ground in ("accent_soft", "code", "panel_top")),
    *(("hint", ground) for ground in ("field", "inset", "error_soft")),
    *(("accent_text", ground) for ground in ("accent_soft", "inset", "panel", "page")),
    *((role, ground) for role in ("success", "warning", "teal") for ground in ("surface", "inset")),
    *((role, f"{level}_soft") for role, level in (("success", "info"), ("teal", "info"), ("warning", "warning"))),
    *(("on_accent", ground) for ground in ("accent", "accent_hover", "accent_pressed")),
    ("link", "inset"),
    ("link", "info_soft"),
    ("link", "error_soft"),
    ("error", "inset"),
    ("surface", "error"),
    ("user_text", "user_top"),
    ("user_text", "user_bottom"),
    ("code_text", "code"),
    *((role, "code") for role in ("code_keyword", "code_string", "code_number", "code_name", "code_comment")),
    ("accent_text", "surface"),
    ("tooltip_text", "tooltip"),
    ("toast_action", "tooltip"),
    ("muted", "inset"),
    *((text, ground) for text in ("text", "muted") for ground in ("raised", "menu")),
    *((text, ground) for text in ("muted", "accent_text") for ground in ("inset_hover", "raised")),
    ("surface", "error_hover"),
    ("accent_text", "menu"),
]
# A rule of the stylesheets, with what it applies to and what it sets; a colour of the theme in one.
RULE, ROLE = re.compile(r"([^{}]+)\{([^}]*)\}"), r": (?:1px solid )?\$(\w+)"
SHEETS = sorted(paths.bundled_path("assets").glob("*.qss"))
# Large or bold text, and icons: WCAG asks for 3:1.
ICON_ON_GROUND = [
    *(("accent", ground) for ground in ("surface", "inset", "page", "field", "accent_soft")),
    *(("groove", ground) for ground in ("surface", "inset")),
    *(("accent", ground) for ground in ("raised", "menu", "inset_hover")),
    ("muted", "menu"),
    ("teal", "panel"),
    # The ring of the focus.
    *(("accent", ground) for ground in ("panel", "code", "error_soft", "warning_soft", "info_soft")),
    # Signs of what was refused or stopped, and of what unfolds.
    *(("faint", ground) for ground in ("surface", "inset", "panel")),
]


def contrast(look: Theme, one: str, other: str) -> float:
    return contrast_ratio(look.colour(one), look.colour(other))


@pytest.mark.parametrize("name", list(THEMES))
def test_text_has_contrast_aa(name: Name) -> None:
    too_low = {pair: contrast(THEMES[name], *pair) for pair in TEXT_ON_GROUND if contrast(THEMES[name], *pair) < 4.5}
    assert not too_low


def rules() -> list[tuple[str, str]]:
    """All rules but those of what is disabled, for which WCAG asks nothing."""
    found = [rule for sheet in SHEETS for rule in RULE.findall(sheet.read_text(encoding="utf-8"))]
    return [(about.strip(), values) for about, values in found if ":disabled" not in about]


def role_of(name: str, values: str) -> str:
    """The role of a colour that a rule sets; empty if it sets none, or a transparent one."""
    found = re.search(rf"(?<![-\w]){name}{ROLE}", values)
    return found[1] if found else ""


@pytest.mark.parametrize("name", list(THEMES))
def test_each_rule_with_text_on_a_ground_has_contrast_aa(name: Name) -> None:
    pairs = {(role_of("color", values), role_of("background", values)): about for about, values in rules()}
    checked = {pair: about for pair, about in pairs.items() if all(pair)}
    assert len(checked) > 10
    assert not {about: pair for pair, about in checked.items() if contrast(THEMES[name], *pair) < 4.5}


@pytest.mark.parametrize("name", list(THEMES))
def test_the_edge_of_each_text_field_has_contrast_three_to_one(name: Name) -> None:
    """WCAG 2.2, 1.4.11: without its edge an empty field is not seen."""
    fields = {
        about: (role_of("border", values), role_of("background", values))
        for about, values in rules()
        if re.search(r"(QLineEdit|QPlainTextEdit|#composer|#quick_ask_field)(#search)?$", about)
    }
    edges = {about: pair for about, pair in fields.items() if all(pair)}
    assert len(edges) == 4
    assert not {about: pair for about, pair in edges.items() if contrast(THEMES[name], *pair) < 3}


@pytest.mark.parametrize("name", list(THEMES))
def test_backgrounds_of_text_are_opaque(name: Name) -> None:
    assert all(THEMES[name].colour(role).alpha() == 255 for role in ("page", "panel", "surface"))


@pytest.mark.parametrize("name", list(THEMES))
def test_icons_have_contrast_three_to_one(name: Name) -> None:
    too_low = {pair: contrast(THEMES[name], *pair) for pair in ICON_ON_GROUND if contrast(THEMES[name], *pair) < 3}
    assert not too_low


@pytest.mark.parametrize("name", list(THEMES))
def test_the_stylesheet_is_substituted_and_valid(qapp: QApplication, name: Name) -> None:
    theme.apply(qapp, name)
    assert "$" not in qapp.styleSheet()
    assert THEMES[name].accent in qapp.styleSheet()
    theme.apply(qapp)


# Makes Qt read the system's font from KDE's settings.
KDE = {"XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5"}
PRINTS_A_SIZE = """
from PySide6.QtWidgets import QApplication
from deskpet.ui.widgets import theme
app = QApplication([])
theme.apply(app)
print(theme.scaled(100))
"""


@pytest.mark.window
@pytest.mark.skipif(sys.platform != "linux", reason="sets the font of a desktop of Linux")
@pytest.mark.parametrize(("points", "size"), [(9, 100), (11, 100), (15, 133), (40, 160), (6, 80)])
def test_text_follows_the_systems_text_size(tmp_path: Path, points: int, size: int) -> None:
    """The defaults of desktops are 12 to 15 pixels; 15 points are 20 pixels."""
    font = f"[General]\nfont=Noto Sans,{points},-1,5,50,0,0,0,0,0\n"
    (tmp_path / "kdeglobals").write_text(font, encoding="utf-8")
    environment = {**os.environ, **KDE, "XDG_CONFIG_HOME": str(tmp_path), "QT_FONT_DPI": "96"}
    command = [sys.executable, "-c", PRINTS_A_SIZE]
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert int(printed) == size


def test_an_icon_is_as_sharp_as_the_screen(qapp: QApplication) -> None:
    assert icons.pixmap("send", "#000000", 16, 2.0).size().width() == 32
    assert icons.pixmap("send", "#000000", 16, 1.5).size().width() == 24


def test_an_unknown_icon_is_a_tool(qapp: QApplication) -> None:
    unknown = icons.pixmap("no such icon", "#000000", 16, 1.0).toImage()
    assert unknown == icons.pixmap(icons.FALLBACK, "#000000", 16, 1.0).toImage()


class StyleChanges(QObject):
    """Counts the changes of style of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


@pytest.mark.window
def test_a_change_of_theme_costs_the_same_at_any_depth(qapp: QApplication, qtbot: QtBot) -> None:
    """Qt styles a widget once for each of its ancestors if it replaces the stylesheet by itself."""
    theme.apply(qapp)
    window = inner = QWidget()
    qtbot.addWidget(window)
    for _ in range(12):
        layout = QVBoxLayout(inner)
        inner = QWidget()
        layout.addWidget(inner)
    window.show()
    shallow, deep = StyleChanges(window), StyleChanges(inner)
    theme.apply(qapp, "dark")
    theme.apply(qapp)
    assert deep.count == shallow.count


@pytest.mark.window
def test_what_is_hidden_during_a_change_of_theme_has_it_when_shown(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    window = QStackedWidget()
    qtbot.addWidget(window)
    buttons = [QPushButton("one"), QPushButton("two")]
    for button in buttons:
        button.setProperty("kind", "primary")
        window.addWidget(button)
    window.show()
    window.setCurrentIndex(1)
    window.setCurrentIndex(0)
    theme.apply(qapp, "dark", 1.4)
    window.setCurrentIndex(1)
    try:
        colours = {button.palette().color(QPalette.ColorRole.ButtonText).name() for button in buttons}
        assert colours == {theme.DARK.on_accent}
        assert buttons[0].sizeHint().height() == buttons[1].sizeHint().height()
        assert buttons[0].font().pixelSize() == buttons[1].font().pixelSize()
    finally:
        theme.apply(qapp)


@pytest.mark.window
def test_icons_grow_with_the_text(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    grown = (icons.IconButton("copy", "Copy"), icons.Badge("tool"))
    for each in grown:
        layout.addWidget(each)
    window.show()
    before = [each.width() for each in grown]
    theme.apply(qapp, "light", 1.5)
    try:
        assert [each.width() for each in grown] == [round(width * 1.5) for width in before]
    finally:
        theme.apply(qapp)
    assert [each.width() for each in grown] == before
