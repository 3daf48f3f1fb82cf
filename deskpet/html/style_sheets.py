"""The style sheets that a page has in itself: which declarations hold for an element (CSS Cascading, CSS Syntax).

Only properties that can hide text are kept. Sheets in files of their own are not fetched. A sheet is read as in a
window of a usual size, and states such as `:hover` don't hold.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from deskpet.html import css_values

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

Declarations = Mapping[str, tuple[bool, str]]
"""Values by property, each with whether it is important."""
# Properties of the direction of writing, which is taken to be from left to right.
_LOGICAL = {
    "inset-inline-start": "left",
    "inset-inline-end": "right",
    "inset-block-start": "top",
    "inset-block-end": "bottom",
    "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top",
    "inline-size": "width",
    "block-size": "height",
    "max-inline-size": "max-width",
    "max-block-size": "max-height",
}
PROPERTIES = frozenset(
    (
        *_LOGICAL,
        "translate",
        *("display", "visibility", "opacity", "content-visibility", "filter", "transform", "scale", "text-indent"),
        *("position", "left", "right", "top", "bottom", "inset", "margin", "margin-left", "margin-top"),
        *("width", "height", "max-width", "max-height", "overflow", "overflow-x", "overflow-y", "clip", "clip-path"),
        *("font", "font-size", "color", "-webkit-text-fill-color", "background", "background-color"),
        *("background-image", "background-clip", "-webkit-background-clip"),
    )
)
_LONGHANDS = {
    "background": ("background-color", "background-image", "background-clip"),
    "-webkit-background-clip": ("background-clip",),
    "font": ("font-size",),
    **{name: (physical,) for name, physical in _LOGICAL.items()},
}
# The values of each property: a browser ignores a declaration with another one, and so does this module.
_GLOBAL = r"inherit|initial|unset|revert|revert-layer"
_BOX = r"(?:inline|block|flow|flow-root|flex|grid|table|list-item|contents|run-in|ruby|none|math|-webkit-)"
_VALUES = {
    "display": rf"{_BOX}[a-z -]*",
    "visibility": "visible|hidden|collapse",
    "content-visibility": "visible|auto|hidden",
    "position": "static|relative|absolute|fixed|sticky|-webkit-sticky",
    "transform": r"none|(?:(?:translate|scale|rotate|skew|matrix|perspective)(?:3d|x|y|z)?"
    r"\((?:[^()]|\([^()]*\))*\)\s*)+",
    "filter": r"none|(?:(?:opacity|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|saturate|sepia|url)"
    r"\(.*\)\s*)",
    "clip": r"auto|rect\([^()]*\)",
    "clip-path": r"none|(?:inset|circle|ellipse|polygon|path|url|rect|xywh|shape)\(.*\).*|[a-z]+-box",
    "background-clip": r"(?:(?:border|padding|content)-box|text|border-area|,|\s)+",
    **dict.fromkeys(
        ("overflow", "overflow-x", "overflow-y"), r"(?:(?:visible|hidden|clip|scroll|auto|overlay)\s*){1,2}"
    ),
}
_KEYWORDS = {name: re.compile(rf"(?:{values}|{_GLOBAL})") for name, values in _VALUES.items()}
_LENGTH_WORDS = re.compile(
    rf"auto|none|normal|(?:min|max|fit)-content|stretch|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|{_GLOBAL}"
)
_COLOR_WORDS = re.compile(rf"currentcolor|{_GLOBAL}")
_BACKGROUND_WORDS = re.compile(
    rf"(?:[\w-]*(?:url|gradient|image-set)\(.*|(?:none|fixed|scroll|local|no-repeat|repeat(?:-[xy])?|top|bottom|left|right"
    rf"|center|cover|contain|auto|(?:border|padding|content)-box|text|[-\d.]++[a-z%]*+|{_GLOBAL}|[\s,/])+)"
)
# Unlike these, a number without a unit counts in old pages only; it is taken where it hides.
_SMALL, _AWAY = 2.5, -400
_WINDOW_PIXELS = 1280
# The most rules that are kept, and comparisons of an element with a selector, of which each takes about 6 µs.
_MAX_RULES, _MAX_COMPARISONS = 20_000, 200_000
# Of a rule, and the length of one; that of a value is far above what a style means.
_MAX_SELECTORS, _MAX_SELECTOR, _MAX_VALUE = 50, 500, 2_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")
_TOKEN = re.compile(r""""[^"\n]*"|'[^'\n]*'|\([^(){}]*\)|[{};]""")
_DECLARATION = re.compile(r"""(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)?)+""")
_SELECTOR = re.compile(r"(?:[^,(\[]|\([^()]*\)|\[[^\[\]]*\]|[(\[])+")
_AT_RULE = re.compile(r"@([\w-]+)")
_NESTED = ("media", "supports", "layer", "container", "scope", "starting-style")
_IN_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_KEY = re.compile(r"#[\w-]+|\.[\w-]+|^[\w-]+")
_SIMPLE = re.compile(r"[.#]?[\w-]+")

# Whether a value is important, its specificity, and its place in the sheets.
_Rank = tuple[bool, tuple[float, int, int], int]
_OF_ATTRIBUTE = (math.inf, 0, 0)


@lru_cache(maxsize=1024)
def declarations_of(text: str) -> Declarations:
    """Return the declarations of a `style` attribute or a block that could hide text, and custom properties."""
    found: dict[str, tuple[bool, str]] = {}
    for declaration in _DECLARATION.finditer(_COMMENT.sub("", text)):
        name, _, value = declaration[0].partition(":")
        name = _unescaped(name).strip()
        name = name if name.startswith("--") else name.lower()
        if name not in PROPERTIES and not name.startswith("--"):
            continue
        value, mark, importance = _unescaped(value).lower().rpartition("!")
        is_important = bool(mark) and importance.strip() == "important"
        value = value if is_important else value + mark + importance
        for longhand, part in _longhands(name, value.strip()[:_MAX_VALUE]):
            if not _is_valid(name, longhand, part):
                continue
            if is_important or not found.get(longhand, (False, ""))[0]:
                found[longhand] = is_important, part
    return found


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the properties that a declaration sets. Those of `font` and `background` get the whole value."""
    if name in ("margin", "inset"):
        sides, prefix = value.split() or [""], "margin-" if name == "margin" else ""
        yield f"{prefix}top", sides[0]
        yield f"{prefix}left", sides[3] if len(sides) > 3 else sides[1] if len(sides) > 1 else sides[0]
    else:
        for longhand in _LONGHANDS.get(name, (name,)):
            yield longhand, value


def _is_valid(name: str, longhand: str, value: str) -> bool:
    """Return whether a value is one of its property. `name`: that of the declaration, a shorthand perhaps."""
    if name.startswith("--") or "var(" in value:
        return True
    return _CHECKS.get(name, _CHECKS.get(longhand, _is_length))(value)


def _is_length(value: str) -> bool:
    if _LENGTH_WORDS.fullmatch(value):
        return True
    pixels = css_values.pixels_of(value, 16.0, 100.0)
    is_bare = re.fullmatch(r"[-+.\de]+", value) is not None
    return pixels is not None and (not is_bare or pixels <= _AWAY or 0 <= pixels < _SMALL)


_CHECKS: dict[str, Callable[[str], bool]] = {
    **{name: lambda value, words=words: words.fullmatch(value) is not None for name, words in _KEYWORDS.items()},
    **dict.fromkeys(
        ("color", "-webkit-text-fill-color", "background-color"),
        lambda value: css_values.color_of(value) is not None or _COLOR_WORDS.fullmatch(value) is not None,
    ),
    **dict.fromkeys(
        ("opacity", "scale"),
        lambda value: (
            css_values.number_of(value.partition(" ")[0]) is not None
            or value in ("none", "inherit", "initial", "unset")
        ),
    ),
    "background": lambda value: bool(css_values.colors_in(value)) or _BACKGROUND_WORDS.fullmatch(value) is not None,
    "background-image": lambda value: value == "none" or "(" in value,
    "font": lambda value: css_values.FONT_SIZE.search(value) is not None,
}


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    number = int(escape[1], 16) if escape[1] else 0
    return (chr(number) if 0 < number <= 0x10FFFF else "\ufffd") if escape[1] else escape[2]


@dataclass(frozen=True, slots=True)
class _Block:
    """An open block: the selectors of its declarations, none for other rules. Those of a media rule may not hold."""

    selectors: tuple[str, ...]
    holds: bool = True


@dataclass(slots=True)
class _Rule:
    """A selector with its values by property, each with its rank, which orders it after all that it overrides."""

    selector: str
    specificity: tuple[int, int, int]
    values: dict[str, tuple[_Rank, str]] = field(default_factory=dict[str, tuple[_Rank, str]])


class StyleSheets:
    """The rules of a page's sheets in their order. `is_partial`: a limit was reached, so that some were not applied."""

    def __init__(self) -> None:
        self.is_partial = False
        self.has_others = False
        self._rules: dict[str, _Rule] = {}
        # Those whose selector is one name, and the others by the name that an element needs.
        self._simple: dict[str, _Rule] = {}
        self._by_key: dict[str, list[_Rule]] = defaultdict(list)
        self._comparisons = 0
        self._order = 0

    def add(self, sheet: str, media: str = "") -> None:
        """Add the text of a `style` element; `media` is its attribute. Notes in `has_others` that it imports others."""
        if media and not _media_holds(media):
            return
        sheet = _COMMENT.sub("", sheet).replace("<!--", " ").replace("-->", " ")
        self.has_others |= "@import" in sheet.lower()
        for selectors, text in _blocks(sheet):
            if declarations := declarations_of(text):
                for selector in selectors:
                    self._add_rule(selector, declarations)

    def _add_rule(self, selector: str, declarations: Declarations) -> None:
        is_simple = _SIMPLE.fullmatch(selector) is not None
        # Names of classes have no case in old pages.
        selector = selector.lower() if is_simple else selector
        rule = self._rules.get(selector)
        if rule is None:
            if len(self._rules) >= _MAX_RULES or len(selector) > _MAX_SELECTOR:
                self.is_partial = True
                return
            rule = self._rules[selector] = _Rule(selector, _specificity(selector))
            if is_simple:
                self._simple[selector] = rule
            else:
                self._by_key[_key(selector)].append(rule)
        self._order += 1
        _merge(rule.values, _ranked(declarations, rule.specificity, self._order))

    def values_of(self, element: "ElementNode", tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return the values that hold for an element by the cascade: of the sheets and of its `style` attribute."""
        keys = ["*", tag, *(f".{each}" for each in attributes.get("class", "").lower().split())]
        if identifier := attributes.get("id"):
            keys.append(f"#{identifier.lower()}")
        ranked: dict[str, tuple[_Rank, str]] = {}
        for rule in self._rules_for(element, dict.fromkeys(keys)):
            _merge(ranked, rule.values)
        if style := attributes.get("style"):
            _merge(ranked, _ranked(declarations_of(style), _OF_ATTRIBUTE, 0))
        return {name: value for name, (_, value) in ranked.items()}

    def _rules_for(self, element: "ElementNode", keys: Iterable[str]) -> Iterator[_Rule]:
        for key in keys:
            if rule := self._simple.get(key):
                yield rule
            for rule in self._by_key.get(key, ()):
                if self._comparisons >= _MAX_COMPARISONS:
                    self.is_partial = True
                    break
                self._comparisons += 1
                if _matches(element, rule.selector):
                    yield rule


def _matches(element: "ElementNode", selector: str) -> bool:
    try:
        return element.matches(selector)
    # The library's error for a selector that it does not know, such as `::before`, which is no element.
    except ValueError:
        return False


def _ranked(
    declarations: Declarations, specificity: tuple[float, int, int], order: int
) -> dict[str, tuple[_Rank, str]]:
    return {name: ((important, specificity, order), value) for name, (important, value) in declarations.items()}


def _merge(into: dict[str, tuple[_Rank, str]], values: Mapping[str, tuple[_Rank, str]]) -> None:
    for name, (rank, value) in values.items():
        if name not in into or rank >= into[name][0]:
            into[name] = rank, value


def _blocks(sheet: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the declarations of a sheet with their selectors, those of nested rules too."""
    open_blocks, start = [_Block(())], 0
    for token in _TOKEN.finditer(sheet):
        if token[0] not in "{};":
            continue
        text, start = sheet[start : token.start()], token.end()
        if token[0] == "{":
            open_blocks.append(_opened(text.strip(), open_blocks[-1]))
            continue
        if (block := open_blocks[-1]).holds and block.selectors and text.strip():
            yield block.selectors, text
        if token[0] == "}" and len(open_blocks) > 1:
            open_blocks.pop()
    # The end of a sheet closes its blocks.
    if (block := open_blocks[-1]).holds and block.selectors:
        yield block.selectors, sheet[start:]


def _opened(prelude: str, parent: _Block) -> _Block:
    if not prelude.startswith("@"):
        return _Block(_combined(prelude, parent.selectors), parent.holds)
    name = _AT_RULE.match(prelude.lower())
    if name is None or name[1] not in _NESTED:
        return _Block((), holds=False)
    return _Block(parent.selectors, parent.holds and (name[1] != "media" or _media_holds(prelude[name.end() :])))


def _combined(prelude: str, parents: tuple[str, ...]) -> tuple[str, ...]:
    own = [each.strip() for each in _SELECTOR.findall(prelude) if each.strip()][:_MAX_SELECTORS]
    if not parents:
        return tuple(own)
    nested = [each.replace("&", parent) if "&" in each else f"{parent} {each}" for parent in parents for each in own]
    # One that is too long is counted and not used.
    return tuple(each[: _MAX_SELECTOR + 1] for each in nested[:_MAX_SELECTORS])


def _media_holds(queries: str) -> bool:
    """Return whether media queries hold for a window of a usual size; features that are not known do."""
    return any(map(_query_holds, queries[:_MAX_VALUE].lower().split(",")))


def _query_holds(query: str) -> bool:
    words = re.sub(r"\([^)]*\)", " ", query).split()
    is_other_medium = any(each in ("print", "speech", "tty", "aural") for each in words)
    if "not" in words:
        return is_other_medium or "(" in query
    for bound, number, unit in re.findall(r"(min|max)-width\s*:\s*([\d.]+)(px|em|rem)?", query):
        try:
            pixels = float(number) * (16 if unit in ("em", "rem") else 1)
        except ValueError:
            continue
        if (pixels > _WINDOW_PIXELS) if bound == "min" else (pixels < _WINDOW_PIXELS):
            return False
    return not is_other_medium


def _specificity(selector: str) -> tuple[int, int, int]:
    """Return the specificity of a selector (CSS Selectors 4, 17); what is in parentheses counts as well."""
    return (
        selector.count("#"),
        len(re.findall(r"[.\[]|(?<!:):(?!:)", selector)),
        len(re.findall(r"(?:^|[\s>+~(,])[a-zA-Z]", selector)),
    )


def _key(selector: str) -> str:
    """Return what an element needs to match: `#id`, `.class` or a tag in lower case; `*` if that can't be told."""
    bare = selector
    while (shorter := _IN_BRACKETS.sub("", bare)) != bare:
        bare = shorter
    if "\\" in bare or re.search(r"[()\[\]|]", bare):
        return "*"
    last = re.split(r"[\s>+~]+", bare.strip())[-1]
    found = sorted(_KEY.findall(re.sub(r"::?[\w-]+", "", last)), key=lambda each: "#.".find(each[0]) % 3)
    return found[0].lower() if found else "*"
