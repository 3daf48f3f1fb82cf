"""Text of a page that its readers don't see: it is left out or marked, because it is meant for the model alone.

As in a browser, styles decide: those of `style` attributes and of the sheets in the page. What a click on `details`
shows is seen. A sheet in a file of its own or a picture may be the background of a text that has the colour of the page
otherwise; such a text is kept and marked.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from resiliparse.parse.html import DOMNode, ElementNode, HTMLTree, TextNode

from deskpet.html import css_values
from deskpet.html.css_values import Color
from deskpet.html.style_sheets import StyleSheets
from deskpet.text.invisible import without_invisible

# Elements without text for a reader; those that no browser shows, or whose text is for browsers that don't know them.
_NO_TEXT = ("script", "style", "head", "title", "meta", "link")
_UNSEEN = (
    *("template", "noframes", "noembed", "canvas", "video", "audio", "progress", "meter", "datalist", "rp"),
    *("annotation", "annotation-xml"),
)
_NOSCRIPT = re.compile(r"(</?)noscript(?=[\s/>])", re.IGNORECASE)
# Smaller letters than these can't be read, and what is farther away is out of the window. In pixels.
_MIN_FONT, _AWAY, _FAR_RIGHT = 2.5, -400.0, 4000.0
_MIN_OPACITY, _MIN_CONTRAST = 0.06, 1.2
_WHITE, _BLACK = Color(255, 255, 255), Color(0, 0, 0)
# The window and the page of a usual size.
_WINDOW_PIXELS = 1280.0
_MAX_LOOKS = 20_000
_MAX_VARIABLES, _MAX_VALUE = 500, 2_000
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_TRANSLATION = re.compile(r"translate(3d|x|y)?\(((?:[^()]|\([^()]*\))*)\)")
_TAG = re.compile(r"<[^<>]*>")


def with_raw_noscript(html: str) -> str:
    """Return HTML in which `noscript` is an element that a browser never shows, and whose content is raw text.

    So it is where scripts run (HTML, 4.12.2), as in each browser. The library takes it for markup.
    """
    return _NOSCRIPT.sub(r"\1noframes", html)


@dataclass(frozen=True, slots=True)
class _Look:
    """How the text of an element is shown. `is_sure`: no other sheet or picture decides over its two colours.

    `opacity` is that of all elements around it. `variables` are the custom properties.
    """

    color: Color = _BLACK
    background: Color = _WHITE
    knows_color: bool = True
    knows_background: bool = True
    font: float = 16.0
    is_visible: bool = True
    opacity: float = 1.0
    indent: float = 0.0
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def hides(self) -> bool:
        """Whether text can't be seen, on whatever background."""
        return not self.is_visible or self.font < _MIN_FONT or self.indent <= _AWAY or self.color.alpha < _MIN_OPACITY

    @property
    def is_faint(self) -> bool:
        """Whether text has nearly the colour of its background."""
        return css_values.contrast(self.color, self.background) < _MIN_CONTRAST


@dataclass(frozen=True, slots=True)
class HiddenCharacters:
    """How many characters of a page were left out. `is_partial`: the page has more styles than were applied."""

    characters: int = 0
    is_partial: bool = False


def leave_out_hidden(tree: HTMLTree) -> HiddenCharacters:
    """Remove the hidden text of a page from its tree, and mark what may be hidden.

    The tree is of HTML that has been through `with_raw_noscript`.
    """
    root = tree.document.query_selector("html") if tree.document else None
    if root is None:
        return HiddenCharacters()
    sheets = _sheets_of(root)
    return HiddenCharacters(_Finder(sheets).leave_out(root), sheets.is_partial)


def without_hidden_characters(text: str, before: HiddenCharacters) -> str:
    """Return a page's text without invisible characters, and then in a line what was left out, with that `before`."""
    seen, invisible = without_invisible(text)
    notes: list[str] = []
    if count := before.characters + invisible:
        notes.append(f"[Hidden text was left out: {count} characters that readers of the page don't see.]")
    if before.is_partial:
        notes.append("[The page has more styles than can be applied: more of its text may be hidden.]")
    return "\n\n".join([seen.rstrip(), *notes]) if notes else seen


def nodes_of(root: DOMNode) -> Iterator[DOMNode]:
    """Yield a node and all below it in their order. A collection of the library takes quadratic time."""
    pending = [root]
    while pending:
        yield (node := pending.pop())
        child = node.last_child
        while child is not None:
            pending.append(child)
            child = child.prev


def _sheets_of(root: DOMNode) -> StyleSheets:
    sheets = StyleSheets()
    for node in nodes_of(root):
        if not isinstance(node, ElementNode):
            continue
        if node.tag == "style":
            sheets.add(node.text or "", node.getattr("media") or "")
        elif node.tag == "link" and "stylesheet" in (node.getattr("rel") or "").lower():
            sheets.has_others = True
    return sheets


class _Finder:
    """Goes through a page with the styles that hold, and collects what is hidden."""

    def __init__(self, sheets: StyleSheets) -> None:
        self._sheets = sheets
        self._hidden: list[DOMNode] = []
        self._faint: list[TextNode] = []
        self._looks: dict[tuple[object, ...], tuple[_Look, _Look | None]] = {}

    def leave_out(self, root: ElementNode) -> int:
        """Remove and mark what is hidden below `root`. Returns how many characters were removed."""
        is_alone = not self._sheets.has_others
        pending = [(root, _Look(knows_color=is_alone, knows_background=is_alone))]
        while pending:
            element, outer = pending.pop()
            look = self._look_of(element, outer)
            child = element.first_child if look else None
            while look and child is not None:
                if isinstance(child, ElementNode):
                    pending.append((child, look))
                elif isinstance(child, TextNode):
                    self._judge(child, look)
                child = child.next
        for node in self._faint:
            node.value = f"[perhaps hidden: {(node.value or '').strip()}]"
        hidden = sum(map(_length, self._hidden))
        for node in self._hidden:
            node.decompose()
        return hidden

    def _judge(self, text: TextNode, look: _Look) -> None:
        if look.hides:
            self._hidden.append(text)
        elif look.is_faint and (text.value or "").strip():
            is_sure = look.knows_color and look.knows_background
            (self._hidden if is_sure else self._faint).append(text)

    def _look_of(self, element: ElementNode, outer: _Look) -> _Look | None:
        """Return how the text of an element looks; None if it has none, or is hidden as a whole."""
        tag = element.tag or ""
        if tag in _NO_TEXT:
            return None
        attributes = {name.lower(): element.getattr(name) or "" for name in element.attrs}
        values = self._sheets.values_of(element, tag, attributes)
        _add_hints(values, attributes)
        if not values and tag not in _UNSEEN and "aria-hidden" not in attributes:
            return outer
        if tag in _UNSEEN or attributes.get("aria-hidden", "").lower() == "true":
            self._hidden.append(element)
            return None
        look = self._look_by(values, outer)
        if look is None:
            self._hidden.append(element)
        return look

    def _look_by(self, values: dict[str, str], outer: _Look) -> _Look | None:
        """Return the look by these values, None for nothing; the elements of a page have few different ones."""
        # The outer look is kept beside the result, so that its identity stays its own.
        key = (id(outer), *values.items())
        if key not in self._looks:
            if len(self._looks) >= _MAX_LOOKS:
                self._looks.clear()
            values, inherited = _resolved(values, outer)
            look = _inner(values, inherited)
            is_unseen = look.opacity < _MIN_OPACITY or _is_no_box(values, look.font)
            self._looks[key] = outer, None if is_unseen else look
        return self._looks[key][1]


def _add_hints(values: dict[str, str], attributes: Mapping[str, str]) -> None:
    """Add what attributes of HTML mean as styles, which have the last word."""
    if "hidden" in attributes or "popover" in attributes:
        values.setdefault("display", "none")
    for attribute, name in (("color", "color"), ("text", "color"), ("bgcolor", "background-color")):
        if value := attributes.get(attribute):
            values.setdefault(name, value.lower().strip())
    if "alt" in attributes:
        for name in ("width", "height"):
            if value := attributes.get(name):
                values.setdefault(name, value.strip())
                values.setdefault("overflow", "hidden")


def _resolved(values: dict[str, str], outer: _Look) -> tuple[dict[str, str], _Look]:
    """Return the values with `var()` replaced, and the outer look with the element's custom properties."""
    own = {name: value for name, value in values.items() if name.startswith("--")}
    if own and len(outer.variables) < _MAX_VARIABLES:
        outer = replace(outer, variables={**outer.variables, **own})
    for name, value in values.items():
        if "var(" in value:
            values[name] = _VARIABLE.sub(
                lambda found: outer.variables.get(found[1], (found[2] or "").strip()), value[:_MAX_VALUE]
            )
    return values, outer


def _inner(values: Mapping[str, str], outer: _Look) -> _Look:
    """Return the look of an element's text within another element."""
    font = _font_of(values, outer.font)
    background, is_known = _background_of(values, outer)
    color = css_values.color_of(values.get("-webkit-text-fill-color") or values.get("color", ""))
    if "text" in values.get("background-clip", "").split():
        return replace(outer, color=_BLACK, background=_WHITE, font=font)
    opacity = css_values.number_of(values.get("opacity", ""))
    if dimmed := re.search(r"opacity\(([^)]*)\)", values.get("filter", "")):
        opacity = css_values.number_of(dimmed[1])
    indent = css_values.pixels_of(values.get("text-indent", ""), font, _WINDOW_PIXELS)
    visibility = values.get("visibility", "")
    return replace(
        outer,
        color=color or outer.color,
        background=background,
        knows_color=outer.knows_color or color is not None,
        knows_background=is_known,
        font=font,
        is_visible=visibility == "visible" if visibility in ("visible", "hidden", "collapse") else outer.is_visible,
        opacity=outer.opacity * (1.0 if opacity is None else opacity),
        indent=outer.indent if indent is None else indent,
    )


def _font_of(values: Mapping[str, str], outer: float) -> float:
    size = values.get("font-size", "")
    # The value of `font` has more words.
    if found := css_values.FONT_SIZE.search(size):
        size = found[1]
    pixels = css_values.pixels_of(size, outer, outer)
    return outer if pixels is None else pixels


def _background_of(values: Mapping[str, str], outer: _Look) -> tuple[Color, bool]:
    """Return the colour behind an element's text, and whether it is known to be this one."""
    image = values.get("background-image", "")
    colors = css_values.colors_in(values.get("background-color", ""))
    color = colors[-1] if colors else Color(0, 0, 0, 0)
    has_picture = "url(" in image or "gradient(" in image
    is_known = not has_picture and (outer.knows_background or color.alpha == 1.0)
    return color.over(outer.background), is_known


def _is_no_box(values: Mapping[str, str], font: float) -> bool:
    """Return whether an element has no box in the window: not drawn, of no size, cut to nothing, or far away."""
    if values.get("display") == "none" or values.get("content-visibility") == "hidden":
        return True
    return _has_no_size(values, font) or _is_cut(values) or _is_away(values, font)


def _has_no_size(values: Mapping[str, str], font: float) -> bool:
    scale = re.search(r"scale(?:3d|x|y)?\(\s*([^,)]*)", values.get("transform", ""))
    if any(css_values.number_of(each.strip()) == 0 for each in (scale[1] if scale else "", values.get("scale", ""))):
        return True
    overflow = " ".join(values.get(name, "") for name in ("overflow", "overflow-x", "overflow-y"))
    if not any(each in overflow for each in ("hidden", "clip", "scroll", "auto")):
        return False
    sizes = (values.get(name, "") for name in ("width", "max-width", "height", "max-height"))
    return any(size is not None and size <= 1 for size in (css_values.pixels_of(each, font) for each in sizes))


def _is_cut(values: Mapping[str, str]) -> bool:
    clip, path = values.get("clip", ""), values.get("clip-path", "")
    if clip.startswith("rect(") and values.get("position") in ("absolute", "fixed"):
        top, right, bottom, left, *_ = [*map(float, re.findall(r"-?\d+\.?\d*", clip)), *(math.inf,) * 4]
        return bottom - top <= 1 or right - left <= 1
    if path.startswith("inset("):
        return any(float(each) >= 50 for each in re.findall(r"(\d+\.?\d*)%", path))
    return bool(re.match(r"(?:circle|ellipse)\(\s*0|polygon\(\s*(?:0[a-z%]*[\s,]*)+\)", path))


def _is_away(values: Mapping[str, str], font: float) -> bool:
    """Return whether an element is moved out of the window."""

    def moved_by(name: str, value: str) -> bool:
        pixels = css_values.pixels_of(value, font, _WINDOW_PIXELS)
        is_right = name.endswith(("left", "right", "x")) and pixels is not None and pixels >= _FAR_RIGHT
        return pixels is not None and (pixels <= _AWAY or is_right)

    moves = [(name, values.get(name, "")) for name in ("margin-left", "margin-top")]
    moves += [
        (f"translate{axis}", value) for axis, value in zip("xy", values.get("translate", "").split(), strict=False)
    ]
    moves += [(f"translate{axis}", value) for axis, value in _TRANSLATION.findall(values.get("transform", ""))]
    if values.get("position") in ("absolute", "fixed", "relative"):
        moves += [(name, values.get(name, "")) for name in ("left", "right", "top", "bottom")]
    return any(
        moved_by(name, value.strip()) for name, values_ in moves for value in values_.split(",") if value.strip()
    )


def _length(node: DOMNode) -> int:
    """Return how many characters of text a part of the page has, in which rows of blanks count as one."""
    if isinstance(node, TextNode):
        return len(" ".join((node.value or "").split()))
    if node.tag in _UNSEEN:
        return len(" ".join(_TAG.sub(" ", node.html).split()))
    texts = (each for each in nodes_of(node) if isinstance(each, TextNode))
    return sum(_length(each) for each in texts if each.parent is None or each.parent.tag not in _NO_TEXT)
