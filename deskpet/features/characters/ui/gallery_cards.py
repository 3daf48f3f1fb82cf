"""Cards of the gallery beside those of models: the one that adds a model, and an import in progress."""

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.model_card import ClickableCard, add_action, foot_height
from deskpet.ui.widgets.popup_menu import ThemedMenu
from deskpet.ui.widgets.spinner import Spinner

_ADD_HINT = tr_noop("Drop a folder, a zip or a model file, or click to choose.")
_DROP_HINT = tr_noop("It is copied and checked before it comes in.")


class AddCard(ClickableCard):
    """Adds a model from a file or a folder.

    file_requested: Emitted to choose a file.
    folder_requested: Emitted to choose a folder.
    """

    file_requested = Signal()
    folder_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("add_model")
        self.setAccessibleName(tr("Add a character"))
        self.setAccessibleDescription(tr("A folder, a zip or a model file, from Cubism 2 to 5."))
        self._is_inviting = False
        self.menu = ThemedMenu(self)
        add_action(self.menu, "file", tr("A zip or a model file…"), self.file_requested.emit)
        add_action(self.menu, "folder", tr("A folder…"), self.folder_requested.emit)
        self.clicked.connect(lambda: self.menu.popup(self.mapToGlobal(QPoint(12, self.height() - foot_height()))))

    def invite(self, inviting: bool) -> None:
        """Highlight the card while a model is dragged over the gallery."""
        self._is_inviting = inviting
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        is_lit = self._is_inviting or self.underMouse()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.colour("accent" if is_lit or self.hasFocus() else "faint"), 1.5)
        pen.setDashPattern([4, 3.5])
        painter.setPen(pen)
        painter.setBrush(look.colour("accent_soft") if is_lit else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, theme.RADIUS_CARD + 2, theme.RADIUS_CARD + 2)
        centre = box.center().x()
        middle = box.center().y() - 28
        disc = QRectF(centre - 20, middle - 20, 40, 40)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent" if self._is_inviting else "surface" if is_lit else "accent_soft"))
        painter.drawEllipse(disc)
        icon = "bring" if self._is_inviting else "new"
        icons.paint(painter, icon, "on_accent" if self._is_inviting else "accent", disc.adjusted(9, 9, -9, -9))
        title = tr("Drop it here" if self._is_inviting else "Add a character")
        _paint_title_and_text(painter, box, middle + 30, title, tr(_DROP_HINT if self._is_inviting else _ADD_HINT))


class ImportProgressCard(QWidget):
    """Shows an import in progress: the model's name, the current step, and a button that cancels it.

    cancel_requested: Emitted when the button is clicked.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("arriving_model")
        self._name = self._step = ""
        self._spinner = Spinner(self)
        self.cancel_button = IconButton("close", tr("Cancel the import"), self, 26)
        self.cancel_button.setObjectName("cancel_import")
        self.cancel_button.clicked.connect(self._cancel)

    def show_import_progress(self, name: str, step: str) -> None:
        if name != self._name:
            self.cancel_button.setEnabled(True)
        self._name, self._step = name, step
        self.setAccessibleName(tr("{name}: {doing}", name=name, doing=step) if name else "")
        self.update()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.show_import_progress(self._name, tr("Cancelling…"))
        self.cancel_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cancel_button.move(self.width() - self.cancel_button.width() - 7, 7)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._spinner.set_running(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._spinner.set_running(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("field_edge"))
        painter.setBrush(look.colour("inset"))
        painter.drawRoundedRect(box, theme.RADIUS_CARD + 2, theme.RADIUS_CARD + 2)
        middle = box.center().y() - 28
        self._spinner.paint(painter, QRectF(box.center().x() - 15, middle - 15, 30, 30), look.colour("accent"))
        _paint_title_and_text(painter, box, middle + 30, self._name, self._step)


def _paint_title_and_text(painter: QPainter, box: QRectF, top: float, title: str, text: str) -> None:
    """Paint a title and a small text below it, centred on a card."""
    look, centred = theme.current(), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    font = theme.ui_font(theme.TEXT)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(look.colour("text"))
    line = QRectF(box.left() + 10, top, box.width() - 20, theme.scaled(20))
    painter.drawText(line, centred, QFontMetricsF(font).elidedText(title, Qt.TextElideMode.ElideMiddle, line.width()))
    painter.setFont(theme.ui_font(theme.SMALL))
    painter.setPen(look.colour("muted"))
    room = box.bottom() - line.bottom() - 6
    below = QRectF(box.left() + 12, line.bottom() + 3, box.width() - 24, room)
    painter.drawText(below, centred | Qt.TextFlag.TextWordWrap, text)
