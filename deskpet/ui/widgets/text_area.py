"""A field for texts of several lines."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPlainTextEdit

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.popup_menu import install_field_menu


class TextArea(QPlainTextEdit):
    """A field whose height, and font if it is monospaced, follow the text size of the theme.

    height: In px at text size 1.
    """

    def __init__(self, height: int, *, monospaced: bool = False) -> None:
        super().__init__()
        self._height, self._monospaced = height, monospaced
        self.setTabChangesFocus(True)
        install_field_menu(self)
        self._fit()

    def changeEvent(self, e: QEvent) -> None:
        super().changeEvent(e)
        if e.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        if self._monospaced:
            self.setFont(theme.mono_font())
        self.setFixedHeight(theme.scaled(self._height))
