"""Child process that reads a text or a presentation of OpenDocument: the text as one page, or a page for each slide.

OpenDocument 1.3, part 3: `p` and `h` are paragraphs, `s`, `tab` and `line-break` are blanks of them, and text that was
deleted with tracked changes is in `tracked-changes`.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from lxml import etree

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.document import UnreadCause
from deskpet.documents.markup_text import CELL_END, ArchiveParts, archive_of, attribute, joined_lines, local_name

_LEFT_OUT = ("tracked-changes", "annotation", "forms", "event-listeners", "desc", "title", "notes-citation")
_MAX_BLANKS = 100
_SAMPLE = b"""<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><o:body><o:text><t:p>Sample</t:p></o:text></o:body>
</o:document-content>"""


def read(data: bytes) -> Iterator[str]:
    """Yield the texts of the pages. Raises UnreadableDocument."""
    with ArchiveParts(data) as parts:
        if parts.has("META-INF/manifest.xml") and b"encryption-data" in parts.read("META-INF/manifest.xml"):
            raise UnreadableDocument(UnreadCause.ENCRYPTED)
        body = next(parts.xml("content.xml").iter("{*}body"))
        slides = [*body.iter("{*}page")]
        for each in slides or [body]:
            yield _text_of(each)


def _text_of(root: Any) -> str:
    """Return a line for each paragraph, and for each row of a table."""
    pieces: list[str] = []
    events = etree.iterwalk(root, events=("start", "end"))
    cells = 0
    for event, element in events:
        name = local_name(element)
        if event == "start":
            cells += name == "table-cell"
            if name in _LEFT_OUT or not name:
                events.skip_subtree()
                continue
            pieces.append(("\n\nNotes: " if name == "notes" else "") + _blanks(name, element))
            pieces.append(element.text or "")
            continue
        cells -= name == "table-cell"
        if name in ("p", "h"):
            pieces.append(" " if cells else "\n")
        elif name in ("table-cell", "table-row"):
            pieces.append(CELL_END if name == "table-cell" else "\n")
        if element is not root:
            pieces.append(element.tail or "")
    return joined_lines(pieces)


def _blanks(name: str, element: Any) -> str:
    if name == "s":
        count = attribute(element, "c")
        return " " * min(int(count) if count.isdecimal() else 1, _MAX_BLANKS)
    return {"tab": "\t", "line-break": "\n"}.get(name, "")


if __name__ == "__main__":
    serve(read, partial(archive_of, {"content.xml": _SAMPLE}))
