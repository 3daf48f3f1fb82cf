"""Fields: of one line, a search field with an icon and a clear button, and one for texts of several lines."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import install_field_menu


def line_edit(name: str, title: str = "", example: str = "", longest: int = 32_767) -> QLineEdit:
    """Return a field of one line. name: that of the object. title: its accessible name. longest: in characters."""
    field = QLineEdit()
    field.setObjectName(name)
    field.setAccessibleName(title)
    field.setPlaceholderText(example)
    field.setMaxLength(longest)
    install_field_menu(field)
    return field


class SearchField(QLineEdit):
    """Finds something by words. Esc clears it.

    down_pressed: Emitted when the Down key is pressed.
    enter_pressed: Emitted when Enter is pressed.
    """

    down_pressed = Signal()
    enter_pressed = Signal()

    def __init__(self, purpose: str, parent: QWidget | None = None) -> None:
        """purpose: what it is for, in English, for screen readers."""
        super().__init__(parent)
        self._purpose = purpose
        self.setObjectName("search")
        self.setClearButtonEnabled(False)
        install_field_menu(self)
        self._clear_button = IconButton("close", "", self, 20)
        self._clear_button.clicked.connect(self.clear)
        self._clear_button.hide()
        self.textChanged.connect(lambda text: self._clear_button.setVisible(bool(text)))
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setPlaceholderText(tr("Search"))
        self.setAccessibleName(tr(self._purpose))
        self._clear_button.set_icon("close", tr("Clear the search"))

    def event(self, event: QEvent) -> bool:
        """Handle Esc here, before the window's shortcut does, while there is text to clear."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            clears_text = event.key() == Qt.Key.Key_Escape and bool(self.text())
            if clears_text:
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The icon and the button follow the text size, as the height does.
        beside, button = theme.scaled(22), self._clear_button
        self.setTextMargins(beside, 0, beside, 0)
        button.move(self.width() - 8 - button.width(), (self.height() - button.height()) // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.enter_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.scaled(16)
        icons.paint(QPainter(self), "search", "muted", QRectF(10, (self.height() - side) / 2, side, side))


class TextArea(theme.FollowsStyle, QPlainTextEdit):
    """A field whose height, and font if it is monospaced, follow the text size of the theme.

    height: In px at text size 1.
    """

    def __init__(self, height: int, *, monospaced: bool = False) -> None:
        super().__init__()
        self._height, self._monospaced = height, monospaced
        self.setTabChangesFocus(True)
        install_field_menu(self)
        self.on_style_changed()

    def on_style_changed(self) -> None:
        if self._monospaced:
            self.setFont(theme.mono_font())
        self.setFixedHeight(theme.scaled(self._height))
