"""Documents: what is read from each kind of file, and the sentence about each that can't be read."""

import contextlib
import io
import json
import logging
from pathlib import Path

import psutil
import pytest

from deskpet.documents import reader
from deskpet.documents.document import DocumentError, Kind
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.processes.threads import DaemonExecutor
from tests.documents import files
from tests.support.waiting import wait_until

pytest.importorskip("docx")


def code_of(data: bytes, name: str) -> str:
    with pytest.raises(DocumentError) as caught:
        reader.read_data(data, name)
    assert name in str(caught.value)
    assert len(str(caught.value).split()) > 3
    return caught.value.code


SPACED_TABLE = """<table:table table:name="Costs"> <table:table-row>
    <table:table-cell office:value-type="float" office:value="7"> <text:p>7</text:p> </table:table-cell>
    </table:table-row> </table:table>"""


def encrypted_pdf(user: str) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(files.pdf("Tea at five"))))
    writer.encrypt(user, "owner", algorithm="AES-256")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def presentation_with_chart() -> bytes:
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    presentation = Presentation()
    chart = CategoryChartData()
    chart.categories = ["Tea", "Cake"]
    chart.add_series("Cups", (3, 1.5))
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, 9_000, 9_000, chart)
    file = io.BytesIO()
    presentation.save(file)
    return file.getvalue()


def test_the_pages_of_a_pdf_are_read_in_order() -> None:
    document = reader.read_data(files.pdf("Tea at five", "", "Cake at six"), "plan.pdf")
    assert (document.format, document.pages) == (Kind.PDF, ("Tea at five", "", "Cake at six"))
    assert 4 <= document.tokens <= 10


def test_an_encrypted_pdf_is_read_if_it_opens_without_a_password() -> None:
    assert reader.read_data(encrypted_pdf(""), "open.pdf").pages == ("Tea at five",)
    assert code_of(encrypted_pdf("secret"), "closed.pdf") == "encrypted"


def test_the_text_of_a_word_file_is_whole() -> None:
    from docx import Document

    word = Document()
    word.add_heading("Plan", 1)
    word.add_paragraph("茶は五時\twith cake")
    table = word.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "two\nlines", "right"
    file = io.BytesIO()
    word.save(file)
    document = reader.read_data(file.getvalue(), "plan.docx")
    assert (document.format, document.pages) == (Kind.DOCX, ("Plan\n茶は五時\twith cake\ntwo lines | right",))


def test_controls_and_tracked_insertions_of_a_word_file_are_read_and_deletions_are_not() -> None:
    piece = b"<w:r><w:t>Tea at five</w:t></w:r>"
    changed = (
        b"<w:sdt><w:sdtContent>" + piece + b"</w:sdtContent></w:sdt>"
        b"<w:ins><w:r><w:t>, inserted</w:t></w:r></w:ins><w:del><w:r><w:delText>, deleted</w:delText></w:r></w:del>"
    )
    document = reader.read_data(files.docx_of(files.BODY.replace(piece, changed)), "plan.docx")
    assert document.pages == ("Tea at five, inserted",)


def test_each_slide_is_a_page_with_its_notes() -> None:
    from pptx import Presentation

    presentation = Presentation()
    for title, notes in (("First", ""), ("Second", "Say it slowly")):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = title
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    file = io.BytesIO()
    presentation.save(file)
    document = reader.read_data(file.getvalue(), "talk.pptx")
    assert (document.format, document.pages) == (Kind.PPTX, ("First", "Second\n\nNotes: Say it slowly"))


def test_the_values_of_a_chart_are_read() -> None:
    assert reader.read_data(presentation_with_chart(), "talk.pptx").pages == ("Cups: Tea 3, Cake 1.5",)


def test_an_open_document_text_is_read_in_its_order_without_what_was_deleted() -> None:
    body = """<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Plan</text:h>
        <text:p>Tea<text:s text:c="2"/>at <text:span>five</text:span><text:tab/>o'clock<text:line-break/>sharp</text:p>
        <table:table><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell>
        <table:table-cell><text:p>right</text:p></table:table-cell></table:table-row></table:table>"""
    document = reader.read_data(files.open_document("text", body.replace("\n        ", "")), "plan.odt")
    assert (document.format, document.pages) == (Kind.ODT, ("Plan\nTea  at five\to'clock\nsharp\nleft | right",))
    assert code_of(files.open_document("text", body, is_encrypted=True), "closed.odt") == "encrypted"
    assert code_of(files.open_document("graphics", body), "drawing.odg") == "unsupported"


def test_each_slide_of_an_open_document_is_a_page() -> None:
    slides = "".join(f"<draw:page><draw:frame><text:p>{each}</text:p></draw:frame></draw:page>" for each in "ab")
    document = reader.read_data(files.open_document("presentation", slides), "talk.odp")
    assert (document.format, document.pages) == (Kind.ODP, ("a", "b"))


def test_a_table_of_open_document_with_blanks_between_its_cells_is_read() -> None:
    data = files.open_document("spreadsheet", SPACED_TABLE)
    assert reader.read_data(data, "costs.ods").pages == ("# Costs\n7",)


def test_the_parts_of_a_book_are_read_in_their_order() -> None:
    first = (
        "<html><head><title>no</title></head><body><h1>One</h1><p>Tea &amp;\n <b>cake</b>.</p>&nbsp;<script>x</script>"
    )
    data = files.epub(first, "<html><body><img/></body></html>", "<ul><li>a</li><li><epub:trigger/>b</li></ul>")
    document = reader.read_data(data, "book.epub")
    assert (document.format, document.pages) == (Kind.EPUB, ("One\nTea & cake.", "a\nb"))


def test_a_book_with_a_lock_is_named_and_one_with_hidden_fonts_is_read() -> None:
    method = '<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
    locked = method.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    assert code_of(files.epub("<p>Tea", encryption=locked), "locked.epub") == "encrypted"
    fonts = method.format("http://www.idpf.org/2008/embedding")
    assert reader.read_data(files.epub("<p>Tea", encryption=fonts), "book.epub").pages == ("Tea",)


def test_the_cells_of_a_notebook_are_read_with_what_they_printed() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Tea\n", "at five"]},
        {"cell_type": "code", "source": "", "outputs": []},
        {
            "cell_type": "code",
            "source": "print(2)\n3 / 0",
            "outputs": [
                {"output_type": "stream", "text": ["2\n"]},
                {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": ["<Figure>"]}},
                {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "division", "traceback": ["long"]},
            ],
        },
    ]
    document = reader.read_data(json.dumps({"cells": cells, "nbformat": 4}).encode(), "tea.ipynb")
    assert (document.format, document.pages) == (
        Kind.IPYNB,
        (
            "[Cell 1: markdown]\n# Tea\nat five",
            "[Cell 3: code]\nprint(2)\n3 / 0\n[Output]\n2\n<Figure>\nZeroDivisionError: division",
        ),
    )
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "1 + 1"}]}]}
    assert reader.read_data(json.dumps(old).encode(), "old.ipynb").pages == ("[Cell 1: code]\n1 + 1",)
    assert code_of(json.dumps({"nbformat": 3}).encode(), "none.ipynb") == "no_text"
    assert code_of(b"[1]", "list.ipynb") == "wrong_type"
    assert code_of(b"[" * 100_000, "deep.ipynb") == "wrong_type"


@pytest.mark.parametrize(("codec", "name"), [("gbk", "GB18030"), ("shift_jis", "Shift_JIS")])
def test_the_encoding_of_a_text_is_said(codec: str, name: str) -> None:
    document = reader.read_data("水果,値段\r\nりんご,300\r\n".encode(codec), "fruit.csv")
    assert (document.pages, document.encoding) == (("水果,値段\nりんご,300\n",), name)
    assert reader.read_data(b"tea", "tea.txt").encoding == ""


def test_each_sheet_is_a_page_with_its_name() -> None:
    document = reader.read_data(files.xlsx_of(files.ROWS), "costs.xlsx")
    assert (document.format, document.pages) == (Kind.XLSX, ("# Costs\n7",))


def test_a_web_file_is_read_without_its_markup() -> None:
    pytest.importorskip("resiliparse")
    page = b"<!doctype html><title>Tea</title><body><p>At <b>five</b><script>evil()</script>"
    document = reader.read_data(page, "page.txt")
    assert (document.format, document.pages) == (Kind.HTML, ("Tea\n\nAt five",))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_and_code_are_read_as_they_are(encoding: str) -> None:
    document = reader.read_data("def f():\n\treturn '茶'\n".encode(encoding), "tea.py")
    assert (document.format, document.pages) == (Kind.TEXT, ("def f():\n\treturn '茶'\n",))


def test_the_content_decides_and_not_the_name() -> None:
    assert reader.read_data(files.pdf("Tea"), "plan.docx").format == Kind.PDF


def test_source_code_that_mentions_the_mark_of_a_pdf_is_text() -> None:
    code = b'MARK = b"%PDF-1.7"\n'
    assert reader.read_data(code, "kinds.py").pages == (code.decode(),)
    # Mail programs write lines before the first one of a PDF.
    assert reader.read_data(b"From: a@b.example\n" + files.pdf("Tea"), "mail.pdf").format == Kind.PDF


def test_a_limit_of_the_reader_is_named_and_not_called_damage(caplog: pytest.LogCaptureFixture) -> None:
    assert code_of(files.stream_bomb(200 << 20), "bomb.pdf") == "too_large"
    with pytest.raises(DocumentError, match=r"far.xlsx takes more than 700 MB of memory") as caught:
        reader.read_data(files.far_cell(), "far.xlsx")
    assert caught.value.code == "too_large"
    assert "memory allocation of" in caplog.text
    with pytest.raises(DocumentError, match=r"deep.odt is nested too deeply|deep.odt is too large"):
        reader.read_data(files.open_document("text", "<text:p>" * 100_000 + "</text:p>" * 100_000), "deep.odt")


def test_a_font_with_a_range_of_characters_is_read() -> None:
    assert reader.read_data(files.pdf_with_unicode_range(), "latex.pdf").pages == ("Hello",)


def test_a_pdf_without_its_table_of_objects_is_read() -> None:
    assert reader.read_data(files.pdf_without_table("Tea at five"), "cut.pdf").pages == ("Tea at five",)


def test_nothing_is_imported_after_the_confinement(caplog: pytest.LogCaptureFixture) -> None:
    """Each reader names in the log what it tried to import when no file could be opened."""
    documents = {
        "a.pdf": files.pdf_with_unicode_range(),
        "b.pdf": encrypted_pdf(""),
        "c.pdf": files.recursive_form(),
        "d.pdf": files.pdf("")[:200],
        "a.docx": files.docx_of(files.BODY),
        "a.pptx": presentation_with_chart(),
        "a.xlsx": files.xlsx_of(files.ROWS),
        "a.odt": files.open_document("text", "<text:p>Tea</text:p>"),
        "a.ods": files.open_document("spreadsheet", SPACED_TABLE),
        "a.epub": files.epub("<html><body><p>Tea &eacute;</p></body></html>"),
    }
    for codec in ("utf-16", "utf-8", "iso-8859-15", "shift_jis", "gb18030"):
        declared = f'<?xml version="1.0" encoding="{codec}"?>'.encode()
        documents[f"{codec}.docx"] = files.docx_of(declared + files.BODY)
    for name, data in documents.items():
        with contextlib.suppress(DocumentError):
            reader.read_data(data, name)
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []


def test_reading_is_cancelled_and_the_child_ends() -> None:
    cancellation = Cancellation()
    bomb = files.many_operators(5_000_000)
    others = set(psutil.Process().children())
    reading = DaemonExecutor(1).submit(cancellation.run, lambda: reader.read_data(bomb, "long.pdf"))
    wait_until(lambda: set(psutil.Process().children()) - others)
    cancellation.cancel()
    with pytest.raises(Cancelled):
        reading.result(30)
    assert not set(psutil.Process().children()) - others


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "none.txt", "empty"),
        (b" \n", "blank.txt", "no_text"),
        (b"hello", "plan.pdf", "wrong_type"),
        (b"hello", "plan.xlsx", "wrong_type"),
        (files.pdf("", ""), "scan.pdf", "no_text"),
        (files.pdf("Tea")[:30], "cut.pdf", "damaged"),
        (files.docx_of(files.BODY)[:200], "cut.docx", "damaged"),
        (files.docx_of(files.BODY)[:-30], "cut.docx", "damaged"),
        (b"PK\x03\x04 other", "files.zip", "unsupported"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "closed.docx", "encrypted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "old.doc", "unsupported"),
        (rb"{\rtf1 hello}", "old.rtf", "unsupported"),
        (b"\x7fELF\0\0\0", "program", "unsupported"),
        (b"caf\xe9 \x81\xff", "odd.txt", "unsupported"),
        (files.archive_of({"mimetype": b"application/vnd.sun.xml.writer"}), "old.sxw", "unsupported"),
        (files.epub("<p>Tea")[:300], "cut.epub", "damaged"),
        (b"hello", "plan.odt", "wrong_type"),
    ],
)
def test_what_can_not_be_read_is_told_in_a_sentence(data: bytes, name: str, code: str) -> None:
    assert code_of(data, name) == code


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "find_spec", lambda name: None)
    with pytest.raises(DocumentError, match=r"deskpet\[documents\]"):
        reader.read_data(files.pdf("Tea"), "plan.pdf")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"none.pdf can't be read"):
        reader.read(tmp_path / "none.pdf")
