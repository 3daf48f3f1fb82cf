"""Words that are heard appear in a text field where its cursor is, and change until they are final."""

import unicodedata

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit


class Dictation:
    """The passage of a field that holds the words of one utterance. What the user types around it stays."""

    def __init__(self, field: QTextEdit) -> None:
        self._field = field
        # Its selection; Qt moves both ends when the user types before it. None until there are words.
        self._passage: QTextCursor | None = None

    def show(self, words: str) -> None:
        """Show the words that are heard so far, separated from their neighbours; no words remove the passage."""
        document, caret = self._field.document(), self._field.textCursor()
        is_first = self._passage is None
        passage = self._passage or caret
        start = passage.position() if is_first else passage.selectionStart()
        end = start if is_first else passage.selectionEnd()
        text = _spaced(words.strip(), document.characterAt(start - 1), document.characterAt(end))
        if is_first and not text:
            return
        follows = caret.position() == end
        edit = QTextCursor(document)
        edit.setPosition(start)
        edit.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        # All versions of the words are one step to undo.
        edit.beginEditBlock() if is_first else edit.joinPreviousEditBlock()
        edit.insertText(text)
        edit.endEditBlock()
        self._passage = QTextCursor(document)
        # Otherwise what is typed at its end would belong to it.
        self._passage.setKeepPositionOnInsert(True)
        self._passage.setPosition(start)
        self._passage.setPosition(edit.position(), QTextCursor.MoveMode.KeepAnchor)
        if follows:
            caret.setPosition(edit.position())
            self._field.setTextCursor(caret)

    def cancel(self) -> None:
        """Take the words away."""
        self.show("")


def _spaced(words: str, before: str, after: str) -> str:
    """Return the words with spaces where a neighbour would touch them; East Asian text has none."""
    if not words:
        return ""
    lead = " " if _needs_space(before, words[0]) else ""
    return f"{lead}{words}{' ' if _needs_space(words[-1], after) else ''}"


def _needs_space(left: str, right: str) -> bool:
    # characterAt gives a null character outside of the text, and a separator between paragraphs.
    is_between = all(char.isprintable() and not char.isspace() for char in (left, right) if char) and left and right
    return bool(is_between) and not _is_wide(left) and not _is_wide(right) and right not in ",.;:!?)"


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in {"W", "F"}
