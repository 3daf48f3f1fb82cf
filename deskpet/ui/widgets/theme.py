"""The theme: colours by role, spacing, radii, durations, fonts, and the application's stylesheet.

Widgets that paint themselves read the colours from `current()`; all others are styled by the stylesheets in assets/.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.config import paths
from deskpet.ui.widgets import deferred_style

# Mixed into other classes of Qt.
_Widget = QWidget if TYPE_CHECKING else object

# The themes of settings.ThemeName, whose SYSTEM is one of these as well.
Name = Literal["light", "dark"]

# Lengths are in logical pixels, durations in milliseconds. S1 to S5 is the spacing scale.
S1, S2, S3, S4, S5 = 4, 8, 12, 16, 24
RADIUS_CONTROL, RADIUS_BUTTON, RADIUS_CARD, RADIUS_BUBBLE, RADIUS_PANEL = 8, 10, 12, 18, 24
SCROLL_BAR = 10  # as in base.qss
QUICK, SOFT, SLOW = 120, 150, 200
FRAME = 16
TEXT, SMALL = 14, 12

# The colours of the light and the dark theme by their roles, as #rrggbb or #aarrggbb.
_COLOURS = {
    "panel": ("#fff6ea", "#251e1a"),
    "panel_top": ("#fffaf3", "#2d2520"),
    "panel_edge": ("#30b98a5a", "#38ffd9b0"),
    "page": ("#fff6ea", "#251e1a"),
    "surface": ("#ffffff", "#342a24"),
    "surface_edge": ("#1fa8763f", "#20ffdcb8"),
    "raised": ("#ffffff", "#4a3c33"),
    "disc_top": ("#ffe9d0", "#5a3c25"),
    "disc_bottom": ("#ffd3a1", "#7a4a22"),
    "menu": ("#fffdfa", "#372c26"),
    "menu_edge": ("#eedcc6", "#54463b"),
    "inset": ("#fff9f1", "#2b231e"),
    "inset_hover": ("#fff3e4", "#3b3029"),
    "inset_edge": ("#f1e0cb", "#463931"),
    "field": ("#ffffff", "#342a24"),
    "field_edge": ("#ecd6bb", "#54463b"),
    "edge_hover": ("#d8b88f", "#7d6858"),
    "user_top": ("#ffdcae", "#9a5929"),
    "user_bottom": ("#ffc98a", "#874a1d"),
    "user_text": ("#4a2c17", "#fff3e6"),
    "text": ("#4a3428", "#f5e8dc"),
    "muted": ("#7d6453", "#c3ab99"),
    "faint": ("#9f8570", "#8f7968"),
    "hint": ("#846958", "#b09987"),
    "groove": ("#9f8570", "#8f7968"),
    "accent": ("#bf560b", "#f29244"),
    "accent_hover": ("#ad4d08", "#ffa65f"),
    "accent_pressed": ("#984306", "#dd7c2e"),
    "accent_soft": ("#ffe6cb", "#503623"),
    "accent_text": ("#a44a07", "#ffb27a"),
    "on_accent": ("#ffffff", "#2a170a"),
    "teal": ("#0f766e", "#5cc7bb"),
    "link": ("#0f766e", "#6fd3c8"),
    "code": ("#f8eee2", "#211a17"),
    "code_text": ("#5b3a26", "#f3d9bf"),
    "code_edge": ("#eedcc6", "#42362d"),
    "code_keyword": ("#a8480a", "#ffa566"),
    "code_string": ("#3d6b1f", "#a9cf7e"),
    "code_number": ("#0f6b78", "#7fd0c8"),
    "code_name": ("#7a4bb0", "#d3b0f5"),
    "code_comment": ("#7a6350", "#a58f7e"),
    "success": ("#26704a", "#74c99a"),
    "error": ("#c2402f", "#ff9483"),
    "error_hover": ("#a63425", "#ffb0a2"),
    "error_soft": ("#fff1ed", "#432822"),
    "error_edge": ("#f3c9bf", "#6e3d31"),
    "warning": ("#9a5b00", "#f0bd62"),
    "warning_soft": ("#fff6e0", "#3c301c"),
    "warning_edge": ("#f2d9a2", "#685125"),
    "info_soft": ("#eef8f6", "#21332f"),
    "info_edge": ("#c4e3de", "#345650"),
    "selection": ("#ffd3a0", "#8a5526"),
    "hover": ("#14a8612a", "#1cffd9b0"),
    "scroll": ("#40a07a58", "#40ffdcb8"),
    "scroll_hover": ("#80a07a58", "#80ffdcb8"),
    "tooltip": ("#4a3428", "#f5e8dc"),
    "tooltip_text": ("#fff6ea", "#33261f"),
    "toast_action": ("#ffb27a", "#a2480a"),
    "shadow": ("#5a3414", "#000000"),
}


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours by role, as #rrggbb or #aarrggbb; each role is an attribute too."""

    name: Name
    roles: Mapping[str, str]

    @property
    def is_light(self) -> bool:
        return self.name == "light"

    def colour(self, role: str) -> QColor:
        """Return the colour of a role."""
        return QColor(self.roles[role])

    def __getattr__(self, role: str) -> str:
        if role not in _COLOURS:
            raise AttributeError(role)
        return self.roles[role]


LIGHT = Theme("light", {role: light for role, (light, _) in _COLOURS.items()})
DARK = Theme("dark", {role: dark for role, (_, dark) in _COLOURS.items()})
THEMES: dict[Name, Theme] = {"light": LIGHT, "dark": DARK}
_current = LIGHT
_scale = 1.0  # of all text

# Preferred to the fallback of "Sans Serif" on a desktop without a font setting.
_PREFERRED = ("Inter", "Noto Sans")
# Chinese and Japanese share Han characters with different glyphs; the first font that has one is used.
_HAN_FONTS = {
    "zh": ("Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei UI"),
    "ja": ("Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI"),
}
_EMOJI = ("Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji")
_han_language, _is_han_ui = "zh", False
_PROPORTIONAL = QFont.Tag("pwid")
_MONOSPACED = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono", "Noto Sans Mono")
# Range of the default text height of a system, in logical pixels. Linux desktops differ: 9, 10 (KDE) or 11 points
# (GNOME).
_DEFAULT_HEIGHT = {"win32": (12, 12), "darwin": (13, 13)}
_DEFAULT_HEIGHT_LINUX = (12, 15)
_MIN_SCALE, _MAX_SCALE = 0.8, 1.6  # limits of our window layouts
_FONT_SIZE = re.compile(r"font-size: (\d+)px")
_GENERIC = ("Sans Serif", "Sans", "sans-serif", "DejaVu Sans", "")


def apply(app: QApplication, theme: Name = "light", scale: float = 1.0) -> Theme:
    """Set the application's palette, font and stylesheet; `scale` multiplies all text sizes."""
    global _current, _scale
    _current, _scale = THEMES[theme], scale * system_text_scale()
    app.setFont(ui_font())
    app.setPalette(_palette(_current))
    sheet = stylesheet(_current)
    # Setting a stylesheet repolishes every widget, even if the text is the same.
    if app.styleSheet() != sheet:
        deferred_style.set_stylesheet(app, sheet)
    return _current


def current() -> Theme:
    """Return the theme applied last."""
    return _current


def assets() -> Path:
    """Return the folder of stylesheets and icons."""
    return paths.bundled_path("assets")


def stylesheet(theme: Theme) -> str:
    """Return all stylesheets of assets/ as one, with `$role` and `$font_mono` substituted and font sizes scaled."""
    filled = Template(_sheets()).substitute(theme.roles, font_mono=mono_font().family())
    return _FONT_SIZE.sub(lambda found: f"font-size: {scaled(int(found[1]))}px", filled)


@cache
def _sheets() -> str:
    """Read the stylesheets once: an update while running may bring others, with unknown roles."""
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sorted(assets().glob("*.qss")))


class FollowsStyle(_Widget):
    """A widget that depends on the text size or the colours. Comes before its class of Qt."""

    def on_style_changed(self) -> None:
        """Apply the present theme, as after a change of it."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.on_style_changed()


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties by which the stylesheet decides how a widget looks."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().polish(widget)


def set_text_language(app: QApplication, code: str) -> None:
    """Set the language whose glyphs are used for Han characters, and update the application's font."""
    global _han_language, _is_han_ui
    before = _han_language, _is_han_ui
    _han_language, _is_han_ui = code if code in _HAN_FONTS else "zh", code in _HAN_FONTS
    if (_han_language, _is_han_ui) != before:
        app.setFont(ui_font())


def blend(one: QColor, other: QColor, share: float) -> QColor:
    """Interpolate between two colours: `one` at 0, `other` at 1."""

    def mix(before: float, after: float) -> float:
        return before + (after - before) * share

    return QColor.fromRgbF(
        mix(one.redF(), other.redF()),
        mix(one.greenF(), other.greenF()),
        mix(one.blueF(), other.blueF()),
        mix(one.alphaF(), other.alphaF()),
    )


def system_text_scale() -> float:
    """Return the system's text size relative to its default, within limits; 1.0 if it was not changed."""
    height = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    low, high = _DEFAULT_HEIGHT.get(sys.platform, _DEFAULT_HEIGHT_LINUX)
    scale = height / low if height < low else max(height / high, 1.0)
    return min(max(scale, _MIN_SCALE), _MAX_SCALE)


def scaled(size: int) -> int:
    """Scale a length in logical pixels by the user's text size."""
    return round(size * _scale)


def ui_font(size: int = TEXT) -> QFont:
    """Return the system's font, `size` logical pixels high before scaling, with fallbacks for Han and emoji."""
    families = _families(_han_language)
    font = QFont(list(families))
    font.setPixelSize(scaled(size))
    if not _is_han_ui and families[0] in _fallback(_han_language):
        # With a Han font only: its quotes “ ” and ’ would be as wide as a Han character.
        font.setFeature(_PROPORTIONAL, 1)
    return font


def demibold_font(size: int = TEXT) -> QFont:
    """Return `ui_font` in a heavier weight, for titles and labels."""
    font = ui_font(size)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def mono_font(size: int = SMALL + 1) -> QFont:
    """Return the system's monospaced font, `size` logical pixels high before scaling."""
    font = QFont([_mono_family(), *_fallback(_han_language)])
    font.setPixelSize(scaled(size))
    font.setFixedPitch(True)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


@cache
def _families(language: str) -> tuple[str, ...]:
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    installed = set(QFontDatabase.families())
    fallback = tuple(name for name in _fallback(language) if name in installed)
    if family in _GENERIC:
        family = next((name for name in (*_PREFERRED, *fallback) if name in installed), family)
    # A font of the other Han language must not come before those of this one.
    is_foreign = family in fallback and family not in _HAN_FONTS[language]
    return fallback if is_foreign else tuple(dict.fromkeys((family, *fallback)))


@cache
def _fallback(language: str) -> tuple[str, ...]:
    others = (name for code, names in _HAN_FONTS.items() if code != language for name in names)
    return (*_HAN_FONTS[language], *others, *_EMOJI)


@cache
def _mono_family() -> str:
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    installed = QFontDatabase.families()
    return family if family in installed else next((name for name in _MONOSPACED if name in installed), family)


def _palette(theme: Theme) -> QPalette:
    palette = QGuiApplication.palette()
    role = QPalette.ColorRole
    for key, name in {
        role.Window: "panel",
        role.WindowText: "text",
        role.Base: "field",
        role.Text: "text",
        role.Button: "inset",
        role.ButtonText: "text",
        role.PlaceholderText: "hint",
        role.Highlight: "selection",
        role.HighlightedText: "text",
        role.Link: "link",
        role.LinkVisited: "link",
        role.ToolTipBase: "tooltip",
        role.ToolTipText: "tooltip_text",
    }.items():
        palette.setColor(key, theme.colour(name))
    return palette
