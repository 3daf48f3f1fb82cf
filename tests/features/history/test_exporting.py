"""Tests of the forms of an export: a page that needs nothing else, and a PDF."""

import base64
import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import (
    Block,
    Document,
    Image,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolUse,
    user_message,
)
from deskpet.features.history import exporting
from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.html_page import as_html
from deskpet.store import SavedConversation, Session, StoreError

ATTACK = '<script>alert("1")</script>'


def conversation(*blocks: Block, title: str = "Owls") -> SavedConversation:
    question = user_message(f"What is {ATTACK}?\nTell me.", 1_700_000_000.0)
    answer = Message("assistant", blocks, created_at=1_700_000_060.0, ended="stop")
    session = Session("s", title, True, False, 1_700_000_000.0, 1_700_000_060.0)
    nodes = (Node(question), Node(answer, question.id))
    return SavedConversation(session, nodes, answer.id, speakers={answer.id: "Mikan"})


def png(width: int, height: int) -> str:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF8800)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType]
    return base64.b64encode(buffer.data().data()).decode()


def text(words: str) -> Text:
    return Text(StreamingText(words))


def test_a_page_escapes_all_that_was_said() -> None:
    page = as_html(
        conversation(
            text(f"{ATTACK}\n\n```{ATTACK}\n{ATTACK}\n```\n\n`{ATTACK}`\n\n    {ATTACK}\n\n${ATTACK}$"),
            Thinking(StreamingText(ATTACK)),
            ToolUse(ATTACK, "1", "success", StreamingText(ATTACK), output=ATTACK),
            Document(ATTACK, "md", (ATTACK,), 1),
            Notice("error", "code", ATTACK, ATTACK),
            Image('image/png" onerror="alert(1)', "AAAA"),
            Image("image/png", '" onerror="alert(1)'),
            title=f"</title>{ATTACK}",
        )
    )
    assert "<script" not in page
    assert "onerror" not in page
    assert page.count("&lt;script&gt;") >= 12


def test_a_page_loads_nothing_and_links_to_the_web_only() -> None:
    words = "[a](https://example.org/?a=1&b=2) [b](file:///etc/passwd) [c](ms-msdt:x) ![d](https://example.org/d.png)"
    page = as_html(conversation(text(f"{words} <x@example.org>"), Image("image/png", png(2, 2))))
    assert re.findall(r'<a href="([^"]*)"', page) == [
        "https://example.org/?a=1&amp;b=2", "https://example.org/d.png", "mailto:x@example.org",
    ]  # fmt: skip
    assert re.findall(r'src="(.{15})', page) == ["data:image/png;"]
    assert "default-src 'none'" in page


def test_code_is_highlighted_and_markdown_is_set() -> None:
    page = as_html(conversation(text("**bold**\n\n```python\ndef owl(): pass\n```\n\n| a |\n|---|\n| 1 |")))
    assert "<strong>bold</strong>" in page
    folded = as_html(conversation(text("<details>\n<summary>More</summary>\n\n<kbd>F1</kbd> <i>x</i>\n</details>")))
    assert "<p><strong>More</strong></p>\n<p><kbd>F1</kbd> &lt;i&gt;x&lt;/i&gt;</p>" in folded
    assert re.search(r'<span style="[^"]*">def</span>', page)
    assert "<td>1</td>" in page
    assert "Mikan" in page


def test_a_pdf_has_the_words_and_the_pictures(tmp_path: Path) -> None:
    file = tmp_path / "owls.pdf"
    picture = Image("image/png", png(3000, 40))
    torn = Image("image/png", base64.b64encode(b"torn").decode())
    exporting.write(file, ExportForm.PDF, (conversation(text("They **fly**. 你好"), picture, torn),))
    reader = PdfReader(file)
    words = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    assert "Tell me. Mikan" in words
    assert f"What is {ATTACK}?" in words
    assert "你好" in words
    assert reader.metadata
    assert reader.metadata.title == "Owls"


def test_what_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="can't be written"):
        exporting.write(tmp_path / "missing" / "a.html", ExportForm.HTML, (conversation(text("a")),))
    with pytest.raises(StoreError, match="no such conversation"):
        exporting.export_from(tmp_path / "missing.db", tmp_path / "a.md", ExportForm.MARKDOWN, "owls")
    with pytest.raises(StoreError, match="as JSON only"):
        exporting.export_from(tmp_path / "missing.db", tmp_path / "a.md", ExportForm.MARKDOWN, "")
