"""Child process that reads a book (EPUB): a page for each part of its reading order.

EPUB 3.3: `META-INF/container.xml` names the package document, whose `spine` lists items of its `manifest`.
"""

import posixpath
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import unquote

from lxml import etree, html

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.document import UnreadCause
from deskpet.documents.markup_text import ArchiveParts, archive_of, attribute, local_name

_TEXTS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_LEFT_OUT = ("head", "script", "style", "template", "svg", "math", "rp")
_LINES = (
    *("address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "hr"),
    *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "nav", "ol", "p", "pre", "section"),
    *("table", "tr", "ul"),
)
_CELLS = ("td", "th")
# Fonts are obfuscated in this way in books that anybody may read.
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_SAMPLE = {
    "META-INF/container.xml": b'<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>',
    "p.opf": b"""<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
        <spine><itemref idref="a"/></spine></package>""",
    "a.xhtml": b"<html><body><p>Sample</p></body></html>",
}


def read(data: bytes) -> Iterator[str]:
    """Yield the texts of the parts that have any. Raises UnreadableDocument."""
    with ArchiveParts(data) as parts:
        if parts.has("META-INF/encryption.xml"):
            methods = parts.xml("META-INF/encryption.xml").iter("{*}EncryptionMethod")
            if any(attribute(each, "Algorithm") not in _FONTS for each in methods):
                raise UnreadableDocument(UnreadCause.ENCRYPTED)
        package = attribute(next(parts.xml("META-INF/container.xml").iter("{*}rootfile")), "full-path")
        for name in _reading_order(parts.xml(package), posixpath.dirname(package)):
            if parts.has(name) and (text := _text_of(parts.read(name))):
                yield text


def _reading_order(package: Any, folder: str) -> Iterator[str]:
    """Yield the names of the parts with text, in the order in which they are read."""
    manifest = {attribute(each, "id"): each for each in package.iter("{*}item")}
    for each in package.iter("{*}itemref"):
        item = manifest.get(attribute(each, "idref"))
        if item is not None and attribute(item, "media-type") in _TEXTS:
            yield posixpath.normpath(posixpath.join(folder, unquote(attribute(item, "href"))))


def _text_of(page: bytes) -> str:
    """Return the text of a page of HTML, a line for each of its blocks."""
    if not page.strip():
        return ""
    pieces: list[str] = []
    events = etree.iterwalk(html.document_fromstring(page, html.HTMLParser(no_network=True)), events=("start", "end"))
    for event, element in events:
        name = local_name(element)
        if event == "start":
            if name in _LEFT_OUT or not name:
                events.skip_subtree()
                continue
            pieces.append("\n" if name in _LINES else "")
            pieces.append(_one_line(element.text))
            continue
        pieces.append("\n" if name in _LINES else " | " if name in _CELLS else "")
        pieces.append(_one_line(element.tail))
    lines = (" ".join(line.split()).rstrip(" |") for line in "".join(pieces).split("\n"))
    return "\n".join(filter(None, lines))


def _one_line(text: str | None) -> str:
    return (text or "").replace("\n", " ")


if __name__ == "__main__":
    serve(read, partial(archive_of, _SAMPLE))
