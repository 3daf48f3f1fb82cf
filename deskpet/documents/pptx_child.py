"""Child process that reads the slides of a presentation, each with its notes."""

import io
from collections.abc import Iterator
from zipfile import BadZipFile

import pptx
from pptx.exc import PythonPptxError
from pptx.slide import Slide

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.document import UnreadCause
from deskpet.documents.markup_text import drawn_texts, text_of


def read(data: bytes) -> Iterator[str]:
    """Yield the texts of the slides. Raises UnreadableDocument."""
    # lxml's own error about XML is a SyntaxError.
    try:
        for slide in pptx.Presentation(io.BytesIO(data)).slides:
            yield _text(slide)
    except (PythonPptxError, BadZipFile, SyntaxError, OSError, NotImplementedError, RuntimeError) as error:
        raise UnreadableDocument(UnreadCause.DAMAGED) from error


def _text(slide: Slide) -> str:
    text = "\n".join(filter(None, (text_of(slide.element), *drawn_texts(slide.part.rels.values()))))
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    notes = frame.text.strip() if frame else ""
    return f"{text}\n\nNotes: {notes}" if notes else text


def _sample() -> bytes:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[0])
    assert slide.notes_slide.notes_text_frame
    slide.notes_slide.notes_text_frame.text = "Sample"
    file = io.BytesIO()
    presentation.save(file)
    return file.getvalue()


if __name__ == "__main__":
    serve(read, _sample, ["pptx"])
