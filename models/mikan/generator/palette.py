"""The colours of the characters, named by what they paint."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QColor

from .paint import Ink

Drawing = Callable[[Ink, "Palette"], None]
"""Paints a sprite in the colours of a palette."""


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from first to second."""
    a, b = QColor(first), QColor(second)
    pairs = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return QColor(*(round(p + (q - p) * share) for p, q in pairs)).name()


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour as #rrggbb; `line` is the outer contour, `*_line` are the softer inner ones."""

    line: str = "#5c2a22"
    skin: str = "#ffeee0"
    skin_shade: str = "#f6b7a6"
    skin_line: str = "#b9664b"
    blush: str = "#ff7f6e"
    hair: str = "#fb9a48"
    hair_light: str = "#ffc27d"
    hair_glow: str = "#ffeabf"
    hair_shade: str = "#e66b3b"
    hair_deep: str = "#b24a3a"
    hair_line: str = "#94392b"
    hair_tip: str = "#fff0d2"
    cream: str = "#fff6e6"
    cream_shade: str = "#ecccc4"
    cream_deep: str = "#d6a598"
    cream_line: str = "#b07a6a"
    cloth: str = "#fff3e0"
    cloth_light: str = "#fffdf6"
    cloth_shade: str = "#e6c6c0"
    cloth_line: str = "#ad7a70"
    ear_inside: str = "#f8a98f"
    teal: str = "#2fb3a4"
    teal_light: str = "#6fdcc8"
    teal_shade: str = "#1a788f"
    teal_line: str = "#124f63"
    leaf: str = "#58b368"
    leaf_light: str = "#9bdc86"
    leaf_line: str = "#2c6b46"
    fruit: str = "#ffa22e"
    fruit_light: str = "#ffd678"
    rim: str = "#ffffff"
    """Light on edges that face it."""
    back_light: str = "#ffe6c4"
    """Warm or cold light from behind, on the other edges."""
    paw: str = "#8a4a35"
    paw_light: str = "#b5694a"
    paw_shade: str = "#5f2a38"
    pad: str = "#ffb09c"
    stocking: str = "#8a4a35"
    stocking_shade: str = "#5a2a36"
    boot: str = "#a5502f"
    boot_light: str = "#cf7a48"
    boot_shade: str = "#6e2a36"
    eye_dark: str = "#123a4d"
    eye_mid: str = "#1c8f97"
    eye_light: str = "#7ff0d2"
    eye_glint: str = "#d6fff0"
    eye_rim: str = "#16303f"
    lash: str = "#4a2023"
    mouth: str = "#8f2f35"
    mouth_deep: str = "#6b1f2b"
    tongue: str = "#f98a83"
    tear: str = "#8fdcf5"
    tear_line: str = "#3f9cc7"
    star: str = "#ffe37a"
    gloom: str = "#7b86c4"
    anger: str = "#e8433f"


def cloth_contour(p: Palette) -> str:
    """The contour of cloth: softer than that of the whole figure."""
    return mix(p.line, p.cloth_line, 0.3)


def hair_contour(p: Palette) -> str:
    """The contour of hair: warmer than that of the whole figure."""
    return mix(p.line, p.hair_line, 0.45)


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A straight drawing, `width` by `height`, whose line y = `base` follows a curve."""

    width: float
    height: float
    base: float
    paint: Drawing
    density: float = 0.7
    """Texels per pixel of the drawing: what is laid out smaller on the canvas needs fewer."""


MANDARIN = Palette()
"""The palette Mikan is drawn in."""
SNOW = Palette(
    line="#322c4c",
    skin="#fff1ea",
    skin_shade="#eec3cf",
    skin_line="#a5687a",
    blush="#ff7d8c",
    hair="#dfe7f6",
    hair_light="#f4f8ff",
    hair_glow="#ffffff",
    hair_shade="#b4c2e3",
    hair_deep="#8796c4",
    hair_line="#66719f",
    hair_tip="#ffffff",
    cream="#ffffff",
    cream_shade="#d6dff2",
    cream_deep="#a9b7da",
    cream_line="#8190ba",
    cloth="#3f5390",
    cloth_light="#5a72b8",
    cloth_shade="#2f3f73",
    cloth_line="#1d274b",
    ear_inside="#f4b3c2",
    teal="#e04a50",
    teal_light="#ff8d80",
    teal_shade="#b12f42",
    teal_line="#651b30",
    rim="#e6f0ff",
    back_light="#a8c8ff",
    paw="#d8454d",
    paw_light="#f27a74",
    paw_shade="#a82f41",
    pad="#fff1f0",
    stocking="#4a4768",
    stocking_shade="#36334f",
    boot="#8f7fb4",
    boot_light="#b9abd8",
    boot_shade="#5f5188",
    eye_dark="#33246a",
    eye_mid="#6d5bd6",
    eye_light="#b7c6ff",
    eye_glint="#eef2ff",
    eye_rim="#231a4a",
    lash="#2f274c",
)
"""A silver fox in navy and red."""
