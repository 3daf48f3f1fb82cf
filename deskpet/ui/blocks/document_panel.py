"""A popup with the text that was read from a document, a page at a time."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.messages import Document
from deskpet.documents.passages import Part, parts_of
from deskpet.translation import tr
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.popup_menu import install_field_menu
from deskpet.ui.widgets.popup_panel import PopupPanel

WIDTH, HEIGHT = 480, 400
# More text would hold up the window while it is laid out.
_PART_CHARACTERS = 10_000


class DocumentPanel(PopupPanel):
    """Shows a document's name and size, and its text in parts of a page at most."""

    def __init__(self, document: Document, detail: str, owner: QWidget) -> None:
        """`detail` describes the document, as on its card."""
        super().__init__(owner)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("Document {file}", file=document.name))
        self._pages = len(document.pages)
        self._parts = parts_of(document.pages, _PART_CHARACTERS) or [Part(1, "")]
        self._number = 0
        self._place = QLabel()
        self._place.setObjectName("details_name")
        self._text = QPlainTextEdit()
        self._text.setObjectName("document_text")
        self._text.setReadOnly(True)
        self._text.setFixedSize(theme.scaled(WIDTH), theme.scaled(HEIGHT))
        self._text.setAccessibleName(tr("The text of the document"))
        install_field_menu(self._text)
        self._previous, self._next = self._button(tr("Previous")), self._button(tr("Next"))
        self._copy = self._button(tr("Copy"), "primary")
        self._previous.clicked.connect(lambda: self._show(self._number - 1))
        self._next.clicked.connect(lambda: self._show(self._number + 1))
        self._copy.clicked.connect(self._copy_text)
        self._lay_out(document.name, detail)
        self._show(0)

    def _lay_out(self, name: str, detail: str) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
        column.setSpacing(theme.S2)
        column.addWidget(_label(name, "details_title"))
        column.addWidget(_label(detail, "details_name"))
        column.addWidget(self._text)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(self._place, 1)
        for button in (self._previous, self._next, self._copy):
            line.addWidget(button)
            button.setVisible(button is self._copy or len(self._parts) > 1)
        column.addLayout(line)
        self.column.addWidget(content)
        self.setFocusProxy(self._text)

    @staticmethod
    def _button(text: str, kind: str = "secondary") -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setProperty("kind", kind)
        button.setAutoDefault(False)
        return button

    def _show(self, number: int) -> None:
        self._number = number
        part, last = self._parts[number], len(self._parts) - 1
        self._text.setPlainText(part.text)
        page = tr("Page {number} of {count}", number=part.page, count=self._pages)
        in_all = tr("Part {number} of {count}", number=number + 1, count=last + 1)
        # Pages that are longer than a part, and documents without pages, are counted in parts.
        has_whole_pages = self._pages > 1 and last < self._pages
        self._place.setText("" if last == 0 else page if has_whole_pages else in_all)
        self._previous.setEnabled(number > 0)
        self._next.setEnabled(number < last)
        self._copy.setText(tr("Copy"))

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._copy.setText(tr("Copied"))


def _label(text: str, name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    metrics = label.fontMetrics()
    label.setText(metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, theme.scaled(WIDTH) - theme.S4))
    label.setTextFormat(Qt.TextFormat.PlainText)
    tooltip.set_text(label, text)
    return label
