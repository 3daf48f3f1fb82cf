"""Cost of an element of a file in a long file, relative to a short one, for every reader of documents, pages and cards.

The readers run in this process, so that starting a child does not hide what grows.
"""

import io
import json
from collections.abc import Callable, Iterator

from deskpet.documents import docx_child, epub_child, odf_child, pdf_child, pptx_child, reader, sheet_child
from deskpet.features.personas import card
from deskpet.html import extract_child
from deskpet.text import text_encoding
from tests.bench.figures import Figure
from tests.bench.scaling import TARGET, ratio
from tests.documents import files

# Elements of the short file; the long one has 10,000.
COUNT = 500
_REQUEST = {"url": "https://example.org/", "charset": "", "is_html": True}

# Pages of HTML: what comes before, and what is repeated.
PAGES = {
    "links in paragraphs": ("<!doctype html>", '<p><a href="https://example.org/{n}">w{n}</a></p>'),
    "links in one paragraph": ("<p>", '<a href="page/{n}">w</a> '),
    "links in the main part": ("<main>", '<a href="/{n}">w</a> '),
    "rows of a table": ("<table>", "<tr><td>a<td>{n}"),
    "nested blocks": ("", "<div>w"),
    "hidden texts": ("", '<p style="display:none">w</p>'),
    "faint texts": ("", '<p style="color:#fff">w</p>'),
    "styles": ("<style>.a{{color:red}}</style>", '<p class="a" style="left:{n}px">w</p>'),
    "headings": ("", "<h2>w</h2>"),
    "articles": ("", "<article>w</article>"),
}


def measure(_: object = None) -> Iterator[Figure]:
    """Yield the cost of an element in the long file over its cost in the short one."""
    for name, (make, read) in READERS.items():
        inputs = {count: make(count) for count in (COUNT, COUNT * 20)}
        cost = ratio(lambda count, read=read, inputs=inputs: read(inputs[count]), COUNT)
        yield Figure(f"reading {name}, cost of one", cost, "x", TARGET)


def _page_of(name: str) -> Callable[[int], bytes]:
    before, repeated = PAGES[name]
    return lambda count: (before + "".join(repeated.format(n=number) for number in range(count))).encode()


def _read_page(data: bytes) -> object:
    return extract_child.extract(_REQUEST, data)


def _pages_of(read: Callable[[bytes], object]) -> Callable[[bytes], object]:
    return lambda data: list(read(data))


def _docx(count: int) -> bytes:
    paragraph = files.BODY[files.BODY.index(b"<w:p>") : files.BODY.index(b"</w:body>")]
    return files.docx_of(files.BODY.replace(paragraph, paragraph * count))


def _pptx(count: int) -> bytes:
    from pptx import Presentation

    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Tea\n" * count
    file = io.BytesIO()
    presentation.save(file)
    return file.getvalue()


def _xlsx(count: int) -> bytes:
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>7</v></c></row>' for n in range(1, count + 1))
    return files.xlsx_of(files.ROWS.replace(b'<row r="1"><c r="A1"><v>7</v></c></row>', rows.encode()))


def _notebook(count: int) -> bytes:
    cell = {"cell_type": "code", "source": "1 + 1", "outputs": [{"text": "2"}]}
    return json.dumps({"nbformat": 4, "cells": [cell] * count}).encode()


def _lore(count: int) -> bytes:
    entries = [{"keys": [f"word {number}"], "content": "x"} for number in range(count // 20)]
    return json.dumps({"data": {"name": "Aria", "character_book": {"entries": entries}}}).encode()


READERS: dict[str, tuple[Callable[[int], bytes], Callable[[bytes], object]]] = {
    **{f"a page, {name}": (_page_of(name), _read_page) for name in PAGES},
    "a PDF, pages": (lambda count: files.pdf(*["Tea"] * (count // 5)), _pages_of(pdf_child.read)),
    "a PDF, texts of a page": (files.many_operators, _pages_of(pdf_child.read)),
    "a Word file, paragraphs": (_docx, _pages_of(docx_child.read)),
    "a presentation, paragraphs": (_pptx, _pages_of(pptx_child.read)),
    "a table, rows": (_xlsx, _pages_of(sheet_child.read)),
    "an OpenDocument text, paragraphs": (
        lambda count: files.open_document("text", "<text:p>Tea <text:s/> at</text:p>" * count),
        _pages_of(odf_child.read),
    ),
    "a book, parts": (lambda count: files.epub(*["<p>Tea</p>"] * (count // 5)), _pages_of(epub_child.read)),
    "a book, paragraphs": (lambda count: files.epub("<p>Tea</p>" * count), _pages_of(epub_child.read)),
    "a notebook, cells": (_notebook, lambda data: reader.cells_of(data.decode())),
    "a text in GBK, lines": (lambda count: ("水果,价格\n" * count).encode("gbk"), text_encoding.decode),
    "a card, lore": (_lore, card.read),
}
