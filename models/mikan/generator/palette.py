"""The colours of Mikan, named by what they paint. Another outfit is another `Palette`."""

from dataclasses import dataclass

from PySide6.QtGui import QColor


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
    skin_shade: str = "#fccdb3"
    skin_line: str = "#b9664b"
    blush: str = "#ff7f6e"
    hair: str = "#fb9a48"
    hair_light: str = "#ffc27d"
    hair_glow: str = "#ffeabf"
    hair_shade: str = "#e8763a"
    hair_deep: str = "#c25a33"
    hair_line: str = "#a04626"
    hair_tip: str = "#fff0d2"
    cream: str = "#fff6e6"
    cream_shade: str = "#f3d8b8"
    cream_deep: str = "#dfb48d"
    cream_line: str = "#b98563"
    cloth: str = "#fff6e6"
    cloth_shade: str = "#f3d8b8"
    cloth_line: str = "#b98563"
    ear_inside: str = "#f8a98f"
    teal: str = "#2fb3a4"
    teal_light: str = "#6fdcc8"
    teal_shade: str = "#1b8587"
    teal_line: str = "#125b63"
    leaf: str = "#58b368"
    leaf_light: str = "#9bdc86"
    leaf_line: str = "#2c6b46"
    fruit: str = "#ffa22e"
    fruit_light: str = "#ffd678"
    paw: str = "#8a4a35"
    paw_shade: str = "#6a3328"
    pad: str = "#ffb09c"
    boot: str = "#a5502f"
    boot_light: str = "#cf7a48"
    boot_shade: str = "#7a3424"
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


MANDARIN = Palette()
"""The palette Mikan is drawn in."""
SNOW = Palette(
    line="#3b3450",
    skin_line="#a5687a",
    hair="#dfe6f5",
    hair_light="#f3f7ff",
    hair_glow="#ffffff",
    hair_shade="#b3c0e0",
    hair_deep="#8796c2",
    hair_line="#66719f",
    hair_tip="#ffffff",
    cream="#ffffff",
    cream_shade="#d3dcf0",
    cream_deep="#9fadd2",
    cream_line="#8190ba",
    cloth="#465b96",
    cloth_shade="#354677",
    cloth_line="#222c50",
    ear_inside="#f4b6c0",
    teal="#e2504f",
    teal_light="#ff8f7c",
    teal_shade="#b3343f",
    teal_line="#6d1f2f",
    paw="#5b6796",
    paw_shade="#444d78",
    boot="#6a5a8c",
    boot_light="#9384b4",
    boot_shade="#483c68",
    eye_dark="#3a2a6b",
    eye_mid="#6d5fd0",
    eye_light="#b9c4ff",
    eye_glint="#eef0ff",
    eye_rim="#251c4a",
    lash="#332a4f",
)
"""An outfit for winter: a silver fox in navy with a red scarf."""
PALETTES = {"mandarin": MANDARIN, "snow": SNOW}
"""By the name the command line knows them under."""
