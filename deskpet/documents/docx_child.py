"""Child process that reads a Word file: its body, then its footnotes and endnotes."""

import io
from collections.abc import Iterator
from zipfile import BadZipFile

import docx
from docx.opc.exceptions import OpcError
from docx.oxml.parser import parse_xml

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.document import UnreadCause
from deskpet.documents.markup_text import drawn_texts, text_of

_NOTES = ("/footnotes", "/endnotes")


def read(data: bytes) -> Iterator[str]:
    """Yield the whole text as one page: a Word file has no pages before it is printed. Raises UnreadableDocument."""
    # lxml's own error about XML is a SyntaxError.
    try:
        document = docx.Document(io.BytesIO(data))
        relations = document.part.rels.values()
        notes = [each.target_part.blob for each in relations if each.reltype.endswith(_NOTES) and not each.is_external]
        drawn = drawn_texts(relations)
        texts = [text_of(document.element.body), *drawn, *(text_of(parse_xml(each)) for each in notes)]
    except (OpcError, BadZipFile, SyntaxError, OSError, NotImplementedError, RuntimeError) as error:
        raise UnreadableDocument(UnreadCause.DAMAGED) from error
    yield "\n\n".join(filter(None, texts))


def _sample() -> bytes:
    document = docx.Document()
    document.add_paragraph("Sample")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


if __name__ == "__main__":
    serve(read, _sample, ["docx"])
