"""Buttons: with a text, with a spinner while their action runs, a check box, and one that opens a menu below itself."""

from functools import cached_property

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton, QStyle, QStyleOptionButton

from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.painting import smooth_painter
from deskpet.ui.widgets.popup_menu import FloatingMenu, shadow_margin
from deskpet.ui.widgets.spinner import Spinner


def plain_button(text: str, name: str, kind: str, accessible_name: str = "") -> QPushButton:
    """Return a button of the kind `primary`, `secondary`, `danger` or `link`, or of another one in the stylesheet.

    name: that of the object. accessible_name: what a screen reader says, if it is not the text.
    """
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("kind", kind)
    button.setAccessibleName(accessible_name or text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


class EnterButton(QAbstractButton):
    """Base of the buttons that paint themselves: Enter clicks them as Space does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)


class BusyButton(QPushButton):
    """A button that shows a spinner while its action runs; `name` is that of the object.

    triggered: Emitted when it is clicked; the button is busy until `set_busy(False)`.
    """

    triggered = Signal()

    def __init__(self, text: str, kind: str = "", name: str = "") -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setProperty("kind", kind)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._label = text
        self._spinner = Spinner(self)
        self._busy = False
        self.clicked.connect(self._trigger)

    def _trigger(self) -> None:
        if not self._busy:
            self.set_busy(True)
            self.triggered.emit()

    def set_busy(self, busy: bool) -> None:
        if busy == self._busy:
            return
        self._busy = busy
        # Keep the width that it has with its text.
        self.setMinimumWidth(self.sizeHint().width() if busy else 0)
        self.setText("" if busy else self._label)
        self._spinner.set_running(busy)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._busy:
            painter = smooth_painter(self)
            middle = QPointF(self.width() / 2, self.height() / 2)
            self._spinner.paint(
                painter, QRectF(middle.x() - 7, middle.y() - 7, 14, 14), theme.current().colour("accent")
            )


_MARGIN = 2  # between the mark and the edge of the box, in logical pixels


class CheckBox(QCheckBox):
    """A check box that draws a tick when it is checked; the stylesheet draws the box itself."""

    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        inset = QRectF(box).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        icons.paint(QPainter(self), "check", "on_accent", inset)


class MenuButton(QPushButton):
    """A button that opens `menu_below`; `name` is its accessible name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "menu")
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._open)

    @cached_property
    def menu_below(self) -> FloatingMenu:
        """The menu."""
        return FloatingMenu(parent=self)

    def _open(self) -> None:
        self.menu_below.setMinimumWidth(self.width() + 2 * shadow_margin())
        self.menu_below.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.translate(self.width() - 20, self.height() / 2)
        painter.rotate(90)
        icons.paint(painter, "chevron", "muted", QRectF(-8, -8, 16, 16))
