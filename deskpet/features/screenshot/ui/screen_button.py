"""Button of the composer that offers pictures of the screen."""

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import language
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu


class ScreenButton(IconButton):
    """Opens a menu of what can be shown.

    chosen: Emitted with a ScreenshotArea: `area`, `window` or `screen`.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget, side: int) -> None:
        """side: in logical pixels at the normal text size."""
        super().__init__("camera", "", parent, side)
        self.clicked.connect(self._open_menu)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.set_icon("camera", tr("Add a picture of the screen"))

    def _open_menu(self) -> None:
        menu = PopupMenu(self)
        menu.add("cut", tr("A part of the screen…"), partial(self.chosen.emit, "area"))
        menu.add("image", tr("The window in front…"), partial(self.chosen.emit, "window"))
        menu.add("computer", tr("The whole screen…"), partial(self.chosen.emit, "screen"))
        # Above the button: the composer is at the bottom of its window.
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 2)))
