"""Child process that draws diagrams of Mermaid.

A request has `source`, `zoom`, `font` (a family) and `look` (colours by their roles); its `result` is the part of the
zoom that the picture has, less than 1 for a large one, a space and a PNG in base64, or empty if the library can't read
the source. A layout can take long, so the parent limits the time.
"""

import base64
import json
import logging
import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from deskpet.processes.child_kinds import DIAGRAM
from deskpet.processes.lines import Message
from deskpet.processes.serving import serve_lines

if TYPE_CHECKING:
    from merman import Merman

# Limits of a picture: its sides in pixels at a zoom of 1, its area as it is drawn, and how small that may make it.
_MAX_SIDE, _MAX_AREA, _LEAST_ZOOM = 8_000, 6_000_000, 0.5
# A tenth of a second. The library's own 125,000 for such input keep an architecture of a dozen boxes from being drawn.
_MAX_LAYOUT_WORK = 50_000_000
_VIEW_BOX = re.compile(r'viewBox="[-\d.e]+ [-\d.e]+ ([\d.e]+) ([\d.e]+)"')
# A picture in a node would be read from a file; everything else is drawn from the source alone.
_PICTURE = re.compile(r"<(?:image|feImage)\b")
# Colours of branches, slices and sections, which the theme has no roles for.
_TINTS = {
    False: ("#ffe6cb", "#d7e8fb", "#d9f2e0", "#fbdfea", "#e6e0fa", "#f7efc0"),
    True: ("#5a3d27", "#23415f", "#27503c", "#5a2f45", "#423763", "#55501f"),
}
_BRANCHES = ("#b8651b", "#3f78b5", "#3d8656", "#b0507a", "#6d5ab5", "#8a7413")
_MOST_TINTS = 12


def _answer(request: Message) -> str:
    try:
        svg = _svg(request["source"], request["font"], request["look"])
        zoom = _zoom(svg, request["zoom"])
        return f"{zoom / request['zoom']} {base64.b64encode(_png(svg, zoom, request['font'])).decode()}"
    except Exception as error:  # noqa: BLE001 - the libraries raise what their parsers meet; the source is shown then
        logging.getLogger(__name__).info("not a diagram: %.500s", error)
        return ""


@cache
def _library() -> "Merman":
    from merman import Merman

    return Merman()


def _svg(source: str, font: str, look: dict[str, Any]) -> str:
    """Return a diagram as SVG with texts in place of HTML."""
    families = f"{font}, Arial, Liberation Sans, Arimo, Helvetica, sans-serif"
    options = {
        "version": 2,
        # For input that nobody has checked.
        "resources": {"profile": "constrained", "limits": {"max_layout_work_units": _MAX_LAYOUT_WORK}},
        "svg": {"pipeline": "resvg-safe"},
        "site_config": {
            "theme": "base",
            "themeVariables": _variables(look) | {"fontFamily": families},
            "fontFamily": families,
            "htmlLabels": False,
            "flowchart": {"htmlLabels": False},
        },
    }
    svg = _library().render_svg(source, json.dumps(options))
    # The library measures labels by a font of its own; a few pixels more are better than a cut letter.
    return svg.replace("overflow:hidden", "overflow:visible")


def _variables(look: dict[str, Any]) -> dict[str, Any]:
    """Return the variables of Mermaid's base theme for the colours of the program."""
    text, box, border, line = look["text"], look["box"], look["border"], look["line"]
    tints = _TINTS[look["is_dark"]]
    variables: dict[str, Any] = {
        "darkMode": look["is_dark"],
        "background": look["background"],
        "mainBkg": box,
        "lineColor": line,
        "clusterBkg": look["background"],
        "clusterBorder": line,
        "edgeLabelBackground": look["background"],
        "gridColor": line,
        "noteBkgColor": tints[-1],
        "activationBkgColor": tints[1],
        "sectionBkgColor": box,
        "altSectionBkgColor": look["background"],
        "sectionBkgColor2": box,
    }
    variables |= dict.fromkeys(("textColor", "titleColor", "noteTextColor", "labelColor", "pieTitleTextColor"), text)
    variables |= dict.fromkeys(
        ("noteBorderColor", "activationBorderColor", "pieStrokeColor", "pieOuterStrokeColor"), line
    )
    for name, colour in (("primary", box), ("secondary", tints[1]), ("tertiary", tints[2])):
        variables |= {f"{name}Color": colour, f"{name}TextColor": text, f"{name}BorderColor": border}
    for number in range(_MOST_TINTS):
        tint = tints[number % len(tints)]
        variables |= {f"cScale{number}": tint, f"cScaleLabel{number}": text, f"fillType{number}": tint}
        branch = _BRANCHES[number % len(_BRANCHES)]
        variables |= {f"pie{number + 1}": tint, f"git{number}": branch, f"gitBranchLabel{number}": "#ffffff"}
    return variables


def _zoom(svg: str, wanted: float) -> float:
    """Return the zoom at which a picture is not too large. Raises ValueError if there is none."""
    found = _VIEW_BOX.search(svg)
    width, height = (float(each) for each in found.groups()) if found else (0.0, 0.0)
    if not 0 < width < _MAX_SIDE or not 0 < height < _MAX_SIDE:
        raise ValueError(f"{width} x {height}")
    zoom = min(wanted, math.sqrt(_MAX_AREA / (width * height)))
    if zoom < _LEAST_ZOOM:
        raise ValueError(f"{width} x {height}")
    return zoom


def _png(svg: str, zoom: float, font: str) -> bytes:
    """Return the picture. Raises ValueError for one that names a file."""
    from resvg_py import svg_to_bytes

    if _PICTURE.search(svg):
        raise ValueError("a picture")
    return svg_to_bytes(svg_string=svg, zoom=zoom, font_family=font, sans_serif_family=font)


if __name__ == "__main__":
    serve_lines(DIAGRAM, _answer)
