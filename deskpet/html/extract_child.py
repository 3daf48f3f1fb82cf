"""Child process that extracts the readable text of a page: HTML is parsed by a library in native code.

The request is a JSON object on a line (`url`, `charset`, `is_html`), and the page after it. The reply has `title`,
`text` and `is_binary`. Only what confines the process is imported from the program.
"""

import json
from typing import Any
from urllib.parse import urljoin

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding, map_encoding_to_html5
from resiliparse.parse.html import ElementNode, HTMLTree

from deskpet.html.hidden_text import (
    HiddenCharacters,
    leave_out_hidden,
    nodes_of,
    with_raw_noscript,
    without_hidden_characters,
)
from deskpet.processes.child_kinds import PAGE
from deskpet.processes.confinement import load_codecs
from deskpet.processes.serving import serve_once
from deskpet.text.invisible import without_invisible

_MAX_TEXT, _MAX_TITLE = 2_000_000, 300
_MAX_LINKS = 3000
# Marks the links to remove: the library writes empty parentheses for a link without an address.
_NO_TARGET = "about:blank#none"
# The part of a page that is the page's own, in this order.
_MAIN = ("main", "[role=main]", "article", "#content")
_BESIDE = [
    *("noframes", "nav", "footer", "aside", "form", "dialog", "template", "svg", "button", "select", "iframe"),
    *("[role=navigation]", "[role=banner]", "[role=contentinfo]", "[role=search]", "[aria-hidden=true]", "[hidden]"),
]


def _answer(task: bytes) -> dict[str, Any]:
    request, _, page = task.partition(b"\n")
    return extract(json.loads(request), page)


def extract(request: dict[str, Any], page: bytes) -> dict[str, Any]:
    """Return the reply to a request, with the text that a reader of the page sees."""
    text = _decoded(page, request["charset"])
    if not request["is_html"]:
        seen = without_hidden_characters(text[:_MAX_TEXT], HiddenCharacters())
        return {"title": "", "text": seen, "is_binary": "\0" in text[:10_000]}
    tree = HTMLTree.parse(with_raw_noscript(text))
    title = " ".join(without_invisible(tree.title or "")[0].split())[:_MAX_TITLE]
    left_out = leave_out_hidden(tree)
    root = tree.document
    main = next((found for each in _MAIN if root and len(found := root.query_selector_all(each)) == 1), None)
    if main:
        tree = HTMLTree.parse(main[0].html)
    _resolve_links(tree, request["url"])
    readable = extract_plain_text(tree, links=True, skip_elements=_BESIDE)
    text = without_hidden_characters(readable.replace(f" ({_NO_TARGET})", "")[:_MAX_TEXT], left_out)
    return {"title": title, "text": text, "is_binary": False}


def _decoded(page: bytes, charset: str) -> str:
    """Decode a page: by the server's charset, else by its own, else by its bytes."""
    stated = map_encoding_to_html5(charset, fallback_utf8=False) if charset else None
    encoding = stated or detect_encoding(page, from_html_meta=True) or "utf-8"
    try:
        return bytes_to_str(page, encoding, errors="replace")
    except (LookupError, UnicodeError, ImportError, OSError):
        return page.decode("utf-8", "replace")


def _resolve_links(tree: HTMLTree, url: str) -> None:
    """Make the addresses of links absolute, and mark those that lead nowhere else."""
    root = tree.document.query_selector("html") if tree.document else None
    nodes = nodes_of(root) if root else ()
    anchors = (each for each in nodes if isinstance(each, ElementNode) and each.tag == "a" and each.hasattr("href"))
    for index, anchor in enumerate(anchors):
        try:
            target = urljoin(url, anchor["href"] or "").partition("#")[0]
        except ValueError:
            target = ""
        is_useful = index < _MAX_LINKS and target.startswith(("http://", "https://")) and target != url
        anchor["href"] = target if is_useful else _NO_TARGET


if __name__ == "__main__":
    load_codecs()
    serve_once(PAGE, _answer)
