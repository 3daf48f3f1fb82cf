"""Documents: what is read from each kind of file, and the sentence about each that can't be read."""

import io
from pathlib import Path

import psutil
import pytest

from deskpet.cancellation import Cancellation, Cancelled
from deskpet.documents import reader
from deskpet.documents.document import DocumentError, Kind
from deskpet.threads import DaemonExecutor
from tests.documents import files
from tests.waiting import wait_until

pytest.importorskip("docx")


def code_of(data: bytes, name: str) -> str:
    with pytest.raises(DocumentError) as caught:
        reader.read_data(data, name)
    assert name in str(caught.value)
    assert len(str(caught.value).split()) > 3
    return caught.value.code


def test_the_pages_of_a_pdf_are_read_in_order() -> None:
    document = reader.read_data(files.pdf("Tea at five", "", "Cake at six"), "plan.pdf")
    assert (document.format, document.pages) == (Kind.PDF, ("Tea at five", "", "Cake at six"))
    assert 4 <= document.tokens <= 10


def test_an_encrypted_pdf_is_read_if_it_opens_without_a_password() -> None:
    from pypdf import PdfReader, PdfWriter

    def encrypted(user: str) -> bytes:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(files.pdf("Tea at five"))))
        writer.encrypt(user, "owner", algorithm="AES-256")
        file = io.BytesIO()
        writer.write(file)
        return file.getvalue()

    assert reader.read_data(encrypted(""), "open.pdf").pages == ("Tea at five",)
    assert code_of(encrypted("secret"), "closed.pdf") == "encrypted"


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


def test_what_is_too_large_is_not_called_damaged() -> None:
    assert code_of(files.stream_bomb(200 << 20), "bomb.pdf") == "too_large"
    with pytest.raises(DocumentError, match=r"far.xlsx is damaged or too large"):
        reader.read_data(files.far_cell(), "far.xlsx")


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
