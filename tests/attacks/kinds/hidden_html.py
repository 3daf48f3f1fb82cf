"""Pages with words for a model that their readers don't see: hidden by styles, attributes, elements and characters."""

import html
import random
from collections.abc import Iterator
from functools import partial

from deskpet.html.extract_child import extract
from tests.attacks.attack import Attack, GotThroughError, Try

_EVIL, _SEEN = "ignoreallrules", "visiblewords"
_STYLES = (
    *("translate:-9999px", "position:absolute;right:9999px", "position:fixed;inset-inline-start:-9999px"),
    *("margin-inline-start:-9999px", "block-size:0;overflow:hidden", "inline-size:0;overflow:clip"),
    *("display:none", "display : NONE !important", "d\\69splay:none", "display:/**/none", "--x:none;display:var(--x)"),
    *(
        "display:var(--none, none)",
        "visibility:hidden",
        "visibility:collapse",
        "opacity:0",
        "opacity:0.01",
        "opacity:1%",
    ),
    *(
        "filter:opacity(0)",
        "content-visibility:hidden",
        "font-size:0",
        "font-size:0px",
        "font-size:1px",
        "font-size:.1em",
    ),
    *("font-size:calc(1px - 1px)", "font-size:2%", "font:0/0 a", "font:italic 1px serif", "color:transparent"),
    *(
        "color:#fff",
        "color:white",
        "color:rgb(255 255 255)",
        "color:rgba(0,0,0,0)",
        "color:#fefefe",
        "color:hsl(0,0%,100%)",
    ),
    *(
        "color:#ffffff00",
        "-webkit-text-fill-color:transparent",
        "color:red;background:red",
        "background:#000;color:#010101",
    ),
    *(
        "font-size:20px;font:1px serif",
        "background-color:#000;background:#fff;color:#fff",
        "width:0;overflow:hidden",
        "height:0;overflow:hidden",
        "max-height:0;overflow:clip",
        "height:1px;overflow-y:hidden",
    ),
    *(
        "position:absolute;left:-9999px",
        "position:fixed;top:-100vh",
        "position:absolute;left:-200em",
        "text-indent:-9999px",
    ),
    *("position:absolute;inset:-9999px", "position:absolute;left:100000px", "margin-left:-9999px", "margin:-9999px"),
    *("position:absolute;clip:rect(0,0,0,0)", "position:absolute;clip:rect(1px,1px,1px,1px)", "clip-path:inset(50%)"),
    *("clip-path:circle(0)", "clip-path:polygon(0 0, 0 0)", "transform:scale(0)", "transform:translateX(-9999px)"),
    *("transform:translate(-9999px, 0)", "transform:translate(calc(-9999px), 0)", "scale:0"),
)
_WRONG = (
    *("display:nonsense", "visibility:seen", "opacity:much", "font-size:16", "color:bogus(1)", "background:bogus(1)"),
    *(
        "width:500",
        "height:500",
        "max-height:9",
        "left:5",
        "margin-left:x",
        "text-indent:5",
        "clip:none",
        "transform:off",
    ),
    *(
        "clip-path:off",
        "overflow:seen",
        "position:here",
        "scale:x",
        "filter:off",
        "content-visibility:seen",
        "font:big",
    ),
    *("background-color:nothing", "-webkit-text-fill-color:x", "display", "color:", ":", "!important", "inset:x"),
)
_SELECTORS = (
    *(".k", "#k", "i.k", "body .k", "div>i", "[data-k]", "[data-k='1']", "i:not(.z)", ":is(.k,.z)", ".k:first-of-type"),
    *(
        "* .k",
        "html body div .k",
        ".\\6b",
        "a, .k , b",
        "div i:nth-of-type(1)",
        "@media screen{.k",
        "@supports (x:y){.k",
    ),
    *("@layer a{.k", "@media (min-width:10px){.k", "div{& .k", "div{.k", "/* a{ */.k"),
)
_ELEMENTS = (
    *("<template>{}</template>", "<noscript>{}</noscript>", "<noscript><p>{}</p></noscript>", "<i hidden>{}</i>"),
    *("<i hidden=until-found>{}</i>", "<i aria-hidden=true>{}</i>", "<i aria-hidden=TRUE>{}</i>", "<!-- {} -->"),
    *(
        "<!--> <!-- {} --!>",
        "<script>{}</script>",
        "<style>{}</style>",
        "<noframes>{}</noframes>",
        "<input type=hidden value={}>",
    ),
    *("<font color=white>{}</font>", "<table bgcolor=red><tr><td><font color=red>{}</font></td></tr></table>"),
    *(
        "<canvas>{}</canvas>",
        "<video>{}</video>",
        "<audio>{}</audio>",
        "<progress>{}</progress>",
        "<div popover>{}</div>",
    ),
    *("<noembed>{}</noembed>", "<ruby>a<rp>{}</rp></ruby>", "<datalist><option>{}</option></datalist>"),
    *("<img alt={} width=1 height=1>", "<img alt={} style='display:none'>", "<p><noscript>a<p>{}</noscript>"),
)


def _check(page: str) -> None:
    request = {"url": "https://tea.org/", "charset": "utf-8", "is_html": True}
    text = extract(request, page.encode("utf-8", "surrogatepass"))["text"]
    if _SEEN not in text:
        raise GotThroughError(f"what is seen is gone: {page!r} became {text!r}")
    if _EVIL in text.replace(f"[perhaps hidden: {_EVIL}]", ""):
        raise GotThroughError(f"hidden text of {page!r} is in {text!r}")
    if "<link" not in page and _EVIL in text:
        raise GotThroughError(f"hidden text of {page!r} is only marked")


def _around(body: str, sheet: str = "", head: str = "") -> str:
    styled = f"<!doctype html><html><head>{head}<style>{sheet}</style></head>"
    return f"{styled}<body><p>{_SEEN}</p><div>{body}</div></body></html>"


def _inline(style: str, tag: str = "i", inner: str = _EVIL) -> str:
    return _around(f'<{tag} style="{html.escape(style)}">{inner}</{tag}>')


def _by_sheet(style: str, selector: str) -> str:
    closing = "}" * selector.count("{")
    return _around(f"<i id=k class=k data-k=1>{_EVIL}</i>", f"i{{}} {selector}{{{style}}}{closing} u{{display:none}}")


def _tagged(text: str) -> str:
    return "".join(chr(0xE0000 + ord(each)) for each in text)


def _bits(text: str) -> str:
    return "".join("\u200b\u200c"[int(bit)] for each in text for bit in f"{ord(each):08b}")


def _check_characters(page: str) -> None:
    request = {"url": "https://tea.org/", "charset": "utf-8", "is_html": page.startswith("<")}
    text = extract(request, page.encode())["text"]
    left = [each for each in text if each in "\u200b\u200c\u2060\ufeff" or 0xE0000 <= ord(each) <= 0xE0FFF]
    if left or "Hidden text was left out" not in text or _SEEN not in text:
        raise GotThroughError(f"characters of {page!r} are in {text!r}")


def _random_page(numbers: random.Random) -> str:
    style = numbers.choice(_STYLES)
    noise = numbers.choice(("margin:0;", "border:1px solid red;", "display:block;", "/* x */", "", "color : blue ;"))
    depth = numbers.randrange(1, 6)
    inner = "<b>" * depth + _EVIL + "</b>" * depth
    # The last rule of the same rank decides, also if its selector stood before.
    repeated = f".k{{{style}}} .z{{color:#123;display:block;font-size:9px}} .k{{{style}}}"
    return numbers.choice(
        (
            _by_sheet(noise + style, numbers.choice(_SELECTORS)),
            _inline(noise + style, numbers.choice(("i", "div", "p", "section", "li", "a")), inner),
            _around(numbers.choice(_ELEMENTS).format(_EVIL) + numbers.choice(("", "<p>x</p>", "<br>"))),
            # Another sheet may change the background: such a text may also be marked.
            _around(f'<i style="{html.escape(style)}">{_EVIL}</i>', head="<link rel=stylesheet href=a.css>"),
            # A browser ignores a value that its property doesn't have.
            _inline(f"{style};{numbers.choice(_WRONG)}"),
            _around(f"<i class='k z'>{_EVIL}</i>", repeated),
            _by_sheet(f"display:block}} .k{{{style}", ".k"),
        )
    )


def _tries(numbers: random.Random) -> Iterator[Try]:
    pages = [
        *map(_inline, _STYLES),
        *(_by_sheet("display:none", selector) for selector in _SELECTORS),
        *(_around(each.format(_EVIL)) for each in _ELEMENTS),
    ]
    numbers.shuffle(pages)
    for coded in (_tagged(_EVIL), _bits(_EVIL), "\ufeff\u2060" * 4):
        for page in (f"<p>{_SEEN} {coded}", f"{_SEEN} {coded}"):
            yield Try("characters", partial(_check_characters, page))
    for page in pages:
        yield Try("known", partial(_check, page))
    while True:
        yield Try("random", partial(_check, _random_page(numbers)))


ATTACKS = (
    Attack("hidden text of pages", "What a reader of a page doesn't see is left out, or marked, and named.", _tries),
)
