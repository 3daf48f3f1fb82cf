r"""Child process that sets formulas.

A request has `latex`, `size` (pixels per em) and `is_inline`; its `result` is the formula as SVG, empty if the library
can't read it. The library takes exponential time for deep nesting, so the parent limits the time.

The library shows a command or an environment that it does not know as its name, or leaves it out. Such a formula is
refused here, so that its source is shown; some environments are rewritten as others that mean the same.
"""

import logging
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from deskpet.processes.child_kinds import FORMULA
from deskpet.processes.lines import Message
from deskpet.processes.serving import serve_lines

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
# What numbers and refers to equations has no meaning in an answer.
_NUMBERING = re.compile(r"\\(?:label\s*\{[^{}]*\}|nonumber\b|notag\b)")
_TAG = re.compile(r"\\tag(\*?)\s*\{([^{}]*)\}(?=\s*(?:\\\\|\\end|\Z))")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
# Arguments that only change distances and heights.
_DISTANCES = re.compile(
    r"(\\begin\{align(?:ed)?at\*?\})\s*\{\d+\}|(\\begin\{(?:aligned|gathered|array|split)\})\s*\[[tbc]\]"
    r"|(\\\\)\s*\[\s*-?[\d.]+\s*[a-z]{2}\s*\]"
)
_TEXT = re.compile(r"(\\(?:text(?:bf|it|md|normal|rm|sf|tt|up)?|mbox|hbox)\s*\{)([^{}]*)\}")
_BARE_AMPERSAND = re.compile(r"(?<!\\)&(?!amp;|lt;)")
# Commands that the library takes for others, or of which it loses a part.
_REFUSED = re.compile(
    r"\\(?:(?:href|url|class|style|verb|ce|pu|[gex]?def|(?:re)?newcommand|require|includegraphics|tag|mathchoice"
    r"|(?:over|under)bracket|(?:math)?[lr]lap|(?:math)?clap|f?colorbox)(?![a-zA-Z])|hspace\s*[^{\s]|[bB]igg?[lmr]?\s*\."
    r"|(?:text(?:bf|it|md|normal|rm|sf|tt|up)?|[mh]box)\s*\{[^{}]*\{)"
)
"""Environments with what begins and ends the one that is drawn in their place."""
_REWRITTEN = {
    **dict.fromkeys(
        ("align", "align*", "aligned", "alignat", "alignat*", "alignedat", "flalign", "flalign*", "split"),
        (r"\begin{align*}", r"\end{align*}"),
    ),
    **dict.fromkeys(("equation", "equation*", "displaymath", "math"), ("{", "}")),
    **dict.fromkeys(("gather", "gather*", "gathered"), (r"\begin{matrix}", r"\end{matrix}")),
    **dict.fromkeys(("eqnarray", "eqnarray*"), (r"\begin{array}{rcl}", r"\end{array}")),
    "dcases": (r"\begin{cases}", r"\end{cases}"),
    "rcases": (r"\left.\begin{array}{ll}", r"\end{array}\right\}"),
}
"""Commands with those that are drawn in their place."""
_ALIASES = {
    **{name: rf"\mathbb{{{name}}}" for name in ("N", "Z", "Q", "R")},
    **{name: rf"\mathrm{{{name[0]}}}" for name in ("Alpha", "Beta", "Epsilon", "Zeta", "Eta", "Iota", "Kappa", "Tau")},
    "Mu": r"\mathrm{M}",
    "Nu": r"\mathrm{N}",
    "Rho": r"\mathrm{P}",
    "Chi": r"\mathrm{X}",
    "Omicron": r"\mathrm{O}",
    "allowbreak": "",
    "nobreak": "",
    "newline": r"\\",
    "dag": "†",
    "ddag": "‡",
    "S": "§",
    "P": "¶",
    "bmod": r"\;\mathrm{mod}\;",
}
_NEGATIONS = {"=": r"\ne ", "<": r"\nless ", ">": r"\ngtr "}
_NEGATED = re.compile(r"\\not\s*([=<>])")
_ALIAS = re.compile(rf"\\({'|'.join(_ALIASES)})(?![a-zA-Z])")
_DRAWN = {*("matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array", "cases")}


# What a name would be drawn as, or what has no meaning without a browser.
_UNKNOWN = re.compile(r"\\[a-zA-Z]|\A&\Z")

# Signs, which have no room behind them unless they follow a value or what ends one.
_SIGNS = frozenset("+\u2212\xb1\u2213")
_BOLD = {
    **{chr(0x41 + number): chr(0x1D400 + number) for number in range(26)},
    **{chr(0x61 + number): chr(0x1D41A + number) for number in range(26)},
}
_LARGE = frozenset("∑∏∐∫∬∭∮∯∰∱∲∳⋀⋁⋂⋃⨀⨁⨂⨄⨆")
_ENDS = frozenset((*")]}|\u2016\u27e9\u230b\u2309!\u2032", ""))


# Maximum height relative to the size; the library's own limits show in formulas that it can't measure.
_MAX_LINES = 60


def _answer(request: Message) -> str:
    return _svg(request["latex"], request["size"], is_inline=request["is_inline"])


def _svg(latex: str, size: float, *, is_inline: bool) -> str:
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    _set_up()
    try:
        formula = Math(_checked(tex2mml(_drawable(latex), inline=is_inline)), size=size)
        if not 0 < formula.getsize()[1] <= _MAX_LINES * size:
            raise ValueError(formula.getsize())
        return formula.svg()
    except Exception as error:  # noqa: BLE001 - the library raises whatever its parser meets; the source is shown then
        logging.getLogger(__name__).info("not a formula: %s", error)
        return ""


@cache
def _set_up() -> None:
    """Let the library write what Qt draws: SVG Tiny 1.2, and East Asian text, which its font lacks."""
    from xml.etree.ElementTree import Element

    from ziafont.fonttypes import BBox
    from ziafont.glyph import SimpleGlyph
    from ziamath.config import config
    from ziamath.zmath import loadedfonts

    config.svg2 = False
    font = loadedfonts["default"]
    from_font, em = font.glyph, int(font.info.layout.unitsperem)

    class WideGlyph(SimpleGlyph):
        """A character of the system's font, as wide as it is high."""

        def __init__(self, char: str) -> None:
            super().__init__(0, (), BBox(0, em, -em * 0.12, em * 0.88), font)
            self._char = char

        def advance(self, nextchr: SimpleGlyph | None = None) -> int:
            return em

        def place(self, x: float, y: float, point_size: float) -> Element:
            element = Element("text", {"x": f"{x:.2f}", "y": f"{y:.2f}", "font-size": f"{point_size:.2f}"})
            element.text = self._char
            return element

    def glyph(char: str) -> SimpleGlyph:
        if font.glyphindex(char):
            return from_font(char)
        if east_asian_width(char) not in "WF":
            raise ValueError(char)
        return WideGlyph(char)

    font.glyph = glyph


def _drawable(latex: str) -> str:
    """Return the formula in the commands that the library knows. Raises ValueError for those that have none."""
    latex = _NUMBERING.sub("", _COMMENT.sub("", latex).replace(r"\hspace*", r"\hspace"))
    latex = _TAG.sub(lambda found: rf"\qquad\text{{{found[2] if found[1] else f'({found[2]})'}}}", latex)
    latex = _TEXT.sub(_words, _DISTANCES.sub(lambda found: found[1] or found[2] or found[3], latex))
    if refused := _REFUSED.search(latex):
        raise ValueError(refused[0])
    latex = latex.rstrip().removesuffix(r"\\")
    latex = _ALIAS.sub(lambda found: _ALIASES[found[1]], latex)
    latex = _ENVIRONMENT.sub(_environment, latex)
    if _BARE_AMPERSAND.search(latex) and "\\begin" not in latex and "matrix" not in latex:
        latex = rf"\begin{{align*}}{latex}\end{{align*}}"
    # The library's own replacement of this command ends at the first brace, its converter's does not.
    latex = latex.replace(r"\binom{", r"\binom {").replace("||", "| |")
    return _NEGATED.sub(lambda found: _NEGATIONS[found[1]], latex)


def _environment(found: re.Match[str]) -> str:
    name = found[2].strip()
    if name in _DRAWN:
        return rf"\{found[1]}{{{name}}}"
    if name not in _REWRITTEN:
        raise ValueError(found[0])
    return _REWRITTEN[name][found[1] == "end"]


def _words(found: re.Match[str]) -> str:
    """Return words in a formula with the formulas among them beside them, and escaped: the library does not escape."""
    parts = list[str]()
    for number, part in enumerate(found[2].split("$")):
        escaped = part.replace("~", "\xa0").replace(r"\&", "&").replace("&", "&amp;").replace("<", "&lt;")
        parts.append((f"{found[1]}{escaped}}}" if part else "") if number % 2 == 0 else part)
    return "{" + "".join(parts) + "}" if len(parts) > 1 else parts[0]


def _checked(mathml: str) -> "Element":
    """Return the formula's tree, mended where the library errs. Raises ValueError for a command drawn as its name."""
    from xml.etree.ElementTree import fromstring

    root = fromstring(mathml)  # noqa: S314 - begins with the library's own element, so it declares no entities
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    for element in root.iter():
        if _UNKNOWN.search(element.text or ""):
            raise ValueError(element.text)
        if element.get("mathvariant") == "bold" and (element.text or "") in _BOLD:
            # Otherwise a letter is slanted as well.
            element.text = _BOLD[str(element.text)]
            del element.attrib["mathvariant"]
        if element.tag == "mo" and len(element):
            # An operator that is made of elements would be empty.
            element.tag = "mrow"
        if element.tag == "mo" and element.text in _LARGE:
            # Otherwise brackets around it are as high as the library's limit.
            element.set("stretchy", "false")
        for before, sign in pairwise(element):
            if sign.text in _SIGNS and before.tag == "mo" and (before.text or "") not in _ENDS:
                sign.set("form", "prefix")
    return root


if __name__ == "__main__":
    serve_lines(FORMULA, _answer)
