"""Values of CSS: colours and lengths (CSS Color 4, CSS Values 4)."""

import colorsys
import math
import re
from dataclasses import dataclass

_NAMES: dict[str, str] = dict(
    re.findall(
        r"([a-z]+) ([0-9a-f]{6})",
        "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque "
        "ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood "
        "deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed "
        "cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b "
        "darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen "
        "556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f "
        "darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet "
        "9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick "
        "b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold "
        "ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 "
        "hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa "
        "lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 "
        "lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 "
        "lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 "
        "lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen "
        "faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 "
        "mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a "
        "mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 "
        "moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange "
        "ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee "
        "palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd "
        "powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 "
        "saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d "
        "silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa "
        "springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise "
        "40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 "
        "canvas ffffff canvastext 000000 ",
    )
)
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgb|rgba|hsl|hsla)\(([^)]*)\)")
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)")
FONT_SIZE = re.compile(r"(?:^|\s)(0|[\d.]+[a-z%]+|calc\([^)]*\))(?=[\s/])")
"""Finds the size in a value of `font`, as its group."""
_PIXELS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "rem": 16.0}
# Of a window of a usual size.
_OF_WINDOW = {"vw": 12.8, "vh": 8.0, "vmin": 8.0, "vmax": 12.8}
_MAX_NUMBER, _MAX_LENGTH = 1e9, 200


@dataclass(frozen=True, slots=True)
class Color:
    """A colour: red, green and blue from 0 to 255, opacity from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, below: "Color") -> "Color":
        """Return this colour drawn over an opaque one."""
        return Color(
            below.red + (self.red - below.red) * self.alpha,
            below.green + (self.green - below.green) * self.alpha,
            below.blue + (self.blue - below.blue) * self.alpha,
        )


def color_of(value: str) -> Color | None:
    """Return a colour by its name, number or function; None if the value is none, or one that is not known."""
    if value == "transparent":
        return Color(0, 0, 0, 0)
    if found := _FUNCTION.fullmatch(value):
        return _from_function(found[1], found[2])
    if found := _HEX.fullmatch(_NAMES.get(value, value)):
        digits = found[1] if len(found[1]) > 4 else "".join(each * 2 for each in found[1])
        red, green, blue, *alpha = bytes.fromhex(digits)
        return Color(red, green, blue, alpha[0] / 255 if alpha else 1.0)
    return None


def _from_function(name: str, arguments: str) -> Color | None:
    numbers = [(_bounded(number), unit) for number, unit in _NUMBER.findall(arguments)]
    if len(numbers) < 3:
        return None
    (first, unit), (second, _), (third, _) = numbers[:3]
    alpha = min(max(numbers[3][0] / (100 if numbers[3][1] == "%" else 1), 0.0), 1.0) if len(numbers) > 3 else 1.0
    if name.startswith("hsl"):
        red, green, blue = colorsys.hls_to_rgb(first % 360 / 360, min(third, 100) / 100, min(second, 100) / 100)
        return Color(red * 255, green * 255, blue * 255, alpha)
    scale = 2.55 if unit == "%" else 1
    red, green, blue = (min(max(each * scale, 0), 255) for each in (first, second, third))
    return Color(red, green, blue, alpha)


def colors_in(value: str) -> list[Color]:
    """Return the colours in a shorthand value such as that of `background`, outside of its functions."""
    words = re.findall(r"[\w-]+\([^)]*\)|[^\s,/]+", value)
    return [color for color in map(color_of, words) if color]


def contrast(first: Color, below: Color) -> float:
    """Return the contrast of a text with the opaque colour below it, from 1 to 21 (WCAG 2, relative luminance)."""
    lighter, darker = sorted((_luminance(first.over(below)), _luminance(below)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (((each / 255 + 0.055) / 1.055) ** 2.4 for each in (color.red, color.green, color.blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def pixels_of(value: str, font: float, whole: float | None = None) -> float | None:
    """Return a length in pixels, also of `calc()`; None if it can't be told.

    font: the size of the font. whole: what 100 % are.
    """
    if len(value) > _MAX_LENGTH:
        return None
    if value.startswith("calc(") and value.endswith(")"):
        return _sum(value[5:-1], font, whole)
    found = _NUMBER.fullmatch(value)
    return _pixels(float(found[1]), found[2], font, whole) if found else None


def _pixels(number: float, unit: str, font: float, whole: float | None) -> float | None:
    if unit == "%":
        factor = None if whole is None else whole / 100
    elif unit in ("em", "ex", "ch", "lh"):
        factor = font * (0.5 if unit in ("ex", "ch") else 1)
    else:
        factor = _PIXELS.get(unit, _OF_WINDOW.get(unit[-2:] if unit[-2:] in ("vw", "vh") else unit))
        factor = 1.0 if unit == "" else factor
    return None if factor is None else _bounded(number) * factor


def _sum(text: str, font: float, whole: float | None) -> float | None:
    """Return a sum of products: `calc()` has spaces around its signs, and none of its terms here has parentheses."""
    total = 0.0
    for sign, term in re.findall(r"(^|\s[-+]\s)\s*([^\s]+(?:\s*[*/]\s*[^\s]+)*)", text.strip()):
        product = 1.0
        for operator, factor in re.findall(r"(^|[*/])\s*([^\s*/]+)", term):
            length = pixels_of(factor, font, whole)
            if length is None or (operator == "/" and not length):
                return None
            product = product / length if operator == "/" else product * length
        total += -product if "-" in sign else product
    return total


def number_of(value: str) -> float | None:
    """Return a number or a percentage as a factor; None for another value."""
    found = _NUMBER.fullmatch(value)
    if not found or found[2] not in ("", "%"):
        return None
    return _bounded(float(found[1])) / (100 if found[2] else 1)


def _bounded(number: float | str) -> float:
    value = float(number)
    return 0.0 if math.isnan(value) else min(max(value, -_MAX_NUMBER), _MAX_NUMBER)
